"""SoftmaxExplorer: the numbers of the page are those of mha, and of the chapter on practical tips."""

import numpy as np
import pytest
from traitlets import TraitError

from mha import heads
from mha.ops import softmax
from mha.widgets import SoftmaxExplorer
from mha.widgets.draws import normals
from tests.widgets.framed import expect

TOLERANCE = 1e-9  # asked for is 1e-5; both sides compute in double precision
browser_test = pytest.mark.browser


def gradients(explorer):
    """The length of dL/dq for every query, by the chapter's formula."""
    queries, keys, preferences = explorer.drawn
    factor = explorer.d_k**-0.5 if explorer.divided else 1
    weights = softmax(factor * queries @ keys.T)
    pull = weights * (preferences - (weights * preferences).sum(axis=-1, keepdims=True))
    return np.linalg.norm(factor * pull @ keys, axis=-1)


def test_the_numbers_are_as_good_as_normal():
    for seed in (0, 1, 2, 999_999):
        numbers = normals(seed, 100_000)
        moments = [(numbers**n).mean() for n in (1, 2, 3, 4)]
        assert np.allclose(moments, [0, 1, 0, 3], atol=0.1)
        assert abs(np.corrcoef(numbers[:-1], numbers[1:])[0, 1]) < 0.02
    assert not np.isin(normals(1, 1000), normals(2, 1000)).any()


@browser_test
@pytest.mark.parametrize(("seed", "count"), [(0, 7), (999_999, 2000)])
def test_the_page_draws_the_same_numbers(front, seed, count):
    drawn = front("shared/draws.mjs", "({ normals }, [seed, count]) => [...normals(seed, count)]", [seed, count])
    assert np.allclose(drawn, normals(seed, count), rtol=0, atol=1e-12)


@browser_test
@pytest.mark.parametrize(("d_k", "divided"), [(1, False), (64, False), (64, True), (100, True), (1024, False)])
def test_the_page_computes_what_mha_computes(front, d_k, divided):
    explorer = SoftmaxExplorer(d_k=d_k, divided=divided, query=7, seed=3)
    compute = """({ compute }, traits) => {
        const { look, lengths, quantiles } = compute(traits).chosen;
        return { ...look, scores: [...look.scores], weights: [...look.weights], lengths, quantiles };
    }"""
    traits = {name: getattr(explorer, name) for name in ("d_k", "divided", "query", "seed")}
    seen = front("softmax/arithmetic.mjs", compute, traits)
    queries, keys, _ = explorer.drawn
    scores = queries[7] @ keys.T * (d_k**-0.5 if divided else 1)
    lengths = gradients(explorer)
    expected = {
        "scores": scores,
        "weights": softmax(scores),
        "entropy": heads.entropy(softmax(scores)),
        "gradient": lengths[7],
        "lengths": lengths,
        "quantiles": np.quantile(lengths, [0.1, 0.5, 0.9]),
    }
    for name, values in expected.items():
        assert np.allclose(seen[name], values, rtol=TOLERANCE, atol=TOLERANCE), name


def test_the_gradient_is_a_derivative():
    explorer = SoftmaxExplorer(d_k=4, seed=5)
    queries, keys, preferences = explorer.drawn
    step = 1e-6 * np.eye(4)[:, None]
    ahead, behind = (softmax((queries + sign * step) @ keys.T / 2) for sign in (1, -1))
    slope = ((ahead - behind) * preferences).sum(axis=-1) / 2e-6  # (d_k, queries)
    assert np.allclose(np.linalg.norm(slope, axis=0), gradients(explorer))


def test_it_says_how_it_is_made():
    explorer = SoftmaxExplorer(d_k=256, divided=False)
    assert repr(explorer) == "SoftmaxExplorer(d_k=256, divided=False)"
    assert repr(SoftmaxExplorer()) == "SoftmaxExplorer()"
    assert explorer._repr_mimebundle_()[0]["text/plain"] == repr(explorer)


@pytest.mark.parametrize(
    ("trait", "value"),
    [("d_k", 0), ("d_k", 1025), ("d_k", "64"), ("divided", "yes"), ("query", 100), ("seed", -1), ("view", "map")],
)
def test_what_cannot_be_shown_is_refused(trait, value):
    with pytest.raises(TraitError):
        SoftmaxExplorer(**{trait: value})


@browser_test
def test_by_mouse_and_key(show):
    page = show(SoftmaxExplorer())
    expect(page, "Query 1, divided by √64 = 8.")
    assert page.locator(".filled").first.get_attribute("class") == "filled lens-2"
    page.get_by_label("Width d_k").fill("10")
    page.get_by_label("not divided").check()
    undivided = gradients(SoftmaxExplorer(d_k=1024, divided=False))
    expect(page, "The largest weight is 1.00; the entropy is 0.00 of 4 bits, the effective number of keys 1.0.")
    strip = page.get_by_role("slider", name="Query")
    strip.press("Home")
    expect(page, f"Query {np.argmin(undivided) + 1}, not divided.")
    strip.press("ArrowRight")  # the strip was drawn anew and has kept the focus
    expect(page, f"Query {np.argsort(undivided)[1] + 1}, not divided.")
    strip.press("End")
    assert page.locator(":focus").get_attribute("aria-valuetext").startswith(f"query {np.argmax(undivided) + 1},")
    page.get_by_text("Draw anew").click()
    other = gradients(SoftmaxExplorer(d_k=1024, divided=False, seed=1))
    strip.press("Home")
    expect(page, f"Query {np.argmin(other) + 1}, not divided.")
    page.locator(".ground").hover(position={"x": 3, "y": 40})
    expect(page, "Key 1: q · k = ")
    assert not page.faults


@browser_test
def test_by_finger_a_mark_is_taken_and_a_table_says_the_same(show):
    explorer = SoftmaxExplorer(d_k=16, query=50)
    page = show(explorer, width=360, has_touch=True, is_mobile=True)
    page.locator(".mha-softmax .key").tap(position={"x": 6, "y": 20})  # at the left end of the upper strip
    expect(page, f"Query {np.argmin(gradients(SoftmaxExplorer(d_k=16, divided=False))) + 1}, divided")
    page.get_by_role("radio", name="Table").tap()
    low, middle, high = np.quantile(gradients(explorer), [0.1, 0.5, 0.9])
    cells = page.locator("tbody tr").nth(1).locator("td").all_inner_texts()
    assert [float(cell) for cell in cells[1:]] == pytest.approx([low, middle, high], rel=0.05)
    assert page.locator("tbody tr").count() == 2 + 16
