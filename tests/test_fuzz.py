"""Every public function, thrown arguments good and bad.

Good arguments must give what the loops of ``oracles`` give; of bad ones a TypeError or a ValueError must name the
argument. No warning may be raised on the way, as everywhere in these tests. In CI these are more than eight
thousand examples; what fails is printed with its seed and with a line that repeats it.
"""

import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mha
from mha import blockwise
from tests import oracles
from tests.conftest import IN_CI

PUBLIC = {name: getattr(module, name) for module in (mha, blockwise) for name in module.__all__}
SIDE = st.integers(1, 4)
SEED = st.integers(0, 2**32)
DTYPE = st.sampled_from(["float16", "float32", "float64"])
TOLERANCE = {"float16": 0.02, "float32": 1e-4, "float64": 1e-9}


class Draw:
    """Arrays of one dtype, and sizes."""

    def __init__(self, data):
        self.data = data
        self.rng = np.random.default_rng(data.draw(SEED, label="seed"))
        self.dtype = data.draw(DTYPE, label="dtype")
        self.batch = data.draw(st.sampled_from([(), (2,), (1, 3)]), label="batch")

    def sides(self, count):
        """Draw this many sizes."""
        return self.data.draw(st.tuples(*[SIDE] * count))

    def array(self, *shape):
        """Draw numbers, all zero, small or large."""
        size = self.rng.choice([0.0, 1.0] if self.dtype == "float16" else [0.0, 1.0, 10.0])
        return self.rng.normal(scale=size, size=shape).astype(self.dtype)

    def mask(self, *shape):
        """Draw a mask, or none."""
        return self.data.draw(st.sampled_from([None, self.rng.random(shape) < 0.6, self.rng.random(shape[-1]) < 0.6]))


# What follows: for each name, arguments that are good and the right answer to them.


def softmax(draw):
    scores = draw.array(*draw.batch, *draw.sides(2))
    mask = draw.mask(*scores.shape)
    return {"scores": scores, "mask": mask}, oracles.softmax(scores, mask)


def tanh(draw):
    x = draw.array(*draw.batch, *draw.sides(1))
    return {"x": x}, np.vectorize(math.tanh, otypes=[float])(x)


def sigmoid(draw):
    x = draw.array(*draw.batch, *draw.sides(1))
    return {"x": x}, np.vectorize(oracles.sigmoid, otypes=[float])(x)


def scaled_dot_product_attention(draw):
    T_q, T_k, d_k, d_v = draw.sides(4)
    arrays = {
        "query": draw.array(*draw.batch, T_q, d_k),
        "key": draw.array(T_k, d_k),
        "value": draw.array(*draw.batch, T_k, d_v),
        "mask": draw.mask(T_q, T_k),
        "bias": draw.array(T_q, T_k),
        "scale": draw.data.draw(st.sampled_from([None, 1, 0.5, np.float64(0.25)])),
    }
    return arrays, oracles.attention(**arrays)


def blockwise_attention(draw):
    arguments, _ = scaled_dot_product_attention(draw)
    del arguments["bias"]
    T_q, T_k = arguments["query"].shape[-2], arguments["key"].shape[-2]
    causal, mask = draw.data.draw(st.booleans()), arguments["mask"]
    allowed = oracles.window(T_q, T_k) & (True if mask is None else mask) if causal else mask
    answer, _ = oracles.attention(**arguments | {"mask": allowed})
    options = {"causal": causal, "block": draw.data.draw(SIDE), "threads": draw.data.draw(st.integers(1, 2))}
    return {**arguments, **options}, answer


def dot_score(draw):
    T_q, T_k, d = draw.sides(3)
    query, states = draw.array(*draw.batch, T_q, d), draw.array(*draw.batch, T_k, d)
    return {"query": query, "states": states}, oracles.scores_by(oracles.dot, query, states)


def general_score(draw):
    T_q, T_k, d_query, d_state = draw.sides(4)
    query, states = draw.array(*draw.batch, T_q, d_query), draw.array(T_k, d_state)
    W_a = draw.array(d_query, d_state)
    return {"query": query, "states": states, "W_a": W_a}, oracles.scores_by(oracles.general(W_a), query, states)


def additive_score(draw):
    T_q, T_k, d_query, d_state, d_a = draw.sides(5)
    query, states = draw.array(T_q, d_query), draw.array(*draw.batch, T_k, d_state)
    parameters = {"W_a": draw.array(d_query, d_a), "U_a": draw.array(d_state, d_a), "v_a": draw.array(d_a)}
    scores = oracles.scores_by(oracles.additive(**parameters), query, states)
    return {"query": query, "states": states, **parameters}, scores


def concat_score(draw):
    T_q, T_k, d_query, d_state, d_a = draw.sides(5)
    query, states = draw.array(*draw.batch, T_q, d_query), draw.array(*draw.batch, T_k, d_state)
    parameters = {"W_a": draw.array(d_query + d_state, d_a), "v_a": draw.array(d_a)}
    scores = oracles.scores_by(oracles.concatenated(**parameters), query, states)
    return {"query": query, "states": states, **parameters}, scores


def read(draw):
    T_q, T_k, d = draw.sides(3)
    scores, states, mask = draw.array(*draw.batch, T_q, T_k), draw.array(T_k, d), draw.mask(T_q, T_k)
    weights = oracles.softmax(scores, mask)
    return {"scores": scores, "states": states, "mask": mask}, (oracles.blend(weights, states), weights)


def AdditiveAttention(draw):
    T_q, T_k, d_query, d_state, d_a = draw.sides(5)
    query, states = draw.array(*draw.batch, T_q, d_query), draw.array(*draw.batch, T_k, d_state)
    layer = mha.AdditiveAttention(draw.array(d_query, d_a), draw.array(d_state, d_a), draw.array(d_a))
    mask = draw.mask(T_q, T_k)
    weights = oracles.softmax(oracles.scores_by(oracles.additive(*layer), query, states), mask)
    arguments = {"layer": layer, "query": query, "states": states, "mask": mask}
    return arguments, (oracles.blend(weights, states), weights)


def MultiHeadAttention(draw):
    h, T_q, T_k, d_query, d_key, d_value, d_k, d_v = draw.sides(8)
    widths = [(d_query, d_k), (d_key, d_k), (d_value, d_v), (d_v, draw.data.draw(SIDE))]
    layer = mha.MultiHeadAttention(*(draw.array(h, *shape) for shape in widths))
    arrays = {"query": draw.array(T_q, d_query), "key": draw.array(T_k, d_key), "value": draw.array(T_k, d_value)}
    arrays |= {"mask": draw.mask(h, T_q, T_k), "bias": draw.array(h, T_q, T_k)}
    return {"layer": layer, **arrays}, oracles.multi_head(layer, **arrays)


def cell(draw, Cell, step):
    d_in, d = draw.sides(2)
    gates = d if Cell is mha.RNNCell else 3 * d
    biases = [draw.array(gates) for _ in range(len(Cell._fields) - 2)]
    layer = Cell(draw.array(d_in, gates), draw.array(d, gates), *biases)
    x, state = draw.array(d_in), draw.array(d)
    return {"layer": layer, "inputs": x, "state": state}, np.array(step(layer, x, state))


def RNNCell(draw):
    return cell(draw, mha.RNNCell, oracles.rnn_step)


def GRUCell(draw):
    return cell(draw, mha.GRUCell, oracles.gru_step)


def unroll(draw):
    (T,) = draw.sides(1)
    layer = RNNCell(draw)[0]["layer"]
    inputs, state = draw.array(T, len(layer.W)), draw.array(len(layer.U))
    length = draw.data.draw(st.none() | st.integers(0, T))
    reverse = draw.data.draw(st.booleans())
    answer = oracles.unroll(oracles.rnn_step, layer, inputs, state, length, reverse)
    return {"cell": layer, "inputs": inputs, "state": state, "lengths": length, "reverse": reverse}, answer


def bidirectional(draw):
    (T,) = draw.sides(1)
    forward = GRUCell(draw)[0]["layer"]
    backward = forward._replace(W=-forward.W)
    inputs, length = draw.array(T, len(forward.W)), draw.data.draw(st.none() | st.integers(0, T))
    runs = [
        oracles.unroll(oracles.gru_step, layer, inputs, None, length, reverse)
        for layer, reverse in ((forward, False), (backward, True))
    ]
    answer = tuple(np.concatenate(part, axis=-1) for part in zip(*runs, strict=True))
    return {"forward": forward, "backward": backward, "inputs": inputs, "lengths": length}, answer


def causal_mask(draw):
    T_q, T_k = draw.sides(2)
    return {"T_q": T_q, "T_k": T_k}, oracles.window(T_q, T_k)


def window_mask(draw):
    T_q, T_k, size = draw.sides(3)
    return {"T_q": T_q, "T_k": T_k, "size": size}, oracles.window(T_q, T_k, size)


def padding_mask(draw):
    (T_k,) = draw.sides(1)
    lengths = draw.rng.integers(0, T_k + 1, size=draw.data.draw(SIDE))
    return {"lengths": lengths, "T_k": T_k}, oracles.padding(lengths, T_k)


GOOD = {name: function for name, function in globals().items() if name in PUBLIC}

# What can be wrong with an argument. A width is wrong only where another argument or a parameter fixes it.

ARRAYS = "scores x query key value states W_a U_a v_a inputs state bias".split()
SIZES = "T_q T_k size block threads".split()
FIXED_WIDTHS = {
    "scaled_dot_product_attention": "query key bias",
    "blockwise_attention": "query key",
    "dot_score": "query states",
    "general_score": "W_a",
    "additive_score": "U_a v_a",
    "concat_score": "v_a",
    "AdditiveAttention": "query states",
    "MultiHeadAttention": "query key value bias",
    "RNNCell": "inputs state",
    "GRUCell": "inputs state",
    "unroll": "inputs state",
    "bidirectional": "inputs",
}
WRONG = {
    **{size: [0, -1, 2.5, "3", True, np.ones(2)] for size in SIZES},
    "scale": ["1", math.nan, math.inf, 1j, np.ones(2)],
    "lengths": [np.array([-1]), np.array([99]), np.array([1.0]), ["one"]],
    "mask": [[[True]], np.ones(1), np.ones(5, dtype=bool), np.ones((1,) * 6, dtype=bool)],
}


def wrong_arrays(function, name, array):
    """Spoil an array in every way that this function cannot accept."""
    yield array.tolist()
    for dtype in ("int64", "uint8", "bool", "complex128", "object"):
        yield array.astype(dtype)
    if name not in ("x", "bias") and function != "softmax":
        yield np.array(1.0, array.dtype)
    if name in FIXED_WIDTHS.get(function, "").split():
        yield np.zeros((*array.shape[:-1], 7), array.dtype)
    if (name == "value" and function.endswith("attention")) or (function, name) == ("read", "states"):
        yield np.zeros((*array.shape[:-2], 7, array.shape[-1]), array.dtype)


def wrong_parameters(layer):
    """Spoil each parameter of a layer in every way that it cannot accept."""
    for name, array in layer._asdict().items():
        for wrong in (array.tolist(), None, 1.0, array.astype(int), array.astype(complex), array[0], array[None]):
            yield name, layer._replace(**{name: wrong})
        for axis in range(array.ndim):
            if (name, axis) != ("W_o", 2):  # which decides how wide the output is
                yield name, layer._replace(**{name: np.concatenate([array, array], axis)})


def call(name, arguments):
    """Call a function, or a layer that is among the arguments."""
    arguments = dict(arguments)
    function = arguments.pop("layer", PUBLIC[name])
    if "inputs" in arguments and name.endswith("Cell"):
        return function(arguments.pop("inputs"), **arguments)
    return function(**arguments)


def test_every_public_function_is_tried():
    assert set(GOOD) == set(PUBLIC)


@pytest.mark.parametrize("name", GOOD)
@settings(max_examples=200 if IN_CI else 30)
@given(st.data())
def test_good_arguments_give_the_right_answer(name, data):
    draw = Draw(data)
    arguments, expected = GOOD[name](draw)
    answer = call(name, arguments)
    answer, expected = ((x,) if isinstance(x, np.ndarray) else x for x in (answer, expected))
    kept = np.promote_types(draw.dtype, np.float32) if name.endswith("_score") else draw.dtype
    for ours, theirs in zip(answer, expected, strict=True):
        assert ours.shape == theirs.shape
        assert ours.dtype == (bool if theirs.dtype == bool else kept)
        assert np.isfinite(ours).all()
        tolerance = TOLERANCE[draw.dtype] * max(1, np.abs(theirs).max(initial=0))
        np.testing.assert_allclose(ours.astype(float), theirs.astype(float), rtol=0, atol=tolerance)


@pytest.mark.parametrize("name", GOOD)
@settings(max_examples=200 if IN_CI else 30)
@given(st.data())
def test_bad_arguments_are_named(name, data):
    draw = Draw(data)
    arguments, _ = GOOD[name](draw)
    bad = data.draw(st.sampled_from(sorted(arguments.keys() & {*ARRAYS, *WRONG})), label="bad")
    wrong = list(wrong_arrays(name, bad, arguments[bad])) if bad in ARRAYS else WRONG[bad]
    arguments[bad] = data.draw(st.sampled_from(wrong), label="wrong")
    with pytest.raises((TypeError, ValueError)) as raised:
        call(name, arguments)
    assert re.search(rf"\b{bad}\b", str(raised.value)), str(raised.value)


@pytest.mark.parametrize("name", ["AdditiveAttention", "MultiHeadAttention", "RNNCell", "GRUCell"])
@settings(max_examples=200 if IN_CI else 30)
@given(st.data())
def test_bad_parameters_are_named(name, data):
    arguments, _ = GOOD[name](Draw(data))
    bad, layer = data.draw(st.sampled_from(list(wrong_parameters(arguments["layer"]))), label="wrong")
    with pytest.raises((TypeError, ValueError), match=rf"\b{bad}\b"):
        call(name, arguments | {"layer": layer})
