"""What the theme gets wrong for readers with a keyboard or a screen reader, mended in the page as it is written."""

import re
from typing import NamedTuple

from .report import missing


class Edit(NamedTuple):
    """One change of the theme's markup, due on every page that contains ``where``."""

    why: str
    found: str
    mended: str
    where: str = ""


EDITS = (
    Edit(
        "the search button is named by what it shows",
        r'(<button class="[^"]*search-button-field[^"]*") title="[^"]*" aria-label="([^"]*)"',
        r'\1 aria-label="\2 Ctrl+K"',
    ),
    Edit(
        "the contents of the book are a landmark",
        r'<div id="pst-primary-sidebar"',
        '<div role="navigation" aria-label="Book" id="pst-primary-sidebar"',
    ),
    Edit(
        "what unfolds a part of the contents has a name",
        r'<summary><span class="toctree-toggle"',
        '<summary aria-label="Pages of this part"><span class="toctree-toggle"',
        where='<span class="toctree-toggle"',
    ),
    Edit(
        "hidden code is named by what its switch shows",
        r'<summary aria-label="Toggle hidden content">',
        "<summary>",
        where='<details class="admonition hide',
    ),
    Edit(
        "entries of the bibliography are items of a list",
        r'role="doc-biblioentry"',
        'role="listitem"',
        where='<div role="list" class="citation-list"',
    ),
    Edit(
        "code that is too wide can be scrolled by key",
        r'(<div class="highlight">)<pre>',
        r'\1<pre tabindex="0">',
        where='<div class="highlight"',
    ),
)


def accessible(page, pagename):
    """Template filter: make every edit that is due, and warn of one that finds nothing."""
    for why, found, mended, where in EDITS:
        page, count = re.subn(found, mended, page)
        if where in page and not count:
            missing("accessibility", why, pagename)
    return page


def add_filter(app):
    """Let the template use the filter."""
    if app.builder.format == "html":
        app.builder.templates.environment.filters["accessible"] = accessible


def setup(app):
    """Connect to every page."""
    app.connect("builder-inited", add_filter)
