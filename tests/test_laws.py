"""Laws that hold whatever the numbers are: of time, of padding, of order, of heads, and of decoding in steps."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mha import (
    AdditiveAttention,
    GRUCell,
    MultiHeadAttention,
    RNNCell,
    bidirectional,
    causal_mask,
    padding_mask,
    scaled_dot_product_attention,
    unroll,
    window_mask,
)
from mha.blockwise import blockwise_attention
from mha.ops import concat

SEED = st.integers(0, 2**32)
RUBBISH = st.sampled_from([0.0, 1.0, 1e6, math.inf, -math.inf, math.nan])  # what may stand where nobody looks
T, D = 7, 6


def same(ours, expected):
    """Equal but for rounding."""
    np.testing.assert_allclose(ours, expected, rtol=1e-9, atol=1e-12)


def drawn(seed, batch=2):
    """Two heads, and a batch of sequences for them to read."""
    rng = np.random.default_rng(seed)
    return rng, MultiHeadAttention.init(rng, D, 2), rng.normal(size=(batch, T, D))


@given(SEED, st.integers(1, T - 1), RUBBISH)
def test_A18_the_future_does_not_change_the_past(seed, now, rubbish):
    rng, heads, x = drawn(seed)
    changed = x.copy()
    changed[:, now:] *= rubbish
    cells = [RNNCell.init(rng, D, 3), GRUCell.init(rng, D, 3)]
    for reads in [
        lambda x: scaled_dot_product_attention(x, x, x, causal_mask(T)),
        lambda x: heads(x, x, x, causal_mask(T)),
        lambda x: heads(x, x, x, window_mask(T, size=2)),
        *(lambda x, cell=cell: unroll(cell, x)[:1] for cell in cells),
    ]:
        before, after = reads(x), reads(changed)
        np.testing.assert_array_equal(before[0][:, :now], after[0][:, :now])
        for weights, others in zip(before[1:], after[1:], strict=True):
            np.testing.assert_array_equal(weights[..., :now, :], others[..., :now, :])
        assert rubbish == 1 or not np.array_equal(before[0][:, now:], after[0][:, now:])


@given(SEED, st.integers(1, T - 1), RUBBISH)
def test_A18_the_future_changes_no_more_than_the_rounding_of_blocks(seed, now, rubbish):
    _, _, x = drawn(seed)
    changed = x.copy()
    changed[:, now:] *= rubbish
    for options in ({"causal": True, "block": 3}, {"mask": causal_mask(T)}):
        before, after = (blockwise_attention(y, y, y, **options) for y in (x, changed))
        same(after[:, :now], before[:, :now])


@given(SEED, st.integers(1, T - 1), st.integers(1, T), RUBBISH)
def test_what_lies_before_the_window_does_not_change_the_present(seed, now, size, rubbish):
    _, heads, x = drawn(seed)
    changed = x.copy()
    changed[:, :now] *= rubbish
    before, after = (heads(y, y, y, window_mask(T, size=size))[0] for y in (x, changed))
    np.testing.assert_array_equal(before[:, now + size - 1 :], after[:, now + size - 1 :])


@given(SEED, st.lists(st.integers(1, T), min_size=1, max_size=4), RUBBISH)
def test_A39_padding_a_batch_changes_nothing(seed, lengths, rubbish):
    rng, heads, x = drawn(seed, len(lengths))
    for b, length in enumerate(lengths):
        x[b, length:] = rubbish
    additive, query = AdditiveAttention.init(rng, 3, D, 5), rng.normal(size=(len(lengths), 2, 3))
    mask = padding_mask(lengths, T)
    cells = [GRUCell.init(rng, D, 3) for _ in range(2)]
    output, weights = heads(x, x, x, mask)
    context, looks = additive(query, x, mask)
    blocks = blockwise_attention(x, x, x, mask, block=3)
    states, final = bidirectional(*cells, x, lengths=lengths)
    for b, length in enumerate(lengths):
        alone = x[b, :length]
        own_output, own_weights = heads(alone, alone, alone)
        same(output[b, :length], own_output)
        same(weights[b, :, :length, :length], own_weights)
        assert not weights[b, :, :length, length:].any()
        own_context, own_looks = additive(query[b], alone)
        same(context[b], own_context)
        same(looks[b, :, :length], own_looks)
        same(blocks[b, :length], scaled_dot_product_attention(alone, alone, alone)[0])
        own_states, own_final = bidirectional(*cells, alone)
        same(states[b, :length], own_states)
        same(final[b], own_final)


@given(SEED, st.permutations(range(T)))
def test_the_order_of_keys_and_values_does_not_matter(seed, order):
    rng, heads, x = drawn(seed)
    query, mask = rng.normal(size=(2, 3, D)), rng.random((3, T)) < 0.7
    output, weights = heads(query, x, x, mask)
    shuffled, shuffled_weights = heads(query, x[:, order], x[:, order], mask[:, order])
    same(shuffled, output)
    same(shuffled_weights, weights[..., order])


@given(SEED, st.permutations(range(T)))
def test_self_attention_without_a_mask_knows_no_order(seed, order):
    _, heads, x = drawn(seed)
    output, weights = heads(x, x, x)
    shuffled, shuffled_weights = heads(*[x[:, order]] * 3)
    same(shuffled, output[:, order])
    same(shuffled_weights, weights[..., order, :][..., order])


@given(SEED)
def test_heads_are_independent(seed):
    rng, heads, x = drawn(seed)
    output, weights = heads(x, x, x)
    alone = [MultiHeadAttention(*(W[[i]] for W in heads))(x, x, x) for i in range(2)]
    same(output, alone[0][0] + alone[1][0])
    for i in range(2):
        same(weights[:, [i]], alone[i][1])
    other = heads._replace(W_q=np.stack([heads.W_q[0], rng.normal(size=heads.W_q[1].shape)]))
    same(other(x, x, x)[1][:, 0], weights[:, 0])
    assert not np.allclose(other(x, x, x)[1][:, 1], weights[:, 1])


@given(SEED)
def test_a_forbidden_key_is_as_good_as_gone(seed):
    rng, heads, x = drawn(seed)
    keep = rng.random(T) < 0.6
    output, weights = heads(x, x, x, keep)
    gone, gone_weights = heads(x, x[:, keep], x[:, keep])
    same(output, gone)
    same(weights[..., keep], gone_weights)


@given(SEED)
def test_a_key_that_stands_there_twice_shares_its_weight(seed):
    _, heads, x = drawn(seed)
    output, weights = heads(x, x, x)
    twice = np.repeat(x, 2, axis=1)
    doubled, halves = heads(x, twice, twice)
    same(doubled, output)
    same(halves, np.repeat(weights, 2, axis=-1) / 2)


@given(SEED, st.floats(-10, 10))
def test_the_context_is_linear_in_the_values_and_blind_to_a_common_score(seed, number):
    rng, _, x = drawn(seed)
    other, mask = rng.normal(size=x.shape), rng.random((T, T)) < 0.7
    context, weights = scaled_dot_product_attention(x, x, x + number * other, mask)
    same(context, weights @ x + number * (weights @ other))
    everywhere = np.full((T, 1), number)
    same(scaled_dot_product_attention(x, x, x, mask, bias=everywhere)[1], weights)


@given(SEED, st.sets(st.integers(1, T - 1)))
def test_A36_cached_steps_equal_the_full_pass_for_every_split_into_chunks(seed, cuts):
    _, heads, x = drawn(seed)
    full, full_weights = heads(x, x, x, causal_mask(T))
    key, value = heads.project(x[:, :0], x[:, :0])
    at = 0
    for chunk in np.split(x, sorted(cuts), axis=1):
        new_key, new_value = heads.project(chunk, chunk)
        key, value = concat([key, new_key], axis=-2), concat([value, new_value], axis=-2)
        end = at + chunk.shape[1]
        output, weights = heads.attend(chunk, key, value, causal_mask(end - at, end))
        same(output, full[:, at:end])
        same(weights, full_weights[..., at:end, :end])
        at = end


@given(SEED, st.integers(1, T - 1), st.sampled_from([RNNCell, GRUCell]))
def test_a_recurrence_may_be_interrupted(seed, at, Cell):
    rng, _, x = drawn(seed)
    cell = Cell.init(rng, D, 3)
    states, final = unroll(cell, x)
    first, between = unroll(cell, x[:, :at])
    second, end = unroll(cell, x[:, at:], state=between)
    same(concat([first, second], axis=-2), states)
    same(end, final)


@given(SEED, st.sampled_from([RNNCell, GRUCell]))
def test_reading_backward_is_reading_the_mirrored_sequence(seed, Cell):
    rng, _, x = drawn(seed)
    cell = Cell.init(rng, D, 3)
    states, final = unroll(cell, x, reverse=True)
    mirrored, mirrored_final = unroll(cell, x[:, ::-1])
    same(states, mirrored[:, ::-1])
    same(final, mirrored_final)


@pytest.mark.parametrize("batch", [(), (2,), (2, 3), (1, 2, 1, 3)])
def test_a_batch_is_its_members(batch, rng):
    heads, cell = MultiHeadAttention.init(rng, D, 2), GRUCell.init(rng, D, 3)
    x = rng.normal(size=(*batch, T, D))
    output, weights = heads(x, x, x, causal_mask(T))
    states, final = unroll(cell, x)
    for b in np.ndindex(batch):
        same(output[b], heads(x[b], x[b], x[b], causal_mask(T))[0])
        same(weights[b], heads(x[b], x[b], x[b], causal_mask(T))[1])
        same(states[b], unroll(cell, x[b])[0])
        same(final[b], unroll(cell, x[b])[1])
