"""Every page is in the table of contents exactly once, and every entry is a page."""

import pytest
import yaml

from tests.chapters.chapters import CHAPTERS, ROOT


class UniqueKeyLoader(yaml.SafeLoader):
    """Refuses a key that stands twice: YAML would silently drop the first."""

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key) for key, _ in node.value]
        if twice := {key for key in keys if keys.count(key) > 1}:
            raise ValueError(f"{', '.join(twice)} stands twice{node.start_mark}")
        return super().construct_mapping(node, deep)


def entries(node):
    """Yield the pages that a table of contents names, in its order."""
    if isinstance(node, list):
        for child in node:
            yield from entries(child)
    elif isinstance(node, dict):
        yield from (node[key] for key in ("root", "file") if key in node)
        for value in node.values():
            yield from entries(value)


def test_C12_C29_every_page_is_listed_once():
    listed = list(entries(yaml.load((ROOT / "_toc.yml").read_text(encoding="utf-8"), UniqueKeyLoader)))
    patterns = ("intro.md", "chapters/*.ipynb", "chapters/*.md", "back/**/*.md")
    pages = [page for pattern in patterns for page in ROOT.glob(pattern)]
    assert sorted(listed) == sorted(page.relative_to(ROOT).with_suffix("").as_posix() for page in pages)
    assert any(page.startswith("chapters/") for page in listed)


def test_the_readme_names_every_chapter():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [path.stem for path in CHAPTERS if f"(chapters/{path.name})" not in readme] == []


def test_C29_a_key_that_stands_twice_is_refused():
    with pytest.raises(ValueError, match="chapters stands twice"):
        yaml.load("parts:\n- chapters: [{file: a}]\n  chapters: [{file: b}]", UniqueKeyLoader)
