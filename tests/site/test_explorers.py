"""The small host that runs explorers on a page without a kernel."""

import base64
import json

import pytest

from tests.site.conftest import ROOT

pytestmark = pytest.mark.browser

COUNTER = """
function render({ model, el, signal }) {
  const button = document.createElement("button");
  const draw = () => { button.textContent = `${model.get("name")} ${model.get("count")}`; };
  button.addEventListener("click", () => { model.set("count", model.get("count") + 1); model.save_changes(); });
  model.on("change:count", draw);
  draw();
  el.append(button);
}
export default { render };
"""
BYTES = """
export default () => ({
  initialize({ model }) { model.set("sum", model.get("weights").getUint8(0) + model.get("weights").getUint8(1)); },
  render({ model, el }) { el.textContent = `sum ${model.get("sum")}`; },
});
"""
ASKING = """
export default { render({ model, el }) {
  model.on("msg:custom", ({ parameters, data, error }) => {
    el.textContent += `${parameters}: ${data ?? error}. `;
  });
  for (const name of model.get("names")) model.send({ ask: "parameters", name, version: "1" });
  model.send({ ask: "the time" });
} };
"""
FAILING = 'export default { render() { throw new Error("out of ink"); } };'


def widget(source, buffers=(), **traits):
    """A widget as a notebook stores it."""
    state = {"_esm": source, "_css": ".explorer button { color: rgb(1, 2, 3); }", **traits}
    return {"model_module": "anywidget", "model_name": "AnyModel", "state": state, "buffers": list(buffers)}


@pytest.fixture
def show(visit, tmp_path):
    """Return a function that opens a page with the given widgets, each shown where its name is listed."""

    def open_page(widgets, views):
        state = json.dumps({"version_major": 2, "version_minor": 0, "state": widgets})
        kind = "application/vnd.jupyter.widget"
        page = tmp_path / "_build" / "page.html"
        page.parent.mkdir(exist_ok=True)
        page.write_text(
            '<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,">'
            f'<script type="{kind}-state+json">{state}</script><body>'
            + "".join(f'<script type="{kind}-view+json">{json.dumps({"model_id": view})}</script>' for view in views)
            + f"<script>{(ROOT / 'theme/static/explorers.js').read_text(encoding='utf-8')}</script>",
            encoding="utf-8",
        )
        return visit(page.as_uri())

    return open_page


def test_C01_C03_C04_F04_F10_an_explorer_runs_from_its_stored_state(show):
    page = show({"a": widget(COUNTER, name="clicks", count=3)}, ["a"])
    page.click("text=clicks 3")
    assert page.locator(".explorer").inner_text() == "clicks 4"
    assert page.evaluate("getComputedStyle(document.querySelector('button')).color") == "rgb(1, 2, 3)"
    assert not page.faults


def test_two_views_of_one_explorer_share_its_state_and_two_explorers_do_not(show):
    widgets = {"a": widget(COUNTER, name="a", count=0), "b": widget(COUNTER, name="b", count=0)}
    page = show(widgets, ["a", "b", "a"])
    page.locator("button").first.click()
    assert page.locator(".explorer").all_inner_texts() == ["a 1", "b 0", "a 1"]


def test_bytes_arrive_as_a_data_view(show):
    stored = {"path": ["weights"], "encoding": "base64", "data": base64.b64encode(bytes([40, 2])).decode()}
    page = show({"a": widget(BYTES, [stored])}, ["a"])
    assert page.locator(".explorer").inner_text() == "sum 42"
    assert not page.faults


def test_the_page_answers_for_the_kernel_with_the_parameters_beside_it(show, tmp_path):
    models = tmp_path / "_build" / "models"
    models.mkdir(parents=True)
    script = '(window.explorerParameters ??= {})["g2p"] = [40, 2];'
    (models / "g2p.js").write_text(script, encoding="utf-8")
    page = show({"a": widget(ASKING, names=["g2p"]), "b": widget(ASKING, names=["g2p"])}, ["a", "b"])
    page.wait_for_function("document.querySelectorAll('.explorer')[1].textContent")
    assert page.locator(".explorer").all_inner_texts() == ["g2p: 40,2.", "g2p: 40,2."]
    loaded = [response.url for response in page.responses if "/models/" in response.url]
    assert loaded == [f"{models.as_uri()}/g2p.js?v=1"]
    assert not page.faults


def test_parameters_that_are_not_there_are_missed_and_no_other_file_is_loaded(show):
    page = show({"a": widget(ASKING, names=["../page", "none"])}, ["a"])
    page.wait_for_function("document.querySelector('.explorer').textContent.includes('none')")
    answers = page.locator(".explorer").inner_text()
    assert answers.count("it could not be loaded") == 2
    assert not [fault for fault in page.faults if fault.startswith("out:")]


@pytest.fixture
def beside(tmp_path):
    """Two explorers whose module lies beside the page, and its address."""
    folder = tmp_path / "_build" / "explorers"
    folder.mkdir(parents=True)
    source = json.dumps({"esm": COUNTER, "css": ".explorer button { height: 400px; }"})
    script = folder / "Counter-1.js"
    script.write_text(f'(window.explorerSources ??= {{}})["Counter-1"] = {source};', encoding="utf-8")
    traits = {name: {"_source": "Counter-1", "key": name, "name": name, "count": 0} for name in ("near", "far")}
    return {name: {**widget(""), "state": state} for name, state in traits.items()}, script.as_uri()


def test_a_module_beside_the_page_is_loaded_once_when_the_reader_comes_near(show, beside):
    widgets, address = beside
    page = show(widgets, ["near"] * 9 + ["far"])
    page.locator("text=near 0").nth(3).wait_for()
    assert page.locator("text=far 0").count() == 0
    for _ in range(9):
        page.mouse.wheel(0, 900)
        page.wait_for_timeout(30)
    page.click("text=far 0")
    assert [response.url for response in page.responses if "/explorers/" in response.url] == [address]
    assert page.locator("style").count() == 1
    assert not page.faults


def test_a_module_is_loaded_for_a_link_to_a_view_and_for_paper(show, beside):
    page = show(beside[0], ["near"] * 9 + ["far"])
    page.goto(f"{page.url}?far.count=1")
    page.locator("text=far 0").wait_for()
    page.goto(page.url.partition("?")[0])
    page.emulate_media(media="print")
    page.locator("text=far 0").wait_for()


def test_C02_an_explorer_that_fails_says_so_and_leaves_the_others_alone(show):
    page = show({"a": widget(FAILING), "b": widget(COUNTER, name="b", count=0)}, ["a", "b"])
    texts = page.locator(".explorer").all_inner_texts()
    assert "could not start (out of ink)" in texts[0]
    assert texts[1] == "b 0"
    assert len(page.faults) == 1


def test_other_widgets_are_left_to_others(show):
    slider = {"model_module": "@jupyter-widgets/controls", "model_name": "IntSliderModel", "state": {}}
    page = show({"a": slider}, ["a"])
    assert page.locator(".explorer").count() == 0
    assert not page.faults
