"""Linear probes: what a linear map can read from the states of a model."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mha.g2p import LETTERS, words

__all__ = ["LinearProbe", "Named", "letters_named"]

MOST_WORDS = 2400


class LinearProbe(NamedTuple):
    """The linear map that names several symbols from one state, fitted by ridge regression.

    ``W = (Z^T Z + ridge I)^-1 Z^T Y`` with a constant and the state in each row of ``Z``, and the symbols, each as
    zeros with a single one, in each row of ``Y``.

    Parameters
    ----------
    W : array, (1 + d_state, T * symbols)
    symbols : int

    Notes
    -----
    Derived in the chapter on the bottleneck. What a probe finds is there; that a model uses it is another claim.

    Examples
    --------
    >>> states, names = np.eye(3), np.array([[0, 2], [1, 2], [2, 0]])
    >>> probe = LinearProbe.fit(states, names, symbols=3, ridge=0.01)
    >>> probe(states)
    array([[0, 2],
           [1, 2],
           [2, 0]])
    """

    W: Any
    symbols: int

    @classmethod
    def fit(cls, states, names, symbols, ridge=1.0):
        """Fit to states (N, d_state) and the T symbols (N, T) that each is to name, numbers below ``symbols``."""
        Z = _with_constant(states)
        Y = np.eye(symbols)[names].reshape(len(Z), -1)  # (N, T * symbols)
        return cls(np.linalg.solve(Z.T @ Z + ridge * np.eye(Z.shape[1]), Z.T @ Y), symbols)

    def __call__(self, states):
        """Name the T symbols of each state (N, d_state), an array (N, T)."""
        scores = _with_constant(states) @ self.W
        return scores.reshape(len(states), -1, self.symbols).argmax(axis=-1)


class Named(NamedTuple):
    """For each position the share of test words whose letter there a probe names from the final state.

    Parameters
    ----------
    words : int
        How many test words were read.
    whole, forward, backward : array, (T,)
        Read from all of the final state, and from the half that each direction of the encoder left.
    habit : array, (T,)
        What always naming the most frequent letter of the position gets.
    """

    words: int
    whole: Any
    forward: Any
    backward: Any
    habit: Any


def letters_named(model, length):
    """Measure which letters of a word the final state of an encoder still names.

    Parameters
    ----------
    model : RecurrentModel
        With a :class:`mha.recurrent.BidirectionalEncoder`.
    length : int
        Letters in the words. Up to 2,400 training words are fitted to, and as many test words are read.

    Returns
    -------
    Named

    Examples
    --------
    >>> from mha.pretrained import load
    >>> named = letters_named(load("g2p-none"), 15)
    >>> named.words, named.whole.round(2)[[0, 7, 14]]
    (45, array([0.93, 0.29, 0.96]))
    """
    states, letters = _read(model, _sample("train", length))
    new_states, new_letters = _read(model, _sample("test", length))
    half = states.shape[1] // 2

    def named(part):
        probe = LinearProbe.fit(states[:, part], letters, len(LETTERS.symbols))
        return (probe(new_states[:, part]) == new_letters).mean(axis=0)

    usual = np.array([np.bincount(column).argmax() for column in letters.T])
    parts = (slice(None), slice(half), slice(half, None))
    return Named(len(new_letters), *map(named, parts), (usual == new_letters).mean(axis=0))


def _with_constant(states):
    """A one in front of each state."""
    return np.insert(states, 0, 1.0, axis=1)


def _sample(split, length):
    """Words of so many letters, evenly from a to z."""
    found = [entry.word for entry in words(split) if len(entry.word) == length]
    rows = np.linspace(0, len(found) - 1, min(MOST_WORDS, len(found)))
    return [found[int(row)] for row in rows]


def _read(model, some):
    """The final states of some words, and the letters of those as numbers, without the end symbol."""
    numbers, lengths = LETTERS.encode(some)
    return model.encode(numbers, lengths).final, numbers[:, :-1]
