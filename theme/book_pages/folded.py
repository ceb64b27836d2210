"""Hints, answers and solutions are folded by the page itself.

The theme's way needs a script: until it has come, every answer is open to be read, and a phone lays out a page three
times as long as it shows. ``<details>`` is closed from the first, opens by key, and is found by the browser's search.
"""

from docutils import nodes
from sphinx.locale import admonitionlabels
from sphinx.transforms.post_transforms import SphinxPostTransform

from .report import warn


class Folded(nodes.General, nodes.Element):
    """A box that is closed when its page is opened."""


class Label(nodes.General, nodes.Element):
    """What can be seen of it then."""


class FoldBoxes(SphinxPostTransform):
    """Put a folded box in the place of every box with the class ``dropdown``."""

    default_priority = 880  # the titles of solutions are written before
    formats = ("html",)

    def run(self, **_):
        """Go through the boxes of one page."""
        for box in list(self.document.findall(is_dropdown)):
            label, text = parts(box)
            if not label:
                warn("folded box without a title, which nothing could open", location=box)
                continue
            box.replace_self(Folded("", Label("", *label), *text, ids=box["ids"], classes=["folded", *box["classes"]]))


def is_dropdown(node):
    """Whether an author wants a box folded."""
    return isinstance(node, nodes.Element) and "dropdown" in node["classes"]


def parts(box):
    """What opens a box, its title or what a tip or a note is called, and what it holds."""
    if box.children and isinstance(box[0], nodes.title):
        return box[0].children, box.children[1:]
    name = admonitionlabels.get(box.tagname)
    return [nodes.Text(str(name))] if name else [], box.children


def visit_folded(self, node):
    """Begin a box."""
    self.body.append(self.starttag(node, "details"))


def depart_folded(self, node):
    """End it."""
    self.body.append("</details>\n")


def visit_label(self, node):
    """Begin what opens it."""
    self.body.append(self.starttag(node, "summary", ""))


def depart_label(self, node):
    """End that."""
    self.body.append("</summary>\n")


def setup(app):
    """Run after the titles have been written, before mathematics and figures become markup."""
    app.add_node(Folded, html=(visit_folded, depart_folded))
    app.add_node(Label, html=(visit_label, depart_label))
    app.add_post_transform(FoldBoxes)
