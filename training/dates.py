"""A task whose alignment is not a diagonal: dates as people write them, to be written as ISO 8601 says.

Names and usual formats come from the Unicode CLDR, through Babel; a few habits that it does not list are added by
hand. ``python -m training.dates`` writes the test set that ships with the package.
"""

import hashlib
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import numpy as np
from babel.core import get_cldr_version
from babel.dates import format_date

from mha.dates import ISO, LOCALES, WRITING, WrittenDate, dates, normalize
from mha.g2p import error_rates
from training.tasks import Pairs, Task

__all__ = ["DATES", "PATTERNS", "Dates", "side", "write", "written_dates"]

DATA = Path(__file__).parent.parent / "mha" / "data" / "dates"
FIRST, LAST = date(1950, 1, 1), date(2049, 12, 31)  # a hundred years, so that two digits name one
CLDR = {
    "source": f"made with the Unicode CLDR {get_cldr_version()}, through Babel; see mha/data/dates",
    "license": "Unicode-3.0, Unicode, Inc.",
    "split": "by date, so that no held-out date is in training, in whatever way it is written",
}
ROMAN = "I II III IV V VI VII VIII IX X XI XII".split()
HAN = "〇一二三四五六七八九"

USUAL = ("full", "long", "medium", "short")
PATTERNS = {
    "en_US": (*USUAL, "EEE, MMM d, y", "MMMM d'{th}', y", "MMM d ''yy", "M-d-y"),
    "en_GB": (*USUAL[:3], "d'{th}' MMMM y", "'the' d'{th}' 'of' MMMM, y", "EEE d MMM ''yy"),
    "de": (*USUAL, "EEE, d. MMM y", "d.M.yy", "'den' d. MMMM y"),
    "fr": (*USUAL[:3], "'le' d'{er}' MMMM y", "EEE d MMM y"),
    "es": (*USUAL[:3], "d 'de' MMMM 'del' y", "EEE d MMM y"),
    "sv": (*USUAL, "'den' d MMMM y", "d MMM -yy"),
    "hu": (*USUAL, "y. '{roman}'. d.", "y. MMMM d., EEE"),
    "ru": (*USUAL, "d MMMM y 'года'", "EEE, d MMMM y", "d.MM.yy"),
    "zh": (*USUAL, "y年M月d号", "'{year}'年'{month}'月'{day}'日", "yy年M月d日"),
    "ja": (*USUAL, "y年M月d日(EEE)", "M月d日EEEE、y年"),
}
"""How dates are written in each locale, in CLDR's notation; :func:`write` fills in the braces.

British, French and Spanish dates are never numbers alone: 3/4/2027 is two dates, and nobody can say which.
"""


class Dates(Task):
    """Dates in ten locales, character by character."""

    name = "dates"
    source, target = WRITING, ISO
    widths = (12, 16, 20, 26)
    measure = "symbol_error"
    data = CLDR

    def pairs(self, split):
        """Return the dates of a split: for training each is written three times, the test set is the shipped one."""
        entries = dates() if split == "test" else written_dates(split, times=3 if split == "train" else 1)
        source = WRITING.encode([entry.text for entry in entries])
        target = ISO.encode([entry.iso for entry in entries], start=True)
        return Pairs(*source, *target, entries)

    def errors(self, found, entries):
        """Return how many symbols and how many whole dates are wrong, overall and by locale."""
        answers = list(zip(found, entries, strict=True))
        groups = {locale: [pair for pair in answers if pair[1].locale == locale] for locale in LOCALES}
        by_locale = {locale: _per_cent(group) for locale, group in groups.items() if group}
        return {**_per_cent(answers), "by_locale": by_locale}


DATES = Dates()


def _per_cent(answers):
    """Write the errors of predictions and their entries for a card."""
    rates = error_rates([found for found, _ in answers], [entry.iso for _, entry in answers])
    symbol, whole = (round(100 * rate, 2) for rate in (rates.phoneme, rates.word))
    return {"dates": rates.count, "symbol_error": symbol, "date_error": whole}


def write(day: date, locale: str, pattern: str) -> str:
    """Write a date the way a locale's pattern says.

    >>> write(date(2027, 3, 1), "fr", "'le' d'{er}' MMMM y"), write(date(2027, 3, 14), "hu", "y. '{roman}'. d.")
    ('le 1er mars 2027', '2027. III. 14.')
    """
    last_digit = 0 if 11 <= day.day <= 13 else day.day % 10
    text = format_date(day, pattern, locale=locale).format(
        th={1: "st", 2: "nd", 3: "rd"}.get(last_digit, "th"),
        er="er" if day.day == 1 else "",
        roman=ROMAN[day.month - 1],
        year="".join(HAN[int(digit)] for digit in str(day.year)),
        month=_in_chinese(day.month),
        day=_in_chinese(day.day),
    )
    return normalize(text)


def _in_chinese(number):
    """Write a number below forty: 二十四 is two tens and four.

    >>> [_in_chinese(number) for number in (3, 10, 14, 20, 31)]
    ['三', '十', '十四', '二十', '三十一']
    """
    tens, ones = divmod(number, 10)
    return (HAN[tens] if tens > 1 else "") + "十" * (tens > 0) + (HAN[ones] if ones else "")


def side(day: date) -> str:
    """Return the part of the split that a date belongs to.

    >>> side(date(2027, 3, 14))
    'train'
    """
    number = int(hashlib.sha256(day.isoformat().encode()).hexdigest()[:8], 16) % 100
    return "test" if number < 10 else "dev" if number < 13 else "train"


@cache
def written_dates(split: str, times: int = 1) -> tuple[WrittenDate, ...]:
    """Write every date of a split in a random locale, pattern and case; the same at every call.

    Parameters
    ----------
    split : {"train", "dev", "test"}
    times : int
        How often each date is written.
    """
    rng = np.random.default_rng([("train", "dev", "test").index(split), times])
    days = (FIRST + timedelta(number) for number in range((LAST - FIRST).days + 1))
    return tuple(_anyhow(day, rng) for day in days if side(day) == split for _ in range(times))


def _anyhow(day, rng):
    """Write a date in some way."""
    locale = _one_of(LOCALES, rng)
    text = write(day, locale, _one_of(PATTERNS[locale], rng))
    change_case = _one_of((str, str, str.lower, str.upper), rng)
    return WrittenDate(change_case(text), day.isoformat(), locale)


def _one_of(options, rng):
    return options[rng.integers(len(options))]


def main() -> None:
    """Write the test set: every fourth of the test dates."""
    lines = ("\t".join(entry) + "\n" for entry in written_dates("test")[::4])
    (DATA / "test.tsv").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
