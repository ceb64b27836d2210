"""A number and its % are not torn apart at the end of a line."""

import re

import pytest
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document

from tests.chapters.chapters import CHAPTERS
from tests.site.test_text import Text
from theme.book_pages.percent import KeepPercent

GLUED, TORN = re.compile(r"\d\u00a0%"), re.compile(r"\d[ \n]%")


def kept(child):
    """Text of a page of one node, after the transform."""
    page = new_document("page", get_default_settings())
    page += nodes.paragraph("", "", child)
    KeepPercent(page).run()
    return page.astext()


@pytest.mark.parametrize("space", [" ", "\n", "\u00a0"])
def test_the_space_before_the_sign_does_not_break(space):
    wrong = f"6.2{space}% and 100{space}% of them, 5% here, the % there"
    assert kept(nodes.Text(wrong)) == "6.2\u00a0% and 100\u00a0% of them, 5% here, the % there"
    assert kept(nodes.emphasis("", wrong)) == kept(nodes.Text(wrong))


@pytest.mark.parametrize("code", [nodes.literal, nodes.literal_block])
def test_code_stays_as_it_was_typed(code):
    assert kept(code("", "7 % 2")) == "7 % 2"


def test_no_page_has_a_number_apart_from_its_sign(site, pages):
    found = {}
    for name in pages:
        text = Text()
        text.feed((site / name).read_text(encoding="utf-8"))
        found[name] = "".join(text.parts)
    assert {name: TORN.findall(said) for name, said in found.items() if TORN.search(said)} == {}
    assert GLUED.search(found["chapters/bottleneck.html"])


def test_authors_type_a_plain_space():
    assert [path.name for path in CHAPTERS if "\u00a0%" in path.read_text(encoding="utf-8")] == []
