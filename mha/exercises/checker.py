"""Try a function on the inputs of an exercise, and say at the first failure what went wrong and why it may have.

The hint is found, not guessed: what the function returns is held against what the known mistakes return.
"""

from __future__ import annotations

import contextlib
import copy
import signal
import threading
import time
import traceback
from itertools import permutations
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

__all__ = ["Report", "difference", "examine"]

# How far off a number may be: as a part of itself, and as a part of the largest one, for sums that cancel.
TOLERANCE = {"float32": (1e-4, 1e-5), "float64": (1e-7, 1e-12)}

MANY = 60  # numbers that can be taken in
SEARCH = 2.0  # seconds for all inputs, when a hint is looked for

CHANGED = "Work on a copy: x = x - 1 makes a new array, x -= 1 and x[0] = 1 write into the old one."
ENDLESS = "Does every loop come to an end?"
NO_RETURN = "A function without a return statement returns None."
ONE_DECISION = (
    "if, and, max(a, b) decide once for a whole array: np.where, &, np.maximum(a, b) decide number by number."
)
WRONG_DTYPE = (
    "float32 in, float32 out: np.zeros(3), np.eye(3), np.sqrt(d_k) and division by an array of integers bring float64 "
    "in. math.sqrt(d_k) is a plain number, and x.astype(y.dtype) makes an array fit."
)
NOT_BOOLEAN = "A mask is boolean: the outcome of a comparison, or an array made with dtype=bool."
NOT_WHOLE = "/ gives a float even where nothing is left over: // gives an int."
WRONG_ORDER = "The axes are all there, in another order."
WRONG_PLACES = "All parts are right, but in another order."
BROADCASTS = "The two would broadcast, but they are not the same: an axis is too many, is missing, or has length 1."
NO_BATCH = (
    "This is the first input with a further dimension in front. Count axes from the end: x[..., :3] for x[:3], "
    "axis=-1 with keepdims=True, swapaxes(-1, -2) for .T."
)
NOT_A_NUMBER = "NaN comes from 0 / 0, inf / inf or inf - inf: does exp overflow, or is nothing left to divide by?"


class Outcome(NamedTuple):
    """What a call led to: a value, or an error; and the parameter that it changed, if any."""

    value: Any = None
    error: BaseException | None = None
    changed: str = ""


class Report(NamedTuple):
    """What came of an examination.

    Parameters
    ----------
    name : str
        The exercise.
    tried : int
        Number of inputs, or the number of the first that failed.
    problem : str
        Empty if the function is right.
    hint : str
        The likely cause, if one is known.
    shown : str
        Input, expected and received, as text.
    """

    name: str
    tried: int
    problem: str = ""
    hint: str = ""
    shown: str = ""

    @property
    def passed(self):
        """Whether the function is right on every input."""
        return not self.problem

    def __str__(self):
        """Say it as a learner reads it."""
        if self.passed:
            return f"{self.name}: right on all {self.tried} inputs."
        parts = [f"{self.name}: {self.problem}", self.shown, self.hint and f"Hint: {self.hint}"]
        return "\n\n".join(filter(None, parts))


def examine(function, exercise, seconds=10.0):
    """Try a function on all inputs of an exercise.

    Parameters
    ----------
    function : callable
    exercise : Exercise
    seconds : float
        For all inputs together, where the system can interrupt a function (not on Windows).

    Returns
    -------
    Report

    Examples
    --------
    >>> from mha.exercises import EXERCISES
    >>> print(examine(lambda T_q, T_k: np.tril(np.ones((T_q, T_k), dtype=bool)), EXERCISES["causal_mask"]))
    causal_mask: on input 1 the function gives wrong values, first at [0, 1]: expected True, received False
    <BLANKLINE>
    T_q = 3
    T_k = 7
    expected: bool, shape (3, 7)
    [[1 1 1 1 1 0 0]
     [1 1 1 1 1 1 0]
     [1 1 1 1 1 1 1]]
    received: bool, shape (3, 7)
    [[1 0 0 0 0 0 0]
     [1 1 0 0 0 0 0]
     [1 1 1 0 0 0 0]]
    <BLANKLINE>
    Hint: The last query stands at the last key, not the first at the first: j <= i + T_k - T_q.
    """
    deadline = time.monotonic() + seconds
    for number, (arguments, expected) in enumerate(exercise.cases, start=1):
        outcome = call(function, arguments, exercise.parameters, deadline - time.monotonic())
        if isinstance(outcome.error, NotImplementedError):
            return Report(exercise.name, number, "not written yet.")
        problem, hint = judge(outcome, expected)
        if problem:
            shown = show(exercise, arguments, expected, outcome)
            if not isinstance(outcome.error, TimeoutError):
                hint = known_mistake(function, exercise, number - 1) or hint
            if hint in ("", WRONG_ORDER, BROADCASTS) and first_in_a_batch(exercise, number - 1):
                hint = NO_BATCH
            return Report(exercise.name, number, f"on input {number} the function {problem}", hint, shown)
    return Report(exercise.name, len(exercise.cases))


def call(function, arguments, names, seconds):
    """Call the function on copies of the arguments, and see whether it changed them."""
    given = copy.deepcopy(arguments)
    try:
        with time_limit(seconds), np.errstate(all="ignore"):
            value = function(*given)
    except Exception as error:
        return Outcome(error=error)
    for name, before, after in zip(names, arguments, given, strict=True):
        if not callable(before) and not np.array_equal(before, after):
            return Outcome(value, changed=name)
    return Outcome(value)


@contextlib.contextmanager
def time_limit(seconds):
    """Raise ``TimeoutError`` in the body after so many seconds, where the system has alarms."""
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def judge(outcome, expected):
    """Say what is wrong with an outcome, and what anybody can see of the cause; two empty texts if all is well."""
    if isinstance(outcome.error, TimeoutError):
        return "takes too long", ENDLESS
    if outcome.error is not None:
        hint = ONE_DECISION * ("truth value of an array" in str(outcome.error))
        return f"raises {type(outcome.error).__name__}: {outcome.error}{place(outcome.error)}", hint
    if outcome.changed:
        return f"changes its argument {outcome.changed}", CHANGED
    return difference(expected, outcome.value)


def place(error):
    """Name the line of the function that raised the error."""
    frames = traceback.extract_tb(error.__traceback__)[1:]
    return f"\n(line {frames[0].lineno}: {frames[0].line})" if frames and frames[0].line else ""


def difference(expected, received):
    """Say how two values differ in kind, shape, dtype or numbers, and give a hint; two empty texts if they do not."""
    if received is None:
        return "returns None", NO_RETURN
    if isinstance(expected, (np.ndarray, np.generic)):
        if not isinstance(received, (np.ndarray, np.generic)):
            return f"returns {kind(received)}, not an array", ""
        return _difference_of_arrays(np.asarray(expected), np.asarray(received))
    if isinstance(expected, tuple):
        return _difference_of_tuples(expected, received)
    wanted = Integral if isinstance(expected, int) else type(expected)
    if not isinstance(received, wanted) or isinstance(received, bool):
        hint = NOT_WHOLE * (wanted is Integral and isinstance(received, float) and received == expected)
        return f"returns {kind(received)}, not {kind(expected)}", hint
    return ("", "") if expected == received else (f"returns a wrong {type(expected).__name__}", "")


def _difference_of_tuples(expected, received):
    """Compare what was returned together, one by one."""
    if not isinstance(received, tuple) or len(received) != len(expected):
        came = f"a tuple of {len(received)}" if isinstance(received, tuple) else kind(received)
        return f"returns {came}, not a tuple of {len(expected)}", ""
    for position, pair in enumerate(zip(expected, received, strict=True), start=1):
        problem, hint = difference(*pair)
        if problem:
            exchanged = any(all(map(_same, expected, order)) for order in permutations(received))
            return f"{problem} (in part {position} of {len(expected)})", WRONG_PLACES if exchanged else hint
    return "", ""


def _difference_of_arrays(expected, received):
    """Compare shapes, then dtypes, then numbers."""
    if received.shape != expected.shape:
        hint = _hint_for_shapes(expected.shape, received.shape)
        return f"gives the shape {received.shape}, not {expected.shape}", hint
    if received.dtype != expected.dtype:
        hints = {("float32", "float64"): WRONG_DTYPE, ("float64", "float32"): WRONG_DTYPE}
        hint = NOT_BOOLEAN if expected.dtype == bool else hints.get((expected.dtype.name, received.dtype.name), "")
        return f"gives the dtype {received.dtype}, not {expected.dtype}", hint
    wrong = ~_close(expected, received)
    if not wrong.any():
        return "", ""
    first = tuple(map(int, np.argwhere(wrong)[0]))
    hint = NOT_A_NUMBER if np.isnan(received[first]) else ""
    wanted, came = _told_apart(expected[first], received[first])
    at = f", first at {list(first)}" if first else ""
    return f"gives wrong values{at}: expected {wanted}, received {came}", hint


def _told_apart(first, second):
    """Write two numbers with as many digits as it takes to see that they differ."""
    short = [f"{number:.6g}" if isinstance(number, np.floating) else str(number) for number in (first, second)]
    return short if short[0] != short[1] else [str(first), str(second)]


def _hint_for_shapes(expected, received):
    """Say how a wrong shape may have come about, if it shows."""
    if sorted(received) == sorted(expected):
        return WRONG_ORDER
    with contextlib.suppress(ValueError):
        if np.broadcast_shapes(received, expected) in (received, expected):
            return BROADCASTS
    return ""


def _close(expected, received):
    """Which numbers agree, up to rounding in their precision."""
    of_itself, of_largest = TOLERANCE.get(expected.dtype.name, (0, 0))
    finite = np.abs(expected[np.isfinite(expected)])
    largest = float(finite.max()) if of_largest and finite.size else 0
    return np.isclose(received, expected, rtol=of_itself, atol=of_largest * largest, equal_nan=True)


def known_mistake(function, exercise, failed):
    """Return the hint of the mistake that behaves as the function does, at the failure and mostly elsewhere.

    Only inputs count on which either of the two is wrong: being right together says nothing of a mistake. One that
    agrees on the failure alone may agree by chance, and its hint would mislead. Where the function cannot cope with
    the form of an input at all, it cannot be compared. If nothing is found, single and double precision are taken
    for the same, so that a second fault, in the dtype, does not hide the first.
    """

    def run(candidate):
        deadline = time.monotonic() + SEARCH
        left = (deadline - time.monotonic() for _ in exercise.cases)
        return [call(candidate, arguments, exercise.parameters, next(left)) for arguments, _ in exercise.cases]

    answers = [Outcome(expected) for _, expected in exercise.cases]
    given = run(function)
    arguments, _ = exercise.cases[failed]
    for precise in (True, False):
        closest, most = "", 1 / 2
        for mistake in exercise.mistakes:
            if not _alike(given[failed], call(mistake, arguments, exercise.parameters, SEARCH), precise):
                continue
            share = _agreement(given, run(mistake), answers, failed, precise)
            if share > most:
                closest, most = mistake.__doc__, share
        if closest:
            return closest
    return ""


def _agreement(given, mistaken, answers, failed, precise):
    """The part of the inputs on which the two are alike, of those on which they can be compared and one is wrong."""
    counted = agreed = 0
    for place, (own, other, right) in enumerate(zip(given, mistaken, answers, strict=True)):
        alike, wrong = _alike(own, other, precise), not _alike(own, right, precise)
        if place == failed and not wrong:
            return 0
        comparable = alike or (own.error is None and _shapes(own.value) == _shapes(right.value))
        if comparable and (wrong or not _alike(other, right, precise)):
            counted, agreed = counted + 1, agreed + alike
    return agreed / max(counted, 1)


def _shapes(value):
    """The shape of each part, None where it has none."""
    return [getattr(part, "shape", None) for part in (value if isinstance(value, tuple) else (value,))]


def _alike(first, second, precise=True):
    """Whether two calls had the same outcome; unless ``precise``, in single or in double precision."""
    if first.error or second.error:
        return repr(first.error) == repr(second.error)
    if first.changed != second.changed or first.value is None or second.value is None:
        return False
    values = second.value, first.value
    return _same(*(values if precise else map(_in_single_precision, values)))


def _same(expected, received):
    """Whether two values do not differ."""
    return not any(difference(expected, received))


def _in_single_precision(value):
    """Arrays of float64 as float32, alone or in a tuple."""
    if isinstance(value, tuple):
        return tuple(map(_in_single_precision, value))
    double = isinstance(value, np.ndarray | np.generic) and value.dtype == np.float64
    return value.astype(np.float32) if double else value


def first_in_a_batch(exercise, failed):
    """Whether an input is the first to have more dimensions than the first of all."""
    axes = [[getattr(value, "ndim", 0) for value in arguments] for arguments, _ in exercise.cases]
    return axes[failed] > axes[0] and axes[failed] not in axes[:failed]


def kind(value):
    """Name what a value is, with its article."""
    name = {"ndarray": "array"}.get(type(value).__name__, type(value).__name__)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def show(exercise, arguments, expected, outcome):
    """Write input, expected and received as text."""
    lines = [f"{name} = {written(value)}" for name, value in zip(exercise.parameters, arguments, strict=True)]
    lines.append(f"expected: {written(expected)}")
    if outcome.error is None and not outcome.changed:
        lines.append(f"received: {written(outcome.value)}")
    return "\n".join(lines)


def written(value):
    """Write a value: arrays with dtype and shape, and with a few digits."""
    if isinstance(value, tuple):
        return "(\n" + ",\n".join(map(written, value)) + "\n)"
    if not isinstance(value, np.ndarray | np.generic):
        return repr(value)
    if value.ndim == 0:
        return f"{value.dtype} {value:.4g}" if value.dtype.kind == "f" else f"{value.dtype} {value}"
    about = f"{value.dtype}, shape {value.shape}"
    numbers = value.astype(int) if value.dtype == bool else value
    if value.size > MANY and value.ndim > 2:
        first = (0,) * (value.ndim - 2)
        about, numbers = f"{about}, at {list(first)}", numbers[first]
    text = np.array2string(numbers, precision=4, suppress_small=True, threshold=MANY, edgeitems=2, max_line_width=70)
    return f"{about}\n{text}"
