"""Stored figures become drawings of the page: its colors, its font, one text alternative each."""

import io
import re
from types import SimpleNamespace

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document

from mha import plots
from theme.book_pages import figures


@pytest.fixture
def stored():
    """A figure as a notebook stores it."""
    with mpl.rc_context():
        plots.use()
        ax = plots.line([0, 1], [0.25, 1], "red", "rising", ax=plt.figure().add_subplot())
        ax.bar([0, 1], [1, 2], hatch="//", facecolor="none", edgecolor=plots.COLORS["ochre"])
        ax.set_xlabel("$h_T$")
        file = io.StringIO()
        ax.figure.savefig(file, format="svg")
        plt.close(ax.figure)
    return file.getvalue()


def test_every_color_becomes_a_variable(stored):
    assert plots.COLORS["lens-red"] in stored
    drawing, foreign = figures.inline_svg(stored, "A line.", "f0")
    assert "var(--lens-red)" in drawing
    assert "var(--muted)" in drawing
    assert not re.search('#[0-9a-f]{6}[;"]', drawing)
    assert not foreign


def test_places_are_rounded_and_what_a_reader_reads_is_not(stored):
    drawing, _ = figures.inline_svg(stored.replace(">rising<", ">0.0001<"), "A line.", "f0")
    assert ">0.0001<" in drawing
    assert not re.search(r'<path d="[^"]*\d\.\d{3}', drawing)


def test_a_color_outside_the_palette_is_found(stored):
    drawn = stored.replace(plots.COLORS["lens-red"], "#1f77b4")
    assert figures.inline_svg(drawn, "A line.", "f0")[1] == ["#1f77b4"]


def test_the_drawing_has_a_text_alternative_and_its_own_shape(stored):
    drawing, _ = figures.inline_svg(stored, 'Rises from "a" to <b>.', "f0")
    tag = drawing[: drawing.index(">") + 1]
    width, height = map(float, figures.VIEW.search(stored).groups())
    assert 'role="img" aria-label="Rises from &quot;a&quot; to &lt;b&gt;."' in tag
    assert f'width="{width * 4 / 3:.0f}" height="{height * 4 / 3:.0f}"' in tag
    assert f'style="max-width: {width * 4 / 3 * 1.7:.0f}px"' in tag


def test_text_stays_text_in_the_face_of_the_page(stored):
    drawing, _ = figures.inline_svg(stored, "A line.", "f0")
    assert ">rising</text>" in drawing
    assert "DejaVu" not in drawing
    assert re.search(r"font-weight: 700; font-size: [\d.]+px[^>]*>rising<", drawing)


def ids(drawing):
    """The ids that a drawing gives."""
    return set(re.findall(r'\bid="([^"]+)"', drawing))


def test_two_figures_on_a_page_share_no_id(stored):
    one, two = (figures.inline_svg(stored, "", prefix)[0] for prefix in ("f0", "f1"))
    assert ids(one)
    assert not ids(one) & ids(two)


def test_references_still_lead_somewhere(stored):
    drawing, _ = figures.inline_svg(stored, "", "f0")
    targets = set(re.findall(r'(?:href="|url\()#([^")]+)', drawing))
    assert targets
    assert targets == ids(drawing)


def test_what_describes_the_file_or_would_style_the_page_is_left_out(stored):
    drawing, _ = figures.inline_svg(stored, "", "f0")
    for part in ("<metadata", "<!--", "<style", "<!DOCTYPE"):
        assert part in stored
        assert part not in drawing
    assert len(drawing) < len(stored)


@pytest.fixture
def run(tmp_path, stored):
    """Run the transform over one image of a page."""
    (tmp_path / "line.svg").write_text(stored, encoding="utf-8")
    (tmp_path / "other.svg").write_text(stored.replace(plots.COLORS["lens-red"], "#123456"), encoding="utf-8")

    def transform(uri, alt="A line."):
        page = new_document("page", get_default_settings())
        page += nodes.image(uri=uri, alt=alt)
        page.settings.env = SimpleNamespace(app=SimpleNamespace(srcdir=tmp_path))
        figures.InlineFigures(page).run()
        return page.children[0]

    return transform


def test_an_svg_is_put_into_the_page(run, warned):
    assert '<svg class="drawing"' in run("line.svg").astext()
    assert not warned


def test_a_photograph_stays_an_image(run, warned):
    assert isinstance(run("photo.png"), nodes.image)
    assert not warned


def test_an_image_without_a_text_alternative_is_a_warning(run, warned):
    run("photo.png", alt="")
    assert warned == ["figure without a text alternative: photo.png"]


def test_a_color_outside_the_palette_is_a_warning(run, warned):
    run("other.svg")
    assert warned == ["figure with colors outside the palette: #123456"]
