"""BottleneckExplorer: the numbers of the page are those of the cells in the chapter on the bottleneck."""

import numpy as np
import pytest
from traitlets import TraitError

from mha import RNNCell, unroll
from mha.probes import Named
from mha.widgets import BottleneckExplorer
from tests.widgets.framed import expect

TOLERANCE = 1e-9  # asked for is 1e-5; both sides compute in double precision
browser_test = pytest.mark.browser


def gains(explorer):
    """Largest and average gain and bound for each position, by the chapter's formulas."""
    U, parts = explorer.drawn
    d = len(U)
    states, _ = unroll(RNNCell(np.eye(d), U, np.zeros(d)), parts)
    factors = U * (1 - states[:, None, :] ** 2)  # (T, d, d)
    products = [np.eye(d)]
    for factor in factors[:0:-1]:
        products.append(factor @ products[-1])
    largest = np.linalg.norm(products, 2, axis=(-2, -1))
    average = np.linalg.norm(products, axis=(-2, -1)) / np.sqrt(d)
    bound = np.linalg.norm(U, 2) ** np.arange(explorer.length)
    return {"largest": largest[::-1], "average": average[::-1], "bound": bound[::-1]}


def measurement(rng, length, words=50):
    return Named(words, *rng.integers(words + 1, size=(4, length)) / words)


@browser_test
@pytest.mark.parametrize("matrix", ["rotation", "random"])
@pytest.mark.parametrize(
    ("length", "radius", "parts", "seed"),
    [(12, 0.9, 0.3, 0), (40, 1.5, 0.0, 7), (40, 0.1, 1.0, 999_999), (3, 1.1, 0.5, 3)],
)
def test_the_page_computes_what_the_chapter_computes(front, length, radius, parts, seed, matrix):
    explorer = BottleneckExplorer(length=length, radius=radius, parts=parts, matrix=matrix, seed=seed)
    traits = {name: getattr(explorer, name) for name in ("length", "radius", "parts", "matrix", "position", "seed")}
    seen = front("bottleneck/arithmetic.mjs", "({ compute }, traits) => compute({ ...traits, measured: [] })", traits)
    expected = gains(explorer)
    for name, values in expected.items():
        assert np.allclose(seen[name], values, rtol=TOLERANCE, atol=0), name
    distance = np.arange(1, length)
    slope = np.polyfit(distance, np.log(expected["largest"][-2::-1]), 1)[0]
    assert seen["factor"] == pytest.approx(np.exp(slope), rel=1e-7)
    assert seen["step"] == pytest.approx(np.linalg.norm(explorer.drawn[0], 2), rel=TOLERANCE)


def test_the_product_of_the_factors_is_a_derivative():
    explorer = BottleneckExplorer(length=6, matrix="random", seed=5)
    U, parts = explorer.drawn
    cell = RNNCell(np.eye(32), U, np.zeros(32))
    early = unroll(cell, parts[:2])[1]
    step = 1e-6 * np.eye(32)
    ahead, behind = (unroll(cell, np.tile(parts[2:], (32, 1, 1)), state=early + sign * step)[1] for sign in (1, -1))
    assert np.linalg.norm((ahead - behind) / 2e-6, 2) == pytest.approx(gains(explorer)["largest"][1], rel=1e-6)


def test_both_matrices_have_the_radius_and_only_the_rotation_has_it_for_its_norm():
    for seed in range(5):
        for matrix in ("rotation", "random"):
            U, _ = BottleneckExplorer(radius=0.9, matrix=matrix, seed=seed).drawn
            assert abs(np.linalg.eigvals(U)).max() == pytest.approx(0.9)
            assert (np.linalg.norm(U, 2) == pytest.approx(0.9)) == (matrix == "rotation")


def test_it_says_how_it_is_made(rng):
    explorer = BottleneckExplorer(length=20, radius=1.1, measured=[measurement(rng, 20)])
    assert repr(explorer) == "BottleneckExplorer(length=20, radius=1.1)"
    assert repr(BottleneckExplorer()) == "BottleneckExplorer()"
    assert explorer._repr_mimebundle_()[0]["text/plain"] == repr(explorer)


@pytest.mark.parametrize(
    ("trait", "value"),
    [
        ("length", 2),
        ("length", 41),
        ("radius", 0),
        ("radius", 1.6),
        ("parts", -0.1),
        ("matrix", "identity"),
        ("position", -1),
        ("seed", 1_000_000),
        ("view", "map"),
        ("measured", [{"words": 3}]),
        ("measured", [(1, 2)]),
    ],
)
def test_what_cannot_be_shown_is_refused(trait, value):
    with pytest.raises(TraitError):
        BottleneckExplorer(**{trait: value})
    with pytest.raises(TraitError):
        setattr(BottleneckExplorer(), trait, value)


@browser_test
def test_by_mouse_and_key(show, rng):
    measured = measurement(rng, 12)
    page = show(BottleneckExplorer(measured=[measured]))
    expect(page, "Position 1 of 12, 11 stations before the end.")
    percent = [round(100 * share[0]) for share in measured[1:]]
    expect(
        page,
        "In 50 words of 12 letters the whole summary names letter 1 in {} %, the forward half in {} %, the "
        "backward half in {} %, habit in {} %.".format(*percent),
    )
    page.get_by_label("Radius ρ").fill("20")
    assert page.get_by_label("Radius ρ").get_attribute("aria-valuetext") == "1.10"
    strip = page.get_by_role("slider", name="Position")
    strip.press("End")
    expect(page, "Position 12 of 12, the end. Of the change that is carried best 1.0 arrives")
    strip.press("ArrowLeft")  # the charts were drawn anew and have kept the focus
    expect(page, "Position 11 of 12, 1 station before the end.")
    assert page.locator(":focus").get_attribute("aria-valuetext").startswith("position 11 of 12, norm ")
    page.get_by_label("Parts T").fill("37")
    expect(page, "No measurement: there are too few words of 40 letters.")
    strip.press("Home")
    norm = gains(BottleneckExplorer(length=40, radius=1.1))["largest"][0]
    expect(page, f"Position 1 of 40, 39 stations before the end. Of the change that is carried best {norm:.3f} arrives")
    page.get_by_text("Draw anew").click()
    page.get_by_role("radio", name="random").check()
    other = gains(BottleneckExplorer(length=40, radius=1.1, matrix="random", seed=1))["largest"][0]
    assert strip.get_attribute("aria-valuetext") == f"position 1 of 40, norm {other:.4f}"
    strip.hover(position={"x": 8, "y": 50})
    expect(page, "Position 1 of 40")
    strip.hover(position={"x": 300, "y": 50})
    page.wait_for_function("!document.querySelector('.mha-sentence').innerText.includes('Position 1 of 40')")
    assert not page.faults


@browser_test
def test_by_finger_and_as_a_table(show, rng):
    explorer = BottleneckExplorer(length=5, measured=[measurement(rng, 5)])
    page = show(explorer, width=360, has_touch=True, is_mobile=True)
    box = page.locator(".mha-bottleneck .key").bounding_box()
    page.locator(".mha-bottleneck .key").tap(position={"x": box["width"] - 6, "y": 60})
    expect(page, "Position 5 of 5, the end.")
    page.get_by_role("radio", name="Table").tap()
    cells = [row.locator("td").all_inner_texts() for row in page.locator("tbody tr").all()]
    assert len(cells) == 5
    for i, (largest, average, bound, *shares) in enumerate(cells):
        expected = [values[i] for values in gains(explorer).values()]
        assert [float(largest), float(average), float(bound)] == pytest.approx(expected, rel=0.06)
        assert shares == [f"{round(100 * explorer.measured[0][name][i])}\u00a0%" for name in Named._fields[1:]]


@browser_test
def test_a_link_sets_no_measurement_and_nothing_out_of_bounds(show):
    traits = {"length": 500, "radius": 9, "parts": "1e-1", "matrix": "x", "measured": "[{}]"}
    page = show(BottleneckExplorer(), query="?" + "&".join(f"bottleneck.{name}={traits[name]}" for name in traits))
    expect(page, "Position 1 of 12")
    assert "%" not in page.locator(".mha-sentence").inner_text()
    assert not page.faults
