"""What the models of the book share: what the encoder hands to the decoder, and where a step of it looked."""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["Memory", "StepWeights", "identity"]


def identity(x):
    """Leave everything as it is: what stands where training puts dropout."""
    return x


class Memory(NamedTuple):
    """What the encoder leaves for the decoder.

    Parameters
    ----------
    states : array, (B, T_x, d_state)
    mask : boolean array, (B, 1, T_x)
        Which positions are real.
    final : array, (B, d_state), optional
        The summary: the only thing a model without attention reads.
    kept : any
        What the decoder's attention works out once, for all of its steps.
    weights : array, (B, layers, h, T_x, T_x), optional
        The encoder's own attention. Rows and columns of padding are zeros.
    """

    states: Any
    mask: Any
    final: Any = None
    kept: Any = None
    weights: Any = None


class StepWeights(NamedTuple):
    """Where a decoder looks at one step, for every layer and head.

    Parameters
    ----------
    cross : array, (B, layers, h, T_x)
        Weights over the input; none, h = 0, for a model without attention.
    own : array, (B, layers, h, T_y), optional
        Weights over what is written already.
    """

    cross: Any
    own: Any = None
