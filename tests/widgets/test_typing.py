"""Whatever a reader types is text: a word that can be read, or a reason why not."""

import pytest
from traitlets import TraitError

from mha.widgets.spelling import spelled

pytestmark = pytest.mark.browser

SENTENCES = {
    "": "The line is empty. Type an English word.",
    "   ": "The line is empty. Type an English word.",
    "知识": "“知” “识”: the models have only ever seen a to z and the apostrophe.",
    "👩‍👩‍👧": "“👩‍👩‍👧”: the models have only ever seen a to z and the apostrophe.",
    "naïve": "“ï”: the models have only ever seen a to z and the apostrophe.",
    "<b>x</b>": "“<” “>” “/”: the models have only ever seen a to z and the apostrophe.",
    "abc123": "Digits have no letters to read. Spell the number out: seven, not 7.",
    "seven up": "One word at a time, without spaces or hyphens.",
    "well-known": "One word at a time, without spaces or hyphens.",
    "'": "An apostrophe on its own is silent. Add a letter.",
    "a" * 40: "40 letters: the line has 24 stations. Try a shorter word.",
}
WORDS = {"ox": "ox", " Rhythm ": "rhythm", "DON’T": "don't", "rock‘n": "rock'n", "a" * 24: "a" * 24}
CHECK = "({ checkWord }, typed) => typed.map(checkWord)"


def test_each_mistake_gets_its_sentence(front):
    checked = front("shared/typing.mjs", CHECK, list(SENTENCES))
    assert {typed: one["problem"] for typed, one in zip(SENTENCES, checked, strict=True)} == SENTENCES


def test_words_come_in_the_models_form(front):
    checked = front("shared/typing.mjs", CHECK, list(WORDS))
    assert checked == [{"word": word, "problem": None} for word in WORDS.values()]


@pytest.mark.parametrize("typed", SENTENCES)
def test_python_refuses_the_same(typed):
    with pytest.raises(TraitError):
        spelled(typed)


@pytest.mark.parametrize("typed", WORDS)
def test_python_accepts_the_same(typed):
    assert spelled(typed) == WORDS[typed]
