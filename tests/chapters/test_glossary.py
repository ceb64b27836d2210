"""The glossary has for each term the Chinese one, one sentence and the chapter, and the chapters lead to it."""

import re

import pytest

from tests.chapters.chapters import CHAPTERS, ROOT, read

ENTRY = re.compile(r"\[(?P<chinese>[^\]]+)\]\{\.zh\} (?P<sentence>.+) See \{ref\}`(?P<chapter>ch-[\w-]+)`\.")
LINK = re.compile(r"\{term\}`(?:[^`<]*<)?([^`>]+)>?`")
TEXTS = {path.stem: "\n".join(c.source for c in read(path).cells if c.cell_type == "markdown") for path in CHAPTERS}


def entries(markdown):
    """Yield the terms of a glossary, each with what is said about it, on one line."""
    glossary = markdown.partition("```{glossary}\n")[2].rpartition("```")[0]
    for entry in glossary.strip().split("\n\n"):
        term, *lines = entry.splitlines()
        yield term, " ".join(map(str.strip, lines))


ENTRIES = list(entries((ROOT / "back/glossary.md").read_text(encoding="utf-8")))


def problems(text):
    """What an entry lacks."""
    found = ENTRY.fullmatch(text)
    if not found:
        return ["expected [中文]{.zh}, a sentence, then See {ref}`ch-…`."]
    ends = len(re.findall(r"[.!?](?= |$)", found["sentence"]))
    checks = {
        "one sentence": ends == 1 and found["sentence"].endswith(".") and found["sentence"][0].isupper(),
        "a Chinese term": re.search("[\u4e00-\u9fff]", found["chinese"]),
        "a chapter": any(f"({found['chapter']})=" in text for text in TEXTS.values()),
    }
    return [name for name, holds in checks.items() if not holds]


@pytest.mark.parametrize(("term", "text"), ENTRIES)
def test_a_term_has_a_chinese_one_a_sentence_and_a_chapter(term, text):
    assert problems(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "A score. See {ref}`ch-bahdanau`.",
        "[得分]{.zh} A score. See {ref}`ch-nowhere`.",
        "[得分]{.zh} A score. It fits. See {ref}`ch-bahdanau`.",
        "[得分]{.zh} A score.",
        "[score]{.zh} A score. See {ref}`ch-bahdanau`.",
    ],
)
def test_an_incomplete_entry_is_noticed(text):
    assert problems(text)
    assert not problems("[得分]{.zh} A score. See {ref}`ch-bahdanau`.")


def test_terms_are_in_alphabetical_order_and_none_stands_twice():
    terms = [term.lower() for term, _ in ENTRIES]
    assert terms == sorted(set(terms))


@pytest.mark.parametrize("term", [term for term, _ in ENTRIES])
def test_a_chapter_leads_to_each_term(term):
    assert any(term.lower() in map(str.lower, LINK.findall(text)) for text in TEXTS.values())


def test_links_are_found():
    assert LINK.findall("{term}`head`, {term}`heads <head>` and {ref}`head`") == ["head", "head"]
