"""How well a model does: it is run by NumPy, as the reader runs it."""

import numpy as np

from mha.seq2seq import greedy_decode

__all__ = ["dev_error", "greedy_predictions"]


def greedy_predictions(model, pairs, alphabet, size=512):
    """Return the symbols that greedy decoding writes for each input, in the order of the pairs.

    Parameters
    ----------
    model : RecurrentModel or TransformerModel
    pairs : Pairs
    alphabet : Alphabet
        Of the outputs.
    size : int
        How many are decoded at once; inputs of about equal length go together.
    """
    found = [()] * len(pairs.source)
    order = np.argsort(pairs.source_lengths, kind="stable")
    for rows in np.split(order, range(size, len(order), size)):
        longest = pairs.source_lengths[rows].max()
        written = greedy_decode(model, pairs.source[rows, :longest], pairs.source_lengths[rows])
        for row, symbols in zip(rows, alphabet.decode(written.tokens), strict=True):
            found[row] = symbols
    return found


def dev_error(task, model, most=1000):
    """Return the task's measure on pairs of the dev split: at most so many, always the same."""
    pairs = task.pairs("dev")
    some = pairs.take(np.random.default_rng(0).permutation(len(pairs.entries))[:most])
    return task.errors(task.predictions(model, some), some.entries)[task.measure]
