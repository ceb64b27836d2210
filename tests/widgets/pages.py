"""A page with explorers as the book has them: stored states, the host that runs them, parameters beside it."""

import json

from mha.widgets import parameters
from tests.site.conftest import ROOT
from theme.book_pages import stylesheet

KIND = "application/vnd.jupyter.widget"


def write(folder, *explorers):
    """Write the page and what it loads; return its path."""
    folder.mkdir(exist_ok=True)
    for explorer in explorers:
        for name, model in getattr(explorer, "chosen", {}).items():
            write_model(folder, name, model)
    (folder / "explorers.js").write_text(
        (ROOT / "theme/static/explorers.js").read_text(encoding="utf-8"), encoding="utf-8"
    )
    (folder / "book.css").write_text(stylesheet.palette_css() + stylesheet.part("base"), encoding="utf-8")
    state = {f"explorer{i}": stored(explorer) for i, explorer in enumerate(explorers)}
    embedded = json.dumps({"version_major": 2, "version_minor": 0, "state": state}).replace("</", "<\\/")
    views = "".join(f'<script type="{KIND}-view+json">{json.dumps({"model_id": name})}</script>' for name in state)
    page = folder / "page.html"
    page.write_text(
        '<!DOCTYPE html><html lang="en" data-theme="auto"><meta charset="utf-8"><title>Page</title>'
        '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="book.css"><style>body {{ margin: 16px; background: var(--paper); }}</style>'
        f'<script type="{KIND}-state+json">{embedded}</script>'
        f'<main style="max-width: 620px"><h1>Page</h1>{views}</main><script src="explorers.js"></script>',
        encoding="utf-8",
    )
    return page


def write_model(folder, name, model):
    """Write the script that brings a model's parameters."""
    (folder / "models").mkdir(exist_ok=True)
    (folder / "models" / f"{name}.js").write_text(parameters.script(name, model), encoding="utf-8")


def stored(explorer):
    """An explorer as a notebook stores it."""
    state = {name: value for name, value in explorer.get_state().items() if name != "layout"}
    return {"model_module": "anywidget", "model_name": "AnyModel", "state": state, "buffers": []}
