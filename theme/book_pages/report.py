"""One way to say that something in a page is not as the book needs it. Builds run with warnings as errors."""

from sphinx.util import logging

LOGGER = logging.getLogger(__name__)


def warn(message, *details, location=None):
    """Warn about a page; ``location`` is a node or the page's name."""
    LOGGER.warning(message, *details, location=location, type="book")


def missing(part, expected, page):
    """Warn that the theme no longer writes what a part of this extension changes."""
    warn(
        "%s: expected %r from the theme and did not find it; see what the theme writes now, then mend theme/book_pages",
        part,
        expected,
        location=page,
    )
