"""The settings on which the other tests rely."""

import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BOOK = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))


def test_C11_the_table_of_contents_has_its_format_and_root():
    contents = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    assert (contents["format"], contents["root"]) == ("jb-book", "intro")


def test_C14_pages_show_stored_outputs_which_tests_compare_and_no_cache():
    assert BOOK["execute"] == {"execute_notebooks": "off"}
    assert "chapters" in PROJECT["tool"]["pytest"]["testpaths"]


def test_C16_there_are_no_launch_buttons_without_a_repository_to_launch():
    assert BOOK["repository"]["url"] or "launch_buttons" not in BOOK


def test_C21_jupyter_book_stays_below_2():
    (wanted,) = (
        line for line in PROJECT["project"]["optional-dependencies"]["book"] if line.startswith("jupyter-book")
    )
    (pinned,) = (
        line for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if "jupyter-book==" in line
    )
    assert wanted.endswith(",<2")
    assert pinned.startswith("jupyter-book==1.")


def test_C27_the_package_needs_numpy_and_one_pure_helper():
    assert [line.partition(">")[0] for line in PROJECT["project"]["dependencies"]] == ["numpy", "array-api-compat"]
    assert PROJECT["build-system"]["build-backend"].startswith("flit_core")  # builds pure-Python wheels only


def test_D11_D17_every_output_is_compared_and_every_cell_has_a_time_limit():
    options = PROJECT["tool"]["pytest"]["addopts"]
    assert "--nbval" in options
    assert "--nbval-lax" not in options
    assert any(option.startswith("--nbval-cell-timeout=") for option in options)


def test_D12_cells_of_a_notebook_stay_together_when_tests_run_side_by_side():
    runs = [
        line
        for line in (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
        if "pytest" in line and " -n " in line
    ]
    assert runs
    assert all("--dist loadfile" in line for line in runs)


def test_E01_solutions_are_folded_and_never_hidden_by_a_switch():
    assert "hide_solutions" not in BOOK["sphinx"]["config"]
