"""Scaled dot-product attention: one question, many ledgers, one blended answer."""

from __future__ import annotations

import math

from mha import checks
from mha.ops import softmax

__all__ = ["scaled_dot_product_attention"]


def scaled_dot_product_attention(query, key, value, mask=None, *, bias=None, scale=None):
    """Compare every query with every key and return the values blended accordingly.

    ``weights = softmax(Q K^T / sqrt(d_k) + bias)``, ``context = weights V``

    Parameters
    ----------
    query : array, (..., T_q, d_k)
    key : array, (..., T_k, d_k)
    value : array, (..., T_k, d_v)
        Leading dimensions (batch, heads) broadcast against each other.
    mask : boolean array that broadcasts to (..., T_q, T_k), optional
        True = may attend. A query that may attend to nothing gets zeros for weights and context.
    bias : array that broadcasts to (..., T_q, T_k), optional
        Added to the scores before the softmax, for example what a distance is worth.
    scale : float, optional
        Factor of the scores, ``1 / sqrt(d_k)`` unless said.

    Returns
    -------
    context : array, (..., T_q, d_v)
    weights : array, (..., T_q, T_k)
        Every row sums to one, or is all zeros.

    Raises
    ------
    TypeError
        Integers instead of floating-point numbers; a mask that is not boolean.
    ValueError
        Shapes that do not fit, with both of them.

    Notes
    -----
    Vaswani et al. (2017), *Attention Is All You Need*, equation 1. The queries are scaled before the product, not
    the scores after it: the same number, but half-precision scores stay in range.

    What stands at a forbidden key is never read. A forbidden value is multiplied by a weight of zero, so it must be
    finite: zero times NaN is NaN. Whoever wants to change the scores on their way, to cap them for example, takes
    the function apart: ``read(cap * tanh(dot_score(scale * query, key) / cap), value, mask)``.

    Examples
    --------
    >>> import numpy as np
    >>> query, key = np.zeros((1, 2)), np.zeros((2, 2))
    >>> context, weights = scaled_dot_product_attention(query, key, np.array([[1.0], [3.0]]))
    >>> context, weights
    (array([[2.]]), array([[0.5, 0.5]]))
    """
    checks.dot_product(query, key, value)
    scale = 1 / math.sqrt(key.shape[-1]) if scale is None else scale
    checks.finite_number("scale", scale)
    scores = (query * float(scale)) @ key.mT  # (..., T_q, T_k)
    if bias is not None:
        checks.bias_for(bias, scores.shape)
        scores = scores + bias
    weights = softmax(scores, mask)
    return weights @ value, weights
