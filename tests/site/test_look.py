"""What makes a page look made for its screen, as far as it can be measured."""

import pytest

from mha.palette import PALETTE

pytestmark = pytest.mark.browser

PHONE = 360
# The colors of all text that a reader sees, and one who unfolds it.
INKS = """() => [...new Set([...document.querySelectorAll("main *")]
  .filter(element => !element.closest("svg, script, annotation") && element.checkVisibility()
    && [...element.childNodes].some(part => part.nodeType === Node.TEXT_NODE && part.data.trim()))
  .map(element => getComputedStyle(element).color))]"""
# How far the height of each paragraph is from a whole number of lines.
UNEVEN = """paragraphs => paragraphs.map(paragraph => {
  const lines = paragraph.getBoundingClientRect().height / parseFloat(getComputedStyle(paragraph).lineHeight);
  return Math.abs(lines - Math.round(lines));
})"""
# Whether there is more than can be seen, and whether a shade is laid under it.
SHADED = """boxes => boxes.map(box => [
  box.scrollWidth > box.clientWidth, getComputedStyle(box).backgroundImage.includes("gradient")])"""


def hexadecimal(color):
    """The ``rgb(…)`` of a browser as the palette writes it."""
    return "#" + "".join(f"{int(part):02x}" for part in color.removeprefix("rgb(").removesuffix(")").split(","))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["chapters/interview", "back/models", "back/api", "back/api/attention"])
def test_text_has_colors_of_the_palette_only(visit, served, name, theme):
    page = visit(f"{served}/{name}.html", theme=theme)
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    inks = {hexadecimal(color) for color in page.evaluate(INKS)}
    assert len(inks) > 2
    assert inks <= {getattr(color, theme) for color in PALETTE.values()}


def test_slanted_words_do_not_leave_the_lines_of_the_ledger(visit, served):
    page = visit(f"{served}/chapters/evolution.html", width=PHONE)
    slanted = page.eval_on_selector_all(".story > p:not(.admonition-title):has(em)", UNEVEN)
    assert slanted
    assert max(slanted) < 0.05


@pytest.mark.parametrize("name", ["chapters/evolution", "back/notation"])
def test_what_scrolls_sideways_on_a_phone_has_a_shade(visit, served, name):
    page = visit(f"{served}/{name}.html", width=PHONE)
    code = page.eval_on_selector_all(".bd-article pre, .pst-scrollable-table-container", SHADED)
    assert any(wide for wide, _ in code)
    assert all(wide == shaded for wide, shaded in code)
    formulas = page.eval_on_selector_all(".math-body", SHADED)
    assert all(shaded for _, shaded in formulas)


@pytest.mark.parametrize("name", ["chapters/evolution", "back/speed"])
def test_previous_and_next_share_no_line_of_a_phone(visit, served, name):
    page = visit(f"{served}/{name}.html", width=PHONE)
    before, after = (page.locator(f"a.{side}").bounding_box() for side in ("left-prev", "right-next"))
    assert before["width"] == after["width"] > 0.8 * PHONE
    assert before["y"] + before["height"] <= after["y"]


def test_the_caption_of_a_wide_table_stays_in_sight(visit, served):
    page = visit(f"{served}/chapters/python_demo.html", width=PHONE)
    table = page.locator(".pst-scrollable-table-container")
    (wide, _), *_ = table.evaluate_all(SHADED)
    assert wide
    for scrolled in (0, 1000):
        table.first.evaluate("(box, scrolled) => { box.scrollLeft = scrolled; }", scrolled)
        caption = page.locator("caption").first.bounding_box()
        assert caption["x"] >= 0
        assert caption["x"] + caption["width"] <= PHONE


def test_tables_of_times_fit_a_phone(visit, served):
    page = visit(f"{served}/back/speed.html", width=PHONE)
    tables = page.eval_on_selector_all(".pst-scrollable-table-container", SHADED)
    assert len(tables) == 4
    assert not any(wide for wide, _ in tables)


@pytest.mark.parametrize("width", [PHONE, 1280])
@pytest.mark.parametrize("name", ["intro", "chapters/start", "back/speed"])
def test_text_of_twice_the_size_keeps_its_words_whole(visit, served, name, width):
    page = visit(f"{served}/{name}.html", width=width)
    page.add_style_tag(content="html { font-size: 212.5% !important; }")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    column = page.locator("article h1").bounding_box()["width"]
    assert column > 0.44 * width


def test_what_the_search_quotes_fits_a_phone_and_has_no_tex(visit, served):
    page = visit(f"{served}/search.html?q=softmax", width=PHONE)
    page.wait_for_function("document.querySelectorAll('#search-results p.context').length > 9")
    page.wait_for_selector("#search-results p.context:has-text('tanh')")
    assert "\\" not in page.inner_text("#search-results")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE
