"""The models of the book, one interface: encode once, then write one symbol at a time.

``memory = model.encode(source, lengths)``; ``state = model.start(memory)``;
``state, logits, weights = model.step(memory, state, previous)``. :func:`greedy_decode` needs nothing else, and neither
do the chapters, the figures and the tests.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mha import checks
from mha.alphabet import END, PAD, START
from mha.recurrent import RecurrentModel
from mha.transformer import TransformerModel

__all__ = ["Decoded", "RecurrentModel", "TransformerModel", "greedy_decode"]


class Decoded(NamedTuple):
    """What greedy decoding wrote, and where it looked.

    Rows past a word's end and columns past its letters are zeros, in all weights.

    Parameters
    ----------
    tokens : int array, (B, T_y)
        With the end symbol, then padding.
    lengths : int array, (B,)
        Symbols written before the end.
    cross : array, (B, layers, h, T_y, T_x)
        Row t: where the model looked when it wrote symbol t.
    own : array, (B, layers, h, T_y, T_y), optional
        Row t: what was written before, the start symbol being column 0.
    encoder : array, (B, layers, h, T_x, T_x), optional
    """

    tokens: Any
    lengths: Any
    cross: Any
    own: Any
    encoder: Any


def greedy_decode(model, source, lengths, max_steps=128):
    """Write the most probable symbol, again and again, until every sequence has ended.

    Parameters
    ----------
    model : RecurrentModel or TransformerModel
    source : int array, (B, T_x)
    lengths : int array, (B,)
        Real lengths of the inputs.
    max_steps : int
        Where to stop a sequence that does not end by itself; eight words in a row need about eighty.

    Returns
    -------
    Decoded

    Raises
    ------
    TypeError, ValueError
        No sequence at all, or not a batch of them.

    Examples
    --------
    >>> widths = {"d_embedding": 3, "d_encoder": 5, "d_decoder": 7, "d_a": 4}
    >>> model = RecurrentModel.init(np.random.default_rng(0), 6, 8, attention="additive", **widths)
    >>> written = greedy_decode(model, np.array([[4, 5, 2], [4, 2, 0]]), np.array([3, 2]), max_steps=9)
    >>> written.cross.shape == (2, 1, 1, written.tokens.shape[1], 3)
    True
    """
    if source.ndim != 2 or source.size == 0:
        raise ValueError(f"source must have shape (B, T_x), none of them 0, got {source.shape}: see Alphabet.encode")
    checks.positive_int("max_steps", max_steps)
    memory = model.encode(source, lengths)
    state = model.start(memory)
    previous, ended = np.full(len(source), START), np.zeros(len(source), dtype=bool)
    tokens, weights = [], []
    while len(tokens) < max_steps and not ended.all():
        state, logits, looks = model.step(memory, state, previous)
        previous = np.where(ended, PAD, END + logits[:, END:].argmax(-1))  # padding and start are never written
        ended = ended | (previous == END)
        tokens.append(previous)
        weights.append(looks)
    tokens = np.stack(tokens, axis=1)
    written = (tokens != PAD)[:, None, None, :, None]
    cross = np.stack([at_step.cross for at_step in weights], axis=-2) * written
    own = None if weights[0].own is None else _square([at_step.own for at_step in weights]) * written
    return Decoded(tokens, (tokens > END).sum(1), cross, own, memory.weights)


def _square(rows):
    """Put rows of growing length (..., 1), (..., 2), … into a square (..., T, T)."""
    square = np.zeros((*rows[-1].shape[:-1], len(rows), len(rows)), dtype=rows[-1].dtype)
    for t, row in enumerate(rows):
        square[..., t, : t + 1] = row
    return square
