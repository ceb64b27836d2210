"""The colors of the book, by name: one table for the figures, the site and the explorers.

A figure is drawn with the light values. The site exchanges them for CSS variables of the same name, so that one
stored figure is legible on light and on dark paper; opened anywhere else it is an ordinary light figure.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["INKS", "PALETTE", "Color"]


class Color(NamedTuple):
    """One color as ``#rrggbb``, on light and on dark paper."""

    light: str
    dark: str


PALETTE = {
    "paper": Color("#fdfcf9", "#191a1c"),
    "paper-2": Color("#f5f2ea", "#212326"),  # code, definitions
    "ink": Color("#23211d", "#e7e3da"),
    "muted": Color("#66625a", "#a8a397"),  # captions, outputs, axis labels
    "link": Color("#1f5699", "#93b9f2"),
    "lens-red": Color("#b0320f", "#f0714f"),  # first head; fails, contradicted
    "lens-green": Color("#007b50", "#5bd1a6"),  # second head; checks, confirmed
    "lens-blue": Color("#1a4690", "#93b9f2"),  # third head, single attention; derivation
    "ochre": Color("#8c5e0a", "#d9ad5b"),  # the recorder and his story; refined
    "rule": Color("#d8d3c8", "#43443f"),  # hairlines, never text
    "line": Color("#e9e3d4", "#2b2c2a"),  # the ledger's lines
    "wash-red": Color("#fbeee9", "#2d201d"),
    "wash-ochre": Color("#f8f1e0", "#29251b"),
}

INKS = ("ink", "muted", "link", "lens-red", "lens-green", "lens-blue", "ochre")
"""What text may be written in: at least 4.5:1 on both papers, in both themes."""
