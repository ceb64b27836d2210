"""After the build: what no page asks for is not published.

The theme's icon script and fonts (replaced by ``icons``), the style sheets that are part of another (see ``sheets``),
source maps and catalogs of translations make up most of the folder's weight.
"""

import shutil
from pathlib import Path

from .report import missing

UNUSED = ("scripts/fontawesome.js", "scripts/fontawesome.js.LICENSE.txt", "vendor/fontawesome/webfonts", "locales")
SHEET = "styles/pydata-sphinx-theme.css"
LINKED = ("sheet-*.css", "disk.css")  # by pages; the other style sheets are in them


def remove(path):
    """Remove a file or a folder."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def clean(static):
    """Clean a ``_static`` folder that Sphinx has just filled; a second time does nothing."""
    if not (static / SHEET).exists():
        return
    for path in (static / name for name in UNUSED):
        remove(path) if path.exists() else missing("publishing", path.name, SHEET)
    for source_map in static.rglob("*.map"):
        source_map.unlink()
    for sheet in static.rglob("*.css"):
        if not any(sheet.match(name) for name in LINKED):
            sheet.unlink()


def finish(app, exception):
    """Clean the built site."""
    if not exception and app.builder.format == "html":
        clean(Path(app.outdir, "_static"))


def setup(app):
    """Connect to the end of the build."""
    app.connect("build-finished", finish, priority=900)
