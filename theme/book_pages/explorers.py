"""Explorers on pages that are no notebooks, and what those of all pages need: front ends and models, as scripts.

A page loads a front end when its reader comes near, and a model when its reader needs it. In the page they would be
loaded with every visit, and once for each explorer. Beside the pages they are shared by all of them, and a script may
be loaded from disk as well, which other files may not.
"""

import hashlib
import json
from pathlib import Path

import yaml
from docutils import nodes
from myst_nb.sphinx_ import NbMetadataCollector as PageScripts
from sphinx.util.docutils import SphinxDirective

from mha import pretrained, widgets
from mha.widgets import parameters

from .report import warn

STATE = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"
PLACE = f'<script type="{VIEW}">'
WITHOUT_SCRIPTS = """\
<noscript><p class="explorer-note">Here stands a figure that answers to the hand. It needs JavaScript; the text and the
other figures do not.</p></noscript>
"""


class ExplorerDirective(SphinxDirective):
    """Show an explorer: its class is the argument, its traits are the content, a line ``name: value`` for each.

    It is made at each build, with the models as they are then; a notebook stores its explorers.
    """

    required_arguments = 1
    has_content = True

    def run(self):
        """Do what MyST-NB does for the stored explorers of a notebook."""
        self.env.note_reread()  # models and front ends may have changed when the page has not
        explorer = getattr(widgets, self.arguments[0])(**yaml.safe_load("\n".join(self.content)))
        name = hashlib.md5(f"{self.env.docname} {self.lineno}".encode()).hexdigest()  # of the form of a stored one
        widget = {"model_module": "anywidget", "state": explorer.get_state({*explorer.keys} - {"layout"})}
        state = {"type": STATE, "body": json.dumps({"state": {name: widget}})}
        self.add_script(name, None, state)
        for path, options in self.config.nb_ipywidgets_js.items():
            self.add_script(path, path, options)
        view = nodes.raw("", f"{PLACE}{json.dumps({'model_id': name})}</script>", format="html")
        output = nodes.container("", view, classes=["cell_output"])
        return [nodes.container("", output, classes=["cell", "tag_widget"])]

    def add_script(self, key, path, options):
        """Let the page have a script."""
        PageScripts.add_js_file(self.env, self.env.docname, key, path, options)


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
    page, scripts = json.loads(stored), {}
    for widget in page["state"].values():
        traits = widget["state"]
        if widget["model_module"] == "anywidget":
            source = json.dumps({"esm": traits.pop("_esm"), "css": traits.pop("_css", "")})
            kind = traits["_anywidget_id"].rpartition(".")[2]
            traits["_source"] = f"{kind}-{hashlib.sha256(source.encode()).hexdigest()[:12]}"
            scripts[traits["_source"]] = f'(window.explorerSources ??= {{}})["{traits["_source"]}"] = {source};\n'
    return json.dumps(page).replace("</", "<\\/"), scripts


def lighten(app, pagename, templatename, context, doctree):
    """Take the front ends out of a page and write them beside it; say where explorers are missed without scripts."""
    for script in context.get("script_files", ()):
        attributes = getattr(script, "attributes", {})
        if attributes.get("type") == STATE:
            attributes["body"], scripts = taken_out(attributes["body"])
            folder = Path(app.outdir, "_static", "explorers")
            folder.mkdir(parents=True, exist_ok=True)
            for name, text in scripts.items():
                (folder / f"{name}.js").write_text(text, encoding="utf-8")
    if body := context.get("body"):
        context["body"] = body.replace(PLACE, WITHOUT_SCRIPTS + PLACE)


def models_of(stored):
    """Names of the models that stored widgets offer; the state of a page's widgets is JSON."""
    stored = json.loads(stored)["state"].values()
    return {model["name"] for widget in stored for model in widget["state"].get("_models", ())}


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
    for name in sorted(app.env.found_docs):
        scripts = [options for _, options in PageScripts.get_js_files(app.env, name).values()]
        states = [options["body"] for options in scripts if options.get("type") == STATE]
        models = set().union(*map(models_of, states))
        for missing in sorted(write_models(Path(app.outdir, "_static", "models"), models)):
            warn("an explorer offers %s, which is not shipped: no page can run it", missing, location=name)


def setup(app):
    """Connect to every page, after what writes its widgets into it, and to the end of the build."""
    app.add_directive("explorer", ExplorerDirective)
    app.connect("html-page-context", lighten, priority=900)
    app.connect("build-finished", finish)
