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
RUN = re.compile(r'<span class="(\w+)">[^<]*</span>(?:<span class="\1">[^<]*</span>)+')
TAG = re.compile(r"<[^>]*>")
LISTING = re.compile(r'<div class="highlight"><pre[^>]*>.*?</pre>', re.DOTALL)


def inks():
    """Each class of Pygments that has a rule, with the first one of its rule, which looks the same."""
    rules = [rule.replace(".", "").split(", ") for rule in RULE.findall(STYLES.read_text(encoding="utf-8"))]
    return {name: rule[0] for rule in rules for name in rule}


INKS = inks()


def inked(page, pagename):
    """Template filter: take the marks without an ink out of every listing."""
    page, count = LISTING.subn(lambda listing: without_marks(listing[0]), page)
    if '<div class="highlight' in page and not count:
        missing("ink", '<div class="highlight"><pre>', pagename)
    return page


def without_marks(listing):
    """A listing with one mark for each run of an ink; its other words stand bare."""
    listing = SPAN.sub(mark, listing.replace("<span></span>", "", 1))
    return RUN.sub(lambda run: f'<span class="{run[1]}">{TAG.sub("", run[0])}</span>', listing)


def mark(span):
    """A word in its ink, or bare."""
    ink = next((INKS[name] for name in span[1].split() if name in INKS), None)
    return f'<span class="{ink}">{span[2]}</span>' if ink else span[2]


def add_filter(app):
    """Let the template use the filter."""
    if app.builder.format == "html":
        app.builder.templates.environment.filters["inked"] = inked


def setup(app):
    """Connect to every page."""
    app.connect("builder-inited", add_filter)
