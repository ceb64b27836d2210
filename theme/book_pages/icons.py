"""The theme names its icons by class, as in ``<i class="fa-bars">``, and ships a script and fonts of 2 MB to draw them.

These few drawings are CSS masks instead: they take the color of the text and cost 1 kB. An icon without a drawing
would be an empty button, and is a warning.
"""

import re
from urllib.parse import quote

from .report import warn

# Strokes in a box of 24 by 24
DRAWINGS = {
    "bars": '<path d="M4 6h16M4 12h16M4 18h16"/>',
    "list": '<path d="M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01"/>',
    "magnifying-glass": '<circle cx="11" cy="11" r="6.5"/><path d="m16 16 5 5"/>',
    "arrow-up": '<path d="M12 20V5M6 11l6-6 6 6"/>',
    "chevron-down": '<path d="m5 9 7 7 7-7"/>',
    "angle-left": '<path d="m15 5-7 7 7 7"/>',
    "angle-right": '<path d="m9 5 7 7-7 7"/>',
    "download": '<path d="M12 4v11M7 11l5 5 5-5M4 20h16"/>',
    "file": '<path d="M6 3h8l4 4v14H6zM14 3v4h4"/>',
    "file-pdf": '<path d="M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z"/>',
    "github": '<circle cx="6" cy="5" r="2"/><circle cx="6" cy="19" r="2"/><circle cx="18" cy="7" r="2"/>'
    '<path d="M6 7v10M18 9c0 5-12 3-12 6"/>',  # a branch: the mark of the host is its own
    "lightbulb": '<path d="M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.5-1 1.2-1 2h-5c0-.8-.4-1.5-1-2z"/>',
    "rocket": '<path d="M12 3c4 3 4 8 2.5 12h-5C8 11 8 6 12 3zM9 12l-4 4v3l4-3M15 12l4 4v3l-4-3M12 18v3"/>',
    "sun": '<circle cx="12" cy="12" r="4"/>'
    '<path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2"/>',
    "moon": '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z"/>',
    "circle-half-stroke": '<circle cx="12" cy="12" r="8.5"/><path d="M12 3.5v17a8.5 8.5 0 0 0 0-17z" fill="#000"/>',
}
DRAWINGS["gitlab"] = DRAWINGS["github"]
STYLE_CLASSES = {"solid", "brands", "regular", "lg"}
ELEMENTS = ":is(.fa-solid, .fas, .fab, .fa-brands, .far)"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" '
    'stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">{}</svg>'
)
RULES = """\
/* icons */
%(elements)s {
  display: inline-block;
  flex: none;
  width: 1em;
  height: 1em;
  vertical-align: -0.125em;
  background: currentColor;
  mask: var(--icon, none) center / contain no-repeat;
}
%(elements)s::before { content: none !important; } /* or the browser asks for the icon font */
.fa-lg { font-size: 1.25em; }
@media (forced-colors: active) { %(elements)s { background: CanvasText; } }
html:root {
  --fa-font-solid: 400 1em/1 var(--sans);
  --pst-icon-external-link: "↗";
  --pst-icon-search-minus: "×";
  --pst-icon-download: "↓";
  --pst-icon-github: none;
  --pst-icon-gitlab: none;
  --pst-breadcrumb-divider: "›";
}
"""


def icon_css():
    """One rule for all icons, and a mask for each."""
    masks = [f'.fa-{name} {{ --icon: url("{data_uri(drawing)}"); }}' for name, drawing in DRAWINGS.items()]
    return "\n".join([RULES % {"elements": ELEMENTS}, *masks, ""])


def data_uri(drawing):
    """A drawing as an address that holds the picture itself."""
    return "data:image/svg+xml," + quote(SVG.format(drawing), safe=" =:/'(),")


def undrawn(page):
    """Icons that a page names and that have no drawing."""
    icons = {name for classes in re.findall(r'class="([^"]*\bfa-[^"]*)"', page) for name in classes.split()}
    return {name for name in icons if name.startswith("fa-")} - {f"fa-{name}" for name in {*DRAWINGS, *STYLE_CLASSES}}


def check_icons(page, pagename):
    """Template filter: pass the page on, and warn of icons that would not show."""
    for name in sorted(undrawn(page)):
        warn("icons: %s has no drawing in theme/book_pages/icons.py", name, location=pagename)
    return page


def add_filter(app):
    """Let the template use the filter."""
    if app.builder.format == "html":
        app.builder.templates.environment.filters["check_icons"] = check_icons


def setup(app):
    """Check every page while it is written."""
    app.connect("builder-inited", add_filter)
