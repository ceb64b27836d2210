"""What was meant as markup does not stand in the text of a built page."""

import re
from html.parser import HTMLParser

import pytest

PYTHON = re.compile(r'<dt class="sig .*?</dt>|<strong>\*\*\w+</strong>', re.DOTALL)  # signatures, and **parameters


class Text(HTMLParser):
    """The text of a page, without code, formulas, scripts and styles."""

    HIDDEN = ("script", "style", "pre", "code", "math", "annotation", "svg")

    def __init__(self):
        super().__init__()
        self.depth, self.parts = 0, []

    def handle_starttag(self, tag, attrs):
        """Go down into what is not read as text."""
        self.depth += tag in self.HIDDEN

    def handle_endtag(self, tag):
        """Come up again."""
        self.depth -= tag in self.HIDDEN

    def handle_data(self, data):
        """Keep what a reader reads as text."""
        if not self.depth:
            self.parts.append(data)


def leftovers(html):
    """Stars, dollar signs, roles and brackets of a link that Markdown has left; Python's stars are none of it."""
    text = Text()
    text.feed(PYTHON.sub("", html))
    return re.findall(r"\*\*|\$|\{[a-z:]+\}`|\]\(", "".join(text.parts))


def test_C06_C07_no_page_shows_markup(site, pages):
    found = {name: leftovers((site / name).read_text(encoding="utf-8")) for name in pages}
    assert {name: signs for name, signs in found.items() if signs} == {}


@pytest.mark.parametrize("html", ["甲 **强调，**后文。", "costs $5", "{term}`head`", "[a](b.md)"])
def test_markup_is_noticed(html):
    assert leftovers(f"<p>{html}</p>")
    assert not leftovers(f"<p><strong>强调</strong><code>{html}</code></p>")
    assert not leftovers(f'<dt class="sig sig-object py">build({html})</dt>')
    assert leftovers(f'<dt class="sig sig-object py">build()</dt><dd>{html}</dd>')
