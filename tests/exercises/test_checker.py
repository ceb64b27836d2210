"""What the checker says of two values, of errors, of time, and when it gives which hint."""

import numpy as np
import pytest

from mha.exercises import EXERCISES, checker
from mha.exercises.checker import difference, examine
from mha.exercises.exercise import exercise

ONE = np.ones((2, 3))


@pytest.mark.parametrize(
    ("expected", "received"),
    [
        (ONE, ONE + 1e-12),
        (np.float32(ONE), np.float32(ONE) + np.float32(1e-5)),
        (np.array(2.0), np.float64(2.0)),
        (np.array([np.nan, np.inf]), np.array([np.nan, np.inf])),
        (1e8 * ONE, 1e8 * ONE + 1e-2),
        (3, np.int64(3)),
        ([1, 2], [np.int64(1), 2]),
        ((ONE, 3), (ONE.copy(), 3)),
    ],
)
def test_E05_equal_to_rounding(expected, received):
    assert difference(expected, received) == ("", "")


@pytest.mark.parametrize(
    ("expected", "received", "problem", "hint"),
    [
        (ONE, ONE + 1e-6, "wrong values, first at [0, 0]: expected 1.0, received 1.000001", ""),
        (ONE, ONE + 0.12345678, "expected 1, received 1.12346", ""),
        (ONE, ONE.T, "shape (3, 2), not (2, 3)", checker.WRONG_ORDER),
        (ONE, ONE[:1], "shape (1, 3), not (2, 3)", checker.BROADCASTS),
        (ONE, ONE[0], "shape (3,), not (2, 3)", checker.BROADCASTS),
        (ONE, ONE[:, :2], "shape (2, 2), not (2, 3)", ""),
        (np.float32(ONE), ONE, "dtype float64, not float32", checker.WRONG_DTYPE),
        (ONE > 0, ONE, "dtype float64, not bool", checker.NOT_BOOLEAN),
        (ONE, np.float32(ONE), "dtype float32, not float64", checker.WRONG_DTYPE),
        (ONE, ONE > 0, "dtype bool, not float64", ""),
        (np.float64(1), np.float64(2), "wrong values: expected 1, received 2", ""),
        (ONE > 0, ONE > 1, "first at [0, 0]: expected True, received False", ""),
        (ONE, ONE * np.nan, "received nan", checker.NOT_A_NUMBER),
        (ONE, ONE.tolist(), "a list, not an array", ""),
        (ONE, None, "returns None", checker.NO_RETURN),
        (ONE, 1.0, "a float, not an array", ""),
        (3, 3.0, "a float, not an int", checker.NOT_WHOLE),
        (3, 3.5, "a float, not an int", ""),
        (1, True, "a bool, not an int", ""),
        (3, 4, "a wrong int", ""),
        ([1], (1,), "a tuple, not a list", ""),
        ([1], [2], "a wrong list", ""),
        ((ONE, ONE), ONE, "an array, not a tuple of 2", ""),
        ((ONE, ONE), [ONE, ONE], "a list, not a tuple of 2", ""),
        ((ONE, ONE), (ONE,), "a tuple of 1, not a tuple of 2", ""),
        ((ONE, ONE), (ONE, ONE + 1), "(in part 2 of 2)", ""),
        ((ONE, ONE.T), (ONE.T, ONE), "(in part 1 of 2)", checker.WRONG_PLACES),
    ],
)
def test_different(expected, received, problem, hint):
    said, hinted = difference(expected, received)
    assert problem in said
    assert hinted == hint


def doubling():
    """A new exercise, with two mistakes that agree on the first input."""

    @exercise("Doubling", "ch-sample", core="(t)->(t)")
    def double(x):
        """Twice x."""
        return np.array([2 * number for number in x])

    @double.inputs
    def _(rng, batch, dtype):
        return (np.full((*batch, 3), 1.0 if batch == () else 3.0, dtype),)

    @double.mistake
    def plus_two(x):
        """Hint for plus two."""
        return x + 2

    @double.mistake
    def plus_two_times(x):
        """Hint for three times."""
        return 3 * x

    return double


def test_the_hint_is_that_of_the_mistake_that_agrees_most_often():
    double = doubling()
    assert examine(lambda x: 3 * x, double).hint == "Hint for three times."
    assert examine(lambda x: x + 2, double).hint == "Hint for plus two."
    assert examine(lambda x: 7 * x, double).hint == ""


def test_a_mistake_that_agrees_on_the_failure_alone_gives_no_hint():
    assert examine(lambda x: np.where(x == 1, 3 * x, -x), doubling()).hint == ""


def test_being_right_together_is_no_sign_of_a_mistake():
    double = doubling()

    @double.mistake
    def wrong_of_one(x):
        """Hint for wrong of one."""
        return np.where(x == 1, 5, 2 * x).astype(x.dtype)

    assert examine(wrong_of_one, double).hint == "Hint for wrong of one."
    assert examine(lambda x: wrong_of_one(x) if x.ndim < 3 else -x, double).hint == ""


def test_a_fault_in_the_dtype_does_not_hide_another():
    assert examine(lambda x: np.float64(3 * x), doubling()).hint == "Hint for three times."
    assert examine(lambda x: np.float64(2 * x), doubling()).hint == checker.WRONG_DTYPE


def test_a_function_that_knows_no_batch_still_gets_its_hint():
    report = examine(lambda x, num_heads: x.reshape(num_heads, len(x), -1), EXERCISES["split_heads"])
    assert report.hint.startswith("A reshape to (h, T, d_k) cuts by rows")


def test_the_first_input_with_a_batch_is_named():
    flat = examine(lambda x: x + x if x.ndim == 1 else x[0] + x[0], doubling())
    assert (flat.tried, flat.hint) == (3, checker.NO_BATCH)

    assert examine(lambda x: x + x if x.ndim == 1 else 5 * x, doubling()).hint == checker.NO_BATCH
    assert examine(lambda x: x + x if x.ndim < 3 else 5 * x, doubling()).hint == checker.NO_BATCH
    assert examine(lambda x: x + x if x.ndim > 1 else 0 * x, doubling()).hint == ""


def test_if_on_a_whole_array_is_named():
    def as_for_one_query(peak_1, total_1, blend_1, peak_2, total_2, blend_2):
        return EXERCISES["merge_blocks"].specification(peak_1, total_1, blend_1, peak_2, total_2, blend_2)

    assert examine(as_for_one_query, EXERCISES["merge_blocks"]).hint == checker.ONE_DECISION


def test_a_function_that_does_not_end_is_stopped():
    def endless(x):
        while True:
            pass

    report = examine(endless, doubling(), seconds=0.05)
    assert "takes too long" in report.problem
    assert report.hint == checker.ENDLESS


def test_an_error_is_shown_with_its_line():
    def faulty(scores):
        total = scores.sum()
        return total.nothing

    report = examine(faulty, EXERCISES["softmax"])
    assert "AttributeError" in report.problem
    assert "return total.nothing" in report.problem


def test_E04_E11_numbers_that_are_not_and_small_numbers_that_are_wrong_are_refused():
    assert "wrong values" in difference(np.zeros(3), np.full(3, np.nan))[0]
    assert "wrong values" in difference(np.array([1e-9, 1.0]), np.array([5e-9, 1.0]))[0]


def test_E07_a_function_that_changes_its_argument_does_not_spoil_the_next_input():
    def in_place(x):
        x *= 2
        return x

    double = doubling()
    assert "changes its argument x" in examine(in_place, double).problem
    assert examine(lambda x: 2 * x, double).passed


def test_what_is_shown_has_input_expected_and_received():
    shown = examine(lambda scores: -scores, EXERCISES["softmax"]).shown
    assert [line.partition(" ")[0] for line in shown.splitlines()[::2]] == ["scores", "expected:", "received:"]
    assert "float64, shape" in shown
    assert checker.written(np.float64(0.123456)) == "float64 0.1235"
    assert checker.written(np.int64(123456)) == "int64 123456"


def test_warnings_of_the_learner_do_not_disturb(recwarn):
    examine(lambda scores: scores / 0, EXERCISES["softmax"])
    assert not recwarn


def test_time_has_no_limit_where_there_are_no_alarms(monkeypatch):
    monkeypatch.delattr("signal.SIGALRM")
    assert examine(lambda x: 2 * x, doubling()).passed
