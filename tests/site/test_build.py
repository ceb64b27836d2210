"""A small book with everything in it builds without a warning, and a theme that changed its markup stops the build."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.site.conftest import ROOT

PAGE = r"""# A page

:::{div} standfirst
All that a page can hold.
:::

Inline $x_i$, and a formula {eq}`eq-x`:

$$
c_j = \sum_{i=1}^{T} \alpha_{ij} h_i
$$ (eq-x)

```{figure} belt.svg
:alt: A belt.

A caption.
```

```{explorer} LineExplorer
word: ox
models: [g2p-none]
```

```python
x = 1
```

Read {cite:t}`bahdanau2015neural`.

```{bibliography}
```
"""


@pytest.fixture
def book(tmp_path):
    """A book of one page with this book's configuration, theme and bibliography."""
    for name in ("theme", "references.bib", "_config.yml"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "theme/assets/belt.svg", tmp_path)
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: page\n", encoding="utf-8")
    return tmp_path


def build(book):
    """Build a book with warnings as errors: whether it succeeded, and what was said."""
    program = Path(sys.executable).with_name("jupyter-book")
    command = [program, "build", ".", "-W", "-n", "--keep-going"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run(command, cwd=book, env=environment, capture_output=True, text=True, check=False)
    return result.returncode == 0, result.stdout + result.stderr


def test_a_page_with_everything_builds_without_a_warning(book):
    built, said = build(book)
    assert built, said
    page = (book / "_build/html/page.html").read_text(encoding="utf-8")
    for part in (
        '<meta name="description" content="All that a page can hold.">',
        '<math display="block">',
        '<svg class="drawing"',
        '<noscript><p class="explorer-note">',
        '"word": "ox"',
        'src="_static/explorers.js',
        '<pre tabindex="0">',
        'role="listitem"',
        "<title>Multi-Head Attention</title>",
    ):
        assert part in page
    assert "fontawesome" not in page
    search = (book / "_build/html/search.html").read_text(encoding="utf-8")
    assert '<meta name="description" content="Search · ' in search
    assert '<meta property="og:title" content="Search">' in search
    beside = [path.name for name in ("explorers", "models") for path in (book / "_build/html/_static" / name).iterdir()]
    assert [name.partition("-")[0] for name in beside] == ["LineExplorer", "g2p"]
    assert not [path.name for path in (book / "_build/html").rglob("*fontawesome*") if path.is_file()]


# Where the extension leans on the theme: what it looks for, something that is not there, and the complaint.
BROKEN = [
    ("templates/layout.html", "scripts/fontawesome.js", "scripts/another.js", "expected 'scripts/another.js'"),
    ("book_pages/accessibility.py", 'id="pst-primary-sidebar"', 'id="another"', "the contents of the book are a land"),
    ("book_pages/publishing.py", '"locales"', '"another"', "expected 'another'"),
    ("book_pages/icons.py", '"moon":', '"another":', "fa-moon has no drawing"),
]


def test_markup_that_is_not_found_stops_the_build_and_is_named(book):
    for file, old, new, _ in BROKEN:
        text = (book / "theme" / file).read_text(encoding="utf-8")
        assert old in text
        (book / "theme" / file).write_text(text.replace(old, new), encoding="utf-8")
    built, said = build(book)
    assert not built
    for *_, complaint in BROKEN:
        assert complaint in said
