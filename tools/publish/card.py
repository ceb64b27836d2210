"""Draw the pictures that a link to the book and its README show: ``python -m tools.publish.card``."""

import sys

from playwright.sync_api import sync_playwright

from mha.palette import PALETTE
from tools.browser import launch
from tools.publish import HTML, ROOT

THEME = ROOT / "theme"
CARD = THEME / "static" / "card.png"
SIZE = {"width": 1200, "height": 630}  # what hosts ask for
EXPLORER = THEME / "assets" / "explorer.png"
MARGIN = 12
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


def draw_card(browser):
    """Draw the title over the belt, for links."""
    colors = {name: PALETTE[name].light for name in ("paper", "ink", "muted")}
    drawing = (THEME / "assets" / "belt.svg").read_text(encoding="utf-8")
    tab = browser.new_page(viewport=SIZE)
    source = CARD.with_suffix(".html")
    source.write_text(
        PAGE.format(fonts=(THEME / "static" / "fonts").as_uri(), drawing=drawing, **colors), encoding="utf-8"
    )
    try:
        tab.goto(source.as_uri())
        tab.evaluate("document.fonts.ready")
        tab.screenshot(path=CARD)
    finally:
        source.unlink()
    return CARD


def draw_explorer(browser):
    """Take a picture of the first explorer in the built book, for the README."""
    tab = browser.new_page(viewport={"width": 1280, "height": 1600}, color_scheme="light", device_scale_factor=1.5)
    tab.goto((HTML / "chapters" / "start.html").as_uri())
    tab.get_by_role("radio", name="Four heads", exact=True).first.click()
    tab.wait_for_selector(".mha-lens")
    tab.mouse.move(0, 0)
    tab.evaluate("document.fonts.ready")
    figure, said = (tab.locator(part).first.bounding_box() for part in (".mha", ".mha-readout"))
    x, y, bottom = figure["x"] - MARGIN, figure["y"] - MARGIN, said["y"] + said["height"] + MARGIN
    area = {"x": x, "y": y, "width": figure["width"] + 2 * MARGIN, "height": bottom - y}
    tab.screenshot(path=EXPLORER, clip=area)
    return EXPLORER


def main():
    """Draw both and store them with the theme."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for draw in (draw_card, draw_explorer):
            picture = draw(browser)
            print(f"{picture}: {picture.stat().st_size / 1000:.0f} kB")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
