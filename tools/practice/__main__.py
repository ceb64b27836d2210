"""Make what learners practice with: ``python -m tools.practice``.

The interview chapter and the quiz come from the question bank, the workbook from the exercises, and at the end of each
other chapter a box leads to what belongs to it. The new notebooks are then to be run, which ``make practice`` does.
"""

import sys

import nbformat

from tools.practice import boxes, interview, quiz, workbook
from tools.practice.parts import ROOT


def pages():
    """Return the text of each page by its name."""
    return {
        "interview.ipynb": nbformat.writes(interview.make()) + "\n",
        "workbook.ipynb": nbformat.writes(workbook.make()) + "\n",
        "quiz.md": quiz.make(),
        **boxes.pages(),
    }


def main():
    """Write the pages."""
    for name, content in pages().items():
        (ROOT / "chapters" / name).write_text(content, encoding="utf-8", newline="\n")
        print(f"chapters/{name}: written")


if __name__ == "__main__":
    sys.exit(main())
