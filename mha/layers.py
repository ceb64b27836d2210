"""What each position does alone: bring its vector to a common scale, and think about what it has heard."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mha import checks
from mha.initializers import glorot_uniform

__all__ = ["FeedForward", "LayerNorm", "relu"]


def relu(x):
    """Keep what is positive: ``max(0, x)``.

    Examples
    --------
    >>> relu(np.array([-2.0, 3.0]))
    array([-0.,  3.])
    """
    return x * (x > 0)


class LayerNorm(NamedTuple):
    """Bring each vector to mean 0 and variance 1, then stretch and shift it.

    ``gain (x - mean) / sqrt(variance + epsilon) + offset``

    Parameters
    ----------
    gain, offset : array, (d_model,)

    Notes
    -----
    Ba, Kiros and Hinton (2016), *Layer Normalization*.

    Examples
    --------
    >>> LayerNorm.init(2)(np.array([1.0, 3.0])).round(3)
    array([-1.,  1.])
    """

    gain: Any
    offset: Any

    @classmethod
    def init(cls, d_model):
        """Start with gain one and offset zero."""
        checks.positive_int("d_model", d_model)
        return cls(np.ones(d_model), np.zeros(d_model))

    def __call__(self, x, epsilon=1e-5):
        """Normalize the last axis of ``x`` (..., d_model); ``epsilon`` keeps a variance of zero from dividing."""
        checks.width("x", x, self.gain.shape[0], "gain")
        d_model = x.shape[-1]
        centered = x - x.sum(-1, keepdims=True) / d_model
        variance = (centered**2).sum(-1, keepdims=True) / d_model
        return centered / (variance + epsilon) ** 0.5 * self.gain + self.offset


class FeedForward(NamedTuple):
    """Let each position think for itself: ``activation(x W_1 + b_1) W_2 + b_2``.

    Parameters
    ----------
    W_1 : array, (d_model, d_ff)
    b_1 : array, (d_ff,)
    W_2 : array, (d_ff, d_model)
    b_2 : array, (d_model,)

    Notes
    -----
    Vaswani et al. (2017), equation 2, with :func:`relu`; BERT has :func:`mha.ops.gelu` in its place.

    Examples
    --------
    >>> FeedForward.init(np.random.default_rng(0), 4, 8)(np.zeros((3, 4))).shape
    (3, 4)
    """

    W_1: Any
    b_1: Any
    W_2: Any
    b_2: Any

    @classmethod
    def init(cls, rng, d_model, d_ff):
        """Draw the matrices after Glorot, with zero biases."""
        checks.positive_int("d_model", d_model)
        checks.positive_int("d_ff", d_ff)
        W_1, W_2 = glorot_uniform(rng, d_model, d_ff), glorot_uniform(rng, d_ff, d_model)
        return cls(W_1, np.zeros(d_ff), W_2, np.zeros(d_model))

    def __call__(self, x, activation=relu):
        """Map ``x`` (..., d_model) to (..., d_model)."""
        checks.width("x", x, self.W_1.shape[0], "W_1")
        return activation(x @ self.W_1 + self.b_1) @ self.W_2 + self.b_2
