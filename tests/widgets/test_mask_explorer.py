"""MaskExplorer: masks and weights of the page are those of mha, and every pair can be pressed."""

import numpy as np
import pytest
from traitlets import TraitError

from mha.masks import causal_mask, padding_mask, window_mask
from mha.widgets import MaskExplorer
from tests.widgets.framed import expect

PRESETS = MaskExplorer.preset.values
NAMES = {"np": np, "causal_mask": causal_mask, "padding_mask": padding_mask, "window_mask": window_mask}
SIZES = [(5, 5, 3, 3), (2, 5, 1, 0), (8, 3, 3, 8), (1, 1, 8, 1), (3, 8, 2, 6)]
COMPUTE = """({ compute }, all) => all.map((traits) => {
    const { allowed, scores, weights, code } = compute(traits);
    return { allowed, scores, weights, code };
})"""


def traits(explorer):
    """What the page computes from."""
    return {name: getattr(explorer, name) for name in ("preset", "T_q", "T_k", "size", "length", "flipped", "seed")}


@pytest.mark.browser
@pytest.mark.parametrize("preset", PRESETS)
def test_the_page_computes_what_mha_computes(front, preset):
    explorers = [
        MaskExplorer(preset=preset, T_q=T_q, T_k=T_k, size=size, length=length, flipped=flipped, seed=T_q)
        for T_q, T_k, size, length in SIZES
        for flipped in ([], [[0, 0], [7, 7]])
    ]
    seen = front("mask/arithmetic.mjs", COMPUTE, [traits(explorer) for explorer in explorers])
    for explorer, page in zip(explorers, seen, strict=True):
        assert np.array_equal(page["allowed"], explorer.mask)
        assert np.array_equal(page["scores"], explorer.scores)
        assert np.allclose(page["weights"], explorer.weights, rtol=0, atol=1e-12)  # asked for is 1e-5
        if not explorer.flipped:
            code = np.broadcast_to(eval(page["code"], NAMES), explorer.mask.shape)
            assert np.array_equal(code, explorer.mask), page["code"]


def test_an_empty_row_is_zeros():
    explorer = MaskExplorer(preset="front", length=3)
    assert explorer.mask.sum(axis=1).tolist() == [0, 0, 1, 2, 3]
    assert explorer.weights.sum(axis=1).round(9).tolist() == [0, 0, 1, 1, 1]


def test_any_mask_can_be_set(rng):
    explorer = MaskExplorer()
    for shape in [(1, 8), (8, 1), (5, 7)]:
        mask = rng.random(shape) < 0.5
        explorer.mask = mask
        assert np.array_equal(explorer.mask, mask)
    explorer.preset, explorer.flipped = "causal", []
    assert np.array_equal(explorer.mask, causal_mask(5, 7))


def test_it_says_how_it_is_made():
    explorer = MaskExplorer(preset="window", size=2, flipped=[[0, 3]])
    assert repr(explorer) == "MaskExplorer(preset='window', size=2, flipped=[[0, 3]])"
    assert np.array_equal(eval(repr(explorer)).mask, explorer.mask)


@pytest.mark.parametrize(
    ("trait", "value", "complaint"),
    [
        ("preset", "diagonal", "preset"),
        ("T_q", 0, "T_q"),
        ("T_k", 9, "T_k"),
        ("size", 0, "size"),
        ("length", -1, "length"),
        ("flipped", [[0]], "length 2"),
        ("flipped", [[0, 8]], "flipped"),
        ("flipped", [[1, 2], [1, 2]], "each pair once"),
        ("mask", np.ones((9, 2), dtype=bool), r"each 1 to 8, got shape \(9, 2\)"),
    ],
)
def test_what_cannot_be_shown_is_refused(trait, value, complaint):
    with pytest.raises(TraitError, match=complaint):
        setattr(MaskExplorer(), trait, value)


def test_numbers_are_no_mask():
    with pytest.raises(TypeError, match="boolean"):
        MaskExplorer().mask = np.ones((2, 2))


@pytest.mark.browser
def test_by_mouse_and_key(show):
    page = show(MaskExplorer())
    expect(page, "causal_mask(5) allows 15 of 25 pairs. Each row of weights sums to one.")
    pair = page.locator("[data-name='pair 0 0']")
    pair.click()
    expect(page, "causal_mask(5), with one pair flipped by hand, allows 14 of 25 pairs. Query 1 may attend to nothing")
    expect(page, "Query 1, key 1: score −1.2, may not attend, weight 0.")
    assert pair.get_attribute("aria-checked") == "false"
    pair.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    assert page.evaluate("document.activeElement.dataset.name") == "pair 1 1"
    assert page.locator("[tabindex='0'].key").count() == 1
    expect(page, "Query 2, key 2: ")
    page.keyboard.press("Enter")
    expect(page, "one pair flipped")
    page.get_by_role("radio", name="padding in front").check()
    expect(page, "Queries 1 and 2 may attend to nothing: their weights are zeros")
    page.get_by_label("Real keys").fill("0")
    expect(page, "causal_mask(5) & (np.arange(5) >= 5) allows 0 of 25 pairs.")
    page.get_by_label("Queries T_q").fill("1")
    expect(page, "allows 0 of 10 pairs.")
    assert not page.faults


@pytest.mark.browser
def test_by_finger_and_the_area_of_a_square_is_the_weight(show):
    explorer = MaskExplorer(T_q=2, T_k=8, seed=1)
    page = show(explorer, width=360, has_touch=True, is_mobile=True)
    page.locator("[data-name='pair 1 7']").tap()
    explorer.flipped = [[1, 7]]
    expect(page, "Query 2, key 8: ")
    cell = page.locator(".mha-mask .key").first.bounding_box()["width"] + 3
    areas = page.locator(".squares").evaluate_all(
        "paths => paths.map(path => (path.getAttribute('d').match(/h[\\d.]+/g) ?? []).map(h => h.slice(1) ** 2))"
    )
    for row, weights in zip(areas, explorer.weights, strict=True):
        assert np.allclose(sorted(np.array(row) / (0.94 * cell) ** 2), sorted(weights[weights > 1e-4]), atol=0.01)
    page.get_by_role("radio", name="Table").tap()
    assert page.locator("tbody").nth(1).locator("tr").nth(0).locator("td").all_inner_texts() == [
        *(f"{weight:.2f}" for weight in explorer.weights[0]),
        "1",
    ]
