"""What no page asks for is not published."""

import pytest

from theme.book_pages import publishing

CSS = (
    "/*! theme */.btn{color:red}.fa,.fas{font-weight:900}.fa-bars:before{content:'\\f0c9'}.fab-not-ours{color:blue}"
    "@font-face{font-family:FontAwesome;src:url(../webfonts/fa-solid-900.woff2)}.nav{margin:0}"
    "/*# sourceMappingURL=pydata-sphinx-theme.css.map*/"
)


@pytest.fixture
def static(tmp_path):
    """A ``_static`` folder as the theme fills it."""
    for name in (*publishing.UNUSED, publishing.SHEET, "scripts/bootstrap.js", "scripts/bootstrap.js.map"):
        path = tmp_path / name
        if path.suffix:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(CSS if path.suffix == ".css" else name, encoding="utf-8")
        else:
            path.mkdir(parents=True)
            (path / "file").touch()
    return tmp_path


def left(static):
    """Files that are published."""
    return sorted(str(path.relative_to(static)) for path in static.rglob("*") if path.is_file())


def test_only_what_pages_ask_for_is_left(static, warned):
    publishing.clean(static)
    assert left(static) == ["scripts/bootstrap.js", publishing.SHEET]
    assert not warned


def test_the_sheet_loses_the_icons_and_keeps_its_rules(static):
    publishing.clean(static)
    css = (static / publishing.SHEET).read_text(encoding="utf-8")
    assert css == "/*! theme */.btn{color:red}.fab-not-ours{color:blue}.nav{margin:0}" + publishing.DONE


def test_a_second_build_into_the_same_folder_changes_nothing(static, warned):
    publishing.clean(static)
    publishing.clean(static)
    assert not warned


@pytest.mark.parametrize("name", publishing.UNUSED)
def test_a_file_that_the_theme_no_longer_ships_is_a_warning(static, warned, name):
    publishing.remove(static / name)
    publishing.clean(static)
    assert len(warned) == 1
    assert repr((static / name).name) in warned[0]


def test_a_sheet_without_icon_rules_is_a_warning(static, warned):
    (static / publishing.SHEET).write_text(".btn{color:red}", encoding="utf-8")
    publishing.clean(static)
    assert len(warned) == 1
    assert "'icon rules'" in warned[0]
