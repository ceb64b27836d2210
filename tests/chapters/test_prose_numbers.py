"""Every number in a chapter's prose stands in one of its outputs."""

import pytest

from tests.chapters.chapters import CHAPTERS, code, notebook, printed, read, shown, text
from tools.prose_numbers import EXEMPTIONS, claims, exemptions, problems, tomllib


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_B08_B25_F16_chapter_says_what_its_cells_show(path):
    assert list(problems(read(path), exemptions(path.stem))) == []


def test_exemptions_have_a_chapter_and_a_reason():
    tables = tomllib.loads(EXEMPTIONS.read_text(encoding="utf-8"))
    assert set(tables) <= {path.stem for path in CHAPTERS}
    assert all(len(reason.split()) >= 3 for table in tables.values() for reason in table.values())


@pytest.mark.parametrize(
    ("prose", "output"),
    [
        ("The error is 46.8.", "46.8"),
        ("The error is 46.8.", "error 46.7512"),
        ("The error is 46.8 %.", "46.8 %"),
        ("The error is 46.8 %.", "error, %\n46.81"),
        ("The error is 47 per cent.", "46.8 %"),
        ("from 9 to 11 per cent", "9.2 and 10.5 %"),
        ("from 9–11 %", "9.2 and 10.5 %"),
        ("It falls by 0.35.", "-0.35"),
        ("It changes by −0.35.", "-0.3512"),
        ("There are 25,154 words.", "25154"),
        ("There are 25,154 words.", "25,154"),
        ("about 1.3 × 10⁻⁵", "1.31e-05"),
        (r"about $1.3 \times 10^{-5}$", "1.31e-05"),
        ("exactly 1.0", "1.e+00"),
        ("It is 2.5× as fast and 1.2ms long.", "2.5 1.2"),
        ("Python has 12 chapters.", "nothing"),
        ("In 2017, 47 % fell.", "47 %"),
        ("Version 2.4.6 is used.", "nothing"),
        ("Code such as `0.5` is no prose.", "nothing"),
    ],
)
def test_shown(prose, output):
    assert list(problems(notebook(text(prose), code("", printed(output))))) == []


@pytest.mark.parametrize(
    ("prose", "output"),
    [
        ("The error is 46.8.", "46.9"),
        ("The error is 46.8.", "47"),
        ("The error is 46.80.", "46.81"),
        ("The error is 46.8 %.", "0.468"),
        ("The error is 46.8 %.", "46.8"),
        ("The error is 47 %.", "48 %"),
        ("from 9 to 11 per cent", "8 and 11 %"),
        ("It changes by −0.35.", "0.35"),
        ("There are 25,154 words.", "25155"),
        ("about 1.3 × 10⁻⁵", "1.3e-04"),
        (r"weights near $\alpha = 0.25$", "0.26"),
        (r"$$\alpha = (0.25, 0.75)$$", "0.25"),
        ("| a | 0.5 |\n|---|---|\n| b | 0.7 |", "0.5"),
        (":::{note}\nonly 0.7\n:::", "0.5"),
    ],
)
def test_not_shown(prose, output):
    assert len(list(problems(notebook(text(prose), code("", printed(output)))))) == 1


def svg(body):
    return shown(svg=f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>', plain="<Figure size 4.5x4 with 1 Axes>")


def test_a_figure_shows_its_texts_but_no_scale():
    label = '<g id="text_1"><text>46.8</text></g>'
    tick = '<g id="xtick_1"><g><text>46.8</text></g></g>'
    prose = text("The error is 46.8.")
    assert list(problems(notebook(prose, code("", svg(label))))) == []
    assert len(list(problems(notebook(prose, code("", svg(tick)))))) == 1


def test_captions_and_alternative_texts_are_prose():
    described = {"mystnb": {"figure": {"caption": "It is 0.7."}, "image": {"alt": "A line at 0.8."}}}
    found = list(problems(notebook(code("", printed("0.5"), **described))))
    assert ["0.7" in found[0], "0.8" in found[1]] == [True, True]


def test_an_exemption_must_be_needed():
    sample = notebook(text("Python 3.11 or later"))
    assert list(problems(sample, {"3.11": "the oldest Python"})) == []
    assert len(list(problems(sample, {"3.11": "the oldest Python", "0.5": "nowhere"}))) == 1


def test_a_message_shows_the_number_in_its_sentence():
    assert list(problems(notebook(text("The error is 46.8 here.")))) == [
        "cell 0: no output shows 46.8, in “The error is 46.8 here.”"
    ]


def test_claims_name_numbers_as_an_exemption_does():
    assert [number.text for number, _ in claims("−0.5, 47 per cent, 46.8 % and 25,154")] == [
        "−0.5",
        "47 %",
        "46.8 %",
        "25,154",
    ]
