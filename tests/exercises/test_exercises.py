"""Every exercise: right solutions pass, and each known mistake is found and named."""

import inspect
import re

import numpy as np
import pytest

import mha
from mha.attention import scaled_dot_product_attention
from mha.exercises import EXERCISES, TOPICS, check, find, solution
from mha.exercises.checker import BROADCASTS, CHANGED, NO_RETURN, WRONG_DTYPE, examine
from mha.g2p import edit_distance
from mha.positions import RelativeBias, sinusoids

BY_NAME = pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)
MISTAKES = [(exercise, mistake) for exercise in EXERCISES.values() for mistake in exercise.mistakes]


def heads_over(query, memory, *parameters):
    return mha.MultiHeadAttention(*parameters)(query, memory, memory)[0]


def weigh(weights, grad_weights):
    """Central differences through the softmax."""
    step, scores = 1e-6, np.log(np.where(weights > 0, weights, 1e-300))
    bumps = step * np.eye(len(scores))
    return np.array([(mha.softmax(scores + b) - mha.softmax(scores - b)) @ grad_weights / (2 * step) for b in bumps])


ELSEWHERE = {
    "softmax": mha.softmax,
    "masked_softmax": mha.softmax,
    "causal_mask": mha.causal_mask,
    "padding_mask": mha.padding_mask,
    "window_mask": lambda T, size: mha.window_mask(T, size=size),
    "additive_score": mha.additive_score,
    "attention": scaled_dot_product_attention,
    "multi_head_attention": heads_over,
    "gru_step": lambda x, state, *parameters: mha.GRUCell(*parameters)(x, state),
    "last_state": lambda inputs, length, *cell: mha.unroll(mha.RNNCell(*cell), inputs, lengths=length)[1],
    "sinusoids": sinusoids,
    "relative_bias": lambda table, T_q, T_k: RelativeBias(table)(T_q, T_k),
    "edit_distance": edit_distance,
}


def test_there_are_enough_of_them():
    assert len(EXERCISES) >= 20
    assert sum(len(vars(topic)) > 0 for topic in TOPICS.values()) == len(TOPICS)
    assert len({exercise.title for exercise in EXERCISES.values()}) == len(EXERCISES)


@BY_NAME
def test_E06_the_solution_is_right(exercise):
    assert str(examine(exercise.solution, exercise)) == f"{exercise.name}: right on all {len(exercise.cases)} inputs."
    assert inspect.signature(exercise.solution) == inspect.signature(exercise.specification)


@pytest.mark.parametrize("name", ELSEWHERE)
def test_the_package_agrees_with_the_loops(name):
    assert examine(ELSEWHERE[name], EXERCISES[name]).passed


@pytest.mark.parametrize(("exercise", "mistake"), MISTAKES, ids=lambda either: getattr(either, "__name__", ""))
def test_a_mistake_is_found_and_named(exercise, mistake):
    report = examine(mistake, exercise)
    assert not report.passed
    assert report.hint == mistake.__doc__
    assert str(report).endswith(f"Hint: {mistake.__doc__}")


@BY_NAME
def test_there_are_enough_mistakes(exercise):
    assert len({mistake.__doc__ for mistake in exercise.mistakes}) == len(exercise.mistakes) >= 5


@BY_NAME
def test_inputs_are_many_and_of_many_kinds(exercise):
    tried = [arguments for arguments, _ in exercise.cases]
    assert len(tried) >= 12
    arrays = [value for arguments in tried for value in arguments if isinstance(value, np.ndarray)]
    if floats := {array.dtype.name for array in arrays if array.dtype.kind == "f"}:
        assert floats >= {"float64", "float32"} or exercise.name in {"sinusoids"}
    if "(..., " in exercise.description and "(..., h" not in exercise.description:
        assert len({array.ndim for array in arrays}) > 1


def arrays_of(arguments):
    return [value for value in arguments if isinstance(value, np.ndarray) and value.dtype.kind == "f" and value.size]


def spoil_the_input(solve, *arguments):
    result = solve(*arguments)
    for array in arrays_of(arguments)[:1]:
        array += 1
    return result


def on_each(change, result):
    return tuple(map(change, result)) if isinstance(result, tuple) else change(result)


SPOILED = {
    "changes its argument": (spoil_the_input, CHANGED),
    "gives the dtype float64": (lambda solve, *given: on_each(np.float64, solve(*given)), WRONG_DTYPE),
    "gives the shape": (lambda solve, *given: on_each(lambda x: x[None], solve(*given)), BROADCASTS),
    "returns None": (lambda solve, *given: None, NO_RETURN),
    "not an array": (lambda solve, *given: on_each(lambda x: x.tolist(), solve(*given)), ""),
    "raises ZeroDivisionError": (lambda solve, *given: 1 / 0, ""),
}


@pytest.mark.parametrize("problem", SPOILED)
@pytest.mark.parametrize("name", ["softmax", "additive_score", "split_heads", "gru_step", "merge_blocks", "mean_pool"])
def test_E06_a_right_answer_in_a_wrong_form_is_refused(name, problem):
    spoil, hint = SPOILED[problem]
    solve = EXERCISES[name].solution
    report = examine(lambda *given: spoil(solve, *given), EXERCISES[name])
    assert problem in report.problem
    assert report.hint == hint


def in_single_precision(result):
    """Whether a right answer, or its first part, is of float32."""
    return getattr(result[0] if isinstance(result, tuple) else result, "dtype", None) == np.float32


WITH_FLOATS = [name for name, one in EXERCISES.items() if any(in_single_precision(right) for _, right in one.cases)]


@pytest.mark.parametrize("problem", ["gives the dtype float64", "gives the shape", "changes its argument"])
@pytest.mark.parametrize("name", WITH_FLOATS)
def test_E06_every_exercise_on_arrays_refuses_the_right_numbers_in_a_wrong_form(name, problem):
    solve, (spoil, _) = EXERCISES[name].solution, SPOILED[problem]
    assert problem in examine(lambda *given: spoil(solve, *given), EXERCISES[name]).problem


@BY_NAME
def test_the_stub_is_what_a_learner_starts_from(exercise):
    lines = exercise.stub.splitlines()
    assert len(lines) <= 15
    assert max(map(len, [*lines, *exercise.loops.splitlines()])) <= 70
    namespace = {}
    exec(exercise.stub, namespace)
    stub = namespace[exercise.name]
    assert stub.__doc__ == exercise.specification.__doc__
    assert str(examine(stub, exercise)) == f"{exercise.name}: not written yet."
    assert "NotImplementedError" not in exercise.loops
    assert '"""' not in exercise.loops


@BY_NAME
def test_an_exercise_names_its_chapter(exercise):
    assert re.fullmatch(r"ch-[a-z-]+", exercise.chapter)


def test_softmax_backward_is_the_slope_of_the_softmax(rng):
    weights, grad = mha.softmax(rng.normal(size=7)), rng.normal(size=7)
    assert np.allclose(EXERCISES["softmax_backward"](weights, grad), weigh(weights, grad), atol=1e-8)


def test_attention_backward_is_the_slope_of_attention(rng):
    arguments = [rng.normal(size=shape) for shape in ((2, 3), (5, 3), (5, 7))]
    grad, step = rng.normal(size=(2, 7)), 1e-6
    for which, slopes in enumerate(EXERCISES["attention_backward"](*arguments, grad)):
        for place in np.ndindex(slopes.shape):
            ends = []
            for sign in (1, -1):
                moved = [array.copy() for array in arguments]
                moved[which][place] += sign * step
                ends.append((scaled_dot_product_attention(*moved)[0] * grad).sum())
            assert (ends[0] - ends[1]) / (2 * step) == pytest.approx(slopes[place], abs=1e-6)


def test_merging_blocks_gives_the_attention_over_all_keys(rng):
    scores, values = 5 * rng.normal(size=(2, 9)), rng.normal(size=(9, 3))

    def block(columns):
        peak = scores[:, columns].max(-1)
        powers = np.exp(scores[:, columns] - peak[:, None])
        return peak, powers.sum(-1), powers @ values[columns]

    _, total, blend = EXERCISES["merge_blocks"](*block(slice(0, 4)), *block(slice(4, 9)))
    assert np.allclose(blend / total[:, None], mha.softmax(scores) @ values)


def test_beam_search_of_width_one_is_greedy():
    for (model, start, end, _, max_steps), _ in EXERCISES["beam_search"].cases:
        greedy = EXERCISES["greedy_decode"](model, start, end, max_steps)
        assert EXERCISES["beam_search"](model, start, end, 1, max_steps) == greedy


def test_F13_check_prints_and_knows_a_function_by_its_name(capsys):
    check(mha.causal_mask)
    check(lambda T_q, T_k: None, "causal_mask")
    said = capsys.readouterr().out
    assert "causal_mask: right on all" in said
    assert "returns None" in said
    with pytest.raises(ValueError, match="no exercise is called '<lambda>'; there are: softmax, masked_softmax"):
        check(lambda x: x)


def test_the_solution_can_be_seen(capsys):
    solution("window_mask")
    assert capsys.readouterr().out.startswith("def window_mask(T, size):")
    assert find("window_mask").title == "Window mask"
