"""The book links its repository, Binder and Colab where the repository has an address, and nowhere else."""

import json
import subprocess

import pytest

from tests.chapters.chapters import code, notebook, printed, text
from tests.site.test_build import book, build  # noqa: F401
from theme.book_pages import repository
from tools import colab

ADDRESS = "https://github.com/someone/the-book"


@pytest.mark.parametrize(
    "written",
    [
        ADDRESS,
        f"{ADDRESS}.git",
        f"{ADDRESS}/",
        "git@github.com:someone/the-book.git",
        "ssh://git@github.com/someone/the-book.git",
        "https://x-access-token:secret@github.com/someone/the-book\n",
    ],
)
def test_an_address_is_read_however_git_writes_it_and_keeps_no_secret(written):
    assert repository.parse(written).url == ADDRESS


@pytest.mark.parametrize("written", ["", "/srv/git/book.git", "file:///srv/book", "https://example.org/a/b", "origin"])
def test_folders_and_unknown_hosts_are_no_address(written):
    assert repository.parse(written) is None


@pytest.mark.parametrize(
    ("address", "site"),
    [
        (ADDRESS, "https://someone.github.io/the-book/"),
        ("https://github.com/someone/someone.github.io", "https://someone.github.io/"),
        ("https://gitlab.com/someone/the-book", "https://someone.gitlab.io/the-book/"),
    ],
)
def test_the_pages_are_where_the_host_publishes_them(address, site):
    assert repository.parse(address).site == site


def test_the_variable_goes_before_the_remote(tmp_path, monkeypatch):
    monkeypatch.delenv("BOOK_REPOSITORY", raising=False)
    assert repository.find(tmp_path) is None
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    subprocess.run(["git", "-C", tmp_path, "remote", "add", "origin", f"{ADDRESS}.git"], check=True)
    assert repository.find(tmp_path).url == ADDRESS
    monkeypatch.setenv("BOOK_REPOSITORY", "https://gitlab.com/other/book")
    assert repository.find(tmp_path).url == "https://gitlab.com/other/book"
    monkeypatch.setenv("BOOK_REPOSITORY", "")
    assert repository.find(tmp_path) is None


def add_notebook(folder, address):
    """Let the book have a chapter that is a notebook."""
    (folder / "chapters").mkdir()
    made = colab.fetching(notebook(text("(ch-one)=\n# One"), code("print(1)", printed("1\n"))), address)
    (folder / "chapters/one.ipynb").write_text(json.dumps(made), encoding="utf-8")
    (folder / "_toc.yml").write_text("format: jb-book\nroot: page\nchapters:\n- file: chapters/one\n", encoding="utf-8")


@pytest.mark.parametrize(("address", "filled"), [("", ""), (ADDRESS, ""), (ADDRESS, ADDRESS)])
def test_buttons_lead_to_the_repository_and_to_what_can_be_launched(book, monkeypatch, address, filled):  # noqa: F811
    monkeypatch.setenv("BOOK_REPOSITORY", address)
    add_notebook(book, filled)
    built, said = build(book)
    assert built, said
    page = (book / "_build/html/chapters/one.html").read_text(encoding="utf-8")
    binder = "https://mybinder.org/v2/gh/someone/the-book/main?urlpath=lab/tree/chapters/one.ipynb"
    launched = "https://colab.research.google.com/github/someone/the-book/blob/main/chapters/one.ipynb"
    assert (f'href="{ADDRESS}"' in page) == (binder in page) == (f"{ADDRESS}/issues/new" in page) == bool(address)
    assert (launched in page) == bool(filled)
    picture = '<meta property="og:image" content="https://someone.github.io/the-book/_static/card.png">'
    assert (picture in page) == bool(address)
    assert "importlib" not in page
    assert '<meta property="og:title" content="One">' in page
