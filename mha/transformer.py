"""The round table: layers in which every position speaks to every other, and the model that is built of them.

The layers are those of Vaswani et al. (2017) with the normalization first (pre-LN, Xiong et al. 2020) and, instead
of sinusoids added to the input, a learned bias per head and distance (Shaw et al. 2018 in the form of Raffel et
al. 2020), see :mod:`mha.positions`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mha import checks
from mha.initializers import glorot_uniform
from mha.interface import Memory, StepWeights, identity
from mha.layers import FeedForward, LayerNorm
from mha.masks import causal_mask, padding_mask
from mha.multihead import MultiHeadAttention
from mha.ops import concat, stack
from mha.positions import RelativeBias

__all__ = [
    "Cache",
    "DecoderLayer",
    "EncoderLayer",
    "TransformerModel",
]


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
        """Let every position hear the others.

        Parameters
        ----------
        x : array, (..., T, d_model)
        mask : boolean array, (..., 1 or T, T), optional
            True = may attend.
        dropout : function
            What training does to what each sublayer finds.

        Returns
        -------
        output : array, (..., T, d_model)
        weights : array, (..., h, T, T)
        """
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
        if mask is not None:
            checks.boolean(mask)
        normed = self.norm_1(x)
        key, value = self.attention.see(normed, normed)
        cache = cache._replace(
            own_key=concat([cache.own_key, key], axis=-2), own_value=concat([cache.own_value, value], axis=-2)
        )
        T, T_y = x.shape[-2], cache.own_key.shape[-2]
        causal = None if T == 1 else causal_mask(T, T_y)  # the last output sees all that came before it
        found, own = self.attention.look(normed, cache.own_key, cache.own_value, causal, bias=self.position(T, T_y))
        x = x + dropout(found)
        found, cross = self.cross_attention.look(self.norm_2(x), cache.cross_key, cache.cross_value, mask)
        x = x + dropout(found)
        return x + dropout(self.feed_forward(self.norm_3(x))), cache, own, cross


class TransformerModel(NamedTuple):
    """Encoder and decoder without recurrence; the interface is that of :class:`mha.recurrent.RecurrentModel`.

    Parameters
    ----------
    source_embedding, target_embedding : array, (symbols, d_model)
    encoder : tuple of EncoderLayer
    encoder_norm : LayerNorm
    decoder : tuple of DecoderLayer
    decoder_norm : LayerNorm
    W, b : array, (d_model, symbols) and (symbols,)
        Read-out.

    Notes
    -----
    Vaswani et al. (2017), section 3, pre-LN and with relative positions; see :mod:`mha.transformer`.

    Examples
    --------
    >>> model = TransformerModel.init(
    ...     np.random.default_rng(0), 5, 7, d_model=8, num_heads=2, d_ff=16, layers=3, reach=4
    ... )
    >>> memory = model.encode(np.array([[3, 4, 2]]), np.array([3]))
    >>> state, logits, weights = model.step(memory, model.start(memory), np.array([1]))
    >>> logits.shape, weights.cross.shape, weights.own.shape, memory.weights.shape
    ((1, 7), (1, 3, 2, 3), (1, 3, 2, 1), (1, 3, 2, 3, 3))
    """

    source_embedding: Any
    target_embedding: Any
    encoder: tuple
    encoder_norm: LayerNorm
    decoder: tuple
    decoder_norm: LayerNorm
    W: Any
    b: Any

    @classmethod
    def init(cls, rng, source_symbols, target_symbols, *, d_model, num_heads, d_ff, layers, reach):
        """Draw the parameters.

        Parameters
        ----------
        rng : numpy.random.Generator
        source_symbols, target_symbols : int
            Sizes of the two alphabets.
        d_model, num_heads, d_ff : int
        layers : int
            How many the encoder has, and as many again the decoder.
        reach : int
            Up to which distance positions are told apart.
        """
        shape = {"d_model": d_model, "num_heads": num_heads, "d_ff": d_ff, "reach": reach}
        return cls(
            source_embedding=rng.normal(size=(source_symbols, d_model)),
            target_embedding=rng.normal(size=(target_symbols, d_model)),
            encoder=tuple(EncoderLayer.init(rng, **shape) for _ in range(layers)),
            encoder_norm=LayerNorm.init(d_model),
            decoder=tuple(DecoderLayer.init(rng, **shape) for _ in range(layers)),
            decoder_norm=LayerNorm.init(d_model),
            W=glorot_uniform(rng, d_model, target_symbols),
            b=np.zeros(target_symbols),
        )

    def encode(self, source, lengths, *, scan=None, dropout=identity):
        """Read the input, all positions at once: there is no loop, and ``scan`` has nothing to do.

        Parameters
        ----------
        source, lengths : int arrays, (B, T_x) and (B,)
        dropout : function
            What training does to embeddings and to what each sublayer finds.

        Returns
        -------
        Memory
            With the encoder's own weights, and the decoder's first caches in ``kept``.
        """
        mask = padding_mask(lengths, source.shape[-1])
        x, weights, pairs = dropout(self.source_embedding[source]), [], mask & mask.mT
        for layer in self.encoder:
            x, own = layer(x, pairs, dropout=dropout)
            weights.append(own)
        states = self.encoder_norm(x)
        kept = tuple(layer.start(states) for layer in self.decoder)
        return Memory(states, mask, kept=kept, weights=stack(weights, axis=1))

    def start(self, memory):
        """Return the decoder's first state: one cache for each layer."""
        return memory.kept

    def step(self, memory, state, previous):
        """Write one symbol, given those written last (B,); as :meth:`mha.recurrent.RecurrentModel.step`."""
        state, logits, own, cross = self.decode(memory, state, previous[:, None])
        return state, logits[:, 0, :], StepWeights(cross[..., 0, :], own[..., 0, :])

    def forward(self, source, lengths, target, *, scan=None, dropout=identity):
        """Score every next symbol of known outputs; as :meth:`mha.recurrent.RecurrentModel.forward`."""
        memory = self.encode(source, lengths, dropout=dropout)
        _, logits, _, _ = self.decode(memory, memory.kept, target, dropout=dropout)
        return logits

    def decode(self, memory, caches, target, *, dropout=identity):
        """Take in the next outputs, one or many at once; the result is the same.

        Parameters
        ----------
        memory : Memory
        caches : tuple of Cache
        target : int array, (B, T)
            The outputs that follow those in the caches.
        dropout : function

        Returns
        -------
        caches : tuple of Cache
            With these outputs added.
        logits : array, (B, T, symbols)
        own : array, (B, layers, h, T, T_y)
        cross : array, (B, layers, h, T, T_x)
        """
        x, found = dropout(self.target_embedding[target]), []
        for layer, cache in zip(self.decoder, caches, strict=True):
            x, *rest = layer(x, cache, memory.mask, dropout=dropout)
            found.append(rest)
        caches, own, cross = zip(*found, strict=True)
        return caches, self.decoder_norm(x) @ self.W + self.b, stack(own, axis=1), stack(cross, axis=1)
