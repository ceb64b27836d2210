"""How a recurrent decoder reads the encoder's states: not at all, with one look a step, or with several at once.

A reader keeps once what does not depend on the decoder; then it reads, at every step.
"""

from __future__ import annotations

from typing import NamedTuple

from mha import checks
from mha.alignment import AdditiveAttention, read
from mha.multihead import MultiHeadAttention
from mha.ops import zeros

__all__ = ["Additive", "Heads", "LastState", "reader"]


class LastState(NamedTuple):
    """No attention: every step reads the same summary, the encoder's last state."""

    def keep(self, memory):
        """Keep the summary."""
        return memory.final

    def read(self, query, kept, mask):
        """Return the summary (B, d_state) again, and no weights (B, 0, T_x)."""
        return kept, zeros((query.shape[0], 0, mask.shape[-1]), like=query)


class Additive(NamedTuple):
    """Bahdanau's attention over the encoder's states, one look a step.

    Parameters
    ----------
    attention : AdditiveAttention
    """

    attention: AdditiveAttention

    def keep(self, memory):
        """Keep the states and the encoder's half of the score."""
        return memory.states, self.attention.project(memory.states)

    def read(self, query, kept, mask):
        """Blend the states for a query (B, d_query): context (B, d_state), weights (B, 1, T_x)."""
        states, projected = kept
        context, weights = read(self.attention.score(query[:, None, :], projected), states, mask)
        return context[:, 0, :], weights


class Heads(NamedTuple):
    """Multi-head attention over the encoder's states, h looks a step.

    Parameters
    ----------
    attention : MultiHeadAttention
    """

    attention: MultiHeadAttention

    @classmethod
    def init(cls, rng, d_query, d_state, d_a, num_heads):
        """Draw the parameters; the heads share the width ``d_a``, and the context is as wide as a state.

        Raises
        ------
        TypeError, ValueError
            Widths that are no positive integers; heads that do not divide ``d_a``.
        """
        checks.positive_int("d_a", d_a)
        checks.positive_int("num_heads", num_heads)
        if d_a % num_heads:
            raise ValueError(f"d_a = {d_a} cannot be divided among num_heads = {num_heads}")
        d_k = d_a // num_heads
        return cls(MultiHeadAttention.init(rng, d_state, num_heads, d_query=d_query, d_k=d_k, d_v=d_k))

    def keep(self, memory):
        """Keep every head's keys and values."""
        return self.attention.project(memory.states, memory.states)

    def read(self, query, kept, mask):
        """Blend the states for a query (B, d_query): context (B, d_state), weights (B, h, T_x)."""
        context, weights = self.attention.attend(query[:, None, :], *kept, mask=mask)
        return context[:, 0, :], weights[:, :, 0, :]


def reader(kind, rng, *, d_query, d_state, d_a=None, num_heads=1):
    """Draw a reader.

    Parameters
    ----------
    kind : {"none", "additive", "heads"}
    rng : numpy.random.Generator
    d_query, d_state : int
        Widths of the decoder's state and of the encoder's.
    d_a : int, optional
        Hidden width of additive attention, or width of all heads together.
    num_heads : int
        With "heads": how many share ``d_a``.

    Raises
    ------
    ValueError
        A reader of another kind.

    Examples
    --------
    >>> import numpy as np
    >>> reader("none", np.random.default_rng(0), d_query=3, d_state=5)
    LastState()
    """
    if kind == "none":
        return LastState()
    if kind == "additive":
        return Additive(AdditiveAttention.init(rng, d_query, d_state, d_a))
    if kind == "heads":
        return Heads.init(rng, d_query, d_state, d_a, num_heads)
    raise ValueError(f'attention must be "none", "additive" or "heads", got {kind!r}')
