"""The API reference, made from the docstrings: which module stands on which page, and in which chapter it is explained.

An author writes for each module ::

    ```{api} mha.masks
    :chapter: ch-practical-tips
    padding_mask: ch-bahdanau
    ```

The chapter holds for every public name of the module but those that name another one. ``{api-summary}`` lists the
first sentences of the same names. Docstrings are read by Sphinx's own autodoc and napoleon.
"""

import importlib
import inspect
import pkgutil

from sphinx.util.docutils import SphinxDirective


def public(module):
    """Functions and classes that a module offers and that are defined in it or below it, by name, in its order."""
    offered = getattr(module, "__all__", vars(module))
    return {
        name: value
        for name, value in vars(module).items()
        if name in offered
        and not name.startswith("_")
        and (inspect.isclass(value) or inspect.isfunction(inspect.unwrap(value)))
        and f"{value.__module__}.".startswith(f"{module.__name__}.")
    }


def path_of(value):
    """Where an object is defined; empty for a module."""
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', '')}"


class Api(SphinxDirective):
    """Document what a module offers, each name with the chapter that explains it."""

    required_arguments = 1
    has_content = True
    option_spec = {"chapter": str}  # noqa: RUF012 (docutils wants a dictionary here)

    def run(self):
        """Let autodoc write the entries."""
        module = importlib.import_module(self.arguments[0])
        values, chapters = public(module), chapters_of(self.content)
        if unknown := sorted(chapters.keys() - values.keys()):
            raise self.error(f"{module.__name__} has no {', '.join(unknown)}")
        self.env.note_dependency(inspect.getsourcefile(module))
        entries = [entry(value, chapters.get(name, self.options["chapter"])) for name, value in values.items()]
        return self.parse_text_to_nodes(evaluated(entries))


def chapters_of(lines):
    """The names that another chapter explains, with its label: lines of the form ``name: label``."""
    return dict(map(str.strip, line.split(":")) for line in lines if line.strip())


def entry(value, chapter):
    """What autodoc is told to document: a class without its fields, which its docstring describes with their shapes."""
    lines = [f".. autofunction:: {path_of(value)}"]
    if inspect.isclass(value):
        lines = [f".. autoclass:: {path_of(value)}", "   :members:", "   :special-members: __call__"]
        fields = getattr(value, "_fields", ())
        lines += [f"   :exclude-members: {', '.join(fields)}"] if fields else []
    return "\n".join([*lines, "", f"   .. container:: explained\n\n      Explained in :ref:`{chapter}`.", ""])


class Summary(SphinxDirective):
    """List what modules offer: each name with the first sentence of its docstring."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        """Let each name lead to its entry."""
        return self.parse_text_to_nodes(evaluated(map(summary, self.arguments[0].split())))


def summary(name):
    """A module's names as a definition list."""
    values = public(importlib.import_module(name)).values()
    entries = [f":py:obj:`~{path_of(value)}`\n   {first_sentence(value)}\n" for value in values]
    return "\n".join([f".. py:currentmodule:: {name}\n", *entries])


def first_sentence(value):
    """The first line of a docstring, which is a sentence."""
    return inspect.getdoc(value).partition("\n")[0]


def evaluated(parts):
    """Markdown that says: the parts are reStructuredText, as docstrings are."""
    return "\n".join(["````{eval-rst}", *parts, "````"])


def object_of(path):
    """What a dotted path names: a module, or something in it; ``None`` if there is no such thing."""
    try:
        return pkgutil.resolve_name(path)
    except (ImportError, AttributeError, ValueError):
        return None


def lead_to_entry(app, env, node, contnode):
    """Resolve a name in a docstring that is documented under another path, or that only the code has.

    ``mha.softmax`` leads to ``mha.ops.softmax``. What exists and has no entry is shown as code; what does not exist is
    a warning.
    """
    if node.get("refdomain") != "py":
        return None
    name = node["reftarget"]
    paths = (name, f"{node.get('py:module')}.{name}", f"traitlets.{name}")  # explorers raise that library's errors
    found = next((found for found in map(object_of, paths) if found is not None), None)
    if found is None:
        return None
    domain, path = env.get_domain("py"), path_of(found)
    if path not in domain.objects:
        return contnode
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", path, node, contnode)


def setup(app):
    """Register both directives."""
    for extension in ("sphinx.ext.autodoc", "sphinx.ext.napoleon"):
        app.setup_extension(extension)
    app.add_directive("api", Api)
    app.add_directive("api-summary", Summary)
    app.connect("missing-reference", lead_to_entry)
