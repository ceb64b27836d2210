"""Probes read what is there, and measure what the chapter on the bottleneck measures."""

import re

import numpy as np
import pytest

from mha.pretrained import load
from mha.probes import LinearProbe, letters_named
from tests.chapters.chapters import ROOT, read

CHAPTER = ROOT / "chapters" / "bottleneck.ipynb"


def test_the_fit_is_least_squares_with_a_penalty(rng):
    states, names = rng.normal(size=(53, 5)), rng.integers(7, size=(53, 3))
    W = LinearProbe.fit(states, names, symbols=7, ridge=2.0).W
    Z = np.column_stack([np.ones(53), states])
    Y = np.zeros((53, 3, 7))
    for word, place in np.ndindex(53, 3):
        Y[word, place, names[word, place]] = 1
    rows = np.vstack([Z, np.sqrt(2.0) * np.eye(6)])  # the penalty as six more rows that want zeros
    expected = np.linalg.lstsq(rows, np.vstack([Y.reshape(53, 21), np.zeros((6, 21))]))[0]
    assert np.allclose(W, expected)


def test_what_a_state_holds_is_read_and_what_it_lacks_is_not(rng):
    names = rng.integers(5, size=(400, 2))
    states = np.eye(5)[names[:, 0]] @ rng.normal(size=(5, 11))  # the first symbol, linearly, and nothing of the second
    right = LinearProbe.fit(states, names, symbols=5)(states) == names
    assert right[:, 0].all()
    assert right[:, 1].mean() < 0.4


def test_the_chapter_and_the_function_measure_the_same():
    """The chapter works out in cells what the function gives, and prints it."""
    outputs = [output for cell in read(CHAPTER).cells for output in cell.get("outputs", [])]
    printed = "".join(output.get("text", "") for output in outputs)
    # An exercise prints a row of the same name once more, further down: the first counts.
    found = re.findall(r"^(forward|backward|habit|[\d.]+ of 12) +\[([\d ]+)\] %", printed, re.MULTILINE)
    rows = {name.split()[-1].replace("12", "whole"): list(map(int, row.split())) for name, row in reversed(found)}
    named = letters_named(load("g2p-none"), 12)
    assert named.words == 320
    assert rows == {name: (100 * getattr(named, name)).round().tolist() for name in named._fields[1:]}


def test_each_position_has_a_share():
    named = letters_named(load("g2p-none"), 16)
    for shares in named[1:]:
        assert shares.shape == (16,)
        assert all(share * named.words == pytest.approx(round(share * named.words)) for share in shares)
