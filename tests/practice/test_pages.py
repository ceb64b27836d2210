"""Interview, workbook and quiz are what the bank and the exercises say, and hide what they should."""

import re
from itertools import pairwise

import pytest

from mha.exercises import EXERCISES, bank
from tests.chapters.chapters import ROOT, read
from tools.practice import boxes, interview, parts, quiz, workbook

QUESTIONS = [question for chapter in bank.load() for question in chapter.questions]
PAGES = {"interview": interview, "workbook": workbook}


def written(notebook):
    """What an author writes of a notebook: no outputs, no counts."""
    return [(cell.cell_type, cell.source, cell.metadata.get("tags", [])) for cell in notebook.cells]


@pytest.mark.parametrize("name", PAGES)
def test_a_notebook_is_up_to_date(name):
    stored = read(ROOT / "chapters" / f"{name}.ipynb")
    assert written(stored) == written(PAGES[name].make()), "run `make practice`"


def test_the_quiz_is_up_to_date():
    assert (ROOT / "chapters/quiz.md").read_text(encoding="utf-8") == quiz.make(), "run `make practice`"


@pytest.mark.parametrize("name", sorted(boxes.pages()))
def test_a_chapter_leads_to_its_exercises_and_questions(name):
    stored = (ROOT / "chapters" / name).read_text(encoding="utf-8")
    assert stored == boxes.pages()[name], "run `make practice`"


def test_every_exercise_belongs_to_a_chapter_and_every_chapter_has_one():
    assert {exercise.chapter for exercise in EXERCISES.values()} == {chapter.label for chapter in bank.load()}


def test_a_box_is_put_in_front_of_the_further_reading_and_then_stays_where_it_is():
    chapter = bank.load()[0]
    page = parts.notebook(*map(parts.text, ("# A", "## Further reading", "B")))
    boxes.place(page, boxes.box(chapter))
    boxes.place(page, boxes.box(chapter))
    assert [cell.source.splitlines()[0] for cell in page.cells] == [
        "# A",
        "::::{exercise} In code",
        "## Further reading",
        "B",
    ]
    page.cells.append(page.cells.pop(1))
    boxes.place(page, boxes.box(chapter))
    assert page.cells[-1].id == boxes.NAME


def test_a_chapter_is_linked_as_soon_as_it_is_in_the_table_of_contents():
    chapter = bank.load()[0]
    assert parts.chapter_link(chapter, set()) == "*The bottleneck*"
    assert parts.chapter_link(chapter, {"bottleneck"}) == "{numref}`Chapter %s <ch-bottleneck>`"
    assert "bottleneck" in parts.chapters()


def test_every_question_is_asked_with_its_cell():
    cells = written(interview.make())
    for question in QUESTIONS:
        place = next(i for i, (_, source, _) in enumerate(cells) if source.startswith(f"(q-{question.id})="))
        assert question.question.strip() in cells[place][1]
        if question.code:
            assert cells[place + 1] == ("code", question.code.strip(), ["hide-cell"])


def test_answers_are_folded():
    boxes = re.compile(r"^::::\{admonition\}.*?^::::$", re.MULTILINE | re.DOTALL)
    for _, source, _ in written(interview.make()):
        seen = boxes.sub("", source)
        for question in QUESTIONS:
            assert question.answer[:40] not in seen
            assert question.hint.strip() not in seen or question.hint.strip() in question.question


def test_every_exercise_is_in_the_workbook_and_its_solution_is_not():
    sources = [source for _, source, _ in written(workbook.make())]
    for exercise in EXERCISES.values():
        assert exercise.stub in sources
        assert f"check({exercise.name})" in sources
        body = exercise.solution.__doc__
        assert not any(body in source for source in sources)


def test_E15_exercises_and_questions_stand_in_the_order_of_the_bank():
    labels = re.findall(r"^\(write-(\w+)\)=", "\n".join(cell.source for cell in workbook.make().cells), re.MULTILINE)
    assert labels == list(EXERCISES)
    asked = re.findall(r"^\(q-([\w-]+)\)=", "\n".join(cell.source for cell in interview.make().cells), re.MULTILINE)
    assert asked == [question.id for question in QUESTIONS]


def test_E08_each_check_stands_right_behind_the_cell_that_it_needs():
    cells = [cell for cell in workbook.make().cells if cell.cell_type == "code"]
    checks = [(before, cell) for before, cell in pairwise(cells) if "check(" in cell.source]
    assert len(checks) == len(EXERCISES)
    for before, cell in checks:
        (name,) = re.findall(r"^check\((\w+)", cell.source, re.MULTILINE)
        assert f"def {name}(" in before.source


def test_the_workbook_runs_before_anything_is_written():
    outputs = [
        output.text for cell in read(ROOT / "chapters/workbook.ipynb").cells for output in cell.get("outputs", [])
    ]
    assert outputs == [f"{name}: not written yet.\n" for name in EXERCISES]


def test_options_keep_their_feedback_when_they_are_shuffled():
    question = next(one for one in QUESTIONS if one.id == "which-axis")
    kind, options, feedback = quiz.choice(question.quiz, question.id)
    assert kind == "choice"
    pairs = dict(zip(options.splitlines(), feedback.splitlines(), strict=True))
    assert pairs["1. All 1."].startswith("1. [Right.]{.right} Each column")
    assert pairs["1. The same as with the right axis."].startswith("1. [No.]{.no} The right axis")


def test_the_right_option_is_not_always_the_first():
    choices = [one for one in QUESTIONS if one.quiz and "options" in one.quiz]
    first = [quiz.choice(one.quiz, one.id)[2].startswith("1. [Right.]") for one in choices]
    assert 0 < sum(first) < len(first) / 2


def test_steps_are_never_shown_in_order():
    for question in QUESTIONS:
        if question.quiz and "steps" in question.quiz:
            _, shown, feedback = quiz.order(question.quiz, question.id)
            assert [line[2:] for line in shown.splitlines()] != [
                line[3:] for line in feedback.splitlines()[: len(shown.splitlines())]
            ]


def test_a_number_is_computed_and_not_written_down():
    question = next(one for one in QUESTIONS if one.id == "cost-of-additive-attention")
    kind, asked, feedback = quiz.value(question.quiz, question.id)
    assert (kind, asked) == ("number", "*Answer in parameters.*")
    assert feedback.startswith("[5,280]{.value} parameters, give or take [0]{.tolerance}.")
    assert "5280" not in str(question.quiz)
