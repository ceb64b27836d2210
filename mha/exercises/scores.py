"""Exercises on scores: how a query is compared with keys, what is read, and the way back through all of it."""

import math

import numpy as np

from mha import alignment, ops
from mha.attention import scaled_dot_product_attention
from mha.exercises.exercise import exercise, sizes
from mha.exercises.weights import softmax, softmax_backward


@exercise("Additive score", "ch-bahdanau", core="(q,m),(k,n),(m,a),(n,a),(a)->(q,k)")
def additive_score(query, states, W_a, U_a, v_a):
    """Score decoder states s against encoder states h.

    score = v_a . tanh(s W_a + h U_a)

    query: (..., T_q, d_query), the s
    states: (..., T_k, d_state), the h
    W_a: (d_query, d_a), U_a: (d_state, d_a), v_a: (d_a,)
    Returns: (..., T_q, T_k), scores, not weights.
    """
    scores = np.zeros((len(query), len(states)), query.dtype)
    for i in range(len(query)):
        for j in range(len(states)):
            for a in range(len(v_a)):
                seen = query[i] @ W_a[:, a] + states[j] @ U_a[:, a]
                scores[i, j] += v_a[a] * math.tanh(seen)
    return scores


@additive_score.inputs
def _(rng, batch, dtype):
    T_q, T_k, d_query, d_state, d_a = sizes(rng, 5)
    shapes = (*batch, T_q, d_query), (*batch, T_k, d_state), (d_query, d_a), (d_state, d_a), (d_a,)
    return tuple(rng.normal(size=shape).astype(dtype) for shape in shapes)


@additive_score.edges
def _():
    rng = np.random.default_rng(0)
    return [tuple(rng.normal(size=shape) for shape in ((1, 2), (1, 3), (2, 1), (3, 1), (1,)))]


@additive_score.mistake
def without_tanh(query, states, W_a, U_a, v_a):
    """Between the sum and v_a stands the tanh; without it the query shifts all scores of a row alike."""
    return ((query @ W_a)[..., :, None, :] + (states @ U_a)[..., None, :, :]) @ v_a


@additive_score.mistake
def two_separate_tanh(query, states, W_a, U_a, v_a):
    """Add first, then take the tanh of the sum: two separate ones never meet."""
    return (np.tanh(query @ W_a)[..., :, None, :] + np.tanh(states @ U_a)[..., None, :, :]) @ v_a


@additive_score.mistake
def product_for_sum(query, states, W_a, U_a, v_a):
    """The two projections are added, which gives the score its name, not multiplied."""
    return np.tanh((query @ W_a)[..., :, None, :] * (states @ U_a)[..., None, :, :]) @ v_a


@additive_score.mistake
def states_not_paired(query, states, W_a, U_a, v_a):
    """Each query meets each state: give the one an axis for states, the other an axis for queries, then add."""
    return np.tanh(query @ W_a + states @ U_a) @ v_a


@additive_score.mistake
def tanh_last(query, states, W_a, U_a, v_a):
    """The tanh stands inside, v_a outside: this takes the tanh of the finished score."""
    return np.tanh(((query @ W_a)[..., :, None, :] + (states @ U_a)[..., None, :, :]) @ v_a)


@additive_score.mistake
def without_v_a(query, states, W_a, U_a, v_a):
    """The d_a numbers are weighed by v_a, not plainly summed."""
    return alignment.additive_score(query, states, W_a, U_a, np.ones_like(v_a))


@additive_score.mistake
def weights_for_scores(query, states, W_a, U_a, v_a):
    """These are weights already: stop before the softmax."""
    return ops.softmax(alignment.additive_score(query, states, W_a, U_a, v_a))


@additive_score.mistake
def keys_in_rows(query, states, W_a, U_a, v_a):
    """Rows are queries, columns are keys: the new axis comes last but two for the states, last but one for queries."""
    return alignment.additive_score(query, states, W_a, U_a, v_a).mT


@additive_score.mistake
def scaled(query, states, W_a, U_a, v_a):
    """The additive score is not scaled: the tanh keeps it in range."""
    return alignment.additive_score(query, states, W_a, U_a, v_a) / math.sqrt(len(v_a))


@exercise("Scaled dot-product attention", "ch-self-attention", core="(q,d),(k,d),(k,v)->(q,v),(q,k)")
def attention(query, key, value):
    """Compare queries with keys, and blend the values.

    weights = softmax(Q K^T / sqrt(d_k)), context = weights V

    query: (..., T_q, d_k)
    key: (..., T_k, d_k), value: (..., T_k, d_v)
    Returns: context (..., T_q, d_v) and weights (..., T_q, T_k).
    """
    context = np.zeros((len(query), value.shape[1]), query.dtype)
    weights = np.zeros((len(query), len(key)), query.dtype)
    for i in range(len(query)):
        scores = [query[i] @ k / math.sqrt(len(k)) for k in key]
        powers = [math.exp(score - max(scores)) for score in scores]
        for j in range(len(key)):
            weights[i, j] = powers[j] / sum(powers)
            context[i] += weights[i, j] * value[j]
    return context, weights


@attention.inputs
def _(rng, batch, dtype):
    T_q, T_k, d_k, d_v = sizes(rng, 4)
    shapes = (*batch, T_q, d_k), (*batch, T_k, d_k), (*batch, T_k, d_v)
    return tuple(rng.normal(size=shape).astype(dtype) for shape in shapes)


@attention.edges
def _():
    key = np.array([[300.0, 0.0], [0.0, 300.0]])
    return [(key, key, np.array([[1.0], [2.0]])), (key[:1], key[:1], key[:1]), (key[0:1], key, 0 * key)]


@attention.mistake
def without_scale(query, key, value):
    """The scores are not divided by sqrt(d_k)."""
    return scaled_dot_product_attention(query, key, value, scale=1.0)


@attention.mistake
def divided_by_width(query, key, value):
    """Divide by the square root of d_k, not by d_k itself."""
    return scaled_dot_product_attention(query, key, value, scale=1 / key.shape[-1])


@attention.mistake
def multiplied_by_root(query, key, value):
    """Divide by sqrt(d_k), do not multiply."""
    return scaled_dot_product_attention(query, key, value, scale=math.sqrt(key.shape[-1]))


@attention.mistake
def root_of_positions(query, key, value):
    """d_k is the width of a key, key.shape[-1], not the number of keys."""
    return scaled_dot_product_attention(query, key, value, scale=1 / math.sqrt(key.shape[-2]))


@attention.mistake
def all_axes_reversed(query, key, value):
    """.T reverses all axes, the batch as well: .mT, or swapaxes(-1, -2), exchanges the last two alone."""
    weights = ops.softmax(query @ key.T / math.sqrt(key.shape[-1]))
    return weights @ value, weights


@attention.mistake
def softmax_over_queries(query, key, value):
    """Each query's weights sum to one over the keys: the softmax runs over the last axis."""
    weights = ops.softmax(query @ key.mT / math.sqrt(key.shape[-1]), axis=-2)
    return weights @ value, weights


@attention.mistake
def softmax_before_scale(query, key, value):
    """Scale the scores, then take the softmax: scaled weights do not sum to one."""
    weights = ops.softmax(query @ key.mT) / math.sqrt(key.shape[-1])
    return weights @ value, weights


@attention.mistake
def scores_not_normalized(query, key, value):
    """There is no softmax: weights are positive and sum to one."""
    weights = query @ key.mT / math.sqrt(key.shape[-1])
    return weights @ value, weights


@attention.mistake
def root_in_double_precision(query, key, value):
    """np.sqrt(d_k) is a float64 and turns float32 scores into float64: math.sqrt gives a plain number."""
    weights = ops.softmax(query @ key.mT / np.sqrt(key.shape[-1]))
    return weights @ value, weights


@attention.mistake
def weights_first(query, key, value):
    """The context comes first, then the weights."""
    return scaled_dot_product_attention(query, key, value)[::-1]


@attention.mistake
def context_alone(query, key, value):
    """Return the weights, too: what attention looked at is never hidden here."""
    return scaled_dot_product_attention(query, key, value)[0]


@exercise("The way back through attention", "ch-practical-tips", core="(q,d),(k,d),(k,v),(q,v)->(q,d),(k,d),(k,v)")
def attention_backward(query, key, value, grad_context):
    """Turn the gradient for the context into those for Q, K and V.

    context = softmax(Q K^T / sqrt(d_k)) V

    query: (..., T_q, d_k)
    key: (..., T_k, d_k), value: (..., T_k, d_v)
    grad_context: (..., T_q, d_v), how the loss changes with it
    Returns: the gradients for query, key, value, of their shapes.
    """
    grad_query, grad_key = np.zeros_like(query), np.zeros_like(key)
    grad_value = np.zeros_like(value)
    scale = 1 / math.sqrt(key.shape[1])
    for i in range(len(query)):
        weights = softmax(query[i] @ key.T * scale)
        grad_weights = value @ grad_context[i]
        grad_scores = softmax_backward(weights, grad_weights)
        for j in range(len(key)):
            grad_value[j] += weights[j] * grad_context[i]
            grad_query[i] += grad_scores[j] * scale * key[j]
            grad_key[j] += grad_scores[j] * scale * query[i]
    return grad_query, grad_key, grad_value


@attention_backward.inputs
def _(rng, batch, dtype):
    T_q, T_k, d_k, d_v = sizes(rng, 4)
    shapes = (*batch, T_q, d_k), (*batch, T_k, d_k), (*batch, T_k, d_v), (*batch, T_q, d_v)
    return tuple(rng.normal(size=shape).astype(dtype) for shape in shapes)


def _gradients(query, key, value, grad_context, *, slope=None, forward=None, backward=None, of_scores=None):
    """The right gradients, or with another scale or another derivative of the softmax."""
    root = 1 / math.sqrt(key.shape[-1])
    forward, backward = root if forward is None else forward, root if backward is None else backward
    scores = query @ key.mT * forward
    weights = ops.softmax(scores)
    grad_weights = grad_context @ value.mT
    mean = (weights * grad_weights).sum(-1, keepdims=True)
    grad_scores = weights * (grad_weights - mean) if slope is None else slope(weights, grad_weights)
    blended = scores if of_scores else weights
    return grad_scores @ key * backward, grad_scores.mT @ query * backward, blended.mT @ grad_context


@attention_backward.mistake
def scale_lost_on_the_way_back(query, key, value, grad_context):
    """The scores were divided by sqrt(d_k), so their gradients are, too."""
    return _gradients(query, key, value, grad_context, backward=1.0)


@attention_backward.mistake
def scale_lost_altogether(query, key, value, grad_context):
    """The scale 1 / sqrt(d_k) is missing, in the weights as well as in the gradients."""
    return _gradients(query, key, value, grad_context, forward=1.0, backward=1.0)


@attention_backward.mistake
def scale_on_both_ways_back(query, key, value, grad_context):
    """The scale enters each gradient once: here it is multiplied twice, which divides by d_k."""
    return _gradients(query, key, value, grad_context, backward=1 / key.shape[-1])


@attention_backward.mistake
def softmax_taken_elementwise(query, key, value, grad_context):
    """w (1 - w) is the diagonal of the softmax's derivative alone: every score changes every weight of its row."""
    return _gradients(query, key, value, grad_context, slope=lambda w, g: w * (1 - w) * g)


@attention_backward.mistake
def softmax_skipped(query, key, value, grad_context):
    """Between the gradient for the weights and that for the scores stands the softmax."""
    return _gradients(query, key, value, grad_context, slope=lambda w, g: g)


@attention_backward.mistake
def mean_over_queries(query, key, value, grad_context):
    """The mean that is subtracted belongs to a row: sum over the keys, the last axis."""
    return _gradients(query, key, value, grad_context, slope=lambda w, g: w * (g - (w * g).sum(-2, keepdims=True)))


@attention_backward.mistake
def value_from_scores(query, key, value, grad_context):
    """The value was blended by the weights, not by the scores."""
    return _gradients(query, key, value, grad_context, of_scores=True)


@attention_backward.mistake
def key_before_query(query, key, value, grad_context):
    """Return the gradients in the order of the arguments: query, key, value."""
    grad_query, grad_key, grad_value = _gradients(query, key, value, grad_context)
    return grad_key, grad_query, grad_value
