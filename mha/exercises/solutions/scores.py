"""Solutions of the exercises on scores."""

import math

import numpy as np

from mha.exercises.solutions.weights import softmax, softmax_backward


def additive_score(query, states, W_a, U_a, v_a):
    """Two new axes let every query meet every state."""
    asked = (query @ W_a)[..., :, None, :]  # (..., T_q, 1, d_a)
    known = (states @ U_a)[..., None, :, :]  # (..., 1, T_k, d_a)
    return np.tanh(asked + known) @ v_a


def attention(query, key, value):
    """One product compares, another blends."""
    scores = query @ key.mT / math.sqrt(key.shape[-1])
    weights = softmax(scores)
    return weights @ value, weights


def attention_backward(query, key, value, grad_context):
    """The forward pass from its end to its beginning; each product gives two."""
    scale = 1 / math.sqrt(key.shape[-1])
    _, weights = attention(query, key, value)
    grad_value = weights.mT @ grad_context
    grad_scores = softmax_backward(weights, grad_context @ value.mT)
    return grad_scores @ key * scale, grad_scores.mT @ query * scale, grad_value
