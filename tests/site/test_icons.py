"""Icons are drawn by the style sheet, and an icon without a drawing is noticed."""

import re
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from theme.book_pages import icons


@pytest.mark.parametrize("name", icons.DRAWINGS)
def test_a_drawing_is_valid_and_reaches_the_style_sheet(name):
    (address,) = re.findall(rf'\.fa-{name} {{ --icon: url\("([^"]+)"\)', icons.icon_css())
    ElementTree.fromstring(unquote(address.removeprefix("data:image/svg+xml,")))


def test_the_icon_font_is_never_asked_for():
    assert f"{icons.ELEMENTS}::before {{ content: none !important; }}" in icons.icon_css()


def test_icons_with_a_drawing_pass(warned):
    page = '<i class="fa-solid fa-bars"></i><i class="theme-switch fa-solid fa-sun    fa-lg" data-mode="light"></i>'
    assert icons.check_icons(page, "intro") == page
    assert not warned


def test_an_icon_without_a_drawing_is_a_warning(warned):
    icons.check_icons('<span class="fas fa-trumpet"></span>', "intro")
    assert warned == ["icons: fa-trumpet has no drawing in theme/book_pages/icons.py"]
