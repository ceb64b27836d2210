"""Draw the picture that a link to the book shows where people share it: ``python -m tools.publish.card``."""

import sys

from playwright.sync_api import sync_playwright

from mha.palette import PALETTE
from tools.browser import installed
from tools.publish import ROOT

CARD = ROOT / "theme" / "static" / "card.png"
SIZE = {"width": 1200, "height": 630}  # what hosts ask for
THEME = ROOT / "theme"
PAGE = """\
<!DOCTYPE html><meta charset="utf-8">
<style>
  @font-face {{ font-family: "Book Serif"; src: url({fonts}/book-serif.woff2); font-weight: 200 900; }}
  @font-face {{ font-family: "Book Sans"; src: url({fonts}/book-sans.woff2); font-weight: 200 900; }}
  body {{ margin: 0; padding: 52px 100px; background: {paper}; color: {ink}; font-family: "Book Serif"; }}
  h1 {{ margin: 0; font-size: 84px; font-weight: 600; letter-spacing: -0.015em; line-height: 1.1; }}
  p {{ margin: 10px 0 44px; color: {muted}; font-size: 36px; }}
  svg {{ overflow: visible; width: 980px; height: auto; font-family: "Book Sans"; }}
</style>
<h1>Multi-Head Attention</h1>
<p>From the RNN bottleneck to the Transformer</p>
{drawing}
"""


def main():
    """Draw the card and store it with the theme."""
    colors = {name: PALETTE[name].light for name in ("paper", "ink", "muted")}
    drawing = (THEME / "assets" / "belt.svg").read_text(encoding="utf-8")
    page = PAGE.format(fonts=(THEME / "static" / "fonts").as_uri(), drawing=drawing, **colors)
    source = CARD.with_suffix(".html")
    source.write_text(page, encoding="utf-8")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=installed())
            tab = browser.new_page(viewport=SIZE)
            tab.goto(source.as_uri())
            tab.evaluate("document.fonts.ready")
            tab.screenshot(path=CARD)
            browser.close()
    finally:
        source.unlink()
    print(f"{CARD}: {CARD.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
