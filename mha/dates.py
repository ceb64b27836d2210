"""Dates as people write them, to be read as ISO 8601: the alphabets and the test set.

The year is often written last and always read first, so whoever translates dates looks ahead and comes back.
"""

import unicodedata
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from mha.alphabet import Alphabet

__all__ = ["ISO", "LOCALES", "WRITING", "WrittenDate", "dates", "normalize"]

LOCALES = ("en_US", "en_GB", "de", "fr", "es", "sv", "hu", "ru", "zh", "ja")
WRITING = Alphabet.of(
    "0123456789'(),-./"
    "ABCDEFGHIJKLMNOPRSTUVWXYZÁÄÅÉÓÖÚÛÜŐ"
    "abcdefghijklmnoprstuvwxyzáäåéóöúûüő"
    "АБВГДЕИКЛМНОПРСТУФЦЧЬЮЯ"
    "абвгдеиклмнопрстуфцчьюя"
    "〇一二三四五六七八九十年月日号、星期曜火水木金土"
)
ISO = Alphabet.of("0123456789-")


class WrittenDate(NamedTuple):
    """A date as somebody wrote it, what it means, and where one writes so."""

    text: str
    iso: str
    locale: str


@cache
def dates() -> tuple[WrittenDate, ...]:
    """Return the test set: dates that no model was trained on, in any way of writing them.

    >>> dates()[0]
    WrittenDate(text='den 25. Januar 1950', iso='1950-01-25', locale='de')
    """
    lines = files("mha").joinpath("data", "dates", "test.tsv").read_text(encoding="utf-8").splitlines()
    return tuple(WrittenDate(*line.split("\t")) for line in lines)


def normalize(text: str) -> str:
    """Bring typed text into the test set's form: composed letters, plain apostrophes, single plain spaces.

    >>> normalize("14  марта 2027\N{NARROW NO-BREAK SPACE}г. ")
    '14 марта 2027 г.'
    """
    return " ".join(unicodedata.normalize("NFC", text).replace("’", "'").split())
