"""The models that a page's explorers offer, as scripts: a page loads one when its reader needs it.

Stored in the notebooks they would be loaded with every page, and once for each explorer. Beside the pages they are
shared by all of them, and a script may be loaded from disk as well, which other files may not.
"""

import json
from pathlib import Path

from mha import pretrained
from mha.widgets import parameters

from .report import warn

STATE = "application/vnd.jupyter.widget-state+json"


def models_of(notebook):
    """Names of the models in the stored explorers of a notebook."""
    widgets = notebook["metadata"].get("widgets", {}).get(STATE, {}).get("state", {})
    return {model["name"] for widget in widgets.values() for model in widget["state"].get("_models", ())}


def write_models(folder, names):
    """Write each shipped model of these; return the names of the others."""
    shipped = names & set(pretrained.names())
    if shipped:
        folder.mkdir(parents=True, exist_ok=True)
    for name in sorted(shipped):
        script = parameters.script(name, pretrained.load(name))
        (folder / f"{name}.js").write_text(script, encoding="utf-8")
    return names - shipped


def finish(app, exception):
    """Write what the pages of this build can ask for."""
    if exception or app.builder.format != "html":
        return
    sources = {name: Path(app.env.doc2path(name)) for name in sorted(app.env.found_docs)}
    notebooks = {name: path for name, path in sources.items() if path.suffix == ".ipynb"}
    for name, path in notebooks.items():
        models = models_of(json.loads(path.read_text(encoding="utf-8")))
        for missing in sorted(write_models(Path(app.outdir, "_static", "models"), models)):
            warn("an explorer offers %s, which is not shipped: no page can run it", missing, location=name)


def setup(app):
    """Connect to the end of the build."""
    app.connect("build-finished", finish)
