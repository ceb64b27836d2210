"""Recurrent networks: the line at which every station rewrites the one sentence that is handed on."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mha import checks
from mha.initializers import glorot_uniform, orthogonal
from mha.ops import concat, sigmoid, stack, tanh, where, zeros

__all__ = ["GRUCell", "RNNCell", "bidirectional", "scan", "unroll"]


class RNNCell(NamedTuple):
    """The plain recurrence of Elman (1990): ``h_i = tanh(x_i W + h_{i-1} U + b)``.

    Parameters
    ----------
    W : array, (d_in, d_hidden)
    U : array, (d_hidden, d_hidden)
    b : array, (d_hidden,)

    Examples
    --------
    >>> cell = RNNCell(W=np.array([[1.0]]), U=np.array([[0.5]]), b=np.zeros(1))
    >>> cell(np.array([1.0]), np.zeros(1)).round(4)
    array([0.7616])
    """

    W: Any
    U: Any
    b: Any

    @classmethod
    def init(cls, rng, d_in, d_hidden):
        """Draw the parameters: W after Glorot, U orthogonal, b zero.

        Parameters
        ----------
        rng : numpy.random.Generator
        d_in, d_hidden : int
        """
        checks.positive_int("d_in", d_in)
        checks.positive_int("d_hidden", d_hidden)
        return cls(glorot_uniform(rng, d_in, d_hidden), orthogonal(rng, d_hidden), np.zeros(d_hidden))

    def project(self, inputs):
        """Do the part that needs no past, for as many steps as you like at once: ``x W + b``."""
        checks.parameters(W=(self.W, "d_in, d_hidden"), U=(self.U, "d_hidden, d_hidden"), b=(self.b, "d_hidden"))
        checks.width("inputs", inputs, self.W.shape[0], "W")
        return inputs @ self.W + self.b

    def step(self, projected, state):
        """Do the part that must wait for the state before it."""
        return tanh(projected + state @ self.U)

    def __call__(self, x, state):
        """Take one step.

        Parameters
        ----------
        x : array, (..., d_in)
        state : array, (..., d_hidden)

        Returns
        -------
        array, (..., d_hidden)
        """
        projected = self.project(x)
        _fits(state, self, x.shape[:-1])
        return self.step(projected, state)


class GRUCell(NamedTuple):
    """The gated recurrent unit: two gates decide how much of the old sentence is kept.

    ``r = sigmoid(x W_r + b_r + h U_r + c_r)`` (reset gate),
    ``z = sigmoid(x W_z + b_z + h U_z + c_z)`` (update gate),
    ``n = tanh(x W_n + b_n + r (h U_n + c_n))`` (candidate),
    ``h' = (1 - z) n + z h``.

    Parameters
    ----------
    W : array, (d_in, 3 d_hidden)
        ``W_r, W_z, W_n`` side by side.
    U : array, (d_hidden, 3 d_hidden)
    b, c : array, (3 d_hidden,)

    Notes
    -----
    Cho et al. (2014), *Learning Phrase Representations using RNN Encoder-Decoder*, equations 5 to 8, in the
    variant of cuDNN, PyTorch and ONNX (``linear_before_reset = 1``): the reset gate acts after the product with
    U_n, and z is the share that is kept.

    Examples
    --------
    >>> cell = GRUCell.init(np.random.default_rng(0), d_in=3, d_hidden=5)
    >>> cell(np.zeros((2, 3)), np.zeros((2, 5)))
    array([[0., 0., 0., 0., 0.],
           [0., 0., 0., 0., 0.]])
    """

    W: Any
    U: Any
    b: Any
    c: Any

    @classmethod
    def init(cls, rng, d_in, d_hidden):
        """Draw the parameters: each W after Glorot, each U orthogonal, b and c zero.

        Parameters
        ----------
        rng : numpy.random.Generator
        d_in, d_hidden : int
        """
        checks.positive_int("d_in", d_in)
        checks.positive_int("d_hidden", d_hidden)
        W = [glorot_uniform(rng, d_in, d_hidden) for _ in range(3)]
        U = [orthogonal(rng, d_hidden) for _ in range(3)]
        return cls(concat(W), concat(U), np.zeros(3 * d_hidden), np.zeros(3 * d_hidden))

    def project(self, inputs):
        """Do the part that needs no past, for as many steps as you like at once: ``x W + b``."""
        checks.parameters(
            W=(self.W, "d_in, 3 d_hidden"),
            U=(self.U, "d_hidden, 3 d_hidden"),
            b=(self.b, "3 d_hidden"),
            c=(self.c, "3 d_hidden"),
        )
        checks.width("U", self.U, 3 * self.U.shape[0], "the three gates")
        checks.width("inputs", inputs, self.W.shape[0], "W")
        return inputs @ self.W + self.b

    def step(self, projected, state):
        """Do the part that must wait for the state before it."""
        d = state.shape[-1]
        recurrent = state @ self.U + self.c
        gates = sigmoid(projected[..., : 2 * d] + recurrent[..., : 2 * d])
        reset, update = gates[..., :d], gates[..., d:]
        candidate = tanh(projected[..., 2 * d :] + reset * recurrent[..., 2 * d :])
        return candidate + update * (state - candidate)

    def __call__(self, x, state):
        """Take one step.

        Parameters
        ----------
        x : array, (..., d_in)
        state : array, (..., d_hidden)

        Returns
        -------
        array, (..., d_hidden)
        """
        projected = self.project(x)
        _fits(state, self, x.shape[:-1])
        return self.step(projected, state)


def scan(step, state, inputs):
    """Walk along the time axis, carrying a state: the loop that no recurrence can avoid.

    Parameters
    ----------
    step : function ``(state, inputs at one time) -> (state, output)``
    state : any
        What the first step receives.
    inputs : tuple of arrays, each (..., T, d)
        At each time the step gets a tuple of arrays (..., d).

    Returns
    -------
    state : any
        What the last step handed on.
    outputs : array, (..., T, d_out)

    Notes
    -----
    Same meaning as ``jax.lax.scan`` but for the place of the time axis; training passes a loop built on that one.
    """
    outputs = []
    for t in range(inputs[0].shape[-2]):
        state, output = step(state, tuple(x[..., t, :] for x in inputs))
        outputs.append(output)
    return state, stack(outputs, axis=-2)


def unroll(cell, inputs, *, state=None, lengths=None, reverse=False, scan=scan):
    """Run a cell over whole sequences and keep every state.

    Parameters
    ----------
    cell : RNNCell or GRUCell
    inputs : array, (..., T, d_in)
    state : array, (..., d_hidden), optional
        Where to start, zeros unless said.
    lengths : int array, (...,), optional
        Real length of each sequence. Behind it the state stands still, so padding never reaches the final state.
    reverse : bool
        Run from the last position to the first. States stay at the places they belong to.
    scan : function
        The loop, see :func:`scan`.

    Returns
    -------
    states : array, (..., T, d_hidden)
    final : array, (..., d_hidden)
        The state after the last real position (with ``reverse``, after the first).

    Raises
    ------
    TypeError, ValueError

    Examples
    --------
    >>> cell = RNNCell(W=np.ones((1, 1)), U=np.ones((1, 1)), b=np.zeros(1))
    >>> states, final = unroll(cell, np.ones((3, 1)), lengths=2)
    >>> states[:, 0].round(3), final.round(3)
    (array([0.762, 0.943, 0.943]), array([0.943]))
    """
    checks.sequences(inputs=inputs)
    *batch, T, _ = inputs.shape
    checks.positive_int("the number of time steps", T)
    with np.errstate(invalid="ignore"):  # padding may be infinite; what becomes of it is not read
        projected = cell.project(inputs)
    per_step = (projected,) if lengths is None else (projected, _alive(lengths, T, tuple(batch)))
    if state is None:
        state = zeros((*batch, cell.U.shape[0]), like=projected)
    _fits(state, cell, batch)

    def step(state, at_time):
        new = cell.step(at_time[0], state)
        if lengths is not None:
            new = where(at_time[1], new, state)
        return new, new

    order = slice(None, None, -1 if reverse else 1)
    final, states = scan(step, state, tuple(x[..., order, :] for x in per_step))
    return states[..., order, :], final


def _fits(state, cell, batch):
    """Refuse a state that is not one vector for each sequence."""
    checks.shape("state", state, "(..., d_hidden)", (*batch, cell.U.shape[0]))


def _alive(lengths, T, batch):
    """Which steps are real, bool (..., T, 1)."""
    lengths = checks.lengths_within(lengths, T)
    if tuple(lengths.shape) != batch:
        raise ValueError(f"lengths must have one entry per sequence, shape {batch}, got shape {lengths.shape}")
    return (np.arange(T) < lengths[..., None])[..., None]


def bidirectional(forward, backward, inputs, *, lengths=None, scan=scan):
    """Read a sequence in both directions, so that each state knows what stands on either side.

    Parameters
    ----------
    forward, backward : RNNCell or GRUCell
    inputs : array, (..., T, d_in)
    lengths : int array, (...,), optional
    scan : function
        The loop, see :func:`scan`.

    Returns
    -------
    states : array, (..., T, 2 d_hidden)
        At each position, the forward state beside the backward state.
    final : array, (..., 2 d_hidden)
        The two states that have read everything: forward after the last position, backward after the first.

    Notes
    -----
    Schuster and Paliwal (1997), *Bidirectional Recurrent Neural Networks*; the encoder of Bahdanau et al. (2015),
    section 3.2.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> cells = [GRUCell.init(rng, d_in=3, d_hidden=5) for _ in range(2)]
    >>> states, final = bidirectional(*cells, np.ones((2, 7, 3)))
    >>> states.shape, final.shape, bool((states[:, -1, :5] == final[:, :5]).all())
    ((2, 7, 10), (2, 10), True)
    """
    states, finals = zip(
        unroll(forward, inputs, lengths=lengths, scan=scan),
        unroll(backward, inputs, lengths=lengths, reverse=True, scan=scan),
        strict=True,
    )
    return concat(states), concat(finals)
