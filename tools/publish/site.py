"""Make the folder that is published: the built pages, and beside them the PDF and the zip, linked from the first page.

``python -m tools.publish.site`` wants both files to be made already. The pages of ``make book`` and of the zip have no
such links, which would lead nowhere.
"""

import re
import shutil
import sys
from pathlib import Path

from pypdf import PdfReader

from tools.publish import HTML, NAME, paper

PLACE = re.compile(r'<div class="downloads docutils">\s*</div>')
LINKS = """\
<p class="downloads">To take along:
<a href="{pdf.name}" download>the whole book as a PDF</a> ({pages}&nbsp;pages, {pdf_size}), or
<a href="{archive.name}" download>these pages as a zip</a> ({archive_size}), which opens without a network.</p>"""


def main():
    """Make the folder ``_build/site``."""
    folder = HTML.parent / "site"
    make(HTML, HTML.parent / f"{NAME}.pdf", HTML.parent / f"{NAME}.zip", folder)
    print(f"{folder}: ready to be published")
    return 0


def make(site, pdf, archive, folder):
    """Copy the pages and both files into ``folder``, and link them."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(site, folder, ignore=shutil.ignore_patterns(".*"))
    for file in (pdf, archive):
        shutil.copy(file, folder)
    first = Path(folder, paper.pages_of(site)[0].path)
    page, count = PLACE.subn(links(pdf, archive), first.read_text(encoding="utf-8"))
    if count != 1:
        raise ValueError(f"{first.name} has {count} places for the links to the PDF and the zip")
    first.write_text(page, encoding="utf-8")


def links(pdf, archive):
    """What the first page says about the two files."""
    return LINKS.format(
        pdf=pdf, archive=archive, pages=len(PdfReader(pdf).pages), pdf_size=size(pdf), archive_size=size(archive)
    )


def size(file):
    """The size of a file in words."""
    return f"{file.stat().st_size / 1e6:.1f}&nbsp;MB"


if __name__ == "__main__":
    sys.exit(main())
