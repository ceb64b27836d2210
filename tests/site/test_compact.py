"""A drawing becomes shorter, and looks the same."""

import io
import re

import matplotlib.pyplot as plt
import numpy as np
import pytest

from mha import plots
from theme.book_pages import compact

GROUND = 'style="fill: var(--red)"'
OUTLINE = 'clip-path="url(#a)" style="fill: none; stroke: var(--rule)"'


def path(shape, style):
    """A path as Matplotlib writes it."""
    return f'<path d="{shape}" {style}/>\n '


SQUARE = "M 1.0449 2 \nL 3.0551 2 \nL 3.0551 4.0102 \nL 1.0449 4.0102 \nz\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (path(SQUARE, GROUND), f'<path d="M1 2h2v2h-2z" {GROUND}/>'),
        (path("M 1 2 \nL 3.26 2 \n", OUTLINE), f'<path d="M1 2H3.3" {OUTLINE}/>'),
        (path("M 1 2 \nL 1 -3.26 \n", OUTLINE), f'<path d="M1 2V-3.3" {OUTLINE}/>'),
        (path("M 1 2 \nL 3 4.444444 \n", OUTLINE), f'<path d="M 1 2 \nL 3 4.4" {OUTLINE}/>'),
        (
            path("M 0 1.115 \nC 0.2951 1.115 0.5779 1 1 1", OUTLINE),
            f'<path d="M 0 1.11 \nC 0.29 1.11 0.57 1 1 1" {OUTLINE}/>',
        ),
        (2 * path("M 1 2 \nL 3 2 \n", OUTLINE), f'<path d="M1 2H3M1 2H3" {OUTLINE}/>'),
        ('<text x="1.25" y="-0.04" transform="rotate(-0 1 2)">0.123</text>', '<text x="1.2" y="0">0.123</text>'),
        (
            '<g>\n<g/><g clip-path="url(#a)">\n<g><text>a</text></g></g></g>',
            '<g clip-path="url(#a)"><text>a</text></g>',
        ),
        (path(SQUARE, 'style="fill: none"'), ""),
    ],
)
def test_a_part_in_its_short_form(before, after):
    assert "".join(compact.compact(before).split("\n")).strip() == "".join(after.split("\n"))


@pytest.mark.parametrize(
    "style",
    [
        'style="fill: var(--red); opacity: 0.5"',
        'style="fill: none; stroke: var(--red); stroke-opacity: 0.5"',
        'style="fill: none; stroke: var(--red); stroke-dasharray: 3 1"',
        'style="fill: var(--paper); stroke: var(--red)"',
        'id="a" style="fill: none; stroke: var(--red)"',
    ],
)
def test_paths_that_would_look_otherwise_as_one_stay_apart(style):
    assert compact.compact(2 * path("M 1 2 \nL 3 2 \n", style)).count("<path") == 2


def test_paths_of_two_styles_or_with_something_between_keep_their_order():
    drawing = (
        path("M 1 2", GROUND)
        + path("M 3 4", OUTLINE)
        + path("M 5 6", OUTLINE)
        + "<text>a</text>"
        + path("M 7 8", OUTLINE)
    )
    assert re.findall(r"M \d \d|<text", compact.compact(drawing)) == ["M 1 2", "M 3 4", "M 5 6", "<text", "M 7 8"]
    assert compact.compact(drawing).count("<path") == 3


def test_a_map_of_weights_keeps_every_square_and_its_area():
    weights = np.array([[1, 0], [0.25, 0.75]])
    ax = plots.attention_map(weights, list("ab"), list("xy"))
    file = io.StringIO()
    ax.figure.savefig(file, format="svg")
    plt.close(ax.figure)
    sides = np.array(re.findall(r"h([\d.]+)v([\d.]+)", compact.compact(file.getvalue()))[-3:], dtype=float)
    assert np.array_equal(sides[:, 0], sides[:, 1])
    assert sides[:, 0] ** 2 / sides[0, 0] ** 2 == pytest.approx([1, 0.25, 0.75], rel=0.01)
