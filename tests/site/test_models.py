"""Every model that a stored explorer offers lies beside the pages, and no other."""

import json

import pytest

from mha import pretrained, widgets
from mha.widgets import parameters
from tests.site.conftest import ROOT
from theme.book_pages.explorers import STATE, models_of, taken_out, write_models


def test_models_are_found_in_stored_explorers():
    two, one = {"_models": [{"name": "g2p-none"}, {"name": "g2p-bahdanau"}]}, {"_models": [{"name": "g2p-none"}]}
    widgets = {f"id{i}": {"state": traits} for i, traits in enumerate((two, one, {"value": 3}))}
    assert models_of(json.dumps({"state": widgets})) == {"g2p-none", "g2p-bahdanau"}
    assert models_of('{"state": {}}') == set()


def test_shipped_models_are_written_and_others_named(tmp_path):
    assert write_models(tmp_path / "models", {"g2p-none", "mine"}) == {"mine"}
    assert [path.name for path in (tmp_path / "models").iterdir()] == ["g2p-none.js"]
    script = (tmp_path / "models" / "g2p-none.js").read_text(encoding="utf-8")
    assert script == parameters.script("g2p-none", pretrained.load("g2p-none"))


def test_without_explorers_nothing_is_written(tmp_path):
    assert write_models(tmp_path / "models", set()) == set()
    assert not list(tmp_path.iterdir())


def stored():
    """Every stored explorer of the book, with the chapter it is in."""
    for path in sorted((ROOT / "chapters").glob("*.ipynb")):
        widgets = json.loads(path.read_text(encoding="utf-8"))["metadata"].get("widgets", {}).get(STATE, {})
        for number, widget in enumerate(widgets.get("state", {}).values()):
            if widget["model_module"] == "anywidget":
                yield pytest.param(widget["state"], id=f"{path.stem}-{number}")


@pytest.mark.parametrize("traits", list(stored()))
def test_a_stored_explorer_is_up_to_date(traits):
    """If not, `make notebooks` mends it."""
    kind = getattr(widgets, traits["_anywidget_id"].rpartition(".")[2])
    assert traits["_esm"] == kind._esm
    assert traits["_css"] == kind._css
    for model in traits.get("_models", ()):
        assert model["version"] == parameters.version(pretrained.load(model["name"]))


def test_front_ends_are_taken_out_of_a_page():
    traits = {"_anywidget_id": "mha.widgets.dial.Dial", "_esm": 'x = "</script>"', "_css": "p {}", "value": 3}
    widgets = {
        name: {"model_module": module, "state": dict(traits)}
        for name, module in {"a": "anywidget", "b": "anywidget", "c": "@jupyter-widgets/base"}.items()
    }
    page, scripts = taken_out(json.dumps({"state": widgets}))
    (name, script), *others = scripts.items()
    assert not others
    assert name.startswith("Dial-")
    assert json.loads(script.partition(" = ")[2].rstrip(";\n")) == {"esm": 'x = "</script>"', "css": "p {}"}
    left = json.loads(page)["state"]
    assert left["a"]["state"] == {"_anywidget_id": "mha.widgets.dial.Dial", "value": 3, "_source": name}
    assert left["c"]["state"] == traits
    assert "</" not in page
