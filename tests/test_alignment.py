"""The scores of Bahdanau and Luong by hand and by loop, what they read, and what they refuse."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mha import (
    AdditiveAttention,
    additive_score,
    concat_score,
    dot_score,
    general_score,
    padding_mask,
    read,
)
from tests import oracles
from tests.libraries import LIBRARIES, assert_same, moved

ONE = np.ones((1, 1))
STATES = np.array([[0.0], [1.0], [-1.0]])
REAL = np.array([True, True, False])


def test_B02_bahdanau_asks_with_the_state_before_the_step():
    attention = AdditiveAttention(ONE, ONE, np.ones(1))
    context, weights = attention(np.array([[0.5]]), STATES, REAL)
    np.testing.assert_allclose(weights, [[0.3910, 0.6090, 0]], atol=5e-5)
    np.testing.assert_allclose(context, [[0.6090]], atol=5e-5)
    _, weights = attention(np.array([[0.0]]), STATES, REAL)
    np.testing.assert_allclose(weights, [[0.3183, 0.6817, 0]], atol=5e-5)


def test_B03_padding_that_is_not_masked_takes_its_share():
    attention = AdditiveAttention(ONE, ONE, np.ones(1))
    context, weights = attention(np.array([[0.5]]), STATES)
    np.testing.assert_allclose(weights, [[0.3385, 0.5272, 0.1343]], atol=5e-5)
    np.testing.assert_allclose(context, [[0.3929]], atol=5e-5)
    context, _ = attention(np.array([[0.5]]), STATES, padding_mask(2, 3))
    np.testing.assert_allclose(context, [[0.6090]], atol=5e-5)


def test_B01_the_weights_look_at_the_encoder_states(rng):
    attention, query = AdditiveAttention.init(rng, 2, 3, 5), rng.normal(size=(1, 2))
    weights = [attention(query, rng.normal(size=(7, 3)))[1] for _ in range(2)]
    assert np.abs(weights[0] - weights[1]).max() > 1e-3


def test_B13_even_the_first_context_is_a_blend_of_states(rng):
    attention, states = AdditiveAttention.init(rng, 2, 3, 5), rng.normal(size=(7, 3))
    context, weights = attention(np.zeros((1, 2)), states)
    assert weights.sum() == pytest.approx(1)
    np.testing.assert_allclose(context, weights @ states)
    assert np.abs(context).max() > 0


def test_luongs_scores_by_hand():
    s, h = np.array([[1.0, 2.0]]), np.array([[3.0, 4.0], [0.0, 1.0]])
    assert dot_score(s, h).tolist() == [[11, 2]]
    assert general_score(s, h, np.array([[0.0, 1.0], [1.0, 0.0]])).tolist() == [[1 * 4 + 2 * 3, 1]]
    W_a, v_a = np.array([[1.0], [0.0], [0.0], [-1.0]]), np.array([2.0])
    assert concat_score(s, h, W_a, v_a).tolist() == [[2 * np.tanh(1 - 4), 2 * np.tanh(1 - 1)]]


SHAPES = [((2, 3), (5, 7)), ((11, 2, 3), (11, 5, 7)), ((11, 1, 2, 3), (13, 5, 7)), ((2, 3), (11, 5, 7))]


@pytest.mark.parametrize(("query_shape", "states_shape"), SHAPES)
def test_every_score_equals_the_loop(query_shape, states_shape, rng):
    query, states = rng.normal(size=query_shape), rng.normal(size=states_shape)
    W_a, U_a, v_a, W = (rng.normal(size=shape) for shape in [(3, 5), (7, 5), (5,), (3, 7)])
    both = np.concatenate([W_a, U_a])
    for ours, score in [
        (general_score(query, states, W), oracles.general(W)),
        (additive_score(query, states, W_a, U_a, v_a), oracles.additive(W_a, U_a, v_a)),
        (concat_score(query, states, both, v_a), oracles.concatenated(both, v_a)),
    ]:
        np.testing.assert_allclose(ours, oracles.scores_by(score, query, states), rtol=1e-9)
    as_wide = query @ W
    np.testing.assert_allclose(dot_score(as_wide, states), oracles.scores_by(oracles.dot, as_wide, states), rtol=1e-9)


@pytest.mark.parametrize(("query_shape", "states_shape"), SHAPES)
def test_reading_equals_the_loop(query_shape, states_shape, rng):
    scores = rng.normal(size=(*query_shape[:-1], states_shape[-2]))
    states = rng.normal(size=states_shape)
    mask = rng.random(scores.shape) < 0.5
    context, weights = read(scores, states, mask)
    np.testing.assert_allclose(weights, oracles.softmax(scores, mask), rtol=1e-12)
    np.testing.assert_allclose(context, oracles.blend(oracles.softmax(scores, mask), states), rtol=1e-10, atol=1e-14)


def test_the_layer_is_its_score_and_its_reading(rng):
    attention = AdditiveAttention(*(rng.normal(size=shape) for shape in [(3, 5), (7, 5), (5,)]))
    query, states, mask = rng.normal(size=(11, 2, 3)), rng.normal(size=(11, 13, 7)), padding_mask([6] * 11, 13)
    context, weights = attention(query, states, mask)
    assert context.shape == (11, 2, 7)
    assert weights.shape == (11, 2, 13)
    scores = oracles.scores_by(oracles.additive(*attention), query, states)
    np.testing.assert_allclose(weights, oracles.softmax(scores, mask), rtol=1e-10)
    np.testing.assert_allclose(context, oracles.blend(weights, states), rtol=1e-10)
    kept = attention.project(states)  # once for all steps
    for step in range(2):
        one, _ = read(attention.score(query[:, [step]], kept), states, mask)
        np.testing.assert_allclose(one, context[:, [step]], rtol=1e-12)


@given(st.integers(0, 2**32), st.permutations(range(7)))
def test_the_order_of_the_states_does_not_matter(seed, order):
    rng = np.random.default_rng(seed)
    attention, query, states = AdditiveAttention.init(rng, 2, 3, 5), rng.normal(size=(2, 2)), rng.normal(size=(7, 3))
    context, weights = attention(query, states)
    shuffled_context, shuffled_weights = attention(query, states[order])
    np.testing.assert_allclose(shuffled_context, context, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(shuffled_weights, weights[:, order], rtol=1e-9)


def test_drawn_parameters_have_their_shapes_and_spread(rng):
    attention = AdditiveAttention.init(rng, d_query=31, d_state=23, d_a=41)
    assert [part.shape for part in attention] == [(31, 41), (23, 41), (41,)]
    for part, fans in zip(attention, [31 + 41, 23 + 41, 41 + 1], strict=True):
        assert np.abs(part).max() == pytest.approx(np.sqrt(6 / fans), rel=0.06)
    widest = max(AdditiveAttention.init(rng, 1, 1, 1).v_a.item() for _ in range(200))
    assert widest == pytest.approx(np.sqrt(6 / (1 + 1)), rel=0.06)


@pytest.mark.parametrize("rubbish", [np.inf, -np.inf, np.nan])
def test_padding_may_hold_anything(rubbish, rng):
    query, states, real = rng.normal(size=(2, 3)), rng.normal(size=(5, 3)), 4
    padded, mask = states.copy(), padding_mask(real, 5)
    padded[real:] = rubbish
    W, W_a, U_a, v_a = (rng.normal(size=shape) for shape in [(3, 3), (3, 7), (3, 7), (7,)])
    both = np.concatenate([W_a, U_a])
    for score in (
        dot_score,
        lambda q, h: general_score(q, h, W),
        lambda q, h: additive_score(q, h, W_a, U_a, v_a),
        lambda q, h: concat_score(q, h, both, v_a),
    ):
        for queries in (query, np.vstack([query, padded[real:]])):
            scores = score(queries, padded)
            np.testing.assert_allclose(scores[:2, :real], score(query, states[:real]), rtol=1e-12)
            context, weights = read(scores, padded, mask)
            expected = read(score(query, states[:real]), states[:real])
            np.testing.assert_allclose(context[:2], expected[0], rtol=1e-12)
            np.testing.assert_allclose(weights[:2, :real], expected[1], rtol=1e-12)
    context, _ = AdditiveAttention(W_a, U_a, v_a)(query, padded, mask)
    expected, _ = AdditiveAttention(W_a, U_a, v_a)(query, states[:real])
    np.testing.assert_allclose(context, expected, rtol=1e-12)


@LIBRARIES
def test_every_score_in_three_array_libraries(xp, rng):
    query, states = rng.normal(size=(11, 2, 3)), rng.normal(size=(11, 5, 7))
    W_a, U_a, v_a, W = (rng.normal(size=shape) for shape in [(3, 5), (7, 5), (5,), (3, 7)])
    both, mask = np.concatenate([W_a, U_a]), padding_mask([3] * 11, 5)
    attention = AdditiveAttention(W_a, U_a, v_a)
    x, y, a, u, v, w, ab = (moved(xp, part) for part in (query, states, W_a, U_a, v_a, W, both))
    assert_same(general_score(x, y, w), oracles.scores_by(oracles.general(W), query, states), x)
    assert_same(additive_score(x, y, a, u, v), oracles.scores_by(oracles.additive(W_a, U_a, v_a), query, states), x)
    assert_same(concat_score(x, y, ab, v), additive_score(query, states, W_a, U_a, v_a), x)
    assert_same(dot_score(x @ w, y), general_score(query, states, W), x)
    for ours, expected in zip(moved(xp, attention)(x, y, mask), attention(query, states, mask), strict=True):
        assert_same(ours, expected, x)


Q, S, A = np.zeros((2, 3)), np.zeros((5, 7)), np.zeros((3, 11))
U, V = np.zeros((7, 11)), np.zeros(11)
LAYER = AdditiveAttention(A, U, V)


@pytest.mark.parametrize(
    ("function", "arrays"),
    [
        (dot_score, {"query": Q, "states": Q}),
        (general_score, {"query": Q, "states": S, "W_a": np.zeros((3, 7))}),
        (additive_score, {"query": Q, "states": S, "W_a": A, "U_a": U, "v_a": V}),
        (concat_score, {"query": Q, "states": S, "W_a": np.zeros((10, 11)), "v_a": V}),
        (read, {"scores": np.zeros((2, 5)), "states": S}),
        (LAYER, {"query": Q, "states": S}),
    ],
)
def test_every_array_is_looked_at(function, arrays):
    function(**arrays)
    for name, array in arrays.items():
        for wrong in (array.tolist(), array.astype(int), array[0]):
            with pytest.raises((TypeError, ValueError), match=rf"^{name} must"):
                function(**arrays | {name: wrong})
    first, second = list(arrays)[:2]
    leading = {first: np.zeros((2, *arrays[first].shape)), second: np.zeros((3, *arrays[second].shape))}
    with pytest.raises(ValueError, match=r"must (broadcast|be equal), got"):
        function(**arrays | leading)


@pytest.mark.parametrize(
    ("run", "error", "message"),
    [
        (lambda: dot_score(Q, S), ValueError, r"query must .* width 7 for the dot product .* got shape \(2, 3\)"),
        (lambda: dot_score(Q[0], Q), ValueError, r"query must have shape \(..., T, d\), got \(3,\)"),
        (lambda: dot_score(Q, [[1.0]]), TypeError, "states must be an array, got list"),
        (lambda: dot_score(Q.astype(int), Q), TypeError, "query must hold floating-point numbers, got dtype int64"),
        (
            lambda: dot_score(np.zeros((2, 1, 3)), np.zeros((5, 1, 3))),
            ValueError,
            r"must broadcast, got query \(2, 1, 3\), states \(5, 1, 3\)",
        ),
        (
            lambda: general_score(Q, S, U),
            ValueError,
            r"W_a must have shape \(d_query, d_state\) = \(3, 7\), got \(7, 11\)",
        ),
        (lambda: general_score(Q, S, np.zeros((2, 3, 7))), ValueError, r"W_a must have .* got \(2, 3, 7\)"),
        (lambda: general_score(Q, S, None), TypeError, "W_a must be an array, got NoneType"),
        (lambda: additive_score(Q, S, U, U, V), ValueError, r"W_a must have shape \(d_query, d_a\) = \(3, 11\), got"),
        (lambda: additive_score(Q, S, A, A, V), ValueError, r"U_a must have shape \(d_state, d_a\) = \(7, 11\), got"),
        (lambda: additive_score(Q, S, A, U[:, :1], V), ValueError, r"U_a must have .* = \(7, 11\), got \(7, 1\)"),
        (lambda: additive_score(Q, S, A, U, V[:2]), ValueError, r"v_a must have shape \(d_a,\) = \(11,\), got \(2,\)"),
        (lambda: additive_score(Q, S, A, U, V[:, None]), ValueError, r"v_a must have .* got \(11, 1\)"),
        (lambda: additive_score(Q, S, A[0], U, V), ValueError, r"W_a must have .* = \(3, 11\), got \(11,\)"),
        (lambda: additive_score(Q, S, A, U, [1.0] * 11), TypeError, "v_a must be an array, got list"),
        (
            lambda: concat_score(Q, S, A, V),
            ValueError,
            r"W_a must have shape \(d_query \+ d_state, d_a\) = \(10, 11\), got \(3, 11\)",
        ),
        (
            lambda: concat_score(Q, S, np.zeros((10, 11, 1)), V),
            ValueError,
            r"W_a must have .* = \(10, 1\), got \(10, 11, 1\)",
        ),
        (lambda: concat_score(Q, S, np.zeros((10, 11)), V[:3]), ValueError, r"v_a must have .* got \(3,\)"),
        (lambda: concat_score([1.0], S, A, V), TypeError, "query must be an array"),
        (lambda: read(np.zeros((2, 3)), S), ValueError, r"scores must have one for each of the 5 states, got 3"),
        (
            lambda: read(np.zeros((1, 2, 3)), S),
            ValueError,
            r"5 states, got 3 \(shapes \(1, 2, 3\) and \(5, 7\)\)",
        ),
        (lambda: read(np.zeros(5), S), ValueError, r"scores must have shape \(..., T, d\), got \(5,\)"),
        (
            lambda: read(np.zeros((2, 2, 5)), np.zeros((3, 5, 7))),
            ValueError,
            r"got scores \(2, 2, 5\), states \(3, 5, 7\)",
        ),
        (lambda: read(np.zeros((2, 5)), S, np.ones((2, 5))), TypeError, "mask must be boolean, .* float64"),
        (lambda: read(np.zeros((2, 5)), S, np.ones(3, dtype=bool)), ValueError, r"mask of shape \(3,\) .* \(2, 5\)"),
        (lambda: LAYER(Q, S[:, :3]), ValueError, r"states must .* width 7 for U_a, got shape \(5, 3\)"),
        (lambda: LAYER(S, S), ValueError, r"query must .* width 3 for W_a, got shape \(5, 7\)"),
        (
            lambda: LAYER(np.zeros((2, 2, 3)), np.zeros((1, 5, 7))),
            ValueError,
            r"batch dimensions must be equal, got query \(2, 2, 3\), states \(1, 5, 7\)",
        ),
        (lambda: LAYER.score(Q, S), ValueError, r"projected must .* width 11 for U_a, got shape \(5, 7\)"),
        (lambda: LAYER(Q, S, mask=np.ones(5)), TypeError, "mask must be boolean, .* dtype float64"),
        (lambda: LAYER(Q, S, padding=None), TypeError, "unexpected keyword argument 'padding'"),
        (
            lambda: AdditiveAttention.init(np.random.default_rng(0), 2, 3, 0),
            ValueError,
            "^d_a must be at least 1, got 0",
        ),
        (
            lambda: AdditiveAttention.init(np.random.default_rng(0), 2, 0, 1),
            ValueError,
            "^d_state must be at least 1, got 0",
        ),
        (lambda: AdditiveAttention.init(np.random.default_rng(0), 2.0, 3, 1), TypeError, "^d_query must be an integer"),
    ],
)
def test_wrong_sizes_are_named(run, error, message):
    with pytest.raises(error, match=message):
        run()


@pytest.mark.parametrize(("name", "axes"), [("W_a", "d_query, d_a"), ("U_a", "d_state, d_a"), ("v_a", "d_a")])
def test_a_parameter_of_another_shape_is_named_with_its_axes(name, axes):
    wrong = LAYER._replace(**{name: getattr(LAYER, name)[None]})
    with pytest.raises(ValueError, match=rf"^{name} must have shape \({axes}\), got"):
        wrong(Q, S)
