"""Page and query are split into the same words, symbols and Chinese among them."""

import pytest

from theme.book_pages.words import BookWords

WORDS = {
    "the heads, side by side": "the heads side by side",
    "W_o and $d_{\\text{model}}$": "W_o and d_model",
    r"\alpha_{ij} = \exp e_{ij}": "alpha_ij exp e_ij",
    "α_ij, λ, √d_k": "alpha_ij lambda d_k",
    r"\varphi(s_{j-1})": "phi s_j 1",
    r"\mathbf{x}_i": "x_i",
    "多头注意力": "多头 头注 注意 意力",
    "键 key, 头": "键 key 头",
    "GRU编码器v2": "GRU 编码 码器 v2",
}


@pytest.mark.parametrize("text", WORDS)
def test_the_words_of_a_page(text):
    assert BookWords({}).split(text) == WORDS[text].split()


@pytest.mark.browser
def test_the_words_of_a_query_are_the_same(visit, served):
    page = visit(f"{served}/search.html")
    assert [page.evaluate("splitQuery", text) for text in WORDS] == [words.split() for words in WORDS.values()]
