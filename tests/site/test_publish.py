"""The book as a PDF and as a zip: what is in them, where their links lead, and that nothing is cut."""

import json
import re
import zipfile

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import IndirectObject

from mha.widgets import LineExplorer
from tests.site.conftest import ROOT, serve
from theme.book_pages.stylesheet import disk_stylesheet, stylesheet
from tools.publish import archive, paper, pdf
from tools.publish import site as published

LONG = "x = " + " + ".join(f"number_{i}" for i in range(30)) + " + the_last_of_them"
FIRST = """\
<html><head><title>A book</title>{head}</head><body>
<nav class="bd-links"><p class="caption">The story</p>
<ul><li class="toctree-l1"><a href="chapters/one.html">1 The first</a></li></ul>
<p class="caption">Back matter</p><ul><li class="toctree-l1"><a href="back/terms.html">Terms</a>
<ul><li class="toctree-l2"><a href="back/names.html">Names</a></li></ul></li></ul></nav>
<article class="bd-article"><section id="a-book"><h1>A book<a class="headerlink" href="#a-book">#</a></h1>
<div class="standfirst"><p>It has two chapters.</p></div>
<p>Begin with <a href="chapters/one.html">the first</a>.</p>
<div class="downloads docutils">
</div></section></article></body></html>
"""
ONE = """\
<html><head>{head}<script type="application/vnd.jupyter.widget-state+json">{state}</script></head><body>
<article class="bd-article"><section id="the-first"><h1><span class="section-number">1 </span>The first</h1>
<p>See <a href="../back/terms.html#term">the term</a>, <a href="#more">more</a>, <a href="https://example.org">it</a>
and <a href="../_sources/chapters/one.ipynb">the source</a>.</p>
<div class="highlight"><pre>{code}</pre></div>
<script type="application/vnd.jupyter.widget-view+json">{view}</script>
<details class="hide"><summary>Show the code</summary><pre>folded_code()</pre></details>
<div class="math"><div class="math-body"><math display="block"><mi>{wide}</mi></math></div></div>
<section id="more"><h2><span class="section-number">1.1 </span>More</h2>
<div class="exercise admonition"><p class="admonition-title"><span class="caption-number">Exercise 1.1 </span> (Add)</p>
<section id="exercise-content"><p>What is one and one?</p></section></div>
<details class="folded dropdown hint"><summary>Hint</summary><p>Count on your fingers.</p></details>
<details class="folded dropdown answer"><summary>Answer</summary><p>It is two.</p></details>
<p style="height: 3000px">A long page.</p></section>
<section id="last"><h2><span class="section-number">1.2 </span>The last</h2><p>Here it ends.</p></section>
</section></article></body></html>
"""
TERMS = """\
<html><head>{head}</head><body><article class="bd-article"><section id="terms"><h1>Terms</h1>
<dl><dt id="term">term</dt><dd>A word.</dd></dl></section></article></body></html>
"""

NAMES = """\
<html><head>{head}</head><body><article class="bd-article"><section id="names"><h1>Names</h1><p>One.</p></section>
</article></body></html>
"""


def stored(explorer):
    """State and view of an explorer as a page holds them."""
    name = "0" * 32
    state = {"_esm": explorer._esm, "_css": explorer._css, **explorer.get_state()}
    widget = {"model_module": "anywidget", "state": {key: v for key, v in state.items() if not key.startswith("_dom")}}
    return json.dumps({"state": {name: widget}}, default=str), json.dumps({"model_id": name})


def write(folder, *, code=LONG, wide="w"):
    """A built book of four pages."""
    static = folder / "_static"
    static.mkdir(parents=True)
    (static / "book.css").write_text(stylesheet(), encoding="utf-8")
    (static / "disk.css").write_text(disk_stylesheet(), encoding="utf-8")
    (static / "explorers.js").symlink_to(ROOT / "theme/static/explorers.js")
    (static / "fonts").symlink_to(ROOT / "theme/static/fonts")
    (folder / "index.html").write_text('<meta http-equiv="Refresh" content="0; url=intro.html">', encoding="utf-8")
    state, view = stored(LineExplorer("thoughts"))
    for name, text in {"intro": FIRST, "chapters/one": ONE, "back/terms": TERMS, "back/names": NAMES}.items():
        path = folder / f"{name}.html"
        path.parent.mkdir(exist_ok=True)
        head = f'<link rel="stylesheet" href="{"../" * name.count("/")}_static/book.css">'
        parts = {"head": head, "state": state, "view": view, "code": code, "wide": wide}
        for key, value in parts.items():
            text = text.replace(f"{{{key}}}", value)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def book(tmp_path):
    """A built book of four pages."""
    return write(tmp_path / "html")


@pytest.fixture(scope="module")
def whole(site):
    """The whole book as one document."""
    return paper.document(site)


def test_every_page_of_the_book_is_printed_with_its_figures_and_its_answers(whole, site, pages):
    soup = paper.BeautifulSoup(whole, "html.parser")
    slugs = {name.removesuffix(".html").replace("/", "-") for name in pages} - {"search", "404"}
    assert {article["id"] for article in soup.select("article.chapter")} == slugs | {"answers"}
    built = [paper.read(site / name) for name in pages]
    boxes = ".folded:is(.solution, .hint, .answer)"
    for parts in ("svg.drawing", "div.math", "div.cell", "figcaption", boxes, f"script[type='{paper.VIEW}']"):
        assert len(soup.select(parts)) == sum(len(page.select(f"article {parts}")) for page in built) > 0, parts
    assert not soup.select(f".chapter:not(.answers) {boxes}")


def test_ids_are_unique_and_links_lead_to_them(whole):
    ids = re.findall(r'\bid="([^"]+)"', whole)
    assert len(ids) == len(set(ids)) > 1000
    assert set(re.findall(r'href="#([^"]+)"', whole)) <= set(ids)
    assert not re.findall(r'<a[^>]*href="(?!#|https?:|mailto:)[^"]*"', whole)


def test_a_link_that_leads_nowhere_is_refused(book):
    page = book / "back/terms.html"
    page.write_text(page.read_text(encoding="utf-8").replace('id="term"', 'id="other"'), encoding="utf-8")
    with pytest.raises(ValueError, match="back-terms--term"):
        paper.document(book)


def test_the_zip_holds_the_site_and_is_the_same_bytes_again(site, tmp_path):
    one, two = tmp_path / "one.zip", tmp_path / "two.zip"
    archive.make(site, one)
    archive.make(site, two)
    assert one.read_bytes() == two.read_bytes()
    with zipfile.ZipFile(one) as packed:
        packed.extractall(tmp_path)
    unpacked = tmp_path / "multi-head-attention"
    inside = {path.relative_to(unpacked): path.read_bytes() for path in unpacked.rglob("*") if path.is_file()}
    outside = {path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    assert inside == {path: content for path, content in outside.items() if not archive.is_hidden(path)}


def test_dates_of_files_do_not_change_the_zip_and_their_content_does(book, tmp_path):
    packed = []
    for change in ("", "", "more"):
        page = book / "intro.html"
        page.write_text(page.read_text(encoding="utf-8") + change, encoding="utf-8")
        archive.make(book, tmp_path / "book.zip")
        packed.append((tmp_path / "book.zip").read_bytes())
    assert packed[0] == packed[1] != packed[2]


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """A book of four pages, printed: the reader of its PDF."""
    folder = tmp_path_factory.mktemp("book")
    write(folder / "html")
    pdf.make(folder / "html", folder / "book.pdf")
    return PdfReader(folder / "book.pdf")


def words(page):
    """The text of a printed page without line breaks."""
    return " ".join(page.extract_text().split())


@pytest.mark.browser
def test_each_page_of_paper_has_its_number_and_its_chapter(printed):
    pages = [words(page) for page in printed.pages]
    assert "It has two chapters." in pages[0]
    assert len(pages) == 11
    feet = ["Contents", "Introduction", *["1 The first"] * 5, "Terms", "Names", "Answers"]
    for number, (foot, text) in enumerate(zip(feet, pages[1:], strict=True), 2):
        assert f"{number}{foot}" in text


@pytest.mark.browser
def test_the_contents_name_the_pages_and_lead_there(printed):
    contents = words(printed.pages[1])
    lines = dict(re.findall(r"(Introduction|1 The first|1\.1 More|1\.2 The last|Terms|Names|Answers) (\d+)", contents))
    assert list(lines) == ["Introduction", "1 The first", "1.1 More", "1.2 The last", "Terms", "Names", "Answers"]
    assert len(set(lines.values())) == 7
    for title, number in lines.items():
        assert title in words(printed.pages[int(number) - 1])
    leads = [annotation.get_object() for annotation in printed.pages[1]["/Annots"]]
    named = printed.named_destinations
    reached = {printed.get_destination_page_number(named[link["/Dest"]]) + 1 for link in leads}
    assert reached == {int(number) for number in lines.values()}


@pytest.mark.browser
def test_the_bookmarks_are_the_headings_with_their_numbers(printed):
    titles = [entry.title.replace("\xa0", " ") for entry in printed.outline if not isinstance(entry, list)]
    assert titles == ["A book", "Contents", "Introduction", "1 The first", "Terms", "Names", "Answers"]


@pytest.mark.browser
def test_the_paper_can_be_read_aloud_and_its_many_small_objects_are_packed(printed):
    root = printed.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en"
    assert len(printed.xref_objStm) > len(printed.xref[0])


@pytest.mark.browser
def test_links_lead_within_the_book_or_to_the_web(printed):
    links = [link.get_object() for page in printed.pages for link in page.get("/Annots", [])]
    web = {link["/A"]["/URI"] for link in links if "/A" in link}
    assert web == {"https://example.org/"}
    assert {link["/Dest"] for link in links if "/Dest" in link} <= set(printed.named_destinations)


@pytest.mark.browser
def test_answers_stand_at_the_end_and_are_found(printed):
    before = " ".join(words(page) for page in printed.pages[:-1])
    assert "It is two." not in before
    assert "Hint and answer: page 11" in before
    assert "folded_code" not in before
    last = words(printed.pages[-1])
    assert "Exercise 1.1 (Add)" in last
    assert "Count on your fingers." in last
    assert "It is two." in last


@pytest.mark.browser
def test_a_long_line_of_code_is_not_cut_and_an_explorer_is_drawn(printed):
    text = words(printed.pages[3])
    assert "number_29" in text
    assert text.count("number_") == 30
    assert "the_last_of_them" in text.replace(" ", "")
    assert "The model says" in text
    assert paper.EXPLORER in text


@pytest.mark.browser
def test_nothing_is_shaded_as_if_it_scrolled(printed):
    content = [IndirectObject(number, 0, printed).get_object() for number in {*printed.xref[0], *printed.xref_objStm}]
    assert not [one for one in content if isinstance(one, dict) and "/PatternType" in one]


@pytest.mark.browser
def test_what_is_wider_than_the_paper_is_made_smaller_or_refused(tmp_path):
    pdf.make(write(tmp_path / "a/html", wide="wide" * 25), tmp_path / "a.pdf")
    with pytest.raises(pdf.Unprintable, match=r"math-body: wide"):
        pdf.make(write(tmp_path / "b/html", wide="wide" * 60), tmp_path / "b.pdf")


@pytest.fixture
def ready(book, tmp_path):
    """The folder that is published, of a book whose PDF has two empty pages."""
    writer = PdfWriter()
    for _ in range(2):
        writer.add_blank_page(100, 100)
    writer.write(tmp_path / "book.pdf")
    archive.make(book, tmp_path / "book.zip")
    published.make(book, tmp_path / "book.pdf", tmp_path / "book.zip", tmp_path / "site")
    return tmp_path / "site"


@pytest.mark.browser
def test_the_first_page_of_the_published_site_links_both_files(visit, ready):
    with serve(ready) as address:
        page = visit(f"{address}/intro.html")
        line = page.locator(".downloads")
        assert "PDF (2 pages, 0.0 MB)" in line.inner_text().replace("\xa0", " ")
        for link in line.locator("a").all():
            assert page.request.get(link.evaluate("link => link.href")).ok


def test_the_pages_of_make_book_and_of_the_zip_link_no_file_that_is_not_there(site, book, tmp_path):
    archive.make(book, tmp_path / "book.zip")
    with zipfile.ZipFile(tmp_path / "book.zip") as packed:
        inside = packed.read("multi-head-attention/intro.html").decode()
    for page in (inside, (site / "intro.html").read_text(encoding="utf-8")):
        assert published.PLACE.search(page)
        assert ".pdf" not in page.partition("<article")[2].partition("</article")[0]


def test_a_first_page_without_a_place_for_the_links_is_refused(ready, tmp_path):
    with pytest.raises(ValueError, match="0 places"):
        published.make(ready, tmp_path / "book.pdf", tmp_path / "book.zip", tmp_path / "again")
