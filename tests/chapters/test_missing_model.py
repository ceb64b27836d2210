"""A chapter whose model is not installed is skipped, cell by cell, with the way to get it."""

import importlib.util
from types import SimpleNamespace

import pytest

from mha import sentences
from tests.chapters.chapters import ROOT


@pytest.fixture
def conftest():
    spec = importlib.util.spec_from_file_location("chapters_conftest", ROOT / "chapters" / "conftest.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def reasons(conftest, name):
    """Why the cells of this notebook are skipped."""
    marks = []
    item = SimpleNamespace(path=ROOT / "chapters" / name, add_marker=marks.append)
    conftest.pytest_collection_modifyitems([item])
    return [mark.kwargs["reason"] for mark in marks]


def test_skipped_where_something_is_missing(conftest, monkeypatch):
    monkeypatch.setattr(sentences, "missing", lambda: ["tokenizers"])
    assert (ROOT / "chapters" / conftest.CHAPTER).exists()
    assert reasons(conftest, conftest.CHAPTER) == [f"needs tokenizers: {sentences.INSTALL}"]
    assert reasons(conftest, "bottleneck.ipynb") == []


def test_run_where_all_is_there(conftest, monkeypatch):
    monkeypatch.setattr(sentences, "missing", list)
    assert reasons(conftest, conftest.CHAPTER) == []
