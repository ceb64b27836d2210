"""Two ways to tell positions apart, for layers that would otherwise not know them: waves, and distances."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mha import checks

__all__ = ["RelativeBias", "sinusoids"]


def sinusoids(T, d_model, base=10_000.0):
    """Give each position a vector of waves, from fast to slow.

    ``P[t, 2i] = sin(t / base^(2i / d_model))``, ``P[t, 2i + 1] = cos(t / base^(2i / d_model))``; ``i`` counts pairs.

    Parameters
    ----------
    T, d_model : int
    base : float
        Ratio of the slowest to the fastest wave length.

    Returns
    -------
    array, (T, d_model)

    Notes
    -----
    Vaswani et al. (2017), section 3.5.

    Examples
    --------
    >>> sinusoids(2, 4).round(6)
    array([[0.      , 1.      , 0.      , 1.      ],
           [0.841471, 0.540302, 0.01    , 0.99995 ]])
    """
    checks.positive_int("T", T)
    checks.positive_int("d_model", d_model)
    pair = np.arange(d_model) // 2
    angle = np.arange(T)[:, None] / base ** (2 * pair / d_model)
    return np.where(np.arange(d_model) % 2 == 0, np.sin(angle), np.cos(angle))


class RelativeBias(NamedTuple):
    """What a distance is worth to each head, learned: ``bias[h, i, j] = table[h, clip(j - i)]``.

    Parameters
    ----------
    table : array, (h, 2 reach + 1)
        One number for each head and distance from ``-reach`` to ``reach``; what lies farther counts as that far.

    Notes
    -----
    Raffel et al. (2020), *Exploring the Limits of Transfer Learning*, section 2.1, with one entry per distance.

    Examples
    --------
    >>> RelativeBias(np.array([[-1.0, 0.0, 1.0]]))(2, 4)
    array([[[-1., -1.,  0.,  1.],
            [-1., -1., -1.,  0.]]])
    """

    table: Any

    @classmethod
    def init(cls, num_heads, reach):
        """Start with every distance worth nothing."""
        checks.positive_int("num_heads", num_heads)
        checks.positive_int("reach", reach)
        return cls(np.zeros((num_heads, 2 * reach + 1)))

    def __call__(self, T_q, T_k):
        """Return the bias (h, T_q, T_k), the last query standing at the last key."""
        reach = self.table.shape[-1] // 2
        distance = np.arange(T_k) - np.arange(T_k - T_q, T_k)[:, None]
        return self.table[:, np.minimum(np.maximum(distance, -reach), reach) + reach]
