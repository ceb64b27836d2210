"""The style sheets of the theme, of the extensions and of this book become one file.

Eleven requests before anything can be shown, one of them found only inside another sheet, cost a reader with a phone
half a second. Some sheets come only when the pages are written: until then the one file only names the others.
"""

import hashlib
import re
from pathlib import Path

from .report import missing
from .unused import names, used_only

LINK = re.compile(r'[ \t]*<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="((?:\.\./)*_static/)([^"]+)"[^>]*>\n?')
IMPORT = re.compile(r'@import "([^"]+)";')
ICON_RULES = re.compile(
    r"(?<=[}/])(?:\.fa(?:[bsr]|-[\w-]+)?(?::{1,2}[\w-]+)?,?)+\{[^{}]*\}|@font-face\{[^{}]*webfonts/fa-[^{}]*\}"
)
OPEN = "sheet-*.css"


def without_icons(css, name):
    """Take the theme's icon rules out of a style sheet: ``icons`` draws ours."""
    css, count = ICON_RULES.subn("", css)
    if not count:
        missing("sheets", "icon rules", name)
    return css


def inlined(sheet):
    """The text of a style sheet, with that of others where it imports them."""
    css = sheet.read_text(encoding="utf-8")
    return IMPORT.sub(lambda line: inlined(sheet.parent / line[1]), css)


def join(site):
    """Put the sheets into the files that name them; a second time does nothing."""
    for sheet in Path(site, "_static").glob(OPEN):
        if IMPORT.search(sheet.read_text(encoding="utf-8")):
            css = without_icons(inlined(sheet), sheet.name)
            sheet.write_text(used_only(css, names(site)), encoding="utf-8")


def one_sheet(static):
    """Make the template filter that writes into ``static``."""

    def link_one(head, pagename):
        """Template filter: link one sheet where the last of many was."""
        links = list(LINK.finditer(head))
        if not links:
            missing("sheets", "<link rel=stylesheet …>", pagename)
            return head
        digest = hashlib.sha256(" ".join(link[2] for link in links).encode()).hexdigest()[:8]  # of their versions, too
        names = [link[2].partition("?")[0] for link in links]
        name = OPEN.replace("*", digest)
        static.mkdir(parents=True, exist_ok=True)
        (static / name).write_text("".join(f'@import "{one}";\n' for one in names), encoding="utf-8")
        last = links[-1]
        link = f'    <link rel="stylesheet" href="{last[1]}{name}">\n'
        return LINK.sub("", head[: last.start()]) + link + head[last.end() :]

    return link_one


def add_filter(app):
    """Let the template use the filter."""
    if app.builder.format == "html":
        app.builder.templates.environment.filters["one_sheet"] = one_sheet(Path(app.outdir, "_static"))


def finish(app, exception):
    """Join them when all are there."""
    if not exception and app.builder.format == "html":
        join(Path(app.outdir))


def setup(app):
    """Connect to every page, and to the end of the build: after the extensions, before ``publishing``."""
    app.connect("builder-inited", add_filter)
    app.connect("build-finished", finish, priority=800)
