"""The pictures that a link to the book and its README show."""

from matplotlib.image import imread

from tools.publish import card


def test_the_card_has_the_size_that_hosts_ask_for_and_is_light():
    height, width, _ = imread(card.CARD).shape
    assert {"width": width, "height": height} == card.SIZE
    assert card.CARD.stat().st_size < 100_000


def test_the_readme_shows_the_explorer():
    picture = card.EXPLORER.relative_to(card.ROOT).as_posix()
    assert f"({picture})" in (card.ROOT / "README.md").read_text(encoding="utf-8")
    assert card.EXPLORER.stat().st_size < 300_000
