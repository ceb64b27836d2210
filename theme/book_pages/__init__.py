"""What this book changes in the pages that Jupyter Book writes: a Sphinx extension, without network and without Node.

mathematics    TeX becomes MathML while building, so that no MathJax is shipped
percent        a number and its % stay on one line
ink            code is marked only where it is colored
figures        SVG becomes part of the page and takes the colors of its theme
compact        in half its letters
stylesheet     the palette, the styles and the icons as one file
sheets         that file and the theme's style sheets as one request
unused         of which no rule is left that reaches nothing
icons          a few drawings in place of a script and fonts of 2 MB
head           no script that has nothing to do, and none that blocks a page
accessibility  the few things that the theme gets wrong
explorers      the front ends and the models of interactive figures, beside the pages
guide          how long a chapter takes, and a line on the next one
repository     links to the source, to Binder and to Colab, where the source has an address
missing_page   what a server shows in place of a page that is not there
folded         hints and answers, without a script
answers        what is folded on its page is not in the index of the search
words          which knows symbols and Chinese
api            the reference, made from the docstrings
cards          a page of all models, made from their cards
citations      letters behind the years of works that would be cited alike
publishing     what no page asks for is not published

Each change that leans on markup of the theme warns when it does not find it: after an update of the theme, the build
fails and names what to look at.
"""

from . import (
    accessibility,
    answers,
    api,
    cards,
    citations,
    explorers,
    figures,
    folded,
    guide,
    head,
    icons,
    ink,
    mathematics,
    missing_page,
    percent,
    publishing,
    repository,
    sheets,
    stylesheet,
    words,
)

PARTS = (
    mathematics,
    percent,
    ink,
    figures,
    stylesheet,
    sheets,
    icons,
    head,
    accessibility,
    guide,
    repository,
    missing_page,
    folded,
    answers,
    words,
    explorers,
    api,
    cards,
    citations,
    publishing,
)


def setup(app):
    """Register every part with Sphinx."""
    for part in PARTS:
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
