"""Symbols in words are set as in print, and stay what they are for those who copy or listen."""

import pytest

pytestmark = pytest.mark.browser

SET = """({ withSymbols }, text) => {
    const node = document.createElement("p");
    node.append(...withSymbols(text).flat(Infinity).filter(Boolean));
    return [node.textContent, node.innerHTML];
}"""


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Width d_k", 'Width <var>d<span class="mha-under">_</span><sub>k</sub></var>'),
        ("√d_model of T", '√<var>d<span class="mha-under">_</span><sub>model</sub></var> of <var>T</var>'),
        ("A head or a word, I say", "A head or a word, I say"),
        ("4 · 8 = 32", "4 · 8 = 32"),
        ("<b>", "&lt;<var>b</var>&gt;"),
        ("", ""),
    ],
)
def test_a_symbol_is_set_and_stays_its_name(front, text, html):
    assert front("shared/symbols.mjs", SET, text) == [text, html]
