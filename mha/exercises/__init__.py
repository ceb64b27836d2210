"""Exercises that check themselves.

Write the function that a stub describes, then ``check`` it. When you have it, or give up, ``solution`` shows one way.
The workbook has all of them.
"""

from __future__ import annotations

import inspect

from mha.exercises import counting, decoding, heads, masks, positions, recurrence, scores, sentences, weights
from mha.exercises.checker import examine
from mha.exercises.exercise import Exercise

__all__ = ["EXERCISES", "TOPICS", "check", "find", "solution"]

TOPICS = {
    "Weights": weights,
    "Masks": masks,
    "Scores": scores,
    "Heads": heads,
    "Recurrence": recurrence,
    "Positions": positions,
    "Decoding": decoding,
    "Sentences": sentences,
    "Counting": counting,
}
"""Where the exercises of each topic are, in the order in which to do them."""

EXERCISES = {
    found.name: found
    for topic in TOPICS.values()
    for found in vars(topic).values()
    if isinstance(found, Exercise) and found.specification.__module__ == topic.__name__
}
"""All exercises by name."""


def check(function, name=None, seconds=10.0):
    """Try a function on many inputs, and print what came of it.

    Parameters
    ----------
    function : callable
    name : str, optional
        The exercise, unless the function bears its name.
    seconds : float
        Time for all inputs together.

    Raises
    ------
    ValueError
        No such exercise.

    Examples
    --------
    >>> def cache_bytes(layers, num_heads, kv_heads, d_k, T, B, bytes_each):
    ...     return 2 * layers * kv_heads * d_k * T * B * bytes_each
    >>> check(cache_bytes)
    cache_bytes: right on all 15 inputs.
    """
    found = find(getattr(function, "__name__", "") if name is None else name)
    print(examine(function, found, seconds))


def solution(name):
    """Print one way to write the function.

    Parameters
    ----------
    name : str

    Raises
    ------
    ValueError
        No such exercise.
    """
    print(inspect.getsource(find(name).solution).rstrip())


def find(name):
    """Return an exercise by its name.

    Raises
    ------
    ValueError
        No such exercise; the message lists those that there are.

    Examples
    --------
    >>> find("softmax").title
    'Softmax'
    """
    if name not in EXERCISES:
        raise ValueError(f"no exercise is called {name!r}; there are: {', '.join(EXERCISES)}")
    return EXERCISES[name]
