"""What a model learns: pairs of symbol sequences, numbered, batches of them, and how answers are judged."""

from typing import NamedTuple

import numpy as np

from mha.alphabet import PAD, Alphabet
from mha.seq2seq import RecurrentModel, TransformerModel
from training.evaluation import greedy_predictions
from training.heads import describe_heads
from training.objective import next_symbol_loss

__all__ = ["Pairs", "Task", "batches"]


class Pairs(NamedTuple):
    """Inputs and outputs as padded numbers, with the entries they come from.

    Parameters
    ----------
    source : int array, (N, T_x)
    source_lengths : int array, (N,)
    target : int array, (N, T_y)
        With a start in front and an end behind.
    target_lengths : int array, (N,)
    entries : tuple
        What the task's ``errors`` compares predictions with.
    """

    source: np.ndarray
    source_lengths: np.ndarray
    target: np.ndarray
    target_lengths: np.ndarray
    entries: tuple

    def take(self, rows):
        """Return the pairs of these rows, in their order."""
        return Pairs(*(array[rows] for array in self[:-1]), tuple(self.entries[row] for row in rows))


class Task:
    """What a model learns, and how its answers are judged; the base of every task.

    A task must say ``name``, ``data`` and ``measure``, and have :meth:`pairs` and :meth:`errors`. If it turns one
    sequence of symbols into another, it says ``source`` and ``target`` too, and batches, loss and greedy decoding
    come with it. A task of another kind brings its own :meth:`batches`, :meth:`loss`, :meth:`predictions` and, if it
    likes, :meth:`heads`: nobody else looks into a batch or a prediction, and of its pairs only ``entries`` and ``take``
    are used.

    A task has no state and is one instance, so that JAX compiles once for it.

    Attributes
    ----------
    name : str
        What the card calls it. Whoever changes the data changes the name: models of the old data are then stale.
    data : dict
        For the card: the data's ``source``, ``license`` and ``split``.
    measure : str
        The number in what :meth:`errors` returns that tells better from worse: models are compared by it.
    source, target : Alphabet
        Of inputs and outputs.
    widths : tuple of int
        What inputs are padded to, see :func:`batches`. Each is compiled once, which takes about ten seconds.
    """

    name: str
    data: dict
    measure: str
    source: Alphabet
    target: Alphabet
    widths = (7, 9, 11, 14)

    def pairs(self, split):
        """Return the :class:`Pairs` of ``"train"``, ``"dev"`` or ``"test"``, the same at every call."""
        raise NotImplementedError

    def errors(self, found, entries):
        """Judge predictions by their entries: errors in per cent as a card shows them, ``measure`` among them.

        Parameters
        ----------
        found : list
            What :meth:`predictions` returned.
        entries : tuple
            Those of the pairs.

        Returns
        -------
        dict
            Nested as one likes, of what JSON can hold.
        """
        raise NotImplementedError

    def sizes(self):
        """Return the sizes of both alphabets, as an architecture names them."""
        return {"source_symbols": len(self.source.symbols), "target_symbols": len(self.target.symbols)}

    def batches(self, pairs, size, rng):
        """Deal all pairs once, in random batches: what :meth:`loss` takes."""
        return batches(pairs, size, rng, self.widths)

    def loss(self, model, batch, *, key, recipe):
        """Return the number that training makes small; ``key`` is for dropout."""
        return next_symbol_loss(model, *batch, key=key, recipe=recipe)

    def predictions(self, model, pairs):
        """Return what the model answers to each input, in the order of the pairs; NumPy runs it."""
        return greedy_predictions(model, pairs, self.target)

    def heads(self, model):
        """Return what the model's heads do, for the card: see :func:`training.heads.describe_heads`."""
        return describe_heads(self, model) if isinstance(model, (RecurrentModel, TransformerModel)) else {}


def batches(pairs, size, rng, widths):
    """Deal all pairs once, in random batches of about equal length.

    A batch has one of few widths, so that the step is compiled a few times only; the last batch of a width is
    filled up with pairs drawn again.

    Parameters
    ----------
    pairs : Pairs
    size : int
    rng : numpy.random.Generator
    widths : tuple of int
        Rising; the longest pair is one more, if it is longer.

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


def _cut(rows, width):
    """Cut or pad rows (size, T) to (size, width)."""
    rows = rows[:, :width]
    return np.pad(rows, [(0, 0), (0, width - rows.shape[1])], constant_values=PAD)
