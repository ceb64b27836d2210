"""The pointer models: what is asked, what is right, and what the smallest of them computes by hand."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mha.layers import FeedForward
from mha.multihead import MultiHeadAttention
from mha.pointers import PointerModel, questions, results
from mha.pretrained import build, card, flatten, load, names
from tests.models import filled

SIZES = {"places": 7, "values": 5, "asked": 3}


def model_of(rng, num_heads=2, **options):
    return filled(PointerModel.init(rng, **SIZES, d_model=6, num_heads=num_heads, **options), rng)


def test_questions_name_different_places_and_answers_are_what_they_hold(rng):
    values, asked, answers = questions(rng, 200, **SIZES)
    assert values.shape == (200, 7)
    assert set(values.ravel()) == set(range(5))
    assert set(asked.ravel()) == set(range(7))
    for held, places, right in zip(values, asked, answers, strict=True):
        assert len(set(places)) == 3
        assert right.tolist() == [held[place] for place in places]


@pytest.mark.parametrize("d_ff", [None, 11])
def test_a_model_is_its_formula(d_ff, rng):
    """One question at a time, by loops."""
    model = model_of(rng, d_ff=d_ff)
    values, asked, _ = questions(rng, 4, **SIZES)
    logits, weights = model(values, asked)
    assert weights.shape == (4, 2, 7)
    for b in range(4):
        x = np.array([model.P[j] + model.E[values[b, j]] for j in range(7)])
        query = sum(model.Q[i, asked[b, i]] for i in range(3))
        output, looks = model.attention(query[None], x, x)
        np.testing.assert_allclose(weights[b], looks[:, 0])
        vector = output[0]
        for layer in model.feed_forward:
            vector = vector + layer(vector)
        for i in range(3):
            np.testing.assert_allclose(logits[b, i], vector @ model.W[i] + model.b[i])


def test_two_heads_fetch_two_items_by_hand():
    """Head 1 points at the first place, head 2 at the second, and each copies its value to a half of its own."""
    N, V, big = 3, 2, 200.0
    eye, zero = np.eye(N), np.zeros
    P = np.hstack([eye, zero((N, V))])  # a place in the first three numbers, a value in the last two
    E = np.hstack([zero((V, N)), np.eye(V)])
    Q = np.stack([np.hstack([eye, zero((N, 5))]), np.hstack([zero((N, 3)), eye, zero((N, 2))])])
    W_q = big * np.stack([np.eye(8)[:, :3], np.eye(8)[:, 3:6]])
    W_k, W_v = np.stack([np.eye(5)[:, :3]] * 2), np.stack([np.eye(5)[:, 3:]] * 2)
    W_o = np.stack([np.eye(4)[:2], np.eye(4)[2:]])
    W = np.stack([np.eye(4)[:, :2], np.eye(4)[:, 2:]])
    model = PointerModel(P, E, Q, MultiHeadAttention(W_q, W_k, W_v, W_o), (), W, zero((2, V)))
    values, asked, answers = questions(np.random.default_rng(0), 50, places=N, values=V, asked=2)
    logits, weights = model(values, asked)
    np.testing.assert_array_equal(logits.argmax(-1), answers)
    np.testing.assert_array_equal(weights.argmax(-1), asked)


def test_neither_the_head_count_nor_the_order_of_places_adds_parameters(rng):
    sizes = {sum(a.size for a in flatten(model_of(rng, num_heads)).values()) for num_heads in (1, 2, 3, 6)}
    assert len(sizes) == 1


def test_the_layer_behind_is_there_when_it_has_a_width(rng):
    assert model_of(rng).feed_forward == ()
    (layer,) = model_of(rng, d_ff=11).feed_forward
    assert isinstance(layer, FeedForward)
    assert layer.W_1.shape == (6, 11)


def test_keys_may_have_a_width_of_their_own(rng):
    attention = model_of(rng, d_k=5).attention
    assert attention.W_q.shape == attention.W_k.shape == (2, 6, 5)
    assert attention.W_v.shape == (2, 6, 3)


def test_jax_computes_the_same(rng):
    model = model_of(rng, d_ff=11)
    values, asked, _ = questions(rng, 9, **SIZES)
    twin = jax.jit(PointerModel.__call__)(jax.tree.map(jnp.asarray, model), values, asked)
    for ours, theirs in zip(model(values, asked), twin, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-5)


@pytest.mark.parametrize("size", SIZES)
def test_sizes_are_checked(size, rng):
    with pytest.raises(ValueError, match=f"{size} must be at least 1, got 0"):
        PointerModel.init(rng, **{**SIZES, size: 0}, d_model=6, num_heads=2)


def test_it_is_a_family_of_models(rng):
    model = build(rng, family="pointers", **SIZES, d_model=6, num_heads=3)
    assert isinstance(model, PointerModel)
    assert model.attention.num_heads == 3


def test_the_table_and_the_cards_say_the_same():
    cells = {cell["name"]: cell for cell in results()}
    shipped = [name for name in names() if name.startswith("pointers-")]
    assert shipped
    for name in shipped:
        about, cell = card(name), cells[name]
        (seed,) = (seed for seed in cell["seeds"] if seed["seed"] == about["seed"])
        assert about["test"] == {key: seed[key] for key in about["test"]}
        assert about["parameters"] == cell["parameters"]


@pytest.mark.parametrize("name", [name for name in names() if name.startswith("pointers-")])
def test_a_trained_model_errs_on_new_questions_as_its_card_says(name, rng):
    sizes, said = card(name)["architecture"], card(name)["test"]["question_error"]
    values, asked, answers = questions(rng, 4000, **{size: sizes[size] for size in SIZES})
    wrong = (load(name)(values, asked)[0].argmax(-1) != answers).any(1)
    margin = 5 * np.sqrt(said * (100 - said) / 4000) + 0.3  # 0.3: of one rare error the card may know nothing
    assert 100 * wrong.mean() == pytest.approx(said, abs=margin)
