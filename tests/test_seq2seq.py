"""The interface, for every kind of model: steps equal the full pass, padding and future mean nothing, decoding ends."""

from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mha.alphabet import END, PAD, START
from mha.g2p import LETTERS
from mha.pretrained import fill, flatten
from mha.seq2seq import greedy_decode
from tests.models import KINDS, LAYERS_AND_HEADS, SOURCE, TARGET, draw, inputs, outputs

CLOSE = {"rtol": 0, "atol": 1e-12}


def biased(model, symbol, much):
    """The same model, more inclined to write this symbol."""
    name = "b" if hasattr(model, "b") else "decoder.b"
    arrays = flatten(model)
    return fill(model, {**arrays, name: arrays[name] + much * (np.arange(TARGET) == symbol)})


class AsLongAsItsInput:
    """A model made to write as many symbols as it has read, so that the sequences of a batch end at different steps."""

    def __init__(self, model):
        self.model, self.start = model, model.start

    def encode(self, source, lengths):
        self.steps = 0
        return self.model.encode(source, lengths)

    def step(self, memory, state, previous):
        state, logits, weights = self.model.step(memory, state, previous)
        due = memory.mask.sum((1, 2)) == self.steps
        self.steps += 1
        return state, logits + np.where(due[:, None], 1e3, -1e3) * (np.arange(TARGET) == END), weights


def stepwise(model, source, lengths, target):
    """Logits (B, T_y, symbols) and the weights of every step, one symbol at a time."""
    memory = model.encode(source, lengths)
    state, logits, weights = model.start(memory), [], []
    for previous in target.T:
        state, at_step, looks = model.step(memory, state, previous)
        logits.append(at_step)
        weights.append(looks)
    return np.stack(logits, axis=1), weights


@KINDS
def test_shapes(kind, rng):
    model, (source, lengths) = draw(kind, rng), inputs(rng)
    layers, heads = LAYERS_AND_HEADS[kind]
    written = greedy_decode(model, source, lengths, max_steps=11)
    B, T_x, T_y = 3, 7, written.tokens.shape[1]
    assert model.forward(source, lengths, outputs(rng, B, 5)).shape == (B, 5, TARGET)
    assert written.lengths.shape == (B,)
    assert written.cross.shape == (B, layers, heads, T_y, T_x)
    if kind == "transformer":
        assert written.own.shape == (B, layers, heads, T_y, T_y)
        assert written.encoder.shape == (B, layers, heads, T_x, T_x)
    else:
        assert written.own is written.encoder is None


@KINDS
def test_A36_step_by_step_equals_the_full_pass(kind, rng):
    model, (source, lengths), target = draw(kind, rng), inputs(rng), outputs(rng, 3, 5)
    np.testing.assert_allclose(
        stepwise(model, source, lengths, target)[0], model.forward(source, lengths, target), **CLOSE
    )


def test_A36_whole_chunks_equal_the_full_pass(rng):
    model, (source, lengths), target = draw("transformer", rng), inputs(rng), outputs(rng, 3, 7)
    memory = model.encode(source, lengths)
    _, full, own, cross = model.decode(memory, model.start(memory), target)
    caches = model.start(memory)
    for first, last in [(0, 2), (2, 3), (3, 7)]:
        caches, logits, chunk_own, chunk_cross = model.decode(memory, caches, target[:, first:last])
        np.testing.assert_allclose(logits, full[:, first:last], **CLOSE)
        np.testing.assert_allclose(chunk_own, own[..., first:last, :last], **CLOSE)
        np.testing.assert_allclose(chunk_cross, cross[..., first:last, :], **CLOSE)


@KINDS
def test_B10_another_future_leaves_the_past_as_it_was(kind, rng):
    model, (source, lengths), target = draw(kind, rng), inputs(rng), outputs(rng, 3, 5)
    other = target.copy()
    other[:, 2:] = 3 + (target[:, 2:] + 1) % (TARGET - 3)
    ours, theirs = (model.forward(source, lengths, t) for t in (target, other))
    np.testing.assert_array_equal(ours[:, :2], theirs[:, :2])
    assert (np.abs(ours[:, 2:] - theirs[:, 2:]).max(-1) > 1e-6).all()


@KINDS
def test_A39_B27_padding_changes_nothing(kind, rng):
    """A sequence alone, and among longer ones with rubbish behind it."""
    model, (source, lengths), target = draw(kind, rng), inputs(rng), outputs(rng, 3, 5)
    rubbish = np.where(source == PAD, SOURCE - 1, source)
    together = model.forward(rubbish, lengths, target)
    _, weights = stepwise(model, rubbish, lengths, target)
    for b, length in enumerate(lengths):
        one = source[b : b + 1, :length], lengths[b : b + 1]
        np.testing.assert_allclose(together[b], model.forward(*one, target[b : b + 1])[0], **CLOSE)
        for ours, alone in zip(weights, stepwise(model, *one, target[b : b + 1])[1], strict=True):
            np.testing.assert_allclose(ours.cross[b, ..., :length], alone.cross[0], **CLOSE)
            assert not ours.cross[b, ..., length:].any()


@KINDS
def test_batched_and_single_decoding_write_the_same(kind, rng):
    model, (source, lengths) = AsLongAsItsInput(draw(kind, rng)), inputs(rng, [5, 2, 7, 7, 3, 11, 4])
    together = greedy_decode(model, source, lengths)
    np.testing.assert_array_equal(together.lengths, lengths)
    for b, length in enumerate(lengths):
        alone = greedy_decode(model, source[b : b + 1, :length], lengths[b : b + 1])
        T = alone.tokens.shape[1]
        np.testing.assert_array_equal(together.tokens[b, :T], alone.tokens[0])
        assert (together.tokens[b, T:] == PAD).all()
        np.testing.assert_allclose(together.cross[b, ..., :T, :length], alone.cross[0], **CLOSE)
        if kind == "transformer":
            np.testing.assert_allclose(together.own[b, ..., :T, :T], alone.own[0], **CLOSE)
            np.testing.assert_allclose(together.encoder[b, ..., :length, :length], alone.encoder[0], **CLOSE)


@KINDS
def test_greedy_decoding_writes_what_the_full_pass_finds_most_probable(kind, rng):
    model, (source, lengths) = biased(draw(kind, rng), END, 1.0), inputs(rng, [5, 2, 7, 7, 3, 11, 4])
    tokens = greedy_decode(model, source, lengths, max_steps=13).tokens
    before = np.concatenate([np.full((7, 1), START), tokens[:, :-1]], axis=1)
    logits = model.forward(source, lengths, before)
    logits[..., [PAD, START]] = -np.inf
    real = tokens != PAD
    np.testing.assert_array_equal(logits.argmax(-1)[real], tokens[real])


@KINDS
def test_B19_rows_of_weights_sum_to_one_until_the_end_and_to_zero_behind(kind, rng):
    source, lengths = inputs(rng, [5, 2, 7, 7, 3, 11, 4])
    written = greedy_decode(AsLongAsItsInput(draw(kind, rng)), source, lengths)
    rows = np.arange(written.tokens.shape[1]) <= written.lengths[:, None]
    np.testing.assert_array_equal(rows, written.tokens != PAD)
    letters = np.arange(source.shape[1]) < lengths[:, None]
    for weights, real in [(written.cross, rows), (written.own, rows), (written.encoder, letters)]:
        if weights is not None and kind != "none":
            expected = np.broadcast_to(real[:, None, None, :], weights.shape[:-1])
            np.testing.assert_allclose(weights.sum(-1), expected, **CLOSE)
    assert not written.cross[np.broadcast_to(~letters[:, None, None, None, :], written.cross.shape)].any()
    if kind == "transformer":
        assert not np.triu(written.own, 1).any()


@KINDS
def test_decoding_stops_when_all_have_ended_or_at_the_limit(kind, rng):
    model, (source, lengths) = draw(kind, rng), inputs(rng)
    at_once = greedy_decode(biased(model, END, 1e3), source, lengths)
    assert at_once.tokens.tolist() == [[END]] * 3
    assert at_once.lengths.tolist() == [0] * 3
    never = greedy_decode(biased(model, END, -1e3), source, lengths, max_steps=5)
    assert never.tokens.shape == (3, 5)
    assert never.lengths.tolist() == [5] * 3
    if kind != "none":
        np.testing.assert_allclose(never.cross.sum(-1), 1, **CLOSE)


@pytest.mark.parametrize("symbol", [PAD, START])
@pytest.mark.parametrize("kind", ["none", "transformer"])
def test_padding_and_start_are_never_written(kind, symbol, rng):
    model = biased(biased(draw(kind, rng), symbol, 1e3), END, -1e3)
    written = greedy_decode(model, *inputs(rng), max_steps=5)
    assert (written.tokens > END).all()


@KINDS
def test_inputs_are_never_written_into(kind, rng):
    model, (source, lengths) = draw(kind, rng), inputs(rng)
    for array in [source, lengths, *flatten(model).values()]:
        array.flags.writeable = False
    first, second = (greedy_decode(model, source, lengths, max_steps=5) for _ in range(2))
    np.testing.assert_array_equal(first.tokens, second.tokens)


def test_a_model_of_jax_arrays_writes_the_same(rng):
    model, (source, lengths) = draw("additive", rng), inputs(rng)
    twin = jax.tree.map(lambda array: jnp.asarray(array, jnp.float32), model)
    compiled = SimpleNamespace(encode=jax.jit(twin.encode), start=twin.start, step=jax.jit(twin.step))
    ours, theirs = (greedy_decode(m, source, lengths, max_steps=5) for m in (model, compiled))
    np.testing.assert_array_equal(theirs.tokens, ours.tokens)
    np.testing.assert_allclose(theirs.cross, ours.cross, atol=1e-5)


@pytest.mark.parametrize(
    ("shape", "max_steps", "message"),
    [
        ((7,), 5, r"source must have shape \(B, T_x\), none of them 0, got \(7,\): see Alphabet.encode"),
        ((0, 0), 5, r"source must have shape .* got \(0, 0\)"),
        ((3, 7), 0, "max_steps must be at least 1, got 0"),
    ],
)
def test_what_cannot_be_decoded_is_refused(shape, max_steps, message, rng):
    with pytest.raises(ValueError, match=message):
        greedy_decode(draw("none", rng), np.full(shape, 5), np.full(shape[:1], 7), max_steps=max_steps)


@KINDS
@pytest.mark.parametrize(
    ("lengths", "error", "message"),
    [
        ([5, 2, 8], ValueError, "lengths must lie between 0 and T = 7, got 2 to 8"),
        ([5.0, 2.0, 7.0], TypeError, "lengths must be integers, got dtype float64"),
    ],
)
def test_impossible_lengths_are_refused(kind, lengths, error, message, rng):
    with pytest.raises(error, match=message):
        greedy_decode(draw(kind, rng), inputs(rng)[0], np.array(lengths))


@pytest.mark.parametrize(
    ("word", "message"),
    [("naïve", "unsupported 'ï' in 'naïve'; the alphabet is"), ("", "expected at least one symbol, got an empty")],
)
def test_words_that_no_model_can_read_are_refused_before_it(word, message, rng):
    with pytest.raises(ValueError, match=message):
        greedy_decode(draw("none", rng), *LETTERS.encode(["fine", word]))
