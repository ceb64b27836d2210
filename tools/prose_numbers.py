"""Hold every number in a chapter's prose against the outputs of its own cells.

``python -m tools.prose_numbers chapters/*.ipynb`` lists the numbers that no output shows.

What is checked: decimals (46.8), percentages (47 %, 47 per cent) and grouped integers (25,154), in running text,
formulas, tables, captions and alternative texts. Code, link targets, citations and cross-references are not prose.

What counts as shown: an output, or a text in a figure other than the labels of its ticks, holds a number that
rounds to the prose's number at the prose's precision. A percentage needs an output that speaks of per cent: 0.468
does not show 46.8 %. A sign written in the prose must be the output's; a number without a sign may be a size.

What is exempt: numbers listed with a reason in a TOML file, one table for each chapter.
"""

import re
import sys
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import nbformat

from tools.prose import prose

EXEMPTIONS = Path(__file__).parents[1] / "tests" / "chapters" / "exempt_numbers.toml"

SUPERSCRIPT = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹−", "-+0123456789-")
PERCENT = r"\\?%|per[- ]?cent\b"
NUMBER = re.compile(
    rf"""
    (?<![\w.^_\\]) (?P<sign>(?<![\w)\]])[-+−])?         # a hyphen inside a word is no sign
    (?P<digits>\d{{1,3}}(?:[,\u2009\u202f]\d{{3}})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+|\.(?=e[-+]?\d))?)
    (?:[eE](?P<e>[-+]?\d+)|\s*(?:×|\\times|\\cdot)\s*10(?:\^\{{?(?P<tex>[-+−]?\d+)\}}?|(?P<raised>[⁻⁺]?[⁰¹²³⁴-⁹]+)))?
    (?!\d|\.\d)                                         # 2.4.6 is a version, not a number
    (?P<percent>(?=\$?\s*(?:{PERCENT}))
      |(?=\$?\s*(?:–|-|to|and|or)\s*\$?\d+(?:\.\d+)?\$?\s*(?:{PERCENT})))?   # the first of 10–15 %
    """,
    re.VERBOSE,
)


class Number(NamedTuple):
    """A number as it was written: its value, its unit in the last place, and whether it is a percentage."""

    text: str
    value: Decimal
    unit: Decimal
    signed: bool
    percent: bool

    @classmethod
    def read(cls, match):
        """Make a number of a match of ``NUMBER``."""
        digits = re.sub(r"[^\d.]", "", match["digits"])
        exponent = (match["e"] or match["tex"] or match["raised"] or "0").translate(SUPERSCRIPT)
        places = len(digits.partition(".")[2])
        scale = Decimal(10) ** int(exponent)
        value = Decimal(digits) * scale * (-1 if (match["sign"] or "+") in "-−" else 1)
        percent = match["percent"] is not None
        text = match[0].strip() + " %" * percent
        return cls(text, value, scale / 10**places, match["sign"] is not None, percent)

    def shown_by(self, other):
        """Whether ``other``, a number from an output, rounds to this one."""
        value = other.value if self.signed else abs(other.value)
        return abs(value - self.value) <= self.unit / 2 and (other.percent or not self.percent)


def claims(text):
    """Yield the numbers of a piece of prose that need a cell to stand on, each with the words around it."""
    for match in NUMBER.finditer(text):
        number = Number.read(match)
        if number.percent or re.search(r"[.,\u2009\u202f]", match["digits"]):
            yield number, " ".join(text[max(0, match.start() - 40) : match.end() + 20].split())


def prose_of_notebook(notebook):
    """Yield the texts of a notebook that its readers read as prose, each with its place."""
    for index, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            yield f"cell {index}", prose(cell.source)
        shown = cell.metadata.get("mystnb", {})
        yield f"cell {index}, caption", prose(shown.get("figure", {}).get("caption", ""))
        yield f"cell {index}, alt text", shown.get("image", {}).get("alt", "")


def shown_numbers(notebook):
    """Return every number that the outputs of a notebook show."""
    texts = [text for cell in notebook.cells for output in cell.get("outputs", []) for text in shown_texts(output)]
    return [number for text in texts for number in numbers_of_output(text)]


def shown_texts(output):
    """Yield what an output says, a figure being what its texts say."""
    yield output.get("text", "")
    yield output.get("evalue", "")
    for kind, value in output.get("data", {}).items():
        if kind == "image/svg+xml":
            yield svg_text(ElementTree.fromstring(value))
        elif kind == "text/html":
            yield re.sub(r"<[^>]*>", " ", value)
        elif kind.startswith("text/"):
            yield value


def svg_text(element):
    """Return the texts of an SVG element, leaving out ticks: a scale is not a result."""
    if re.match(r"[xyz]tick_", element.get("id", "")):
        return ""
    if element.tag.endswith("}text"):
        return "".join(element.itertext()) + "\n"
    return "".join(svg_text(child) for child in element)


def numbers_of_output(text):
    """Return the numbers in an output; where it speaks of per cent anywhere, all of them may be percentages."""
    percent = re.search(PERCENT, text) is not None
    return [Number.read(match)._replace(percent=percent) for match in NUMBER.finditer(text)]


def problems(notebook, exempt=()):
    """Yield a sentence for each number in the prose that no output shows, and for each needless exemption."""
    shown, unused = shown_numbers(notebook), set(exempt)
    for place, text in prose_of_notebook(notebook):
        for number, words in claims(text):
            if number.text in exempt:
                unused.discard(number.text)
            elif not any(map(number.shown_by, shown)):
                yield f"{place}: no output shows {number.text}, in “{words}”"
    yield from (f"the exemption of {text} is not needed" for text in sorted(unused))


def exemptions(chapter):
    """Return the exempt numbers of a chapter, each with its reason."""
    return tomllib.loads(EXEMPTIONS.read_text(encoding="utf-8")).get(chapter, {})


def main(paths):
    """Print what is wrong with the numbers of these notebooks; return the exit status."""
    found = [
        f"{path}: {problem}"
        for path in map(Path, paths)
        for problem in problems(nbformat.read(path, as_version=4), exemptions(path.stem))
    ]
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
