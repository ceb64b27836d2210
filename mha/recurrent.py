"""The recurrent models of the book: a line that reads, a desk that looks back or does not, a line that writes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mha.initializers import glorot_uniform
from mha.interface import Memory, StepWeights, identity
from mha.masks import padding_mask
from mha.ops import concat, tanh, zeros
from mha.readers import reader
from mha.rnn import GRUCell, bidirectional, scan

__all__ = ["BidirectionalEncoder", "LetterEncoder", "RecurrentDecoder", "RecurrentModel"]


class BidirectionalEncoder(NamedTuple):
    """An embedding for each symbol and two GRUs that read the word from both ends.

    Parameters
    ----------
    embedding : array, (symbols, d_embedding)
    forward, backward : GRUCell

    Notes
    -----
    The encoder of Bahdanau et al. (2015), section 3.2, with the GRU of :class:`mha.rnn.GRUCell`.

    Examples
    --------
    >>> encoder = BidirectionalEncoder.init(np.random.default_rng(0), symbols=5, d_embedding=3, d_hidden=7)
    >>> states, final = encoder(np.array([[4, 3, 2], [4, 2, 0]]), np.array([3, 2]))
    >>> states.shape, final.shape
    ((2, 3, 14), (2, 14))
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

    Examples
    --------
    >>> encoder = LetterEncoder.init(np.random.default_rng(0), symbols=5, longest=9, d_embedding=3, d_state=7)
    >>> states, _ = encoder(np.array([[4, 3, 2], [3, 3, 2]]), np.array([3, 3]))
    >>> (states[0] == states[1]).all(axis=-1)
    array([False,  True,  True])
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
        """Return states (B, T_x, d_state) and a final state of zeros: there is no summary.

        Raises
        ------
        ValueError
            An input longer than the encoder has positions for.
        """
        T, longest = source.shape[-1], self.position.shape[0]
        if T > longest:
            raise ValueError(f"this encoder knows {longest} positions, got inputs of length {T}")
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

    Notes
    -----
    Without attention, the encoder-decoder of Cho et al. (2014), section 2.2: every step reads the summary. With
    additive attention, Bahdanau et al. (2015), section 3. In both the encoder reads in two directions.

    Examples
    --------
    >>> widths = {"d_embedding": 3, "d_encoder": 5, "d_decoder": 7, "d_a": 4}
    >>> model = RecurrentModel.init(np.random.default_rng(0), 6, 8, attention="additive", **widths)
    >>> memory = model.encode(np.array([[4, 5, 2]]), np.array([3]))
    >>> state, logits, weights = model.step(memory, model.start(memory), np.array([1]))
    >>> logits.shape, weights.cross.shape
    ((1, 8), (1, 1, 1, 3))
    """

    encoder: Any
    attention: Any
    decoder: RecurrentDecoder

    @classmethod
    def init(
        cls,
        rng,
        source_symbols,
        target_symbols,
        *,
        attention,
        d_embedding,
        d_encoder,
        d_decoder,
        d_a=None,
        num_heads=1,
        longest=None,
    ):
        """Draw the parameters.

        Parameters
        ----------
        rng : numpy.random.Generator
        source_symbols, target_symbols : int
            Sizes of the two alphabets.
        attention : {"none", "additive", "heads"}
            See :func:`mha.readers.reader`.
        d_embedding, d_encoder, d_decoder : int
            Widths of embeddings, of each direction of the encoder, and of the decoder's state.
        d_a, num_heads : int, optional
            Width of the attention inside, and how many heads share it.
        longest : int, optional
            If given, the encoder is a :class:`LetterEncoder` for inputs up to this length.

        Raises
        ------
        ValueError
            An attention of another name; heads that do not divide ``d_a``.
        """
        d_state = 2 * d_encoder
        if longest is None:
            encoder = BidirectionalEncoder.init(rng, source_symbols, d_embedding, d_encoder)
        else:
            encoder = LetterEncoder.init(rng, source_symbols, longest, d_embedding, d_state)
        looks = reader(attention, rng, d_query=d_decoder, d_state=d_state, d_a=d_a, num_heads=num_heads)
        return cls(encoder, looks, RecurrentDecoder.init(rng, target_symbols, d_embedding, d_state, d_decoder))

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
        memory = Memory(dropout(states), padding_mask(lengths, source.shape[-1]), final)
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
        weights : StepWeights
        """
        embedded = self.decoder.embedding[previous]
        context, weights = self.attention.read(state, memory.kept, memory.mask)
        state = self.decoder.step(state, self.decoder.cell.project(embedded), context)
        return state, self.decoder.score(state, context, embedded), StepWeights(weights[:, None, :, :])

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
