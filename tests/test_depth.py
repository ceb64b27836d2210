"""The longest chain of matrix products: by hand, along every road an array can take, and for whole models."""

import numpy as np
import pytest

from mha import GRUCell, MultiHeadAttention, RNNCell, unroll
from mha.depth import depth, trace
from mha.pretrained import flatten
from mha.seq2seq import RecurrentModel, TransformerModel, greedy_decode


@pytest.fixture
def x():
    return trace(np.eye(3))


def test_products_in_a_row_add_up_and_side_by_side_do_not(x):
    assert (x @ x @ x).depth == 2
    assert ((x @ x) @ (x @ x)).depth == 2
    assert (x @ x + x @ x @ x).depth == 2
    assert (x + x).depth == 0
    assert (np.ones((3, 3)) @ x).depth == 1


ROADS = {
    "transpose": lambda x: x.mT,
    "slice": lambda x: x[1:],
    "element": lambda x: x[0, 0],
    "reshape": lambda x: x.reshape(9),
    "copy": lambda x: x.copy(),
    "sum": lambda x: x.sum(-1),
    "argmax": lambda x: x.argmax(-1),
    "arithmetic": lambda x: np.exp(-x) / 2,
    "comparison": lambda x: 2 > x,
    "maximum": lambda x: np.max(x, axis=-1, keepdims=True),
    "chosen": lambda x: np.where(np.eye(3) > 0, x, 0.0),
    "choosing": lambda x: np.where(x > 0, 1.0, 0.0),
    "joined": lambda x: np.concatenate([np.eye(3), x]),
    "stacked": lambda x: np.stack([np.eye(3), x], axis=1),
    "split": lambda x: np.split(x, 3)[2],
    "place looked up": lambda x: trace(np.arange(9.0))[x.argmax(-1)],
}


@pytest.mark.parametrize("road", ROADS)
def test_a_chain_is_carried_along_every_road(road, x):
    shallow, deep = ROADS[road](x), ROADS[road](x @ x)
    assert (depth(shallow), depth(deep)) == (0, 1)
    np.testing.assert_array_equal(np.asarray(shallow), np.asarray(deep))


def test_an_empty_array_is_not_waited_for(x):
    deep = x @ x
    assert depth(deep[:0]) == 0
    assert np.concatenate([deep[:0], x]).depth == 0


def test_a_recurrence_waits_for_every_step_and_attention_does_not(rng):
    gru, rnn = trace(GRUCell.init(rng, 3, 5)), trace(RNNCell.init(rng, 3, 5))
    attention = trace(MultiHeadAttention.init(rng, 4, 2))
    for T in (1, 2, 7):
        assert unroll(gru, np.ones((T, 3)))[1].depth == unroll(rnn, np.ones((T, 3)))[1].depth == T
        x = np.ones((T, 4))
        assert attention(x, x, x)[0].depth == 4  # project, score, blend, report


WIDTHS = {"d_embedding": 3, "d_encoder": 5, "d_decoder": 7, "d_a": 4}


def models(rng):
    for attention in ("none", "additive", "heads"):
        yield RecurrentModel.init(rng, 6, 8, attention=attention, **WIDTHS)
    yield TransformerModel.init(rng, 6, 8, d_model=8, num_heads=2, d_ff=16, layers=3, reach=4)


def test_a_traced_model_writes_the_same(rng):
    source, lengths = np.array([[4, 5, 3, 2], [5, 2, 0, 0]]), np.array([4, 2])
    for model in models(rng):
        written = greedy_decode(model, source, lengths, max_steps=5)
        traced = greedy_decode(trace(model), source, lengths, max_steps=5)
        np.testing.assert_array_equal(np.asarray(traced.tokens), written.tokens)
        np.testing.assert_allclose(np.asarray(traced.cross), written.cross, rtol=1e-12)


def test_chains_of_whole_models(rng):
    none, additive, heads, transformer = map(trace, models(rng))
    source, lengths = np.full((1, 6), 4), np.array([6])
    for model in (none, additive, heads):
        assert model.encode(source, lengths).states.depth == 6
    per_layer = 4 + 2  # attention, feed-forward
    assert transformer.encode(source, lengths).states.depth == 3 * per_layer
    known = np.full((1, 7), 5)
    # in its first layer the decoder's own attention and its query are ready before the encoder's keys are
    decoder = (1 + 3 + 2) + 2 * (4 + 4 + 2) + 1
    assert transformer.forward(source, lengths, known).depth == 3 * per_layer + decoder
    steps = [model.forward(source, lengths, known[:, :n]).depth for model in (none, additive) for n in (1, 2, 3)]
    assert np.diff(steps[:3]).tolist() == [1, 1]
    assert np.diff(steps[3:]).tolist() == [4, 4]  # query, score, context, state


def test_tracing_leaves_the_model_alone(rng):
    model = next(models(rng))
    before = {name: array.copy() for name, array in flatten(model).items()}
    trace(model).encode(np.array([[4, 2]]), np.array([2]))
    for name, array in flatten(model).items():
        assert type(array) is np.ndarray
        np.testing.assert_array_equal(array, before[name])
