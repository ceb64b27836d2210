"""What is the same for all explorers with one figure: no barriers, links, copies, nothing left behind."""

import re
import xml.etree.ElementTree as ET
from urllib.parse import parse_qsl, urlsplit

import pytest

from mha.widgets import BottleneckExplorer, HeadSplitter, MaskExplorer, RoundTable, SoftmaxExplorer
from tests.site.test_pages import OVERHANG, barriers
from tests.widgets import pages
from tests.widgets.framed import expect
from tests.widgets.test_figure import FAKE

pytestmark = pytest.mark.browser

EXPLORERS = {  # what is set, how the link says it, and what is then said
    SoftmaxExplorer: ({"d_k": 256, "divided": False, "query": 3}, "Query 4, not divided."),
    MaskExplorer: ({"preset": "window", "T_q": 3, "flipped": [[0, 1], [2, 2]]}, "with 2 pairs flipped by hand,"),
    BottleneckExplorer: ({"length": 20, "radius": 1.1, "matrix": "random"}, "Position 1 of 20, 19 stations"),
    HeadSplitter: ({"d_model": 768, "num_heads": 12, "head": 3}, "Head 4 has columns 192 to 255"),
    RoundTable: (
        {"word": "knowledge", "first": 4, "second": 1, "layer": 1, "heads": [1, 3]},
        "From l to n: 3 steps on the belt",
    ),
}
CASES = pytest.mark.parametrize(("kind", "traits", "said"), [(kind, *case) for kind, case in EXPLORERS.items()])


def text_of(traits):
    """Traits as a link has them."""
    return {name: re.sub(r"[ \[\]]", "", str(value)).lower() for name, value in traits.items()}


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (1280, "light")])
def test_no_barriers_and_no_overhang(show, width, theme):
    page = show(*(kind() for kind in EXPLORERS), width=width, theme=theme)
    for view in ("Figure", "Table"):
        for choice in page.get_by_role("radio", name=view, exact=True).all():
            choice.check()
        assert barriers(page) == []
        assert page.evaluate(OVERHANG) <= 0
    small = page.evaluate("""() => [...document.querySelectorAll(".mha :is(button, input, .key)")]
        .filter((one) => one.checkVisibility())
        .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
        .filter(([, { width, height }]) => Math.min(width, height) < 24).map(([name]) => name)""")
    assert small == []
    assert not page.faults


@CASES
def test_a_link_brings_the_view_back_and_a_copied_figure_needs_no_style_sheet(show, kind, traits, said):
    key = kind().key
    query = "&".join(f"{key}.{name}={value}" for name, value in text_of(traits).items())
    page = show(kind(), query=f"?{query}&{key}.view=<b>")
    expect(page, said)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_text("link to this view").click()
    expect(page, "Copied", ".mha-copied")
    copied = urlsplit(page.evaluate("navigator.clipboard.readText()"))
    assert dict(parse_qsl(copied.query)) == {f"{key}.{name}": value for name, value in text_of(traits).items()}
    page.get_by_text("SVG").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()).startsWith('<svg')")
    svg = page.evaluate("navigator.clipboard.readText()")
    assert "var(" not in svg
    assert "class=" not in svg
    assert len(list(ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"))) > 5


@CASES
def test_python_can_set_what_the_reader_sees_and_nothing_is_left_behind(front, kind, traits, said):
    life = f"""async ({{ default: explorer }}, [stored, traits]) => {{
        {FAKE}
        const {{ model, el, end, left }} = start(explorer, stored);
        await settled();
        const before = el.innerText;
        Object.entries(traits).forEach(([name, value]) => model.set(name, value));
        await settled();
        const after = el.innerText;
        end();
        return {{ before, after, left: left() }};
    }}"""
    stored = pages.stored(kind())["state"]
    stored = {name: value for name, value in stored.items() if not name.startswith(("_esm", "_css", "_view"))}
    module = re.findall(r"^// (\S+\.mjs)$", kind._esm, re.MULTILINE)[-1]  # the entry stands last
    seen = front(module, life, [stored, traits])
    assert said not in seen["before"]
    assert said in " ".join(seen["after"].split())
    assert "as Python" in seen["after"]
    assert seen["left"] == [0, 0, 0]
