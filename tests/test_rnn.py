"""The recurrences by hand and by loop, padding that never speaks, both directions, three array libraries."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mha import GRUCell, RNNCell, bidirectional, unroll
from mha.rnn import scan
from tests import oracles
from tests.libraries import LIBRARIES, assert_same, moved

CELLS = pytest.mark.parametrize(
    ("Cell", "step"), [(RNNCell, oracles.rnn_step), (GRUCell, oracles.gru_step)], ids=["RNN", "GRU"]
)


def draw(Cell, rng, d_in=3, d_hidden=5):
    """Parameters without zeros, so that every bias counts."""
    return Cell(*(rng.normal(size=np.shape(part)) for part in Cell.init(rng, d_in, d_hidden)))


def test_the_plain_recurrence_by_hand():
    cell = RNNCell(W=np.array([[1.0]]), U=np.array([[0.5]]), b=np.array([0.25]))
    states, final = unroll(cell, np.array([[1.0], [-1.0]]))
    first = np.tanh(1.25)
    assert states[:, 0] == pytest.approx([first, np.tanh(-0.75 + first / 2)])
    assert final == states[-1]


def test_the_gated_recurrence_by_hand():
    # reset = sigmoid(ln 3) = 3/4, update = sigmoid(-ln 3) = 1/4, candidate = tanh(0.5 + 3/4 (2 * 1 + 1))
    ln3 = np.log(3)
    cell = GRUCell(
        W=np.array([[ln3, -ln3, 0.5]]), U=np.array([[0.0, 0.0, 2.0]]), b=np.zeros(3), c=np.array([0.0, 0.0, 1.0])
    )
    new = cell(np.array([1.0]), np.array([1.0]))
    assert new == pytest.approx([0.75 * np.tanh(0.5 + 0.75 * 3) + 0.25 * 1])


def test_an_update_gate_that_is_shut_keeps_the_state_for_ever(rng):
    cell = draw(GRUCell, rng)
    shut = cell._replace(b=np.concatenate([cell.b[:5], np.full(5, 1e3), cell.b[10:]]))
    state = rng.normal(size=5)
    _, final = unroll(shut, rng.normal(size=(11, 3)), state=state)
    np.testing.assert_allclose(final, state, rtol=1e-12)


@CELLS
def test_one_step_equals_the_loop(Cell, step, rng):
    cell, x, state = draw(Cell, rng), rng.normal(size=3), rng.normal(size=5)
    np.testing.assert_allclose(cell(x, state), step(cell, x, state), rtol=1e-13)
    np.testing.assert_array_equal(cell(x, state), cell.step(cell.project(x), state))


@CELLS
@pytest.mark.parametrize("reverse", [False, True], ids=["forward", "reverse"])
def test_whole_sequences_equal_the_loop(Cell, step, reverse, rng):
    cell, inputs, start = draw(Cell, rng), rng.normal(size=(2, 7, 3)), rng.normal(size=(2, 5))
    lengths = [4, 7]
    states, final = unroll(cell, inputs, state=start, lengths=lengths, reverse=reverse)
    assert states.shape == (2, 7, 5)
    assert final.shape == (2, 5)
    for b in range(2):
        expected = oracles.unroll(step, cell, inputs[b], start[b], lengths[b], reverse)
        np.testing.assert_allclose(states[b], expected[0], rtol=1e-12)
        np.testing.assert_allclose(final[b], expected[1], rtol=1e-12)


@CELLS
def test_the_start_is_zero_unless_said(Cell, step, rng):
    cell, inputs = draw(Cell, rng), rng.normal(size=(2, 7, 3))
    np.testing.assert_array_equal(unroll(cell, inputs)[0], unroll(cell, inputs, state=np.zeros((2, 5)))[0])
    np.testing.assert_allclose(unroll(cell, inputs)[1][0], oracles.unroll(step, cell, inputs[0])[1], rtol=1e-12)


@CELLS
def test_B12_the_output_of_a_step_is_the_state(Cell, step, rng):
    cell, inputs = draw(Cell, rng), rng.normal(size=(1, 3))
    states, final = unroll(cell, inputs)
    np.testing.assert_array_equal(states[0], final)
    np.testing.assert_array_equal(final, cell(inputs[0], np.zeros(5)))


@CELLS
@pytest.mark.parametrize("reverse", [False, True], ids=["forward", "reverse"])
def test_B27_padding_never_reaches_a_state(Cell, step, reverse, rng):
    cell, inputs = draw(Cell, rng), rng.normal(size=(3, 3))
    alone = unroll(cell, inputs, reverse=reverse)
    for rubbish in (np.nan, np.inf, -np.inf, 0.0, 1e6):
        padded = np.concatenate([inputs, np.full((2, 3), rubbish)])
        states, final = unroll(cell, padded, lengths=3, reverse=reverse)
        np.testing.assert_allclose(states[:3], alone[0], rtol=1e-13)
        np.testing.assert_allclose(final, alone[1], rtol=1e-13)
    assert not np.allclose(unroll(cell, padded, reverse=reverse)[1], alone[1])


@CELLS
def test_a_sequence_of_length_zero_keeps_its_start(Cell, step, rng):
    cell, start = draw(Cell, rng), rng.normal(size=(1, 5))
    states, final = unroll(cell, np.ones((1, 4, 3)), state=start, lengths=[0])
    np.testing.assert_array_equal(final, start)
    np.testing.assert_array_equal(states, np.repeat(start[:, None], 4, axis=1))


def test_B11_each_direction_ends_where_it_has_read_everything(rng):
    cells = draw(GRUCell, rng, d_hidden=5), draw(GRUCell, rng, d_hidden=2)
    inputs = rng.normal(size=(2, 7, 3))
    states, final = bidirectional(*cells, inputs)
    assert states.shape == (2, 7, 5 + 2)
    np.testing.assert_array_equal(final[:, :5], states[:, -1, :5])
    np.testing.assert_array_equal(final[:, 5:], states[:, 0, 5:])
    assert not np.allclose(final[:, 5:], states[:, -1, 5:])
    one_step = [cells[1](x, np.zeros(2)) for x in inputs[:, -1]]
    np.testing.assert_allclose(states[:, -1, 5:], one_step, rtol=1e-13)


def test_both_directions_leave_the_padding_out(rng):
    cells, inputs = [draw(GRUCell, rng) for _ in range(2)], rng.normal(size=(2, 7, 3))
    states, final = bidirectional(*cells, inputs, lengths=np.array([4, 7]))
    alone_states, alone_final = bidirectional(*cells, inputs[0, :4])
    np.testing.assert_allclose(states[0, :4], alone_states, rtol=1e-13)
    np.testing.assert_allclose(final[0], alone_final, rtol=1e-13)


def test_scan_hands_the_state_on_and_gathers_the_outputs():
    def step(state, at_time):
        x, y = at_time
        return state + x, state * y

    state, outputs = scan(step, np.array([1.0]), (np.array([[2.0], [3.0]]), np.array([[5.0], [7.0]])))
    assert state.tolist() == [6.0]
    assert outputs.tolist() == [[5.0], [21.0]]


@given(st.data())
def test_states_stay_between_minus_one_and_one(data):
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    Cell = data.draw(st.sampled_from([RNNCell, GRUCell]))
    cell = draw(Cell, rng, data.draw(st.integers(1, 3)), data.draw(st.integers(1, 5)))
    inputs = rng.normal(scale=data.draw(st.sampled_from([0.1, 10.0, 1e4])), size=(2, 7, cell.W.shape[0]))
    assert np.abs(unroll(cell, inputs)[0]).max() <= 1


@CELLS
def test_drawn_parameters_have_their_shapes_and_no_bias(Cell, step, rng):
    cell = Cell.init(rng, d_in=31, d_hidden=23)
    gates = 1 if Cell is RNNCell else 3
    assert [part.shape for part in cell] == [(31, 23 * gates), (23, 23 * gates), *[(23 * gates,)] * (len(cell) - 2)]
    for U, W in zip(np.split(cell.U, gates, axis=1), np.split(cell.W, gates, axis=1), strict=True):
        np.testing.assert_allclose(U.T @ U, np.eye(23), atol=1e-14)
        assert np.abs(W).max() == pytest.approx(np.sqrt(6 / (31 + 23)), rel=0.05)
    assert not any(bias.any() for bias in cell[2:])


@LIBRARIES
@CELLS
def test_whole_sequences_in_three_array_libraries(xp, Cell, step, rng):
    cells = [draw(Cell, rng) for _ in range(2)]
    inputs, lengths = rng.normal(size=(2, 7, 3)), np.array([4, 7])
    like = moved(xp, inputs)
    states, final = bidirectional(*(moved(xp, cell) for cell in cells), like, lengths=lengths)
    expected_states, expected_final = bidirectional(*cells, inputs, lengths=lengths)
    assert_same(states, expected_states, like)
    assert_same(final, expected_final, like)


def test_lengths_that_jax_traces(rng):
    cell, inputs = draw(GRUCell, rng), rng.normal(size=(2, 7, 3))
    _, final = jax.jit(lambda x, lengths: unroll(cell, x, lengths=lengths))(inputs, jnp.array([4, 7]))
    np.testing.assert_allclose(final, unroll(cell, inputs, lengths=[4, 7])[1], rtol=1e-4, atol=1e-5)


ONE = RNNCell(W=np.ones((3, 5)), U=np.ones((5, 5)), b=np.zeros(5))


@pytest.mark.parametrize(
    ("run", "error", "message"),
    [
        (lambda: unroll(ONE, np.ones((2, 7, 4))), ValueError, r"inputs must .* width 3 for W, got shape \(2, 7, 4\)"),
        (lambda: unroll(ONE, np.ones(3)), ValueError, r"inputs must have shape \(..., T, d\), got \(3,\)"),
        (lambda: unroll(ONE, np.ones((2, 0, 3))), ValueError, "the number of time steps must be at least 1, got 0"),
        (lambda: unroll(ONE, np.ones((7, 3), dtype=int)), TypeError, "inputs must hold .* got dtype int64"),
        (lambda: unroll(ONE, [[1.0] * 3]), TypeError, "inputs must be an array, got list"),
        (
            lambda: unroll(ONE, np.ones((2, 7, 3)), lengths=[7]),
            ValueError,
            r"lengths must have one entry per sequence, shape \(2,\), got shape \(1,\)",
        ),
        (lambda: unroll(ONE, np.ones((2, 7, 3)), lengths=[7, 8]), ValueError, "lengths must lie .* T = 7, got 7 to 8"),
        (lambda: unroll(ONE, np.ones((2, 7, 3)), lengths=[-1, 7]), ValueError, "lengths must lie .* got -1 to 7"),
        (lambda: unroll(ONE, np.ones((2, 7, 3)), lengths=[7.0, 7.0]), TypeError, "lengths must be integers, got dtype"),
        (
            lambda: unroll(ONE, np.ones((2, 7, 3)), state=np.zeros(5)),
            ValueError,
            r"state must have shape \(..., d_hidden\) = \(2, 5\), got \(5,\)",
        ),
        (lambda: unroll(ONE, np.ones((7, 3)), state=np.zeros(5, dtype=int)), TypeError, "state must hold"),
        (lambda: ONE(np.ones(4), np.zeros(5)), ValueError, r"inputs must .* width 3 for W, got shape \(4,\)"),
        (lambda: ONE(np.ones(3), np.zeros(4)), ValueError, r"state must have shape .* = \(5,\), got \(4,\)"),
        (
            lambda: ONE(np.ones((2, 3)), np.zeros((1, 5))),
            ValueError,
            r"state must have shape .* = \(2, 5\), got \(1, 5\)",
        ),
        (
            lambda: GRUCell.init(np.random.default_rng(0), 3, 5)(np.ones((2, 3)), np.zeros(5)),
            ValueError,
            r"state must have shape .* = \(2, 5\), got \(5,\)",
        ),
        (lambda: ONE([1.0, 1.0, 1.0], np.zeros(5)), TypeError, "inputs must be an array"),
        (lambda: RNNCell.init(np.random.default_rng(0), 0, 5), ValueError, "d_in must be at least 1, got 0"),
        (lambda: GRUCell.init(np.random.default_rng(0), 3, 2.5), TypeError, "d_hidden must be an integer, got 2.5"),
    ],
)
def test_wrong_sizes_are_named(run, error, message):
    with pytest.raises(error, match=message):
        run()


@pytest.mark.parametrize(
    ("kind", "axes"),
    [
        (RNNCell, {"W": "d_in, d_hidden", "U": "d_hidden, d_hidden", "b": "d_hidden"}),
        (GRUCell, {"W": "d_in, 3 d_hidden", "U": "d_hidden, 3 d_hidden", "b": "3 d_hidden", "c": "3 d_hidden"}),
    ],
)
def test_a_parameter_of_another_shape_is_named_with_its_axes(kind, axes, rng):
    cell, inputs = kind.init(rng, 3, 5), rng.normal(size=(4, 3))
    for name, labels in axes.items():
        wrong = cell._replace(**{name: getattr(cell, name)[None]})
        with pytest.raises(ValueError, match=rf"^{name} must have shape \({labels}\), got"):
            unroll(wrong, inputs)


def test_the_three_gates_have_the_width_of_the_state(rng):
    cell = GRUCell.init(rng, 3, 5)
    narrow = GRUCell(W=cell.W[:, 1:], U=cell.U[:, 1:], b=cell.b[1:], c=cell.c[1:])
    with pytest.raises(ValueError, match=r"^U must have vectors of width 15 for the three gates, got shape \(5, 14\)"):
        unroll(narrow, rng.normal(size=(4, 3)))


def test_both_directions_run_in_the_loop_that_is_given(rng):
    runs = []

    def counted(step, state, inputs):
        runs.append(len(inputs))
        return scan(step, state, inputs)

    cells = (GRUCell.init(rng, 3, 5) for _ in range(2))
    bidirectional(*cells, rng.normal(size=(4, 3)), scan=counted)
    assert len(runs) == 2


@CELLS
def test_both_cells_refuse_the_same_things(Cell, step, rng):
    cell = draw(Cell, rng)
    with pytest.raises(ValueError, match=r"inputs must .* width 3 for W, got shape \(4,\)"):
        cell(np.ones(4), np.zeros(5))
    with pytest.raises(ValueError, match=r"state must have shape .* = \(5,\), got \(4,\)"):
        cell(np.ones(3), np.zeros(4))
    for sizes, name in [((0, 5), "d_in"), ((3, 0), "d_hidden")]:
        with pytest.raises(ValueError, match=f"{name} must be at least 1, got 0"):
            Cell.init(rng, *sizes)
