"""Print the built book as one PDF: ``python -m tools.publish.pdf``.

Chromium cannot write in the text on which page something stands. So the book is printed, the places are looked up in
the PDF, and it is printed again with their numbers, until none moves.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from pikepdf import ObjectStreamMode
from pikepdf import open as open_pdf
from playwright.sync_api import Error, sync_playwright
from pypdf import PdfReader

from tools.browser import launch
from tools.publish import HTML, NAME, paper

WIDTH = round((210 - 2 * paper.MARGIN) * 96 / 25.4)  # pixels between the margins of A4
PATIENCE = 600_000  # milliseconds
READY = """async () => {
  await document.fonts.ready;
  const views = document.querySelectorAll('script[type$="widget-view+json"]').length;
  const shown = [...document.querySelectorAll(".explorer")].filter((explorer) => explorer.textContent);
  return shown.length >= views;
}"""
# Formulas, tables and figures that are wider than the paper are made smaller; what is wider still is told.
FIT = """() => {
  const smallest = 0.6;
  const wide = (box) => box.scrollWidth > box.clientWidth + 1;
  const kinds = ".math-body, .pst-scrollable-table-container, .explorer, .cell_output, pre";
  const boxes = [...document.querySelectorAll(kinds)];
  for (const box of boxes.filter(wide)) {
    const room = box.clientWidth / box.scrollWidth;
    if (room >= smallest) box.style.zoom = Math.floor(room * 100) / 100;
  }
  return boxes.filter(wide).map((box) => `${box.className || box.tagName}: ${box.textContent.trim().slice(0, 60)}`);
}"""


class Unprintable(Exception):
    """The book cannot be printed as it is."""


def main(arguments=None):
    """Print the book named on the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--site", type=Path, default=HTML)
    parser.add_argument("--output", type=Path, default=HTML.parent / f"{NAME}.pdf")
    options = parser.parse_args(arguments)
    try:
        count = make(options.site.resolve(), options.output.resolve())
    except (Unprintable, Error) as error:
        print(f"The book was not printed: {error}", file=sys.stderr)
        return 1
    print(f"{options.output}: {count} pages")
    return 0


def make(site, output):
    """Print the pages of ``site`` into ``output``; return the number of pages."""
    output.parent.mkdir(parents=True, exist_ok=True)
    html = paper.document(site)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(dir=site.parent) as folder:
        browser = launch(playwright)
        numbers = {}
        for _ in range(4):
            document = Path(folder, "book.html")
            document.write_text(paper.with_numbers(html, numbers), encoding="utf-8")
            typeset(browser, document, output)
            before, numbers = numbers, page_numbers(output, paper.targets(html))
            if numbers == before:
                break
        else:
            raise Unprintable("the page numbers do not settle")
        browser.close()
    return pack(output)


def typeset(browser, document, output):
    """Print one document."""
    page = browser.new_page(viewport={"width": WIDTH, "height": 900}, reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    page.emulate_media(media="print")
    page.goto(document.as_uri())
    page.wait_for_function(READY)
    if cut := page.evaluate(FIT):
        raise Unprintable("wider than the paper:\n  " + "\n  ".join(cut))
    page.pdf(path=output, prefer_css_page_size=True, print_background=True, outline=True, tagged=True)
    page.close()


def pack(pdf):
    """Compress the small objects of a PDF, which make up two thirds of it; return the number of its pages.

    There is one for each piece of text, so that the book can be read aloud, and Chromium writes them all out.
    """
    with open_pdf(pdf, allow_overwriting_input=True) as book:
        book.save(pdf, object_stream_mode=ObjectStreamMode.generate)
        return len(book.pages)


def page_numbers(pdf, targets):
    """The page of each of these ids."""
    reader = PdfReader(pdf)
    named = {name.removeprefix("/"): place for name, place in reader.named_destinations.items()}
    if lost := [name for name in targets if name not in named]:
        raise Unprintable(f"no page was found for {', '.join(lost)}")
    return {name: reader.get_destination_page_number(named[name]) + 1 for name in targets}


if __name__ == "__main__":
    sys.exit(main())
