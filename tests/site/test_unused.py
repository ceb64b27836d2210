"""Rules that no page and no script of the site can need are gone, and all others are there."""

import re

import pytest

from tests.site.conftest import ROOT
from theme.book_pages import unused

KNOWN = {"box", "open", "answer"}
CLASS = re.compile(r"\.([A-Za-z_][\w-]*)")


@pytest.mark.parametrize(
    ("css", "left"),
    [
        (".box { color: red }", ".box{color: red}"),
        (".box.wide { color: red }", ""),
        (".wide .box, .open > .box { color: red }", ".open > .box{color: red}"),
        ("#answer, #other { margin: 0 }", "#answer{margin: 0}"),
        ('p::before { content: ".wide" }', 'p::before{content: ".wide"}'),
        ('a[href=".wide"] { color: #abc }', 'a[href=".wide"]{color: #abc}'),
        (".box:not(.wide) { color: red }", ".box:not(.wide){color: red}"),
        (":is(.wide, .box) { color: red }", ":is(.wide, .box){color: red}"),
        ("@media print { .wide { margin: 0 } p { margin: 0 } }", "@media print {p{margin: 0}}"),
        ("@media print { .wide { margin: 0 } }", ""),
        ("@font-face { src: url(a.woff2) }", "@font-face { src: url(a.woff2) }"),
        ("@keyframes turn { 50% { opacity: 0 } }", "@keyframes turn { 50% { opacity: 0 } }"),
        ("/* .box */ .box { --a: 1; &:hover { color: red } }", ".box{--a: 1; &:hover { color: red }}"),
    ],
)
def test_a_rule_stays_where_it_may_apply(css, left):
    assert unused.used_only(css, KNOWN) == left


def test_names_come_from_elements_and_from_scripts_but_not_from_prose(tmp_path):
    scripts = tmp_path / "_static" / "explorers"
    scripts.mkdir(parents=True)
    (tmp_path / "page.html").write_text('<p id="one" class="two three">card</p>', encoding="utf-8")
    (scripts / "look.mjs").write_text("element.classList.add('drawn-late');", encoding="utf-8")
    (tmp_path / "searchindex.js").write_text("{popover: 1}", encoding="utf-8")
    found = unused.names(tmp_path)
    assert {"one", "two", "three", "drawn-late"} <= found
    assert not {"card", "popover"} & found


@pytest.mark.browser
def test_every_class_that_a_page_bears_has_kept_our_rules(site, pages):
    (sheet,) = (site / "_static").glob("sheet-*.css")
    sent = set(CLASS.findall(sheet.read_text(encoding="utf-8")))
    ours = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "theme" / "styles").glob("*.css")))
    html = "".join((site / page).read_text(encoding="utf-8") for page in pages)
    borne = {name for value in re.findall(r'class="([^"]*)"', html) for name in value.split()}
    styled = set(CLASS.findall(re.sub(r"/\*.*?\*/", "", ours, flags=re.DOTALL)))
    assert len(styled & borne) > 50
    assert styled & borne <= sent
