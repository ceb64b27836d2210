"""Batches deal every pair once, whole, at a width that fits."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mha.alphabet import PAD
from training.tasks import Pairs, batches

WIDTHS = (7, 9, 11, 14)


def pairs_of(lengths, target_lengths):
    """Pairs of these lengths, start and end counted, of which no two are alike."""
    sides = []
    for side in (lengths, target_lengths):
        numbers = np.arange(1, len(side) + 1)[:, None] * 100 + np.arange(max(side))
        sides += [np.where(np.arange(max(side)) < np.array(side)[:, None], numbers, PAD), np.array(side)]
    return Pairs(*sides, tuple(range(len(lengths))))


def trimmed(rows):
    """Each row without its padding."""
    return [tuple(row[row != PAD]) for row in rows]


def test_rows_are_taken_in_their_order():
    pairs = pairs_of([5, 2, 7], [3, 4, 6])
    taken = pairs.take([2, 0])
    assert taken.entries == (2, 0)
    assert taken.source_lengths.tolist() == [7, 5]
    np.testing.assert_array_equal(taken.target, pairs.target[[2, 0]])


LENGTHS = st.lists(st.tuples(st.integers(2, 23), st.integers(3, 23)), min_size=1, max_size=60)


@given(LENGTHS, st.integers(1, 8), st.integers(0, 99))
def test_every_pair_is_dealt_whole(lengths, size, seed):
    """No letter and no phoneme is lost, not even the ends of the longest; input, length and output stay together."""
    pairs = pairs_of(*zip(*lengths, strict=True))
    whole = Counter(zip(trimmed(pairs.source), pairs.source_lengths, trimmed(pairs.target), strict=True))
    dealt = Counter()
    for source, source_lengths, target in batches(pairs, size, np.random.default_rng(seed), WIDTHS):
        assert len(source) == len(source_lengths) == len(target) == size
        dealt.update(zip(trimmed(source), source_lengths, trimmed(target), strict=True))
    assert dealt.keys() == whole.keys()
    assert dealt.total() - whole.total() < size * (len(WIDTHS) + 1), "only the last batch of a width is filled up"


@given(LENGTHS, st.integers(1, 8))
def test_widths_are_few_and_the_narrowest_that_fit(lengths, size):
    pairs = pairs_of(*zip(*lengths, strict=True))
    longest = max(max(source, target - 1) for source, target in lengths)
    for source, source_lengths, target in batches(pairs, size, np.random.default_rng(0), WIDTHS):
        width = source.shape[1]
        assert width in {*WIDTHS, longest}
        assert target.shape[1] == width + 1
        needed = np.maximum(source_lengths, (target != PAD).sum(1) - 1)
        assert (needed <= width).all()
        narrower = [w for w in WIDTHS if w < width]
        assert (needed > max(narrower, default=0)).all()


def test_the_order_is_drawn_from_the_generator():
    pairs = pairs_of(range(2, 25), range(3, 26))
    first, again, other = (
        [source[:, 0].tolist() for source, _, _ in batches(pairs, 4, np.random.default_rng(seed), WIDTHS)]
        for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_a_width_with_few_pairs_is_filled_up_from_them():
    pairs = pairs_of([5, 5, 20], [5, 5, 20])
    dealt = list(batches(pairs, 4, np.random.default_rng(0), WIDTHS))
    assert sorted(source.shape for source, _, _ in dealt) == [(4, 7), (4, 20)]
    for source, _, _ in dealt:
        assert len(set(trimmed(source))) == (2 if source.shape[1] == 7 else 1)
