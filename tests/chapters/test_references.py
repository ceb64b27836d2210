"""The bibliography: every entry can be found by a reader, is cited, and can be told from every other."""

import re
from functools import cache
from itertools import chain

import pytest
from pybtex.database import Entry, Person, parse_file

from tests.chapters.chapters import CHAPTERS, ROOT, read

CITATION = re.compile(r"\{cite:\w+\}`([^`]+)`")
FORMS = {
    "doi": r"10\.\d{4,9}/\S+",
    "eprint": r"\d{4}\.\d{4,5}",
    "url": r"https://\S+",
    "year": r"\d{4}(--\d{4})?",
    "pages": r"\d+--\d+",
}
FOUND_BY = ("doi", "eprint", "publisher", "institution", "school")
ON_THE_WEB = ("misc", "inproceedings")  # software and its documentation; papers that their conference shows


def entries():
    """The entries of the bibliography, read anew."""
    return parse_file(str(ROOT / "references.bib")).entries


@cache
def cited():
    """Keys of everything that a page cites."""
    pages = ["intro.md", *map(str, chain.from_iterable((ROOT / d).rglob("*.md") for d in ("back", "chapters")))]
    texts = [(ROOT / page).read_text(encoding="utf-8") for page in pages]
    texts += [cell.source for path in CHAPTERS for cell in read(path).cells if cell.cell_type == "markdown"]
    keys = chain.from_iterable(found.split(",") for text in texts for found in CITATION.findall(text))
    return {key.strip() for key in keys}


def problems(entry):
    """What keeps a reader from finding a work."""
    fields = entry.fields
    yield from (f"no {name}" for name in ("title", "year") if not fields.get(name))
    if not entry.persons.get("author"):
        yield "no author"
    if not any(map(fields.get, FOUND_BY)) and not (entry.type in ON_THE_WEB and "url" in fields):
        yield "neither DOI nor arXiv id nor publisher"
    if ("eprint" in fields) != (fields.get("archiveprefix") == "arXiv"):
        yield "eprint without archive"
    for name, form in FORMS.items():
        if name in fields and not re.fullmatch(form, fields[name]):
            yield f"{name} is {fields[name]}"


@pytest.mark.parametrize("key", list(entries()))
def test_an_entry_is_complete(key):
    assert list(problems(entries()[key])) == []


@pytest.mark.parametrize("key", list(entries()))
def test_an_entry_is_cited(key):
    assert key in cited()


def test_every_citation_has_an_entry():
    assert cited() - entries().keys() == set()


def test_no_work_stands_twice():
    for name in ("doi", "eprint", "title"):
        values = [entry.fields[name].lower() for entry in entries().values() if name in entry.fields]
        assert sorted(values) == sorted(set(values))


SAMPLE = {"title": "A", "year": "2014", "doi": "10.1000/1"}


@pytest.mark.parametrize(
    "change",
    [{"doi": ""}, {"doi": "https://doi.org/10.1000/1"}, {"year": "in press"}, {"title": ""}, {"eprint": "1406.1078"}],
)
def test_an_incomplete_entry_is_noticed(change):
    persons = {"author": [Person("Cho, Kyunghyun")]}
    assert list(problems(Entry("article", SAMPLE, persons))) == []
    fields = {name: value for name, value in {**SAMPLE, **change}.items() if value}
    assert len(list(problems(Entry("article", fields, persons)))) == 1
    assert list(problems(Entry("article", SAMPLE))) == ["no author"]


def test_F14_what_weights_explain_is_judged_with_both_sides_of_the_literature():
    boxes = re.findall(
        r"::::\{admonition\} What the measurement says.*?\n::::", "\n".join(prose("pitfalls")), re.DOTALL
    )
    (box,) = [box for box in boxes if "The weights explain the answer" in box]
    assert {"jain2019attention", "wiegreffe2019attention"} <= set(CITATION.findall(box))


def prose(chapter):
    """The Markdown cells of a chapter."""
    return [cell.source for cell in read(ROOT / f"chapters/{chapter}.ipynb").cells if cell.cell_type == "markdown"]
