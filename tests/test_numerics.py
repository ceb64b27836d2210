"""Precision, extremes, layouts and side effects, for everything that computes.

For standard normal inputs the largest error is stated in units of ``eps``, the spacing of the dtype's numbers at one,
times the largest number in the exact result: at most 6, and 16 for the recurrences.
"""

import math

import numpy as np
import pytest

import mha
from mha import causal_mask, padding_mask, scaled_dot_product_attention, softmax
from mha.blockwise import blockwise_attention
from tests import oracles

DTYPES = pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
B, T_Q, T_K, D, E = 3, 5, 7, 11, 13
LENGTHS = np.array([7, 4, 0])


def real(batch):
    """Which keys of this batch are real, as a mask; the first sequence is full and the last one empty."""
    return padding_mask(LENGTHS[: len(batch)], T_K)


def heads(query, key, value, W_q, W_k, W_v, W_o):
    return mha.MultiHeadAttention(W_q, W_k, W_v, W_o)(query, key, value, real(query))


def additive(query, states, W_a, U_a, v_a):
    return mha.AdditiveAttention(W_a, U_a, v_a)(query, states, real(query))


def rnn(inputs, W, U, b):
    return mha.unroll(mha.RNNCell(W, U, b), inputs, lengths=LENGTHS[: len(inputs)])


def gru(inputs, W, U, b, c):
    return mha.unroll(mha.GRUCell(W, U, b, c), inputs, lengths=LENGTHS[: len(inputs)], reverse=True)


def both_ways(inputs, W, U, b):
    cell = mha.RNNCell(W, U, b)
    return mha.bidirectional(cell, cell, inputs, lengths=LENGTHS[: len(inputs)])


QUERY, KEY, VALUE, STATES = (B, T_Q, D), (B, T_K, D), (B, T_K, E), (B, T_K, E)
SUBJECTS = {  # what computes, and the shapes of the arrays that it takes
    "softmax": (lambda scores: (softmax(scores, real(scores)),), [(B, T_Q, T_K)]),
    "tanh": (lambda x: (mha.tanh(x),), [(B, T_K, D)]),
    "sigmoid": (lambda x: (mha.sigmoid(x),), [(B, T_K, D)]),
    "dot_score": (lambda query, states: (mha.dot_score(query, states),), [QUERY, KEY]),
    "general_score": (lambda *arrays: (mha.general_score(*arrays),), [QUERY, STATES, (D, E)]),
    "additive_score": (lambda *arrays: (mha.additive_score(*arrays),), [QUERY, STATES, (D, 5), (E, 5), (5,)]),
    "concat_score": (lambda *arrays: (mha.concat_score(*arrays),), [QUERY, STATES, (D + E, 5), (5,)]),
    "read": (lambda scores, states: mha.read(scores, states, real(scores)), [(B, T_Q, T_K), STATES]),
    "attention": (lambda query, *kv: scaled_dot_product_attention(query, *kv, real(query)), [QUERY, KEY, VALUE]),
    "heads": (heads, [QUERY, KEY, VALUE, (2, D, 3), (2, D, 3), (2, E, 5), (2, 5, D)]),
    "additive": (additive, [QUERY, STATES, (D, 5), (E, 5), (5,)]),
    "rnn": (rnn, [KEY, (D, 5), (5, 5), (5,)]),
    "gru": (gru, [KEY, (D, 15), (5, 15), (15,), (15,)]),
    "both_ways": (both_ways, [KEY, (D, 5), (5, 5), (5,)]),
}
EVERY_SUBJECT = pytest.mark.parametrize("subject", SUBJECTS)
RECURRENT = ("rnn", "gru", "both_ways")  # an error made early is carried along


def drawn(subject, rng, dtype="float64"):
    """What computes, and the arrays for it, each number exact in the dtype."""
    compute, shapes = SUBJECTS[subject]
    return compute, [rng.normal(size=shape).astype(dtype) for shape in shapes]


def in_eps(array, exact, dtype):
    """The largest error, in units of eps."""
    return float(np.abs(array - exact).max() / np.finfo(dtype).eps / np.abs(exact).max())


@EVERY_SUBJECT
@DTYPES
def test_A13_A14_the_dtype_is_kept_and_the_error_bounded(subject, dtype, rng):
    compute, arrays = drawn(subject, rng, dtype)
    exact = compute(*(x.astype(np.longdouble) for x in arrays))
    kept = np.promote_types(dtype, np.float32) if subject.endswith("_score") else np.dtype(dtype)
    for array, truth in zip(compute(*arrays), exact, strict=True):
        assert array.dtype == kept
        assert in_eps(array, truth, dtype) <= (16 if subject in RECURRENT else 6)


@EVERY_SUBJECT
def test_A35_inputs_are_never_changed_and_may_be_read_only(subject, rng):
    compute, arrays = drawn(subject, rng)
    before = [x.copy() for x in arrays]
    for x in arrays:
        x.flags.writeable = False
    first, second = compute(*arrays), compute(*arrays)
    for x, copy in zip(arrays, before, strict=True):
        np.testing.assert_array_equal(x, copy)
    for one, other in zip(first, second, strict=True):
        np.testing.assert_array_equal(one, other)  # A21: no chance is at work


def test_A35_a_mask_is_never_changed(rng):
    query, key, value = (rng.normal(size=shape) for shape in (QUERY, KEY, VALUE))
    for mask in (causal_mask(T_Q, T_K), np.broadcast_to(np.array(True), (T_Q, T_K)), padding_mask(LENGTHS, T_K)):
        before = mask.copy()
        scaled_dot_product_attention(query, key, value, mask)
        np.testing.assert_array_equal(mask, before)


LAYOUTS = {
    "fortran": np.asfortranarray,
    "strided": lambda x: np.repeat(x, 2, axis=-1)[..., ::2],
    "backward": lambda x: np.ascontiguousarray(x[::-1])[::-1],
    "big endian": lambda x: x.astype(">f8"),
}


@EVERY_SUBJECT
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_layout_in_memory_does_not_matter(subject, layout, rng):
    compute, arrays = drawn(subject, rng)
    laid_out = [LAYOUTS[layout](x) for x in arrays]
    for array, expected in zip(compute(*laid_out), compute(*arrays), strict=True):
        np.testing.assert_allclose(array, expected, rtol=1e-10, atol=1e-14)


@EVERY_SUBJECT
def test_a_batch_of_none_gives_none(subject, rng):
    compute, arrays = drawn(subject, rng)
    none = [x[:0] if len(x) == B else x for x in arrays]
    for array in compute(*none):
        assert array.shape[0] == 0
        assert array.size == 0


@DTYPES
def test_scores_of_ten_thousand_choose_one_key(dtype):
    query, key = np.array([[100.0], [-100.0]], dtype=dtype), np.array([[100.0], [-100.0], [0.0]], dtype=dtype)
    value = np.array([[2.0], [3.0], [5.0]], dtype=dtype)
    context, weights = scaled_dot_product_attention(query, key, value)
    assert weights.tolist() == [[1, 0, 0], [0, 1, 0]]
    assert context.tolist() == [[2], [3]]


@DTYPES
def test_infinite_biases_force_and_forbid(dtype):
    query, value = np.ones((4, 1), dtype=dtype), np.array([[2.0], [4.0]], dtype=dtype)
    infinity = math.inf
    bias = np.array([[infinity, 0], [0, -infinity], [infinity, infinity], [-infinity, -infinity]], dtype=dtype)
    context, weights = scaled_dot_product_attention(query, np.ones((2, 1), dtype=dtype), value, bias=bias)
    assert weights.tolist() == [[1, 0], [1, 0], [0.5, 0.5], [0, 0]]
    assert context.tolist() == [[2], [2], [3], [0]]
    assert context.dtype == dtype


@DTYPES
def test_A11_masks_need_no_number_that_a_half_cannot_hold(dtype, rng):
    query, key, value = (rng.normal(size=shape).astype(dtype) for shape in (QUERY, KEY, VALUE))
    mask = causal_mask(T_Q, T_K) & padding_mask(LENGTHS, T_K)
    context, weights = scaled_dot_product_attention(query, key, value, mask)
    expected = oracles.attention(query, key, value, mask)
    tolerance = 8 * np.finfo(dtype).eps
    np.testing.assert_allclose(context, expected[0], rtol=tolerance, atol=tolerance)
    np.testing.assert_allclose(weights, expected[1], rtol=tolerance, atol=tolerance)
    assert not context[2].any()  # A01: a sequence of length zero
    assert not weights[2].any()


def test_A13_rows_of_half_precision_sum_to_one(rng):
    query, key = (rng.normal(size=(1, 4, 256, 64)).astype(np.float16) for _ in range(2))
    _, weights = scaled_dot_product_attention(query, key, key)
    assert np.abs(weights.astype(float).sum(-1) - 1).max() < 1e-3


@DTYPES
def test_a_sequence_of_one_gives_its_value(dtype, rng):
    query, key, value = (rng.normal(size=(B, 1, D)).astype(dtype) for _ in range(3))
    context, weights = scaled_dot_product_attention(query, key, value, causal_mask(1))
    np.testing.assert_array_equal(context, value)
    assert (weights == 1).all()


def test_no_keys_and_no_queries():
    context, weights = scaled_dot_product_attention(np.ones((2, 3)), np.ones((0, 3)), np.ones((0, 5)))
    assert context.tolist() == np.zeros((2, 5)).tolist()
    assert weights.shape == (2, 0)
    context, weights = scaled_dot_product_attention(np.ones((0, 3)), np.ones((4, 3)), np.ones((4, 5)))
    assert (context.shape, weights.shape) == ((0, 5), (0, 4))


def test_many_batch_dimensions(rng):
    batch = (2, 1, 3, 1, 2, 1, 1, 5)
    query, key, value = (rng.normal(size=(*batch, T, 3)) for T in (2, 4, 4))
    context, weights = scaled_dot_product_attention(query, key, value)
    flat = scaled_dot_product_attention(*(x.reshape(-1, *x.shape[-2:]) for x in (query, key, value)))
    np.testing.assert_allclose(context.reshape(flat[0].shape), flat[0], rtol=1e-12)
    np.testing.assert_allclose(weights.reshape(flat[1].shape), flat[1], rtol=1e-12)


def test_A42_a_large_batch_is_its_rows(rng):
    query, key, value = (rng.normal(size=(20_000, T, 3)).astype(np.float32) for T in (2, 4, 4))
    context, _ = scaled_dot_product_attention(query, key, value)
    for row in (0, 777, 19_999):
        alone, _ = scaled_dot_product_attention(query[row], key[row], value[row])
        np.testing.assert_allclose(context[row], alone, rtol=1e-5, atol=1e-6)


@EVERY_SUBJECT
def test_nothing_overflows_or_divides_by_zero_or_is_invalid(subject, rng):
    compute, arrays = drawn(subject, rng)
    with np.errstate(over="raise", divide="raise", invalid="raise"):
        for size in (0.0, 1e-300, 1.0, 1e4):
            for array in compute(*(size * x for x in arrays)):
                assert np.isfinite(array).all()


@DTYPES
def test_sigmoid_and_tanh_reach_their_ends_quietly(dtype):
    largest = np.finfo(dtype).max
    x = np.array([-math.inf, -largest, 0, largest, math.inf], dtype=dtype)
    with np.errstate(over="raise", divide="raise", invalid="raise"):
        assert mha.sigmoid(x).tolist() == [0, 0, 0.5, 1, 1]
        assert mha.tanh(x).tolist() == [-1, -1, 0, 1, 1]


def reads_beyond_a_half():
    """Ways to attend for which the scores of these two keys are far beyond 65,504 and about one apart."""
    query, keys, W = np.array([[256.0, 1.0]]), np.array([[400.0, 0.0], [400.0, 1.0]]), np.eye(2)
    value = np.array([[1.0], [3.0]])
    W_a, U_a, v_a = np.array([[1.0, 1, 0], [0, 0, 0]]), np.array([[0.0, 0, 0], [0, 0, 1]]), np.array([4e4, 4e4, 2])
    heads = [W[None], W[None], np.ones((1, 1, 1)), np.ones((1, 1, 1))]
    return {
        "attention": (scaled_dot_product_attention, [query, keys, value]),
        "blocks": (lambda *x: (blockwise_attention(*x),), [query, keys, value]),
        "heads": (lambda *x: mha.MultiHeadAttention(*x[3:])(*x[:3]), [query, keys, value, *heads]),
        "dot": (lambda q, k, v: mha.read(mha.dot_score(q, k), v), [query, keys, value]),
        "general": (lambda q, k, v, W: mha.read(mha.general_score(q, k, W), v), [query, keys, value, W]),
        "additive": (lambda q, k, *W: mha.AdditiveAttention(*W)(q, k), [query, keys, W_a, U_a, v_a]),
        "concat": (
            lambda q, k, v, *W: mha.read(mha.concat_score(q, k, *W), v),
            [query, keys, value, np.concatenate([W_a, U_a]), v_a],
        ),
    }


@pytest.mark.parametrize("name", reads_beyond_a_half())
def test_scores_beyond_the_range_of_a_half_are_read_as_they_are(name):
    reads, arrays = reads_beyond_a_half()[name]
    exact = reads(*arrays)
    assert 0.1 < exact[-1].flat[0] % 1 < 0.9  # both keys have a share
    for ours, expected in zip(reads(*(x.astype(np.float16) for x in arrays)), exact, strict=True):
        assert ours.dtype == np.float16
        np.testing.assert_allclose(ours, expected, rtol=0.01)
