"""Scaled dot-product attention: one question, many ledgers, one blended answer."""

from __future__ import annotations

import math

import numpy as np

from mha import checks
from mha.ops import cast, unspoiled, weigh, widen

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
        Every row sums to one, or is all zeros. Both have the dtype of the values.

    Raises
    ------
    TypeError
        Integers instead of floating-point numbers; a mask that is not boolean.
    ValueError
        Shapes that do not fit, with both of them.

    Notes
    -----
    Vaswani et al. (2017), *Attention Is All You Need*, equation 1. Half precision is computed in single, since a
    score may leave its range, and rounded once, at the end.

    What stands at a forbidden key or value is never read: padding may hold NaN. (In JAX, which cannot look at the
    numbers first, a forbidden value must be finite, since zero times NaN is NaN.)

    Whoever wants to change the scores on their way, to cap them for example, takes the function apart:
    ``read(cap * tanh(dot_score(scale * query, key) / cap), value, mask)``.

    Examples
    --------
    >>> import numpy as np
    >>> query, key = np.zeros((1, 2)), np.zeros((2, 2))
    >>> context, weights = scaled_dot_product_attention(query, key, np.array([[1.0], [3.0]]))
    >>> context, weights
    (array([[2.]]), array([[0.5, 0.5]]))
    """
    checks.dot_product(query, key, value)
    if scale is not None:
        checks.finite_number("scale", scale)
    if mask is not None:
        checks.mask_for(mask, _shape_of_scores(query, key))
    if bias is not None:
        checks.bias_for(bias, _shape_of_scores(query, key))
    dtype = value.dtype
    query, key, value = widen(query, key, value)
    with np.errstate(invalid="ignore"):  # padding may be infinite; what becomes of it is not read
        context, weights = look(query, key, value, mask, bias=bias, scale=scale)
        context = unspoiled(context, weights, value)
    return cast(context, dtype), cast(weights, dtype)


def look(query, key, value, mask=None, *, bias=None, scale=None):
    """Do what :func:`scaled_dot_product_attention` does, for finite arrays that are known to fit.

    Decoders repeat it at each step: asking them every time would take longer than the answer.
    """
    scale = 1 / math.sqrt(key.shape[-1]) if scale is None else float(scale)
    dtype = value.dtype
    query, key, value = widen(query, key, value)
    scores = (query * scale) @ key.mT  # (..., T_q, T_k)
    if bias is not None:
        scores = scores + bias
    weights = weigh(scores, mask)
    return cast(weights @ value, dtype), cast(weights, dtype)


def _shape_of_scores(query, key):
    return (*np.broadcast_shapes(query.shape[:-2], key.shape[:-2]), query.shape[-2], key.shape[-2])
