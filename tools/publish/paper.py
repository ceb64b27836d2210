"""All pages of the built book as one document for the printer: cover, contents, chapters, answers.

Paper cannot unfold. Hints and answers, which are folded on the pages, stand together at the end, and where they were, a
line tells the page. Code that is folded on the pages is left out; it is in the notebooks.
"""

import re
from posixpath import join, normpath
from typing import NamedTuple

from bs4 import BeautifulSoup

from tools.publish import ROOT

STATE = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"
REFERENCES = ("href", "xlink:href", "for", "aria-labelledby", "aria-describedby", "aria-controls")
FOLDED = "details.folded"
ONLY_ON_SCREEN = "a.headerlink, .practice, .reading-time, script:not([type$='+json'])"
EXPLORER = "Shown as it starts. On the book’s pages this figure answers to the hand."
ANSWERS = "Answers"
MARGIN = 26  # millimeters at the left and the right
CSS = (ROOT / "theme" / "paper.css").read_text(encoding="utf-8")
NOTE = """\
Printed from the pages of the book. Explorers are shown as they start. Hints and answers stand at the end. Code that is
folded on the pages is left out here; it is in the notebooks."""
DOCUMENT = """\
<!DOCTYPE html>
<html lang="en" data-theme="light" data-mode="light">
<head><meta charset="utf-8"><title>{title}</title>
{sheets}
<style>{css}</style></head>
<body><main class="bd-main"><div class="bd-content"><div class="bd-article-container">
{articles}
</div></div></main>
{scripts}
</body></html>
"""


class Page(NamedTuple):
    """A page of the book: its path within the site, its title in the navigation, its depth, the part that it opens."""

    path: str
    title: str
    level: int = 0
    part: str = ""

    @property
    def slug(self):
        """What its ids begin with in the one document."""
        return self.path.removesuffix(".html").replace("/", "-")


class Entry(NamedTuple):
    """A line of the contents."""

    target: str
    title: str
    level: int


def read(path):
    """Parse a page."""
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def pages_of(site):
    """List the pages in the order of the navigation, which the first page shows."""
    root = re.search(r"url=([\w./-]+)", (site / "index.html").read_text(encoding="utf-8"))
    first = root[1] if root else "index.html"
    soup = read(site / first)
    pages = [Page(first, soup.select_one("article h1").contents[0].strip())]
    part = ""
    for element in soup.select("nav.bd-links :is(p.caption, li > a)"):
        if element.name == "p":
            part = element.get_text(strip=True)
        else:
            level = "toctree-l1" not in element.parent["class"]
            pages.append(Page(element["href"], element.get_text(" ", strip=True), int(level), part))
            part = ""
    return pages


def document(site):
    """Return the whole book as HTML, to be stored in a folder beside ``site``; page numbers are left open."""
    pages = pages_of(site)
    soups = {page: read(site / page.path) for page in pages}
    slugs = {page.path: page.slug for page in pages}
    articles = [article_of(page, soup, slugs, relative(site)) for page, soup in soups.items()]
    answers = move_answers(pages, articles)
    cover = cover_of(articles[0])
    entries = [entry for page, article in zip(pages, articles, strict=True) for entry in entries_of(page, article)]
    if answers:
        entries.append(Entry("answers", ANSWERS, 0))
    parts = {page.slug: page.part for page in pages if page.part}
    body = [cover, contents_of(entries, parts), *map(str, articles), answers]
    if ends := ends_nowhere(body):
        raise ValueError(f"links of the printed book that lead nowhere: {', '.join(ends)}")
    return DOCUMENT.format(
        title=pages[0].title,
        sheets=sheets_of(soups, site),
        css=f"@page {{ size: A4; margin: 22mm {MARGIN}mm 24mm; }}\n{CSS}{running_titles(pages, answers)}",
        articles="\n".join(body),
        scripts="\n".join(filter(None, map(explorers_of, pages, soups.values())))
        + f'<script src="{relative(site)}_static/explorers.js"></script>',
    )


def relative(site):
    """The way from the document to the site."""
    return f"../{site.name}/"


def article_of(page, soup, slugs, base):
    """The text of a page, with ids of its own and links that lead within the document."""
    article = soup.select_one("article.bd-article")
    for element in article.select(ONLY_ON_SCREEN):
        element.decompose()
    seen = set()
    for element in article.find_all(True):
        if element.get("id") in seen:
            del element["id"]  # the theme names the content of all exercises alike
        seen.add(element.get("id"))
        relabel(element, page, slugs)
        if element.name == "img":
            element["src"] = f"{base}{normpath(join(page.path, '..', element['src']))}"
    for link in article.select("a[href='']"):
        link.unwrap()
    for number in article.select("h1 > .section-number"):
        number.string = f"{number.get_text(strip=True)}\xa0"  # has a line of its own, but not in the bookmarks
    for view in article.select(f"script[type='{VIEW}']"):
        view.string = own_models(view.string, page)
        note = soup.new_tag("p", attrs={"class": "explorer-note"})
        note.string = EXPLORER
        view.insert_after(note)
    article["id"] = page.slug
    article["class"] = ["bd-article", "chapter"]
    article["style"] = f"page: {page.slug}"
    return article


def relabel(element, page, slugs):
    """Give an element an id that no other page has, and let it refer to such."""
    if element.get("id"):
        element["id"] = f"{page.slug}--{element['id']}"
    for name, value in element.attrs.items():
        if name in REFERENCES:
            element[name] = target(value, page, slugs, link=name.endswith("href"))
        elif isinstance(value, str) and "url(#" in value:
            element[name] = value.replace("url(#", f"url(#{page.slug}--")


def target(address, page, slugs, *, link):
    """Where a reference of a page leads in the document; nowhere if it leads to what is not printed."""
    if not link:
        return " ".join(f"{page.slug}--{name}" for name in address.split())
    if re.match(r"[a-z]+:", address):
        return address
    path, _, anchor = address.partition("#")
    path = normpath(join(page.path, "..", path)) if path else page.path
    if path not in slugs:
        return ""
    return f"#{slugs[path]}--{anchor}" if anchor else f"#{slugs[path]}"


def own_models(text, page):
    """Tell the explorers of a page from those of others, which are numbered alike."""
    return re.sub(r"\b[0-9a-f]{32}\b", rf"{page.slug}-\g<0>", text)


def explorers_of(page, soup):
    """What the explorers of a page start from."""
    state = soup.select_one(f"script[type='{STATE}']")
    return f'<script type="{STATE}">{own_models(state.string, page)}</script>' if state else ""


def move_answers(pages, articles):
    """Take hints and answers out of their chapters; return a chapter of their own."""
    chapters = []
    for page, article in zip(pages, articles, strict=True):
        number_quiz(article)
        moved = [moved_answer(box, page, count) for count, box in enumerate(first_boxes(article))]
        if moved:
            chapters.append(f'<h2><a href="#{page.slug}">{page.title}</a></h2>\n' + "\n".join(moved))
    if not chapters:
        return ""
    return (
        f'<article class="bd-article chapter answers" id="answers" style="page: answers"><h1>{ANSWERS}</h1>\n'
        + "\n".join(chapters)
        + "</article>"
    )


def number_quiz(article):
    """Number the questions that have no title."""
    for count, question in enumerate(article.select(".quiz"), 1):
        number = BeautifulSoup(f'<p class="quiz-number">Question {count}</p>', "html.parser")
        question.insert(0, number)


def first_boxes(article):
    """Folded boxes that follow something else than a folded box: hint and answer go together."""
    boxes = article.select(FOLDED)
    return [box for box in boxes if box.find_previous_sibling(True) not in boxes]


def moved_answer(box, page, count):
    """Move a box and the folded ones right after it; return them, with a way back."""
    label, name = label_of(box), f"{page.slug}--answer-{count}"
    together = [box]
    while (after := together[-1].find_next_sibling(True)) is not None and "folded" in classes(after):
        together.append(after)
    words = " and ".join(one.summary.get_text(strip=True).lower() for one in together)
    line = f'<p class="to-answer" id="{name}-asked">{words.capitalize()}: page <a class="page" href="#{name}"></a></p>'
    box.insert_before(BeautifulSoup(line, "html.parser"))
    for one in together:
        one.extract()
        one.name, one.summary["class"] = "div", "box-label"
        one.summary.name = "p"
        if len(together) == 1:
            one.select_one(".box-label").decompose()
    back = f'<p class="answer-label" id="{name}"><a href="#{name}-asked">{label}</a></p>'
    return f'<div class="answer-group">{back}{"".join(map(str, together))}</div>'


def classes(element):
    """The classes of an element."""
    return set(element.get("class", ()))


def label_of(box):
    """What an answer answers: an exercise, a question of the quiz, or what its heading says."""
    if (quiz := box.find_parent(class_="quiz")) is not None:
        return quiz.select_one(".quiz-number").get_text(strip=True)
    before = box.find_previous_sibling(True)
    if before is not None and "exercise" in classes(before):
        return " ".join(before.select_one(".admonition-title").get_text(" ", strip=True).split())
    return box.find_previous(["h2", "h3", "h4"]).get_text(" ", strip=True)


def cover_of(first):
    """Title, standfirst and drawing of the first page, which goes on without them."""
    title = first.find("h1")
    parts = [title, *first.select(".standfirst, figure")[:2]]
    cover = "".join(map(str, parts))
    for part in parts[1:]:
        part.extract()
    title.string = "Introduction"
    return f'<section class="bd-article cover" style="page: cover">{cover}<p class="note">{NOTE}</p></section>'


def entries_of(page, article):
    """Lines of a page in the contents: its title, and its numbered sections."""
    yield Entry(page.slug, article.find("h1").get_text(" ", strip=True), page.level)
    for heading in article.select("h2:has(.section-number)"):
        yield Entry(heading.parent["id"], heading.get_text(" ", strip=True), 1)


def contents_of(entries, parts):
    """The contents, with a place for each page number."""
    lines = []
    for target_, title, level in entries:
        if target_ in parts:
            lines.append(f'<li class="part">{parts[target_]}</li>')
        lines.append(
            f'<li class="level-{level}"><a href="#{target_}">{title}</a>'
            f'<span class="dots"></span><a class="page" href="#{target_}"></a></li>'
        )
    return (
        '<nav class="bd-article book-contents" style="page: contents" id="contents"><h1>Contents</h1>\n<ol>\n'
        + "\n".join(lines)
        + "\n</ol></nav>"
    )


def with_numbers(html, numbers):
    """Write page numbers where they are known, and as much elsewhere."""
    return re.sub(
        r'(<a class="page" href="#([^"]+)">)(</a>)',
        lambda link: f"{link[1]}{numbers.get(link[2], '000')}{link[3]}",
        html,
    )


def targets(html):
    """Where the page numbers of a document lead."""
    return sorted(set(re.findall(r'<a class="page" href="#([^"]+)"', html)))


def ends_nowhere(body):
    """Links to ids that are not in the document."""
    html = "\n".join(body)
    return sorted(set(re.findall(r'href="#([^"]+)"', html)) - set(re.findall(r'\bid="([^"]+)"', html)))


def sheets_of(soups, site):
    """The style sheets of all pages, each once, and the fonts without waiting."""
    found = {}
    for page, soup in soups.items():
        for sheet in soup.select("head > link[rel=stylesheet]"):
            found[normpath(join(page.path, "..", sheet["href"]))] = None
    lines = [f'<link rel="stylesheet" href="{relative(site)}{sheet}">' for sheet in [*found, "_static/disk.css"]]
    return "\n".join(lines)


def running_titles(pages, answers):
    """What stands at the foot of each page beside its number."""
    titles = {page.slug: page.title for page in pages} | {"contents": "Contents"}
    titles[pages[0].slug] = "Introduction"
    if answers:
        titles["answers"] = ANSWERS
    rules = (f"@page {slug} {{ @bottom-left {{ content: {css_string(title)} }} }}" for slug, title in titles.items())
    return "\n".join(["", *rules, ""])


def css_string(text):
    """A text between quotation marks."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
