"""Listings keep their text and their inks, and no mark that no style sheet knows."""

import pytest
from bs4 import BeautifulSoup

from theme.book_pages import ink

LISTING = (
    '<div class="highlight"><pre><span></span><span class="kn">import</span><span class="w"> </span>'
    '<span class="g g-Whitespace"></span>'
    '<span class="nn">mha</span><span class="o">;</span> <span class="sa">f</span>'
    '<span class="s1">&#39;a</span><span class="si">{</span>b<span class="si">}</span></pre></div>'
)


def test_what_has_no_ink_stands_bare(warned):
    assert ink.inked(LISTING, "page") == (
        '<div class="highlight"><pre><span class="k">import</span> mha; <span class="s">f&#39;a{</span>b'
        '<span class="s">}</span></pre></div>'
    )
    assert not warned


def test_only_listings_are_changed(warned):
    page = '<p><span class="w">word</span></p>'
    assert ink.inked(page, "page") == page
    assert not warned


def test_a_listing_that_is_written_in_another_way_is_a_warning(warned):
    ink.inked('<div class="highlight"><table><pre>x</pre></table></div>', "page")
    assert len(warned) == 1


def test_the_inks_are_those_of_the_style_sheet():
    assert [ink.INKS.get(name) for name in ("kn", "s1", "mi", "c1", "nf", "gr")] == ["k", "s", "m", "c", "nf", "err"]
    assert not {"p", "n", "o", "w"} & set(ink.INKS)


@pytest.mark.browser
def test_no_listing_of_the_book_has_a_mark_without_ink(site, pages):
    for name in pages:
        html = BeautifulSoup((site / name).read_text(encoding="utf-8"), "html.parser")
        marks = html.select(".highlight pre span[class]")
        assert not [mark for mark in marks if mark["class"][0] not in ink.INKS.values()], name
