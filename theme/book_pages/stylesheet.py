"""The palette, the styles of theme/styles and the icons become one file: one request before the page can be shown."""

from pathlib import Path

from mha.palette import PALETTE

from .icons import icon_css

STYLES = Path(__file__).parents[1] / "styles"
ORDER = "fonts base text mathematics boxes code figures api practice frame chinese print".split()


def part(name):
    """The text of one file of theme/styles."""
    return (STYLES / f"{name}.css").read_text(encoding="utf-8")


def tokens(theme):
    """CSS variables of one theme: the palette, and what form controls and scroll bars are to look like."""
    colors = "".join(f"  --{name}: {getattr(color, theme)};\n" for name, color in PALETTE.items())
    return f"{colors}  color-scheme: {theme};\n"


def palette_css():
    """Light for paper, print and a reader without scripts; dark on a screen, where the reader or her system says so."""
    return (
        f"html {{\n{tokens('light')}}}\n"
        f'@media screen {{ html[data-theme="dark"] {{\n{tokens("dark")}}} }}\n'
        f'@media screen and (prefers-color-scheme: dark) {{ html[data-theme="auto"] {{\n{tokens("dark")}}} }}\n'
    )


def stylesheet():
    """The whole text of ``book.css``."""
    return "\n".join([palette_css(), *map(part, ORDER), icon_css()])


def disk_stylesheet():
    """The faces again, for a page opened from disk: no preloading there, so they would mostly come too late."""
    return part("fonts").replace("font-display: optional", "font-display: swap")


def write(app):
    """Write the files beside the theme's own, before the first page asks for them."""
    if app.builder.format == "html":
        static = Path(app.outdir, "_static")
        static.mkdir(parents=True, exist_ok=True)
        (static / "book.css").write_text(stylesheet(), encoding="utf-8")
        (static / "disk.css").write_text(disk_stylesheet(), encoding="utf-8")


def setup(app):
    """Link the style sheet last on every page, so that it has the last word."""
    app.connect("builder-inited", write)
    app.add_css_file("book.css", priority=900)
