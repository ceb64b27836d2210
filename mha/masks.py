"""Who may look at what. Boolean arrays, True = may attend; combine them with ``&``."""

from __future__ import annotations

import numpy as np

from mha.checks import lengths_within, positive_int

__all__ = ["causal_mask", "padding_mask", "window_mask"]


def causal_mask(T_q, T_k=None):
    """Let each query see the keys up to its own place, the last query being aligned with the last key.

    ``mask[i, j] = j <= i + T_k - T_q``

    With as many queries as keys this is the lower triangle. With fewer queries, as in step-by-step decoding, the
    queries are the last ``T_q`` places of the sequence: each sees all that came before it.

    Parameters
    ----------
    T_q : int
        Number of queries.
    T_k : int, optional
        Number of keys, ``T_q`` unless said.

    Returns
    -------
    bool array, (T_q, T_k)
        With more queries than keys the first ``T_q - T_k`` rows are empty.

    Notes
    -----
    Masking the positions that follow is described in Vaswani et al. (2017), section 3.2.3.

    Examples
    --------
    >>> causal_mask(2, 4).astype(int)
    array([[1, 1, 1, 0],
           [1, 1, 1, 1]])
    """
    return window_mask(T_q, T_k)


def window_mask(T_q, T_k=None, size=None):
    """Let each query see itself and the keys before it, at most ``size`` of them in all.

    ``mask[i, j] = 0 <= i + T_k - T_q - j < size``

    Parameters
    ----------
    T_q, T_k : int
        As in :func:`causal_mask`.
    size : int, optional
        Width of the window; unlimited unless said, which is the causal mask.

    Returns
    -------
    bool array, (T_q, T_k)

    Examples
    --------
    >>> window_mask(4, size=2).astype(int)
    array([[1, 0, 0, 0],
           [1, 1, 0, 0],
           [0, 1, 1, 0],
           [0, 0, 1, 1]])

    A window to both sides is one window or the other, transposed:

    >>> (window_mask(4, size=2) | window_mask(4, size=2).T).astype(int)
    array([[1, 1, 0, 0],
           [1, 1, 1, 0],
           [0, 1, 1, 1],
           [0, 0, 1, 1]])
    """
    T_k = T_q if T_k is None else T_k
    positive_int("T_q", T_q)
    positive_int("T_k", T_k)
    back = np.arange(T_q)[:, None] + (T_k - T_q) - np.arange(T_k)  # how far key j lies behind query i
    if size is None:
        return back >= 0
    positive_int("size", size)
    return (back >= 0) & (back < size)


def padding_mask(lengths, T_k):
    """Let every query of a sequence see its real keys and none of the padding behind them.

    ``mask[b, 0, j] = j < lengths[b]``

    The middle axis stands for the queries. It is there on purpose: a mask of shape (B, T_k) would be read as
    (T_q, T_k) when B happens to equal T_q, and nothing would fail.

    Parameters
    ----------
    lengths : int array or list, (...,)
        Real length of each sequence, 0 to ``T_k``.
    T_k : int
        Padded length.

    Returns
    -------
    bool array, (..., 1, T_k)

    Examples
    --------
    >>> padding_mask([2, 3], 3).astype(int)
    array([[[1, 1, 0]],
    <BLANKLINE>
           [[1, 1, 1]]])
    """
    positive_int("T_k", T_k)
    return np.arange(T_k) < lengths_within(lengths, T_k)[..., None, None]
