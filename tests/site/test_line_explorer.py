"""The first explorer on the page where it stands in the book."""

import pytest

from mha.widgets import LineExplorer

pytestmark = pytest.mark.browser

PAGE = "chapters/start.html"
SAID = "text => document.querySelector('.mha-readout').innerText.includes(text)"


def parameters(page):
    """Answers to requests for parameters."""
    return [response for response in page.responses if "/models/" in response.url]


def test_any_word_is_said_on_a_server_and_from_disk(visit, address):
    page = visit(f"{address}/{PAGE}")
    page.wait_for_selector(".mha .ribbon")
    assert not parameters(page), "nobody has typed yet"
    page.fill(".mha-word", "counterclockwise")
    page.wait_for_function(SAID, arg=" ".join(LineExplorer("counterclockwise").phonemes))
    assert len(parameters(page)) == 1
    assert not page.faults


def test_the_styles_of_the_page_leave_the_figure_alone(visit, served):
    page = visit(f"{served}/{PAGE}")
    ledger = page.locator(".ledger rect").first.bounding_box()
    assert ledger["height"] == pytest.approx(21, abs=1.5)
    assert page.locator(".mha p").first.evaluate("node => getComputedStyle(node).marginBottom") == "0px"
    bounds = page.locator(".mha").bounding_box()
    svg = page.locator(".mha-figure").first.bounding_box()
    assert bounds["x"] <= svg["x"]
    assert svg["x"] + svg["width"] <= bounds["x"] + bounds["width"] + 1
