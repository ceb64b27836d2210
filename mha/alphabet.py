"""Symbols and their numbers: what a sequence model reads and writes."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

PAD, START, END, SPACE = range(4)


class Alphabet(NamedTuple):
    """An ordered set of symbols; a symbol's position is its number.

    The first four are padding, the start and the end of a sequence, and the space between
    words: ``PAD, START, END, SPACE``, in every alphabet.

    >>> Alphabet.of("abc").symbols
    ('<pad>', '<s>', '</s>', ' ', 'a', 'b', 'c')
    """

    symbols: tuple[str, ...]

    @classmethod
    def of(cls, symbols: Iterable[str], space: str = " ") -> "Alphabet":
        """Make an alphabet of the given symbols, with the four special ones before them."""
        return cls(("<pad>", "<s>", "</s>", space, *symbols))

    def encode(
        self, sequences: Iterable[Sequence[str]], start: bool = False, end: bool = True
    ) -> tuple[np.ndarray, np.ndarray]:
        """Replace the symbols of B sequences by their numbers and pad them to one length T.

        Parameters
        ----------
        sequences : B sequences of symbols; a string is a sequence of its characters
        start, end : whether to put a start before and an end after each sequence

        Returns
        -------
        numbers : int array (B, T), padded with 0
        lengths : int array (B,), start and end counted

        Raises
        ------
        TypeError
            If the sequences are one string, which would be read letter by letter.
        ValueError
            If a sequence is empty or holds a symbol that the alphabet lacks.

        Examples
        --------
        >>> numbers, lengths = Alphabet.of("abc").encode(["cab", "a"])
        >>> numbers
        array([[6, 4, 5, 2],
               [4, 2, 0, 0]])
        >>> lengths
        array([4, 2])
        """
        if isinstance(sequences, str):
            raise TypeError(f"expected a list of sequences, got one string: try [{sequences!r}]")
        index = {symbol: number for number, symbol in enumerate(self.symbols) if number >= SPACE}
        rows = [[START] * start + _look_up(sequence, index) + [END] * end for sequence in sequences]
        lengths = np.array([len(row) for row in rows], dtype=int)
        numbers = np.full((len(rows), max(lengths, default=0)), PAD, dtype=int)
        for row, target in zip(rows, numbers, strict=True):
            target[: len(row)] = row
        return numbers, lengths

    def decode(self, numbers: np.ndarray) -> list[tuple[str, ...]]:
        """Read B rows of numbers (B, T), each up to its first end, without start and padding.

        >>> Alphabet.of("abc").decode([[1, 6, 4, 5, 2, 4], [4, 2, 0, 0, 0, 0]])
        [('c', 'a', 'b'), ('a',)]
        """
        return [self._decode_row([int(number) for number in row]) for row in numbers]

    def _decode_row(self, row: list[int]) -> tuple[str, ...]:
        row = row[: row.index(END)] if END in row else row
        return tuple(self.symbols[number] for number in row if number not in (PAD, START))


def _look_up(sequence: Sequence[str], index: dict[str, int]) -> list[int]:
    if len(sequence) == 0:
        raise ValueError("expected at least one symbol, got an empty sequence (an empty word?)")
    unknown = dict.fromkeys(symbol for symbol in sequence if symbol not in index)
    if unknown:
        shown = sequence if isinstance(sequence, str) else " ".join(map(str, sequence))
        raise ValueError(
            f"unsupported {', '.join(map(repr, unknown))} in {shown!r}; the alphabet is {' '.join(map(repr, index))}"
        )
    return [index[symbol] for symbol in sequence]
