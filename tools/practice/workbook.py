"""The workbook: every exercise with its loops, its stub and its check, and the solution folded."""

from mha.exercises import EXERCISES, TOPICS
from tools import colab
from tools.practice.parts import code, fold, notebook, text

OPENING = """
(ch-workbook)=
# The workbook

:::{{div}} standfirst
{count} functions to write, from the softmax to the gradient of attention. Each checks itself on many inputs, shows the
first one that fails, and names the likely cause.
:::

::::{{admonition}} In the factory
:class: story

Apprentices do not start at the inspection desk. They grind lenses, and hold each against the master's: not one look
through it, but twenty, near and far, by day and by night. A lens that is right for the piece on the table and wrong for
the next is a wrong lens, and the master can usually tell from the smear what the apprentice did.
::::

**How to use it.** The loops say exactly what is wanted, for one sequence at a time. Write the same without loops over
positions, in NumPy, and for any number of leading dimensions where a shape begins with `...`. Run the cell, then the
check below it. What comes in as float32 goes out as float32, and arguments are left as they are. Start anywhere; each
topic begins with the easiest. Where the loops call a function such as `softmax`, it is the one of that exercise: call
yours if you have written it.

On this page nothing can be changed. In Jupyter or Binder you can: replace `raise NotImplementedError`.
A solution is folded under each exercise, and `solution("softmax")` prints it.
"""

EXERCISE = """
(write-{name})=
### {title}

{summary}

```python
{loops}
```
"""

IMPORTS = """
import math

import numpy as np
"""

CHECKER = "from mha.exercises import check, solution"


SOLUTION = """
```{{literalinclude}} ../{file}.py
:pyobject: {name}
```
"""


def exercise_cells(exercise):
    """Return the cells of one exercise."""
    summary = exercise.description.partition("\n")[0]
    yield text(EXERCISE.format(name=exercise.name, title=exercise.title, summary=summary, loops=exercise.loops))
    yield code(exercise.stub)
    yield code(f"check({exercise.name})")
    file = exercise.solution.__module__.replace(".", "/")
    yield text(fold("Solution", SOLUTION.format(file=file, name=exercise.name), "answer"))


def make():
    """Return the workbook."""
    cells = [text(OPENING.format(count=len(EXERCISES))), code(IMPORTS), code(CHECKER)]
    for topic, module in TOPICS.items():
        about = module.__doc__.partition(": ")[2].strip()
        cells.append(text(f"## {topic}\n\n{about[0].upper()}{about[1:]}"))
        for exercise in EXERCISES.values():
            if exercise.specification.__module__ == module.__name__:
                cells += exercise_cells(exercise)
    return colab.fetching(notebook(*cells), colab.written())
