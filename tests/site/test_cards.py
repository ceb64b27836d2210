"""The page of the models says what the cards say, of every card that is there, whatever its task."""

import re

import pytest

from mha import pretrained
from theme.book_pages import cards

BREAKDOWN = {"words": 7, "phoneme_error": 12.345, "word_error": 40.0}
HEAD = {"entropy": 1.5, "offsets": [0, 0.1, 0.8, 0.1, 0], "change": 2.5}
CARD = {
    "name": "words-sample",
    "title": "A sample",
    "architecture": {"family": "recurrent", "d_encoder": 5},
    "parameters": 12345,
    "stored_as": "float16",
    "bytes": 23456,
    "sha256": "0123456789abcdef" * 4,
    "data": {"source": "a list", "license": "BSD-2-Clause", "split": "by family"},
    "training": {"task": "words_in_a_row", "epochs": 3, "command": "make train MODEL=words-sample"},
    "measure": "phoneme_error",
    "seed": 1,
    "median_seed": 2,
    "seeds": [{"seed": 1, "dev": 7.0, "test": 8.0}, {"seed": 2, "dev": 7.5, "test": 8.5}],
    "cpu_minutes": 0.0,
    "dev": BREAKDOWN,
    "test": {**BREAKDOWN, "any_pronunciation": BREAKDOWN, "by_words": {"2": BREAKDOWN}, "item_error": {"1": 3.21}},
    "heads": {
        "inputs": 1000,
        "phoneme_error": 8.0,
        "cross": [
            {"divergence": 0.25, "heads": [{"entropy": 1.5, "offsets": [0, 0.1, 0.8, 0.1, 0], "change": 2.5}] * 2}
        ],
    },
    "rounding_to_float16": {"outputs": 1200, "changed": 3, "phoneme_error_before": 12.3},
    "hash_split": {
        "split": "by word",
        "median_seed": 0,
        "seeds": [{"seed": 0, "dev": 6.0, "test": {"words": 9, "phoneme_error": 5.5, "word_error": 23.0}}],
    },
}


@pytest.mark.parametrize(
    "row",
    [
        "| task | words in a row |",
        "| data | a list |",
        "| license of the data | BSD-2-Clause |",
        "| split | by family |",
        "| architecture | `family` recurrent, `d_encoder` 5 |",
        "| parameters | 12,345, stored as float16 in 23,456 bytes |",
        "| recipe | `epochs` 3 |",
        "| duration | < 0.1 minutes of processor time |",
        "| to train it again | `make train MODEL=words-sample` |",
        "| seeds | seed 1: dev 7.00 %, test 8.00 % (shipped); seed 2: dev 7.50 %, test 8.50 % (median) |",
        "| rounding to half precision | 3 of 1,200 outputs changed; phoneme error 12.30 % before, 12.35 % after |",
        "| SHA-256 | `0123456789abcdef…` |",
        "| split | words | phoneme error | word error |",
        "| dev | 7 | 12.35 % | 40.00 % |",
        "| test, any pronunciation | 7 | 12.35 % | 40.00 % |",
        "**By words**, test split.",
        "| by words | words | phoneme error | word error |",
        "| 2 | 7 | 12.35 % | 40.00 % |",
        "| item | item error |",
        "| 1 | 3.21 % |",
        "Two heads of one layer differ by, in bits: decoder to input 1: 0.25.",
        "| decoder to input 1, head 2 | 1.50 | 0.00 | 0.10 | 0.80 | 0.10 | 0.00 | +2.50 |",
        "**On another split**: by word. The median is seed 0.",
        "| 0 | 6.00 % | 9 | 5.50 % | 23.00 % |",
    ],
)
def test_a_section_says_everything(row):
    assert row in cards.section(CARD)


def test_what_a_card_lacks_is_left_out():
    bare = {**CARD, "heads": {}, "rounding_to_float16": {"outputs": 5, "changed": 0}, "seeds": CARD["seeds"][:1]}
    del bare["hash_split"]
    section = cards.section(bare)
    assert "**Heads**" not in section
    assert "another split" not in section
    assert "| 0 of 5 outputs changed |" in section
    assert "shipped)" not in section


def test_additive_attention_has_no_head_to_leave_out():
    (head,) = pretrained.card("g2p-bahdanau")["heads"]["cross"][0]["heads"]
    assert "change" not in head
    assert re.search(r"\| decoder to input 1, head 1 \|.*\|  \|", cards.section(pretrained.card("g2p-bahdanau")))


def test_names_are_in_the_order_of_their_numbers():
    assert sorted(["a-h16", "a-h2", "a-h2-ff"], key=cards.in_order) == ["a-h2", "a-h2-ff", "a-h16"]


@pytest.mark.parametrize("name", pretrained.names())
def test_every_model_is_on_the_page_with_its_errors(name, site):
    html = (site / "back/models.html").read_text(encoding="utf-8")
    assert html.count(f'<td class="text-left"><p><a class="reference internal" href="#model-{name}">') == 1
    _, section = html.split(f'<section id="{name}">')
    text = re.sub(r"<[^>]+>", "", section.partition("<section")[0])
    card = pretrained.card(name)
    overall = [value for value in card["test"].values() if not isinstance(value, dict)]
    rates = [f"{rate:.2f}\N{NO-BREAK SPACE}%" for rate in overall[1:]]
    for number in (f"{card['parameters']:,}", f"{overall[0]:,}", *rates):
        assert number in text
    assert f"seed {card['seed']}: dev" in text
    assert card["data"]["license"] in text
