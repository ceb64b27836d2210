"""The leaves of the package: here, and for dtypes in ``checks``, it is asked which array library is in use.

Attention and the recurrences above these two are written with ``@``, ``*``, ``+``, ``.mT`` and indexing alone, so
the same lines run on NumPy arrays (the reader's), JAX arrays (training differentiates them) and any other library
that follows the Python array API standard. Whole models look up embeddings and normalize layers as well, which NumPy
and JAX do alike.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from array_api_compat import is_lazy_array

from mha import checks

__all__ = [
    "add_up",
    "blend",
    "cast",
    "concat",
    "gelu",
    "sigmoid",
    "softmax",
    "stack",
    "tanh",
    "unspoiled",
    "weigh",
    "where",
    "widen",
    "zeros",
]


def softmax(scores, mask=None, axis=-1):
    """Turn scores into weights that are positive and sum to one, leaving out what the mask forbids.

    ``weights_i = exp(scores_i) / sum_j exp(scores_j)``, the sums running over the allowed ``j`` only.

    The largest score is subtracted first, so nothing overflows. Half-precision scores are exponentiated and
    summed in single precision and rounded once, at the end. A row in which nothing is allowed has no weight to
    give: it becomes zeros, as in ONNX's Attention operator, never NaN.

    Parameters
    ----------
    scores : array, any shape, floating point
        ``+inf`` counts as the largest finite number, ``-inf`` as forbidden.
    mask : boolean array that broadcasts to ``scores``, optional
        True = may attend.
    axis : int
        The axis that sums to one.

    Returns
    -------
    array, same shape and dtype as ``scores``

    Examples
    --------
    >>> import numpy as np
    >>> softmax(np.array([1000.0, 0.0]))
    array([1., 0.])
    >>> softmax(np.zeros((2, 3)), np.array([[True, True, False], [False, False, False]]))
    array([[0.5, 0.5, 0. ],
           [0. , 0. , 0. ]])
    """
    checks.floating(scores=scores)
    checks.axis_of(scores, axis)
    if mask is not None:
        checks.mask_for(mask, scores.shape)
    return weigh(scores, mask, axis)


def weigh(scores, mask=None, axis=-1):
    """Do what :func:`softmax` does, unchecked: what a decoder repeats at each step."""
    if scores.shape[axis] == 0:
        return scores
    xp, dtype = checks.library(scores), scores.dtype
    (scores,) = widen(scores)
    limits = _finfo(xp, scores.dtype)
    scores = xp.minimum(scores, limits.max)
    if mask is not None:
        mask = mask if type(mask) is type(scores) else xp.asarray(mask)
        scores = xp.where(mask, scores, -xp.inf)
    peak = xp.maximum(xp.max(scores, axis=axis, keepdims=True), limits.min)
    powers = xp.exp(scores - peak)
    total = xp.sum(powers, axis=axis, keepdims=True)  # at least 1, or 0 where nothing is allowed
    return cast(powers / xp.maximum(total, 1.0), dtype)


def blend(weights, values):
    """Add the values up, each with its weight: ``context_i = sum_j weights_ij values_j``.

    A value of weight zero is not read, so that padding may hold anything. In the plain product 0 · NaN is NaN; that
    one stands if it is finite, and in JAX, where what is done cannot depend on the numbers. A number that is not
    finite and has a weight makes NaN.

    Parameters
    ----------
    weights : array, (..., T_q, T_k)
    values : array, (..., T_k, d_v)

    Returns
    -------
    array, (..., T_q, d_v)

    Examples
    --------
    >>> import numpy as np
    >>> blend(np.array([[0.5, 0.5, 0.0], [0.0, 0.5, 0.5]]), np.array([[1.0], [3.0], [np.nan]]))
    array([[ 2.],
           [nan]])
    """
    with np.errstate(invalid="ignore"):
        return unspoiled(weights @ values, weights, values)


def unspoiled(context, weights, values):
    """Take out of the product of weights and values what values of weight zero have done to it, as in 0 · NaN."""
    xp = checks.library(weights, values)
    if is_lazy_array(context) or xp.all(xp.isfinite(context)):
        return context
    finite = xp.isfinite(values)
    spoiled = xp.astype(weights != 0, values.dtype) @ xp.astype(~finite, values.dtype) > 0
    return xp.where(spoiled, xp.nan, weights @ xp.where(finite, values, 0.0))


def tanh(x):
    """Hyperbolic tangent of each element.

    Examples
    --------
    >>> import numpy as np
    >>> tanh(np.array([0.0, 1.0])).round(4)
    array([0.    , 0.7616])
    """
    checks.floating(x=x)
    return checks.library(x).tanh(x)


def sigmoid(x):
    """Logistic function of each element, ``1 / (1 + exp(-x))``, without overflow at either end.

    Examples
    --------
    >>> import numpy as np
    >>> sigmoid(np.array([-1000.0, 0.0, 1000.0]))
    array([0. , 0.5, 1. ])
    """
    checks.floating(x=x)
    xp = checks.library(x)
    small = xp.exp(-xp.abs(x))  # at most 1, whatever the sign of x
    return xp.where(x < 0, small, xp.ones_like(small)) / (1 + small)


def gelu(x):
    """Let each number through as far as it is large: ``x Φ(x)``, with Φ the normal distribution function.

    Parameters
    ----------
    x : array, any shape, floating point

    Returns
    -------
    array, same shape and dtype as ``x``

    Notes
    -----
    Hendrycks and Gimpel (2016), *Gaussian Error Linear Units*. Array libraries have no Φ in common, so its tail is
    formula 26.2.17 of Abramowitz and Stegun (1964), whose error is below 7.5e-8.

    Examples
    --------
    >>> import numpy as np
    >>> gelu(np.array([-10.0, -1.0, 0.0, 1.0, 10.0])).round(4)
    array([-0.    , -0.1587,  0.    ,  0.8413, 10.    ])
    """
    checks.floating(x=x)
    xp, dtype = checks.library(x), x.dtype
    (x,) = widen(x)
    t = 1 / (1 + 0.2316419 * xp.abs(x))
    tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    tail = tail * xp.exp(-(x**2) / 2) / (2 * xp.pi) ** 0.5  # Φ(-|x|)
    return cast(x * xp.where(x > 0, 1 - tail, tail), dtype)


def where(condition, x, y):
    """Elements of ``x`` where the condition holds, of ``y`` elsewhere.

    Examples
    --------
    >>> import numpy as np
    >>> where(np.array([True, False]), np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    array([1., 4.])
    """
    xp = checks.library(x, y)
    return xp.where(xp.asarray(condition), x, y)


def stack(arrays, axis=0):
    """Join equal-shaped arrays along a new axis.

    Examples
    --------
    >>> import numpy as np
    >>> stack([np.zeros((2, 3)), np.ones((2, 3))], axis=-2).shape
    (2, 2, 3)
    """
    return checks.library(*arrays).stack(arrays, axis=axis)


def concat(arrays, axis=-1):
    """Join arrays along an axis that they have.

    Examples
    --------
    >>> import numpy as np
    >>> concat([np.zeros((2, 3)), np.ones((2, 4))]).shape
    (2, 7)
    """
    return checks.library(*arrays).concat(arrays, axis=axis)


def widen(*arrays):
    """Bring half precision to single, in which sums of products stay in range, and leave other arrays as they are.

    A half ends at 65,504 and has eleven bits, so a score of two vectors may not fit though the vectors do.

    Examples
    --------
    >>> import numpy as np
    >>> [x.dtype.name for x in widen(np.ones(2, dtype=np.float16), np.ones(2))]
    ['float32', 'float64']
    """
    return tuple(_widened(x) for x in arrays)


def _widened(x):
    if type(x) is np.ndarray and x.dtype.itemsize >= 4:
        return x
    xp = checks.library(x)
    return xp.astype(x, xp.float32) if xp.finfo(x.dtype).bits < 32 else x


@cache
def _finfo(xp, dtype):
    """The limits of a floating-point type, looked up once."""
    return xp.finfo(dtype)


def cast(array, dtype):
    """Round to this dtype; an array that has it already is not copied.

    Examples
    --------
    >>> import numpy as np
    >>> cast(np.array([1 / 3]), np.float16)
    array([0.3333], dtype=float16)
    """
    return array if array.dtype == dtype else checks.library(array).astype(array, dtype)


def add_up(array, axis):
    """Sum along an axis.

    Examples
    --------
    >>> import numpy as np
    >>> add_up(np.ones((2, 3)), axis=0)
    array([2., 2., 2.])
    """
    return checks.library(array).sum(array, axis=axis)


def zeros(shape, like):
    """Zeros of this shape, of the library and dtype of ``like``.

    Examples
    --------
    >>> import numpy as np
    >>> zeros((2,), like=np.ones(3, dtype=np.float32)).dtype
    dtype('float32')
    """
    return checks.library(like).zeros(shape, dtype=like.dtype)
