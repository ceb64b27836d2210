"""Waves and distances: single numbers by hand, the last query at the last key, what lies beyond the reach."""

import jax.numpy as jnp
import numpy as np
import pytest

from mha.positions import RelativeBias, sinusoids


@pytest.mark.parametrize(
    ("d_model", "expected"),
    [
        (4, [0.841471, 0.540302, 0.010000, 0.999950]),
        (5, [0.841471, 0.540302, 0.025116, 0.999685, 0.000631]),
    ],
)
def test_B06_B07_B08_the_waves_at_position_one(d_model, expected):
    """The exponent is neither doubled nor shifted for the cosine, and sine and cosine take turns."""
    np.testing.assert_allclose(sinusoids(2, d_model)[1], expected, atol=5e-7)


def test_the_waves_are_the_formula(rng):
    T, d_model, base = 7, 11, 100.0
    P = sinusoids(T, d_model, base)
    assert P.shape == (T, d_model)
    for t in range(T):
        for i in range(d_model // 2):
            angle = t / base ** (2 * i / d_model)
            assert P[t, 2 * i : 2 * i + 2] == pytest.approx([np.sin(angle), np.cos(angle)], abs=1e-15)


def test_a_step_ahead_is_the_same_rotation_everywhere():
    """What Vaswani et al. chose the waves for: P[t + k] is a linear function of P[t], whatever t."""
    P = sinusoids(29, 6)
    ahead, *_ = np.linalg.lstsq(P[:-5], P[5:], rcond=None)
    np.testing.assert_allclose(P[:-5] @ ahead, P[5:], atol=1e-12)
    np.testing.assert_allclose(ahead @ ahead.T, np.eye(6), atol=1e-9)


@pytest.mark.parametrize(("T", "d_model", "name"), [(0, 4, "T"), (3, 0, "d_model"), (2.5, 4, "T")])
def test_no_position_and_no_width_are_refused(T, d_model, name):
    with pytest.raises((ValueError, TypeError), match=f"{name} must be"):
        sinusoids(T, d_model)


TABLE = np.array([[-2.0, -1.0, 0.0, 1.0, 2.0], [10.0, 20.0, 30.0, 40.0, 50.0]])  # two heads, reach 2


def test_each_distance_has_its_number():
    expected = [
        [[0, 1, 2, 2], [-1, 0, 1, 2], [-2, -1, 0, 1], [-2, -2, -1, 0]],
        [[30, 40, 50, 50], [20, 30, 40, 50], [10, 20, 30, 40], [10, 10, 20, 30]],
    ]
    np.testing.assert_array_equal(RelativeBias(TABLE)(4, 4), expected)


def test_the_last_query_stands_at_the_last_key():
    whole = RelativeBias(TABLE)(7, 7)
    for T_q in (1, 2, 5):
        np.testing.assert_array_equal(RelativeBias(TABLE)(T_q, 7), whole[:, -T_q:])


def test_a_bias_depends_on_the_distance_alone():
    bias = RelativeBias(TABLE)(11, 11)
    np.testing.assert_array_equal(bias[:, 1:, 1:], bias[:, :-1, :-1])


def test_every_distance_starts_worth_nothing():
    table = RelativeBias.init(num_heads=3, reach=5).table
    np.testing.assert_array_equal(table, np.zeros((3, 11)))


def test_jax_looks_up_the_same():
    np.testing.assert_array_equal(RelativeBias(jnp.asarray(TABLE))(2, 5), RelativeBias(TABLE)(2, 5))


@pytest.mark.parametrize("sizes", [(0, 5), (3, 0)])
def test_no_heads_and_no_reach_are_refused(sizes):
    with pytest.raises(ValueError, match="must be at least 1, got 0"):
        RelativeBias.init(*sizes)
