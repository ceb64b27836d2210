"""Make the book's copy of the CMU Pronouncing Dictionary: clean, split by stem, compress.

``python -m training.cmudict cmudict.dict`` reads CMU's dictionary file and writes
``mha/data/cmudict/{train,dev,test}.txt.xz``, one word a line: the word, then its
pronunciations, separated by tabs. The same input gives the same files.

A word is kept if it consists of two to twenty letters and apostrophes and its first
pronunciation has at most twenty phonemes. Stress marks go, and with them repeated
pronunciations. The split follows families of words (``training.families``), never words:
10 % test, 3 % dev, the rest train, by a hash of the family's representative. That leaves
about as many training words as the 106,837 of the literature's usual split, and about
three hundred test words of thirteen letters and more.
"""

import argparse
import hashlib
import lzma
import re
from collections.abc import Iterable
from pathlib import Path

from mha.g2p import Entry
from training.families import families

DATA = Path(__file__).parent.parent / "mha" / "data" / "cmudict"
SPLITS = ("train", "dev", "test")
LONGEST = 20


def read(path: Path) -> list[Entry]:
    """Read and clean a dictionary file in CMU's format, alphabetically sorted."""
    entries: dict[str, dict[tuple[str, ...], None]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        head, *phonemes = line.split("#")[0].split() or [""]
        word = re.sub(r"\(\d+\)$", "", head)
        if re.fullmatch(rf"[a-z']{{2,{LONGEST}}}", word):
            unstressed = tuple(phoneme.rstrip("012") for phoneme in phonemes)
            entries.setdefault(word, {})[unstressed] = None
    cleaned = (Entry(word, tuple(found)) for word, found in sorted(entries.items()))
    return [entry for entry in cleaned if len(entry.pronunciations[0]) <= LONGEST]


def stem_split(words: Iterable[str]) -> dict[str, str]:
    """Map every word to ``"test"``, ``"dev"`` or ``"train"``, whole families at a time."""
    return {word: stem_side(representative) for word, representative in families(words).items()}


def stem_side(representative: str) -> str:
    """Return the part of the split that a family belongs to.

    >>> stem_side("attention")
    'train'
    """
    return _side(representative, test=10, dev=3)


def hash_split(words: Iterable[str]) -> dict[str, str]:
    """Map every word to a part by its own hash, 5 % test and 5 % dev: the usual, leaky way."""
    return {word: _side(word, test=5, dev=5) for word in words}


def _side(key: str, test: int, dev: int) -> str:
    number = int(hashlib.sha256(key.encode()).hexdigest()[:8], 16) % 100
    return "test" if number < test else "dev" if number < test + dev else "train"


def write(entries: list[Entry], folder: Path = DATA) -> None:
    """Write one compressed file for each part of the stem split."""
    split = stem_split(entry.word for entry in entries)
    for part in SPLITS:
        text = "".join(_line(entry) for entry in entries if split[entry.word] == part)
        packed = lzma.compress(text.encode("ascii"), preset=9 | lzma.PRESET_EXTREME)
        (folder / f"{part}.txt.xz").write_bytes(packed)


def _line(entry: Entry) -> str:
    return "\t".join([entry.word, *map(" ".join, entry.pronunciations)]) + "\n"


def main() -> None:
    """Read the dictionary named on the command line and write the book's copy."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dictionary", type=Path, help="CMU's cmudict.dict")
    write(read(parser.parse_args().dictionary))


if __name__ == "__main__":
    main()
