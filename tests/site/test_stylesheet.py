"""The style sheet and the figures know the same colors, and the style sheet no others."""

import re
from pathlib import Path

import pytest

from mha.palette import PALETTE
from mha.plots import COLORS
from theme.book_pages import stylesheet

THEME = Path(stylesheet.__file__).parents[1]
HEX = re.compile(r"#[0-9a-fA-F]{3,8}\b")


def variables(css, selector):
    """Color variables that a rule sets."""
    rule = css[css.index(selector) :]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", rule[: rule.index("}")]))


def test_light_variables_are_the_colors_of_the_figures():
    assert variables(stylesheet.stylesheet(), "html {") == COLORS


@pytest.mark.parametrize("selector", ['html[data-theme="dark"]', 'html[data-theme="auto"]'])
def test_dark_variables_have_the_same_names(selector):
    css = stylesheet.stylesheet()
    assert variables(css, selector) == {name: color.dark for name, color in PALETTE.items()}


def test_dark_colors_do_not_reach_paper():
    for rule in ('html[data-theme="dark"]', 'html[data-theme="auto"]'):
        assert re.search(rf"@media screen[^{{}}]*\{{ {re.escape(rule)} ", stylesheet.palette_css())


@pytest.mark.parametrize("path", sorted(stylesheet.STYLES.glob("*.css")), ids=lambda path: path.name)
def test_styles_name_no_color(path):
    css = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not HEX.search(css)
    assert not re.search(r"\b(rgb|hsl)a?\(", css)


@pytest.mark.parametrize("path", sorted((THEME / "assets").glob("*.svg")), ids=lambda path: path.name)
def test_drawings_use_the_palette(path):
    assert set(HEX.findall(path.read_text(encoding="utf-8"))) <= set(COLORS.values())


def test_every_variable_of_ours_is_set():
    css = stylesheet.stylesheet()
    used = {name for name in re.findall(r"var\(--([\w-]+)", css) if not name.startswith(("pst-", "bs-", "sbt-"))}
    assert used - set(re.findall(r"--([\w-]+):", css)) == set()


def test_every_file_of_styles_is_part_of_the_sheet():
    assert {path.stem for path in stylesheet.STYLES.iterdir()} == set(stylesheet.ORDER)


def test_every_face_exists_and_every_font_is_used():
    named = re.findall(r'url\("(fonts/[^"]+)"\)', stylesheet.part("fonts"))
    assert sorted(named) == sorted(f"fonts/{path.name}" for path in (THEME / "static/fonts").glob("*.woff2"))


@pytest.mark.parametrize(("name", "latin"), [("serif", "serif"), ("sans", "sans-serif"), ("mono", "monospace")])
def test_latin_text_falls_back_to_a_latin_face(name, latin):
    stack = re.search(rf"--{name}: ([^;]*);", stylesheet.part("base"))[1]
    faces = [face.strip() for face in stack.split(",")]
    chinese = [face for face in faces if re.search(r"SC\b|YaHei", face)]
    assert chinese
    assert faces.index(latin) < min(map(faces.index, chinese))


def test_fonts_come_with_their_license():
    license_text = (THEME / "static/fonts/OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in license_text
    for font in (THEME / "static/fonts").glob("*.woff2"):
        assert font.name in license_text


def test_faces_of_a_page_from_disk_are_swapped_in():
    assert "font-display: optional" in stylesheet.part("fonts")
    assert "font-display: optional" not in stylesheet.disk_stylesheet()
    assert stylesheet.disk_stylesheet().count("@font-face") == stylesheet.part("fonts").count("@font-face")
