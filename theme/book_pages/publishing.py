"""After the build: what no page asks for is not published.

The theme's icon script and fonts (replaced by ``icons``), their rules in its style sheet, source maps and catalogs of
translations make up most of the folder's weight.
"""

import re
import shutil
from pathlib import Path

from .report import missing

UNUSED = ("scripts/fontawesome.js", "scripts/fontawesome.js.LICENSE.txt", "vendor/fontawesome/webfonts", "locales")
SHEET = "styles/pydata-sphinx-theme.css"
ICON_RULES = re.compile(
    r"(?<=[}/])(?:\.fa(?:[bsr]|-[\w-]+)?(?::{1,2}[\w-]+)?,?)+\{[^{}]*\}|@font-face\{[^{}]*webfonts/fa-[^{}]*\}"
)
SOURCE_MAP = re.compile(r"/\*# sourceMappingURL=.*?\*/")
DONE = "/* without icons */"


def without_icons(css):
    """Take the icon rules out of the theme's style sheet; ``None`` if there are none to be found."""
    css, count = ICON_RULES.subn("", css)
    return SOURCE_MAP.sub("", css) + DONE if count else None


def remove(path):
    """Remove a file or a folder."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def clean(static):
    """Clean a ``_static`` folder that Sphinx has just filled; a second time does nothing."""
    sheet = static / SHEET
    css = sheet.read_text(encoding="utf-8")
    if css.endswith(DONE):
        return
    for path in (static / name for name in UNUSED):
        remove(path) if path.exists() else missing("publishing", path.name, SHEET)
    for source_map in static.rglob("*.map"):
        source_map.unlink()
    if lean := without_icons(css):
        sheet.write_text(lean, encoding="utf-8")
    else:
        missing("publishing", "icon rules", SHEET)


def finish(app, exception):
    """Clean the built site."""
    if not exception and app.builder.format == "html":
        clean(Path(app.outdir, "_static"))


def setup(app):
    """Connect to the end of the build."""
    app.connect("build-finished", finish, priority=900)
