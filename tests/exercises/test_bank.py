"""The question bank: complete, its links lead somewhere, its numbers are computed, and its mistakes are named."""

import contextlib
import io
import math
import re
from collections import Counter

import numpy as np
import pytest
import yaml

import mha
from mha.exercises import EXERCISES, bank
from tests.chapters.chapters import ROOT
from tools.prose import prose
from tools.prose_numbers import claims, exemptions, numbers_of_output

CHAPTERS = bank.load()
QUESTIONS = [question for chapter in CHAPTERS for question in chapter.questions]
EACH = pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
TEXTS = ("question", "hint", "answer", "wrong", "why", "follow_up", "then")
LABEL = re.compile(r"\(([\w-]+)\)=|\$\$ \(([\w-]+)\)|:(?:label|name): ([\w-]+)|\"name\": \"(fig-[\w-]+)\"")


def texts(question):
    """All that a question says, the quiz left out."""
    return [getattr(question, name) for name in TEXTS]


def labels():
    """Every label that a page of the book defines."""
    pages = [*ROOT.glob("chapters/*.ipynb"), *ROOT.glob("back/*.md"), *ROOT.glob("*.md")]
    found = [LABEL.findall(page.read_text(encoding="utf-8")) for page in pages]
    return {label for page in found for match in page for label in match if label}


def listed():
    """The chapters of the table of contents, by file name."""
    return set(re.findall(r"chapters/(\w+)", (ROOT / "_toc.yml").read_text(encoding="utf-8")))


def test_there_are_enough_questions_of_each_kind():
    assert len(QUESTIONS) >= 80
    assert min(len(chapter.questions) for chapter in CHAPTERS) >= 6
    levels = Counter(question.level for question in QUESTIONS)
    assert min(levels[level] for level in ("warm-up", "core", "deep")) >= 20
    quizzes = [question.quiz for question in QUESTIONS if question.quiz]
    for kind in ("options", "compute", "steps"):
        assert sum(kind in quiz for quiz in quizzes) >= 5


def test_every_chapter_that_teaches_has_questions():
    assert listed() - {"start", "workbook", "quiz", "interview"} <= {chapter.name for chapter in CHAPTERS}


ASKED = {
    "why attention": "why-attention",
    "the state before or after": "before-or-after",
    "additive against dot product": "additive-or-dot",
    "why the square root": "why-the-root",
    "shapes at every step": "shapes-line-by-line",
    "parameters by hand": "parameters-of-attention",
    "FLOPs by hand": "count-a-layer",
    "masks": "kinds-of-masks",
    "their alignment": "causal-with-more-keys",
    "empty rows": "a-query-with-no-key",
    "why several heads": "why-several-heads",
    "and when not": "when-one-is-enough",
    "complexity": "quadratic-but-when",
    "memory": "is-flash-approximate",
    "sizes of caches": "key-value-cache",
    "grouped queries": "shared-keys",
    "softmax in blocks": "softmax-in-blocks",
    "half precision": "half-precision",
    "backward pass": "backward-of-attention",
    "weights as explanation": "weights-as-explanations",
}


@pytest.mark.parametrize("subject", ASKED)
def test_what_interviewers_ask_is_there_and_keeps_its_name(subject):
    assert ASKED[subject] in {question.id for question in QUESTIONS}


@EACH
def test_an_answer_takes_less_than_two_minutes(question):
    assert len(question.answer.split()) <= 160  # 80 seconds, and the rest for formulas


@EACH
def test_the_exercise_exists(question):
    assert not question.exercise or question.exercise in EXERCISES


@EACH
def test_what_is_to_be_seen_exists(question):
    to_come = {chapter.label for chapter in CHAPTERS if chapter.name not in listed()}
    assert not question.see or question.see in labels() | to_come


def test_a_chapter_has_the_label_that_the_bank_gives():
    assert {chapter.label for chapter in CHAPTERS if chapter.name in listed()} <= labels()
    assert len({chapter.label for chapter in CHAPTERS}) == len(CHAPTERS)


@EACH
def test_what_is_cited_is_in_the_bibliography(question):
    entries = set(re.findall(r"^@\w+\{([^,]+),", (ROOT / "references.bib").read_text(encoding="utf-8"), re.MULTILINE))
    cited = {
        key for text in texts(question) for keys in re.findall(r"\{cite:\w\}`([^`]+)`", text) for key in keys.split(",")
    }
    assert cited <= entries


@EACH
def test_each_number_is_computed_by_its_own_cell(question):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(question.code, {"math": math, "np": np, "mha": mha})
    shown = numbers_of_output(printed.getvalue())
    reported = exemptions("interview")
    missing = [
        words
        for text in texts(question)
        for number, words in claims(prose(text))
        if number.text not in reported and not any(map(number.shown_by, shown))
    ]
    assert missing == []


GOOD = """\
chapter: ch-sample
title: A sample
questions:
  - id: why-so
    title: Why so
    level: core
    topics: [masks]
    question: Why?
    hint: Think.
    answer: So.
    wrong: Never.
    why: Because.
    follow_up: Really?
    then: Really.
    see: ch-sample
    quiz:
      ask: Which?
      options:
        - {text: This, right: true, because: It is.}
        - {text: That, because: It is not.}
"""


def test_a_good_file_is_read():
    chapter = bank.parse(GOOD, "sample")
    assert (chapter.label, chapter.title, chapter.questions[0].quiz["options"][0]["right"]) == (
        "ch-sample",
        "A sample",
        True,
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    hint: Think.\n", "", "sample.yml:4: why-so: 'hint' is a required property"),
        ("level: core", "level: hard", "sample.yml:6: why-so: 'hard' is not one of"),
        ("topics: [masks]", "topics: [cats]", "sample.yml:7: why-so: 'cats' is not one of"),
        ("hint: Think.", "hints: Think.", "why-so: Additional properties are not allowed ('hints' was unexpected)"),
        ("    see: ch-sample\n", "", "sample.yml:4: why-so: one of 'code', 'exercise' and 'see' must prove"),
        ("right: true, ", "", "sample.yml:19: why-so: exactly one option must be right"),
        ("That, because", "That, right: true, because", "sample.yml:19: why-so: exactly one option must be right"),
        ("ask: Which?", "asks: Which?", "sample.yml:17: why-so: 'ask' is a required property"),
        ("        - {text: This, right", "        - {right", "sample.yml:19: why-so: 'text' is a required property"),
        ("options:", "steps:", "sample.yml:17: why-so: 'because' is a required property"),
        ("- id: why-so", "- id: Why so", "sample.yml:4: Why so: 'Why so' does not match"),
        ("    hint: Think.", "    hint: Think.\n    hint: Again.", "sample.yml:4: 'hint' stands twice"),
        ("    hint: Think.", "    hint: [", "sample.yml:11: "),
        ("answer: So.", "answer: 3", "sample.yml:10: why-so: 3 is not of type 'string'"),
        ("title: A sample\n", "", "sample.yml:1: 'title' is a required property"),
    ],
)
def test_a_mistake_is_named_with_file_line_and_question(old, new, message):
    assert old in GOOD
    with pytest.raises(ValueError) as error:
        bank.parse(GOOD.replace(old, new, 1), "sample")
    assert message in str(error.value)


@pytest.mark.parametrize("field", ["title", "level", "topics", *TEXTS])
def test_a_question_that_lacks_something_is_named(field):
    lacking = re.sub(rf"^    {field}: .*\n", "", GOOD, count=1, flags=re.MULTILINE)
    with pytest.raises(ValueError) as error:
        bank.parse(lacking, "sample")
    assert str(error.value) == f"sample.yml:4: why-so: '{field}' is a required property"


def test_all_mistakes_are_named_at_once():
    with pytest.raises(ValueError) as error:
        bank.parse(GOOD.replace("level: core", "level: hard").replace("hint: Think.", "hint: 3"), "sample")
    assert len(str(error.value).splitlines()) == 2


def test_an_id_that_stands_twice_is_named(monkeypatch):
    monkeypatch.setattr(bank, "CHAPTERS", ("bottleneck", "bottleneck"))
    with pytest.raises(ValueError, match=r"more than one question has the id .*why-attention"):
        bank.load()


def test_every_file_belongs_to_the_bank():
    files = {path.stem for path in (ROOT / "mha/exercises/questions").glob("*.yml")}
    assert files == set(bank.CHAPTERS)


def test_the_schema_is_a_schema():
    schema = yaml.safe_load((ROOT / "mha/exercises/schema.yml").read_text(encoding="utf-8"))
    bank.jsonschema.Draft202012Validator.check_schema(schema)
