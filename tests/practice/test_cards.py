"""The deck for Anki: every question, the same names in every version, formulas and citations that a card can show."""

import sqlite3
import zipfile
from collections import Counter

import pytest

from mha.exercises import bank
from tools.practice import cards

CHAPTERS = bank.load()
QUESTIONS = [question for chapter in CHAPTERS for question in chapter.questions]


@pytest.fixture(scope="module")
def notes(tmp_path_factory):
    """The notes of the deck as Anki finds them: names, fields, tags."""
    folder = tmp_path_factory.mktemp("deck")
    cards.main(folder / "deck.apkg")
    with zipfile.ZipFile(folder / "deck.apkg") as deck:
        deck.extract("collection.anki2", folder)
    database = sqlite3.connect(folder / "collection.anki2")
    rows = database.execute("select guid, flds, tags, mid from notes").fetchall()
    decks = database.execute("select distinct did from cards").fetchall()
    database.close()
    assert decks == [(cards.DECK_ID,)]
    return [(guid, fields.split("\x1f"), tags.split(), model) for guid, fields, tags, model in rows]


def test_every_question_is_a_card(notes):
    assert len(notes) == len({guid for guid, *_ in notes}) == len(QUESTIONS)
    assert {model for *_, model in notes} == {cards.MODEL_ID}
    assert {tag for _, _, tags, _ in notes for tag in tags} >= {"level::deep", "topic::masks", "chapter::pitfalls"}


def test_a_new_text_leaves_the_name_alone():
    chapter, question = CHAPTERS[0], QUESTIONS[0]
    changed = question._replace(question="Another?", title="Another", level="deep", topics=["heads"])
    first, second = cards.note(chapter, question), cards.note(chapter, changed)
    assert first.guid == second.guid
    assert first.fields != second.fields
    assert cards.note(chapter, question._replace(id="another")).guid != first.guid


def test_the_names_of_deck_layout_and_fields_never_change():
    assert (cards.DECK_ID, cards.MODEL_ID) == (1729385126, 1408267993)
    assert cards.FIELDS == ("Question", "Hint", "Answer", "Wrong", "Why", "FollowUp", "Then", "Title", "Level")
    assert cards.note(CHAPTERS[0], QUESTIONS[0]).guid == "L#|Lu(YHCC"


def test_formulas_are_what_anki_renders(notes):
    texts = [field for _, fields, _, _ in notes for field in fields]
    formulas = sum(question.answer.count("$") for question in QUESTIONS) // 2
    shown = Counter(part for text in texts for part in (r"\(", r"\)") for _ in range(text.count(part)))
    assert shown[r"\("] == shown[r"\)"] >= formulas > 100
    assert not [text for text in texts if "$" in text]


def test_nothing_of_the_markup_is_left(notes):
    for _, fields, _, _ in notes:
        for field in fields:
            assert not any(mark in field for mark in ("{cite", "**", "```", "<script"))


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("{cite:t}`bahdanau2015neural` say", "Bahdanau et al. (2015) say"),
        ("so {cite:p}`rabe2021self,dao2022flash`", "so (Rabe and Staats 2021; Dao et al. 2022)"),
        ("`a < b`", "<code>a &lt; b</code>"),
        ("*so* \n so", "<em>so</em> so"),
    ],
)
def test_markdown(markdown, shown):
    assert cards.card_html(markdown) == f"<p>{shown}</p>"


def test_a_role_that_a_card_cannot_show_is_named():
    with pytest.raises(ValueError, match="cannot show the role 'numref' of 'fig-a'"):
        cards.card_html("see {numref}`fig-a`")
