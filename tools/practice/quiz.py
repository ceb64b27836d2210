"""The quiz: a page on which the reader's answers are checked, with feedback for each option.

Without a script the page is a list of questions with folded answers. ``theme/static/practice.js`` makes forms of them;
it reads right answers, tolerances and feedback from the folded boxes.
"""

import random
import textwrap

from mha.exercises import bank
from tools.practice.parts import chapter_heading, chapters, compute, fold

OPENING = """
% Made by `make practice` from mha/exercises/questions: change it there.

(quiz)=
# Check yourself

:::{{div}} standfirst
{count} questions, each a minute long: choose, compute, or put in order. Every wrong answer says why it is wrong.
:::

What you have answered is kept in this browser and nowhere else, and *Forget* erases it. A calculator is allowed, and
so is paper. Where an answer surprises you, the link under it leads to the question in {{ref}}`the interview
<ch-interview>`, with the long answer and the cell that computes it.

:::{{div}} practice
:::
"""

ITEM = """
:::::{{div}} quiz {kind}
:name: quiz-{id}

{ask}

{body}

{feedback}

:::::
"""


def listing(entries, sign="1."):
    r"""Write a list whose entries may have several lines.

    >>> listing(["one", "two\nlines"])
    '1. one\n1. two\n   lines'
    """
    indented = (textwrap.indent(entry.strip(), " " * (len(sign) + 1)).strip() for entry in entries)
    return "\n".join(f"{sign} {entry}" for entry in indented)


def shuffled(entries, seed):
    """Return the entries in another order, always the same one, and never the given one."""
    order, rng = list(entries), random.Random(seed)
    while order == list(entries):
        rng.shuffle(order)
    return order


def number(value):
    """Write a number as it stands in a text.

    >>> number(1048576), number(2.0), number(0.0498)
    ('1,048,576', '2', '0.0498')
    """
    return f"{value:,.6g}" if value != int(value) else f"{int(value):,}"


def choice(quiz, seed):
    """Return kind, body and feedback of a question with options."""
    options = shuffled(quiz["options"], seed)
    feedback = [
        ("[Right.]{.right} " if option.get("right") else "[No.]{.no} ") + option["because"].strip()
        for option in options
    ]
    return "choice", listing(option["text"] for option in options), listing(feedback)


def value(quiz, _):
    """Return kind, body and feedback of a question for a number."""
    right = f"[{number(compute(quiz['compute']))}]{{.value}}"
    unit = quiz["unit"].strip()
    asked = f"*Answer in {unit}.*" if not unit.startswith("(") else f"*Answer with {unit.strip('()')}.*"
    tolerance = f"[{quiz['tolerance']:g}]{{.tolerance}}"
    return "number", asked, f"{right} {unit.strip('()')}, give or take {tolerance}. {quiz['because'].strip()}"


def order(quiz, seed):
    """Return kind, body and feedback of steps to put in order."""
    steps = [step.strip() for step in quiz["steps"]]
    return "order", listing(shuffled(steps, seed), "-"), f"{listing(steps)}\n\n{quiz['because'].strip()}"


def item(question):
    """Return one question of the quiz."""
    quiz = question.quiz
    make_parts = choice if "options" in quiz else order if "steps" in quiz else value
    kind, body, feedback = make_parts(quiz, question.id)
    link = f"More: {{ref}}`q-{question.id}`"
    box = fold("Answer", f"{feedback}\n\n{link}", "answer")
    return ITEM.format(kind=kind, id=question.id, ask=quiz["ask"].strip(), body=body, feedback=box).strip()


def make(linked=None):
    """Return the page; ``linked`` are the chapters that it may link to, those in the table of contents."""
    linked = chapters() if linked is None else linked
    content = bank.load()
    asked = [(chapter, [question for question in chapter.questions if question.quiz]) for chapter in content]
    parts = [OPENING.format(count=sum(len(questions) for _, questions in asked)).strip()]
    for chapter, questions in asked:
        parts.append(chapter_heading("checked", chapter, linked))
        parts += map(item, questions)
    return "\n\n".join(parts) + "\n"
