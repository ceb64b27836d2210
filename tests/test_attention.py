"""Scaled dot-product attention by hand and by loop: shapes, masks, scale, bias, dtypes, three array libraries."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mha import causal_mask, dot_score, padding_mask, read, scaled_dot_product_attention
from mha.blockwise import blockwise_attention
from tests import oracles
from tests.libraries import LIBRARIES, assert_same, moved


def test_two_keys_by_hand():
    # scores (1 * 2 / sqrt(4), 0) = (1, 0), weights e / (e + 1) and 1 / (e + 1)
    query, key = np.array([[1.0, 0, 0, 0]]), np.array([[2.0, 5, 5, 5], [0.0, 5, 5, 5]])
    context, weights = scaled_dot_product_attention(query, key, np.array([[0.0, 1.0], [10.0, 1.0]]))
    share = 1 / (math.e + 1)
    np.testing.assert_allclose(weights, [[1 - share, share]], rtol=1e-14)
    np.testing.assert_allclose(context, [[10 * share, 1.0]], rtol=1e-14)


def test_A01_a_query_with_no_key_gets_zeros():
    value = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
    allow = np.array([[True, True, False], [False, False, False]])
    context, weights = scaled_dot_product_attention(np.zeros((2, 2)), np.zeros((3, 2)), value, allow)
    assert context.tolist() == [[1, 2], [0, 0]]
    assert weights.tolist() == [[0.5, 0.5, 0], [0, 0, 0]]


def test_A05_true_means_may_attend(rng):
    lower = np.array([[True, False], [True, True]])
    _, weights = scaled_dot_product_attention(rng.normal(size=(2, 3)), rng.normal(size=(2, 3)), np.eye(2), lower)
    assert weights[0].tolist() == [1, 0]
    assert (weights[1] > 0).all()


def test_A06_a_mask_takes_effect():
    query, value = np.zeros((1, 1)), np.array([[1.0], [9.0]])
    for allow, expected in (([True, False], 1), ([False, True], 9)):
        context, _ = scaled_dot_product_attention(query, np.zeros((2, 1)), value, np.array(allow))
        assert context.item() == expected


@pytest.mark.parametrize("mask", [[1.0, 0.0], [1, 0]], ids=["float", "int"])
def test_A07_a_mask_of_numbers_is_refused(mask):
    with pytest.raises(TypeError, match=r"mask must be boolean, True = may attend, got dtype .*: write mask == 1"):
        scaled_dot_product_attention(np.zeros((1, 1)), np.zeros((2, 1)), np.zeros((2, 1)), np.array(mask))
    _, weights = scaled_dot_product_attention(np.zeros((1, 1)), np.zeros((2, 1)), np.zeros((2, 1)), np.array(mask) == 1)
    assert weights.tolist() == [[1, 0]]


def test_A08_a_bias_of_minus_infinity_is_a_mask_and_a_finite_bias_is_added(rng):
    query, key, value = rng.normal(size=(2, 3)), rng.normal(size=(5, 3)), rng.normal(size=(5, 7))
    allow = np.array([True, True, False, True, False])
    masked = scaled_dot_product_attention(query, key, value, allow)
    biased = scaled_dot_product_attention(query, key, value, bias=np.where(allow, 0.0, -np.inf))
    for ours, expected in zip(biased, masked, strict=True):
        np.testing.assert_array_equal(ours, expected)
    bias = rng.normal(size=(2, 5))
    context, weights = scaled_dot_product_attention(query, key, value, bias=bias)
    np.testing.assert_allclose(weights, oracles.softmax(query @ key.T / math.sqrt(3) + bias), rtol=1e-12)
    np.testing.assert_allclose(context, weights @ value, rtol=1e-12)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("scale", [None, 1 / np.sqrt(9), np.float32(0.25), 2])
def test_A14_the_dtype_is_kept(dtype, scale):
    x = np.ones((3, 4), dtype=dtype)
    context, weights = scaled_dot_product_attention(x, x, x, causal_mask(3), scale=scale)
    assert context.dtype == weights.dtype == dtype


def test_the_values_decide_the_dtype():
    halves, singles = np.ones((3, 4), dtype=np.float16), np.ones((3, 4), dtype=np.float32)
    for query, key, value in [(halves, singles, halves), (halves, halves, singles), (np.ones((3, 4)), singles, halves)]:
        bias = np.zeros((3, 3))
        for context, weights in [
            scaled_dot_product_attention(query, key, value, bias=bias),
            read(dot_score(query, key), value),
        ]:
            assert context.dtype == weights.dtype == value.dtype
        assert blockwise_attention(query, key, value).dtype == value.dtype


@pytest.mark.parametrize("many", ["query", "key"])
def test_a_mask_may_have_the_batch_of_queries_or_of_keys(many, rng):
    query, key, value = rng.normal(size=(2, 4)), rng.normal(size=(5, 4)), rng.normal(size=(5, 4))
    batch = {"query": query, "key": key} | {many: np.stack([{"query": query, "key": key}[many]] * 3)}
    mask = rng.random((3, 2, 5)) < 0.5
    _, weights = scaled_dot_product_attention(**batch, value=value, mask=mask)
    for got, allowed in zip(weights, mask, strict=True):
        np.testing.assert_allclose(got, scaled_dot_product_attention(query, key, value, allowed)[1])


@pytest.mark.parametrize("name", ["query", "key", "value"])
@pytest.mark.parametrize("dtype", ["int64", "uint8", "bool", "complex128"])
def test_A15_integers_are_refused_by_name(name, dtype):
    arrays = {"query": np.ones((2, 2)), "key": np.ones((2, 2)), "value": np.ones((2, 2))}
    arrays[name] = arrays[name].astype(dtype)
    with pytest.raises(TypeError, match=rf"{name} must hold floating-point numbers, got dtype {dtype}: convert it"):
        scaled_dot_product_attention(**arrays)


@pytest.mark.parametrize("rubbish", [math.nan, math.inf, -math.inf, 1e300])
def test_A33_whatever_stands_at_a_forbidden_key_or_value_is_not_read(rubbish):
    query, key = np.array([[1.0, -1.0]]), np.array([[1.0, 1.0], [1.0, 1.0], [rubbish, rubbish]])
    value = np.array([[1.0], [3.0], [rubbish]])
    context, weights = scaled_dot_product_attention(query, key, value, np.array([True, True, False]))
    assert weights.tolist() == [[0.5, 0.5, 0]]
    assert context.item() == 2.0


def test_who_reads_a_number_that_is_not_finite_sees_it():
    value = np.array([[1.0, 1.0], [3.0, math.nan], [5.0, 5.0], [math.inf, 7.0]])
    context, _ = scaled_dot_product_attention(np.zeros((4, 1)), np.zeros((4, 1)), value, causal_mask(4))
    np.testing.assert_array_equal(context, [[1, 1], [2, math.nan], [3, math.nan], [math.nan, math.nan]])
    context, weights = scaled_dot_product_attention(np.ones((1, 1)), np.array([[0.0], [math.nan]]), value[:2])
    assert np.isnan(weights).all()
    assert np.isnan(context).all()


def test_A41_the_scale_is_one_over_the_root_of_d_k():
    query, key = np.array([[8.0, 0, 0, 0]]), np.array([[1.0, 0, 0, 0], [0.0, 0, 0, 0]])
    for scale, expected in ((None, [0.9820, 0.0180]), (1 / math.sqrt(8), [0.9442, 0.0558]), (1, [0.9997, 0.0003])):
        _, weights = scaled_dot_product_attention(query, key, np.eye(2), scale=scale)
        np.testing.assert_allclose(weights, [expected], atol=5e-5)


def test_A45_an_unknown_option_is_refused():
    with pytest.raises(TypeError, match="unexpected keyword argument 'is_causal'"):
        scaled_dot_product_attention(np.eye(2), np.eye(2), np.eye(2), is_causal=True)


@pytest.mark.parametrize(
    ("query_shape", "key_shape", "value_shape", "mask_shape"),
    [
        ((2, 3), (5, 3), (5, 7), (2, 5)),
        ((11, 2, 3), (11, 5, 3), (11, 5, 7), (11, 1, 5)),
        ((13, 11, 2, 3), (13, 11, 5, 3), (13, 11, 5, 7), (1, 11, 2, 1)),
        ((13, 11, 2, 3), (13, 1, 5, 3), (13, 1, 5, 7), (5,)),
        ((2, 3), (11, 5, 3), (5, 7), ()),
        ((2, 3), (5, 3), (11, 5, 7), (2, 1)),
    ],
)
def test_every_shape_equals_the_loop(query_shape, key_shape, value_shape, mask_shape, rng):
    query, key, value = (rng.normal(size=shape) for shape in (query_shape, key_shape, value_shape))
    mask = rng.random(mask_shape) < 0.7
    ours = scaled_dot_product_attention(query, key, value, mask, scale=0.7)
    for array, expected in zip(ours, oracles.attention(query, key, value, mask, scale=0.7), strict=True):
        assert array.shape == expected.shape
        np.testing.assert_allclose(array, expected, rtol=1e-10, atol=1e-14)


def test_grouped_heads_share_keys_and_values_by_broadcasting(rng):
    query, key, value = rng.normal(size=(6, 2, 3)), rng.normal(size=(2, 5, 3)), rng.normal(size=(2, 5, 7))
    context, weights = scaled_dot_product_attention(query.reshape(2, 3, 2, 3), key[:, None], value[:, None])
    each = scaled_dot_product_attention(query, key.repeat(3, axis=0), value.repeat(3, axis=0))
    np.testing.assert_allclose(context.reshape(6, 2, 7), each[0], rtol=1e-12)
    np.testing.assert_allclose(weights.reshape(6, 2, 5), each[1], rtol=1e-12)


def test_it_is_a_scaled_dot_score_that_is_read(rng):
    query, key, value = rng.normal(size=(2, 3)), rng.normal(size=(5, 3)), rng.normal(size=(5, 7))
    together = scaled_dot_product_attention(query, key, value, causal_mask(2, 5))
    apart = read(dot_score(query / math.sqrt(3), key), value, causal_mask(2, 5))
    for ours, expected in zip(apart, together, strict=True):
        np.testing.assert_allclose(ours, expected, rtol=1e-12)


@given(st.integers(0, 2**32), st.integers(1, 7), st.integers(1, 7))
def test_weights_are_shares_and_the_context_lies_between_the_values(seed, T_q, T_k):
    rng = np.random.default_rng(seed)
    query, key, value = rng.normal(size=(T_q, 3)), rng.normal(size=(T_k, 3)), rng.normal(size=(T_k, 5))
    mask = rng.random((T_q, T_k)) < 0.7
    context, weights = scaled_dot_product_attention(query, key, value, mask)
    np.testing.assert_allclose(weights.sum(-1), mask.any(-1), rtol=1e-12)
    assert (weights[~mask] == 0).all()
    some = context[mask.any(-1)]
    assert (some <= value.max(0) + 1e-12).all()
    assert (some >= value.min(0) - 1e-12).all()


@LIBRARIES
def test_attention_in_three_array_libraries(xp, rng):
    query, key, value = (rng.normal(size=shape) for shape in [(11, 2, 3), (11, 5, 3), (11, 5, 7)])
    mask, bias = padding_mask([5, 0] + [3] * 9, 5), rng.normal(size=(2, 5))
    x = moved(xp, query)
    ours = scaled_dot_product_attention(x, moved(xp, key), moved(xp, value), mask, bias=moved(xp, bias))
    for array, expected in zip(ours, oracles.attention(query, key, value, mask, bias), strict=True):
        assert_same(array, expected, x)


Q, K, V = np.zeros((2, 3)), np.zeros((5, 3)), np.zeros((5, 7))


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((Q[:, :2], K, V), ValueError, r"query must .* width 3 for a key of shape \(5, 3\), got shape \(2, 2\)"),
        ((Q, K, V[1:]), ValueError, r"key and value .* got 5 and 4 \(shapes \(5, 3\) and \(4, 7\)\)"),
        ((Q[0], K, V), ValueError, r"query must have shape \(..., T, d\), got \(3,\): add the missing axis"),
        ((Q, K, None), TypeError, "value must be an array, got NoneType"),
        ((Q, K.tolist(), V), TypeError, "key must be an array, got list: wrap it in np.asarray"),
        (
            (np.zeros((2, 2, 3)), np.zeros((11, 5, 3)), V),
            ValueError,
            r"must broadcast, got query \(2, 2, 3\), key \(11, 5, 3\), value \(5, 7\)",
        ),
        ((Q[:, :0], K[:, :0], V), ValueError, "d_k must be at least 1, got 0"),
        ((np.zeros((2, 2, 0)), np.zeros((2, 5, 0)), V), ValueError, r"d_k must be at least 1, got 0"),
        ((Q, K, V, [[True] * 5] * 2), TypeError, "mask must be a boolean array, got list"),
        ((Q, K, V, np.ones(2, dtype=bool)), ValueError, r"mask of shape \(2,\) does not fit scores of shape \(2, 5\)"),
        ((Q, K, V, np.ones((1, 2, 5), dtype=bool)), ValueError, r"mask of shape \(1, 2, 5\) does not fit"),
    ],
)
def test_wrong_arrays_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        scaled_dot_product_attention(*arguments)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"scale": "big"}, TypeError, "scale must be a number, got 'big'"),
        ({"scale": math.nan}, ValueError, "scale must be finite, got nan"),
        ({"scale": np.ones(2)}, TypeError, "scale must be a number"),
        ({"bias": np.zeros((2, 5), dtype=int)}, TypeError, "bias must hold floating-point numbers, got dtype int64"),
        ({"bias": np.zeros((5, 2))}, ValueError, r"bias of shape \(5, 2\) does not fit scores of shape \(2, 5\)"),
        ({"bias": 0.0}, TypeError, "bias must be an array, got float"),
    ],
)
def test_wrong_options_are_named(options, error, message):
    with pytest.raises(error, match=message):
        scaled_dot_product_attention(Q, K, V, **options)
