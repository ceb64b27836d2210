"""What an author wants folded is closed at first, and something opens it."""

import pytest
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document

from theme.book_pages import folded


def page_of(box):
    """A page with one box, after the transform."""
    page = new_document("page", get_default_settings())
    page += box
    folded.FoldBoxes(page).run()
    return page


def text():
    """What a box holds."""
    return nodes.paragraph("", "It is two.")


@pytest.mark.parametrize(
    ("box", "label"),
    [
        (nodes.admonition("", nodes.title("", "Answer"), text(), classes=["dropdown", "answer"], ids=["a"]), "Answer"),
        (nodes.tip("", text(), classes=["dropdown", "answer"], ids=["a"]), "Tip"),
    ],
)
def test_a_box_is_closed_behind_its_title_or_its_kind(box, label, warned):
    (details,) = page_of(box).children
    assert isinstance(details, folded.Folded)
    assert (details["ids"], details["classes"]) == (["a"], ["folded", "dropdown", "answer"])
    assert [part.astext() for part in details.children] == [label, "It is two."]
    assert not warned


def test_other_boxes_stay_open(warned):
    box = nodes.admonition("", nodes.title("", "In a hurry"), text(), classes=["hurry"])
    assert page_of(box).children == [box]
    assert not warned


@pytest.mark.parametrize(
    "box", [nodes.container("", text(), classes=["dropdown"]), nodes.container(classes=["dropdown"])]
)
def test_what_nothing_could_open_is_a_warning(box, warned):
    assert page_of(box).children == [box]
    assert len(warned) == 1
