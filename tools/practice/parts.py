"""Pieces that the pages for practice share: cells, boxes, links, and code of the bank that is run."""

import ast
import math
import re
import zlib
from pathlib import Path
from typing import Any

import nbformat
import numpy as np

import mha

ROOT = Path(__file__).parents[2]


def notebook(*cells):
    """Return a notebook of these cells, with the metadata that `make notebooks` writes."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return nbformat.v4.new_notebook(cells=list(cells), metadata=metadata)


def text(source):
    """Return a Markdown cell."""
    return nbformat.v4.new_markdown_cell(source.strip(), id=identity(source))


def code(source, *tags):
    """Return a code cell."""
    metadata = {"tags": list(tags)} if tags else {}
    return nbformat.v4.new_code_cell(source.strip(), metadata=metadata, id=identity(source))


def identity(source):
    """Name a cell by what it says, so that a change of one cell changes no other."""
    return f"{zlib.crc32(source.encode()):08x}"


def fold(title, body, name):
    """Return a box that is closed at first; its text is not in the index of the search."""
    return f"::::{{admonition}} {title}\n:class: dropdown {name}\n\n{body.strip()}\n::::"


def chapters():
    """Return the names of the chapters that are in the table of contents."""
    return set(re.findall(r"chapters/(\w+)", (ROOT / "_toc.yml").read_text(encoding="utf-8")))


def chapter_link(chapter, listed):
    """Name a chapter, with a link as soon as it is in the table of contents."""
    return f"{{numref}}`Chapter %s <{chapter.label}>`" if chapter.name in listed else f"*{chapter.title}*"


def chapter_heading(kind, chapter, listed):
    """Begin a chapter's part of a page: a label, a heading, and where the questions come from."""
    label = f"({kind}-{chapter.label.removeprefix('ch-')})="
    return f"{label}\n## {chapter.title}\n\nFrom {chapter_link(chapter, listed)}."


def compute(source):
    r"""Run code, and return the value of its last line.

    ``math``, ``numpy`` as ``np``, and ``mha`` are there already.

    >>> compute("d_k = 64\nmath.sqrt(d_k)")
    8.0
    """
    *lines, last = ast.parse(source).body
    namespace: dict[str, Any] = {"math": math, "np": np, "mha": mha}
    exec(compile(ast.Module(lines, []), "<bank>", "exec"), namespace)
    return eval(compile(ast.Expression(last.value), "<bank>", "eval"), namespace)
