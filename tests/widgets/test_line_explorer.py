"""The Python side: what it accepts, what it says about itself, what it keeps for the front end."""

import numpy as np
import pytest
from traitlets import TraitError

from mha import pretrained
from mha.alphabet import END
from mha.g2p import LETTERS, PHONEMES, words
from mha.seq2seq import greedy_decode
from mha.widgets import LineExplorer, parameters
from mha.widgets.answers import answer, some
from tests.models import draw
from tests.widgets.test_speak import draw_for_words


@pytest.fixture
def explorer():
    return LineExplorer("ox", models=["g2p-none", "g2p-bahdanau"])


def test_it_says_how_it_is_made(explorer):
    assert repr(explorer) == "LineExplorer(word='ox', model='g2p-bahdanau')"
    explorer.view, explorer.heads, explorer.step = "map", [0], 2
    assert repr(explorer) == "LineExplorer(word='ox', model='g2p-bahdanau', view='map', step=2, heads=[0])"
    assert repr(eval(repr(explorer))) == repr(explorer)


def test_a_notebook_shows_that_where_it_cannot_show_the_figure(explorer):
    assert explorer._repr_mimebundle_()[0]["text/plain"] == repr(explorer)


def test_words_are_brought_into_the_models_form(explorer):
    explorer.word = "  Don’t "
    assert explorer.word == "don't"


@pytest.mark.parametrize(
    ("trait", "value", "complaint"),
    [
        ("word", "", "one word"),
        ("word", "two words", "one word"),
        ("word", "'", "one word"),
        ("word", "naïve", "unsupported 'ï' in 'naïve'"),
        ("word", "7up", "unsupported '7'"),
        ("word", "知识", "unsupported"),
        ("word", "a" * 25, "at most 24 letters, got 25"),
        ("word", 7, "unicode string"),
        ("second", "知识", "unsupported"),
        ("samples", ["ox", "two words"], "one word"),
        ("model", "g2p", "no model is called 'g2p' here; there are: g2p-none, g2p-bahdanau"),
        ("model", "", "no model"),
        ("second_model", "g2p", "no model"),
        ("view", "cloud", "ribbons"),
        ("step", -2, "not be less than -1"),
        ("heads", [1], "between 0 and 0"),
        ("layer", 1, "between 0 and 0"),
    ],
)
def test_what_cannot_be_shown_is_refused(explorer, trait, value, complaint):
    before = getattr(explorer, trait)
    with pytest.raises(TraitError, match=complaint):
        setattr(explorer, trait, value)
    assert getattr(explorer, trait) == before


def test_what_can_be_shown_can_be_set(explorer):
    values = {
        "second": "axe",
        "second_model": "g2p-none",
        "view": "table",
        "step": 0,
        "heads": [0],
        "letters_read": True,
        "every_model": True,
    }
    for trait, value in values.items():
        setattr(explorer, trait, value)
        assert getattr(explorer, trait) == value
    explorer.second = explorer.second_model = ""


def test_it_needs_a_model():
    with pytest.raises(TraitError, match="at least one"):
        LineExplorer("ox", models=[])


def test_a_model_with_another_alphabet_is_refused(rng):
    with pytest.raises(TraitError, match="'mine' has another alphabet: expected 31 letters, 43 phonemes"):
        LineExplorer("ox", models={"mine": draw("heads", rng)})


def test_models_over_bare_letters_have_a_title():
    explorer = LineExplorer("ox", models=["letters-h1", "letters-h2"])
    assert [model["title"] for model in explorer._models] == ["Bare letters, 1 head", "Bare letters, 2 heads"]
    assert [model["kind"] for model in explorer._models] == ["letters", "letters"]


def test_answers_follow_the_words(explorer):
    def kept():
        return {(one["model"], one["word"]) for one in explorer._answers}

    both = ("g2p-none", "g2p-bahdanau")
    assert kept() == {(model, "ox") for model in both}
    explorer.second = "axe"
    assert kept() == {(model, word) for model in both for word in ("ox", "axe")}
    explorer.word = "axe"
    assert kept() == {(model, "axe") for model in both}


def test_the_dictionary_is_there_for_words_that_no_model_has_learned():
    entry = words("test")[100]
    explorer = LineExplorer(words("train")[100].word, models=["g2p-none"], samples=[entry.word])
    assert explorer._dictionary == {entry.word: entry.pronunciations}


def test_a_model_of_your_own(rng):
    model = draw_for_words("heads", rng)
    explorer = LineExplorer("ox", models={"mine": model}, heads=[2])
    assert repr(explorer) == "LineExplorer(word='ox', model='mine', heads=[2])"
    assert explorer.phonemes == tuple(answer(parameters.rounded(model), "ox")["sounds"][:40])[: len(explorer.phonemes)]


def test_parameters_are_handed_over_when_asked_for(explorer):
    sent = []
    explorer.send = sent.append
    explorer._hand_over(explorer, {"ask": "parameters", "name": "g2p-none", "version": "any"}, [])
    assert sent == [{"parameters": "g2p-none", "data": parameters.pack(pretrained.load("g2p-none"))}]
    explorer._hand_over(explorer, {"ask": "parameters", "name": "../secret"}, [])
    explorer._hand_over(explorer, {"ask": "anything"}, [])
    assert len(sent) == 1


@pytest.mark.parametrize("kind", ["none", "additive", "heads", "letters", "transformer"])
def test_an_answer_is_what_greedy_decoding_gives(kind, rng):
    model = draw_for_words(kind, rng)
    said = answer(model, "zebra")
    written = greedy_decode(model, *LETTERS.encode(["zebra"]), max_steps=40)
    tokens = written.tokens[0]
    assert said["sounds"] == [PHONEMES.symbols[token] for token in tokens]
    assert np.allclose(np.reshape(said["cross"], written.cross[0].shape), written.cross[0], atol=5e-5)
    if written.encoder is not None:
        assert np.allclose(said["encoder"], written.encoder[0], atol=5e-5)
    assert all(
        first[0] == sound and first[1] >= second[1]
        for sound, (first, second) in zip(said["sounds"], said["best"], strict=True)
    )
    assert (said["summary"] is None) == (kind != "none")
    assert END not in tokens[:-1]


def test_some_numbers_of_a_state():
    assert some(np.arange(20).reshape(2, 10), 5).tolist() == [[1, 3, 5, 7, 9], [11, 13, 15, 17, 19]]
