"""The round table: layers in which every position speaks to every other, and the feed-forward step between.

The layers are those of Vaswani et al. (2017) with the normalization first (pre-LN, Xiong et al. 2020) and, instead
of sinusoids added to the input, a learned bias per head and distance (Shaw et al. 2018 in the form of Raffel et
al. 2020). :func:`sinusoids` gives the original positions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mha import checks
from mha.initializers import glorot_uniform
from mha.masks import causal_mask
from mha.multihead import MultiHeadAttention
from mha.ops import concat

__all__ = [
    "Cache",
    "DecoderLayer",
    "EncoderLayer",
    "FeedForward",
    "LayerNorm",
    "RelativeBias",
    "sinusoids",
]


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


def identity(x):
    """Leave everything as it is: what stands where training puts dropout."""
    return x


class LayerNorm(NamedTuple):
    """Bring each vector to mean 0 and variance 1, then stretch and shift it: ``gain (x - mean) / std + offset``.

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
        return cls(np.ones(d_model), np.zeros(d_model))

    def __call__(self, x):
        """Normalize the last axis of ``x`` (..., d_model)."""
        centered = x - x.mean(-1, keepdims=True)
        variance = (centered**2).mean(-1, keepdims=True)
        return centered / (variance + 1e-5) ** 0.5 * self.gain + self.offset


class FeedForward(NamedTuple):
    """Let each position think for itself: ``max(0, x W_1 + b_1) W_2 + b_2``.

    Parameters
    ----------
    W_1 : array, (d_model, d_ff)
    b_1 : array, (d_ff,)
    W_2 : array, (d_ff, d_model)
    b_2 : array, (d_model,)

    Notes
    -----
    Vaswani et al. (2017), equation 2.

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
        W_1, W_2 = glorot_uniform(rng, d_model, d_ff), glorot_uniform(rng, d_ff, d_model)
        return cls(W_1, np.zeros(d_ff), W_2, np.zeros(d_model))

    def __call__(self, x):
        """Map ``x`` (..., d_model) to (..., d_model)."""
        hidden = x @ self.W_1 + self.b_1
        return (hidden * (hidden > 0)) @ self.W_2 + self.b_2


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
        return cls(np.zeros((num_heads, 2 * reach + 1)))

    def __call__(self, T_q, T_k):
        """Return the bias (h, T_q, T_k), the last query standing at the last key."""
        reach = self.table.shape[-1] // 2
        distance = np.arange(T_k) - (np.arange(T_q) + T_k - T_q)[:, None]
        return self.table[:, np.clip(distance, -reach, reach) + reach]


class EncoderLayer(NamedTuple):
    """Self-attention, then the feed-forward step; each normalizes what it reads and adds what it finds.

    Parameters
    ----------
    norm_1, norm_2 : LayerNorm
    attention : MultiHeadAttention
    position : RelativeBias
    feed_forward : FeedForward

    Examples
    --------
    >>> layer = EncoderLayer.init(np.random.default_rng(0), d_model=16, num_heads=4, d_ff=32, reach=3)
    >>> output, weights = layer(np.zeros((2, 5, 16)))
    >>> output.shape, weights.shape
    ((2, 5, 16), (2, 4, 5, 5))
    """

    norm_1: LayerNorm
    attention: MultiHeadAttention
    position: RelativeBias
    norm_2: LayerNorm
    feed_forward: FeedForward

    @classmethod
    def init(cls, rng, d_model, num_heads, d_ff, reach):
        """Draw the parameters."""
        return cls(
            norm_1=LayerNorm.init(d_model),
            attention=MultiHeadAttention.init(rng, d_model, num_heads),
            position=RelativeBias.init(num_heads, reach),
            norm_2=LayerNorm.init(d_model),
            feed_forward=FeedForward.init(rng, d_model, d_ff),
        )

    def __call__(self, x, mask=None, *, dropout=identity):
        """Map ``x`` (..., T, d_model) to the same shape and the weights (..., h, T, T)."""
        T = x.shape[-2]
        normed = self.norm_1(x)
        found, weights = self.attention(normed, normed, normed, mask, bias=self.position(T, T))
        x = x + dropout(found)
        return x + dropout(self.feed_forward(self.norm_2(x))), weights


class Cache(NamedTuple):
    """The keys and values of one decoder layer: of what was written so far, and of the encoder's states.

    Parameters
    ----------
    own_key, own_value : array, (..., h, T_y, d_k) or (..., h, T_y, d_v)
    cross_key, cross_value : array, (..., h, T_x, d_k) or (..., h, T_x, d_v)
    """

    own_key: Any
    own_value: Any
    cross_key: Any
    cross_value: Any


class DecoderLayer(NamedTuple):
    """Self-attention over what is written, cross-attention to the encoder's states, the feed-forward step.

    Parameters
    ----------
    norm_1, norm_2, norm_3 : LayerNorm
    attention : MultiHeadAttention
        Over the outputs so far, causal.
    position : RelativeBias
    cross_attention : MultiHeadAttention
    feed_forward : FeedForward

    Examples
    --------
    >>> layer = DecoderLayer.init(np.random.default_rng(0), d_model=16, num_heads=4, d_ff=32, reach=3)
    >>> x, memory = np.zeros((2, 3, 16)), np.zeros((2, 5, 16))
    >>> output, cache, own, cross = layer(x, layer.start(memory))
    >>> output.shape, own.shape, cross.shape
    ((2, 3, 16), (2, 4, 3, 3), (2, 4, 3, 5))
    """

    norm_1: LayerNorm
    attention: MultiHeadAttention
    position: RelativeBias
    norm_2: LayerNorm
    cross_attention: MultiHeadAttention
    norm_3: LayerNorm
    feed_forward: FeedForward

    @classmethod
    def init(cls, rng, d_model, num_heads, d_ff, reach):
        """Draw the parameters."""
        return cls(
            norm_1=LayerNorm.init(d_model),
            attention=MultiHeadAttention.init(rng, d_model, num_heads),
            position=RelativeBias.init(num_heads, reach),
            norm_2=LayerNorm.init(d_model),
            cross_attention=MultiHeadAttention.init(rng, d_model, num_heads),
            norm_3=LayerNorm.init(d_model),
            feed_forward=FeedForward.init(rng, d_model, d_ff),
        )

    def start(self, memory):
        """Return the cache before anything is written, given the encoder's states (..., T_x, d_model)."""
        own_key, own_value = self.attention.project(memory[..., :0, :], memory[..., :0, :])
        return Cache(own_key, own_value, *self.cross_attention.project(memory, memory))

    def __call__(self, x, cache, mask=None, *, dropout=identity):
        """Take in the next outputs, one or many at once; the result is the same.

        Parameters
        ----------
        x : array, (..., T, d_model)
            The outputs that follow those in the cache.
        cache : Cache
        mask : boolean array, (..., 1, T_x), optional
            Which encoder states are real.

        Returns
        -------
        output : array, (..., T, d_model)
        cache : Cache
            With these outputs added.
        own : array, (..., h, T, T_y)
            Weights over the outputs so far.
        cross : array, (..., h, T, T_x)
            Weights over the encoder's states.
        """
        normed = self.norm_1(x)
        key, value = self.attention.project(normed, normed)
        cache = cache._replace(
            own_key=concat([cache.own_key, key], axis=-2), own_value=concat([cache.own_value, value], axis=-2)
        )
        T, T_y = x.shape[-2], cache.own_key.shape[-2]
        found, own = self.attention.attend(
            normed, cache.own_key, cache.own_value, causal_mask(T, T_y), bias=self.position(T, T_y)
        )
        x = x + dropout(found)
        found, cross = self.cross_attention.attend(self.norm_2(x), cache.cross_key, cache.cross_value, mask)
        x = x + dropout(found)
        return x + dropout(self.feed_forward(self.norm_3(x))), cache, own, cross
