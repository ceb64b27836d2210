"""Everything that can be read can be read in both themes, and the lenses can be told apart."""

from itertools import combinations
from math import dist

import numpy as np
import pytest

from mha.palette import INKS, PALETTE

THEMES = ("light", "dark")
LENSES = ("lens-red", "lens-green", "lens-blue")
# How linear red, green and blue reach eyes that lack one kind of cone: Machado, Oliveira and Fernandes (2009).
VISION = {
    "normal": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(color):
    """Linear light of a ``#rrggbb``, (3,), between 0 and 1."""
    value = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """Contrast ratio of WCAG 2, between 1 and 21."""
    low, high = sorted(TO_XYZ[1] @ linear(color) for color in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(color, vision):
    """CIELAB coordinates of a color as a kind of vision sees it, (3,)."""
    seen = np.clip(np.array(VISION[vision]) @ linear(color), 0, 1)
    ratio = TO_XYZ @ seen / TO_XYZ.sum(axis=1)
    x, y, z = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21, abs=0.01)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("paper", ["paper", "paper-2"])
@pytest.mark.parametrize("ink", INKS)
def test_text_can_be_read(theme, paper, ink):
    assert contrast(getattr(PALETTE[ink], theme), getattr(PALETTE[paper], theme)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("wash", ["wash-red", "wash-ochre"])
def test_text_on_a_wash_can_be_read(theme, wash):
    assert contrast(getattr(PALETTE["ink"], theme), getattr(PALETTE[wash], theme)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("pair", list(combinations(LENSES, 2)), ids="/".join)
def test_lenses_differ_for_every_kind_of_color_vision(theme, vision, pair):
    assert dist(*(lab(getattr(PALETTE[name], theme), vision) for name in pair)) >= 20


def test_a_light_value_names_one_color():
    values = [color.light for color in PALETTE.values()]
    assert len(set(values)) == len(values)
