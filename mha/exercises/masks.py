"""Exercises on masks: who may look at what. True = may attend."""

import numpy as np

from mha.exercises.exercise import exercise, sizes
from mha.masks import causal_mask as right_causal
from mha.masks import padding_mask as right_padding
from mha.masks import window_mask as right_window


@exercise("Causal mask", "ch-practical-tips")
def causal_mask(T_q, T_k):
    """Let each query see the keys up to its own place.

    The last query stands at the last key.

    T_q, T_k: int
    Returns: bool, (T_q, T_k), True = may attend. If T_q > T_k the
    first rows are empty.
    """
    mask = np.zeros((T_q, T_k), dtype=bool)
    for i in range(T_q):
        for j in range(T_k):
            mask[i, j] = j <= i + T_k - T_q
    return mask


@causal_mask.inputs
def _(rng, batch, dtype):
    return tuple(map(int, sorted(sizes(rng, 2))))


@causal_mask.edges
def _():
    return [(1, 1), (1, 5), (4, 4), (5, 2)]


@causal_mask.mistake
def aligned_at_the_first_key(T_q, T_k):
    """The last query stands at the last key, not the first at the first: j <= i + T_k - T_q."""
    return np.tril(np.ones((T_q, T_k), dtype=bool))


@causal_mask.mistake
def blind_to_itself(T_q, T_k):
    """A query may see its own place: <=, not <."""
    return np.tril(np.ones((T_q, T_k), dtype=bool), T_k - T_q - 1)


@causal_mask.mistake
def one_step_ahead(T_q, T_k):
    """This lets each query see one key too many, the next one."""
    return np.tril(np.ones((T_q, T_k), dtype=bool), T_k - T_q + 1)


@causal_mask.mistake
def future_for_past(T_q, T_k):
    """True means: may attend. This mask marks what must not be seen."""
    return ~right_causal(T_q, T_k)


@causal_mask.mistake
def future_from_the_first_key(T_q, T_k):
    """True means: may attend, and the last query stands at the last key. This is the reverse of both."""
    return np.triu(np.ones((T_q, T_k), dtype=bool), 1)


@causal_mask.mistake
def shifted_the_wrong_way(T_q, T_k):
    """T_k - T_q keys come before the first query: add that number to i, do not subtract it."""
    return np.tril(np.ones((T_q, T_k), dtype=bool), T_q - T_k)


@causal_mask.mistake
def past_for_future(T_q, T_k):
    """Rows are queries and columns are keys: this is the triangle on the other side of the diagonal."""
    return np.triu(np.ones((T_q, T_k), dtype=bool), T_k - T_q)


@causal_mask.mistake
def numbers_for_truth(T_q, T_k):
    """A mask is boolean, not 0 and 1 as numbers: give np.ones dtype=bool, or compare."""
    return np.tril(np.ones((T_q, T_k)), T_k - T_q)


@causal_mask.mistake
def added_to_scores(T_q, T_k):
    """This is a bias of 0 and -inf, to be added to scores. Wanted is the boolean mask."""
    return np.where(right_causal(T_q, T_k), 0.0, -np.inf)


@causal_mask.mistake
def queries_for_keys(T_q, T_k):
    """Rows are queries, columns are keys: the shape is (T_q, T_k)."""
    return right_causal(T_q, T_k).T


@exercise("Padding mask", "ch-bahdanau")
def padding_mask(lengths, T_k):
    """Let every query see real keys, and no padding behind them.

    lengths: int, (B,), how many keys are real
    T_k: int, keys with padding
    Returns: bool, (B, 1, T_k), True = may attend; it fits scores of
    shape (B, T_q, T_k).
    """
    mask = np.zeros((len(lengths), 1, T_k), dtype=bool)
    for b in range(len(lengths)):
        for j in range(T_k):
            mask[b, 0, j] = j < lengths[b]
    return mask


@padding_mask.inputs
def _(rng, batch, dtype):
    B, T_k = sizes(rng, 2)
    return rng.integers(0, T_k + 1, B), int(T_k)


@padding_mask.edges
def _():
    return [(np.array([3, 1]), 4), (np.array([0]), 3), (np.array([4, 4, 4]), 4), (np.array([2, 3, 1]), 3)]


@padding_mask.mistake
def no_axis_for_queries(lengths, T_k):
    """Scores have shape (B, T_q, T_k): (B, T_k) lines up with the queries. Put an axis of length 1 between."""
    return right_padding(lengths, T_k)[:, 0, :]


@padding_mask.mistake
def axes_in_the_wrong_place(lengths, T_k):
    """This masks queries, since the last axis is 1. The keys stand last: (B, 1, T_k)."""
    return right_padding(lengths, T_k).swapaxes(-1, -2)


@padding_mask.mistake
def padding_for_keys(lengths, T_k):
    """True means: may attend. This is true at the padding."""
    return ~right_padding(lengths, T_k)


@padding_mask.mistake
def one_too_many(lengths, T_k):
    """Positions count from 0, so the last real one is length - 1: j < length, not <=."""
    return np.arange(T_k) <= lengths[:, None, None]


@padding_mask.mistake
def one_too_few(lengths, T_k):
    """The last real position, length - 1, may be seen: j < length."""
    return np.arange(T_k) < lengths[:, None, None] - 1


@padding_mask.mistake
def padding_in_front(lengths, T_k):
    """The padding stands behind the keys, not before them."""
    return np.arange(T_k) >= T_k - lengths[:, None, None]


@padding_mask.mistake
def zeros_and_ones(lengths, T_k):
    """A mask is boolean: leave the comparison as it is."""
    return right_padding(lengths, T_k).astype(int)


@exercise("Window mask", "ch-practical-tips")
def window_mask(T, size):
    """Let each position see itself and a few before it.

    T, size: int; at most `size` positions are seen, itself included
    Returns: bool, (T, T), True = may attend.
    """
    mask = np.zeros((T, T), dtype=bool)
    for i in range(T):
        for j in range(T):
            mask[i, j] = 0 <= i - j < size
    return mask


@window_mask.inputs
def _(rng, batch, dtype):
    size, T = sorted(sizes(rng, 2))
    return int(T), int(size)


@window_mask.edges
def _():
    return [(4, 1), (3, 7), (1, 1)]


@window_mask.mistake
def itself_not_counted(T, size):
    """The position itself is one of the `size`: i - j < size, not <=."""
    return right_window(T, size=size + 1)


@window_mask.mistake
def itself_not_seen(T, size):
    """A position sees itself: i - j starts at 0."""
    return right_window(T, size=size) & ~np.eye(T, dtype=bool)


@window_mask.mistake
def future_seen(T, size):
    """The window reaches back only: nothing behind the position may be seen."""
    return right_window(T, size=size) | right_window(T, size=size).T


@window_mask.mistake
def window_ahead(T, size):
    """Row i is the query: it sees columns j up to i, not from i on."""
    return right_window(T, size=size).T


@window_mask.mistake
def no_window(T, size):
    """This is the causal mask: what lies `size` or more places back must not be seen."""
    return right_window(T)


@window_mask.mistake
def window_forbidden(T, size):
    """True means: may attend. This forbids the window and allows the rest."""
    return ~right_window(T, size=size)
