"""Where heads are provable: fetch k items at once with h heads, for a grid of k and h.

Every cell of the grid is a model of its own, trained in the same way; ``make train MODEL=pointers`` trains them all.
"""

from typing import NamedTuple

import numpy as np
import optax

from mha.pointers import questions
from training.tasks import Task

__all__ = ["CELLS", "SHIPPED", "Cell", "Pointers", "Questions"]

VALUES, D_MODEL = 16, 32
BATCHES = 500  # in what counts as an epoch
COUNTS = {"train": 0, "dev": 1024, "test": 4096}
DATA = {
    "source": "random questions, see mha/pointers.py",
    "license": "none needed",
    "split": "each part draws its own questions; training draws new ones all the time",
}


class Questions(NamedTuple):
    """Questions and what is right, as :func:`mha.pointers.questions` draws them.

    Parameters
    ----------
    values : int array, (N, places)
    asked : int array, (N, k)
    entries : int array, (N, k)
        The answers.
    """

    values: np.ndarray
    asked: np.ndarray
    entries: np.ndarray

    def take(self, rows):
        """Return the questions of these rows, in their order."""
        return Questions(*(array[rows] for array in self))


class Pointers(Task):
    """Fetch so many of so many places.

    Parameters
    ----------
    places, asked : int
        ``N`` and ``k``.
    """

    measure = "question_error"
    data = DATA

    def __init__(self, places, asked):
        self.places, self.asked = places, asked
        self.name = f"pointers, {asked} of {places}"

    def sizes(self):
        """Return the sizes that an architecture names."""
        return {"places": self.places, "values": VALUES, "asked": self.asked}

    def pairs(self, split):
        """Return the questions of a split; none for training, which draws its own."""
        rng = np.random.default_rng(list(COUNTS).index(split))
        return Questions(*questions(rng, COUNTS[split], **self.sizes()))

    def batches(self, pairs, size, rng):
        """Draw batches of new questions."""
        for _ in range(BATCHES):
            yield questions(rng, size, **self.sizes())

    def loss(self, model, batch, *, key, recipe):
        """Return the mean cross-entropy of the answers."""
        values, asked, answers = batch
        logits, _ = model(values, asked)
        return optax.softmax_cross_entropy_with_integer_labels(logits, answers).mean()

    def predictions(self, model, pairs):
        """Return the most probable answers to each question."""
        logits, _ = model(pairs.values, pairs.asked)
        return list(map(tuple, logits.argmax(-1).tolist()))

    def errors(self, found, entries):
        """Return how many questions were not answered completely, and for each item how often it was wrong."""
        wrong = np.array(found) != entries
        return {
            "questions": len(wrong),
            "question_error": round(100 * float(wrong.any(1).mean()), 2),
            "item_error": {str(i): round(100 * float(item.mean()), 2) for i, item in enumerate(wrong.T, start=1)},
        }


TASKS = {(places, asked): Pointers(places, asked) for places, asked in [(16, 1), (16, 2), (16, 4), (64, 2)]}


class Cell(NamedTuple):
    """One model of the grid: ``h`` heads that fetch ``k`` of ``N`` places.

    Their keys share ``d_model`` unless ``d_k`` sets a width; a feed-forward layer of width ``d_ff`` may stand behind.
    """

    places: int
    asked: int
    num_heads: int
    d_k: int | None = None
    d_ff: int | None = None

    @property
    def name(self):
        """What the model is called."""
        options = (f"-d{self.d_k}" if self.d_k else "") + ("-ff" if self.d_ff else "")
        return f"pointers-n{self.places}-k{self.asked}-h{self.num_heads}{options}"

    @property
    def title(self):
        """One line for the card."""
        keys = f" with keys of width {self.d_k}" if self.d_k else ""
        behind = ", a feed-forward layer behind them" if self.d_ff else ""
        return f"Fetch {self.asked} of {self.places} items at once; attention heads: {self.num_heads}{keys}{behind}"

    @property
    def task(self):
        """What it learns."""
        return TASKS[self.places, self.asked]

    @property
    def architecture(self):
        """What :func:`mha.pretrained.build` takes."""
        widths = {"d_model": D_MODEL, "d_k": self.d_k, "d_ff": self.d_ff}
        given = {name: width for name, width in widths.items() if width is not None}
        return {"family": "pointers", **self.task.sizes(), "num_heads": self.num_heads, **given}


HEADS = (1, 2, 4, 8, 16, 32)
CELLS = [
    *(Cell(places, asked, num_heads) for places, asked in TASKS for num_heads in HEADS),
    *(Cell(16, asked, num_heads, d_ff=2 * D_MODEL) for asked in (2, 4) for num_heads in HEADS[:3]),
    *(Cell(64, 2, num_heads, d_k) for num_heads, d_k in [(2, 1), (2, 2), (16, 8), (32, 8)]),
]
SHIPPED = [
    *(Cell(16, 2, num_heads) for num_heads in (1, 2)),
    Cell(16, 2, 1, d_ff=2 * D_MODEL),
    *(Cell(64, 2, num_heads) for num_heads in (2, 16, 32)),
]
"""The models whose weights a chapter looks at; of the others the package keeps the errors."""
