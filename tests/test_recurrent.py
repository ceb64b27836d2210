"""The recurrent models, one step and one letter at a time against the loops."""

import numpy as np
import pytest

from mha.pretrained import build
from mha.recurrent import LetterEncoder, RecurrentModel
from mha.rnn import scan
from tests import oracles
from tests.models import ARCHITECTURES, SOURCE, TARGET, draw, inputs


def test_B02_B12_B13_B14_a_step_equals_the_loop(rng):
    """The state before the step asks; the embedding of one symbol is fed, beside the context; the new state scores."""
    model = draw("additive", rng)
    decoder = model.decoder
    memory = model.encode(*inputs(rng))
    state, previous = rng.uniform(-1, 1, (3, 7)), np.array([1, 4, 5])
    new, logits, weights = model.step(memory, state, previous)
    for b, symbol in enumerate(previous):
        embedded = decoder.embedding[symbol]
        asked = oracles.scores_by(oracles.additive(*model.attention.attention), state[b, None], memory.states[b])
        rows = oracles.softmax(asked, memory.mask[b])
        context = oracles.blend(rows, memory.states[b])[0]
        W = np.concatenate([decoder.cell.W, decoder.W_c])
        expected = oracles.gru_step(decoder.cell._replace(W=W), np.concatenate([embedded, context]), state[b])
        np.testing.assert_allclose(weights.cross[b, 0], rows, rtol=1e-11)
        np.testing.assert_allclose(new[b], expected, rtol=1e-11)
        read_out = np.concatenate([decoder.V_s, decoder.V_c, decoder.V_y])
        np.testing.assert_allclose(
            logits[b], oracles.times([*expected, *context, *embedded], read_out) + decoder.b, rtol=1e-10, atol=1e-12
        )


def test_the_decoder_starts_from_the_summary(rng):
    model = draw("none", rng)
    memory = model.encode(*inputs(rng))
    expected = np.tanh(np.add(oracles.times(memory.final[0], model.decoder.W_start), model.decoder.b_start))
    np.testing.assert_allclose(model.start(memory)[0], expected, rtol=1e-12)


def test_B11_the_summary_is_both_directions_at_their_ends(rng):
    model = draw("none", rng)
    source, lengths = inputs(rng)
    memory = model.encode(source, lengths)
    for b, length in enumerate(lengths):
        letters = model.encoder.embedding[source[b, :length]]
        _, forward = oracles.unroll(oracles.gru_step, model.encoder.forward, letters)
        _, backward = oracles.unroll(oracles.gru_step, model.encoder.backward, letters, reverse=True)
        np.testing.assert_allclose(memory.final[b], [*forward, *backward], rtol=1e-11)
        np.testing.assert_array_equal(memory.final[b, :5], memory.states[b, length - 1, :5])
        np.testing.assert_array_equal(memory.final[b, 5:], memory.states[b, 0, 5:])


def test_without_attention_nothing_but_the_summary_is_read(rng):
    model = draw("none", rng)
    memory = model.encode(*inputs(rng))
    scrambled = memory._replace(states=rng.normal(size=memory.states.shape))
    state, previous = model.start(memory), np.array([1, 4, 5])
    for ours, theirs in zip(
        model.step(memory, state, previous)[:2], model.step(scrambled, state, previous)[:2], strict=True
    ):
        np.testing.assert_array_equal(ours, theirs)


def test_a_state_of_the_letter_encoder_knows_its_letter_and_place_alone(rng):
    model = draw("letters", rng)
    source, lengths = inputs(rng, [5, 5])
    source[1, [0, 1, 2, 4]] = 3 + (source[0, [0, 1, 2, 4]] + 1) % (SOURCE - 3)
    source[1, 3] = source[0, 3]
    states = model.encode(source, lengths).states
    np.testing.assert_array_equal(states[0, 3], states[1, 3])
    assert (np.abs(states[0] - states[1]).max(-1)[[0, 1, 2, 4]] > 1e-6).all()
    encoder, letter = model.encoder, source[0, 3]
    expected = oracles.times(encoder.embedding[letter] + encoder.position[3], encoder.W)
    np.testing.assert_allclose(states[0, 3], expected, rtol=1e-12)


def test_the_letter_encoder_says_how_far_it_can_count(rng):
    encoder = LetterEncoder.init(rng, SOURCE, longest=3, d_embedding=2, d_state=5)
    assert encoder(np.zeros((1, 3), dtype=int), np.array([3]))[0].shape == (1, 3, 5)
    with pytest.raises(ValueError, match="this encoder knows 3 positions, got inputs of length 4"):
        encoder(np.zeros((1, 4), dtype=int), np.array([4]))


def test_a_loop_may_be_handed_in(rng):
    calls = []

    def counting(*arguments):
        calls.append(len(arguments))
        return scan(*arguments)

    model, (source, lengths) = draw("additive", rng), inputs(rng)
    target = np.ones((3, 4), dtype=int)
    ours = model.forward(source, lengths, target, scan=counting)
    assert len(calls) == 3  # two directions of the encoder, and the decoder
    np.testing.assert_array_equal(ours, model.forward(source, lengths, target))


def test_dropout_meets_embeddings_and_states(rng):
    """With everything dropped, the read-out sees only the context of the states, which are zero, and its bias."""
    model, (source, lengths) = draw("additive", rng), inputs(rng)
    logits = model.forward(source, lengths, np.ones((3, 4), dtype=int), dropout=np.zeros_like)
    embedded = model.decoder.embedding[1] @ model.decoder.V_y
    assert not np.allclose(logits, model.forward(source, lengths, np.ones((3, 4), dtype=int)))
    np.testing.assert_allclose(logits, np.broadcast_to(model.decoder.b, logits.shape), atol=1e-12)
    assert np.abs(embedded).max() > 1e-3


@pytest.mark.parametrize("kind", ["none", "additive", "heads", "letters"])
def test_drawing_is_repeatable_and_has_the_right_shapes(kind):
    models = [
        build(np.random.default_rng(3), source_symbols=17, target_symbols=19, **ARCHITECTURES[kind]) for _ in "ab"
    ]
    assert isinstance(models[0], RecurrentModel)
    decoder = models[0].decoder
    assert decoder.embedding.shape == (TARGET, 3)
    assert (decoder.W_c.shape, decoder.V_s.shape, decoder.V_c.shape) == ((10, 21), (7, TARGET), (10, TARGET))
    np.testing.assert_array_equal(decoder.W_c, models[1].decoder.W_c)
