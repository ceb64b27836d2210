"""Links reproduce a view, and believe nothing that is not a possible value."""

import re

import pytest

pytestmark = pytest.mark.browser

TRAITS = {
    "word": "don't", "model": "g2p-none", "second": "ox", "second_model": "", "view": "map",
    "step": 3, "heads": [0, 2], "layer": 1, "letters_read": True, "every_model": True,
}  # fmt: skip
STATE = "{ get: (name) => traits[name], preset: (name) => (preset ?? traits)[name] }"
MODELS = ["g2p-none", "g2p-bahdanau"]


def test_a_link_says_what_is_shown(front):
    there_and_back = f"""({{ linkOf, viewIn }}, {{ traits, models, preset }}) => {{
        const link = linkOf({STATE}, "file:///book/start.html?highlight=x&line.step=7#place", "line");
        return [link, viewIn(link, "line", models), viewIn(link, "other", models)];
    }}"""
    link, view, other = front("line/views.mjs", there_and_back, {"traits": TRAITS, "models": MODELS})
    assert link.startswith("file:///book/start.html?highlight=x&")
    assert view == {name: value for name, value in TRAITS.items() if name != "second_model"}
    assert other == {}


def test_a_link_undoes_what_the_page_itself_begins_with(front):
    there_and_back = f"""({{ linkOf, viewIn }}, {{ traits, models, preset }}) =>
        viewIn(linkOf({STATE}, "file:///book/x.html", "line"), "line", models)"""
    closed = {**TRAITS, "second": "", "second_model": "", "heads": [], "view": "ribbons", "every_model": False}
    data = {"traits": closed, "models": MODELS, "preset": {**TRAITS, "second_model": "g2p-bahdanau"}}
    assert front("line/views.mjs", there_and_back, data) == closed


NONSENSE = """\
line.word=<img src=x>|line.word=|line.word=two words|line.model=g2p-mine|line.view=cloud|line.step=x|line.step=-2
line.step=1e3|line.heads=x|line.heads=1,|line.layer=-1|line.samples=x|line.__proto__=x|line.constructor=x|word=ox
lines.word=ox"""


@pytest.mark.parametrize("query", re.split(r"[|\n]", NONSENSE))
def test_what_is_no_possible_value_is_left_out(front, query):
    read = '({ viewIn }, { address, models }) => viewIn(address, "line", models)'
    assert front("line/views.mjs", read, {"address": f"https://host/x.html?{query}", "models": MODELS}) == {}


def test_in_python_it_is_a_call(front):
    code = front("line/views.mjs", f"({{ codeOf }}, {{ traits, preset }}) => codeOf({STATE})", {"traits": TRAITS})
    assert code == (
        'LineExplorer(word="don\'t", model="g2p-none", second="ox", view="map", step=3, heads=[0,2], '
        "layer=1, letters_read=True, every_model=True)"
    )
