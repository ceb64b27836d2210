"""The draws have the spread that their formulas promise, and touch no state but the generator's."""

import math

import numpy as np
import pytest

from mha import AdditiveAttention, GRUCell, MultiHeadAttention, RNNCell
from mha.initializers import glorot_uniform, orthogonal

BUILDERS = pytest.mark.parametrize(
    "build",
    [
        lambda rng: glorot_uniform(rng, 3, 5, 7),
        lambda rng: orthogonal(rng, 5),
        lambda rng: MultiHeadAttention.init(rng, d_model=6, num_heads=2),
        lambda rng: AdditiveAttention.init(rng, 2, 3, 5),
        lambda rng: RNNCell.init(rng, 2, 3),
        lambda rng: GRUCell.init(rng, 2, 3),
    ],
    ids=["glorot_uniform", "orthogonal", "MultiHeadAttention", "AdditiveAttention", "RNNCell", "GRUCell"],
)


def test_glorot_fills_its_interval_evenly(rng):
    draw = glorot_uniform(rng, 4, 30, 24)  # fan_in + fan_out = 54: the limit is sqrt(6 / 54) = 1 / 3
    assert draw.shape == (4, 30, 24)
    assert np.abs(draw).max() <= 1 / 3
    assert np.abs(draw).max() > 0.99 / 3
    assert draw.var() == pytest.approx((1 / 3) ** 2 / 3, rel=0.1)
    assert draw.mean() == pytest.approx(0, abs=0.02)


def test_glorot_counts_the_last_two_axes_only(rng):
    assert np.abs(glorot_uniform(rng, 1000, 1, 2)).max() == pytest.approx(math.sqrt(6 / 3), rel=1e-2)


def test_orthogonal_keeps_lengths_and_angles(rng):
    Q = orthogonal(rng, 7)
    np.testing.assert_allclose(Q.T @ Q, np.eye(7), atol=1e-14)


def test_orthogonal_is_uniform_among_rotations_and_reflections(rng):
    draws = np.array([orthogonal(rng, 3) for _ in range(2000)])
    determinants = np.linalg.det(draws)
    assert (determinants > 0).mean() == pytest.approx(0.5, abs=0.05)
    # The first entry is then uniform on (-1, 1), by Archimedes; QR without signs would keep it below zero.
    np.testing.assert_allclose(np.quantile(draws[:, 0, 0], [0.25, 0.5, 0.75]), [-0.5, 0, 0.5], atol=0.07)
    np.testing.assert_allclose(np.quantile(draws[:, 2, 2], [0.25, 0.5, 0.75]), [-0.5, 0, 0.5], atol=0.07)


@BUILDERS
def test_A43_the_same_seed_gives_the_same_parameters_and_no_global_state_moves(build):
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    first, second, other = (build(np.random.default_rng(seed)) for seed in (0, 0, 1))
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a, b)
    assert any((a != b).any() for a, b in zip(first, other, strict=True))
    np.testing.assert_array_equal(np.random.get_state()[1], before)  # noqa: NPY002


@BUILDERS
@pytest.mark.parametrize("rng", [0, None, np.random], ids=["seed", "none", "module"])
def test_a_seed_is_no_generator(build, rng):
    with pytest.raises(TypeError, match=r"rng must be a numpy\.random\.Generator.*default_rng"):
        build(rng)
