"""Binder installs what the notebooks need, at the versions that everything else is tested with."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LINES = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
PINNED = dict(line.split("==") for line in LINES if "==" in line)
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8")
LOCKED = dict(line.partition(" ;")[0].split("==") for line in CONSTRAINTS.splitlines() if "==" in line)
LAB_ONLY = {"jupyterlab-myst"}  # shows the directives of the text in JupyterLab; nothing else needs it


def test_C17_binder_has_the_package_with_what_notebooks_need_at_the_locked_versions():
    extras = PROJECT["optional-dependencies"]
    needed = {re.split(r"[><=\[]", line)[0] for line in PROJECT["dependencies"] + extras["plots"] + extras["widgets"]}
    assert "--editable .[plots,widgets]" in LINES
    assert PINNED.keys() == needed | LAB_ONLY
    assert {name: PINNED[name] for name in needed} == {name: LOCKED[name] for name in needed}


def test_binder_asks_no_index_of_our_own_and_every_line_is_pinned():
    lines = [line for line in LINES if line and not line.startswith(("#", "--editable"))]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)


def test_binder_adds_the_sentence_encoder_at_the_versions_of_the_makefile():
    made = re.search(r"^SENTENCES := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    script = ROOT / "binder" / "postBuild"
    assert made[1] in script.read_text(encoding="utf-8")
    assert script.stat().st_mode & 0o111


def test_binder_trusts_the_notebooks_so_that_stored_figures_are_shown():
    script = (ROOT / "binder" / "postBuild").read_text(encoding="utf-8")
    assert re.search(r"^jupyter trust chapters/\*\.ipynb$", script, re.MULTILINE)


def test_C17_binder_runs_a_python_that_the_package_supports():
    version = (ROOT / "binder" / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")
    lowest = PROJECT["requires-python"].removeprefix(">=")
    assert tuple(map(int, version.split("."))) >= tuple(map(int, lowest.split(".")))
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    assert f'"{version}"' in workflow
