"""Softmax and its companions: hand-computed values, properties, errors, and three array libraries."""

import math

import array_api_strict
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from mha import ops
from tests import oracles
from tests.libraries import LIBRARIES, assert_same, moved

SCORES = arrays.arrays(np.float64, arrays.array_shapes(max_dims=3, max_side=5), elements=st.floats(-1e4, 1e4))


def test_softmax_of_a_row_worked_by_hand():
    # exp(0), exp(ln 2), exp(ln 5) = 1, 2, 5
    assert ops.softmax(np.log([[1.0, 2.0, 5.0]])) == pytest.approx(np.array([[1 / 8, 2 / 8, 5 / 8]]))


def test_A34_softmax_sums_to_one_over_the_keys_not_over_the_queries():
    weights = ops.softmax(np.array([[1.0, 2.0], [3.0, 4.0]]))
    np.testing.assert_allclose(weights, [[0.2689, 0.7311], [0.2689, 0.7311]], atol=5e-5)
    over_queries = ops.softmax(np.array([[1.0, 2.0], [3.0, 4.0]]), axis=0)
    np.testing.assert_allclose(over_queries, [[0.1192, 0.1192], [0.8808, 0.8808]], atol=5e-5)


def test_softmax_takes_any_axis():
    scores = np.random.default_rng(0).normal(size=(2, 3, 5))
    for axis in range(-3, 3):
        moved = np.moveaxis(ops.softmax(scores, axis=axis), axis, -1)
        np.testing.assert_allclose(moved, oracles.softmax(np.moveaxis(scores, axis, -1)), rtol=1e-12)


@pytest.mark.parametrize(
    ("scores", "weights"),
    [
        ([1000.0, 0.0], [1.0, 0.0]),
        ([-1000.0, -1001.0], [0.7310585786300049, 0.2689414213699951]),
        ([math.inf, 0.0], [1.0, 0.0]),
        ([math.inf, math.inf], [0.5, 0.5]),
        ([-math.inf, 0.0], [0.0, 1.0]),
        ([-math.inf, -math.inf], [0.0, 0.0]),
    ],
)
def test_A47_softmax_neither_overflows_nor_gives_nan(scores, weights):
    np.testing.assert_allclose(ops.softmax(np.array(scores)), weights, rtol=1e-15)


def test_A01_a_row_with_nothing_allowed_becomes_zeros():
    weights = ops.softmax(np.zeros((2, 3)), np.array([[True, True, False], [False, False, False]]))
    assert weights.tolist() == [[0.5, 0.5, 0.0], [0.0, 0.0, 0.0]]


def test_A10_A39_A40_a_forbidden_key_has_no_share_whatever_its_score():
    mask = np.array([True, True, False, False])
    for hidden in (0.0, 5.0, 1e300, math.nan):
        weights = ops.softmax(np.array([2.0, 1.0, hidden, hidden]), mask)
        np.testing.assert_allclose(weights, [0.7311, 0.2689, 0.0, 0.0], atol=5e-5)
        assert weights[2:].tolist() == [0.0, 0.0]
        assert weights.sum() == pytest.approx(1)


def test_A09_the_lowest_finite_number_as_minus_infinity_is_finite():
    lowest = np.finfo(np.float32).min
    weights = ops.softmax(np.array([[0.0, lowest, lowest], [lowest, lowest, lowest]], dtype=np.float32))
    np.testing.assert_array_equal(weights, np.array([[1, 0, 0], [1 / 3, 1 / 3, 1 / 3]], dtype=np.float32))


@given(SCORES)
def test_softmax_rows_are_shares_of_one(scores):
    weights = ops.softmax(scores)
    assert weights.shape == scores.shape
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(-1), 1, rtol=1e-12)


@given(SCORES, st.floats(-1e3, 1e3))
def test_softmax_sees_differences_of_scores_only(scores, shift):
    np.testing.assert_allclose(ops.softmax(scores + shift), ops.softmax(scores), rtol=1e-7, atol=1e-12)


@given(SCORES, st.data())
def test_softmax_equals_the_loop(scores, data):
    mask = data.draw(arrays.arrays(bool, scores.shape))
    np.testing.assert_allclose(ops.softmax(scores, mask), oracles.softmax(scores, mask), rtol=1e-11, atol=1e-300)


def test_A13_half_precision_is_rounded_once_at_the_end(rng):
    scores = rng.normal(scale=3, size=(7, 501)).astype(np.float16)
    exact = oracles.softmax(scores)
    assert (np.abs(ops.softmax(scores) - exact) <= 0.51 * np.spacing(exact.astype(np.float16))).all()


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 3), (2, 0, 3)])
def test_softmax_of_nothing_is_nothing(shape):
    assert ops.softmax(np.zeros(shape)).shape == shape


@pytest.mark.parametrize("xp", [np, array_api_strict])
def test_what_has_no_weight_is_not_read(xp):
    values = xp.asarray([[1.0, -math.inf], [3.0, 5.0], [math.nan, 7.0]])
    weights = xp.asarray([[0.5, 0.5, 0.0], [0.0, 0.5, 0.5], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    with np.errstate(invalid="ignore"):
        context = np.asarray(ops.blend(weights, values))
    np.testing.assert_array_equal(context, [[2, math.nan], [math.nan, 6], [3, 5], [0, 0]])


@given(st.integers(0, 2**32))
def test_blending_equals_the_loop(seed):
    rng = np.random.default_rng(seed)
    weights, values = rng.random((2, 3, 5)) * (rng.random((2, 3, 5)) < 0.5), rng.normal(size=(5, 7))
    expected = oracles.blend(weights, values)
    np.testing.assert_allclose(ops.blend(weights, values), expected, rtol=1e-12, atol=1e-15)
    values[:, :3] = np.where(weights.any((0, 1))[:, None], values[:, :3], math.nan)
    np.testing.assert_allclose(ops.blend(weights, values), expected, rtol=1e-12, atol=1e-15)


def test_halves_are_widened_and_nothing_else(rng):
    arrays = [rng.normal(size=3).astype(dtype) for dtype in ("float16", "float32", "float64")]
    wide = ops.widen(*arrays)
    assert [x.dtype for x in wide] == ["float32", "float32", "float64"]
    for x, before in zip(wide, arrays, strict=True):
        np.testing.assert_array_equal(x, before)
    assert ops.widen(jnp.ones(2, dtype=jnp.bfloat16))[0].dtype == jnp.float32


def test_a_cast_that_changes_nothing_copies_nothing(rng):
    x = rng.normal(size=3)
    assert ops.cast(x, np.dtype(float)) is x
    np.testing.assert_array_equal(ops.cast(x, np.float16), x.astype(np.float16))


def test_sigmoid_and_tanh_at_known_places():
    x = np.array([-math.inf, -1000.0, -math.log(3), 0.0, math.log(3), 1000.0, math.inf])
    np.testing.assert_allclose(ops.sigmoid(x), [0, 0, 0.25, 0.5, 0.75, 1, 1], rtol=1e-15)
    np.testing.assert_allclose(ops.tanh(x), [-1, -1, -0.8, 0, 0.8, 1, 1], rtol=1e-15)


@given(st.floats(-700, 700))
def test_sigmoid_keeps_its_precision_at_both_ends(x):
    assert ops.sigmoid(np.array(x)) == pytest.approx(oracles.sigmoid(x), rel=1e-14)
    assert ops.sigmoid(np.array(x)) + ops.sigmoid(np.array(-x)) == pytest.approx(1, rel=1e-15)


def test_sigmoid_has_the_right_slope_everywhere():
    x = [-30.0, -1.0, 0.0, 1.0, 30.0]
    expected = [oracles.sigmoid(at) * oracles.sigmoid(-at) for at in x]
    np.testing.assert_allclose(jax.vmap(jax.grad(ops.sigmoid))(jnp.asarray(x)), expected, rtol=1e-5)


def test_gelu_is_x_times_the_normal_distribution_function():
    x = np.linspace(-8, 8, 4001)
    expected = [at * (1 + math.erf(at / math.sqrt(2))) / 2 for at in x]
    np.testing.assert_allclose(ops.gelu(x), expected, rtol=0, atol=7.5e-8 * 8)
    np.testing.assert_allclose(ops.gelu(x[abs(x) < 1]), np.array(expected)[abs(x) < 1], rtol=0, atol=7.5e-8)
    np.testing.assert_array_equal(ops.gelu(np.array([-1e3, 0.0, 1e3])), [0, 0, 1e3])


def test_gelu_of_halves_is_computed_in_single_precision():
    x = np.array([-300.0, 1.0, 300.0], dtype=np.float16)  # 300 squared is no half
    assert ops.gelu(x).dtype == np.float16
    np.testing.assert_array_equal(ops.gelu(x), np.array([0, 0.8413447, 300], dtype=np.float16))


@LIBRARIES
def test_the_leaves_in_three_array_libraries(xp):
    values = np.array([[-2.0, 0.0, 1.0], [5.0, 4.0, 3.0]])
    mask = np.array([[True, False, True], [False, False, False]])
    x = moved(xp, values)
    results = {
        "softmax": (ops.softmax(x), oracles.softmax(values)),
        "masked": (ops.softmax(x, mask), oracles.softmax(values, mask)),
        "own mask": (ops.softmax(x, xp.asarray(mask)), oracles.softmax(values, mask)),
        "other axis": (ops.softmax(x, axis=0), oracles.softmax(values.T).T),
        "tanh": (ops.tanh(x), np.vectorize(math.tanh)(values)),
        "sigmoid": (ops.sigmoid(x), np.vectorize(oracles.sigmoid)(values)),
        "gelu": (ops.gelu(x), np.vectorize(lambda at: at * (1 + math.erf(at / math.sqrt(2))) / 2)(values)),
        "blend": (ops.blend(xp.abs(x), moved(xp, values.T)), np.abs(values) @ values.T),
        "widen": (ops.widen(x)[0], values),
        "cast": (ops.cast(x, x.dtype), values),
        "where": (ops.where(mask, x, -x), np.where(mask, values, -values)),
        "stack": (ops.stack([x, -x]), np.array([values, -values])),
        "stack inside": (ops.stack([x, -x], axis=-2), np.stack([values, -values], axis=-2)),
        "concat": (ops.concat([x, -x]), np.concatenate([values, -values], axis=-1)),
        "zeros": (ops.zeros((2, 5), like=x), np.zeros((2, 5))),
    }
    for name, (ours, expected) in results.items():
        assert_same(ours, expected, like=x, name=name)


@pytest.mark.parametrize("function", [ops.softmax, ops.tanh, ops.sigmoid, ops.gelu])
def test_A15_integers_are_refused_by_name(function):
    argument = "scores" if function is ops.softmax else "x"
    for bad in (np.array([[1, 2], [3, 4]]), np.array([[200, 200]], dtype=np.uint8), np.array([True, False])):
        with pytest.raises(TypeError, match=rf"{argument} must hold floating-point numbers, got dtype {bad.dtype}"):
            function(bad)
    with pytest.raises(TypeError, match=f"{argument} must be an array, got list"):
        function([1.0, 2.0])


@pytest.mark.parametrize("mask", [np.array([1.0, 0.0]), np.array([1, 0])])
def test_A07_a_mask_of_numbers_is_refused(mask):
    with pytest.raises(TypeError, match=rf"mask must be boolean.*{mask.dtype}"):
        ops.softmax(np.zeros(2), mask)


def test_a_mask_may_not_enlarge_the_scores():
    with pytest.raises(ValueError, match=r"mask of shape \(3, 2\).*\(2,\)"):
        ops.softmax(np.zeros(2), np.ones((3, 2), dtype=bool))
    with pytest.raises(ValueError, match=r"mask of shape \(2,\).*\(2, 3\)"):
        ops.softmax(np.zeros((2, 3)), np.ones(2, dtype=bool))


@pytest.mark.parametrize("axis", [2, -3, 10])
def test_an_axis_must_exist(axis):
    with pytest.raises(ValueError, match=rf"axis {axis} does not exist.*\(2, 3\)"):
        ops.softmax(np.zeros((2, 3)), axis=axis)


@pytest.mark.parametrize("axis", [0.0, True, None, "last"])
def test_an_axis_is_an_integer(axis):
    with pytest.raises(TypeError, match="axis must be an integer"):
        ops.softmax(np.zeros((2, 3)), axis=axis)


def test_a_single_number_has_no_axis():
    with pytest.raises(ValueError, match="axis -1 does not exist"):
        ops.softmax(np.array(1.0))


def test_a_row_with_one_key_left_has_no_gradient():
    """Its weight is 1, whatever the score: the total is then exactly the bound that guards empty rows."""
    mask = np.array([[True, False, False], [True, True, True], [False, False, False]])
    scores = jnp.array([[0.3, 0.1, 0.2], [0.0, -900.0, -800.0], [1.0, 2.0, 3.0]])
    gradient = jax.grad(lambda scores: (ops.softmax(scores, mask) * jnp.arange(1.0, 10.0).reshape(3, 3)).sum())(scores)
    np.testing.assert_allclose(gradient, np.zeros((3, 3)), atol=1e-7)
