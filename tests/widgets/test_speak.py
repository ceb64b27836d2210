"""The arithmetic in the page is that of mha, for every kind of model."""

import numpy as np
import pytest

from mha import pretrained
from mha.g2p import LETTERS, PHONEMES, words
from mha.seq2seq import greedy_decode
from mha.widgets import parameters
from mha.widgets.answers import MOST_SOUNDS, answer
from mha.widgets.line_explorer import TITLES
from tests.models import ARCHITECTURES

pytestmark = pytest.mark.browser

TOLERANCE = 1e-9  # asked for is 1e-5; both sides compute in double precision
ALPHABETS = {"source_symbols": len(LETTERS.symbols), "target_symbols": len(PHONEMES.symbols)}
SPEAK = """({ answer }, { packed, words }) => import("/shared/parameters.mjs").then(({ unpack }) => {
    const model = unpack(packed);
    return words.map((word) => answer(model, word));
})"""


def draw_for_words(kind, rng):
    """A small model over the real alphabets, no parameter of it zero."""
    model = pretrained.build(rng, **{**ARCHITECTURES[kind], **ALPHABETS})
    arrays = pretrained.flatten(model)
    return pretrained.fill(
        model, {name: array + rng.normal(scale=0.3, size=array.shape) for name, array in arrays.items()}
    )


def gap(ours, theirs):
    """Largest difference between two nested lists of numbers, which must have the same shape."""
    ours, theirs = np.array(ours, dtype=float), np.array(np.asarray(theirs).tolist(), dtype=float)
    assert ours.shape == theirs.shape
    return np.abs(ours - theirs).max(initial=0)


@pytest.mark.parametrize("kind", ARCHITECTURES)
def test_a_small_model_of_every_kind_answers_as_in_python(front, kind, rng):
    model = draw_for_words(kind, rng)
    words = ["a", "don't", "zebra", "counterclock"]
    for word, said in zip(
        words, front("shared/speak.mjs", SPEAK, {"packed": parameters.pack(model), "words": words}), strict=True
    ):
        expected = answer(parameters.rounded(model), word)
        assert said["sounds"] == expected["sounds"]
        for part in ("cross", "encoder", "notes", "summary"):
            assert gap(said[part] or [], expected[part] or []) <= 1e-4  # what Python stores is rounded
        assert [[symbol for symbol, _ in pair] for pair in said["best"]] == [
            [symbol for symbol, _ in pair] for pair in expected["best"]
        ]


@pytest.mark.parametrize("name", TITLES)
def test_500_held_out_words_are_said_as_mha_says_them(front, name):
    model = parameters.rounded(pretrained.load(name))
    some = [entry.word for entry in words("test")][:: len(words("test")) // 500][:500]
    written = greedy_decode(model, *LETTERS.encode(some), max_steps=MOST_SOUNDS)
    said = front("shared/speak.mjs", SPEAK, {"packed": parameters.pack(model), "words": some})
    for i, (word, phonemes) in enumerate(zip(some, PHONEMES.decode(written.tokens), strict=True)):
        assert said[i]["sounds"] == [*phonemes, "</s>"], word
        T_y, T_x = len(phonemes) + 1, len(word) + 1
        assert gap(said[i]["cross"], written.cross[i, :, :, :T_y, :T_x]) <= TOLERANCE, word
        if written.encoder is not None:
            assert gap(said[i]["encoder"], written.encoder[i, :, :, :T_x, :T_x]) <= TOLERANCE, word


@pytest.mark.parametrize("name", TITLES)
def test_a_word_takes_milliseconds(front, name):
    clock = """({ answer }, { packed, words }) => import("/shared/parameters.mjs").then(({ unpack }) => {
        const model = unpack(packed);
        const spent = (word) => {
            const start = performance.now();
            answer(model, word);
            return performance.now() - start;
        };
        return words.map((word) => Math.min(...Array.from({ length: 5 }, () => spent(word))));
    })"""
    some = [entry.word for entry in words("test") if len(entry.word) == 12][:20]  # longer than most
    spent = front("shared/speak.mjs", clock, {"packed": parameters.pack(pretrained.load(name)), "words": some})
    assert min(spent) <= 16  # the fastest: the machine may be busy with something else
