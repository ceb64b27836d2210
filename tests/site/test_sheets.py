"""The style sheets of a page become one file, and the page asks for no other."""

import pytest
from bs4 import BeautifulSoup

from theme.book_pages import sheets

HEAD = """\
  <link rel="preload" as="script" href="../_static/theme.js" />
  <link href="../_static/styles/theme.css?digest=1" rel="stylesheet" />
<link rel="stylesheet" type="text/css" href="../_static/late.css" />
    <link rel="stylesheet" type="text/css" href="../_static/book.css?v=2" />
  <link rel="icon" href="../_static/favicon.svg" />
"""
ICON = ".btn{color:red}.fa,.fas{font-weight:900}.fa-bars:before{content:'\\f0c9'}.fab-not-ours{color:blue}"
ICON_FACE = "@font-face{font-family:FontAwesome;src:url(../webfonts/fa-solid-900.woff2)}.nav{margin:0}"


@pytest.fixture
def static(tmp_path):
    """The ``_static`` folder of a site of one page, with what :data:`HEAD` links."""
    (tmp_path / "intro.html").write_text('<p class="btn fab-not-ours nav basic late book">', encoding="utf-8")
    static = tmp_path / "_static"
    (static / "styles").mkdir(parents=True)
    (static / "styles/theme.css").write_text(
        '/* more */\n@import "../basic.css";\n' + ICON + ICON_FACE, encoding="utf-8"
    )
    for name in ("basic", "book"):
        (static / f"{name}.css").write_text(f".{name} {{ margin: 0 }}\n", encoding="utf-8")
    (static / "late.css").write_text(".late { margin: 0 } .no-page-bears-it { margin: 0 }", encoding="utf-8")
    return static


def sheet(static):
    """Text of the one sheet."""
    (path,) = static.glob(sheets.OPEN)
    return path.read_text(encoding="utf-8")


def test_a_page_links_one_sheet_in_the_place_of_the_last(static, warned):
    lines = sheets.one_sheet(static)(HEAD, "intro").splitlines()
    (path,) = static.glob(sheets.OPEN)
    assert [line.split("href=")[1] for line in lines] == [
        '"../_static/theme.js" />',
        f'"../_static/{path.name}">',
        '"../_static/favicon.svg" />',
    ]
    assert not warned


def test_the_sheet_has_every_rule_in_order_but_those_of_the_icons_and_of_nothing(static, warned):
    sheets.one_sheet(static)(HEAD, "intro")
    for _ in range(2):
        sheets.join(static.parent)
        assert "".join(sheet(static).split()) == (
            ".basic{margin:0}.btn{color:red}.fab-not-ours{color:blue}.nav{margin:0}.late{margin:0}.book{margin:0}"
        )
    assert not warned


def test_a_new_version_of_a_sheet_is_a_new_file(static):
    link = sheets.one_sheet(static)
    assert link(HEAD, "intro") == link(HEAD, "search") != link(HEAD.replace("v=2", "v=3"), "intro")


def test_what_the_theme_no_longer_writes_is_a_warning(static, warned):
    assert sheets.one_sheet(static)("<meta>", "intro") == "<meta>"
    (static / "styles/theme.css").write_text(".btn{color:red}", encoding="utf-8")
    sheets.one_sheet(static)(HEAD, "intro")
    sheets.join(static.parent)
    assert [part in text for part, text in zip(("stylesheet", "icon rules"), warned, strict=True)] == [True, True]


@pytest.mark.browser
def test_every_page_asks_for_one_sheet_that_asks_for_no_other(site, pages):
    for name in pages:
        html = BeautifulSoup((site / name).read_text(encoding="utf-8"), "html.parser")
        links = html.select('link[rel="stylesheet"]')
        assert len(links) == (name != "404.html"), name
        for link in links:
            css = ((site / name).parent / link["href"]).read_text(encoding="utf-8")
            assert "@import" not in css
            assert all(face in css for face in ("Book Math", ".bd-article", ".sd-card", ".proof", ".exercise"))
