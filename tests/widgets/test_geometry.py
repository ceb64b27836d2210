"""Where things lie: ribbons as wide as their weights, nothing outside the figure."""

import numpy as np
import pytest

pytestmark = pytest.mark.browser

LAY_OUT = "({ layOut }, sizes) => layOut(sizes)"
RIBBONS = """({ layOut, ribbonsOf }, { sizes, weights, heads }) => {
    const g = layOut(sizes);
    return { mouth: g.mouth, letterSlot: g.letterSlot, strands: ribbonsOf(g, weights, heads) };
}"""
WIDTHS = pytest.mark.parametrize("width", [300, 328, 620, 1000])


@WIDTHS
@pytest.mark.parametrize(("letters", "sounds"), [(2, 2), (5, 12), (13, 11), (25, 20)])
@pytest.mark.parametrize("heads", [0, 1, 4])
def test_everything_is_inside(front, width, letters, sounds, heads):
    g = front(
        "line/geometry.mjs",
        LAY_OUT,
        {"width": width, "letters": letters, "sounds": sounds, "heads": heads, "arcs": False},
    )
    along = g["letterAt"] + g["soundAt"]
    room = width if g["flat"] else g["height"]
    assert min(along) >= 0
    assert max(along) <= room
    assert g["soundEdge"] <= (g["height"] if g["flat"] else width)
    assert np.allclose(np.diff(g["letterAt"]), g["letterSlot"])


@pytest.mark.parametrize(
    ("width", "letters", "flat"), [(620, 13, True), (328, 13, False), (328, 5, True), (620, 25, False)]
)
def test_a_long_word_hangs_where_it_cannot_lie(front, width, letters, flat):
    sizes = {"width": width, "letters": letters, "sounds": 9, "heads": 1, "arcs": False}
    assert front("line/geometry.mjs", LAY_OUT, sizes)["flat"] is flat


@WIDTHS
def test_width_is_weight_and_a_mouth_is_one_for_each_head(front, width, rng):
    weights = rng.dirichlet(np.full(7, 0.4), size=(3, 5))  # (h, T_q, T_k)
    sizes = {"width": width, "letters": 7, "sounds": 5, "heads": 2, "arcs": False}
    drawn = front("line/geometry.mjs", RIBBONS, {"sizes": sizes, "weights": weights.tolist(), "heads": [0, 2]})
    share = drawn["mouth"] / 2
    for strand in drawn["strands"]:
        weight = weights[strand["head"], strand["sound"], strand["letter"]]
        assert strand["width"] == pytest.approx(weight * share)
    assert {(strand["head"]) for strand in drawn["strands"]} == {0, 2}
    missing = weights[[0, 2]][weights[[0, 2]] < 0.015].sum()
    assert sum(strand["width"] for strand in drawn["strands"]) == pytest.approx((10 - missing) * share)
