"""The built pages in a browser whose network ends at this machine."""

import gzip
import re
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup

from mha.palette import PALETTE
from tests.site.conftest import PATIENCE, open_page

pytestmark = pytest.mark.browser

THEMES = ("light", "dark")
PHONE, DESK = 360, 1280
BUDGET = 400_000  # bytes of a first visit, text compressed as web servers do
COMPRESSED = ("text/", "application/javascript", "application/json", "image/svg+xml")
AXE = {"resultTypes": ["violations"], "preload": False}  # it would ask for style sheets at wrong addresses
COLORS = {**AXE, "runOnly": ["color-contrast", "link-in-text-block"]}  # slow, and the same at every width
THE_REST = {**AXE, "rules": {rule: {"enabled": False} for rule in COLORS["runOnly"]}}
RULES = {(DESK, "light"): AXE, (DESK, "dark"): COLORS, (PHONE, "light"): THE_REST}  # themes differ in colors alone
# Glyphs of the icon font, which is not shipped: they would show as empty boxes.
BOXES = """() => [...document.querySelectorAll("body *")].flatMap((element) => ["::before", "::after"]
  .filter((part) => /[\ue000-\uf8ff]/.test(getComputedStyle(element, part).content))
  .map((part) => element.outerHTML.slice(0, 80) + part))"""
# Whether what scrolls in itself can be reached by key, and nothing else of its kind.
REACHED = """() => [...document.querySelectorAll("pre, .cell_output > .output, .pst-scrollable-table-container")]
  .every((box) => (box.tabIndex === 0) ===
    (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight))"""
OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def rgb(color):
    """A ``#rrggbb`` as a browser writes it."""
    return f"rgb({', '.join(str(int(color[i : i + 2], 16)) for i in (1, 3, 5))})"


INK = {theme: rgb(getattr(PALETTE["ink"], theme)) for theme in THEMES}


@pytest.fixture(scope="module")
def tour(browser, served, site, pages):
    """Visit every page once on a server with a wide screen, once with a phone's, and once from disk.

    A list of tuples for each kind of finding: the page, how it was seen, and what was found.
    """
    findings = {"faults": [], "sideways": [], "weight": [], "barriers": [], "boxes": [], "zoomed": []}
    for name in pages:
        for width in (DESK, PHONE):
            with open_page(browser, f"{served}/{name}", width) as page:
                findings["weight"].append((name, width, weight(page)))
                look(page, (name, width), findings)
                if width == DESK:
                    findings["boxes"].append((name, page.evaluate(BOXES)))
                    findings["zoomed"].append((name, zoomed(page)))
        with open_page(browser, f"{site.as_uri()}/{name}") as page:
            findings["faults"].append((name, "disk", page.faults))
    return findings


def look(page, seen, findings):
    """Look at a page in both themes, with everything unfolded."""
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.wait_for_function("ink => getComputedStyle(document.body).color === ink", arg=INK[theme])
        page.wait_for_function(REACHED)
        findings["sideways"].append((*seen, theme, page.evaluate(OVERHANG)))
        if rules := RULES.get((seen[1], theme)):
            findings["barriers"].append((*seen, theme, barriers(page, rules)))
    findings["faults"].append((*seen, page.faults))


def zoomed(page):
    """How far a page reaches out when its reader has set text to twice the size."""
    page.add_style_tag(content="html { font-size: 218.75% !important; }")
    return page.evaluate(OVERHANG)


def barriers(page, options=AXE):
    """What axe finds: the rule, and the elements that break it."""
    found = Axe().run(page, options=options).response["violations"]
    return [(barrier["id"], [node["html"][:120] for node in barrier["nodes"]]) for barrier in found]


def weight(page):
    """Bytes that a first visit transfers."""
    return sum(transferred(response) for response in page.responses if response.url.startswith("http"))


def transferred(response):
    """Bytes of one answer, compressed where a web server compresses."""
    if response.request.method == "HEAD":
        return 0
    if response.headers.get("content-type", "").startswith(COMPRESSED):
        return len(gzip.compress(response.body(), 6))
    return int(response.headers["content-length"])  # a browser does not show what it fetches for the next page


def ink(page):
    """The color of the text."""
    return page.evaluate("getComputedStyle(document.body).color")


def test_C02_C05_C23_F05_no_page_has_an_error_or_asks_another_host(tour):
    assert not [finding for finding in tour["faults"] if finding[-1]]


def test_C25_C26_no_page_can_be_scrolled_sideways(tour):
    assert not [finding for finding in tour["sideways"] if finding[-1] > 0]


def test_text_of_twice_the_size_needs_no_sideways_scrolling(tour):
    assert not [finding for finding in tour["zoomed"] if finding[-1] > 0]


def test_no_page_shows_a_box_in_place_of_an_icon(tour):
    assert not [finding for finding in tour["boxes"] if finding[-1]]


def test_no_page_is_heavy_on_a_first_visit(tour):
    whole = [finding for finding in tour["weight"] if finding[0] != "404.html"]
    assert all(finding[-1] > 50_000 for finding in whole), "responses were not counted"
    assert not [finding for finding in tour["weight"] if finding[-1] > BUDGET]


def test_C24_E13_F11_no_page_has_a_barrier_that_axe_can_find(tour):
    assert not [finding for finding in tour["barriers"] if finding[-1]]


WATCH_SHIFTS = """
window.shifted = 0;
new PerformanceObserver((shifts) => {
  for (const shift of shifts.getEntries()) if (!shift.hadRecentInput) window.shifted += shift.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("name", ["intro", "chapters/start"])
def test_nothing_in_sight_moves_when_an_explorer_comes_late(browser, served, name, width):
    held = []
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.set_default_timeout(PATIENCE)
    page.add_init_script(WATCH_SHIFTS)
    page.route("**/explorers.js*", lambda route: held.append(route))
    page.goto(f"{served}/{name}.html", wait_until="commit")
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
    held[0].continue_()
    page.wait_for_selector(".explorer svg")
    page.wait_for_timeout(500)
    assert page.evaluate("window.shifted") < 0.01
    page.close()


def test_a_request_to_another_host_or_a_missing_file_is_noticed(visit, served):
    page = visit(f"{served}/intro.html")
    page.evaluate("""() => {
        document.body.append(Object.assign(new Image(), { src: 'https://example.org/logo.png' }));
        document.body.append(Object.assign(new Image(), { src: 'missing.png' }));
        setTimeout(() => { throw Error('on purpose') });
    }""")
    page.wait_for_timeout(500)
    faults = " | ".join(page.faults)
    for part in ("out: https://example.org/logo.png", "failed: https://example.org/logo.png", "404", "on purpose"):
        assert part in faults


def test_a_barrier_and_an_overhang_are_noticed(visit, served):
    page = visit(f"{served}/intro.html", width=PHONE)
    assert not barriers(page)
    page.evaluate("document.querySelector('article').innerHTML += '<img src=\"data:,\" style=\"min-width: 500px\">'")
    assert page.evaluate(OVERHANG) > 0
    assert "image-alt" in dict(barriers(page))


def test_a_box_in_place_of_an_icon_is_noticed(visit, served):
    page = visit(f"{served}/intro.html")
    page.add_style_tag(content='article h1::before { content: "\uf09b"; }')
    assert len(page.evaluate(BOXES)) == 1


def test_F12_the_first_address_leads_to_the_first_page(visit, address):
    page = visit(f"{address}/index.html")
    page.wait_for_url("**/intro.html")
    assert page.locator("article h1").inner_text().startswith("Multi-Head Attention")


def test_the_first_page_shows_an_explorer_and_what_to_read_first(visit, address):
    page = visit(f"{address}/intro.html")
    assert page.locator(".explorer input").first.input_value() == "thoughts"
    page.get_by_role("radio", name="Four heads").first.click()
    page.wait_for_selector(".mha-lens")
    assert "undefined" not in page.locator("article").inner_text()
    assert page.locator(".paths li strong a").count() == 3
    assert not page.faults


def test_without_scripts_a_page_says_where_an_explorer_is_missed(visit, served):
    page = visit(f"{served}/intro.html", java_script_enabled=False)
    assert "needs JavaScript" in page.locator("article").inner_text()


@pytest.mark.parametrize("theme", THEMES)
def test_a_page_follows_the_system_with_and_without_scripts(visit, served, theme):
    for scripts in (True, False):
        assert ink(visit(f"{served}/intro.html", theme=theme, java_script_enabled=scripts)) == INK[theme]


def test_the_switch_changes_text_and_figures_is_remembered_and_does_not_reach_paper(visit, served):
    page = visit(f"{served}/intro.html")
    switch = page.get_by_role("button", name="Color mode")
    for _ in range(3):
        if page.evaluate("document.documentElement.dataset.mode") != "dark":
            switch.click()
    letter = page.evaluate("getComputedStyle(document.querySelector('svg.drawing text')).fill")
    assert ink(page) == letter == INK["dark"]
    page.goto(f"{served}/back/glossary.html")
    assert ink(page) == INK["dark"]
    page.emulate_media(media="print")
    assert ink(page) == INK["light"]
    assert page.locator("h1:visible").all_inner_texts() == ["Glossary"]


def test_the_search_finds_a_word(visit, address):
    page = visit(f"{address}/search.html?q=softmax")
    page.wait_for_selector("#search-results li a")
    page.wait_for_selector("text=Glossary: softmax")
    assert not page.faults


# What a reader may look for, and a page that is among the hits.
SOUGHT = {
    "注意力": "glossary",
    "多头注意力": "glossary",
    "key-value cache": "glossary",
    "context vector": "glossary",
    "d_k": "notation",
    "W_o": "notation",
    "多头": "glossary",
    "自注意力": "glossary.html#term-self-attention",
    "alignment": "bahdanau",
    "padding_mask": "pitfalls",
}


@pytest.mark.parametrize("words", SOUGHT)
def test_C10_the_search_finds_terms_in_both_languages_symbols_and_names_of_the_package(visit, served, words):
    page = visit(f"{served}/search.html?q={quote(words)}")
    page.wait_for_selector(f"#search-results li a[href*='{SOUGHT[words]}']")
    assert not page.faults


FIRST_HIT = "query => Search._performSearch(...Search._parseQuery(query)).at(-1)?.[0]"


def test_C10_the_notation_comes_first_for_each_of_its_symbols_however_it_is_typed(visit, served, site):
    html = BeautifulSoup((site / "back/notation.html").read_text(encoding="utf-8"), "html.parser")
    symbols = {tex.get_text() for tex in html.select("td:first-child annotation")}
    assert {"h_i", r"d_{\text{model}}", "e_{ij}", r"\alpha_{ij}"} <= symbols
    plain = {re.sub(r"[\\{}]|text", "", tex) for tex in symbols}
    page = visit(f"{served}/search.html?q=d_k")
    page.wait_for_selector("#search-results li")
    first = {query: page.evaluate(FIRST_HIT, query) for query in sorted(symbols | plain | {"α_ij"})}
    assert first == dict.fromkeys(first, "back/notation")


def test_the_search_does_not_find_what_is_folded(visit, served, site):
    html = BeautifulSoup((site / "chapters/interview.html").read_text(encoding="utf-8"), "html.parser")
    folded = html.select("details.answer, details.hint")
    told = {word for box in folded for word in re.findall(r"[a-z]{9,}", box.extract().get_text())}
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    elsewhere = "".join(
        page.read_text(encoding="utf-8") for page in site.rglob("*.html") if page.name not in {"interview.html"}
    )
    only = sorted(word for word in told if word not in elsewhere and word not in html.get_text())
    assert only, "every word of the answers stands elsewhere too"
    assert not [word for word in only if f'"{word}"' in index]
    page = visit(f"{served}/search.html?q={only[0]}")
    page.wait_for_selector(".search-summary:not(:empty)")
    assert page.locator("#search-results li").count() == 0


FOCUSED = """() => {
  const element = document.activeElement;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const seen = element.checkVisibility({ visibilityProperty: true }) && box.width > 0;
  const ringed = style.outlineStyle !== "none" || style.boxShadow !== "none" || element.matches(".mha *, input");
  return { name: element.outerHTML.slice(0, 90), seen, ringed, last: element.matches("a.right-next") };
}"""


def test_a_chapter_can_be_walked_by_key_from_its_first_link_to_the_next_chapter(visit, served):
    page = visit(f"{served}/chapters/bottleneck.html")
    steps = []
    while not (steps and steps[-1]["last"]) and len(steps) < 500:
        page.keyboard.press("Tab")
        steps.append(page.evaluate(FOCUSED))
    assert steps[-1]["last"], "the way does not end at the next chapter"
    assert not [step["name"] for step in steps if not (step["seen"] and step["ringed"])]
    page.keyboard.press("Enter")
    page.wait_for_url("**/chapters/bahdanau.html")


def test_answers_and_code_unfold_by_key(visit, served):
    page = visit(f"{served}/chapters/bottleneck.html")
    answer = page.locator("details.folded").first
    folded = answer.locator("section p").first
    folded.wait_for(state="hidden")
    answer.locator("summary").focus()
    page.keyboard.press("Enter")
    assert folded.is_visible()
    code = page.locator("details.hide").first
    code.locator("summary").focus()
    page.keyboard.press("Enter")
    assert code.locator("pre").first.is_visible()


def test_what_is_folded_on_the_screen_is_open_on_paper(visit, served):
    page = visit(f"{served}/chapters/bottleneck.html")
    folded = page.locator("details.folded p").first
    assert not folded.is_visible()
    page.emulate_media(media="print")
    assert folded.is_visible()


def test_what_scrolls_is_a_tab_stop_also_with_fonts_that_come_late(visit, served):
    page = visit(f"{served}/chapters/bottleneck.html", width=PHONE)
    page.wait_for_function(REACHED)
    page.evaluate("document.querySelectorAll('pre').forEach((code) => { code.style.font = '40px Late'; })")
    assert not page.evaluate(REACHED)
    page.evaluate("""document.fonts.add(new FontFace("Late", "url(../_static/fonts/book-mono.woff2)"))""")
    page.wait_for_function(REACHED)


def test_the_keyboard_reaches_the_text_first_and_the_search(visit, served):
    page = visit(f"{served}/intro.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to main content"
    page.keyboard.press("Control+k")
    page.keyboard.type("softmax")
    page.keyboard.press("Enter")
    page.wait_for_selector("#search-results li a")
