"""Grapheme-to-phoneme conversion: the alphabets, the dictionary's words, the error rates.

The words are those of the CMU Pronouncing Dictionary, with stress removed.
``mha/data/cmudict`` holds them, split so that no held-out word has its stem in training.
"""

import lzma
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from string import ascii_lowercase
from typing import NamedTuple

from mha.alphabet import SPACE, Alphabet

LETTERS = Alphabet.of("'" + ascii_lowercase)
PHONEMES = Alphabet.of(
    ("AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH").split(),
    space="|",
)
LENGTH_BINS = ((2, 4), (5, 6), (7, 8), (9, 10), (11, 12), (13, 20))

Phonemes = Sequence[str]


class Entry(NamedTuple):
    """A word, or several in a row, and its pronunciations: the first is the reference, the others are alternates."""

    word: str
    pronunciations: tuple[tuple[str, ...], ...]


@cache
def words(split: str) -> tuple[Entry, ...]:
    """Return the words of ``"train"``, ``"dev"`` or ``"test"``, in alphabetical order.

    Raises
    ------
    ValueError
        If there is no such split.

    Examples
    --------
    >>> entries = {entry.word: entry for entry in words("test")}
    >>> entries["rhythm"].pronunciations
    (('R', 'IH', 'DH', 'AH', 'M'),)
    """
    if split not in ("train", "dev", "test"):
        raise ValueError(f"expected split 'train', 'dev' or 'test', got {split!r}")
    packed = files("mha").joinpath("data", "cmudict", f"{split}.txt.xz").read_bytes()
    return tuple(map(_parse, lzma.decompress(packed).decode("ascii").splitlines()))


def _parse(line: str) -> Entry:
    word, *pronunciations = line.split("\t")
    return Entry(word, tuple(tuple(phonemes.split()) for phonemes in pronunciations))


def normalize(text: str) -> str:
    """Bring typed text into the letters' form: lower case, plain apostrophes, single spaces.

    >>> normalize("  Don’t   Panic ")
    "don't panic"
    """
    return " ".join(text.lower().replace("’", "'").split())


def edit_distance(first: Sequence, second: Sequence) -> int:
    """Count the insertions, deletions and substitutions that turn one sequence into the other.

    D[i, j] = min(D[i−1, j] + 1, D[i, j−1] + 1, D[i−1, j−1] + [a_i ≠ b_j]),
    with D[i, 0] = i and D[0, j] = j (Wagner and Fischer 1974).

    >>> edit_distance("kitten", "sitting")
    3
    """
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, start=1):
        above_left, row[0] = row[0], i
        for j, b in enumerate(second, start=1):
            above = row[j]
            row[j] = min(above + 1, row[j - 1] + 1, above_left + (a != b))
            above_left = above
    return row[-1]


def nearest(prediction: Phonemes, pronunciations: Sequence[Phonemes]) -> Phonemes:
    """Return the pronunciation with the fewest edits to the prediction, the first if equal.

    >>> nearest(
    ...     ["T", "AH", "M", "AA", "T", "OW"],
    ...     [["T", "AH", "M", "EY", "T", "OW"], ["T", "AH", "M", "AA", "T", "OW"]],
    ... )
    ['T', 'AH', 'M', 'AA', 'T', 'OW']
    """
    return min(pronunciations, key=lambda reference: edit_distance(prediction, reference))


class ErrorRates(NamedTuple):
    """Errors over a set of words: their number, and the fraction of phonemes and words wrong."""

    count: int
    phoneme: float
    word: float


def error_rates(predictions: Sequence[Phonemes], references: Sequence[Phonemes]) -> ErrorRates:
    """Compare predicted with reference pronunciations, of one word each or of several with spaces between them.

    phoneme error rate (PER) = Σ edit distance / Σ reference length, spaces left out,
    word error rate (WER) = Σ edit distance in whole words / Σ words of the references:
    for single words, the share of those with at least one edit.

    Raises
    ------
    ValueError
        If there are no words, or not one reference for each prediction.

    Examples
    --------
    >>> error_rates([["K", "AE", "T"], ["D", "AA"]], [["K", "AE", "T"], ["D", "AO", "G"]])
    ErrorRates(count=2, phoneme=0.3333333333333333, word=0.5)
    >>> error_rates([["AE", "T", "|", "AO"]], [["AE", "T", "|", "AO", "N"]])
    ErrorRates(count=2, phoneme=0.25, word=0.5)
    """
    if not predictions or len(predictions) != len(references):
        raise ValueError(
            f"expected one reference for each prediction and at least one of them, "
            f"got {len(predictions)} predictions and {len(references)} references"
        )
    phoneme_edits = word_edits = phoneme_count = word_count = 0
    for prediction, reference in zip(predictions, references, strict=True):
        found, expected = between_spaces(prediction), between_spaces(reference)
        word_edits += edit_distance(found, expected)
        word_count += len(expected)
        found, expected = sum(found, ()), sum(expected, ())
        phoneme_edits += edit_distance(found, expected)
        phoneme_count += len(expected)
    return ErrorRates(word_count, phoneme_edits / phoneme_count, word_edits / word_count)


def between_spaces(phonemes: Phonemes) -> list[tuple[str, ...]]:
    """Return the words of a sequence: what stands between its spaces.

    >>> between_spaces(["DH", "AH", "|", "EH", "N", "D"])
    [('DH', 'AH'), ('EH', 'N', 'D')]
    """
    spaces = [i for i, phoneme in enumerate(phonemes) if phoneme == PHONEMES.symbols[SPACE]]
    edges = zip([-1, *spaces], [*spaces, len(phonemes)], strict=True)
    return [tuple(phonemes[before + 1 : after]) for before, after in edges]


def error_by_length(
    predictions: Sequence[Phonemes], entries: Sequence[Entry], bins=LENGTH_BINS
) -> dict[tuple[int, int], ErrorRates]:
    """Return the error rates for each bin of word lengths (from, to), in letters.

    Words are compared with their first pronunciation; bins without words are left out.

    >>> entries = [Entry("at", [["AE", "T"]]), Entry("ate", [["EY", "T"]])]
    >>> error_by_length([["AE", "T"], ["AE", "T"]], entries, bins=[(2, 2), (3, 3)])[3, 3]
    ErrorRates(count=1, phoneme=0.5, word=1.0)
    """
    rates = {}
    for low, high in bins:
        chosen = [
            (prediction, entry.pronunciations[0])
            for prediction, entry in zip(predictions, entries, strict=True)
            if low <= len(entry.word) <= high
        ]
        if chosen:
            rates[low, high] = error_rates(*zip(*chosen, strict=True))
    return rates


def error_by_words(predictions: Sequence[Phonemes], entries: Sequence[Entry]) -> dict[int, ErrorRates]:
    """Return the error rates for each number of words in a row.

    >>> entries = [Entry("at", [["AE", "T"]]), Entry("at at", [["AE", "T", "|", "AE", "T"]])]
    >>> error_by_words([["AE", "T"], ["AE", "T", "|", "AE"]], entries)[2]
    ErrorRates(count=2, phoneme=0.25, word=0.5)
    """
    groups: dict[int, list] = {}
    for prediction, entry in zip(predictions, entries, strict=True):
        reference = entry.pronunciations[0]
        groups.setdefault(len(between_spaces(reference)), []).append((prediction, reference))
    return {count: error_rates(*zip(*groups[count], strict=True)) for count in sorted(groups)}
