"""HeadSplitter: numbers and errors of the page are those of mha."""

import re

import numpy as np
import pytest
from traitlets import TraitError

from mha import MultiHeadAttention
from mha.widgets import HeadSplitter
from tests.site.conftest import open_page
from tests.widgets import pages
from tests.widgets.framed import expect

SIZES = [(512, 8, 1024), (512, 12, 7), (1, 1, 1), (7, 8, 3), (96, 96, 16), (97, 2, 1), (60, 7, 10), (256, 4, 16384)]


def init(d_model, num_heads):
    return MultiHeadAttention.init(np.random.default_rng(0), d_model, num_heads)


def multiplications(layer, T):
    """Counted from the shapes, as the chapter on heads does."""
    h, d_model, d_k = layer.W_q.shape
    d_v = layer.W_v.shape[-1]
    return h * (T * d_model * d_k + T * d_model * (d_k + d_v) + T * T * (d_k + d_v) + T * d_v * d_model)


@pytest.mark.browser
def test_the_page_computes_and_refuses_as_mha_does(front):
    compute = "({ compute }, all) => all.map(([d_model, num_heads, T]) => compute({ d_model, num_heads, T, head: 0 }))"
    seen = front("heads/arithmetic.mjs", compute, SIZES)
    for (d_model, num_heads, T), page in zip(SIZES, seen, strict=True):
        if page["error"]:
            with pytest.raises(ValueError, match=f"^{re.escape(page['error'])}$"):
                init(d_model, num_heads)
            continue
        layer = init(d_model, num_heads)
        assert page["d_k"] == layer.W_q.shape[-1]
        costs = page["costs"]
        assert costs["parameters"] == sum(array.size for array in layer)
        assert costs["multiplications"] == multiplications(layer, T) == costs["flops"] / 2
        assert costs["weights"] == num_heads * T * T
    assert sum(page["error"] is None for page in seen) == 4


def test_it_says_how_it_is_made():
    explorer = HeadSplitter(d_model=768, num_heads=12)
    assert repr(explorer) == "HeadSplitter(d_model=768, num_heads=12)"
    explorer.d_model, explorer.num_heads = 512, 8
    assert repr(explorer) == "HeadSplitter()"


@pytest.mark.parametrize(
    ("trait", "value"), [("d_model", 0), ("d_model", 4097), ("num_heads", 0), ("T", 0), ("head", -1), ("T", "long")]
)
def test_what_cannot_be_shown_is_refused(trait, value):
    with pytest.raises(TraitError, match=trait):
        HeadSplitter(**{trait: value})


@pytest.mark.browser
def test_by_mouse_and_key(show):
    page = show(HeadSplitter())
    expect(
        page, "8 heads of width d_k = 64: 8 · 64 = 512. Head 1 has columns 0 to 63 of W_q, W_k and W_v, 512 × 64 each"
    )
    expect(page, "1,048,576 parameters.")
    heads = page.get_by_label("Heads h", exact=True)
    heads.fill("12")
    with pytest.raises(ValueError, match="cannot be divided") as error:
        init(512, 12)
    expect(page, f"ValueError: {error.value}")
    expect(page, "12 heads of width 42 leave 8 columns over.")
    assert page.locator(".rest").count() == 4
    page.get_by_role("button", name="16 heads").click()
    expect(page, "16 heads of width d_k = 32")
    assert heads.input_value() == "16"
    heads.press("ArrowDown")
    expect(page, "15 heads of width 34 leave 2 columns over.")
    page.get_by_role("button", name="Width d_model: more").click()
    expect(page, "d_model = 576 cannot be divided among num_heads = 15")
    page.get_by_text("768 / 12").click()
    expect(page, "12 heads of width d_k = 64: 12 · 64 = 768.")
    box = page.locator(".ground").first.bounding_box()
    page.locator(".ground").first.click(position={"x": box["width"] * 3.5 / 12, "y": 20})
    expect(page, "Head 4 has columns 192 to 255")
    page.get_by_label("Positions T").fill("0")
    expect(page, "For one position:")
    assert not page.faults


@pytest.fixture(scope="module")
def shown(browser, tmp_path_factory):
    """One page on a phone for all tests that mend what they break."""
    page = pages.write(tmp_path_factory.mktemp("phone") / "_build", HeadSplitter())
    with open_page(browser, page.as_uri(), width=360, has_touch=True, is_mobile=True) as opened:
        yield opened


@pytest.mark.browser
@pytest.mark.parametrize("typed", ["", "0", "4097", "8.5", "八", "🙂", "<b>8</b>", "-8", "1e3"])
def test_by_finger_and_what_is_no_number_gets_a_sentence(shown, typed):
    field = shown.get_by_label("Width d_model", exact=True)
    field.fill(typed)
    expect(shown, "Width d_model: a whole number from 1 to 4096, please.", ".mha-message")
    assert field.get_attribute("aria-invalid") is not None
    shown.get_by_text("512 / 8").tap()
    expect(shown, "8 · 64 = 512")
    assert shown.locator(".mha-message").inner_text() == ""
    assert field.input_value() == "512"
