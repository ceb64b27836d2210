"""The models of the book, one interface: encode once, then write one symbol at a time.

``memory = model.encode(source, lengths)``; ``state = model.start(memory)``;
``state, logits, looks = model.step(memory, state, previous)``. :func:`greedy_decode` needs nothing else, and neither do
the chapters, the figures and the tests.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mha.alignment import AdditiveAttention, read
from mha.alphabet import END, PAD, START
from mha.initializers import glorot_uniform
from mha.multihead import MultiHeadAttention
from mha.ops import concat, stack, tanh, zeros
from mha.rnn import GRUCell, bidirectional, scan
from mha.transformer import DecoderLayer, EncoderLayer, LayerNorm, identity

__all__ = [
    "Additive",
    "BidirectionalEncoder",
    "Decoded",
    "Heads",
    "LastState",
    "LetterEncoder",
    "Looks",
    "Memory",
    "RecurrentDecoder",
    "RecurrentModel",
    "TransformerModel",
    "greedy_decode",
]


class Memory(NamedTuple):
    """What the encoder leaves for the decoder.

    Parameters
    ----------
    states : array, (B, T_x, d_state)
    final : array, (B, d_state)
        The summary: the only thing a model without attention reads.
    mask : boolean array, (B, 1, T_x)
        Which positions are real.
    kept : any
        What the decoder's attention works out once, for all of its steps.
    weights : array, (B, layers, h, T_x, T_x), optional
        The encoder's own attention.
    """

    states: Any
    final: Any
    mask: Any
    kept: Any = None
    weights: Any = None


class Looks(NamedTuple):
    """Where a decoder looks at one step, for every layer and head.

    Parameters
    ----------
    cross : array, (B, layers, h, T_x)
        Weights over the input.
    own : array, (B, layers, h, T_y), optional
        Weights over what is written already.
    """

    cross: Any
    own: Any = None


class LastState(NamedTuple):
    """No attention: every step reads the same summary, the encoder's last state."""

    def keep(self, memory):
        """Keep the summary."""
        return memory.final

    def read(self, query, kept, mask):
        """Return the summary again, and no weights (B, 0, T_x)."""
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

    def keep(self, memory):
        """Keep every head's keys and values."""
        return self.attention.project(memory.states, memory.states)

    def read(self, query, kept, mask):
        """Blend the states for a query (B, d_query): context (B, d_state), weights (B, h, T_x)."""
        context, weights = self.attention.attend(query[:, None, :], *kept, mask=mask)
        return context[:, 0, :], weights[:, :, 0, :]


class BidirectionalEncoder(NamedTuple):
    """An embedding for each symbol and two GRUs that read the word from both ends.

    Parameters
    ----------
    embedding : array, (symbols, d_embedding)
    forward, backward : GRUCell
    """

    embedding: Any
    forward: GRUCell
    backward: GRUCell

    @classmethod
    def init(cls, rng, symbols, d_embedding, d_hidden):
        """Draw the parameters; states have width ``2 d_hidden``."""
        embedding = rng.normal(scale=0.3, size=(symbols, d_embedding))
        return cls(embedding, *(GRUCell.init(rng, d_embedding, d_hidden) for _ in range(2)))

    def __call__(self, source, lengths, *, scan=scan, dropout=identity):
        """Return states (B, T_x, 2 d_hidden) and the final state (B, 2 d_hidden)."""
        inputs = dropout(self.embedding[source])
        return bidirectional(self.forward, self.backward, inputs, lengths=lengths, scan=scan)


class LetterEncoder(NamedTuple):
    """No recurrence: each state knows its own symbol and place, and nothing of its neighbors.

    Parameters
    ----------
    embedding : array, (symbols, d_embedding)
    position : array, (longest, d_embedding)
    W : array, (d_embedding, d_state)
    """

    embedding: Any
    position: Any
    W: Any

    @classmethod
    def init(cls, rng, symbols, longest, d_embedding, d_state):
        """Draw the parameters."""
        embedding, position = (rng.normal(scale=0.3, size=(n, d_embedding)) for n in (symbols, longest))
        return cls(embedding, position, glorot_uniform(rng, d_embedding, d_state))

    def __call__(self, source, lengths, *, scan=scan, dropout=identity):
        """Return states (B, T_x, d_state) and a final state of zeros: there is no summary."""
        T = source.shape[-1]
        states = (dropout(self.embedding[source]) + self.position[:T]) @ self.W
        return states, zeros((states.shape[0], states.shape[-1]), like=states)


class RecurrentDecoder(NamedTuple):
    """A GRU that writes: it reads the context and the symbol before, and scores the next symbol.

    ``s_t = GRU(E y_{t-1} W_y + c_t W_c, s_{t-1})``, ``logits_t = s_t V_s + c_t V_c + E y_{t-1} V_y + b``

    Parameters
    ----------
    embedding : array, (symbols, d_embedding)
        ``E``.
    W_start, b_start : array, (d_state, d_hidden) and (d_hidden,)
        Turn the summary into the first state.
    cell : GRUCell
        Its ``W`` is ``W_y``.
    W_c : array, (d_state, 3 d_hidden)
    V_s, V_c, V_y, b : array, (d_hidden, symbols), (d_state, symbols), (d_embedding, symbols) and (symbols,)

    Notes
    -----
    Bahdanau et al. (2015), appendix A.2.2, with one linear layer in place of the maxout.
    """

    embedding: Any
    W_start: Any
    b_start: Any
    cell: GRUCell
    W_c: Any
    V_s: Any
    V_c: Any
    V_y: Any
    b: Any

    @classmethod
    def init(cls, rng, symbols, d_embedding, d_state, d_hidden):
        """Draw the parameters; ``d_state`` is the width of what the encoder hands over."""
        gates = [glorot_uniform(rng, d_state, d_hidden) for _ in range(3)]
        return cls(
            embedding=rng.normal(scale=0.3, size=(symbols, d_embedding)),
            W_start=glorot_uniform(rng, d_state, d_hidden),
            b_start=np.zeros(d_hidden),
            cell=GRUCell.init(rng, d_embedding, d_hidden),
            W_c=np.concatenate(gates, axis=-1),
            V_s=glorot_uniform(rng, d_hidden, symbols),
            V_c=glorot_uniform(rng, d_state, symbols),
            V_y=glorot_uniform(rng, d_embedding, symbols),
            b=np.zeros(symbols),
        )

    def start(self, final):
        """Return the first state (B, d_hidden)."""
        return tanh(final @ self.W_start + self.b_start)

    def step(self, state, projected, context):
        """Return the next state, given the projected symbol before it and the context."""
        return self.cell.step(projected + context @ self.W_c, state)

    def score(self, state, context, embedded):
        """Score every symbol, (..., symbols)."""
        return state @ self.V_s + context @ self.V_c + embedded @ self.V_y + self.b


class RecurrentModel(NamedTuple):
    """Encoder, attention, recurrent decoder: the bridge's first three models and the letters-only ones.

    Parameters
    ----------
    encoder : BidirectionalEncoder or LetterEncoder
    attention : LastState, Additive or Heads
    decoder : RecurrentDecoder
    """

    encoder: Any
    attention: Any
    decoder: RecurrentDecoder

    @classmethod
    def init(
        cls, rng, source_symbols, target_symbols, *, attention, d_embedding, d_encoder, d_decoder, d_a=None, num_heads=1,
        longest=None,
    ):
        """Draw the parameters.

        Parameters
        ----------
        rng : numpy.random.Generator
        source_symbols, target_symbols : int
            Sizes of the two alphabets.
        attention : {"none", "additive", "heads"}
        d_embedding, d_encoder, d_decoder : int
            Widths of embeddings, of each direction of the encoder, and of the decoder's state.
        d_a : int, optional
            Hidden width of additive attention, or width of all heads together.
        num_heads : int
            With "heads": how many share ``d_a``.
        longest : int, optional
            If given, the encoder is a :class:`LetterEncoder` for inputs up to this length.

        Raises
        ------
        ValueError
            An attention of another name.
        """
        d_state = 2 * d_encoder
        if longest is None:
            encoder = BidirectionalEncoder.init(rng, source_symbols, d_embedding, d_encoder)
        else:
            encoder = LetterEncoder.init(rng, source_symbols, longest, d_embedding, d_state)
        if attention == "none":
            reader = LastState()
        elif attention == "additive":
            reader = Additive(AdditiveAttention.init(rng, d_decoder, d_state, d_a))
        elif attention == "heads":
            width = {"d_query": d_decoder, "d_k": d_a // num_heads, "d_v": d_a // num_heads}
            reader = Heads(MultiHeadAttention.init(rng, d_state, num_heads, **width))
        else:
            raise ValueError(f'attention must be "none", "additive" or "heads", got {attention!r}')
        return cls(encoder, reader, RecurrentDecoder.init(rng, target_symbols, d_embedding, d_state, d_decoder))

    def encode(self, source, lengths, *, scan=scan, dropout=identity):
        """Read the input.

        Parameters
        ----------
        source : int array, (B, T_x)
        lengths : int array, (B,)
            Real lengths; padding behind them changes nothing.
        scan : function
            The loop, see :func:`mha.rnn.scan`.
        dropout : function
            What training does to embeddings and states.

        Returns
        -------
        Memory
        """
        states, final = self.encoder(source, lengths, scan=scan, dropout=dropout)
        mask = (np.arange(source.shape[-1]) < lengths[:, None])[:, None, :]
        memory = Memory(dropout(states), final, mask)
        return memory._replace(kept=self.attention.keep(memory))

    def start(self, memory):
        """Return the decoder's first state."""
        return self.decoder.start(memory.final)

    def step(self, memory, state, previous):
        """Write one symbol.

        Parameters
        ----------
        memory : Memory
        state : array, (B, d_hidden)
        previous : int array, (B,)
            The symbols written last.

        Returns
        -------
        state : array, (B, d_hidden)
        logits : array, (B, symbols)
        looks : Looks
        """
        embedded = self.decoder.embedding[previous]
        context, weights = self.attention.read(state, memory.kept, memory.mask)
        state = self.decoder.step(state, self.decoder.cell.project(embedded), context)
        return state, self.decoder.score(state, context, embedded), Looks(weights[:, None, :, :])

    def forward(self, source, lengths, target, *, scan=scan, dropout=identity):
        """Score every next symbol of known outputs, as training does.

        Parameters
        ----------
        source, lengths : int arrays, (B, T_x) and (B,)
        target : int array, (B, T_y)
            The outputs, each with a start in front and without its last symbol.

        Returns
        -------
        array, (B, T_y, symbols)
        """
        memory = self.encode(source, lengths, scan=scan, dropout=dropout)
        embedded = dropout(self.decoder.embedding[target])

        def step(state, at_time):
            context, _ = self.attention.read(state, memory.kept, memory.mask)
            state = self.decoder.step(state, at_time[0], context)
            return state, concat([state, context])

        _, both = scan(step, self.start(memory), (self.decoder.cell.project(embedded),))
        d_hidden = self.decoder.b_start.shape[0]
        return self.decoder.score(dropout(both[..., :d_hidden]), both[..., d_hidden:], embedded)


class TransformerModel(NamedTuple):
    """Encoder and decoder without recurrence.

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
        """Draw the parameters; ``layers`` of each kind, positions told apart up to ``reach``."""
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

    def encode(self, source, lengths, *, scan=scan, dropout=identity):
        """Read the input; as :meth:`RecurrentModel.encode`, with the encoder's own weights in ``Memory.weights``."""
        mask = (np.arange(source.shape[-1]) < lengths[:, None])[:, None, :]
        x, weights = dropout(self.source_embedding[source]), []
        for layer in self.encoder:
            x, looks = layer(x, mask, dropout=dropout)
            weights.append(looks)
        states = self.encoder_norm(x)
        kept = tuple(layer.start(states) for layer in self.decoder)
        return Memory(states, states[:, 0, :], mask, kept, stack(weights, axis=1))

    def start(self, memory):
        """Return the decoder's first state: one cache for each layer."""
        return memory.kept

    def step(self, memory, state, previous):
        """Write one symbol; as :meth:`RecurrentModel.step`."""
        state, logits, looks = self._decode(memory, state, previous[:, None], identity)
        return state, logits[:, -1, :], Looks(*(weights[..., -1, :] for weights in looks))

    def forward(self, source, lengths, target, *, scan=scan, dropout=identity):
        """Score every next symbol of known outputs; as :meth:`RecurrentModel.forward`."""
        memory = self.encode(source, lengths, dropout=dropout)
        return self._decode(memory, memory.kept, target, dropout)[1]

    def _decode(self, memory, caches, target, dropout):
        """Take in outputs (B, T): caches, logits (B, T, symbols), Looks with a T axis before the last."""
        x, grown, own, cross = dropout(self.target_embedding[target]), [], [], []
        for layer, cache in zip(self.decoder, caches, strict=True):
            x, cache, at_own, at_cross = layer(x, cache, memory.mask, dropout=dropout)
            grown.append(cache)
            own.append(at_own)
            cross.append(at_cross)
        logits = self.decoder_norm(x) @ self.W + self.b
        return tuple(grown), logits, Looks(stack(cross, axis=1), stack(own, axis=1))


class Decoded(NamedTuple):
    """What greedy decoding wrote, and where it looked.

    Parameters
    ----------
    tokens : int array, (B, T_y)
        With the end symbol, then padding.
    lengths : int array, (B,)
        Symbols written before the end.
    cross : array, (B, layers, h, T_y, T_x)
    own : array, (B, layers, h, T_y, T_y), optional
    encoder : array, (B, layers, h, T_x, T_x), optional
    """

    tokens: Any
    lengths: Any
    cross: Any
    own: Any
    encoder: Any


def greedy_decode(model, source, lengths, max_steps=64):
    """Write the most probable symbol, again and again, until every sequence has ended.

    Parameters
    ----------
    model : RecurrentModel or TransformerModel
    source : int array, (B, T_x)
    lengths : int array, (B,)
    max_steps : int
        Where to stop a sequence that does not end by itself.

    Returns
    -------
    Decoded
        Rows of a word's weights past its end, and columns past its letters, are zeros.
    """
    memory = model.encode(source, lengths)
    state = model.start(memory)
    previous, ended = np.full(len(source), START), np.zeros(len(source), dtype=bool)
    tokens, looks = [], []
    while len(tokens) < max_steps and not ended.all():
        state, logits, look = model.step(memory, state, previous)
        logits[:, [PAD, START]] = -np.inf
        previous = np.where(ended, PAD, logits.argmax(-1))
        tokens.append(previous)
        looks.append(Looks(*(None if w is None else w * ~ended[:, None, None, None] for w in look)))
        ended = ended | (previous == END)
    tokens = np.stack(tokens, axis=1)
    own = None if looks[0].own is None else _square([look.own for look in looks])
    cross = np.stack([look.cross for look in looks], axis=-2)
    return Decoded(tokens, (tokens > END).sum(1), cross, own, memory.weights)


def _square(rows):
    """Stack rows of growing length into a square, (..., T, T)."""
    T = len(rows)
    pad = [(0, 0)] * (rows[0].ndim - 1)
    return np.stack([np.pad(row, [*pad, (0, T - row.shape[-1])]) for row in rows], axis=-2)
