"""Take the prose out of MyST Markdown: what a reader reads, without code, addresses and references."""

import re

from markdown_it import MarkdownIt
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

MARKDOWN = MarkdownIt("commonmark").enable("table")
for plugin in (
    amsmath_plugin,
    colon_fence_plugin,
    deflist_plugin,
    dollarmath_plugin,
    myst_block_plugin,
    myst_role_plugin,
):
    MARKDOWN.use(plugin)

DIRECTIVE = re.compile(r"\{(?P<name>[\w:-]+)\}(?P<argument>.*)")
OPTION = re.compile(r":(?P<name>[\w-]+):(?P<value>.*)")
NO_PROSE = re.compile(r"code|figure|image|include|literalinclude|toctree|bibliography|auto|py:")  # their arguments, too
NAMING_ROLES = re.compile(r"cite|eq$|numref|ref$|doc$|download|code|func|class|meth|mod|py:")
ADDRESS = re.compile(r"\bhttps?://\S+|\b(?:doi|arXiv):\S+")


def prose(markdown):
    """Return the prose of a Markdown text, its blocks on lines of their own."""
    return ADDRESS.sub(" ", "\n".join(filter(None, map(block_prose, MARKDOWN.parse(markdown)))))


def block_prose(token):
    """Return the prose of one block token."""
    match token.type:
        case "inline":
            return inline_prose(token.children)
        case "math_block" | "math_block_label" | "amsmath":
            return token.content
        case "fence" | "colon_fence" if directive := DIRECTIVE.match(token.info.strip()):
            return directive_prose(directive["name"], directive["argument"], token.content)
    return ""


def directive_prose(name, argument, body):
    """Return the title, the caption, the alternative text and the body of a directive, as far as they are prose."""
    lines, options = body.splitlines(), {}
    while lines and (option := OPTION.match(lines[0].strip())):
        options[option["name"]] = option["value"].strip()
        del lines[0]
    described = [options.get("alt", ""), options.get("caption", "")]
    if name == "math":
        return "\n".join([argument, *lines])
    if not name.startswith("code") and not NO_PROSE.match(name):
        described.insert(0, prose(argument))
    if not name.startswith("code"):
        described.append(prose("\n".join(lines)))
    return "\n".join(filter(None, described))


def inline_prose(tokens):
    """Return the prose of inline tokens; what an automatic link shows is an address."""
    texts, in_address = [], False
    for token in tokens:
        match token.type:
            case "link_open" | "link_close":
                in_address = token.type == "link_open" and token.markup == "autolink"
            case "text" if not in_address:
                texts.append(token.content)
            case "image":
                texts.append(token.content)
            case "math_inline" | "math_inline_double":
                texts.append(token.content)
            case "myst_role" if not NAMING_ROLES.match(token.meta["name"]):
                texts.append(token.content)
            case "softbreak" | "hardbreak":
                texts.append("\n")
            case _:
                texts.append(" ")
    return "".join(texts)
