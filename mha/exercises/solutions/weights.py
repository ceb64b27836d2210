"""Solutions of the exercises on weights."""

import numpy as np


def softmax(scores):
    """Subtracting the largest score divides numerator and denominator by the same factor."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def masked_softmax(scores, mask):
    """Where nothing is allowed, 0 stands for the peak -inf and 1 for the total 0: the row becomes 0 / 1."""
    scores = np.where(mask, scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(np.isinf(peak), 0, peak))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1, total)


def entropy(weights):
    """The logarithm of 1 is 0, so a 1 in the place of a 0 adds nothing."""
    safe = np.where(weights > 0, weights, 1)
    return -(weights * np.log2(safe)).sum(axis=-1)


def jensen_shannon(p, q):
    """Where p is 0 the quotient becomes 1, and its logarithm 0."""
    mean = (p + q) / 2

    def divergence(w):
        quotient = np.where(w > 0, w, 1) / np.where(w > 0, mean, 1)
        return (w * np.log2(quotient)).sum(axis=-1)

    return (divergence(p) + divergence(q)) / 2


def softmax_backward(weights, grad_weights):
    """The Jacobian is diag(w) - w wᵀ; it need not be built."""
    mean = (weights * grad_weights).sum(axis=-1, keepdims=True)
    return weights * (grad_weights - mean)
