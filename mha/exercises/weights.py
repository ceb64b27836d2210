"""Exercises on weights: making them, leaving keys out, measuring how sharp they are, and the way back."""

import math

import numpy as np

from mha.exercises.exercise import exercise, sizes
from mha.ops import softmax as right_softmax


@exercise("Softmax", "ch-bahdanau", core="(t)->(t)")
def softmax(scores):
    """Turn scores into weights that are positive and sum to one.

    scores: (..., T)
    Returns: (..., T), weights over the last axis.
    Scores may be as large as 1e4; exp(1e4) is not a number any more.
    """
    largest = max(scores)
    total = sum(math.exp(score - largest) for score in scores)
    weights = np.empty_like(scores)
    for j in range(len(scores)):
        weights[j] = math.exp(scores[j] - largest) / total
    return weights


@softmax.inputs
def _(rng, batch, dtype):
    (T,) = sizes(rng, 1)
    return (rng.normal(size=(*batch, T)).astype(dtype),)


@softmax.edges
def _():
    return [
        (np.array([5.0]),),
        (np.array([1000.0, 998.0, 0.0]),),
        (np.array([-1000.0, -1001.0]),),
        (np.array([1e4, 0.0, -1e4]),),
        (np.array([[0.0, 1.0, 2.0], [1e4, 1e4 - 1, 1e4 - 2]]),),
    ]


@softmax.mistake
def over_the_first_axis(scores):
    """Each row must sum to one: the maximum and the sum run over the last axis, axis=-1."""
    return right_softmax(scores, axis=0)


@softmax.mistake
def over_everything(scores):
    """Each row must sum to one by itself: give the sum axis=-1 and keepdims=True."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum()


@softmax.mistake
def one_row_for_all(scores):
    """Maximum and sum belong to a row, not to the whole array: give both axis=-1 and keepdims=True."""
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


@softmax.mistake
def overflowing(scores):
    """exp overflows from 710 on (89 in float32): subtract each row's largest score first, which changes no weight."""
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1, keepdims=True)


@softmax.mistake
def one_peak_for_all(scores):
    """Subtract the largest score of each row, not of all rows: a row far below that one becomes 0 / 0."""
    powers = np.exp(scores - scores.max())
    return powers / powers.sum(axis=-1, keepdims=True)


@softmax.mistake
def mean_for_largest(scores):
    """Subtract the largest score, not the mean: a score far above the mean still overflows."""
    powers = np.exp(scores - scores.mean(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


@softmax.mistake
def not_normalized(scores):
    """The weights of a row must sum to one: divide the powers by their sum."""
    return np.exp(scores - scores.max(axis=-1, keepdims=True))


@softmax.mistake
def without_keepdims(scores):
    """A sum over the last axis loses that axis and then lines up with the wrong one: keepdims=True keeps it."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1)


@softmax.mistake
def upside_down(scores):
    """The largest score must get the largest weight: exp(score - largest), not exp(largest - score)."""
    return right_softmax(-scores)


@exercise("Softmax with a mask", "ch-pitfalls", core="(t),(t)->(t)")
def masked_softmax(scores, mask):
    """Turn scores into weights, leaving out what the mask forbids.

    scores: (..., T)
    mask: bool, (..., T), True = may attend
    Returns: (..., T); a row in which nothing is allowed is all zeros.
    """
    weights = np.zeros_like(scores)
    allowed = [j for j in range(len(scores)) if mask[j]]
    largest = max((scores[j] for j in allowed), default=0.0)
    total = sum(math.exp(scores[j] - largest) for j in allowed)
    for j in allowed:
        weights[j] = math.exp(scores[j] - largest) / total
    return weights


@masked_softmax.inputs
def _(rng, batch, dtype):
    (T,) = sizes(rng, 1)
    mask = rng.random((*batch, T)) < 0.6
    mask[..., rng.integers(T)] = True
    return 3 * rng.normal(size=(*batch, T)).astype(dtype), mask


@masked_softmax.edges
def _():
    return [
        (np.array([1.0, 2.0, 3.0]), np.array([False, False, False])),
        (np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[False, False], [True, False]])),
        (np.array([-2e9, -2e9, 3.0]), np.array([True, True, False])),
        (np.array([0.0, 1.0, 1000.0]), np.array([True, True, False])),
    ]


@masked_softmax.mistake
def polarity_inverted(scores, mask):
    """True means: may attend. This leaves out what is allowed and keeps what is forbidden."""
    return right_softmax(scores, ~mask)


@masked_softmax.mistake
def mask_ignored(scores, mask):
    """The mask has no effect: set forbidden scores to -inf before the softmax."""
    return right_softmax(scores)


@masked_softmax.mistake
def mask_after_softmax(scores, mask):
    """Masked after the softmax, a row sums to less than one: mask the scores, then take the softmax."""
    return right_softmax(scores) * mask


@masked_softmax.mistake
def zero_for_minus_infinity(scores, mask):
    """A score of 0 is an ordinary score, and exp(0) = 1: forbidden scores must become -inf."""
    return right_softmax(np.where(mask, scores, np.zeros_like(scores)))


@masked_softmax.mistake
def mask_added(scores, mask):
    """Adding True and False adds 1 and 0: use np.where(mask, scores, -np.inf)."""
    return right_softmax(scores + mask.astype(scores.dtype))


@masked_softmax.mistake
def large_number_for_minus_infinity(scores, mask):
    """-1e9 is no infinity: a row without allowed keys becomes uniform, and scores below it are overtaken."""
    return right_softmax(np.where(mask, scores, np.full_like(scores, -1e9)))


@masked_softmax.mistake
def empty_row_not_a_number(scores, mask):
    """In a row without allowed keys the largest score is -inf and the sum 0: such a row must become zeros."""
    scores = np.where(mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


@masked_softmax.mistake
def peak_of_the_forbidden(scores, mask):
    """Take the largest of the allowed scores: a forbidden one that is far larger makes all others 0 / 0."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True)) * mask
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1, total)


@exercise("Entropy of a row", "ch-one-head-or-many", core="(t)->()")
def entropy(weights):
    """Measure how spread out a row of attention weights is, in bits.

    weights: (..., T); each row sums to one
    Returns: (...,), -sum_j w_j log2(w_j); a weight of 0 counts 0.
    """
    bits = 0.0
    for w in weights:
        if w > 0:
            bits -= w * math.log2(w)
    return weights.dtype.type(bits)


@entropy.inputs
def _(rng, batch, dtype):
    (T,) = sizes(rng, 1)
    return (right_softmax(rng.normal(size=(*batch, T)).astype(dtype)),)


@entropy.edges
def _():
    return [(np.array([1.0, 0.0, 0.0]),), (np.array([[0.25] * 4, [0.5, 0.5, 0.0, 0.0]]),)]


def _surprise(weights):
    """The number of bits for each weight, 0 for a weight of 0."""
    return np.log2(np.where(weights > 0, weights, 1))


@entropy.mistake
def in_nats(weights):
    """These are nats: for bits take the logarithm to base 2."""
    return -(weights * np.log(np.where(weights > 0, weights, 1))).sum(-1)


@entropy.mistake
def sign_lost(weights):
    """The logarithm of a weight is negative, an entropy is not: there is a minus in front."""
    return (weights * _surprise(weights)).sum(-1)


@entropy.mistake
def zero_times_infinity(weights):
    """0 times log2(0) is NaN in NumPy, and 0 here: put 1 in the place of a weight of 0 before the logarithm."""
    return -(weights * np.log2(weights)).sum(-1)


@entropy.mistake
def mean_for_sum(weights):
    """The weights are the average already: sum over the row, do not divide by its length."""
    return -(weights * _surprise(weights)).mean(-1)


@entropy.mistake
def unweighted(weights):
    """Each logarithm counts with its weight: sum w log2(w), not log2(w)."""
    return -_surprise(weights).sum(-1)


@entropy.mistake
def axis_kept(weights):
    """One number for each row: leave out keepdims."""
    return -(weights * _surprise(weights)).sum(-1, keepdims=True)


@entropy.mistake
def something_added_to_all(weights):
    """A small number added inside the logarithm changes every weight a little: put 1 in the place of 0 instead."""
    return -(weights * np.log2(weights + 1e-9)).sum(-1)


@exercise("How different two heads are", "ch-multi-head", core="(t),(t)->()")
def jensen_shannon(p, q):
    """Measure by how many bits two rows of weights differ.

    The Jensen-Shannon divergence: half of KL(p, m) plus half of
    KL(q, m), where m is the mean of p and q, and KL(p, m) =
    sum_j p_j log2(p_j / m_j); a weight of 0 counts 0.

    p, q: (..., T); each row sums to one
    Returns: (...,), from 0 to 1.
    """
    bits = 0.0
    for j in range(len(p)):
        mean = (p[j] + q[j]) / 2
        for w in (p[j], q[j]):
            if w > 0:
                bits += w * math.log2(w / mean) / 2
    return p.dtype.type(bits)


@jensen_shannon.inputs
def _(rng, batch, dtype):
    (T,) = sizes(rng, 1)
    return tuple(right_softmax(2 * rng.normal(size=(*batch, T)).astype(dtype)) for _ in range(2))


@jensen_shannon.edges
def _():
    return [
        (np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])),
        (np.array([[0.5, 0.5, 0.0], [0.2, 0.3, 0.5]]), np.array([[0.5, 0.0, 0.5], [0.2, 0.3, 0.5]])),
    ]


def _divergence(p, q, log=np.log2):
    """KL(p, q), a weight of 0 in p counting 0."""
    return (p * log(np.where(p > 0, p, 1) / np.where(p > 0, q, 1))).sum(-1)


@jensen_shannon.mistake
def plain_divergence(p, q):
    """This is KL(p, q), which is not symmetric and infinite where q is 0: compare both rows with their mean."""
    return _divergence(p, q)


@jensen_shannon.mistake
def symmetrized_divergence(p, q):
    """The mean of KL(p, q) and KL(q, p) has no upper bound: compare each row with the mean of the two."""
    return (_divergence(p, q) + _divergence(q, p)) / 2


@jensen_shannon.mistake
def divergence_in_nats(p, q):
    """These are nats: with logarithms to base 2 the largest divergence is 1."""
    mean = (p + q) / 2
    return (_divergence(p, mean, np.log) + _divergence(q, mean, np.log)) / 2


@jensen_shannon.mistake
def square_root_taken(p, q):
    """The square root is the Jensen-Shannon distance: here the divergence itself is wanted."""
    mean = (p + q) / 2
    return np.sqrt((_divergence(p, mean) + _divergence(q, mean)) / 2)


@jensen_shannon.mistake
def half_forgotten(p, q):
    """Each of the two divergences counts one half."""
    mean = (p + q) / 2
    return _divergence(p, mean) + _divergence(q, mean)


@jensen_shannon.mistake
def one_side_only(p, q):
    """Both rows are compared with the mean, q as well as p."""
    return _divergence(p, (p + q) / 2)


@jensen_shannon.mistake
def zeros_in_the_logarithm(p, q):
    """0 times log2(0) is NaN in NumPy, and 0 here: put 1 in the place of a weight of 0 before the logarithm."""
    mean = (p + q) / 2
    return (p * np.log2(p / mean) + q * np.log2(q / mean)).sum(-1) / 2


@jensen_shannon.mistake
def sum_without_whole_terms(p, q):
    """np.nansum leaves out a whole term of the sum, with the half of it that is a number: mend each logarithm."""
    mean = (p + q) / 2
    return np.nansum(p * np.log2(p / mean) + q * np.log2(q / mean), axis=-1) / 2


@exercise("The way back through a softmax", "ch-practical-tips", core="(t),(t)->(t)")
def softmax_backward(weights, grad_weights):
    """Turn the gradient for the weights into that for the scores.

    weights: (..., T), the softmax of the scores
    grad_weights: (..., T), how the loss changes with each weight
    Returns: (..., T), how the loss changes with each score.
    """
    grad_scores = np.zeros_like(weights)
    for i in range(len(weights)):
        for j in range(len(weights)):
            slope = weights[j] * ((i == j) - weights[i])
            grad_scores[i] += slope * grad_weights[j]
    return grad_scores


@softmax_backward.inputs
def _(rng, batch, dtype):
    (T,) = sizes(rng, 1)
    weights, grad = rng.normal(size=(2, *batch, T)).astype(dtype)
    return right_softmax(weights), grad


@softmax_backward.edges
def _():
    return [(np.array([1.0, 0.0]), np.array([3.0, 4.0])), (np.array([[0.25] * 4]), np.array([[1.0] * 4]))]


@softmax_backward.mistake
def as_if_elementwise(weights, grad_weights):
    """w (1 - w) is the diagonal alone: every score changes every weight, since they share a sum."""
    return weights * (1 - weights) * grad_weights


@softmax_backward.mistake
def mean_not_subtracted(weights, grad_weights):
    """Raising all scores alike changes no weight, so the result must sum to 0: subtract the mean of the gradient."""
    return weights * grad_weights


@softmax_backward.mistake
def plain_mean_subtracted(weights, grad_weights):
    """Subtract the mean that the weights give, sum_j w_j g_j, not the plain one."""
    return weights * (grad_weights - grad_weights.mean(-1, keepdims=True))


@softmax_backward.mistake
def sum_of_everything(weights, grad_weights):
    """Each row has a mean of its own: sum over the last axis with keepdims=True."""
    return weights * (grad_weights - (weights * grad_weights).sum())


@softmax_backward.mistake
def not_multiplied(weights, grad_weights):
    """What is left after the subtraction is still to be multiplied by the weight."""
    return grad_weights - (weights * grad_weights).sum(-1, keepdims=True)


@softmax_backward.mistake
def added_for_subtracted(weights, grad_weights):
    """The mean of the gradient is subtracted: raising one score lowers all other weights."""
    return weights * (grad_weights + (weights * grad_weights).sum(-1, keepdims=True))


@softmax_backward.mistake
def mean_without_its_axis(weights, grad_weights):
    """The mean loses the last axis and then lines up with the wrong one: keepdims=True keeps it."""
    return weights * (grad_weights - (weights * grad_weights).sum(-1))


@softmax_backward.mistake
def sign_turned(weights, grad_weights):
    """This is the gradient with the other sign: the mean is subtracted from the gradient, not the reverse."""
    return weights * ((weights * grad_weights).sum(-1, keepdims=True) - grad_weights)
