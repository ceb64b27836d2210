"""The reference has every public name of the package, in the order of the modules, with its chapter."""

import ast
import importlib
import pkgutil
import re
from types import SimpleNamespace

import pytest

import mha
from tests.chapters.chapters import CHAPTERS, read
from tests.site.conftest import ROOT
from theme.book_pages import api

INTERNAL = {"mha.checks", "mha.palette"}  # what other modules say when they refuse something, and their colors
BLOCK = re.compile(r"^```\{api\} (\S+)\n:chapter: (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LABEL = re.compile(r"^\((ch-[\w-]+)\)=", re.MULTILINE)


def pages():
    """Pages of the reference, in the order of the book."""
    listed = re.findall(r"file: (back/api/\w+)", (ROOT / "_toc.yml").read_text(encoding="utf-8"))
    return [ROOT / f"{page}.md" for page in listed]


def entries(page):
    """Modules of a page, each with its chapter and the names that another chapter explains."""
    for module, chapter, others in BLOCK.findall(page.read_text(encoding="utf-8")):
        yield importlib.import_module(module), chapter, api.chapters_of(others.splitlines())


ENTRIES = [pytest.param(*entry, id=entry[0].__name__) for page in pages() for entry in entries(page)]
MODULES = [entry.values[0] for entry in ENTRIES]
TEXTS = {LABEL.search(text)[1]: text for text in ("\n".join(c.source for c in read(path).cells) for path in CHAPTERS)}


def imports(module):
    """Modules of the package that a module imports while it is loaded, packages aside."""
    tree = ast.parse((ROOT / f"{module.__name__.replace('.', '/')}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "mha":
            names = [f"mha.{alias.name}" for alias in node.names] if node.module == "mha" else [node.module]
            yield from (name for name in names if name not in INTERNAL)


def test_every_module_is_on_one_page():
    found = {f"mha.{module.name}" for module in pkgutil.iter_modules(mha.__path__)}
    listed = [module.__name__ for module in MODULES]
    assert sorted(listed) == sorted(found - INTERNAL)


def test_the_overview_lists_the_modules_of_every_page_in_the_same_order():
    overview = (ROOT / "back/api.md").read_text(encoding="utf-8")
    groups = re.findall(r"^## \[(.+)\]\(api/(\w+)\.md\)\n\n```\{api-summary\} (.+)$", overview, re.MULTILINE)
    for page, (title, stem, modules) in zip(pages(), groups, strict=True):
        assert page.stem == stem
        assert f"# {title}\n" in page.read_text(encoding="utf-8")
        assert modules.split() == [module.__name__ for module, *_ in entries(page)]


@pytest.mark.parametrize("module", [m for m in MODULES if not hasattr(m, "__path__")], ids=lambda m: m.__name__)
def test_a_module_stands_behind_those_that_it_builds_on(module):
    before = {other.__name__ for other in MODULES[: MODULES.index(module)]}
    assert [name for name in imports(module) if name not in before] == []


@pytest.mark.parametrize(("module", "chapter", "others"), ENTRIES)
def test_a_name_with_another_chapter_is_in_the_module(module, chapter, others):
    assert others.keys() <= api.public(module).keys()
    assert chapter in TEXTS
    assert chapter not in others.values()
    assert set(others.values()) <= TEXTS.keys()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_name_has_its_entry_and_the_entry_its_chapter(module, site):
    html = "".join((site / "back/api" / f"{page.stem}.html").read_text(encoding="utf-8") for page in pages())
    for value in api.public(module).values():
        _, entry = html.split(f'id="{api.path_of(value)}"')
        entry = re.split(r'<dl class="py (?:function|class)">', entry)[0]
        assert entry.count('<div class="explained docutils container">') == 1
        assert re.search(r'Explained in <a class="reference internal" href="../../chapters/\w+.html#', entry)


def test_an_entry_has_signature_shapes_and_source(site):
    html = (site / "back/api/attention.html").read_text(encoding="utf-8")
    _, entry = html.split('id="mha.attention.scaled_dot_product_attention"')
    text = re.sub(r"<[^>]+>|&gt;", "", entry[: entry.index("<section")])
    for part in (
        "query, key, value, mask=None, *, bias=None, scale=None",
        "key (array, (…, T_k, d_k))",
        "Vaswani et al.",
    ):
        assert part in text


def test_constants_and_what_a_module_only_passes_on_have_no_entry():
    assert "COLORS" in importlib.import_module("mha.plots").__all__
    assert "COLORS" not in api.public(importlib.import_module("mha.plots"))
    assert "RecurrentModel" not in api.public(importlib.import_module("mha.seq2seq"))
    assert "LineExplorer" in api.public(importlib.import_module("mha.widgets"))


def resolve(target, module=None):
    """What becomes of a name in a docstring: the path that it leads to, the text that stays, or nothing."""
    found = SimpleNamespace(objects={"mha.ops.softmax"}, resolve_xref=lambda *arguments: arguments[4])
    env = SimpleNamespace(get_domain=lambda _: found)
    node = {"refdomain": "py", "reftarget": target, "refdoc": "page", "py:module": module}
    return api.lead_to_entry(SimpleNamespace(builder=None), env, node, "as text")


def test_names_in_docstrings_lead_to_entries():
    assert resolve("mha.softmax") == "mha.ops.softmax"
    assert resolve("softmax", "mha.ops") == "mha.ops.softmax"
    assert resolve("mha.attention.look") == "as text"
    assert resolve("mha.attention.looks") is None


def test_a_name_that_the_module_lacks_stops_the_build():
    assert api.chapters_of(["softmax: ch-bahdanau", ""]) == {"softmax": "ch-bahdanau"}
    assert api.chapters_of(["softmaxx: ch-bahdanau"]).keys() - api.public(importlib.import_module("mha.ops")).keys()


@pytest.mark.browser
@pytest.mark.parametrize("words", ["padding_mask", "MultiHeadAttention", "greedy_decode"])
def test_the_search_finds_functions(visit, served, words):
    page = visit(f"{served}/search.html?q={words}")
    page.wait_for_selector(f"#search-results li a[href*='back/api/'][href*='{words}']")
