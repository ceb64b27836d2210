"""The head of a page loses what the page does not need, and nothing else."""

from types import SimpleNamespace

from docutils import nodes

from theme.book_pages import head

HEAD = """\
  <link rel="stylesheet" href="_static/styles/theme.css" />
  <link rel="stylesheet" href="_static/pygments.css?v=03e43079" />
    <script src="_static/documentation_options.js?v=1"></script>
    <script src="_static/doctools.js?v=2"></script>
    <script>const THEBE_JS_URL = "https://elsewhere.example/lib"</script>
    <script defer src="_static/copybutton.js"></script>
    <script type="application/vnd.jupyter.widget-state+json">{"about": "%s pygments.css doctools.js"}</script>
    <script>let hint = 'Show';</script>
""" % ("." * head.OPENING)


def test_named_scripts_and_sheets_are_left_out_and_the_rest_stays(warned):
    kept = head.without(HEAD, "intro", "pygments.css", "const THEBE_JS_URL")
    gone = [line for line in HEAD.splitlines() if line not in kept.splitlines()]
    assert ["pygments" in gone[0], "THEBE" in gone[1], len(gone)] == [True, True, 2]
    assert not warned


def test_data_that_only_mentions_a_name_stays(warned):
    assert "widget-state" in head.without(HEAD, "intro", "pygments.css", "doctools.js")
    assert not warned


def test_a_name_that_the_theme_does_not_write_is_a_warning(warned):
    assert head.without(HEAD, "intro", "scripts/fontawesome.js") == HEAD
    assert len(warned) == 1
    assert "expected 'scripts/fontawesome.js'" in warned[0]


def test_script_files_wait_once(warned):
    waiting = [line.strip() for line in head.deferred(HEAD, "intro").splitlines() if " defer " in line]
    assert waiting == [
        '<script defer src="_static/documentation_options.js?v=1"></script>',
        '<script defer src="_static/doctools.js?v=2"></script>',
        '<script defer src="_static/copybutton.js"></script>',
    ]
    assert not warned


def test_a_head_without_scripts_is_a_warning(warned):
    head.deferred("<script>let a = 1;</script>", "intro")
    assert len(warned) == 1


def test_the_standfirst_describes_the_page():
    page = nodes.section("", nodes.title("", "Title"))
    page += nodes.container("", nodes.paragraph("", "One sentence\nfor the whole order."), classes=["standfirst"])
    context = {}
    head.describe(None, "intro", "page.html", context, page)
    assert context == {"description": "One sentence for the whole order."}


def test_pages_without_text_or_standfirst_have_no_description_of_their_own():
    context = {}
    head.describe(None, "search", "search.html", context, None)
    head.describe(None, "references", "page.html", context, nodes.section())
    assert context == {}


def test_other_builders_have_no_templates():
    head.add_filters(SimpleNamespace(builder=SimpleNamespace(format="latex")))
