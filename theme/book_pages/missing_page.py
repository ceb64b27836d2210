"""The page that a server shows for an address that is not there, whatever the address.

It loads nothing: the styles are in it, and its script finds out where the book is.
"""

from .stylesheet import palette_css


def pages(app):
    """One page beside the first one, where hosts look for it."""
    if app.builder.name == "html":
        yield "404", {"palette": palette_css()}, "404.html"


def setup(app):
    """Add the page to the build."""
    app.connect("html-collect-pages", pages)
