"""The chapters as the tests see them, and small notebooks to break on purpose."""

from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

ROOT = Path(__file__).parents[2]
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))


def read(path):
    """Return a notebook as it is stored."""
    return nbformat.read(path, as_version=4)


def notebook(*cells):
    """Return a notebook of these cells, with the metadata that `make notebooks` writes."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return new_notebook(cells=list(cells), metadata={"kernelspec": kernel, "language_info": {"name": "python"}})


def text(source="(ch-sample)=\n# Sample"):
    """Return a Markdown cell."""
    return new_markdown_cell(source)


def code(source="print(1)", *outputs, count=1, **metadata):
    """Return a code cell that has run."""
    return new_code_cell(source, outputs=list(outputs), execution_count=count, metadata=metadata)


def printed(text, name="stdout"):
    """Return the output of a print."""
    return new_output("stream", text=text, name=name)


def shown(**data):
    """Return a displayed output; ``svg``, ``png`` and ``plain`` name the usual kinds."""
    kinds = {"svg": "image/svg+xml", "png": "image/png", "plain": "text/plain", "html": "text/html"}
    return new_output("display_data", data={kinds[kind]: value for kind, value in data.items()})
