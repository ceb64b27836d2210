"""Formulas become MathML, keep their numbers and their punctuation, and never fail in silence."""

from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.utils import new_document

from theme.book_pages import mathematics

OURS = "book-math"  # as it is named inside
LENT = ["<mi>ϵ</mi>", "<mi>∂</mi>", "<mi>■</mi>"]  # by a font of the reader: ours has no such italics, and no square


def document(*children):
    """A document of one paragraph."""
    page = new_document("page", get_default_settings())
    page += nodes.paragraph("", "", *children)
    return page


def glue(page):
    """Run the transform."""
    mathematics.GluePunctuation(page).run()
    return page.astext()


@pytest.mark.parametrize(
    "tex",
    [
        r"e_{tj} = v^\top \tanh\left(W_q\, s_{t-1} + W_k\, h_j\right)",
        r"\begin{aligned} a &= b \\ c &= \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) \end{aligned}",
        r"\lVert \partial h_T / \partial h_i \rVert, \quad \mathbf{W}_o \in \mathbb{R}^{h \times d_v}",
        r"\text{where } x \le \underbrace{1 + \dots + 1}_{n}",
    ],
)
def test_tex_of_the_book_becomes_mathml_and_keeps_its_source(tex, warned):
    formula = mathematics.mathml(tex, block=True)
    assert formula.startswith('<math display="block">')
    assert "application/x-tex" in formula
    assert "merror" not in formula
    assert not warned


def test_C09_tex_that_cannot_be_read_is_a_warning_and_stays_legible(warned):
    assert mathematics.mathml(r"\frac{a}{<", block=False) == r"<code>\frac{a}{&lt;</code>"
    assert len(warned) == 1
    assert r"\\frac{a}{<" in warned[0]


@pytest.mark.parametrize("after", [".", ", and", ")", "”.", "。"])
def test_punctuation_moves_into_the_formula_before_it(after):
    page = document(nodes.Text("see "), nodes.math("", "x"), nodes.Text(after))
    assert glue(page) == "see x" + after.lstrip(".,)”。")
    assert next(page.findall(nodes.math))["closing"] == after.split(" ")[0]


def test_text_that_is_no_punctuation_stays():
    page = document(nodes.math("", "x"), nodes.Text(" (see y)"), nodes.math("", "y"))
    assert glue(page) == "x (see y)y"
    assert not any("closing" in formula for formula in page.findall(nodes.math))


def written(visit, node):
    """What a visitor adds to the page."""
    translator = SimpleNamespace(
        body=[],
        builder=SimpleNamespace(name="html", env=SimpleNamespace(toc_fignumbers={}), config=None),
        add_permalink_ref=lambda node, title: translator.body.append(f"<a>{title}</a>"),
    )
    with pytest.raises(nodes.SkipNode):
        visit(translator, node)
    return "".join(translator.body)


def test_a_formula_and_its_full_stop_cannot_be_parted():
    node = nodes.math("", "x", closing=".")
    page = written(mathematics.visit_math, node)
    assert page.startswith('<span class="unbroken"><span class="math"><math>')
    assert page.endswith("</math></span>.</span>")


def test_a_block_can_be_reached_by_key_and_is_named(monkeypatch):
    monkeypatch.setattr(mathematics, "get_node_equation_number", lambda translator, node: "2.1")
    numbered = nodes.math_block("", "x", number=1, ids=["equation-eq-x"])
    page = written(mathematics.visit_math_block, numbered)
    assert '<div class="math" id="equation-eq-x">' in page
    assert 'tabindex="0" role="group" aria-label="Equation (2.1)"' in page
    assert '<span class="eqno">(2.1)<a>Link to this equation</a></span>' in page
    plain = written(mathematics.visit_math_block, nodes.math_block("", "x"))
    assert 'aria-label="Equation"' in plain
    assert "eqno" not in plain


def test_signs_of_two_operands_are_not_large_in_firefox_and_those_of_many_are():
    written = mathematics.mathml(r"r \odot a \oplus b", block=True)
    assert written.count('<mo largeop="false"') == 2
    assert "largeop" not in mathematics.mathml(r"\bigodot_i a_i + b", block=True)


def foreign(page, signs):
    """Those of a formula's signs that a browser takes from another font than ours."""
    page.evaluate("html => { document.querySelector('article').innerHTML = html; }", f"<math>{''.join(signs)}</math>")
    page.evaluate("document.fonts.load('16px Book Math').then(() => 0)")
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    nodes = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "article math > *"})["nodeIds"]
    faces = (session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in nodes)
    return [sign for sign, fonts in zip(signs, faces, strict=True) if {font["familyName"] for font in fonts} - {OURS}]


@pytest.mark.browser
def test_our_font_has_every_sign_of_the_book(visit, served, site, pages):
    signs = set()
    for name in pages:
        html = BeautifulSoup((site / name).read_text(encoding="utf-8"), "html.parser")
        signs.update(map(str, html.select("math :is(mi, mo, mn)")))
    assert len(signs) > 100
    page = visit(f"{served}/chapters/multi_head.html")
    assert foreign(page, sorted(signs)) == LENT
    assert foreign(page, ["<mi>a</mi>", "<mi>\U0001d504</mi>"]) == ["<mi>\U0001d504</mi>"]


# How far each root reaches beyond its content, and how tall it is, in em.
ROOTS = """roots => roots.map(root => {
  const size = parseFloat(getComputedStyle(root).fontSize);
  const [outer, inner] = [root, root.lastElementChild].map(part => part.getBoundingClientRect());
  return [(outer.right - inner.right) / size, outer.height / size];
})"""


@pytest.mark.browser
def test_roots_leave_no_gap_before_what_follows(visit, served):
    page = visit(f"{served}/chapters/practical_tips.html")
    gaps, heights = zip(*page.eval_on_selector_all("math msqrt", ROOTS), strict=True)
    assert min(heights) < 1.4 < 1.8 < max(heights)
    assert max(gaps) < 0.02
