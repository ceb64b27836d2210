"""Masks by hand, by loop, and by the laws that they keep."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mha import causal_mask, padding_mask, scaled_dot_product_attention, window_mask
from tests import oracles

LENGTH = st.integers(1, 9)


def test_the_causal_mask_is_the_lower_triangle():
    assert causal_mask(3).astype(int).tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]


def test_A16_the_last_query_stands_at_the_last_key():
    query, key, value = np.zeros((2, 2)), np.zeros((4, 2)), np.eye(4)
    context, _ = scaled_dot_product_attention(query, key, value, causal_mask(2, 4))
    np.testing.assert_allclose(context, [[1 / 3, 1 / 3, 1 / 3, 0], [1 / 4] * 4])


def test_more_queries_than_keys_leave_the_first_ones_empty():
    assert causal_mask(4, 2).astype(int).tolist() == [[0, 0], [0, 0], [1, 0], [1, 1]]


@given(LENGTH, LENGTH)
def test_the_causal_mask_equals_the_loop(T_q, T_k):
    np.testing.assert_array_equal(causal_mask(T_q, T_k), oracles.window(T_q, T_k))


@given(LENGTH, LENGTH, LENGTH)
def test_the_window_equals_the_loop(T_q, T_k, size):
    np.testing.assert_array_equal(window_mask(T_q, T_k, size), oracles.window(T_q, T_k, size))


@given(LENGTH, LENGTH)
def test_a_window_as_wide_as_the_sequence_is_the_causal_mask(T_q, T_k):
    np.testing.assert_array_equal(window_mask(T_q, T_k, max(T_q, T_k)), causal_mask(T_q, T_k))
    np.testing.assert_array_equal(window_mask(T_q, T_k), causal_mask(T_q, T_k))


@given(LENGTH, LENGTH, LENGTH, LENGTH)
def test_a_window_to_both_sides_is_one_window_or_the_other_transposed(T_q, T_k, left, right):
    both = window_mask(T_q, T_k, left) | window_mask(T_k, T_q, right).T
    expected = [[-right < (i - T_q) - (j - T_k) < left for j in range(T_k)] for i in range(T_q)]
    np.testing.assert_array_equal(both, expected)


@given(LENGTH, LENGTH)
def test_a_step_of_decoding_sees_the_same_row_as_the_full_pass(T, back):
    row = max(T - back, 0)
    np.testing.assert_array_equal(causal_mask(1, row + 1)[0], causal_mask(T)[row, : row + 1])


def test_the_padding_mask_has_an_axis_for_the_queries():
    mask = padding_mask([2, 0, 3], 3)
    assert mask.shape == (3, 1, 3)
    assert mask.astype(int).tolist() == [[[1, 1, 0]], [[0, 0, 0]], [[1, 1, 1]]]


def test_A26_a_padding_mask_reaches_its_own_sequence_even_if_B_equals_T_q():
    query, key = np.zeros((2, 2, 1)), np.zeros((2, 3, 1))  # B = T_q = 2
    _, weights = scaled_dot_product_attention(query, key, key, padding_mask([2, 3], 3))
    np.testing.assert_allclose(weights, [[[0.5, 0.5, 0]] * 2, [[1 / 3] * 3] * 2])


@given(st.lists(st.integers(0, 7), min_size=1, max_size=5))
def test_the_padding_mask_equals_the_loop(lengths):
    for given_lengths in (lengths, tuple(lengths), np.array(lengths), np.array(lengths, dtype=np.uint8)):
        np.testing.assert_array_equal(padding_mask(given_lengths, 7), oracles.padding(lengths, 7))


def test_lengths_of_any_shape():
    assert padding_mask(2, 3).astype(int).tolist() == [[1, 1, 0]]
    assert padding_mask(np.ones((2, 5), dtype=int), 3).shape == (2, 5, 1, 3)
    assert padding_mask(np.zeros(0, dtype=int), 3).shape == (0, 1, 3)


def test_lengths_that_jax_traces():
    mask = jax.jit(lambda lengths: padding_mask(lengths, 3))(jnp.array([2, 3]))
    np.testing.assert_array_equal(mask, oracles.padding([2, 3], 3))


def test_A38_left_padding_and_causal_leave_the_first_row_empty():
    real = np.array([False, True, True])
    mask = causal_mask(3) & real
    assert mask.astype(int).tolist() == [[0, 0, 0], [0, 1, 0], [0, 1, 1]]
    value = np.array([[7.0], [11.0], [13.0]])
    context, weights = scaled_dot_product_attention(np.zeros((3, 1)), np.zeros((3, 1)), value, mask)
    assert context.tolist() == [[0], [11], [12]]
    assert weights.sum(-1).tolist() == [0, 1, 1]


def test_every_mask_is_boolean():
    for mask in (causal_mask(2, 3), window_mask(2, 3, 1), padding_mask([1], 2)):
        assert mask.dtype == bool


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: causal_mask(0), ValueError, "T_q must be at least 1, got 0"),
        (lambda: causal_mask(2, -1), ValueError, "T_k must be at least 1, got -1"),
        (lambda: causal_mask(2.0), TypeError, "T_q must be an integer, got 2.0"),
        (lambda: causal_mask(2, "3"), TypeError, "T_k must be an integer, got '3'"),
        (lambda: window_mask(2, 3, 0), ValueError, "size must be at least 1, got 0"),
        (lambda: window_mask(2, 3, 1.5), TypeError, "size must be an integer, got 1.5"),
        (lambda: padding_mask([1, 4], 3), ValueError, "lengths must lie between 0 and T = 3, got 1 to 4"),
        (lambda: padding_mask([-1, 2], 3), ValueError, "lengths must lie between 0 and T = 3, got -1 to 2"),
        (lambda: padding_mask([1.0], 3), TypeError, "lengths must be integers, got dtype float64"),
        (lambda: padding_mask([True], 3), TypeError, "lengths must be integers, got dtype bool"),
        (lambda: padding_mask([1], 0), ValueError, "T_k must be at least 1, got 0"),
    ],
)
def test_wrong_sizes_are_named(make, error, message):
    with pytest.raises(error, match=message):
        make()
