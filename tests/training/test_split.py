"""The shipped split keeps families together, and can be made again from the shipped words."""

import hashlib
import lzma
from collections import Counter

import pytest

from mha.g2p import words
from training import cmudict
from training.families import families, without_prefix, without_suffix

SIZES = {"train": 108_589, "dev": 3_806, "test": 12_503}


@pytest.fixture(scope="module")
def shipped():
    return {entry.word: split for split in SIZES for entry in words(split)}


@pytest.fixture(scope="module")
def representatives(shipped):
    return families(shipped)


def test_sizes(shipped):
    assert Counter(shipped.values()) == SIZES
    assert sum(SIZES.values()) == len(shipped) == 124_898


def test_no_family_is_on_two_sides(shipped, representatives):
    sides: dict[str, set[str]] = {}
    for word, representative in representatives.items():
        sides.setdefault(representative, set()).add(shipped[word])
    assert [family for family, splits in sides.items() if len(splits) > 1] == []


def test_no_family_is_large(representatives):
    assert max(Counter(representatives.values()).values()) < len(representatives) / 300


def test_each_family_is_where_its_hash_puts_it(shipped, representatives):
    assert {word: cmudict.stem_side(family) for word, family in representatives.items()} == shipped


def test_no_held_out_word_minus_an_ending_is_a_training_word(shipped):
    """A check that knows nothing of families: cut a common ending, look the rest up."""
    endings = ("'s", "s", "'", "es", "ed", "ing", "ly", "er", "ness", "ment", "less")
    crossing = [
        word
        for word in shipped
        for ending in endings
        if len(word) > len(ending) + 2
        and word.endswith(ending)
        and shipped.get(word.removesuffix(ending), shipped[word]) != shipped[word]
    ]
    assert crossing == []


def test_that_check_finds_the_leaks_of_the_usual_split(shipped):
    usual = cmudict.hash_split(shipped)
    leaks = [word for word in shipped if usual[word] == "test" and usual.get(word + "s") == "train"]
    assert len(leaks) > 100


def test_the_usual_split_has_its_known_sizes(shipped):
    usual = Counter(cmudict.hash_split(shipped).values())
    assert usual == {"train": 112_296, "dev": 6_331, "test": 6_271}


RELATED = """
relate related relation relations
run runs runner runner's running
happy happier happiness happily unhappy unhappiness
make makes maker making remake
obrien o'brien o'brien's
stop stopped nonstop
"""


@pytest.mark.parametrize("family", RELATED.split("\n")[1:-1])
def test_related_words_are_one_family(family):
    members = family.split()
    found = families([*members, "zebra", "harpy"])
    assert {found[word] for word in members} == {members[0]}
    assert found["zebra"] == "zebra"
    assert found["harpy"] == "harpy"


def test_families_do_not_depend_on_order():
    sample = [entry.word for entry in words("dev")]
    assert families(sample) == families(reversed(sample))


def test_short_rests_are_not_stems():
    assert "be" not in list(without_suffix("bed"))
    assert list(without_prefix("unto")) == []


RAW = """\
'tis T IH1 Z
hello HH AH0 L OW1
hello(2) HH EH0 L OW1
hello(3) HH AH1 L OW0
a AH0
d.c. D IY1 S IY1
naïve N AY2 IY1 V
supercalifragilisticexpialidocious S UW2 P ER0
abc(2) EY1 # alternates alone still make a word
www {long}
"""


def test_reading_cleans(tmp_path):
    path = tmp_path / "raw.dict"
    path.write_text(RAW.format(long="W " * 21), encoding="utf-8")
    assert cmudict.read(path) == [
        ("'tis", (("T", "IH", "Z"),)),
        ("abc", (("EY",),)),
        ("hello", (("HH", "AH", "L", "OW"), ("HH", "EH", "L", "OW"))),
    ]


def test_writing_gives_the_same_files_again_and_they_read_back(tmp_path):
    entries = list(words("dev"))
    cmudict.write(entries, tmp_path)
    first = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    cmudict.write(entries, tmp_path)
    assert first == {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    lines = b"".join(map(lzma.decompress, first.values())).decode().splitlines()
    assert len(lines) == len(entries)
    assert lines[0].split("\t")[0] == entries[0].word


def test_shipped_files_are_small_and_unaltered():
    digest = hashlib.sha256()
    for split in SIZES:
        packed = (cmudict.DATA / f"{split}.txt.xz").read_bytes()
        digest.update(lzma.decompress(packed))
    assert sum(path.stat().st_size for path in cmudict.DATA.iterdir()) < 1_000_000
    assert digest.hexdigest() == "cf36ee6cd207a783ccba931b5e9ca3aa78dd56b1b0bc5da23361a1f92a7f8390"


def test_the_notice_travels_with_the_data():
    notice = (cmudict.DATA / "LICENSE").read_text(encoding="utf-8")
    assert "Copyright (C) 1993-2015 Carnegie Mellon University" in notice
    assert "THIS SOFTWARE IS PROVIDED BY CARNEGIE MELLON UNIVERSITY ``AS IS''" in notice
