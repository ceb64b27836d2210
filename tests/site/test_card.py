"""The picture that a link to the book shows."""

from matplotlib.image import imread

from tools.publish import card


def test_the_card_has_the_size_that_hosts_ask_for_and_is_light():
    height, width, _ = imread(card.CARD).shape
    assert {"width": width, "height": height} == card.SIZE
    assert card.CARD.stat().st_size < 100_000
