"""The context in blocks equals the plain one, and needs memory for a block of weights only."""

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mha import causal_mask, padding_mask, scaled_dot_product_attention
from mha.blockwise import SMALL, blockwise_attention

SIZES = st.integers(1, 13)


def drawn(rng, T_q, T_k, batch=(2, 3), dtype=float):
    return tuple(rng.normal(size=(*batch, *size)).astype(dtype) for size in [(T_q, 5), (T_k, 5), (T_k, 7)])


# The second is so large that peaks are subtracted.
SCALES = [None, 20.0]


@given(
    T_q=SIZES,
    T_k=SIZES,
    block=st.integers(1, 16),
    causal=st.booleans(),
    scale=st.sampled_from(SCALES),
    seed=st.integers(0, 2**32),
)
def test_blocks_of_any_size_equal_the_plain_result(T_q, T_k, block, causal, scale, seed):
    inputs = drawn(np.random.default_rng(seed), T_q, T_k)
    expected, _ = scaled_dot_product_attention(*inputs, causal_mask(T_q, T_k) if causal else None, scale=scale)
    ours = blockwise_attention(*inputs, causal=causal, scale=scale, block=block)
    np.testing.assert_allclose(ours, expected, atol=1e-12)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("scale", SCALES)
def test_masks_of_every_rank(rng, causal, threads, scale):
    inputs = drawn(rng, 11, 13)
    masks = [
        rng.random((11, 13)) < 0.5,
        rng.random((2, 3, 11, 13)) < 0.5,
        padding_mask([[13, 5, 1], [7, 0, 2]], 13),
        rng.random((1, 13)) < 0.5,
        rng.random(13) < 0.5,
        np.array(True),
        rng.random((11, 1)) < 0.5,
        rng.random((2, 1, 1, 1)) < 0.5,
    ]
    for mask in masks:
        both = mask & causal_mask(11, 13) if causal else mask
        expected, _ = scaled_dot_product_attention(*inputs, both, scale=scale)
        ours = blockwise_attention(*inputs, mask, causal=causal, scale=scale, block=4, threads=threads)
        np.testing.assert_allclose(ours, expected, atol=1e-12)


def test_A01_a_query_with_nothing_to_attend_to_gets_zeros(rng):
    query, key, value = drawn(rng, 5, 2, batch=())
    context = blockwise_attention(query, key, value, causal=True, block=2)  # the first three see no key
    np.testing.assert_array_equal(context[:3], 0)
    np.testing.assert_allclose(context[3], value[0])


def test_leading_dimensions_broadcast(rng):
    query, key, value = drawn(rng, 5, 7)
    expected, _ = scaled_dot_product_attention(query, key[:1, :1], value[:, :1])
    np.testing.assert_allclose(blockwise_attention(query, key[:1, :1], value[:, :1]), expected, atol=1e-13)


def test_a_scale_is_used(rng):
    inputs = drawn(rng, 5, 7)
    expected, _ = scaled_dot_product_attention(*inputs, scale=2)
    np.testing.assert_allclose(blockwise_attention(*inputs, scale=np.float64(2)), expected, atol=1e-13)


@pytest.mark.parametrize(("dtype", "bound"), [(np.float16, 2e-3), (np.float32, 1e-6), (np.float64, 1e-14)])
def test_dtype_is_kept_and_the_error_bounded(rng, dtype, bound):
    inputs = drawn(rng, 17, 19, dtype=dtype)
    context = blockwise_attention(*inputs, block=8)
    exact, _ = scaled_dot_product_attention(*(x.astype(float) for x in inputs))
    assert context.dtype == dtype
    assert abs(context - exact).max() < bound


@pytest.mark.parametrize("scale", [1e4, -1e4])
def test_extreme_scores_stay_finite(rng, scale):
    inputs = drawn(rng, 5, 7, dtype=np.float32)
    expected, _ = scaled_dot_product_attention(*inputs, scale=scale)
    np.testing.assert_allclose(blockwise_attention(*inputs, scale=scale), expected, atol=1e-6)


def test_large_values_do_not_overflow_where_no_peak_is_subtracted(rng):
    query, key, value = drawn(rng, 5, 7, dtype=np.float32)
    value *= np.float32(1e25)
    for longest in (0.5, 0.99, 1.01):  # of what still counts as small
        lengths = (np.linalg.norm(x, axis=-1).max() for x in (query, key))
        scale = longest * SMALL * math.log(2) / math.prod(lengths)
        expected, _ = scaled_dot_product_attention(query, key, value, scale=scale)
        np.testing.assert_allclose(blockwise_attention(query, key, value, scale=scale), expected, rtol=1e-4, atol=1e20)


def test_A35_inputs_stay_as_they_are_and_may_be_read_only(rng):
    query, key, value = drawn(rng, 5, 7)
    mask = rng.random((5, 7)) < 0.5
    copies = [x.copy() for x in (query, key, value, mask)]
    for x in (query, key, value, mask):
        x.flags.writeable = False
    blockwise_attention(query, key, value, mask, causal=True, block=2)
    for x, copy in zip((query, key, value, mask), copies, strict=True):
        np.testing.assert_array_equal(x, copy)


def test_no_heads_and_no_queries(rng):
    query, key, value = drawn(rng, 5, 7)
    assert blockwise_attention(query[:0], key[:0], value[:0]).shape == (0, 3, 5, 7)
    assert blockwise_attention(query[..., :0, :], key, value).shape == (2, 3, 0, 7)
    np.testing.assert_array_equal(blockwise_attention(query, key[..., :0, :], value[..., :0, :]), 0)


def test_A44_memory_grows_with_the_block_and_not_with_the_square(rng):
    T, block = 2048, 16
    query, key, value = (rng.normal(size=(T, 4)) for _ in range(3))
    tracemalloc.start()
    blockwise_attention(query, key, value, causal=True, block=block)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * (4 * block * T + 8 * T * 4)  # a few blocks of scores and copies of the inputs; all: 8 T² bytes


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"query": np.zeros((5, 4))}, "width 5"),
        ({"value": np.zeros((6, 7))}, "7 and 6"),
        ({"block": 0}, "block must be at least 1"),
        ({"threads": 0}, "threads must be at least 1"),
        ({"mask": np.ones((5, 6), bool)}, r"\(5, 6\)"),
        ({"scale": float("nan")}, "scale"),
    ],
)
def test_what_does_not_fit_is_named(rng, change, message):
    query, key, value = drawn(rng, 5, 7, batch=())
    arguments = {"query": query, "key": key, "value": value, **change}
    with pytest.raises(ValueError, match=message):
        blockwise_attention(**arguments)


def test_A07_a_mask_of_numbers_is_refused(rng):
    with pytest.raises(TypeError, match="mask must be boolean"):
        blockwise_attention(*drawn(rng, 5, 7), np.ones((5, 7)))
