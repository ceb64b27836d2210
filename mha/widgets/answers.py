"""What a model answers to one word, with everything that a figure of it shows.

The front end computes the same in the reader's browser. What Python computes is stored in the notebook, so that a
figure stands there before any parameters have arrived.
"""

from __future__ import annotations

import math

import numpy as np

from mha.alphabet import END, START
from mha.g2p import LETTERS, PHONEMES
from mha.ops import softmax

__all__ = ["MOST_SOUNDS", "answer"]

MOST_SOUNDS = 40
NOTES, BARS = 9, 64  # how many numbers of a state, and of the summary, are drawn
DECIMALS = 4


def answer(model, word):
    """Let a model speak one word.

    Parameters
    ----------
    model : RecurrentModel or TransformerModel
    word : str

    Returns
    -------
    dict
        ``"word"``; ``"sounds"`` with the end symbol; ``"best"``, for each sound the two most probable symbols and
        their probabilities; ``"cross"``, the weights ``[layer][head][sound][letter]``; ``"encoder"``, the encoder's
        own ``[layer][head][letter][letter]``; ``"notes"``, a few numbers of each state; ``"summary"``, some of the
        last state's for a model without attention, else None. The letters end with the end symbol.

    Raises
    ------
    ValueError
        A word with unsupported letters, or none.

    Examples
    --------
    >>> from mha.pretrained import load
    >>> said = answer(load("g2p-none"), "ox")
    >>> said["sounds"], said["cross"], len(said["summary"])
    (['AA', 'K', 'S', '</s>'], [[]], 64)
    """
    memory = model.encode(*LETTERS.encode([word]))
    state, previous = model.start(memory), np.array([START])
    sounds, best, cross = [], [], []
    while len(sounds) < MOST_SOUNDS and previous[0] != END:
        state, logits, weights = model.step(memory, state, previous)
        chances = softmax(logits[0, END:])  # padding and start are never said
        order = np.argsort(-chances, kind="stable")
        previous = END + order[:1]
        sounds.append(PHONEMES.symbols[previous[0]])
        best.append([[PHONEMES.symbols[END + i], round(float(chances[i]), DECIMALS)] for i in order[:2]])
        cross.append(weights.cross[0])
    looks_back = cross[0].shape[1] > 0
    return {
        "word": word,
        "sounds": sounds,
        "best": best,
        "cross": _rounded(np.stack(cross, axis=-2)),
        "encoder": [] if memory.weights is None else _rounded(memory.weights[0]),
        "notes": _rounded(some(memory.states[0], NOTES)),
        "summary": None if looks_back else _rounded(some(memory.final[0], BARS)),
    }


def some(states, count):
    """Take ``count`` numbers out of each state, evenly spread.

    Examples
    --------
    >>> some(np.arange(10), 3)
    array([1, 5, 8])
    """
    width = states.shape[-1]
    return states[..., [math.floor((i + 0.5) * width / count) for i in range(count)]]


def _rounded(array):
    """An array as nested lists of short numbers."""
    return np.round(array, DECIMALS).tolist()
