"""Rules that reach nothing in this book are not sent.

Two thirds of the theme's style sheets are for parts that no page has, and a phone reads all of a sheet before it
shows a word. A rule stays when its classes and ids stand in a page, or in a script, which may set them later.
"""

import re
from itertools import pairwise

import tinycss2

NAMES = re.compile(r'\b(?:class|id)="([^"]*)"')
WORD = re.compile(r"[A-Za-z_][\w-]*")
GROUPS = ("media", "supports", "layer", "container")


def names(site):
    """Every class and id that a page of the built site bears, or a script may give to an element."""
    found = set()
    for page in site.rglob("*.html"):
        for value in NAMES.findall(page.read_text(encoding="utf-8")):
            found.update(value.split())
    for script in (site / "_static").rglob("*.*js"):
        found.update(WORD.findall(script.read_text(encoding="utf-8")))
    return found


def used_only(css, known):
    """Leave out the rules that need a class or an id that is not ``known``. ``css`` is text, or the tokens of a group.

    What stands in brackets, as in ``:not(.wide)``, is not looked at, so a rule stays in case of doubt.
    """
    rules = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    return "".join(kept(rule, known) for rule in rules)


def kept(rule, known):
    """What remains of a rule: all, its selectors that may apply, or nothing."""
    if rule.type == "qualified-rule":
        selectors = [one for one in split(rule.prelude) if applies(one, known)]
        return ",".join(map(written, selectors)) + "{" + written(rule.content) + "}" if selectors else ""
    if rule.type == "at-rule" and rule.content is not None and rule.lower_at_keyword in GROUPS:
        css = used_only(rule.content, known)
        return f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{css}}}" if css else ""
    return rule.serialize()


def split(prelude):
    """The selectors of a rule, each a list of tokens."""
    selectors = [[]]
    for token in prelude:
        if token == ",":
            selectors.append([])
        else:
            selectors[-1].append(token)
    return selectors


def applies(selector, known):
    """Whether something may have all the classes and ids that a selector names."""
    classes = (after.value for before, after in pairwise(selector) if before == ".")
    ids = (token.value for token in selector if token.type == "hash")
    return known.issuperset((*classes, *ids))


def written(tokens):
    """Tokens as text, without space around."""
    return tinycss2.serialize(tokens).strip()
