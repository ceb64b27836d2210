"""Dates are written as their locales write them, mean one thing, and are on one side of the split."""

from collections import Counter
from datetime import date, timedelta

import pytest

from mha.alphabet import SPACE
from mha.dates import ISO, LOCALES, WRITING, WrittenDate, dates
from mha.pretrained import build, flatten
from training.dates import DATA, DATES, FIRST, LAST, PATTERNS, main, side, write, written_dates
from training.recipes import RECIPES

SPLITS = ("train", "dev", "test")


@pytest.fixture(scope="module")
def every_way():
    """Dates of all months, days and weekdays in every locale, pattern and case, with what they mean."""
    days = [FIRST + timedelta(number) for number in range(0, 36525, 401)]
    return [
        (change_case(write(day, locale, pattern)), day.isoformat())
        for day in days
        for locale in LOCALES
        for pattern in PATTERNS[locale]
        for change_case in (str, str.lower, str.upper)
    ]


@pytest.mark.parametrize(
    ("locale", "pattern", "text"),
    [
        ("en_US", "full", "Sunday, March 14, 2027"),
        ("en_US", "short", "3/14/27"),
        ("en_US", "MMM d ''yy", "Mar 14 '27"),
        ("en_GB", "'the' d'{th}' 'of' MMMM, y", "the 14th of March, 2027"),
        ("de", "medium", "14.03.2027"),
        ("fr", "'le' d'{er}' MMMM y", "le 14 mars 2027"),
        ("es", "long", "14 de marzo de 2027"),
        ("sv", "short", "2027-03-14"),
        ("hu", "full", "2027. március 14., vasárnap"),
        ("hu", "y. '{roman}'. d.", "2027. III. 14."),
        ("ru", "long", "14 марта 2027 г."),
        ("zh", "'{year}'年'{month}'月'{day}'日", "二〇二七年三月十四日"),
        ("ja", "M月d日EEEE、y年", "3月14日日曜日、2027年"),
    ],
)
def test_a_date_is_written_as_people_write_it(locale, pattern, text):
    assert pattern in PATTERNS[locale]
    assert write(date(2027, 3, 14), locale, pattern) == text


def test_english_ordinals():
    ordinals = [write(date(2027, 1, day), "en_GB", "d'{th}'") for day in range(1, 32)]
    irregular = {1: "1st", 2: "2nd", 3: "3rd", 21: "21st", 22: "22nd", 23: "23rd", 31: "31st"}
    assert ordinals == [irregular.get(day, f"{day}th") for day in range(1, 32)]


def test_what_is_written_means_one_date(every_way):
    meanings = {}
    for text, iso in every_way:
        meanings.setdefault(text, set()).add(iso)
    assert {text: found for text, found in meanings.items() if len(found) > 1} == {}


def test_the_alphabet_holds_what_is_written_and_little_else(every_way):
    used = Counter(character for text, _ in every_way for character in text)
    assert used.keys() - set(WRITING.symbols) == set()
    assert set(WRITING.symbols[SPACE:]) - used.keys() == set()


def test_each_date_is_on_one_side_and_all_are_there():
    days = {split: {entry.iso for entry in written_dates(split)} for split in SPLITS}
    assert sum(map(len, days.values())) == len(set.union(*days.values())) == (LAST - FIRST).days + 1
    assert {split: round(100 * len(found) / 36525) for split, found in days.items()} == {
        "train": 87,
        "dev": 3,
        "test": 10,
    }


def test_no_shipped_date_is_in_training():
    trained = {entry.iso for entry in DATES.pairs("train").entries}
    assert not trained & {entry.iso for entry in dates()}
    assert not trained & {entry.iso for entry in DATES.pairs("dev").entries}
    assert all(side(date.fromisoformat(entry.iso)) == "test" for entry in dates())


def test_training_sees_each_date_three_times_in_different_ways():
    entries = DATES.pairs("train").entries
    assert set(Counter(entry.iso for entry in entries).values()) == {3}
    assert len({entry[:2] for entry in entries}) > 0.9 * len(entries)


def test_the_shipped_file_can_be_made_again(tmp_path, monkeypatch):
    monkeypatch.setattr("training.dates.DATA", tmp_path)
    main()
    assert (tmp_path / "test.tsv").read_bytes() == (DATA / "test.tsv").read_bytes()


def test_pairs_are_what_was_written_and_what_it_means():
    pairs = DATES.pairs("test")
    assert pairs.entries == dates()
    row = [entry.locale for entry in pairs.entries].index("hu")
    assert "".join(WRITING.decode(pairs.source[[row]])[0]) == pairs.entries[row].text
    assert "".join(ISO.decode(pairs.target[[row]])[0]) == pairs.entries[row].iso


def test_errors_are_counted_overall_and_by_locale():
    entries = [
        WrittenDate("14.3.27", "2027-03-14", "de"),
        WrittenDate("3/14/27", "2027-03-14", "en_US"),
        WrittenDate("3/15/27", "2027-03-15", "en_US"),
    ]
    errors = DATES.errors(["2027-03-14", "2027-03-14", "2027-04-14"], entries)
    assert errors == {
        "dates": 3,
        "symbol_error": 6.67,
        "date_error": 33.33,
        "by_locale": {
            "en_US": {"dates": 2, "symbol_error": 10.0, "date_error": 50.0},
            "de": {"dates": 1, "symbol_error": 0.0, "date_error": 0.0},
        },
    }


def test_one_head_and_four_have_equally_many_parameters(rng):
    one, four = (flatten(build(rng, **RECIPES[name].architecture)) for name in ("dates-h1", "dates-h4"))
    assert one["attention.attention.W_q"].shape[0] == 1
    assert four["attention.attention.W_q"].shape[0] == 4
    assert sum(a.size for a in one.values()) == sum(a.size for a in four.values()) < 300_000
