"""Three ways to read the encoder's states, against the loops; which state of the decoder asks is the caller's."""

import numpy as np
import pytest

from mha import padding_mask
from mha.interface import Memory
from mha.readers import reader
from tests import oracles
from tests.models import filled

B, T_X, D_QUERY, D_STATE = 2, 5, 3, 7


@pytest.fixture
def memory(rng):
    return Memory(rng.normal(size=(B, T_X, D_STATE)), padding_mask([5, 2], T_X), final=rng.normal(size=(B, D_STATE)))


def read(kind, memory, query, rng):
    """Draw a reader and let it read once."""
    it = filled(reader(kind, rng, d_query=D_QUERY, d_state=D_STATE, d_a=6, num_heads=2), rng)
    return it, *it.read(query, it.keep(memory), memory.mask)


def test_the_last_state_is_the_same_whatever_is_asked(memory, rng):
    _, context, weights = read("none", memory, rng.normal(size=(B, D_QUERY)), rng)
    np.testing.assert_array_equal(context, memory.final)
    assert weights.shape == (B, 0, T_X)


def test_additive_reading_equals_the_loop(memory, rng):
    query = rng.normal(size=(B, D_QUERY))
    it, context, weights = read("additive", memory, query, rng)
    scores = oracles.scores_by(oracles.additive(*it.attention), query[:, None], memory.states)
    expected = oracles.softmax(scores, memory.mask)
    np.testing.assert_allclose(weights, expected, rtol=1e-12)
    np.testing.assert_allclose(context, oracles.blend(expected, memory.states)[:, 0], rtol=1e-12)


def test_reading_with_heads_equals_the_loop(memory, rng):
    query = rng.normal(size=(B, D_QUERY))
    it, context, weights = read("heads", memory, query, rng)
    assert weights.shape == (B, 2, T_X)
    for b in range(B):
        states = memory.states[b]
        output, rows = oracles.multi_head(it.attention, query[b, None], states, states, memory.mask[b])
        np.testing.assert_allclose(weights[b], rows[:, 0], rtol=1e-12)
        np.testing.assert_allclose(context[b], output[0], rtol=1e-11, atol=1e-14)


@pytest.mark.parametrize("kind", ["additive", "heads"])
def test_B01_other_states_get_other_weights(kind, memory, rng):
    query, it = rng.normal(size=(B, D_QUERY)), reader(kind, rng, d_query=D_QUERY, d_state=D_STATE, d_a=6, num_heads=2)
    other = memory._replace(states=memory.states[:, ::-1])
    ours, theirs = (it.read(query, it.keep(m), m.mask)[1] for m in (memory, other))
    assert np.abs(ours - theirs).max() > 1e-3


@pytest.mark.parametrize("num_heads", [1, 2, 3, 6])
def test_heads_share_one_width(num_heads, rng):
    """The sizes, and so the parameters, are the same for every number of heads."""
    layer = reader("heads", rng, d_query=D_QUERY, d_state=D_STATE, d_a=6, num_heads=num_heads).attention
    assert [W.shape for W in layer] == [
        (num_heads, D_QUERY, 6 // num_heads),
        (num_heads, D_STATE, 6 // num_heads),
        (num_heads, D_STATE, 6 // num_heads),
        (num_heads, 6 // num_heads, D_STATE),
    ]


@pytest.mark.parametrize(
    ("kind", "widths", "error", "message"),
    [
        ("heads", {"d_a": 7, "num_heads": 2}, ValueError, "d_a = 7 cannot be divided among num_heads = 2"),
        ("heads", {}, TypeError, "d_a must be an integer, got None"),
        ("additive", {}, TypeError, "d_a must be an integer, got None"),
        ("general", {"d_a": 7}, ValueError, 'attention must be "none", "additive" or "heads", got \'general\''),
    ],
)
def test_what_cannot_be_drawn_is_refused(kind, widths, error, message, rng):
    with pytest.raises(error, match=message):
        reader(kind, rng, d_query=D_QUERY, d_state=D_STATE, **widths)
