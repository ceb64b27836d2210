"""The head of a page: no script that has nothing to do, and none that keeps the page from being shown.

The filters are used by ``templates/layout.html``, which says what each page goes without and why.
"""

import re

from .guide import standfirst
from .report import missing

ELEMENT = re.compile(r"[ \t]*<(?:script\b[^>]*>.*?</script>|link\b[^>]*>)\n?", re.DOTALL)
SCRIPT_FILE = re.compile(r"<script(?=[^>]*\ssrc=)(?![^>]*\s(?:defer|async)\b)")
OPENING = 200  # characters: tag, address and first words of a script, but not the data in it


def without(head, pagename, *names):
    """Template filter: leave out the scripts and style sheets that bear one of the names."""
    kept, found = [], set()
    for element in re.split(f"({ELEMENT.pattern})", head, flags=ELEMENT.flags):
        named = [name for name in names if ELEMENT.match(element) and name in element[:OPENING]]
        found.update(named)
        if not named:
            kept.append(element)
    for name in sorted(set(names) - found):
        missing("head", name, pagename)
    return "".join(kept)


def deferred(head, pagename):
    """Template filter: scripts wait until the page is parsed, and keep their order."""
    head, count = SCRIPT_FILE.subn("<script defer", head)
    if not count:
        missing("head", "<script src=…>", pagename)
    return head


def describe(app, pagename, templatename, context, doctree):
    """Offer the standfirst of a page as its description, for search engines and previews."""
    if doctree and (lines := standfirst(doctree)):
        context["description"] = lines


def add_filters(app):
    """Let the template use the filters."""
    if app.builder.format == "html":
        app.builder.templates.environment.filters.update(without=without, deferred=deferred)


def setup(app):
    """Connect to every page."""
    app.connect("builder-inited", add_filters)
    app.connect("html-page-context", describe)
