"""How well a model does: it is run by NumPy, as the reader runs it."""

import numpy as np

from mha.g2p import PHONEMES, error_rates
from mha.seq2seq import greedy_decode


def predictions(model, pairs, size=512):
    """Return the symbols that greedy decoding writes for each input, in the order of the pairs.

    Parameters
    ----------
    model : RecurrentModel or TransformerModel
    pairs : Pairs
    size : int
        How many are decoded at once; inputs of about equal length go together.
    """
    found = [()] * len(pairs.source)
    order = np.argsort(pairs.source_lengths, kind="stable")
    for rows in np.split(order, range(size, len(order), size)):
        longest = pairs.source_lengths[rows].max()
        written = greedy_decode(model, pairs.source[rows, :longest], pairs.source_lengths[rows])
        for row, symbols in zip(rows, PHONEMES.decode(written.tokens), strict=True):
            found[row] = symbols
    return found


def dev_error(recipe, model, most=1000):
    """Return the phoneme error rate, as a fraction, on words of the dev split: at most so many, always the same."""
    pairs = recipe.task("dev")
    some = pairs.take(np.random.default_rng(0).permutation(len(pairs.source))[:most])
    return error_rates(predictions(model, some), [entry.pronunciations[0] for entry in some.entries]).phoneme
