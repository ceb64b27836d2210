"""Encoder and decoder layers: by loop, in chunks of every size, the past shut off from the future."""

import itertools

import numpy as np
import pytest

from mha import causal_mask, padding_mask
from mha.transformer import DecoderLayer, EncoderLayer, TransformerModel
from tests import oracles
from tests.models import draw, filled, inputs, outputs

D_MODEL, H, D_FF, REACH, B, T_X, T_Y = 6, 2, 7, 2, 3, 5, 4


@pytest.fixture
def encoder(rng):
    return filled(EncoderLayer.init(rng, D_MODEL, H, D_FF, REACH), rng)


@pytest.fixture
def decoder(rng):
    return filled(DecoderLayer.init(rng, D_MODEL, H, D_FF, REACH), rng)


def test_an_encoder_layer_equals_the_loop(encoder, rng):
    x = rng.normal(size=(B, T_X, D_MODEL))
    output, weights = encoder(x)
    assert output.shape == x.shape
    assert weights.shape == (B, H, T_X, T_X)
    for b in range(B):
        normed = encoder.norm_1(x[b])
        found, rows = oracles.multi_head(encoder.attention, normed, normed, normed, bias=encoder.position(T_X, T_X))
        after = x[b] + found
        np.testing.assert_allclose(weights[b], rows, rtol=1e-10)
        np.testing.assert_allclose(output[b], after + encoder.feed_forward(encoder.norm_2(after)), rtol=1e-10)


def test_a_decoder_layer_equals_the_loop(decoder, rng):
    x, memory = rng.normal(size=(B, T_Y, D_MODEL)), rng.normal(size=(B, T_X, D_MODEL))
    mask = padding_mask([5, 2, 3], T_X)
    output, cache, own, cross = decoder(x, decoder.start(memory), mask)
    assert (own.shape, cross.shape) == ((B, H, T_Y, T_Y), (B, H, T_Y, T_X))
    assert cache.own_key.shape == (B, H, T_Y, D_MODEL // H)
    for b in range(B):
        normed = decoder.norm_1(x[b])
        found, own_rows = oracles.multi_head(
            decoder.attention, normed, normed, normed, oracles.window(T_Y, T_Y), decoder.position(T_Y, T_Y)
        )
        after = x[b] + found
        real = np.repeat(mask[b], T_Y, axis=0)
        found, rows = oracles.multi_head(decoder.cross_attention, decoder.norm_2(after), memory[b], memory[b], real)
        after = after + found
        np.testing.assert_allclose(own[b], own_rows, rtol=1e-10)
        np.testing.assert_allclose(cross[b], rows, rtol=1e-10)
        np.testing.assert_allclose(output[b], after + decoder.feed_forward(decoder.norm_3(after)), rtol=1e-10)


def chunkings(T):
    """Every way to cut T outputs into chunks."""
    ways = itertools.product([False, True], repeat=T - 1)
    return [np.split(np.arange(T), [t + 1 for t in range(T - 1) if cuts[t]]) for cuts in ways]


@pytest.mark.parametrize("chunks", chunkings(5), ids=lambda chunks: "+".join(str(len(chunk)) for chunk in chunks))
def test_A36_chunks_of_every_size_equal_the_full_pass(chunks, decoder, rng):
    x, memory = rng.normal(size=(B, 5, D_MODEL)), rng.normal(size=(B, T_X, D_MODEL))
    mask = padding_mask([5, 2, 3], T_X)
    full, full_cache, full_own, full_cross = decoder(x, decoder.start(memory), mask)
    cache = decoder.start(memory)
    for chunk in chunks:
        output, cache, own, cross = decoder(x[:, chunk], cache, mask)
        np.testing.assert_allclose(output, full[:, chunk], rtol=0, atol=1e-12)
        np.testing.assert_allclose(own, full_own[:, :, chunk, : chunk[-1] + 1], rtol=0, atol=1e-12)
        np.testing.assert_allclose(cross, full_cross[:, :, chunk], rtol=0, atol=1e-12)
    for grown, whole in zip(cache, full_cache, strict=True):
        np.testing.assert_allclose(grown, whole, rtol=0, atol=1e-12)


def test_A36_a_cache_is_never_written_into(decoder, rng):
    memory = rng.normal(size=(B, T_X, D_MODEL))
    start = decoder.start(memory)
    _, once, _, _ = decoder(rng.normal(size=(B, 1, D_MODEL)), start)
    before = [part.copy() for part in once]
    decoder(rng.normal(size=(B, 1, D_MODEL)), once)
    assert start.own_key.shape[-2] == 0
    for part, copy in zip(once, before, strict=True):
        np.testing.assert_array_equal(part, copy)


def test_another_future_leaves_the_past_as_it_was(decoder, rng):
    x, memory = rng.normal(size=(B, T_Y, D_MODEL)), rng.normal(size=(B, T_X, D_MODEL))
    other = x.copy()
    other[:, 2:] = rng.normal(size=(B, T_Y - 2, D_MODEL))
    ours, theirs = (decoder(y, decoder.start(memory))[0] for y in (x, other))
    np.testing.assert_array_equal(ours[:, :2], theirs[:, :2])
    assert (np.abs(ours[:, 2:] - theirs[:, 2:]).max(-1) > 1e-3).all()


def test_A39_padding_changes_no_real_state(encoder, rng):
    x, lengths = rng.normal(size=(B, T_X, D_MODEL)), [5, 2, 3]
    output, weights = encoder(x, padding_mask(lengths, T_X))
    for b, length in enumerate(lengths):
        alone, its_weights = encoder(x[b, :length])
        np.testing.assert_allclose(output[b, :length], alone, atol=1e-13)
        np.testing.assert_allclose(weights[b, :, :length, :length], its_weights, atol=1e-13)
        assert not weights[b, :, :, length:].any()


def test_without_positions_the_order_of_the_input_means_nothing(encoder, rng):
    """What the bias is for: with it, the outputs of a permuted input are not the permuted outputs."""
    x, order = rng.normal(size=(T_X, D_MODEL)), np.array([3, 0, 4, 1, 2])
    blind = encoder._replace(position=encoder.position._replace(table=np.zeros((H, 2 * REACH + 1))))
    np.testing.assert_allclose(blind(x[order])[0], blind(x)[0][order], atol=1e-13)
    assert not np.allclose(encoder(x[order])[0], encoder(x)[0][order], atol=1e-3)


def test_weights_sum_to_one(encoder, decoder, rng):
    memory, encoder_weights = encoder(rng.normal(size=(B, T_X, D_MODEL)))
    _, _, own, cross = decoder(rng.normal(size=(B, T_Y, D_MODEL)), decoder.start(memory))
    for weights in (encoder_weights, own, cross):
        np.testing.assert_allclose(weights.sum(-1), 1, rtol=1e-14)
    assert not own[..., ~causal_mask(T_Y, T_Y)].any()


def test_dropout_is_applied_to_what_each_sublayer_finds(encoder, decoder, rng):
    """Dropping everything leaves the residual stream alone."""
    x, memory = rng.normal(size=(B, T_Y, D_MODEL)), rng.normal(size=(B, T_X, D_MODEL))
    np.testing.assert_array_equal(encoder(x, dropout=np.zeros_like)[0], x)
    np.testing.assert_array_equal(decoder(x, decoder.start(memory), dropout=np.zeros_like)[0], x)


def test_A20_dropout_never_touches_the_weights(encoder, decoder, rng):
    memory, encoder_weights = encoder(rng.normal(size=(B, T_X, D_MODEL)), dropout=lambda x: 2 * x)
    x = rng.normal(size=(B, T_Y, D_MODEL))
    _, _, own, cross = decoder(x, decoder.start(memory), dropout=lambda x: 2 * x)
    for weights in (encoder_weights, own, cross):
        np.testing.assert_allclose(weights.sum(-1), 1, rtol=1e-14)


def test_heads_that_do_not_divide_the_width_are_refused(rng):
    with pytest.raises(ValueError, match="d_model = 7 cannot be divided among num_heads = 2"):
        TransformerModel.init(rng, 5, 5, d_model=7, num_heads=2, d_ff=7, layers=1, reach=2)


def test_a_model_is_embeddings_layers_norms_and_a_read_out(rng):
    """Put together from its parts, one sequence at a time."""
    model, (source, lengths), target = draw("transformer", rng), inputs(rng), outputs(rng, 3, 4)
    memory = model.encode(source, lengths)
    _, logits, own, cross = model.decode(memory, model.start(memory), target)
    for b, length in enumerate(lengths):
        x, y = model.source_embedding[source[b, :length]], model.target_embedding[target[b]]
        for i, layer in enumerate(model.encoder):
            x, weights = layer(x)
            np.testing.assert_allclose(memory.weights[b, i, :, :length, :length], weights, atol=1e-12)
        states = model.encoder_norm(x)
        np.testing.assert_allclose(memory.states[b, :length], states, atol=1e-12)
        for i, layer in enumerate(model.decoder):
            y, _, own_weights, cross_weights = layer(y, layer.start(states))
            np.testing.assert_allclose(own[b, i], own_weights, atol=1e-12)
            np.testing.assert_allclose(cross[b, i, :, :, :length], cross_weights, atol=1e-12)
        expected = [np.add(oracles.times(at_time, model.W), model.b) for at_time in model.decoder_norm(y)]
        np.testing.assert_allclose(logits[b], expected, atol=1e-12)
