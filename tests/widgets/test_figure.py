"""LineExplorer on a page, by mouse, by key and by finger."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from mha.g2p import words
from mha.widgets import LineExplorer
from mha.widgets.line_explorer import TITLES
from tests.site.test_pages import OVERHANG, barriers
from tests.widgets import pages
from tests.widgets.test_typing import SENTENCES

pytestmark = pytest.mark.browser

NONE, ATTENTION, HEADS, TRANSFORMER = TITLES
SAID = ".mha-readout"


def make(word="rhythm", model=ATTENTION, **traits):
    """An explorer of the book's four models."""
    return LineExplorer(word, model, **traits)


def requests(page):
    """Names of the models that the page has asked for."""
    return [
        re.search(r"/models/(.*)\.js", response.url)[1] for response in page.responses if "/models/" in response.url
    ]


def say(page, word, line=0):
    """Type a word, as a reader does."""
    page.locator(".mha-word").nth(line).fill(word)
    page.locator(".mha-word").nth(line).press("Enter")


def choose(page, name):
    """Choose a model or a view."""
    page.get_by_role("radio", name=name, exact=True).click()


def sounds(explorer, word=None, model=None):
    """What Python says that the model says."""
    return " ".join(LineExplorer(word or explorer.word, model or explorer.model).phonemes)


def expect(page, text, selector=SAID):
    """Wait until a text is there."""
    page.wait_for_function(
        "([selector, text]) => document.querySelector(selector)?.innerText.replace(/\\s+/g, ' ').includes(text)",
        arg=[selector, text],
    )


def test_it_is_there_before_any_parameters(show):
    explorer = make()
    page = show(explorer)
    expect(page, f"The model says {sounds(explorer)}")
    assert page.locator(".ribbon[data-state=on]").count() > 0
    assert requests(page) == []
    choose(page, TITLES[NONE])  # is stored as well
    expect(page, f"The model says {sounds(explorer, model=NONE)}")
    assert not page.faults


def test_any_word_can_be_typed_and_a_model_comes_once_for_all_explorers(show):
    first, second = make("rhythm"), make("tomorrow", key="another")
    page = show(first, second)
    say(page, "yes")
    expect(page, f"The model says {sounds(first, 'yes')}")
    assert page.locator(SAID).first.inner_text().splitlines()[-1].endswith("/"), "of a typed word no more is known"
    say(page, "no", line=2)  # the first has a hidden second line
    page.wait_for_function(
        "text => document.querySelectorAll('.mha-readout')[2].innerText.includes(text)", arg=sounds(first, "no")
    )
    assert requests(page) == [ATTENTION]
    assert not page.faults


def test_what_is_being_typed_is_not_disturbed(show):
    page = show(make())
    page.locator(".mha-word").first.fill("twel")
    page.click("[aria-label='One sound back']")
    page.set_viewport_size({"width": 700, "height": 900})
    page.wait_for_timeout(100)
    assert page.locator(".mha-word").first.input_value() == "twel"


def test_a_sample_is_said_at_a_click(show):
    explorer = make(samples=["whistle"])
    page = show(explorer)
    page.click("text=whistle")
    expect(page, f"The model says {sounds(explorer, 'whistle')}")


def test_parameters_that_do_not_come_are_asked_for_again(show, tmp_path):
    explorer = make()
    page = show(explorer)
    script = tmp_path / "_build" / "models" / f"{ATTENTION}.js"
    text = script.read_text(encoding="utf-8")
    script.unlink()
    say(page, "yes")
    expect(page, "did not arrive", ".mha-message")
    script.write_text(text, encoding="utf-8")
    say(page, "yes")
    expect(page, sounds(explorer, "yes"))


def test_each_mistake_gets_its_sentence_and_no_markup_ever_runs(show):
    page = show(make())
    for typed, sentence in SENTENCES.items():
        say(page, typed)
        expect(page, sentence, ".mha-message")
    say(page, "<img src=x onerror=alert(1)>")
    expect(page, "only ever seen", ".mha-message")
    assert page.locator(".mha img").count() == 0
    assert page.locator(".mha-word").first.get_attribute("aria-invalid") == ""
    say(page, "ox")
    assert page.locator(".mha-word").first.get_attribute("aria-invalid") is None
    assert not page.faults


def test_step_scrub_and_play(show):
    explorer = make()
    page = show(explorer, reduced_motion="no-preference")
    total = page.locator(".sound").count()
    page.click("[aria-label='Back to the start']")
    expect(page, "The line is ready")
    assert page.locator(".sound.said").count() == 0
    page.click("[aria-label='Next sound']")
    expect(page, f"Sound 1 of {total}")
    assert page.locator("[aria-live]").inner_text().startswith(f"Sound 1 of {total}: ")
    assert page.locator(".sound.said").count() == 1
    page.locator(".mha-slider").fill("2")
    expect(page, f"Sound 2 of {total}")
    page.click("[aria-label='Play']")
    expect(page, f"Sound 3 of {total}")
    page.click("[aria-label='Pause']")
    say(page, "yes")  # is played at once, and then shown whole
    expect(page, f"The model says {sounds(explorer, 'yes')}")


def test_by_key(show):
    page = show(make(model=HEADS))
    total = page.locator(".sound").count()
    page.locator("[data-sound='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page, f"Sound 2 of {total}")
    assert page.evaluate("document.activeElement.dataset.sound") == "1"
    page.keyboard.press("2")
    assert pressed(page) == ["Head 2"]
    assert page.evaluate("document.activeElement.dataset.sound") == "1", "drawing anew keeps the focus"
    page.keyboard.press("End")
    expect(page, f"Sound {total} of {total}")
    page.keyboard.press("Home")
    expect(page, f"Sound 1 of {total}")
    page.keyboard.press("Escape")
    page.locator("[data-letter='0']").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.letter") == "1"
    assert (
        page.locator("[data-sound][tabindex='0']").count() == page.locator("[data-letter][tabindex='0']").count() == 1
    )


def pressed(page):
    """Names of the heads that are shown."""
    return [one.get_attribute("aria-label") for one in page.locator(".mha-lens[aria-pressed=true]").all()]


def test_the_first_press_isolates_a_head_and_the_next_ones_add(show):
    page = show(make(model=HEADS))
    heads = page.locator(".mha-lens")
    assert len(pressed(page)) == 4
    heads.nth(1).click()
    assert pressed(page) == ["Head 2"]
    assert page.locator(".ribbon:not(.lens-1)").count() == 0
    heads.nth(2).click()
    assert pressed(page) == ["Head 2", "Head 3"]
    heads.nth(1).click()
    heads.nth(2).click()
    assert len(pressed(page)) == 4


def test_pointing_at_a_sound_shows_its_exact_weights(show):
    explorer = make()
    page = show(explorer)
    page.locator("[data-sound='1']").hover()
    expect(page, "Sound 2 of")
    shown = page.locator(".numbers text[class^=lens]").all_text_contents()
    weights = explorer._answers[1]["cross"][0][0][1]
    assert shown == [f"{weight:.2f}" if weight >= 0.005 else "·" for weight in weights]
    page.mouse.move(0, 0)
    expect(page, "The model says")


def test_by_finger(show):
    page = show(make(), width=360, has_touch=True, is_mobile=True)
    page.locator("[data-sound='1']").tap()
    expect(page, "Sound 2 of")
    page.locator("[data-sound='1']").tap()
    expect(page, "The model says")
    small = page.evaluate("""() => [...document.querySelectorAll(".mha :is(button, label, .key)")]
        .filter((one) => one.checkVisibility())
        .map((one) => [one.textContent || one.ariaLabel, one.getBoundingClientRect()])
        .filter(([, { width, height }]) => Math.min(width, height) < 24).map(([name]) => name)""")
    assert small == ["Say a word"]


def test_without_attention_there_is_one_summary(show):
    page = show(make(model=NONE))
    assert page.locator(".ribbon").count() == 0
    assert page.locator(".summary .bar").count() == 64
    choose(page, "Heat map")
    expect(page, "this model never looks back", ".mha-tables")
    choose(page, "Table")
    expect(page, "this model never looks back", ".mha-tables")


def test_the_area_of_a_square_is_the_weight(show):
    explorer = make()
    page = show(explorer, query="?line.view=map")
    weights = np.array(explorer._answers[1]["cross"][0][0])
    grid = page.locator(".map .grid").get_attribute("d")
    cell = float(re.findall(r"h([\d.]+)", grid)[0]) / weights.shape[1]
    for row, path in zip(weights, page.locator(".map .squares").all(), strict=True):
        sides = np.array([float(side) for side in re.findall(r"h([\d.]+)", path.get_attribute("d"))])
        assert ((sides / cell / 0.94) ** 2).sum() == pytest.approx(row.sum(), abs=0.01)
        assert ((sides / cell / 0.94) ** 2).max() == pytest.approx(row.max(), abs=0.01)
    page.locator(".map .ground").hover(position={"x": cell / 2, "y": cell / 2})
    expect(page, f"with weight {weights[0, 0]:.3f}")


def test_the_table_has_every_weight(show):
    explorer = make(model=HEADS, view="table", heads=[1])
    page = show(explorer)
    cells = [row.locator("td").all_inner_texts() for row in page.locator("tbody tr").all()]
    weights = explorer._answers[2]["cross"][0][1]
    assert cells == [[f"{weight:.2f}" if weight >= 0.005 else "·" for weight in row] for row in weights]
    assert page.locator("table").count() == 1


def test_letters_that_read_letters(show):
    explorer = make(model=TRANSFORMER, layer=1, letters_read=True)
    page = show(explorer)
    assert page.locator(".mha-layers [aria-pressed=true]").inner_text() == "layer 2"
    page.locator("[data-letter='2']").hover()
    assert page.locator(".arc[data-state=lit]").count() > 0
    numbers = page.locator(".numbers text:not(.row-name, .hint)").all_text_contents()
    weights = [head[2] for head in explorer._answers[3]["encoder"][1]]
    assert numbers == [f"{weight:.2f}" if weight >= 0.005 else "·" for row in weights for weight in row]
    choose(page, "Table")
    assert page.locator("tbody tr").count() == 4 * 7


@pytest.mark.parametrize(("width", "beside"), [(1280, True), (360, False)])
def test_two_words_side_by_side(show, width, beside):
    explorer = make()
    page = show(explorer, width=width)
    page.click("text=Two words")
    say(page, "yes", line=1)
    page.locator("select").select_option(HEADS)
    second = page.locator(".mha-panel").nth(1)
    page.wait_for_function(
        "text => document.querySelectorAll('.mha-readout')[1].innerText.includes(text)",
        arg=sounds(explorer, "yes", HEADS),
    )
    boxes = [panel.bounding_box() for panel in page.locator(".mha-panel").all()]
    assert (boxes[0]["y"] == boxes[1]["y"]) is beside
    page.click("[aria-label='Back to the start']") if beside else page.locator(".mha-slider").fill("0")
    assert "ready" in second.inner_text()
    page.click("text=One word")
    assert second.is_hidden()


def misspoken(model):
    """A long word that a model does not say as the dictionary does."""
    for entry in (entry for entry in words("test") if len(entry.word) > 12):
        explorer = make(entry.word, model, models=[NONE, ATTENTION], second=entry.word, second_model=ATTENTION)
        if explorer.phonemes != entry.pronunciations[0]:
            return explorer, entry.pronunciations[0]
    raise AssertionError("every word is said right")


def test_two_models_are_told_apart_and_what_the_dictionary_does_not_have_is_marked(show):
    explorer, dictionary = misspoken(NONE)
    page = show(explorer)
    for panel, model in zip(page.locator(".mha-panel").all(), (NONE, ATTENTION), strict=True):
        said = sounds(explorer, model=model).split()
        assert panel.locator(".mha-about").inner_text().startswith(f"{TITLES[model]}. ")
        assert panel.locator(".mha-said span:not(.mha-ipa)").all_inner_texts() == said
        rest = iter(dictionary)
        assert all(name in rest for name in panel.locator(".mha-said b span:not(.odd)").all_inner_texts())
        assert panel.locator(".odd").count() >= len(said) - len(dictionary)
        right = tuple(said) == dictionary
        assert ("as the dictionary does" in panel.inner_text()) is right
        assert ("The dictionary says " + " ".join(dictionary) in panel.inner_text()) is not right
    assert page.locator(".mha-about:visible").count() == 2
    assert page.locator(".mha-panel").first.locator(".odd").count() > 0
    page.locator("select").select_option(NONE)
    page.wait_for_function("document.querySelectorAll('.mha-about:not([hidden])').length === 1")


def test_two_models_go_on_with_one_word_until_the_second_gets_its_own(show):
    page = show(make("ox", NONE, second="ox", second_model=ATTENTION))
    say(page, "yes")
    page.wait_for_function("document.querySelectorAll('.mha-word')[1].value === 'yes'")
    say(page, "axe", line=1)
    say(page, "no")
    page.wait_for_function("document.querySelectorAll('.mha-panel .glyph').length === 'noaxe'.length")
    assert [word.input_value() for word in page.locator(".mha-word").all()] == ["no", "axe"]


def test_what_every_model_says(show):
    explorer = make()
    page = show(explorer)
    page.click("text=What every model says")
    said = page.locator(".mha-every dd").all_inner_texts()
    dictionary = [" ".join(pronunciation) for pronunciation in explorer._dictionary["rhythm"]]
    assert [" ".join(one.split()) for one in said] == [
        *(sounds(explorer, model=name) for name in TITLES),
        dictionary[0],
    ]
    assert requests(page) in ([], [ATTENTION])  # the mouse that comes near may have fetched one
    assert page.locator(".mha-every dt.here").inner_text() == TITLES[ATTENTION]


def test_what_every_model_says_can_be_there_from_the_start(show):
    page = show(make(every_model=True))
    assert page.locator(".mha-every dd:visible").count() == len(TITLES) + 1
    page.click("text=What every model says")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("text=link to this view")
    expect(page, "Copied", ".mha-copied")
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    page.wait_for_selector(".mha-figure .sound")
    assert page.locator(".mha-every dd:visible").count() == 0


def test_the_other_models_come_when_they_are_asked_for(show):
    explorer = make(every_model=True)
    page = show(explorer)
    say(page, "yes")
    expect(page, sounds(explorer, "yes"), ".mha-every dd:nth-of-type(2)")
    assert page.locator(".mha-every dd").all_inner_texts()[::2] == ["…", "…"]
    assert requests(page) == [ATTENTION]
    page.click("text=Let the others say it, too")
    for n, name in enumerate(TITLES):
        expect(page, sounds(explorer, "yes", name), f".mha-every dd:nth-of-type({n + 1})")
    assert sorted(requests(page)) == sorted(TITLES)
    assert page.locator(".mha-every button").is_hidden()


def test_a_link_brings_the_view_back(show):
    page = show(make(), query="?line.word=yes&line.model=g2p-multihead&line.view=table&line.heads=2&line.word=%3Cb%3E")
    assert page.locator(".mha-word").first.input_value() == "rhythm"  # the last one is no word
    page = show(make(), query="?line.word=yes&line.model=g2p-multihead&line.view=table&line.heads=2")
    expect(page, "what each sound of “yes” reads", ".mha-tables")
    assert pressed(page) == ["Head 3"]
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("text=link to this view")
    expect(page, "Copied", ".mha-copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_F03_a_copied_figure_needs_no_style_sheet(show):
    page = show(make(model=HEADS))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("text=SVG")
    expect(page, "Copied", ".mha-copied")
    svg = page.evaluate("navigator.clipboard.readText()")
    root = ET.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "var(" not in svg
    assert "class=" not in svg
    assert len(root.findall(".//{*}path[@stroke-width]")) > 10
    assert any("rhythm" in "".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text"))
    page.click("text=PNG")
    page.wait_for_function("async () => (await navigator.clipboard.read())[0].types.includes('image/png')")


def test_where_copying_is_not_allowed_it_says_so_and_helps(show):
    page = show(make())
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.click("text=link to this view")
    expect(page, "does not allow copying here. Copy this: file:", ".mha-copied")
    with page.expect_download() as download:
        page.click("text=PNG")
    assert download.value.suggested_filename == "rhythm.png"
    expect(page, "the file was saved", ".mha-copied")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_no_barriers_and_no_overhang(show, width, theme):
    explorer = make("counterclockwise", HEADS, second="ox", second_model=NONE, samples=["whistle"])
    page = show(explorer, width=width, theme=theme)
    for view in ("Ribbons", "Heat map", "Table"):
        choose(page, view)
        assert barriers(page) == []
        assert page.evaluate(OVERHANG) <= 0
    choose(page, "Ribbons")
    page.click("text=What every model says")
    say(page, "知识")
    expect(page, "only ever seen", ".mha-message")
    assert barriers(page) == []


FAKE = """
class Fake {
  constructor(traits) { this.traits = traits; this.heard = []; this.saved = 0; }
  get(name) { return this.traits[name]; }
  set(name, value) { this.traits[name] = value; this.emit(`change:${name}`); }
  save_changes() { this.saved += 1; }
  send(content) { this.asked = content; }
  on(name, listener) { this.heard.push([name, listener]); }
  off(name, listener) { this.heard = this.heard.filter(([n, l]) => n !== name || l !== listener); }
  emit(name, ...more) { this.heard.filter(([n]) => n === name).forEach(([, listener]) => listener(...more)); }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 60));
function start(explorer, traits) {
  const model = new Fake(traits);
  model.widget_manager = {};  // as in a notebook
  const el = document.body.appendChild(document.createElement("div"));
  el.style.width = "600px";
  const live = [];
  for (const target of [window, document, document.body]) {
    target.addEventListener = (type) => live.push(type);
  }
  const end = explorer.render({ model, el });
  return { model, el, end, left: () => [el.childNodes.length, model.heard.length, live.length] };
}
"""


def test_python_can_set_what_the_reader_sees_and_nothing_is_left_behind(front):
    explorer = make(second="ox")
    life = f"""async ({{ default: explorer }}, traits) => {{
        {FAKE}
        const {{ model, el, end, left }} = start(explorer, traits);
        await settled();
        const before = el.querySelector(".mha-readout").innerText;
        model.set("step", 1);
        model.set("view", "map");
        await settled();
        const after = el.querySelector(".mha-readout").innerText;
        const drawn = el.querySelectorAll(".map").length;
        el.querySelector("[aria-label=Play]").click();
        const code = [...el.querySelectorAll(".mha-chip")].map(({{ textContent }}) => textContent);
        end();
        const gone = left();
        const saved = model.saved;
        await new Promise((resolve) => setTimeout(resolve, 500));  // a timer would go off
        return {{ before, after, drawn, code, left: gone, later: model.saved - saved }};
    }}"""
    state = pages.stored(explorer)["state"]
    seen = front(
        "line_explorer.mjs", life, {name: value for name, value in state.items() if not name.startswith("_view")}
    )
    assert seen["before"].startswith("The model says")
    assert seen["after"].startswith("Sound 1 of")
    assert seen["drawn"] == 2
    assert "as Python" in seen["code"]
    assert seen["left"] == [0, 0, 0]
    assert seen["later"] == 0
