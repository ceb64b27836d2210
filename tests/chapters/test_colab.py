"""Each notebook fetches the package where it is missing, and does nothing else."""

import json

import nbformat
import pytest
from nbformat.v4 import new_output

from mha.sentences import INSTALL
from tests.chapters.chapters import CHAPTERS, code, notebook, printed, read, text
from theme.book_pages import repository
from tools import colab

ADDRESS = "https://github.com/someone/the-book"


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_first_code_of_a_chapter_fetches_the_package(path):
    chapter = read(path)
    assert colab.has_cell(chapter), "run `make colab`"
    assert chapter.cells[colab.PLACE].source == colab.source(chapter, colab.written())


FAILED = new_output("error", ename="E", evalue="", traceback=["Cell In[2], line 1"])
SAMPLE = notebook(text(), code("print(1)", printed("1\n"), count=1), code("1 / 0", FAILED, count=2))


def test_the_cell_comes_first_and_the_others_count_on():
    made = colab.fetching(read_again(SAMPLE), ADDRESS)
    assert [cell.get("execution_count") for cell in made.cells] == [None, 1, 2, 3]
    assert made.cells[3].outputs[0]["traceback"] == ["Cell In[3], line 1"]
    assert ADDRESS in made.cells[1].source


def test_a_second_run_changes_nothing_and_another_address_only_the_cell():
    made = json.dumps(colab.fetching(read_again(SAMPLE), ADDRESS))
    assert json.dumps(colab.fetching(read_again(made), ADDRESS)) == made
    other = read_again(made)
    colab.fetching(other, "https://github.com/a/b")
    assert json.dumps(other).replace("https://github.com/a/b", ADDRESS) == made


def read_again(made):
    """A copy of a notebook."""
    return nbformat.reads(made if isinstance(made, str) else json.dumps(made), as_version=4)


def run(source, monkeypatch, installed):
    """Run the cell where ``mha`` is or is not installed; return the commands that it gives."""
    commands = []
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object() if installed else None)
    monkeypatch.setattr("subprocess.run", lambda command, check: commands.append(command))
    exec(source, {})
    return commands


def test_C19_the_cell_does_nothing_where_the_package_is_and_fetches_it_where_it_is_not(monkeypatch):
    source = colab.source(SAMPLE, ADDRESS)
    assert run(source, monkeypatch, installed=True) == []
    (command,) = run(source, monkeypatch, installed=False)
    assert command[1:4] == ["-m", "pip", "install"]
    assert command[-1] == f"mha[plots,widgets] @ git+{ADDRESS}"
    with pytest.raises(AssertionError, match="mha is missing"):
        run(colab.source(SAMPLE, ""), monkeypatch, installed=False)


def test_a_notebook_with_sentences_fetches_their_encoder_too(monkeypatch):
    source = colab.source(notebook(text(), code("encoder = sentences.load()")), ADDRESS)
    _, command = run(source, monkeypatch, installed=False)
    assert command[4:] == ["--quiet", *INSTALL.split()[2:]]


def test_the_page_of_a_button_is_the_one_that_the_theme_looks_for():
    stored = json.dumps(colab.fetching(read_again(SAMPLE), ADDRESS))
    assert repository.FETCHES in stored
    assert colab.WRITTEN.search(stored)[1] == ADDRESS
    assert repository.FETCHES not in json.dumps(colab.fetching(read_again(SAMPLE), ""))
