"""Words become numbers, and none is cut; errors are counted against the first pronunciation and the nearest."""

import numpy as np

from mha.alphabet import END, PAD, START
from mha.g2p import LETTERS, PHONEMES, Entry, words
from training.spelling import SINGLE_WORDS


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
