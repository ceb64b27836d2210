"""Answers are not in the index of the search: whatever is folded on its page, and cells that are hidden altogether."""

from docutils import nodes

from .folded import is_dropdown


def folded(node):
    """Whether a node is closed when its page is opened."""
    return is_dropdown(node) or (isinstance(node, nodes.Element) and node.get("hide_mode") == "all")


def without_answers(doctree):
    """Return a copy of a page without what is folded on it."""
    copy = doctree.deepcopy()
    for node in list(copy.findall(folded)):
        node.parent.remove(node)
    return copy


def index_without_answers(app):
    """Let the search index a copy of each page."""
    if app.builder.format == "html":
        index_page = app.builder.index_page
        app.builder.index_page = lambda name, doctree, title: index_page(name, without_answers(doctree), title)


def setup(app):
    """Connect to the builder."""
    app.connect("builder-inited", index_without_answers)
