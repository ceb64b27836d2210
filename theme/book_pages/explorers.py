"""What a page's explorers need, as scripts: their front ends, and the models that they offer.

A page loads a front end when its reader comes near, and a model when its reader needs it. In the page they would be
loaded with every visit, and once for each explorer. Beside the pages they are shared by all of them, and a script may
be loaded from disk as well, which other files may not.
"""

import hashlib
import json
from pathlib import Path

from mha import pretrained
from mha.widgets import parameters

from .report import warn

STATE = "application/vnd.jupyter.widget-state+json"


def taken_out(stored):
    """Take the front ends out of stored widgets.

    Parameters
    ----------
    stored : str
        The state of a page's widgets as JSON.

    Returns
    -------
    stored : str
        The same with the name of a front end in the place of each, safe to stand in a page.
    scripts : dict
        By name, the script that brings a front end.
    """
    widgets, scripts = json.loads(stored), {}
    for widget in widgets["state"].values():
        traits = widget["state"]
        if widget["model_module"] == "anywidget":
            source = json.dumps({"esm": traits.pop("_esm"), "css": traits.pop("_css", "")})
            kind = traits["_anywidget_id"].rpartition(".")[2]
            traits["_source"] = f"{kind}-{hashlib.sha256(source.encode()).hexdigest()[:12]}"
            scripts[traits["_source"]] = f'(window.explorerSources ??= {{}})["{traits["_source"]}"] = {source};\n'
    return json.dumps(widgets).replace("</", "<\\/"), scripts


def lighten(app, pagename, templatename, context, doctree):
    """Take the front ends out of a page and write them beside it."""
    for script in context.get("script_files", ()):
        attributes = getattr(script, "attributes", {})
        if attributes.get("type") == STATE:
            attributes["body"], scripts = taken_out(attributes["body"])
            folder = Path(app.outdir, "_static", "explorers")
            folder.mkdir(parents=True, exist_ok=True)
            for name, text in scripts.items():
                (folder / f"{name}.js").write_text(text, encoding="utf-8")


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
    """Connect to every page, after what writes its widgets into it, and to the end of the build."""
    app.connect("html-page-context", lighten, priority=900)
    app.connect("build-finished", finish)
