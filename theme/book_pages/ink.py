"""Code is marked only where it has an ink.

Pygments puts every bracket, name and space between tags: half of all elements of a chapter, which a phone lays out
before it shows a line, for inks that this book does not use. What ``code.css`` colors stays marked.
"""

import re
from pathlib import Path

from .report import missing

STYLES = Path(__file__).parents[1] / "styles" / "code.css"
RULE = re.compile(r"^\.highlight :is\(([^)]+)\)", re.MULTILINE)
SPAN = re.compile(r'<span class="([\w -]+)">([^<]*)</span>')
LISTING = re.compile(r'<div class="highlight"><pre[^>]*>.*?</pre>', re.DOTALL)


def inks():
    """The classes of Pygments that have a rule."""
    return {name.strip(" .") for rule in RULE.findall(STYLES.read_text(encoding="utf-8")) for name in rule.split(",")}


INKS = inks()


def inked(page, pagename):
    """Template filter: take the marks without an ink out of every listing."""
    page, count = LISTING.subn(lambda listing: without_marks(listing[0]), page)
    if '<div class="highlight' in page and not count:
        missing("ink", '<div class="highlight"><pre>', pagename)
    return page


def without_marks(listing):
    """A listing whose other words stand bare."""
    listing = listing.replace("<span></span>", "", 1)
    return SPAN.sub(lambda span: span[2] if INKS.isdisjoint(span[1].split()) else span[0], listing)


def add_filter(app):
    """Let the template use the filter."""
    if app.builder.format == "html":
        app.builder.templates.environment.filters["inked"] = inked


def setup(app):
    """Connect to every page."""
    app.connect("builder-inited", add_filter)
