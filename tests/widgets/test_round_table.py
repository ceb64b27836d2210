"""RoundTable: what is counted is what mha counts, and what is drawn is what the Transformer's encoder reads."""

import numpy as np
import pytest
from traitlets import TraitError

from mha import pretrained
from mha.depth import trace
from mha.g2p import LETTERS
from mha.widgets import RoundTable, parameters
from tests.widgets.framed import expect
from tests.widgets.test_typing import SENTENCES

browser_test = pytest.mark.browser
TOLERANCE = 1e-9  # asked for is 1e-5; both sides compute in double precision


def hops(reads):
    """Layers until everyone has heard all that will reach them, as the chapter on self-attention counts them."""
    heard, layers = np.eye(len(reads), dtype=bool), 0
    while (more := heard | reads @ heard).sum() > heard.sum():
        heard, layers = more, layers + 1
    return layers


@browser_test
@pytest.mark.parametrize("word", ["ox", "knowledge", "notwithstanding"])
def test_the_page_counts_what_mha_counts(front, word):
    seats, spelled = len(word) + 1, LETTERS.encode([word])
    counted = front(
        "round/arithmetic.mjs",
        "({ counts }, view) => counts(view)",
        {"seats": seats, "layers": 2, "first": seats - 1, "second": 0},
    )
    belt, table = (trace(pretrained.load(f"g2p-{name}")) for name in ("bahdanau", "transformer"))
    assert counted["belt"]["chain"] == belt.encode(*spelled).states.depth
    assert counted["table"]["chain"] == table.encode(*spelled).states.depth
    assert counted["belt"]["path"] == hops(np.eye(seats, k=-1, dtype=bool))
    assert counted["table"]["path"] == hops(np.ones((seats, seats), dtype=bool))
    assert counted["table"]["pairs"] == table.encode(*spelled).weights[0, 0, 0].size


@browser_test
def test_the_page_reads_what_mha_reads(front):
    read = """({ answer }, { packed, words }) => import("/shared/parameters.mjs").then(({ unpack }) => {
        const model = unpack(packed);
        const plain = (rows) => rows.map((row) => [...row]);
        return words.map((word) => answer(model, word).encoder.map((heads) => heads.map(plain)));
    })"""
    some = ["ox", "don't", "knowledge", "counterrevolutionaries"]
    packed = parameters.pack(pretrained.load("g2p-transformer"))
    for word, encoder in zip(some, front("shared/speak.mjs", read, {"packed": packed, "words": some}), strict=True):
        assert np.allclose(encoder, RoundTable(word).weights, rtol=0, atol=TOLERANCE), word


@browser_test
def test_places_are_counted_from_both_ends_and_stay_at_the_table(front):
    places = [0, 3, 9, 24, -1, -2, -10, -25]
    code = "({ placeOf }, places) => places.map((place) => placeOf(place, 10))"
    assert front("round/arithmetic.mjs", code, places) == [0, 3, 9, 9, 9, 8, 0, 0]
    code = "({ carried }) => [[-1, 8], [0, 8], [3, 8], [20, 8]].map(([step, path]) => carried(step, path))"
    assert front("round/arithmetic.mjs", code) == [8, 0, 3, 8]
    code = "({ seatsAround }) => seatsAround(4, { x: 10, y: 20, radius: 5 })"
    assert np.allclose(front("round/arithmetic.mjs", code), [[10, 15], [15, 20], [10, 25], [5, 20]])


def test_it_says_how_it_is_made_and_what_it_keeps():
    table = RoundTable("ox", heads=[3, 1, 1])
    assert repr(table) == "RoundTable(word='ox', heads=[1, 3])"
    assert table._repr_mimebundle_()[0]["text/plain"] == repr(table)
    assert repr(eval(repr(table))) == repr(table)
    table.word = " Don’t "
    assert table.word == "don't"
    (kept,) = table._answers
    assert (kept["model"], kept["word"]) == ("g2p-transformer", "don't")
    assert np.allclose(kept["encoder"], table.weights, atol=5e-5)


@pytest.mark.parametrize(
    ("trait", "value", "complaint"),
    [
        ("word", "", "one word"),
        ("word", "知识", "unsupported"),
        ("word", "a" * 40, "at most 24 letters, got 40"),
        ("samples", ["two words"], "one word"),
        ("heads", [4], "between 0 and 3"),
        ("layer", 2, "between 0 and 1"),
        ("first", 25, "greater"),
        ("second", -26, "less"),
        ("view", "map", "figure"),
    ],
)
def test_what_cannot_be_shown_is_refused(trait, value, complaint):
    with pytest.raises(TraitError, match=complaint):
        RoundTable(**{trait: value})


def test_parameters_are_handed_over_when_asked_for():
    table, sent = RoundTable("ox"), []
    table.send = sent.append
    for name in ("g2p-transformer", "../secret"):
        table._hand_over(table, {"ask": "parameters", "name": name}, [])
    assert [message["parameters"] for message in sent] == ["g2p-transformer"]


def told(weights, letters, most):
    """What is said of a row of weights: the letters that get most."""
    order = np.argsort(-weights, kind="stable")[:most]
    return " ".join(f"{letters[i]} {weights[i]:.2f}" for i in order)


@browser_test
def test_any_word_is_seated(show):
    page = show(RoundTable("ox"))
    expect(page, "From o to x: 1 step on the belt, 1 at the round table.")
    page.locator(".mha-word").fill("rhythm")
    expect(page, "From r to m: 5 steps on the belt, 1 at the round table.")
    row = RoundTable("rhythm").weights[0, 0, 0]
    expect(page, f"r reads 1 {told(row, ['r', 'h₂', 'y', 't', 'h₅', 'm', 'stop'], 3)}")
    assert page.locator(".seat").count() == 7
    assert page.locator(".seat-arc[data-state=lit]").count() == (row[1:] >= 0.02).sum()
    for typed, sentence in SENTENCES.items():
        page.locator(".mha-word").fill(typed)
        page.locator(".mha-word").press("Enter")
        expect(page, sentence, ".mha-message")
    assert page.locator(".mha-table b, .mha-table img").count() == page.locator(".mha-sentence b").count()
    assert page.locator(".seat").count() == 7, "the last word that can be read stays"
    assert not page.faults


@browser_test
def test_by_mouse_and_key(show):
    page = show(RoundTable("knowledge"))
    page.locator("[data-seat='1']").click()
    expect(page, "From n to e₉: 7 steps on the belt, 1 at the round table. Now choose who is asked.")
    page.locator("[data-seat='1']").press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "w, seat 4 of 10"
    page.keyboard.press("Enter")
    expect(page, "From n to w: 2 steps on the belt, 1 at the round table.")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "w, seat 4 of 10, is asked"
    assert page.locator("[data-seat][tabindex='0']").count() == 1
    page.keyboard.press("End")
    expect(page, "stop reads 1 ")
    page.keyboard.press(" ")
    expect(page, "From stop to w: 6 steps on the belt, 1 at the round table. Now choose who is asked.")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('.mha-sentence').innerText.includes('Now choose')")
    page.get_by_role("button", name="Head 4").click()
    page.get_by_role("radio", name="2").check()
    row = RoundTable("knowledge").weights[1, 3, 9]
    expect(page, f"4 {told(row, ['k', 'n', 'o', 'w', 'l', 'e₆', 'd', 'g', 'e₉', 'stop'], 3)}")
    page.click("[aria-label='Back to the start']")
    expect(page, "After 0 rounds: on the belt 0 of 6 steps, at the table not heard yet.")
    assert page.locator(".seat-arc:not([data-state=off])").count() == 0
    page.click("[aria-label='Next round']")
    expect(page, "After 1 round: on the belt 1 of 6 steps, at the table heard in round 1.")
    assert not page.faults


@browser_test
def test_by_finger_and_as_a_table(show):
    page = show(RoundTable("ox", heads=[]), width=360, has_touch=True, is_mobile=True)
    page.locator("[data-seat='2']").tap()
    page.locator("[data-seat='0']").tap()
    expect(page, "From stop to o: 2 steps on the belt, 1 at the round table.")
    page.get_by_role("radio", name="Table").tap()
    assert page.locator("tbody tr").first.locator("td").all_inner_texts() == ["2", "3", "–"]
    assert page.locator("tbody tr").nth(1).locator("td").all_inner_texts() == ["1", "12", "9"]
    cells = page.locator("table").nth(4).locator("td").all_inner_texts()  # head 4
    weights = RoundTable("ox").weights[0, 3].ravel()
    assert cells == [f"{weight:.2f}" if weight >= 0.005 else "·" for weight in weights]


@browser_test
def test_a_link_may_ask_for_all_heads_and_for_no_markup(show):
    page = show(RoundTable("ox"), query="?table.word=rhythm&table.heads=&table.layer=1&table.second=<b>")
    expect(page, "From r to m: 5 steps")
    assert page.locator(".mha-lens[aria-pressed=true]").count() == 4
    assert page.locator(".mha-sentence .mha-head").all_inner_texts() == ["1", "2", "3", "4"]
    assert not page.faults
