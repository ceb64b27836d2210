"""What a page costs who has read one before, and what an explorer costs: bytes on the way, and seconds to wait."""

import gzip
import re

import pytest

from tests.site.conftest import PATIENCE
from tests.site.test_pages import transferred

pytestmark = pytest.mark.browser

NEXT = 60_000  # bytes of the text of a page: all else of a second visit is there already
INTERVIEW = 80_000  # the one page of more: eighty questions with their answers, among which a reader searches and draws
OWN = 1_000_000  # bytes of a page's text and of what its explorers bring along, models among them
WAIT = 1_000  # milliseconds from the end of loading until the figure answers
TRIES = 8  # visits, of which one must be as quick: the machine may be busy with something else
MODEL = 200_000  # bytes of the smallest of them: less was not counted
PAGES = {  # the explorers by their names in links, and whether a word can be typed
    "start": {"line": True},
    "bahdanau": {"line": True},
    "multi_head": {"line": True},
    "evolution": {"line": True},
    "self_attention": {"table": True},
    "bottleneck": {"bottleneck": False},
    "practical_tips": {"softmax": False, "mask": False, "heads": False},
}
EXPLORERS = pytest.mark.parametrize(("page", "key"), [(page, key) for page, keys in PAGES.items() for key in keys])
DRAWN = """new MutationObserver((_, observer) => {
    if (!document.querySelector(".mha-figure > *")) return;
    window.drawnAt = performance.now();
    observer.disconnect();
}).observe(document, { subtree: true, childList: true });"""
SPELLED = """word => !document.querySelector(".stale") && [...document.querySelectorAll(".mha-figure")]
    .every((svg) => (svg.querySelector(".glyph")?.textContent ?? word) === word)"""


def test_a_second_page_is_light(site, pages):
    weights = {name: len(gzip.compress((site / name).read_bytes(), 6)) for name in pages}
    assert NEXT < weights.pop("chapters/interview.html") <= INTERVIEW
    assert not {name: weight for name, weight in weights.items() if weight > NEXT}


def test_the_face_of_formulas_is_there_before_the_first_page_with_formulas(site, pages):
    for name in set(pages) - {"404.html"}:
        html = (site / name).read_text(encoding="utf-8")
        assert ('"math": "prefetch"' in html) == ("<math" not in html), name


def address_of(served, page, key):
    """A link to the explorer, for which a page loads it at once."""
    return f"{served}/chapters/{page}.html?{key}.view=figure"


@EXPLORERS
def test_an_explorer_is_light(visit, served, page, key):
    has_word = PAGES[page][key]
    shown = visit(address_of(served, page, key))
    shown.wait_for_selector(f"[data-key={key}] .mha-figure > *")
    if has_word:
        shown.locator(f"[data-key={key}] .mha-word").first.fill("o")
        shown.wait_for_function(SPELLED, arg="o")  # no figure begins with an o before
    own = [one for one in shown.responses if re.search(r"\.html\b|/explorers\b|/models/", one.url)]
    assert has_word * MODEL < sum(map(transferred, own)) <= OWN
    assert not shown.faults


def wait(browser, address):
    """Milliseconds from the end of loading until the explorer is drawn."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.add_init_script(DRAWN)
    page.goto(address, wait_until="load")
    page.wait_for_function("window.drawnAt")
    waited = page.evaluate("window.drawnAt - performance.getEntriesByType('navigation')[0].loadEventEnd")
    context.close()
    return waited


@EXPLORERS
def test_an_explorer_is_there_soon(browser, served, page, key):
    visits = (wait(browser, address_of(served, page, key)) for _ in range(TRIES))
    assert any(waited <= WAIT for waited in visits)
