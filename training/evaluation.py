"""How well a model does: it is run by NumPy, as the reader runs it."""

import numpy as np

from mha.g2p import PHONEMES, error_rates
from mha.seq2seq import greedy_decode


def predictions(model, pairs, size=512):
    """Return the symbols that greedy decoding writes for each input, in the order of the pairs."""
    found = [()] * len(pairs.source)
    order = np.argsort(pairs.source_lengths, kind="stable")
    for rows in np.split(order, range(size, len(order), size)):
        longest = pairs.source_lengths[rows].max()
        written = greedy_decode(model, pairs.source[rows, :longest], pairs.source_lengths[rows])
        for row, symbols in zip(rows, PHONEMES.decode(written.tokens), strict=True):
            found[row] = symbols
    return found


def dev_error(recipe, model, most=1000):
    """Return the phoneme error rate on the first words of the dev split."""
    pairs = recipe.task("dev")
    some = np.random.default_rng(0).permutation(len(pairs.source))[:most]
    chosen = pairs._replace(
        entries=tuple(pairs.entries[i] for i in some),
        **{name: getattr(pairs, name)[some] for name in pairs._fields if name != "entries"},
    )
    references = [entry.pronunciations[0] for entry in chosen.entries]
    return error_rates(predictions(model, chosen), references).phoneme
