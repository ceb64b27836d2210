"""Each mend of the theme's markup is made where it is due, and is missed when the markup changes."""

import pytest

from theme.book_pages.accessibility import EDITS, accessible

# What the theme writes, in the order of EDITS, and what becomes of it.
PAGE = [
    (
        '<button class="btn search-button-field " title="Search" aria-label="Search" data-bs-toggle="tooltip">',
        '<button class="btn search-button-field " aria-label="Search Ctrl+K" data-bs-toggle="tooltip">',
    ),
    (
        '<div id="pst-primary-sidebar" class="bd-sidebar">',
        '<div role="navigation" aria-label="Book" id="pst-primary-sidebar" class="bd-sidebar">',
    ),
    (
        '<summary><span class="toctree-toggle" role="presentation">',
        '<summary aria-label="Pages of this part"><span class="toctree-toggle" role="presentation">',
    ),
    (
        '<details class="admonition hide above-input">\n<summary aria-label="Toggle hidden content">',
        '<details class="admonition hide above-input">\n<summary>',
    ),
    (
        '<div role="list" class="citation-list">\n<div class="citation" role="doc-biblioentry">',
        '<div role="list" class="citation-list">\n<div class="citation" role="listitem">',
    ),
    (
        '<div class="highlight"><pre><span></span>',
        '<div class="highlight"><pre tabindex="0"><span></span>',
    ),
]
WHOLE = "\n".join(written for written, _ in PAGE)


def test_every_edit_is_made(warned):
    assert accessible(WHOLE, "intro") == "\n".join(mended for _, mended in PAGE)
    assert not warned


def test_a_page_without_code_or_references_lacks_nothing(warned):
    accessible(PAGE[0][0] + PAGE[1][0], "intro")
    assert not warned


@pytest.mark.parametrize("number", range(len(EDITS)), ids=[edit.why for edit in EDITS])
def test_changed_markup_is_a_warning(number, warned):
    written, mended = PAGE[number]
    accessible(WHOLE.replace(written, mended), "intro")
    assert len(warned) == 1
    assert EDITS[number].why in warned[0]
