"""Each check lets the right thing pass and says of the wrong one what was expected and what came."""

import jax.numpy as jnp
import numpy as np
import pytest
from array_api_compat import array_namespace

from mha import checks

X = np.zeros((2, 3, 5))


def test_what_is_right_passes():
    checks.floating(x=X, y=X.astype(np.float16), z=jnp.zeros(3))
    checks.sequences(x=X)
    checks.width("x", X, 5, "W")
    checks.shape("x", X, "(B, T, d)", (2, 3, 5))
    checks.parameters(W=(X[0], "d_in, d"), U=(X, "h, d_in, d"), b=(X[0, 0], "d"))
    checks.same_length(X, X[..., :1])
    checks.same_batch(x=X, y=X[:, :1])
    checks.leading(x=X, y=X[:1], z=X[0])
    checks.boolean(X > 0)
    for shape in [(), (5,), (3, 5), (1, 5), (3, 1), (2, 1, 5), (2, 3, 5)]:
        checks.mask_for(np.ones(shape, dtype=bool), (2, 3, 5))
        checks.bias_for(np.ones(shape), (2, 3, 5))
    for number in (1, np.int64(7), np.array(7)):
        checks.positive_int("n", number)
    for number in (0, -1, 0.5, np.float32(0.5), np.float64(0.5)):
        checks.finite_number("scale", number)
    for axis in (-3, 2):
        checks.axis_of(X, axis)
    checks.generator(np.random.default_rng(0))


def test_the_library_is_that_of_all_arrays():
    assert checks.library(X) is checks.library(X, X[0]) is array_namespace(X)
    assert checks.library(jnp.zeros(3)) is checks.library(jnp.zeros(3), jnp.ones(2)) is jnp
    with pytest.raises(TypeError, match="Multiple namespaces"):
        checks.library(X, jnp.zeros(3))


def test_lengths_come_back_as_an_array():
    for lengths in ([0, 4], (0, 4), np.array([0, 4]), np.array([0, 4], dtype=np.uint8)):
        assert checks.lengths_within(lengths, 4).tolist() == [0, 4]
    assert checks.lengths_within(3, 4).shape == ()
    assert checks.lengths_within(np.int64(3), 4).shape == ()
    assert checks.lengths_within(np.zeros(0, dtype=int), 4).shape == (0,)
    traced_later = jnp.array([0, 4])
    assert checks.lengths_within(traced_later, 4) is traced_later


@pytest.mark.parametrize(
    ("check", "error", "message"),
    [
        (lambda: checks.floating(query=[1.0]), TypeError, "query must be an array, got list: wrap it"),
        (lambda: checks.floating(query=None), TypeError, "query must be an array, got NoneType"),
        (lambda: checks.floating(a=X, query=X.astype(int)), TypeError, "query must hold .* got dtype int64: convert"),
        (lambda: checks.floating(query=X.astype(complex)), TypeError, "query must hold .* got dtype complex128"),
        (lambda: checks.floating(query=X.astype(object)), TypeError, "query must hold .* got dtype object"),
        (lambda: checks.floating(query=X > 0), TypeError, "query must hold .* got dtype bool"),
        (lambda: checks.sequences(key=X[0, 0]), ValueError, r"key must have shape \(..., T, d\), got \(5,\)"),
        (lambda: checks.sequences(key=[[1.0]]), TypeError, "key must be an array"),
        (
            lambda: checks.parameters(W=(X, "h, d"), b=(X, "d")),
            ValueError,
            r"W must have shape \(h, d\), got \(2, 3, 5\)",
        ),
        (
            lambda: checks.parameters(W=(X[0], "d_in, d"), U=(X[0], "d, d_out")),
            ValueError,
            r"U must have shape \(d, d_out\) with d = 5 as in W, got \(3, 5\)",
        ),
        (lambda: checks.parameters(W=(X[0], "a, b"), U=(None, "a")), TypeError, "U must be an array, got NoneType"),
        (lambda: checks.width("key", X, 7, "W_k"), ValueError, r"key must .* width 7 for W_k, got shape \(2, 3, 5\)"),
        (
            lambda: checks.width("key", np.array(1.0), 7, "W_k"),
            ValueError,
            r"key must .* width 7 for W_k, got shape \(\)",
        ),
        (lambda: checks.width("key", [1.0], 1, "W_k"), TypeError, "key must be an array, got list"),
        (
            lambda: checks.shape("W_a", X, "(d_query, d_a)", (5, 7)),
            ValueError,
            r"W_a must have shape \(d_query, d_a\) = \(5, 7\), got \(2, 3, 5\)",
        ),
        (lambda: checks.shape("W_a", X > 0, "(d,)", (2,)), TypeError, "W_a must hold"),
        (lambda: checks.same_length(X, X[:, :2]), ValueError, r"got 3 and 2 \(shapes \(2, 3, 5\) and \(2, 2, 5\)\)"),
        (
            lambda: checks.same_batch(query=X, key=X[:1]),
            ValueError,
            r"equal, got query \(2, 3, 5\), key \(1, 3, 5\): the layout is",
        ),
        (
            lambda: checks.leading(query=X, key=np.zeros((7, 3, 5))),
            ValueError,
            r"broadcast, got query \(2, 3, 5\), key \(7, 3, 5\)",
        ),
        (lambda: checks.boolean([True]), TypeError, "mask must be a boolean array, got list"),
        (lambda: checks.boolean(X), TypeError, "mask must be boolean, True = may attend, got dtype float64: write"),
        (lambda: checks.mask_for(X, (2, 3, 5)), TypeError, "mask must be boolean"),
        (
            lambda: checks.mask_for(np.ones((2, 5), dtype=bool), (2, 3, 5)),
            ValueError,
            r"mask of shape \(2, 5\) does not fit scores of shape \(2, 3, 5\).*padding_mask",
        ),
        (
            lambda: checks.mask_for(np.ones((1, 2, 3, 5), dtype=bool), (2, 3, 5)),
            ValueError,
            r"mask of shape \(1, 2, 3, 5\)",
        ),
        (
            lambda: checks.mask_for(np.ones((3, 5), dtype=bool), (1, 5)),
            ValueError,
            r"mask of shape \(3, 5\) .* \(1, 5\)",
        ),
        (lambda: checks.bias_for(X > 0, (2, 3, 5)), TypeError, "bias must hold floating-point numbers"),
        (lambda: checks.bias_for(X, (3, 5)), ValueError, r"bias of shape \(2, 3, 5\) does not fit .* \(3, 5\)"),
        (lambda: checks.positive_int("num_heads", 2.0), TypeError, "num_heads must be an integer, got 2.0"),
        (lambda: checks.positive_int("num_heads", True), TypeError, "num_heads must be an integer, got True"),
        (lambda: checks.positive_int("num_heads", None), TypeError, "num_heads must be an integer, got None"),
        (lambda: checks.positive_int("num_heads", np.array([2, 3])), TypeError, r"num_heads must .* array\(\[2, 3\]\)"),
        (lambda: checks.positive_int("num_heads", np.array(2.0)), TypeError, r"num_heads must .* array\(2\.\)"),
        (lambda: checks.positive_int("num_heads", 0), ValueError, "num_heads must be at least 1, got 0"),
        (lambda: checks.positive_int("num_heads", -3), ValueError, "num_heads must be at least 1, got -3"),
        (lambda: checks.axis_of(X, 3), ValueError, r"axis 3 does not exist in an array of shape \(2, 3, 5\)"),
        (lambda: checks.axis_of(X, -4), ValueError, "axis -4 does not exist"),
        (lambda: checks.axis_of(X, 1.0), TypeError, "axis must be an integer, got 1.0"),
        (lambda: checks.finite_number("scale", "1"), TypeError, "scale must be a number, got '1'"),
        (lambda: checks.finite_number("scale", 1j), TypeError, "scale must be a number, got 1j"),
        (lambda: checks.finite_number("scale", float("nan")), ValueError, "scale must be finite, got nan"),
        (lambda: checks.finite_number("scale", float("inf")), ValueError, "scale must be finite, got inf"),
        (lambda: checks.lengths_within([1.0], 4), TypeError, "lengths must be integers, got dtype float64"),
        (lambda: checks.lengths_within([True], 4), TypeError, "lengths must be integers, got dtype bool"),
        (lambda: checks.lengths_within([1, 5], 4), ValueError, "lengths must lie between 0 and T = 4, got 1 to 5"),
        (lambda: checks.lengths_within([-1, 2], 4), ValueError, "lengths must lie between 0 and T = 4, got -1 to 2"),
        (lambda: checks.lengths_within(5, 4), ValueError, "lengths must lie between 0 and T = 4, got 5 to 5"),
        (lambda: checks.lengths_within(np.int64(5), 4), ValueError, "lengths must lie between 0 and T = 4"),
        (lambda: checks.lengths_within(jnp.array([1.0]), 4), TypeError, "lengths must be integers, got dtype float32"),
        (lambda: checks.generator(0), TypeError, r"rng must be a numpy.random.Generator, got 0: write np"),
        (lambda: checks.generator(None), TypeError, "rng must be a numpy.random.Generator, got None"),
        (lambda: checks.generator(np.random), TypeError, "rng must be a numpy.random.Generator"),
    ],
)
def test_what_is_wrong_is_named(check, error, message):
    with pytest.raises(error, match=message):
        check()
