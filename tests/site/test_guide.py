"""How long a chapter takes, and a line on the next one."""

from types import SimpleNamespace

import pytest
from docutils import nodes

from theme.book_pages import guide
from theme.book_pages.folded import Folded


def box(*children, kind=nodes.admonition, **attributes):
    """A node with children."""
    return kind("", *children, **attributes)


def prose(count):
    """A paragraph of so many words."""
    return nodes.paragraph("", "word " * count)


def listing(lines):
    """So many lines of code."""
    return nodes.literal_block("", "\n".join(["x = 1"] * lines))


def test_words_and_lines_of_code_take_their_time():
    assert guide.minutes(box(prose(400), kind=nodes.section)) == 2
    assert guide.minutes(box(prose(400), listing(30), kind=nodes.section)) == 4


@pytest.mark.parametrize(
    "extra",
    [
        box(listing(500), kind=nodes.container, classes=["cell_output"]),
        nodes.raw("", "<path/> " * 5000, format="html"),
        box(prose(5000), classes=["solution", "dropdown"]),
    ],
)
def test_outputs_figures_and_folded_answers_take_none(extra):
    assert guide.minutes(box(prose(400), extra, kind=nodes.section)) == 2


@pytest.mark.parametrize("kind", [nodes.admonition, Folded])
def test_questions_take_as_long_as_their_reader_thinks(kind):
    answer = box(prose(9), kind=kind, classes=["dropdown", "answer"])
    assert guide.minutes(box(prose(400), answer, kind=nodes.section)) is None


@pytest.mark.parametrize(("time", "said"), [(1, 5), (12, 10), (13, 15), (56.1, 55)])
def test_minutes_are_rounded_as_one_says_them(time, said):
    assert guide.rounded(time) == said


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("One state. How much of 0.3 is in it?", "One state."),
        ("How many heads, how wide? Each is measured.", "How many heads, how wide?"),
        ("No full stop", "No full stop"),
        ("", ""),
    ],
)
def test_the_first_sentence_fits_into_a_line(text, line):
    assert guide.first_sentence(text) == line


def test_the_time_stands_under_the_standfirst_of_chapters_only():
    page = box(box(prose(2000), kind=nodes.container, classes=["standfirst"]), kind=nodes.section)
    app = SimpleNamespace(builder=SimpleNamespace(), env=SimpleNamespace(metadata={}))
    for name, shown in (("chapters/one", True), ("back/terms", False)):
        context = {"body": '<h1>One</h1><div class="standfirst docutils">\n<p>Words.</p>\n</div><p>More.</p>'}
        guide.show(app, name, "page.html", context, page)
        assert (
            '<p>Words.</p>\n<p class="reading-time">About 10 minutes to read</p>\n</div>' in context["body"]
        ) == shown


@pytest.mark.browser
def test_each_page_leads_to_the_next_with_a_line_of_it(visit, served, site, pages):
    first = visit(f"{served}/intro.html")
    for _ in range(len(pages)):
        if not first.locator("a.right-next").count():
            break
        line = first.locator(".prev-next-line").all_inner_texts()
        first.locator("a.right-next").click()
        first.wait_for_load_state()
        lead = first.locator(".standfirst p").first
        assert line == ([guide.first_sentence(" ".join(lead.inner_text().split()))] if lead.count() else [])
    assert first.url.endswith("back/references.html")
    assert not first.faults
