"""Words become numbers, and none is cut; the same words stand alone and in rows; errors are counted as they should."""

import inspect
from collections import Counter
from itertools import chain

import numpy as np
import pytest

from mha.alphabet import END, PAD, START
from mha.g2p import LETTERS, PHONEMES, Entry, between_spaces, words
from mha.seq2seq import greedy_decode
from training.cmudict import SPLITS
from training.spelling import SINGLE_WORDS, SINGLE_WORDS_BY_HASH, WORDS_IN_A_ROW


def trimmed(rows):
    """Each row without its padding."""
    return [tuple(row[row != PAD]) for row in rows]


def test_single_words_are_the_dictionary_with_an_end_and_the_outputs_with_a_start():
    pairs = SINGLE_WORDS.pairs("test")
    assert pairs.entries == words("test")
    row = [entry.word for entry in pairs.entries].index("rhythm")
    assert pairs.source[row, : pairs.source_lengths[row]].tolist() == [
        *(LETTERS.symbols.index(c) for c in "rhythm"),
        END,
    ]
    phonemes = [PHONEMES.symbols.index(p) for p in ("R", "IH", "DH", "AH", "M")]
    assert pairs.target[row, : pairs.target_lengths[row]].tolist() == [START, *phonemes, END]
    assert not pairs.target[row, pairs.target_lengths[row] :].any()


def test_no_word_of_the_dictionary_is_cut():
    pairs, sources = SINGLE_WORDS.pairs("dev"), set()
    for source, lengths, target in SINGLE_WORDS.batches(pairs, 256, np.random.default_rng(0)):
        np.testing.assert_array_equal((source != PAD).sum(1), lengths)
        assert (np.take_along_axis(source, lengths[:, None] - 1, 1) == END).all()
        assert (target[:, 0] == START).all()
        assert ((target == END).sum(1) == 1).all()
        sources.update(trimmed(source))
    assert len(sources) == len(pairs.source)


def test_errors_are_per_cent_of_the_first_pronunciation_and_of_the_nearest():
    entries = [Entry("at", (("AE", "T"),)), Entry("read", (("R", "IY", "D"), ("R", "EH", "D")))]
    found = [("AE", "T"), ("R", "EH", "D")]
    result = SINGLE_WORDS.errors(found, entries)
    assert (result["words"], result["phoneme_error"], result["word_error"]) == (2, 20.0, 50.0)
    assert result["any_pronunciation"] == {"words": 2, "phoneme_error": 0.0, "word_error": 0.0}
    assert result["by_length"] == {"2-4": {"words": 2, "phoneme_error": 20.0, "word_error": 50.0}}


def test_the_hash_split_is_the_same_dictionary_divided_as_usual():
    parts = {split: {entry.word for entry in SINGLE_WORDS_BY_HASH.pairs(split).entries} for split in SPLITS}
    assert {split: len(part) for split, part in parts.items()} == {"train": 112_296, "dev": 6_331, "test": 6_271}
    assert len(set().union(*parts.values())) == 124_898
    test = SINGLE_WORDS_BY_HASH.pairs("test")
    assert test.entries[0] in {*words("train"), *words("dev"), *words("test")}
    assert "".join(LETTERS.decode(test.source[:1])[0]) == test.entries[0].word


@pytest.mark.parametrize(("split", "count", "most"), [("dev", 840, 6), ("test", 2520, 8)])
def test_the_same_held_out_words_stand_alone_and_in_rows(split, count, most):
    entries, known = WORDS_IN_A_ROW.pairs(split).entries, {entry.word: entry for entry in words(split)}
    sequences = {n: [] for n in range(1, most + 1)}
    for entry in entries:
        found = entry.word.split(" ")
        assert between_spaces(entry.pronunciations[0]) == [known[word].pronunciations[0] for word in found]
        sequences[len(found)].append(found)
    for n, rows in sequences.items():
        assert len(rows) == count / n >= 140
        assert list(chain(*rows)) == list(chain(*sequences[1]))
    alone = list(chain(*sequences[1]))
    assert len(set(alone)) == count
    assert max(map(len, alone)) == 10
    assert not any("'" in word for word in alone)


@pytest.fixture(scope="module")
def training_rows():
    return WORDS_IN_A_ROW.pairs("train")


def test_as_many_rows_of_one_as_of_six_are_trained(training_rows):
    assert len(training_rows.entries) == 60_000
    counts = Counter(entry.word.count(" ") + 1 for entry in training_rows.entries)
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert max(counts.values()) < 1.05 * min(counts.values())
    train = {entry.word for entry in words("train")}
    assert all(word in train for entry in training_rows.entries[:1000] for word in entry.word.split(" "))


def test_rows_become_letters_and_phonemes_with_spaces_between_words(training_rows):
    entry = training_rows.entries[-1]
    assert "".join(LETTERS.decode(training_rows.source[-1:])[0]) == entry.word
    assert PHONEMES.decode(training_rows.target[-1:])[0] == entry.pronunciations[0]


def test_a_task_is_the_same_at_every_call():
    one, two = (WORDS_IN_A_ROW.pairs("dev") for _ in range(2))
    assert one.entries == two.entries
    np.testing.assert_array_equal(one.source, two.source)


def test_few_widths_hold_many_rows_each(training_rows):
    widths = Counter(
        source.shape[1] for source, _, _ in WORDS_IN_A_ROW.batches(training_rows, 128, np.random.default_rng(0))
    )
    assert len(widths) == 6
    assert min(widths.values()) > 20


def test_decoding_is_given_time_enough_for_eight_words():
    longest = WORDS_IN_A_ROW.pairs("test").target_lengths.max()
    assert longest < inspect.signature(greedy_decode).parameters["max_steps"].default


def test_errors_of_rows_are_told_by_the_number_of_words():
    entries = [Entry("at", (("AE", "T"),)), Entry("at on", (("AE", "T", "|", "AA", "N"),))]
    assert WORDS_IN_A_ROW.errors([("AE", "T"), ("AE", "T", "|", "AA")], entries) == {
        "words": 3,
        "phoneme_error": 16.67,
        "word_error": 33.33,
        "by_words": {
            "1": {"words": 1, "phoneme_error": 0.0, "word_error": 0.0},
            "2": {"words": 2, "phoneme_error": 25.0, "word_error": 50.0},
        },
    }
