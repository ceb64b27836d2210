"""The interview chapter: every question of the bank, with hint and answer folded and the cell that proves it."""

from mha.exercises import bank
from tools import colab
from tools.practice.parts import chapter_heading, chapters, code, fold, notebook, text

OPENING = """
(ch-interview)=
# The interview

:::{{div}} standfirst
{count} questions that are really asked about attention. Each has a hint, an answer for two minutes, what is often said
instead, what comes next, and a cell that computes its numbers.
:::

::::{{admonition}} In the factory
:class: story

The inspection desk is hiring. The foreman does not ask what a lens is; he puts a wrong report on the table and waits.
Whoever has ground a lens, dropped one, and found out why the report came out wrong has something to say. The others
recite.
::::

**How to use this page.** Read the question, and say your answer aloud before you open anything: two minutes are about
250 words. Then open the answer, and mark honestly whether you had it. *Warm-up* questions open an interview, *core*
questions decide it, *deep* ones are for those who want to know how you think.

The switches below choose questions by level and topic, and *Start* asks you some of them at random, with a clock. What
you mark is kept in this browser and nowhere else, and *Forget* erases it. Code is better practiced in
{{ref}}`the workbook <ch-workbook>`, and facts in {{ref}}`the quiz <quiz>`.

:::{{div}} practice
:::
"""

QUESTION = """
(q-{id})=
### {title}

:::{{div}} question
[{level}]{{.level}} [{topics}]{{.topics}}

{question}
:::

{hint}

{answer}
"""

ANSWER = """
{answer}

**Often said:** {wrong}

**But:** {why}

**Then they ask:** {follow_up}

**And you say:** {then}
"""

IMPORTS = """
import math
import numpy as np
import mha
"""


def proof(question):
    """Say where else the answer is proved."""
    shown = []
    if question.exercise:
        shown.append(f"**Write it:** {{ref}}`write-{question.exercise}`.")
    if question.see.startswith("eq-"):
        shown.append(f"**See it:** equation {{eq}}`{question.see}`.")
    elif question.see.startswith("fig-"):
        shown.append(f"**See it:** {{numref}}`{question.see}`.")
    elif question.see.startswith("thm-"):
        shown.append(f"**See it:** {{prf:ref}}`{question.see}`.")
    return "\n\n".join(shown)


def question_cells(question):
    """Return the cells of one question."""
    parts = {field: value.strip() for field, value in question._asdict().items() if isinstance(value, str)}
    answer = ANSWER.format(**parts) + "\n" + proof(question)
    filled = {
        **parts,
        "topics": ", ".join(question.topics),
        "hint": fold("Hint", question.hint, "hint"),
        "answer": fold("Answer", answer, "answer"),
    }
    yield text(QUESTION.format(**filled))
    if question.code:
        yield code(question.code, "hide-cell")


def make(linked=None):
    """Return the chapter; ``linked`` are the chapters that it may link to, those in the table of contents."""
    linked = chapters() if linked is None else linked
    content = bank.load()
    count = sum(len(chapter.questions) for chapter in content)
    cells = [text(OPENING.format(count=count)), code(IMPORTS, "remove-cell")]
    for chapter in content:
        cells.append(text(chapter_heading("asked", chapter, linked)))
        for question in chapter.questions:
            cells += question_cells(question)
    return colab.fetching(notebook(*cells), colab.written())
