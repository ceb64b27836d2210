"""The explorers with one figure on the page where they stand in the book."""

import json

import pytest

from tests.site.conftest import ROOT
from tests.widgets.framed import expect
from theme.book_pages.explorers import STATE

pytestmark = pytest.mark.browser

PAGE = "chapters/practical_tips.html"


def test_each_runs_when_the_reader_comes_near_and_a_link_shows_its_view(visit, address):
    page = visit(f"{address}/{PAGE}?softmax.d_k=256&softmax.divided=false")
    expect(page, "Query 1, not divided.", ".mha-softmax .mha-sentence")
    for kind, said in {"heads": "8 heads of width d_k = 64", "mask": "causal_mask(5) allows 15 of 25 pairs."}.items():
        page.locator(f".explorer[data-key={kind}]").scroll_into_view_if_needed()
        expect(page, said, f".mha-{kind} .mha-sentence")
    legend = page.locator(".mha-mask .mha-legend").bounding_box()
    choice = page.locator(".mha-mask .mha-legend + label").bounding_box()
    assert legend["y"] < choice["y"] + choice["height"] / 2 < legend["y"] + legend["height"] + 8, "beside each other"
    assert page.locator(".mha p").first.evaluate("node => getComputedStyle(node).marginBottom") == "0px"
    assert not page.faults


def test_the_belt_has_what_was_measured(visit, address):
    page = visit(f"{address}/chapters/bottleneck.html?bottleneck.length=8&bottleneck.position=3")
    notebook = json.loads((ROOT / "chapters/bottleneck.ipynb").read_text(encoding="utf-8"))
    stored = notebook["metadata"]["widgets"][STATE]["state"].values()
    measured = [one for widget in stored for one in widget["state"].get("measured", ())]
    (words, share) = next((one["words"], one["whole"][3]) for one in measured if len(one["whole"]) == 8)
    said = f"In {words:,} words of 8 letters the whole summary names letter 4 in {share:.0%}"
    expect(page, said.replace("%", " %"), ".mha-bottleneck .mha-sentence")
    assert not page.faults


def test_any_word_is_seated_at_the_table(visit, address):
    page = visit(f"{address}/chapters/self_attention.html")
    page.locator(".explorer[data-key=table]").scroll_into_view_if_needed()
    page.fill(".mha-table .mha-word", "whistle")
    expect(page, "From w to e: 6 steps on the belt, 1 at the round table.", ".mha-table .mha-sentence")
    assert page.locator(".mha-table .seat-arc[data-state=lit]").count() > 0
    assert not page.faults
