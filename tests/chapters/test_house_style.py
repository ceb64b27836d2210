"""Every chapter keeps the house style, and each rule turns red when it is broken."""

import pytest
from nbformat.v4 import new_output

from tests.chapters.chapters import CHAPTERS, code, notebook, printed, read, shown, text
from tools.house_style import problems

FIGURE = {"figure": {"caption": "It grows.", "name": "fig-a"}, "image": {"alt": "A rising line."}}


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_chapter(path):
    assert list(problems(read(path))) == []


def figure(mystnb=FIGURE, **data):
    return code("plot()", shown(**(data or {"svg": "<svg/>", "plain": "<Figure size 4x4>"})), mystnb=mystnb)


def without(*keys):
    """Return the description of a figure without one of its parts."""
    part, key = keys
    return {**FIGURE, part: {k: v for k, v in FIGURE[part].items() if k != key}}


GOOD = [
    code(),
    figure(),
    code("x = 1 / 0", tags=["raises-exception"]),
    code("t()", tags=["timing", "nbval-ignore-output"]),
    code("print(sorted({2, 1}), max({1, 2}), 1 in {1})"),
    code("x = 1\n" * 14, tags=["remove-cell"]),
]


@pytest.mark.parametrize("cell", GOOD)
def test_good_cell(cell):
    assert list(problems(notebook(text(), cell))) == []


@pytest.mark.parametrize(
    ("cell", "complaint"),
    [
        (code("\n".join(["x = 1"] * 16)), "16 lines"),
        (code("x = 1\n" * 5), "median"),
        (code("x = " + "1" * 70), "over 70"),
        (code(" "), "empty"),
        (code("%matplotlib inline"), "magic"),
        pytest.param(code("import sys\nsys.path.insert(0, '..')"), "sys.path", id="C20_path"),
        pytest.param(code("interactive(f, x=3)"), "dead on a page", id="C03_F10_interact"),
        pytest.param(code("print(list({'a', 'b'}))"), "walks through a set", id="D13_list_of_a_set"),
        pytest.param(code("for x in {1, 2} - {y}:\n    print(x)"), "walks through a set", id="D13_loop_over_a_set"),
        pytest.param(code("print(*set(names))"), "walks through a set", id="D13_starred_set"),
        pytest.param(code("", shown(plain="np.float64(0.5)")), "NumPy scalar", id="D01_scalar"),
        pytest.param(code("", printed("(True, np.True_)")), "NumPy scalar", id="D01_truth"),
        pytest.param(code("", printed("0.30000000000000004")), "not rounded", id="D02_unrounded"),
        pytest.param(code("t()", tags=["hide_input"]), "unknown tag", id="C15_tag"),
        (code("t()", tags=["timing"]), "needs the tag nbval-ignore-output"),
        (code("t()", tags=["nbval-ignore-output"]), "only a timing or widget"),
        (code("t()  # NBVAL_SKIP"), "tags, not by comments"),
        (code(count=2), "execution counts"),
        (code(count=None), "execution counts"),
        pytest.param(code("", printed("careful", name="stderr")), "stderr", id="D06_D07_stderr"),
        (code("", printed("see /home/me/book")), "local path"),
        (code("", printed(r"see C:\book")), "local path"),
        pytest.param(code("", printed("<object at 0x7f0262cdc890>")), "memory address", id="D09_address"),
        pytest.param(code("", shown(plain="<Figure size 4x4>")), "no figure", id="D04_no_figure"),
        pytest.param(code("", shown(html="<table></table>", plain="a")), "print a plain table", id="D18_html"),
        (figure(png="aaaa"), "figures are SVG"),
        (figure(without("figure", "caption")), "caption and an alt"),
        (figure(without("image", "alt")), "caption and an alt"),
        (figure(without("figure", "name")), "begins with fig-"),
        (figure({**FIGURE, "image": {"alt": "It grows."}}), "not repeat"),
    ],
)
def test_bad_cell(cell, complaint):
    assert complaint in "\n".join(problems(notebook(text(), cell)))


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("# No label", "must begin with a label"),
        ("(ch-a)=\n# One\n\n# Two", "not 2"),
    ],
)
def test_bad_heading(source, complaint):
    assert complaint in "\n".join(problems(notebook(text(source))))


def test_a_link_says_where_it_leads():
    assert list(problems(notebook(text("(ch-a)=\n# A\n\nThere [they met](https://example.org), here.")))) == []
    (problem,) = problems(notebook(text("(ch-a)=\n# A\n\n[Here](https://example.org) they met.")))
    assert "must say where it leads" in problem


@pytest.mark.parametrize("key", ["kernelspec", "language_info"])
def test_D10_bad_metadata(key):
    sample = notebook(text())
    sample.metadata[key]["name"] = "mine"
    assert len(list(problems(sample))) == 1


@pytest.mark.parametrize("kind", ["::::{solution}", "````{solution-start}"])
def test_E14_answers_are_folded(kind):
    folded = f"(ch-a)=\n# A\n\n{kind} ex-a\n:label: sol-a\n:class: dropdown\n"
    assert list(problems(notebook(text(folded)))) == []
    (problem,) = problems(notebook(text(folded.replace(":class: dropdown\n", ""))))
    assert "the answer to ex-a is not folded" in problem


def test_an_error_must_be_meant():
    failing = code("1 / 0", new_output("error", ename="ZeroDivisionError", evalue="division by zero"))
    assert "without the tag raises-exception" in "\n".join(problems(notebook(text(), failing)))
