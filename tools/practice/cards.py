"""Make a deck for Anki of the question bank: ``python -m tools.practice.cards``.

A note is known by the id of its question and by nothing else, so a new version of the deck changes the text of cards
that a learner already has, and leaves their schedule alone.
"""

import html
import sys
from functools import cache
from pathlib import Path

import genanki
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from pybtex.database import parse_file

from mha.exercises import bank
from tools.practice.parts import ROOT

DECK = ROOT / "_build" / "cards" / "multi-head-attention.apkg"

# These two are Anki's names for the deck and for the layout of its notes. Other numbers would make other ones.
DECK_ID = 1_729_385_126
MODEL_ID = 1_408_267_993
FIELDS = ("Question", "Hint", "Answer", "Wrong", "Why", "FollowUp", "Then", "Title", "Level")

FRONT = """
<p class="about">{{Title}} · {{Level}}</p>
<div class="question">{{Question}}</div>
"""
BACK = """
{{FrontSide}}
<hr id="answer">
{{Answer}}
<p class="label">Often said</p>{{Wrong}}
<p class="label">But</p>{{Why}}
<p class="label">Then they ask</p>{{FollowUp}}
<p class="label">And you say</p>{{Then}}
"""
STYLE = """
.card { max-width: 38em; margin: auto; padding: 1em; font: 1.05em/1.5 Georgia, serif; text-align: left; }
.about, .label { margin: 0.8em 0 0.1em; font: 0.8em/1.4 system-ui, sans-serif; opacity: 0.75; }
.question { font-weight: 600; }
code { font-size: 0.9em; }
"""


def formula(content, options):
    r"""Write a formula as Anki wants it.

    >>> formula("a < b", {"display_mode": False})
    '\\(a &lt; b\\)'
    """
    left, right = ("\\[", "\\]") if options["display_mode"] else ("\\(", "\\)")
    return f"{left}{html.escape(content)}{right}"


@cache
def bibliography():
    """Return the entries of the book's bibliography."""
    return parse_file(str(ROOT / "references.bib")).entries


def cited(key, in_brackets):
    """Name authors and year of a work.

    >>> cited("cho2014learning", False)
    'Cho et al. (2014)'
    """
    entry = bibliography()[key.strip()]
    names = [" ".join(person.last_names) for person in entry.persons["author"]]
    names = names if len(names) < 3 else [f"{names[0]} et al."]
    year = entry.fields["year"]
    return f"{' and '.join(names)} {year if in_brackets else f'({year})'}"


def role(_self, tokens, index, _options, _environment):
    """Write a citation; the bank has no other roles."""
    name, keys = tokens[index].meta["name"], tokens[index].content.split(",")
    if name not in ("cite:t", "cite:p"):
        raise ValueError(f"a card cannot show the role {name!r} of {tokens[index].content!r}")
    in_brackets = name == "cite:p"
    text = html.escape("; ".join(cited(key, in_brackets) for key in keys))
    return f"({text})" if in_brackets else text


MARKDOWN = MarkdownIt("commonmark").use(dollarmath_plugin, renderer=formula).use(myst_role_plugin)
MARKDOWN.add_render_rule("myst_role", role)


def card_html(markdown):
    r"""Turn Markdown of the bank into what a card shows.

    >>> card_html("Divide by $\\sqrt{d_k}$.")
    '<p>Divide by <span class="math inline">\\(\\sqrt{d_k}\\)</span>.</p>'
    """
    return MARKDOWN.render(markdown).replace("\n", " ").strip()


MODEL = genanki.Model(
    MODEL_ID,
    "Multi-Head Attention",
    fields=[{"name": name} for name in FIELDS],
    templates=[{"name": "Question", "qfmt": FRONT.strip(), "afmt": BACK.strip()}],
    css=STYLE.strip(),
)


def note(chapter, question):
    """Make the note of one question."""
    texts = (question.question, question.hint, question.answer, question.wrong, question.why)
    texts = (*texts, question.follow_up, question.then)
    topics = [f"topic::{topic}" for topic in question.topics]
    return genanki.Note(
        model=MODEL,
        fields=[*map(card_html, texts), question.title, question.level],
        tags=[f"chapter::{chapter.name}", f"level::{question.level}", *topics],
        guid=genanki.guid_for("multi-head-attention", question.id),
    )


def make():
    """Return the deck."""
    deck = genanki.Deck(DECK_ID, "Multi-Head Attention")
    for chapter in bank.load():
        for question in chapter.questions:
            deck.add_note(note(chapter, question))
    return deck


def main(path=DECK):
    """Write the deck."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    deck = make()
    genanki.Package(deck).write_to_file(str(path))
    print(f"{len(deck.notes)} cards are in {path}. In Anki: File, Import.")


if __name__ == "__main__":
    sys.exit(main())
