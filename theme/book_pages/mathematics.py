"""TeX becomes MathML Core while the book is built.

MathJax would cost a reader 330 kB a page and typeset in front of her eyes; MathML is text, and every current browser
sets it. Only the font is shipped. What the converter cannot read is a warning, never a wrong formula.
"""

import html
import re
from functools import cache

from docutils import nodes
from math_core import LatexError, LatexToMathML
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.math import get_node_equation_number

from .report import warn

# Firefox takes these signs of two operands for those of a sum over many, and draws them too large.
OF_TWO = re.compile(r"<mo(?=[^>]*>[⊕⊖⊗⊘⊙]</mo>)")
CLOSING = re.compile(r"[.,;:!?)\]’”，。；：！？）]+")


@cache
def converter():
    """One converter for the whole book; the TeX stays in the page, for copying."""
    return LatexToMathML(annotation=True)


def mathml(tex, *, block, location=None):
    """MathML of a formula, or its source with a warning."""
    try:
        return OF_TWO.sub('<mo largeop="false"', converter().convert_with_local_state(tex, displaystyle=block))
    except LatexError as error:
        warn("math: %s in %r", str(error).splitlines()[0], tex, location=location)
        return f"<code>{html.escape(tex)}</code>"


class GluePunctuation(SphinxPostTransform):
    """Keep a formula and the full stop after it on one line; browsers may break there."""

    default_priority = 890
    formats = ("html",)

    def run(self, **_):
        """Move closing punctuation from the text into the formula before it."""
        for formula in list(self.document.findall(nodes.math)):
            after = formula.next_node(descend=False, siblings=True)
            if isinstance(after, nodes.Text) and (mark := CLOSING.match(after)):
                formula["closing"] = mark[0]
                after.parent.replace(after, nodes.Text(after[mark.end() :]))


def visit_math(translator, node):
    """Write a formula in the text."""
    formula = f'<span class="math">{mathml(node.astext(), block=False, location=node)}</span>'
    if "closing" in node:
        formula = f'<span class="unbroken">{formula}{html.escape(node["closing"])}</span>'
    translator.body.append(formula)
    raise nodes.SkipNode


def visit_math_block(translator, node):
    """Write a formula of its own: it scrolls where it is too wide, also by key, and its number stays."""
    number = f"({get_node_equation_number(translator, node)})" if node.get("number") else ""
    identifier = f' id="{node["ids"][0]}"' if node["ids"] else ""
    translator.body.append(
        f'<div class="math"{identifier}>'
        f'<div class="math-body" tabindex="0" role="group" aria-label="{f"Equation {number}".strip()}">'
        f"{mathml(node.astext(), block=True, location=node)}</div>"
    )
    if number:
        translator.body.append(f'<span class="eqno">{number}')
        translator.add_permalink_ref(node, "Link to this equation")
        translator.body.append("</span>")
    translator.body.append("</div>\n")
    raise nodes.SkipNode


def setup(app):
    """Offer the renderer as ``html_math_renderer: mathml``."""
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math_block, None))
    app.add_post_transform(GluePunctuation)
