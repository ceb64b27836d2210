"""Probes read what is there, and measure what the chapter on the bottleneck measures."""

import numpy as np
import pytest

from mha.pretrained import load
from mha.probes import LinearProbe, letters_named


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
    named = letters_named(load("g2p-none"), 12)
    assert named.words == 320
    printed = {  # in chapters/bottleneck.ipynb, worked out there in cells
        "whole": [99, 82, 73, 63, 49, 51, 46, 49, 62, 73, 82, 97],
        "forward": [18, 24, 25, 29, 33, 42, 43, 47, 61, 73, 81, 97],
        "backward": [98, 82, 75, 68, 47, 41, 34, 29, 32, 29, 28, 37],
        "habit": [8, 14, 10, 13, 16, 8, 12, 14, 17, 24, 21, 32],
    }
    for name, percent in printed.items():
        assert (100 * getattr(named, name)).round().tolist() == percent, name


def test_each_position_has_a_share():
    named = letters_named(load("g2p-none"), 16)
    for shares in named[1:]:
        assert shares.shape == (16,)
        assert all(share * named.words == pytest.approx(round(share * named.words)) for share in shares)
