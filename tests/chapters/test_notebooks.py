"""The command that runs notebooks stores the same bytes at every run, and nothing of the machine."""

import nbformat
import pytest

from tests.chapters.chapters import code, notebook, printed, text
from tools import notebooks

WIDGET = """
import anywidget
class Dial(anywidget.AnyWidget):
    _esm = "export default { render() {} }"
    def __repr__(self):
        return "Dial()"
[Dial(), Dial()][0]
"""


@pytest.fixture
def stored(tmp_path):
    """Return a function that writes a notebook of these cells and returns its path."""

    def write(*cells):
        path = tmp_path / "sample.ipynb"
        nbformat.write(notebook(text(), *cells), path)
        return path

    return write


def test_D08_F15_a_second_run_changes_nothing(stored, capfd):
    path = stored(code(WIDGET), code("import sys; print(1); print(2); sys.version_info >= (3, 11)"))
    assert notebooks.main([str(path)]) == 0
    first = path.read_bytes()
    assert notebooks.main([str(path)]) == 0
    assert path.read_bytes() == first
    assert notebooks.main(["--check", str(path)]) == 0
    assert capfd.readouterr().out.count("unchanged") == 2
    assert b"execution_count" in first
    assert b"widget-state" in first


def test_check_finds_a_changed_output_and_leaves_the_file_alone(stored, capfd):
    path = stored(code("print(1 + 1)", printed("3\n")))
    before = path.read_bytes()
    assert notebooks.main(["--check", str(path)]) == 1
    assert path.read_bytes() == before
    assert "differ" in capfd.readouterr().err


@pytest.mark.parametrize(("source", "complaint"), [("1 / 0", "ZeroDivisionError"), ("object()", "memory address")])
def test_a_faulty_notebook_is_not_stored(stored, capfd, source, complaint):
    path = stored(code(source))
    before = path.read_bytes()
    assert notebooks.main([str(path)]) == 1
    assert path.read_bytes() == before
    assert complaint in capfd.readouterr().err


def test_a_traceback_shows_the_frames_of_the_notebook_only(stored):
    path = stored(code("import json\njson.loads('{')", tags=["raises-exception"]))
    assert notebooks.main([str(path)]) == 0
    (error,) = nbformat.read(path, as_version=4).cells[1].outputs
    assert "----> 2 json.loads('{')" in error.traceback[0]
    assert error.traceback[1:] == [f"JSONDecodeError: {error.evalue}"]


def test_a_timing_is_replaced_on_demand_only(stored):
    path = stored(code("print('took 9 ms')", printed("took 12.5 ms\n"), tags=["timing", "nbval-ignore-output"]))
    assert notebooks.main([str(path)]) == 0
    assert "took 12.5 ms" in path.read_text(encoding="utf-8")
    assert notebooks.main(["--retime", str(path)]) == 0
    assert "took 9 ms" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("new", "kept"), [("took 9 ms", True), ("took 1.2e-05 ms", True), ("took 9 s", False)])
def test_a_timing_stays_while_only_its_digits_change(new, kept):
    before, after = code("", printed("took 12.5 ms")), code("", printed(new))
    notebooks.keep_timing(before, after)
    assert (after.outputs == before.outputs) is kept
