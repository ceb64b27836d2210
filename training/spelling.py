"""The task of the whole book: from spelling to phonemes, word by word."""

from mha.g2p import LETTERS, PHONEMES, error_by_length, error_rates, nearest, words
from training.tasks import Pairs, Task

__all__ = ["SINGLE_WORDS", "SingleWords"]

CMUDICT = {
    "source": "CMU Pronouncing Dictionary, stress removed; see mha/data/cmudict",
    "license": "BSD-2-Clause, Carnegie Mellon University",
    "split": "by word family, so that no held-out word has its stem in training; see training/families.py",
}


class SingleWords(Task):
    """The dictionary's words, one at a time, with their reference pronunciations."""

    name = "single_words"
    source, target = LETTERS, PHONEMES
    measure = "phoneme_error"
    data = CMUDICT

    def pairs(self, split):
        """Return the words of a split with their reference pronunciations."""
        return spelled(words(split))

    def errors(self, found, entries):
        """Return phoneme and word error, overall, against the nearest pronunciation, and by word length."""
        references = [entry.pronunciations[0] for entry in entries]
        closest = [nearest(symbols, entry.pronunciations) for symbols, entry in zip(found, entries, strict=True)]
        by_length = error_by_length(found, entries)
        return {
            **per_cent(error_rates(found, references)),
            "any_pronunciation": per_cent(error_rates(found, closest)),
            "by_length": {f"{low}-{high}": per_cent(rates) for (low, high), rates in by_length.items()},
        }


def spelled(entries):
    """Return entries as pairs of letters and phonemes, the first pronunciation being the one to write."""
    source = LETTERS.encode([entry.word for entry in entries])
    target = PHONEMES.encode([entry.pronunciations[0] for entry in entries], start=True)
    return Pairs(*source, *target, tuple(entries))


def per_cent(rates):
    """Write rates for a card."""
    phoneme, word = (round(100 * rate, 2) for rate in (rates.phoneme, rates.word))
    return {"words": rates.count, "phoneme_error": phoneme, "word_error": word}


SINGLE_WORDS = SingleWords()
