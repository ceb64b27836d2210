"""Exercises on recurrent networks: one gated step, and a last state that no padding has reached."""

import math

import numpy as np

from mha.exercises.exercise import exercise, sizes
from mha.ops import sigmoid, tanh
from mha.rnn import GRUCell


@exercise("One step of a GRU", "ch-bottleneck", core="(n),(d),(n,e),(d,e),(e),(e)->(d)")
def gru_step(x, state, W, U, b, c):
    """Rewrite the state h, given the input x.

    r = sigmoid(x W_r + b_r + h U_r + c_r)
    z = sigmoid(x W_z + b_z + h U_z + c_z)
    n = tanh(x W_n + b_n + r (h U_n + c_n))

    x: (..., d_in), state h: (..., d)
    W: (d_in, 3 d), U: (d, 3 d), b: (3 d,), c: (3 d,); each has its
    parts for r, z and n side by side
    Returns: (..., d), the new state (1 - z) n + z h.
    """
    d = len(state)
    new = np.zeros_like(state)
    given = [x @ W[:, e] + b[e] for e in range(3 * d)]
    recalled = [state @ U[:, e] + c[e] for e in range(3 * d)]
    for i in range(d):
        r = 1 / (1 + math.exp(-(given[i] + recalled[i])))
        z = 1 / (1 + math.exp(-(given[d + i] + recalled[d + i])))
        n = math.tanh(given[2 * d + i] + r * recalled[2 * d + i])
        new[i] = (1 - z) * n + z * state[i]
    return new


@gru_step.inputs
def _(rng, batch, dtype):
    d_in, d = sizes(rng, 2)
    shapes = (*batch, d_in), (*batch, d), (d_in, 3 * d), (d, 3 * d), (3 * d,), (3 * d,)
    return tuple(rng.normal(size=shape).astype(dtype) for shape in shapes)


@gru_step.edges
def _():
    rng = np.random.default_rng(3)
    x, W, b, c = (rng.normal(size=shape) for shape in ((2,), (2, 9), (9,), (9,)))
    return [(x, np.zeros(3), W, np.zeros((3, 9)), b, c)]


def _parts(x, state, W, U, b, c):
    """For each gate and the candidate: what the input gives, and what the state gives."""
    return np.split(x @ W + b, 3, axis=-1), np.split(state @ U + c, 3, axis=-1)


@gru_step.mistake
def kept_and_renewed_exchanged(x, state, W, U, b, c):
    """z is the share of the old state that is kept: (1 - z) n + z h. Papers differ here, so look it up each time."""
    given, recalled = _parts(x, state, W, U, b, c)
    r, z = sigmoid(given[0] + recalled[0]), sigmoid(given[1] + recalled[1])
    return z * tanh(given[2] + r * recalled[2]) + (1 - z) * state


@gru_step.mistake
def reset_before_product(x, state, W, U, b, c):
    """Here r multiplies h U_n + c_n, after the product, as in cuDNN and PyTorch; the first paper has it before."""
    given, recalled = _parts(x, state, W, U, b, c)
    r, z = sigmoid(given[0] + recalled[0]), sigmoid(given[1] + recalled[1])
    n = tanh(given[2] + _parts(x, r * state, W, U, b, c)[1][2])
    return (1 - z) * n + z * state


@gru_step.mistake
def gates_exchanged(x, state, W, U, b, c):
    """The first third of the columns belongs to r, the second to z."""
    given, recalled = _parts(x, state, W, U, b, c)
    z, r = sigmoid(given[0] + recalled[0]), sigmoid(given[1] + recalled[1])
    return (1 - z) * tanh(given[2] + r * recalled[2]) + z * state


@gru_step.mistake
def reset_on_everything(x, state, W, U, b, c):
    """The reset gate weighs the part that comes from the state; the input's part stays whole."""
    given, recalled = _parts(x, state, W, U, b, c)
    r, z = sigmoid(given[0] + recalled[0]), sigmoid(given[1] + recalled[1])
    return (1 - z) * tanh(r * (given[2] + recalled[2])) + z * state


@gru_step.mistake
def never_reset(x, state, W, U, b, c):
    """The reset gate is not used: it multiplies h U_n + c_n in the candidate."""
    given, recalled = _parts(x, state, W, U, b, c)
    z = sigmoid(given[1] + recalled[1])
    return (1 - z) * tanh(given[2] + recalled[2]) + z * state


@gru_step.mistake
def candidate_through_sigmoid(x, state, W, U, b, c):
    """Gates go through the sigmoid, the candidate through tanh: a state may be negative."""
    given, recalled = _parts(x, state, W, U, b, c)
    r, z = sigmoid(given[0] + recalled[0]), sigmoid(given[1] + recalled[1])
    return (1 - z) * sigmoid(given[2] + r * recalled[2]) + z * state


@gru_step.mistake
def bias_outside_the_reset(x, state, W, U, b, c):
    """The reset gate multiplies c_n as well: r (h U_n + c_n)."""
    given, recalled = _parts(x, state, W, U, b, c)
    r, z = sigmoid(given[0] + recalled[0]), sigmoid(given[1] + recalled[1])
    c_n = c[2 * state.shape[-1] :]
    return (1 - z) * tanh(given[2] + r * (recalled[2] - c_n) + c_n) + z * state


@gru_step.mistake
def recurrent_bias_forgotten(x, state, W, U, b, c):
    """There are two biases: c belongs to what comes from the state, in both gates and in the candidate."""
    return GRUCell(W, U, b, 0 * c)(x, state)


@exercise("The last state, without the padding", "ch-bottleneck", core="(t,n),(),(n,d),(d,d),(d)->(d)")
def last_state(inputs, length, W, U, b):
    """Read each sequence to its real end, starting from zeros.

    h_t = tanh(x_t W + h_{t-1} U + b)

    inputs: (B, T, d_in), padded
    length: int, (B,), how many positions are real; may be 0
    W: (d_in, d), U: (d, d), b: (d,)
    Returns: (B, d), the state after the last real position.
    """
    state = np.zeros(len(b), b.dtype)
    for t in range(length):
        state = np.tanh(inputs[t] @ W + state @ U + b)
    return state


@last_state.inputs
def _(rng, batch, dtype):
    B, T, d_in, d = sizes(rng, 4)
    length = rng.integers(1, T + 1, B)
    length[0] = T - 1
    return (rng.normal(size=(B, T, d_in)).astype(dtype), length, *_parameters(rng, d_in, d, dtype))


def _parameters(rng, d_in, d, dtype):
    """W, U and b."""
    return tuple(rng.normal(size=shape).astype(dtype) for shape in ((d_in, d), (d, d), (d,)))


@last_state.edges
def _():
    rng = np.random.default_rng(4)
    inputs, parameters = rng.normal(size=(2, 3, 2)), _parameters(rng, 2, 4, np.float64)
    return [(inputs, np.array(length), *parameters) for length in ([3, 3], [0, 2], [0, 0])]


def _states(inputs, W, U, b, keep=None):
    """All states (B, T, d); where ``keep`` (B, T) is false the state stands still."""
    state, states = np.zeros((len(inputs), len(b)), b.dtype), []
    for t in range(inputs.shape[1]):
        new = np.tanh(inputs[:, t] @ W + state @ U + b)
        state = new if keep is None else np.where(keep[:, t, None], new, state)
        states.append(state)
    return np.stack(states, axis=1)


@last_state.mistake
def read_through_the_padding(inputs, length, W, U, b):
    """The padding is read as if it were input: behind its length a sequence's state must stand still."""
    return _states(inputs, W, U, b)[:, -1]


@last_state.mistake
def stopped_one_early(inputs, length, W, U, b):
    """The position before the length is real, too: t < length."""
    return _states(inputs, W, U, b, np.arange(inputs.shape[1]) < length[:, None] - 1)[:, -1]


@last_state.mistake
def stopped_one_late(inputs, length, W, U, b):
    """Positions count from 0, so t = length is padding already: t < length."""
    return _states(inputs, W, U, b, np.arange(inputs.shape[1]) <= length[:, None])[:, -1]


@last_state.mistake
def padding_set_to_zero(inputs, length, W, U, b):
    """Zeros are input, too: the state still passes through U and b. It must be kept as it is."""
    real = np.arange(inputs.shape[1]) < length[:, None]
    return _states(inputs * real[..., None], W, U, b)[:, -1]


@last_state.mistake
def state_set_to_zero(inputs, length, W, U, b):
    """Behind its end a sequence keeps its state; it is not emptied."""
    real = np.arange(inputs.shape[1]) < length[:, None]
    return (_states(inputs, W, U, b) * real[..., None])[:, -1]


@last_state.mistake
def one_length_for_all(inputs, length, W, U, b):
    """Every sequence has a length of its own: this stops all of them at the longest."""
    return _states(inputs, W, U, b, np.arange(inputs.shape[1]) < np.full((len(length), 1), length.max()))[:, -1]


@last_state.mistake
def empty_sequence_read(inputs, length, W, U, b):
    """A sequence of length 0 keeps its first state, zeros: index length - 1 is -1, the end of the padding."""
    return _states(inputs, W, U, b)[np.arange(len(inputs)), length - 1]


@last_state.mistake
def past_forgotten(inputs, length, W, U, b):
    """The old state is part of the new one: add state @ U."""
    return _states(inputs, W, 0 * U, b, np.arange(inputs.shape[1]) < length[:, None])[:, -1]
