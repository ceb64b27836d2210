"""The figures of the book: attention weights as inked squares, curves named at their ends.

Every function takes axes and returns them; only :func:`use` changes matplotlib's settings. Color is never the only
carrier of a meaning: each lens also has a marker, a dash and a hatch. Needs matplotlib (``pip install "mha[plots]"``).
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Outline

from mha.palette import PALETTE

__all__ = ["COLORS", "LENSES", "Lens", "attention_map", "head_grid", "line", "use"]

COLORS = {name: color.light for name, color in PALETTE.items()}
"""What a figure may be drawn in; the site knows these values and no others."""

STYLE = Path(__file__).with_name("book.mplstyle")
WIDTH = 4.6  # inches: as wide as the text
CELL, SMALL_CELL = 0.3, 0.17  # inches: a square of a map that has room, and the least that a token fits beside
FILLED = 0.94  # side of the square for weight 1, in cells: a hair of paper stays between neighbors


class Lens(NamedTuple):
    """One way to see a series: what tells it apart in color, in gray and in print."""

    color: str
    marker: str
    dash: str | tuple
    hatch: str


LENSES = {
    "red": Lens(COLORS["lens-red"], "o", "-", "////"),
    "green": Lens(COLORS["lens-green"], "^", (0, (5, 2)), "...."),
    "blue": Lens(COLORS["lens-blue"], "s", (0, (1.5, 1.5)), "\\\\\\\\"),
    "ochre": Lens(COLORS["ochre"], "D", (0, (4, 1.5, 1, 1.5)), "xxxx"),
}


def use():
    """Set the book's style, and in a notebook SVG figures that are the same bytes at every run.

    Call it once, before the first figure.
    """
    plt.style.use([STYLE, _colors()])
    warnings.filterwarnings("ignore", "Glyph .* missing from font")  # text stays text: the reader's font draws it
    if "IPython" in sys.modules and sys.modules["IPython"].get_ipython() is not None:
        from matplotlib_inline.backend_inline import set_matplotlib_formats

        set_matplotlib_formats("svg", metadata={"Date": None, "Creator": None}, bbox_inches="tight", pad_inches=0.04)


def line(x, y, lens="blue", label="", ax=None, shift=0.0, **style):
    """Draw a curve in a lens's color, dash and marker, and name it at its end instead of in a legend.

    Parameters
    ----------
    x, y : sequence of float, (N,)
        The points, the last one at the end that bears the name.
    lens : {"red", "green", "blue", "ochre"}
        Which lens.
    label : str, optional
        The name of the curve.
    ax : matplotlib.axes.Axes, optional
        Where to draw, the current axes unless said.
    shift : float, optional
        Points to move the name up, where two curves end close together.
    **style
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If there is no such lens.

    Examples
    --------
    >>> ax = line([1, 2, 4], [0.15, 0.21, 0.47], lens="ochre", label="last state only")
    >>> ax.lines[0].get_marker(), ax.texts[0].get_text()
    ('D', 'last state only')
    """
    color, marker, dash, _ = _lens(lens)
    ax = plt.gca() if ax is None else ax
    ax.plot(x, y, **{"color": color, "marker": marker, "linestyle": dash, **style})
    if label:
        ax.annotate(
            label, (x[-1], y[-1]), (7, shift), textcoords="offset points", color=color, va="center", weight="bold"
        )
    return ax


def attention_map(weights, queries, keys, lens="blue", ax=None):
    """Draw attention weights as squares: a row for each query, a column for each key.

    The area of a square is proportional to its weight, and a weight of 1 fills the cell. Area, not shade, carries
    the number, so the map can be read on dark paper, in gray print and by every kind of color vision.

    Parameters
    ----------
    weights : array, (T_q, T_k)
        Attention weights, between 0 and 1.
    queries, keys : sequence of str, (T_q,) and (T_k,)
        The tokens, which label the rows and the columns.
    lens : {"red", "green", "blue", "ochre"}
        Which lens.
    ax : matplotlib.axes.Axes, optional
        Where to draw, new axes of a fitting size unless said.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ValueError
        If the labels do not match the shape, a weight lies outside 0 to 1, or there is no such lens.

    Examples
    --------
    >>> ax = attention_map([[0.9, 0.1], [0.2, 0.8]], queries=["K", "AE"], keys=["c", "a"])
    >>> [label.get_text() for label in ax.get_xticklabels()], [label.get_text() for label in ax.get_yticklabels()]
    (['c', 'a'], ['K', 'AE'])
    """
    weights = _weights(weights, (len(queries), len(keys)))
    color = _lens(lens).color
    if ax is None:
        _, ax = plt.subplots(figsize=_map_size(*weights.shape))
    ax.add_patch(PathPatch(_squares(weights), facecolor=color, linewidth=0))
    return _label(ax, queries, keys)


def head_grid(weights, queries, keys, axes=None):
    """Draw the attention maps of all heads side by side, each in the color of its lens.

    Parameters
    ----------
    weights : array, (h, T_q, T_k)
        Attention weights of every head, between 0 and 1.
    queries, keys : sequence of str, (T_q,) and (T_k,)
        The tokens, as in :func:`attention_map`.
    axes : array of matplotlib.axes.Axes, optional
        One for each head; unless said, new ones, as many in a row as can be read.

    Returns
    -------
    array of matplotlib.axes.Axes, (h,)

    Raises
    ------
    ValueError
        If there are not as many axes as heads, or as in :func:`attention_map`.

    Examples
    --------
    >>> weights = np.full((3, 2, 2), 0.5)
    >>> axes = head_grid(weights, queries=["K", "AE"], keys=["c", "a"])
    >>> [ax.get_title() for ax in axes]
    ['head 1', 'head 2', 'head 3']
    """
    weights = np.asarray(weights)
    if weights.ndim != 3:
        raise ValueError(f"expected weights of shape (h, T_q, T_k), got {weights.shape}; for one head, attention_map")
    axes = _head_axes(weights.shape) if axes is None else np.ravel(axes)
    if len(axes) != len(weights):
        raise ValueError(f"expected one axes for each of {len(weights)} heads, got {len(axes)}")
    for head, ax in enumerate(axes):
        lens = list(LENSES)[head % len(LENSES)]
        attention_map(weights[head], queries, keys, lens, ax)
        ax.set_title(f"head {head + 1}", color=LENSES[lens].color)
        place = ax.get_subplotspec()
        ax.tick_params(labelleft=place is None or place.is_first_col())  # the queries are the same in every map
    return axes


def _colors():
    """Matplotlib's color settings, all from the palette."""
    ink, muted, rule = COLORS["ink"], COLORS["muted"], COLORS["rule"]
    lenses = [LENSES[name] for name in ("blue", "red", "green", "ochre")]
    return {
        **dict.fromkeys(("axes.titlecolor", "text.color", "patch.edgecolor"), ink),
        **dict.fromkeys(("axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), muted),
        "grid.color": rule,
        "patch.facecolor": COLORS["lens-blue"],
        "axes.prop_cycle": mpl.cycler(color=[lens.color for lens in lenses], marker=[lens.marker for lens in lenses]),
    }


def _lens(name):
    if name not in LENSES:
        raise ValueError(f"expected a lens out of {', '.join(LENSES)}, got {name!r}")
    return LENSES[name]


def _weights(weights, shape):
    """Weights as an array of the shape that the labels say, each between 0 and 1."""
    weights = np.asarray(weights, dtype=float)
    if weights.shape != shape:
        raise ValueError(
            f"expected weights of shape {shape}, as there are {shape[0]} queries and {shape[1]} keys, "
            f"got {weights.shape}; rows are queries, columns keys"
        )
    if not np.all((weights >= 0) & (weights <= 1 + 1e-3)):  # half precision rounds up
        raise ValueError("expected attention weights between 0 and 1; are these scores, before the softmax?")
    return weights


def _squares(weights):
    """One outline of a square for each weight above zero: many patches would make a heavy SVG."""
    rows, columns = np.nonzero(weights)
    half = FILLED * np.sqrt(weights[rows, columns]) / 2
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)])
    vertices = np.stack([columns, rows], axis=-1)[:, None] + half[:, None, None] * corners  # (squares, 5, 2)
    codes = [Outline.MOVETO, Outline.LINETO, Outline.LINETO, Outline.LINETO, Outline.CLOSEPOLY]
    return Outline(vertices.reshape(-1, 2), codes * len(rows))


def _label(ax, queries, keys):
    """Tokens beside the rows and above the columns, hairlines between the cells."""
    upright = max(map(len, keys), default=0) <= 3
    ax.set(xlim=(-0.5, len(keys) - 0.5), ylim=(len(queries) - 0.5, -0.5), aspect="equal")
    ax.set_xticks(range(len(keys)), keys, rotation=0 if upright else 90)
    ax.set_yticks(range(len(queries)), queries)
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.tick_params(length=0)
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    hairline = {"color": COLORS["rule"], "linewidth": 0.6, "zorder": 0}
    ax.hlines(np.arange(len(queries) + 1) - 0.5, -0.5, len(keys) - 0.5, **hairline)
    ax.vlines(np.arange(len(keys) + 1) - 0.5, -0.5, len(queries) - 0.5, **hairline)
    return ax


def _map_size(T_q, T_k, width=WIDTH):
    """Inches for a map of square cells and its tokens, no wider than said."""
    cell = min(CELL, width / (T_k + 2))
    return cell * (T_k + 2), cell * (T_q + 2)


def _head_axes(shape):
    """One axes for each head, in rows as even as the width allows."""
    h, T_q, T_k = shape
    most = max(1, int(WIDTH / (SMALL_CELL * (T_k + 2))))
    rows = -(-h // most)
    columns = -(-h // rows)
    width, height = _map_size(T_q, T_k, WIDTH / columns)
    figure, axes = plt.subplots(
        rows, columns, figsize=(width * columns, height * rows), squeeze=False, layout="constrained"
    )
    figure.get_layout_engine().set(hspace=0.08)
    for spare in axes.flat[h:]:
        spare.remove()
    return axes.flat[:h]
