"""The measures by hand and by loops; a model without a head is the model that never had it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mha.heads import divergence, entropy, mean_position, offsets, without_head
from mha.pretrained import build, fill, flatten
from tests.models import ARCHITECTURES, SOURCE, TARGET, draw, filled, inputs, outputs


def rows(rng, *shape):
    """Random rows of weights, a third of them zero."""
    weights = rng.random(shape) * (rng.random(shape) > 1 / 3) + np.eye(shape[-1])[0]
    return weights / weights.sum(-1, keepdims=True)


@pytest.mark.parametrize(
    ("weights", "bits"),
    [([1, 0, 0], 0), ([0.5, 0.5, 0], 1), ([0.5, 0.25, 0.25], 1.5), ([0, 0, 0], 0), ([1 / 3] * 3, np.log2(3))],
)
def test_entropy_by_hand(weights, bits):
    found = entropy(np.array(weights, dtype=float))
    assert found == pytest.approx(bits, abs=1e-15)
    assert not np.signbit(found)


def test_entropy_does_not_depend_on_the_order_of_the_keys(rng):
    weights = rows(rng, 5, 7)
    assert entropy(weights).shape == (5,)
    np.testing.assert_allclose(entropy(weights[:, rng.permutation(7)]), entropy(weights), rtol=1e-12)


@given(st.integers(0, 99), st.integers(2, 7))
def test_divergence_lies_between_nothing_and_one_bit_and_is_the_same_both_ways(seed, T):
    rng = np.random.default_rng(seed)
    one, other = rows(rng, T), rows(rng, T)
    apart = divergence(one, other)
    assert -1e-12 <= apart <= 1 + 1e-12
    assert divergence(other, one) == pytest.approx(apart)
    assert divergence(one, one) == pytest.approx(0, abs=1e-12)
    mixture = (one + other) / 2
    kl = lambda p: sum(a * np.log2(a / m) for a, m in zip(p, mixture, strict=True) if a > 0)  # noqa: E731
    assert apart == pytest.approx((kl(one) + kl(other)) / 2, abs=1e-12)


def test_divergence_broadcasts_all_pairs(rng):
    weights = rows(rng, 3, 5, 7)
    apart = divergence(weights[:, :, None], weights[:, None])
    assert apart.shape == (3, 5, 5)
    assert apart[2, 1, 4] == pytest.approx(divergence(weights[2, 1], weights[2, 4]))


def test_mean_position_by_hand():
    np.testing.assert_allclose(mean_position(np.array([[1, 0, 0], [0, 0.25, 0.75]])), [0, 1.75])


def test_offsets_equal_the_loop(rng):
    weights, centers, reach = rows(rng, 3, 2, 7), np.array([[0], [3], [6]]), 3
    found = offsets(weights, centers, reach)
    assert found.shape == (3, 2, 7)
    for b in range(3):
        for h in range(2):
            for o in range(-reach, reach + 1):
                key = centers[b, 0] + o
                assert found[b, h, o + reach] == (weights[b, h, key] if 0 <= key < 7 else 0)


PLACES = [
    ("heads", "cross", "attention.attention."),
    ("letters", "cross", "attention.attention."),
    ("transformer", "encoder", "encoder.0.attention."),
    ("transformer", "own", "decoder.0.attention."),
    ("transformer", "cross", "decoder.0.cross_attention."),
]


def cut_out(model, prefix, head):
    """The smaller model in whose attention of this name there is one head less."""
    arrays = flatten(model)
    cut = [prefix + name for name in ("W_q", "W_k", "W_v", "W_o")]
    cut += [name for name in arrays if name == prefix.replace(".attention.", ".position.table")]
    return fill(model, {**arrays, **{name: np.delete(arrays[name], head, axis=0) for name in cut}})


@pytest.mark.parametrize("head", [0, 1])
@pytest.mark.parametrize(("kind", "where", "prefix"), PLACES)
def test_a_model_without_a_head_says_what_a_model_says_that_never_had_it(kind, where, prefix, head, rng):
    size = {"layers": 1} if kind == "transformer" else {}
    model = filled(build(rng, source_symbols=SOURCE, target_symbols=TARGET, **ARCHITECTURES[kind] | size), rng)
    (source, lengths), target = inputs(rng), outputs(rng, 3, 5)
    found = without_head(model, where, 0, head).forward(source, lengths, target)
    np.testing.assert_allclose(found, cut_out(model, prefix, head).forward(source, lengths, target), atol=1e-12)
    assert np.abs(found - model.forward(source, lengths, target)).max() > 1e-3


@pytest.mark.parametrize("layer", [0, 1, 2])
def test_one_head_of_one_layer_is_removed_and_nothing_else(layer, rng):
    model = draw("transformer", rng)
    for where, name in {
        "encoder": "encoder.{}.attention",
        "own": "decoder.{}.attention",
        "cross": "decoder.{}.cross_attention",
    }.items():
        before, after = flatten(model), flatten(without_head(model, where, layer, 1))
        assert [key for key in before if after[key] is not before[key]] == [f"{name.format(layer)}.W_o"]


@pytest.mark.parametrize(
    ("kind", "place", "message"),
    [
        ("heads", ("cross", 0, 3), "head must be one of 0 to 2, got 3"),
        ("heads", ("cross", 1, 0), "the model has no heads in layer 1 of 'cross'"),
        ("heads", ("encoder", 0, 0), "the model has no heads in layer 0 of 'encoder'"),
        ("additive", ("cross", 0, 0), "the model has no heads in layer 0 of 'cross'"),
        ("none", ("cross", 0, 0), "the model has no heads in layer 0 of 'cross'"),
        ("transformer", ("encoder", 3, 0), "the model has no heads in layer 3 of 'encoder'"),
        ("transformer", ("decoder", 0, 0), "the model has no heads in layer 0 of 'decoder'"),
        ("transformer", ("own", 0, -1), "head must be one of 0 to 1, got -1"),
    ],
)
def test_heads_that_are_not_there_cannot_be_removed(kind, place, message, rng):
    with pytest.raises(ValueError, match=message):
        without_head(draw(kind, rng), *place)
