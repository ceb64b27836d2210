"""Figures become part of the page, so that they take its colors and its font.

A notebook stores a figure once, drawn in the light colors of the palette. Here each color becomes a CSS variable of
the same name, which the page sets to light or dark. A color outside the palette would not follow, and is a warning.
"""

import html
import re
from pathlib import Path

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from mha.palette import PALETTE

from .compact import compact
from .report import warn

VARIABLES = {color.light: f"var(--{name})" for name, color in PALETTE.items()}
VIEW = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
FOREIGN = re.compile(r"#[0-9a-fA-F]{3,8}(?=[;\"'])")
PIXELS_PER_POINT = 4 / 3
ENLARGED = 1.7  # at most; a figure of the usual width then just fills a wide column


def inline_svg(svg, alt, prefix):
    """Rewrite a stored figure for the page.

    Returns the markup, and the colors in it that the palette does not know. ``prefix`` keeps the ids of two figures
    on one page apart.
    """
    svg = compact(without_fonts(own_ids(svg[svg.index("<svg") :], prefix)))
    for color, variable in VARIABLES.items():
        svg = svg.replace(color, variable)
    return re.sub(r"<svg[^>]*>", opening_tag(svg, alt), svg, count=1), sorted(set(FOREIGN.findall(svg)))


def opening_tag(svg, alt):
    """An image with a text alternative, as wide as the text, but no small figure much larger than drawn."""
    width, height = (float(side) * PIXELS_PER_POINT for side in VIEW.search(svg).groups())
    return (
        f'<svg class="drawing" {VIEW.search(svg)[0]} width="{width:.0f}" height="{height:.0f}" '
        f'style="max-width: {ENLARGED * width:.0f}px" '
        f'role="img" aria-label="{html.escape(alt)}" xmlns:xlink="http://www.w3.org/1999/xlink">'
    )


def own_ids(svg, prefix):
    """Prefix the ids that something refers to, and drop the others."""
    for name in set(re.findall(r'\bid="([^"]+)"', svg)):
        if f"#{name}" in svg:
            svg = re.sub(rf'(\bid="|#){re.escape(name)}(?=["\')])', rf"\g<1>{prefix}-{name}", svg)
        else:
            svg = svg.replace(f' id="{name}"', "")
    return svg


def without_fonts(svg):
    """Leave the face of each text to the page."""
    return re.sub(r"font-family: ?[^;\"]*;? ?", "", svg)


class InlineFigures(SphinxPostTransform):
    """Put every SVG into the page, and insist on a text alternative for every image."""

    default_priority = 900
    formats = ("html",)

    def run(self, **_):
        """Go through the images of one page."""
        for count, image in enumerate(list(self.document.findall(nodes.image))):
            if not image.get("alt"):
                warn("figure without a text alternative: %s", image["uri"], location=image)
            file = Path(self.app.srcdir, image["uri"])  # as is, if the path is absolute
            if file.suffix == ".svg":
                self.replace(image, file.read_text(encoding="utf-8"), f"f{count}")

    def replace(self, image, svg, prefix):
        """Replace an image by its drawing."""
        svg, foreign = inline_svg(svg, image.get("alt", ""), prefix)
        if foreign:
            warn("figure with colors outside the palette: %s", ", ".join(foreign), location=image)
        image.replace_self(nodes.raw("", f'<div class="drawing-box">{svg}</div>', format="html"))


def setup(app):
    """Run after Sphinx has found the images."""
    app.add_post_transform(InlineFigures)
