"""Predictions come back in the order of the words, whatever was decoded together."""

import numpy as np
import pytest

from mha.g2p import LETTERS, PHONEMES
from mha.pretrained import build
from mha.seq2seq import greedy_decode
from tests.training.small import ARCHITECTURE, SHORT_WORDS
from training.evaluation import dev_error, greedy_predictions


@pytest.fixture
def model(rng):
    return build(rng, **ARCHITECTURE)


@pytest.mark.parametrize("size", [1, 3, 11, 512])
def test_predictions_are_in_the_order_of_the_pairs(size, model):
    pairs = SHORT_WORDS.pairs("dev")
    alone = [PHONEMES.decode(greedy_decode(model, *LETTERS.encode([entry.word])).tokens)[0] for entry in pairs.entries]
    assert greedy_predictions(model, pairs, PHONEMES, size) == alone
    assert len(set(alone)) > 1


def test_the_dev_error_is_that_of_some_pairs_always_the_same(model):
    pairs = SHORT_WORDS.pairs("dev")
    for most, rows in [(1000, range(11)), (4, np.random.default_rng(0).permutation(11)[:4])]:
        some = pairs.take(rows)
        found = greedy_predictions(model, some, PHONEMES)
        expected = SHORT_WORDS.errors(found, some.entries)["phoneme_error"]
        assert dev_error(SHORT_WORDS, model, most) == dev_error(SHORT_WORDS, model, most) == expected
