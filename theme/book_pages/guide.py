"""What helps a reader to plan: how long a chapter takes, and a line on the one after it."""

import re

from docutils import nodes

from .answers import without_answers

WORDS_A_MINUTE = 200
LINES_OF_CODE_A_MINUTE = 15
SENTENCE = re.compile(r".+?[.?!](?=\s|$)")
STANDFIRST = re.compile(r'<div class="standfirst[^"]*">.*?(?=</div>)', re.DOTALL)
ASKS = {"answer", "hint"}  # classes of what is folded where questions are asked


def standfirst(doctree):
    """The lines under the title of a page."""
    for container in doctree.findall(nodes.container):
        if "standfirst" in container["classes"]:
            return " ".join(container.astext().split())
    return ""


def first_sentence(text):
    """What fits into one line."""
    found = SENTENCE.match(text)
    return found[0] if found else text


def minutes(doctree):
    """How long the open text and the open code of a page take; ``None`` where the reader is to answer questions."""
    if any(ASKS.intersection(box["classes"]) for box in doctree.findall(nodes.Element)):
        return None
    words = lines = 0
    for text in without_answers(doctree).findall(nodes.Text):
        if inside(text, nodes.container, "cell_output") or inside(text, nodes.raw):
            continue
        if inside(text, nodes.literal_block):
            lines += text.count("\n") + 1
        else:
            words += len(text.split())
    return words / WORDS_A_MINUTE + lines / LINES_OF_CODE_A_MINUTE


def inside(node, kind, *names):
    """Whether a node stands in another of a kind, or of one of these classes."""
    while (node := node.parent) is not None:
        if isinstance(node, kind) and (not names or set(names) & set(node["classes"])):
            return True
    return False


def remember(app, doctree):
    """Keep the line on each page for the page before it."""
    app.env.metadata[app.env.docname]["line"] = first_sentence(standfirst(doctree))


def show(app, pagename, templatename, context, doctree):
    """Offer the line to the template, and write the time under the standfirst of a chapter."""
    _, _, after = getattr(app.builder, "relations", {}).get(pagename, (None, None, None))
    context["next_line"] = app.env.metadata[after].get("line", "") if after else ""
    if doctree is None or not pagename.startswith("chapters/"):
        return
    if (time := minutes(doctree)) is not None:
        line = f'<p class="reading-time">About {rounded(time)} minutes to read</p>\n'
        context["body"] = STANDFIRST.sub(lambda lines: lines[0] + line, context["body"], count=1)


def rounded(time):
    """Minutes as one would say them."""
    return max(5, 5 * round(time / 5))


def setup(app):
    """Connect to the reading and the writing of every page."""
    app.connect("doctree-read", remember)
    app.connect("html-page-context", show)
