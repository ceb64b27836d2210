"""What no page asks for is not published."""

import pytest

from theme.book_pages import publishing

KEPT = ["disk.css", "scripts/bootstrap.js", "sheet-0.css"]


@pytest.fixture
def static(tmp_path):
    """A ``_static`` folder as the theme fills it."""
    for name in (*publishing.UNUSED, publishing.SHEET, *KEPT, "scripts/bootstrap.js.map", "basic.css"):
        path = tmp_path / name
        if path.suffix:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        else:
            path.mkdir(parents=True)
            (path / "file").touch()
    return tmp_path


def left(static):
    """Files that are published."""
    return sorted(str(path.relative_to(static)) for path in static.rglob("*") if path.is_file())


def test_only_what_pages_ask_for_is_left(static, warned):
    publishing.clean(static)
    assert left(static) == KEPT
    assert not warned


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
