"""Run notebooks and store outputs that are the same bytes at every run.

``python -m tools.notebooks chapters/*.ipynb`` runs each notebook in its own folder and
stores what it printed and drew. With ``--check`` nothing is stored, and a notebook
whose outputs would change is an error. A cell tagged ``timing`` keeps its stored output
as long as only the digits differ; ``--retime`` takes the new one.
"""

import argparse
import copy
import json
import re
import sys
import uuid
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from tools.house_style import output_problems

WIDGET_STATE = "application/vnd.jupyter.widget-state+json"
ANSI = re.compile(r"\x1b\[[0-9;]*m")
NUMBER = re.compile(r"\s*\d+(\.\d+)?(e[+-]?\d+)?")


def main(arguments=None):
    """Run the notebooks named on the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("notebooks", nargs="+", type=Path)
    parser.add_argument("--check", action="store_true", help="compare, store nothing")
    parser.add_argument("--retime", action="store_true", help="store new timings")
    options = parser.parse_args(arguments)
    kept = [renew(path, options) for path in options.notebooks]
    return 0 if all(kept) else 1


def renew(path, options):
    """Run one notebook and store or compare it; return whether all is well."""
    print(f"{path}: running", flush=True)
    stored = path.read_text(encoding="utf-8")
    try:
        text, problems = run(stored, path.parent, retime=options.retime)
    except CellExecutionError as error:
        text, problems = None, [ANSI.sub("", str(error))]
    if options.check and not problems and text != stored:
        problems = ["the stored outputs differ from what this run gives"]
    if problems:
        print(f"{path}: not stored", *problems, sep="\n  ", file=sys.stderr)
        return False
    if text == stored:
        print(f"{path}: unchanged")
    else:
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path}: stored")
    return True


def run(stored, folder, retime=False):
    """Execute a notebook's text; return its new text and what is wrong with it."""
    old = nbformat.reads(stored, as_version=4)
    notebook = execute(old, folder)
    for before, after in zip(old.cells, notebook.cells, strict=True):
        if after.cell_type == "code":
            shorten_tracebacks(after)
            if "timing" in after.metadata.get("tags", []) and not retime:
                keep_timing(before, after)
    return canonical(notebook), list(output_problems(notebook))


def execute(notebook, folder):
    """Return the notebook, run from the top in a fresh kernel, with no trace of when."""
    notebook = copy.deepcopy(notebook)
    notebook.metadata = nbformat.from_dict(
        {
            **{k: v for k, v in notebook.metadata.items() if k != "widgets"},
            "kernelspec": {
                "display_name": "Python 3",
                "language": "python",
                "name": "python3",
            },
        }
    )
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=300,
        record_timing=False,
        coalesce_streams=True,
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute()
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def shorten_tracebacks(cell):
    """Keep the frames of the notebook itself: a library's frames name local files."""
    for output in cell.outputs:
        if output.output_type == "error":
            lines = [ANSI.sub("", line) for line in output.traceback]
            last = f"{output.ename}: {output.evalue}"
            frames = [line for line in lines if line.lstrip().startswith("Cell ")]
            output.traceback = [*frames, last]


def keep_timing(before, after):
    """Keep the outputs of a timed cell where nothing but digits has changed."""

    def without_digits(cell):
        return NUMBER.sub("#", json.dumps(cell.outputs, sort_keys=True))

    if without_digits(before) == without_digits(after):
        after.outputs = before.outputs


def canonical(notebook):
    """Return the notebook as text, with widgets numbered in order of creation."""
    state = notebook.metadata.get("widgets", {}).get(WIDGET_STATE, {}).get("state", {})
    text = nbformat.writes(notebook, version=4)
    for number, model_id in enumerate(state):
        text = text.replace(model_id, uuid.uuid5(uuid.NAMESPACE_OID, f"widget {number}").hex)
    renamed = nbformat.reads(text, as_version=4)  # written once more, since keys are sorted
    return nbformat.writes(renamed, version=4).rstrip("\n") + "\n"


if __name__ == "__main__":
    sys.exit(main())
