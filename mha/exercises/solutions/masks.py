"""Solutions of the exercises on masks."""

import numpy as np


def causal_mask(T_q, T_k):
    """A column of queries against a row of keys: broadcasting makes the matrix."""
    return np.arange(T_k) <= np.arange(T_q)[:, None] + T_k - T_q


def padding_mask(lengths, T_k):
    """The two new axes leave room for queries and for keys."""
    return np.arange(T_k) < lengths[:, None, None]


def window_mask(T, size):
    """Compare the distance with both ends of the window."""
    back = np.arange(T)[:, None] - np.arange(T)
    return (back >= 0) & (back < size)
