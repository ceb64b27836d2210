"""The pictures that a link to the book and its README show, and the first screen of the README."""

import re

from matplotlib.image import imread

from tools.publish import card


def test_the_card_has_the_size_that_hosts_ask_for_and_is_light():
    height, width, _ = imread(card.CARD).shape
    assert {"width": width, "height": height} == card.SIZE
    assert card.CARD.stat().st_size < 100_000


def test_the_first_screen_of_the_readme_shows_the_explorer_and_the_commands_and_leads_to_the_rest():
    readme = (card.ROOT / "README.md").read_text(encoding="utf-8")
    screen, *sections = re.split("^## ", readme, flags=re.MULTILINE)
    picture = card.EXPLORER.relative_to(card.ROOT).as_posix()
    assert re.search(f'<img src="{picture}" width="4.." alt="[^"]+">', screen)
    assert "make book " in screen
    assert "make test " in screen
    places = {re.sub("[^a-z ]", "", section.partition("\n")[0].lower()).replace(" ", "-") for section in sections}
    assert set(re.findall(r"\(#([\w-]+)\)", screen)) == places
    assert card.EXPLORER.stat().st_size < 300_000
