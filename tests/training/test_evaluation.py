"""Predictions come back in the order of the words, whatever was decoded together."""

import numpy as np
import pytest

from mha.g2p import LETTERS, PHONEMES, error_rates
from mha.pretrained import build
from mha.seq2seq import greedy_decode
from tests.training.small import ARCHITECTURE, RECIPE, short_words
from training.evaluation import dev_error, predictions


@pytest.fixture
def model(rng):
    return build(rng, **ARCHITECTURE)


@pytest.mark.parametrize("size", [1, 3, 11, 512])
def test_predictions_are_in_the_order_of_the_pairs(size, model):
    pairs = short_words("dev")
    alone = [PHONEMES.decode(greedy_decode(model, *LETTERS.encode([entry.word])).tokens)[0] for entry in pairs.entries]
    assert predictions(model, pairs, size) == alone
    assert len(set(alone)) > 1


def test_the_dev_error_is_that_of_some_words_always_the_same(model):
    pairs = short_words("dev")
    references = [entry.pronunciations[0] for entry in pairs.entries]
    assert dev_error(RECIPE, model) == error_rates(predictions(model, pairs), references).phoneme
    assert dev_error(RECIPE, model, most=4) == dev_error(RECIPE, model, most=4)
    rows = np.random.default_rng(0).permutation(11)[:4]
    some = pairs.take(rows)
    expected = error_rates(predictions(model, some), [references[row] for row in rows]).phoneme
    assert dev_error(RECIPE, model, most=4) == expected
