"""The box at the end of a chapter that leads to its coding exercises, to the interview and to the quiz."""

import nbformat

from mha.exercises import EXERCISES, bank
from tools.practice.parts import ROOT, chapters, text

NAME = "in-code"
"""The id of the cell."""

BOX = """
::::{{exercise}} In code
:label: ex-{short}-code

{exercises}

Each is specified by loops in the workbook, and checks itself there. What you may be asked about this chapter is in
{{ref}}`the interview <asked-{short}>` and in {{ref}}`the quiz <checked-{short}>`.
::::
"""


def box(chapter):
    """Return the cell for one chapter."""
    mine = [exercise for exercise in EXERCISES.values() if exercise.chapter == chapter.label]
    lines = [f"- {{ref}}`write-{one.name}`. {one.description.partition(chr(10))[0]}" for one in mine]
    cell = text(BOX.format(short=chapter.label.removeprefix("ch-"), exercises="\n".join(lines)))
    return nbformat.from_dict({**cell, "id": NAME})


def place(notebook, cell):
    """Put the cell into a notebook, in the place of the one before, or else in front of the further reading."""
    others = [one for one in notebook.cells if one.id != NAME]
    reading = (i for i, one in enumerate(others) if one.source.startswith("## Further reading"))
    where = next((i for i, one in enumerate(notebook.cells) if one.id == NAME), next(reading, len(others)))
    notebook.cells = [*others[:where], cell, *others[where:]]


def pages():
    """Return the text of each chapter of the table of contents, with its box, by name."""
    written = {}
    for chapter in bank.load():
        if chapter.name in chapters():
            notebook = nbformat.read(ROOT / "chapters" / f"{chapter.name}.ipynb", as_version=4)
            place(notebook, box(chapter))
            written[f"{chapter.name}.ipynb"] = nbformat.writes(notebook).rstrip("\n") + "\n"
    return written
