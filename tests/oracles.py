"""What the functions of mha mean, written as loops over single numbers in float64: slow, plain, and independent."""

import math

import numpy as np


def softmax(scores, mask=None):
    """Weights over the last axis; a row in which nothing is allowed is zero."""
    weights = np.zeros(np.shape(scores))
    allowed = np.broadcast_to(True if mask is None else mask, weights.shape)
    for row in np.ndindex(weights.shape[:-1]):
        columns = [j for j in range(weights.shape[-1]) if allowed[row][j] and scores[row][j] != -math.inf]
        peak = max((float(scores[row][j]) for j in columns), default=0.0)
        total = math.fsum(math.exp(float(scores[row][j]) - peak) for j in columns)
        for j in columns:
            weights[row][j] = math.exp(float(scores[row][j]) - peak) / total
    return weights


def scores_by(score, query, states):
    """Score every query vector against every state vector, the leading dimensions broadcasting."""
    batch = np.broadcast_shapes(query.shape[:-2], states.shape[:-2])
    query = np.broadcast_to(query, (*batch, *query.shape[-2:]))
    states = np.broadcast_to(states, (*batch, *states.shape[-2:]))
    scores = np.zeros((*batch, query.shape[-2], states.shape[-2]))
    for *b, i, j in np.ndindex(scores.shape):
        scores[(*b, i, j)] = score(query[(*b, i)], states[(*b, j)])
    return scores


def dot(x, y):
    """Inner product of two vectors."""
    return math.fsum(float(a) * float(b) for a, b in zip(x, y, strict=True))


def times(x, W):
    """Row vector times matrix."""
    return [dot(x, W[:, column]) for column in range(W.shape[1])]


def general(W_a):
    """Luong's "general" score."""
    return lambda s, h: dot(times(s, W_a), h)


def additive(W_a, U_a, v_a):
    """Bahdanau's score."""
    return lambda s, h: dot([math.tanh(a + b) for a, b in zip(times(s, W_a), times(h, U_a), strict=True)], v_a)


def concatenated(W_a, v_a):
    """Luong's "concat" score."""
    return lambda s, h: dot([math.tanh(a) for a in times([*s, *h], W_a)], v_a)


def blend(weights, values):
    """Blend the value vectors by each row of weights."""
    batch = np.broadcast_shapes(weights.shape[:-2], values.shape[:-2])
    weights = np.broadcast_to(weights, (*batch, *weights.shape[-2:]))
    values = np.broadcast_to(values, (*batch, *values.shape[-2:]))
    context = np.zeros((*batch, weights.shape[-2], values.shape[-1]))
    for *b, i, column in np.ndindex(context.shape):
        context[(*b, i, column)] = dot(weights[(*b, i)], values[tuple(b)][:, column])
    return context


def attention(query, key, value, mask=None, bias=0.0, scale=None):
    """Scaled dot-product attention: context and weights."""
    scale = 1 / math.sqrt(key.shape[-1]) if scale is None else scale
    scores = scores_by(dot, query, key)
    scores = np.array([float(score) * float(scale) for score in scores.flat]).reshape(scores.shape) + bias
    weights = softmax(scores, mask)
    return blend(weights, value), weights


def multi_head(layer, query, key, value, mask=None, bias=None):
    """Multi-head attention for one sequence, (T, d); the mask has a head axis or none."""
    weights, output = [], np.zeros((len(query), layer.W_o.shape[-1]))
    for i, (W_q, W_k, W_v, W_o) in enumerate(zip(*layer, strict=True)):
        heads = [np.array([times(x, W) for x in X]) for X, W in ((query, W_q), (key, W_k), (value, W_v))]
        at_head = mask[i] if np.ndim(mask) == 3 else mask
        context, rows = attention(*heads, at_head, 0.0 if bias is None else bias[i])
        weights.append(rows)
        output += [times(c, W_o) for c in context]
    return output, np.array(weights)


def sigmoid(x):
    """Logistic function of one number."""
    return 1 / (1 + math.exp(-x)) if x > 0 else math.exp(x) / (1 + math.exp(x))


def rnn_step(cell, x, state):
    """One step of the plain recurrence for one vector."""
    W, U, b = cell
    return [math.tanh(a + c + d) for a, c, d in zip(times(x, W), times(state, U), b, strict=True)]


def gru_step(cell, x, state):
    """One step of the gated recurrence for one vector."""
    W, U, b, c = cell
    given = [w + bias for w, bias in zip(times(x, W), b, strict=True)]
    recalled = [u + bias for u, bias in zip(times(state, U), c, strict=True)]
    d, new = len(state), []
    for k in range(d):
        reset = sigmoid(given[k] + recalled[k])
        update = sigmoid(given[d + k] + recalled[d + k])
        candidate = math.tanh(given[2 * d + k] + reset * recalled[2 * d + k])
        new.append((1 - update) * candidate + update * float(state[k]))
    return new


def unroll(step, cell, inputs, state=None, length=None, reverse=False):
    """All states (T, d) and the final one, for one sequence (T, d_in)."""
    T = len(inputs)
    state = [0.0] * cell.U.shape[0] if state is None else state
    states = [None] * T
    for t in reversed(range(T)) if reverse else range(T):
        if length is None or t < length:
            state = step(cell, inputs[t], state)
        states[t] = state
    return np.array(states), np.array(state)


def window(T_q, T_k, size=math.inf):
    """The last query stands at the last key and sees ``size`` keys up to itself."""
    return np.array([[0 <= (i - T_q) - (j - T_k) < size for j in range(T_k)] for i in range(T_q)])


def padding(lengths, T_k):
    """Real keys of each sequence, (B, 1, T_k)."""
    return np.array([[[j < length for j in range(T_k)]] for length in lengths])
