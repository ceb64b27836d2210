"""The shipped dates are what they say, and typed dates come into their form."""

from collections import Counter
from datetime import date

import pytest

from mha.dates import ISO, LOCALES, WRITING, dates, normalize


def test_every_meaning_is_a_date_and_stands_once():
    days = [date.fromisoformat(entry.iso) for entry in dates()]
    assert len(set(days)) == len(days) == 944
    assert {day.year // 100 for day in days} == {19, 20}


def test_every_locale_has_its_share():
    counts = Counter(entry.locale for entry in dates())
    assert counts.keys() == set(LOCALES)
    assert min(counts.values()) > 75


def test_the_day_or_the_year_stands_in_the_text():
    """In Chinese numerals, too, which are the only other ones."""
    han = str.maketrans("〇一二三四五六七八九", "0123456789")
    for text, iso, _ in dates():
        assert iso[2:4] in text.translate(han), text


def test_the_alphabets_read_and_write_all_of_them():
    numbers, lengths = WRITING.encode([entry.text for entry in dates()])
    assert ["".join(symbols) for symbols in WRITING.decode(numbers)] == [entry.text for entry in dates()]
    assert lengths.max() <= 36
    ISO.encode([entry.iso for entry in dates()])


@pytest.mark.parametrize("alphabet", [WRITING, ISO])
def test_no_symbol_has_two_numbers(alphabet):
    assert len(set(alphabet.symbols)) == len(alphabet.symbols)


@pytest.mark.parametrize(
    ("typed", "form"),
    [
        (" 14\N{NO-BREAK SPACE}mars  2027\n", "14 mars 2027"),
        ("5 fe\N{COMBINING ACUTE ACCENT}vrier 2027", "5 février 2027"),
        ("14 Mar \N{RIGHT SINGLE QUOTATION MARK}27", "14 Mar '27"),
    ],
)
def test_typed_text_comes_into_the_form_of_the_test_set(typed, form):
    assert normalize(typed) == form


def test_the_test_set_has_that_form_already():
    assert [entry.text for entry in dates()] == [normalize(entry.text) for entry in dates()]


def test_an_unknown_character_is_named():
    with pytest.raises(ValueError, match="unsupported 'α', '\\?' in 'α\\?'"):
        WRITING.encode(["α?"])
