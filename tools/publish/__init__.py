"""What is made of the built book for publishing it.

paper    all pages as one document for the printer, with contents and answers
pdf      that document printed by Chromium, with page numbers: ``make pdf``
archive  the pages as one file to carry along: ``make zip``
site     the pages with both files beside them, linked from the first page: ``make site``
"""

from pathlib import Path

ROOT = Path(__file__).parents[2]
HTML = ROOT / "_build" / "html"
NAME = "multi-head-attention"  # of the files
