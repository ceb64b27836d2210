"""Normalization and the feed-forward step: by hand, by loop, each position for itself, two array libraries."""

import math

import jax.numpy as jnp
import numpy as np
import pytest

from mha.layers import FeedForward, LayerNorm
from tests import oracles
from tests.libraries import assert_same, moved
from tests.models import filled


def test_layer_norm_by_hand():
    """[1, 2, 3, 6] has mean 3 and variance (4 + 1 + 0 + 9) / 4 = 3.5."""
    norm = LayerNorm(gain=np.array([1.0, 1.0, 2.0, 2.0]), offset=np.array([0.0, 10.0, 0.0, 10.0]))
    std = math.sqrt(3.5 + 1e-5)
    np.testing.assert_allclose(norm(np.array([1.0, 2.0, 3.0, 6.0])), [-2 / std, 10 - 1 / std, 0, 10 + 6 / std])


def test_layer_norm_takes_another_epsilon_by_hand():
    """[0, 2] has mean 1 and variance 1; with 3 beside it the root is 2."""
    norm = LayerNorm(gain=np.array([1.0, 4.0]), offset=np.array([0.0, 1.0]))
    np.testing.assert_allclose(norm(np.array([0.0, 2.0]), epsilon=3.0), [-0.5, 3.0], rtol=1e-15)


def test_layer_norm_leaves_mean_zero_and_variance_one(rng):
    x = rng.normal(loc=5.0, scale=3.0, size=(2, 3, 31))
    normed = LayerNorm.init(31)(x)
    np.testing.assert_allclose(normed.mean(-1), 0, atol=1e-14)
    np.testing.assert_allclose(normed.var(-1), 1, rtol=1e-5)


def test_layer_norm_forgets_scale_and_shift(rng):
    norm, x = LayerNorm.init(31), rng.normal(size=(2, 31))
    np.testing.assert_allclose(norm(1000 * x - 50), norm(1000 * x), atol=1e-11)
    np.testing.assert_allclose(norm(1000 * x), norm(1e6 * x), atol=1e-9)


def test_layer_norm_of_equal_numbers_is_the_offset():
    norm = LayerNorm(gain=np.full(3, 7.0), offset=np.array([1.0, 2.0, 3.0]))
    np.testing.assert_array_equal(norm(np.full((2, 3), 1e4)), [[1, 2, 3]] * 2)


def test_the_feed_forward_step_by_hand():
    """x = [1, -2]: hidden = [1 - 2 + 0.5, 2 + 2, -1] -> [0, 4, 0]; output = 4 * [3, -1] + [0.25, 0]."""
    step = FeedForward(
        W_1=np.array([[1.0, 2.0, 1.0], [1.0, -1.0, 1.0]]),
        b_1=np.array([0.5, 0.0, 0.0]),
        W_2=np.array([[9.0, 9.0], [3.0, -1.0], [9.0, 9.0]]),
        b_2=np.array([0.25, 0.0]),
    )
    np.testing.assert_array_equal(step(np.array([1.0, -2.0])), [12.25, -4.0])


def test_the_feed_forward_step_takes_another_activation():
    step = FeedForward(W_1=np.array([[2.0]]), b_1=np.array([1.0]), W_2=np.array([[3.0]]), b_2=np.array([4.0]))
    np.testing.assert_array_equal(step(np.array([-2.0]), activation=np.square), [3 * 9 + 4])


def test_the_feed_forward_step_equals_the_loop(rng):
    step, x = filled(FeedForward.init(rng, 5, 11), rng), rng.normal(size=(2, 3, 5))
    assert [part.shape for part in step] == [(5, 11), (11,), (11, 5), (5,)]
    for b in range(2):
        for t in range(3):
            hidden = [max(0.0, a + c) for a, c in zip(oracles.times(x[b, t], step.W_1), step.b_1, strict=True)]
            expected = np.add(oracles.times(hidden, step.W_2), step.b_2)
            np.testing.assert_allclose(step(x)[b, t], expected, rtol=1e-12)


LAYERS = pytest.mark.parametrize(
    "make", [lambda rng: LayerNorm.init(5), lambda rng: FeedForward.init(rng, 5, 11)], ids=["norm", "feed-forward"]
)


@LAYERS
def test_each_position_is_treated_for_itself(make, rng):
    layer, x = filled(make(rng), rng), rng.normal(size=(2, 7, 5))
    alone = [[layer(x[b, t]) for t in range(7)] for b in range(2)]
    np.testing.assert_allclose(layer(x), alone, rtol=1e-13)


@LAYERS
@pytest.mark.parametrize("xp", [np, jnp], ids=["numpy", "jax"])
def test_two_array_libraries_and_single_precision(xp, make, rng):
    layer, x = filled(make(rng), rng), rng.normal(size=(2, 3, 5))
    like = moved(xp, x)
    assert_same(moved(xp, layer)(like), layer(x), like)


@LAYERS
def test_another_width_is_refused(make, rng):
    """A width of one would broadcast in silence."""
    for wrong in (1, 4):
        with pytest.raises(ValueError, match=rf"x must have vectors of width 5 for \w+, got shape \(3, {wrong}\)"):
            make(rng)(np.ones((3, wrong)))


@pytest.mark.parametrize("sizes", [(0, 5), (5, 0)])
def test_no_width_is_refused(sizes, rng):
    with pytest.raises(ValueError, match="must be at least 1, got 0"):
        FeedForward.init(rng, *sizes)
