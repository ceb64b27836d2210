"""An exercise: what is wanted, in loops; the inputs to try it on; and the mistakes that are usually made.

The three are written side by side, as functions with decorators. The loops are the docstring's formula for one
sequence and the only source of right answers. A mistake is a wrong solution whose docstring is the hint for those
who make it.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
import zlib
from copy import deepcopy
from functools import cached_property
from importlib import import_module
from itertools import pairwise

import numpy as np

__all__ = ["Exercise", "exercise", "sizes"]

BATCHES = ((), (4,), (1, 4))
DTYPES = (np.float64, np.float32)


class Exercise:
    """One exercise; made by :func:`exercise`, then given its inputs and its mistakes.

    Parameters
    ----------
    specification : function
        Computes the right answer in loops.
    title : str
    chapter : str
        Label of the chapter at whose end the exercise stands.
    core : str, optional
        Dimensions of one sequence, as in ``numpy.vectorize``. The loops are then written for those alone, and
        arguments may have further dimensions in front.

    Examples
    --------
    >>> @exercise("Doubling", "ch-sample", core="(t)->(t)")
    ... def double(x):
    ...     return np.array([2 * number for number in x])
    >>> @double.inputs
    ... def _(rng, batch, dtype):
    ...     return (rng.normal(size=(*batch, 3)).astype(dtype),)
    >>> @double.mistake
    ... def squared(x):
    ...     "Twice a number is the number plus itself."
    ...     return x * x
    >>> double.name, [squared.__doc__ for squared in double.mistakes], double(np.array([[1.0, 2.0]]))
    ('double', ['Twice a number is the number plus itself.'], array([[2., 4.]]))
    """

    def __init__(self, specification, title, chapter, core=None):
        self.specification = specification
        self.title = title
        self.chapter = chapter
        self.name = specification.__name__
        self.parameters = list(inspect.signature(specification).parameters)
        self.mistakes = []
        self._lifted = np.vectorize(specification, signature=core) if core else specification
        self._inputs = None
        self._edges = tuple

    def __call__(self, *arguments):
        """Return the right answer."""
        return self._lifted(*arguments)

    def inputs(self, function):
        """Name the function ``(rng, batch, dtype)`` that draws arguments at random."""
        self._inputs = function
        return function

    def edges(self, function):
        """Name the function that lists arguments which are easily forgotten."""
        self._edges = function
        return function

    def mistake(self, function):
        """Add a wrong solution; its docstring is the hint."""
        self.mistakes.append(function)
        return function

    @cached_property
    def cases(self):
        """All arguments that a solution is tried on, each with the right answer; the same ones always."""
        rng = np.random.default_rng(zlib.crc32(self.name.encode()))
        kinds = [(batch, dtype) for batch in BATCHES for dtype in DTYPES]
        once, again = ([self._inputs(rng, *kind) for kind in kinds] for _ in range(2))
        tries = [*once, *self._edges(), *again]
        return [(arguments, self(*deepcopy(arguments))) for arguments in tries]

    @property
    def description(self):
        """What the docstring says, without the indentation."""
        return inspect.getdoc(self.specification)

    @property
    def loops(self):
        """The specification as text, without its docstring."""
        head, _, body = self._source()
        return "\n".join([*head, *body])

    @property
    def stub(self):
        """What a learner starts from: signature and docstring, and nothing behind them."""
        head, docstring, _ = self._source()
        return "\n".join([*head, *docstring, "    raise NotImplementedError"])

    @property
    def solution(self):
        """A solution as it is usually written: a function from the folder of solutions."""
        topic = self.specification.__module__.rpartition(".")[-1]
        return getattr(import_module(f"mha.exercises.solutions.{topic}"), self.name)

    def _source(self):
        """Lines of the signature, of the docstring and of the body."""
        source = textwrap.dedent(inspect.getsource(self.specification))
        function = ast.parse(source).body[0]
        lines, docstring = source.splitlines(), function.body[0]
        cuts = (function.lineno - 1, docstring.lineno - 1, docstring.end_lineno, len(lines))
        return [lines[start:stop] for start, stop in pairwise(cuts)]


def exercise(title, chapter, core=None):
    """Make an exercise of the loops that follow; see :class:`Exercise`."""
    return lambda specification: Exercise(specification, title, chapter, core)


def sizes(rng, count):
    """Draw sizes that are distinct primes, so that no two axes can be taken for each other.

    >>> sorted(sizes(np.random.default_rng(0), 4).tolist())
    [2, 3, 5, 7]
    """
    return rng.permutation([2, 3, 5, 7, 11, 13][: max(count, 4)])[:count]
