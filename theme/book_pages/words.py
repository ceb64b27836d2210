"""What is a word for the search, on a page and in a query: symbols however they are typed, and Chinese.

TeX, code and a reader's keyboard write one symbol differently; all are taken for what the code calls it, ``alpha_ij``.
Chinese has no spaces, and most of its words have two characters, so every two neighbors are a word. In the glossary the
Chinese term leads to its entry as the English one does.
"""

import json
import re
import unicodedata
from itertools import pairwise

from docutils import nodes
from sphinx import addnodes
from sphinx.search import languages
from sphinx.search.en import SearchEnglish
from sphinx.transforms import SphinxTransform

GREEK = {letter: unicodedata.name(letter).rpartition(" ")[2].lower() for letter in "αβγδεζηθικμνξοπρστυφχψω"}
GREEK["λ"] = "lambda"  # Unicode says lamda
# For both languages: regular expressions that Python and JavaScript read alike.
FACE = r"\\(?:text|math\w+|operatorname)\{([^{}]*)\}"
VARIANT = r"\\var(?=[a-z])"
INDEX = r"_\{([^{}]*)\}"
CHINESE = "([\u4e00-\u9fff]+)"
SPLIT_QUERY = f"""\
function splitQuery(query) {{
  const greek = {json.dumps(GREEK, ensure_ascii=False)};
  const typed = query
    .replace(/{FACE}/g, "$1").replace(/{VARIANT}/g, "").replace(/{INDEX}/g, "_$1")
    .replace(/[α-ω]/g, (letter) => greek[letter] ?? letter);
  const pairs = (part) => [...part].slice(1).map((letter, i) => part[i] + letter);
  return typed
    .split(/[^\\p{{Letter}}\\p{{Number}}_\\p{{Emoji_Presentation}}]+/u)
    .flatMap((word) => word.split(/{CHINESE}/))
    .flatMap((part) => part.length > 2 && /{CHINESE}/.test(part) ? pairs(part) : [part])
    .filter((part) => part);
}}"""


class BookWords(SearchEnglish):
    """English, with symbols and Chinese in it."""

    js_splitter_code = SPLIT_QUERY

    def split(self, input):
        """The words of a text."""
        return [part for word in super().split(typed(input)) for part in parts(word)]


def typed(text):
    """Write symbols as one types them."""
    text = re.sub(INDEX, r"_\1", re.sub(VARIANT, "", re.sub(FACE, r"\1", text)))
    return "".join(GREEK.get(letter, letter) for letter in text)


def parts(word):
    """Tell Chinese from what it touches, and split it into pairs."""
    for part in filter(None, re.split(CHINESE, word)):
        has_pairs = len(part) > 2 and re.match(CHINESE, part)
        yield from map("".join, pairwise(part)) if has_pairs else [part]


class ChineseTerms(SphinxTransform):
    """Let a Chinese term lead to its entry in the glossary."""

    default_priority = 700  # before the terms are collected

    def apply(self, **_):
        """Add it to the words by which the entry is found."""
        for entry in self.document.findall(nodes.definition_list_item):
            index = next(entry.findall(addnodes.index), None)
            chinese = [name.astext() for name in entry.findall(nodes.inline) if "zh" in name["classes"]]
            if index and chinese:
                kind, _, place, *rest = index["entries"][0]
                index["entries"] += [(kind, name, place, *rest) for name in chinese]


def setup(app):
    """Take the place of English, and go over every page."""
    languages["en"] = BookWords
    app.add_transform(ChineseTerms)
