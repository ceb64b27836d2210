"""What the models learn: pairs of symbol sequences, numbered, and batches of them."""

from typing import NamedTuple

import numpy as np

from mha.alphabet import PAD
from mha.g2p import LETTERS, PHONEMES, Entry, words


class Pairs(NamedTuple):
    """Inputs and outputs as padded numbers, with the entries they come from.

    Parameters
    ----------
    source : int array, (N, T_x)
    source_lengths : int array, (N,)
    target : int array, (N, T_y)
        With a start in front and an end behind.
    target_lengths : int array, (N,)
    entries : tuple of Entry
    """

    source: np.ndarray
    source_lengths: np.ndarray
    target: np.ndarray
    target_lengths: np.ndarray
    entries: tuple[Entry, ...]

    def take(self, rows):
        """Return the pairs of these rows, in their order."""
        return Pairs(*(array[rows] for array in self[:-1]), tuple(self.entries[row] for row in rows))


def single_words(split: str) -> Pairs:
    """Return the dictionary's words of a split with their reference pronunciations."""
    entries = words(split)
    source = LETTERS.encode([entry.word for entry in entries])
    target = PHONEMES.encode([entry.pronunciations[0] for entry in entries], start=True)
    return Pairs(*source, *target, entries)


def batches(pairs: Pairs, size: int, rng: np.random.Generator, widths: tuple[int, ...] = (7, 9, 11, 14)):
    """Deal all pairs once, in random batches of about equal length.

    A batch has one of few widths, so that the step is compiled a few times only; the last batch of a width is
    filled up with pairs drawn again.

    Yields
    ------
    source (size, width), source_lengths (size,), target (size, width + 1)
    """
    longest = np.maximum(pairs.source_lengths, pairs.target_lengths - 1)
    edges = [*(width for width in widths if width < longest.max()), int(longest.max())]
    bucket = np.searchsorted(edges, longest)
    dealt = []
    for number, width in enumerate(edges):
        order = rng.permutation(np.flatnonzero(bucket == number))
        if len(order):
            extra = rng.choice(order, -len(order) % size)
            dealt += [(width, rows) for rows in np.concatenate([order, extra]).reshape(-1, size)]
    for index in rng.permutation(len(dealt)):
        width, rows = dealt[index]
        yield _cut(pairs.source[rows], width), pairs.source_lengths[rows], _cut(pairs.target[rows], width + 1)


def batch_count(pairs: Pairs, size: int) -> int:
    """How many batches :func:`batches` deals."""
    return sum(1 for _ in batches(pairs, size, np.random.default_rng(0)))


def _cut(rows, width):
    """Cut or pad rows (size, T) to (size, width)."""
    rows = rows[:, :width]
    return np.pad(rows, [(0, 0), (0, width - rows.shape[1])], constant_values=PAD)
