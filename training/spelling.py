"""From spelling to phonemes, the task of the whole book: one word, or several in a row."""

import numpy as np

from mha.alphabet import SPACE
from mha.g2p import LETTERS, PHONEMES, Entry, error_by_length, error_by_words, error_rates, nearest, words
from training.cmudict import SPLITS, hash_split
from training.tasks import Pairs, Task

__all__ = ["SINGLE_WORDS", "SINGLE_WORDS_BY_HASH", "WORDS_IN_A_ROW", "SingleWords", "WordsInARow"]

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


class SingleWordsByHash(SingleWords):
    """The same words on the usual split, which looks at each word alone: relatives stand on both sides of it."""

    name = "single_words_by_hash"
    data = CMUDICT | {"split": "by each word's own hash, 5 % test and 5 % dev, so that relatives are on both sides"}

    def pairs(self, split):
        """Return the words of a split with their reference pronunciations."""
        everything = sorted(entry for part in SPLITS for entry in words(part))
        sides = hash_split(entry.word for entry in everything)
        return spelled([entry for entry in everything if sides[entry.word] == split])


class WordsInARow(Task):
    """Random words in a row, with a space between two: short words, so that it is their number that counts.

    For training, one to six at random. For dev and test, the same words again and again, first each by itself, then
    in twos, in threes, and so on: what differs between two rows of the table of errors is the number alone.
    """

    name = "words_in_a_row"
    source, target = LETTERS, PHONEMES
    measure = "phoneme_error"
    data = CMUDICT | {
        "sequences": "words of at most 10 letters without apostrophe: 1 to 6 at random for training and for the dev "
        "split, where they decide; 1 to 8 for the test split"
    }
    widths = (16, 24, 32, 40, 48)

    def pairs(self, split):
        """Return sequences of words of a split."""
        pool = [entry for entry in words(split) if len(entry.word) <= 10 and "'" not in entry.word]
        rng = np.random.default_rng(0)
        if split == "train":
            rows = random_rows(rng, len(pool), count=60_000, longest=6)
        else:
            count, longest = {"dev": (840, 6), "test": (2520, 8)}[split]  # every length of a row divides the count
            chosen = rng.permutation(len(pool))[:count]
            rows = [row for n in range(1, longest + 1) for row in chosen.reshape(-1, n)]
        return spelled([in_a_row([pool[i] for i in row]) for row in rows])

    def errors(self, found, entries):
        """Return phoneme and word error, overall and by the number of words in a row."""
        by_words = error_by_words(found, entries)
        return {
            **per_cent(error_rates(found, [entry.pronunciations[0] for entry in entries])),
            "by_words": {str(count): per_cent(rates) for count, rates in by_words.items()},
        }


def random_rows(rng, size, count, longest):
    """Draw so many rows of one up to ``longest`` numbers below ``size``, as many of each length."""
    lengths = rng.integers(1, longest, count, endpoint=True)
    return np.split(rng.integers(0, size, lengths.sum()), lengths.cumsum()[:-1])


def in_a_row(entries):
    """Join words with spaces, and their reference pronunciations.

    >>> in_a_row([Entry("at", [("AE", "T")]), Entry("on", [("AA", "N")])])
    Entry(word='at on', pronunciations=(('AE', 'T', '|', 'AA', 'N'),))
    """
    first, *others = (tuple(entry.pronunciations[0]) for entry in entries)
    phonemes = first + tuple(symbol for other in others for symbol in (PHONEMES.symbols[SPACE], *other))
    return Entry(LETTERS.symbols[SPACE].join(entry.word for entry in entries), (phonemes,))


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
SINGLE_WORDS_BY_HASH = SingleWordsByHash()
WORDS_IN_A_ROW = WordsInARow()
