"""BottleneckExplorer: what is left of each position at the end of a belt, worked out and measured."""

from __future__ import annotations

import numpy as np
from traitlets import Dict, Enum, Float, Int, List, TraitError, Unicode, validate

from mha.probes import Named
from mha.widgets.draws import normals
from mha.widgets.explorer import Explorer
from mha.widgets.front_end import bundle, style_sheet

__all__ = ["BottleneckExplorer"]

SIZE, LONGEST = 32, 40
DECIMALS = 4


class BottleneckExplorer(Explorer):
    """A plain recurrent cell reads random parts, and how much of each of its states arrives at the end.

    The cell is ``h_t = tanh(x_t + h_{t-1} U)`` with states of 32 numbers. Shown for every position ``i`` is the norm
    of ``∂h_T/∂h_i``. Below stands what a linear probe was measured to read from the final state of a trained encoder,
    for words of the same length. The chapter on the bottleneck derives both.

    Parameters
    ----------
    length : int
        How many parts are read, 3 to 40.
    radius : float
        Spectral radius of ``U``, 0.1 to 1.5.
    parts : float
        Size of the parts: their numbers have this standard deviation, 0 to 1.
    matrix : {"rotation", "random"}
        Whether ``U`` is a rotation times the radius, whose norm is the radius as well, or a matrix of independent
        normal numbers, whose norm is larger.
    position : int
        Which position is singled out, counted from 0; the last one if there are fewer.
    seed : int
        Which numbers are drawn.
    measured : sequence of Named
        What :func:`mha.probes.letters_named` returns, for any lengths.
    view : {"figure", "table"}
    key : str
        The explorer's name in links to the page; two on one page need different ones.

    Raises
    ------
    TraitError
        A value that cannot be shown; a trait of another type.

    Examples
    --------
    >>> explorer = BottleneckExplorer(radius=1.1, length=20)
    >>> explorer
    BottleneckExplorer(length=20, radius=1.1)
    >>> U, parts = explorer.drawn
    >>> round(float(np.linalg.norm(U, 2)), 6), parts.shape
    (1.1, (20, 32))
    """

    _esm = bundle("bottleneck_explorer.mjs")
    _css = style_sheet("bottleneck_explorer.css")
    _told = ("length", "radius", "parts", "matrix", "position", "seed", "view", "key")

    length = Int(12, min=3, max=LONGEST).tag(sync=True)
    radius = Float(0.9, min=0.1, max=1.5).tag(sync=True)
    parts = Float(0.3, min=0, max=1).tag(sync=True)
    matrix = Enum(["rotation", "random"], "rotation").tag(sync=True)
    position = Int(0, min=0, max=LONGEST - 1).tag(sync=True)
    seed = Int(0, min=0, max=999_999).tag(sync=True)
    measured = List(Dict()).tag(sync=True)
    view = Enum(["figure", "table"], "figure").tag(sync=True)
    key = Unicode("bottleneck").tag(sync=True)

    def __init__(self, *, measured=(), **traits):
        super().__init__(measured=[_short(one) for one in measured], **traits)

    @property
    def drawn(self):
        """The matrix ``U`` (32, 32) and the parts ``x_1 … x_T`` (length, 32)."""
        numbers = normals(self.seed, SIZE * (SIZE + LONGEST)).reshape(SIZE + LONGEST, SIZE)
        square, parts = numbers[:SIZE], numbers[SIZE : SIZE + self.length]
        if self.matrix == "random":
            return self.radius * square / abs(np.linalg.eigvals(square)).max(), self.parts * parts
        Q, R = np.linalg.qr(square)
        return self.radius * Q * np.sign(np.diag(R)), self.parts * parts

    @validate("measured")
    def _measured_has_a_share_for_each_letter(self, proposal):
        for one in proposal["value"]:
            if set(one) != set(Named._fields) or len({len(one[name]) for name in Named._fields[1:]}) != 1:
                raise TraitError(f"expected what mha.probes.letters_named returns, got {one!r}")
        return proposal["value"]


def _short(named):
    """A measurement as JSON can hold it."""
    if not isinstance(named, Named):
        raise TraitError(f"expected what mha.probes.letters_named returns, got {named!r}")
    shares = {name: np.round(values, DECIMALS).tolist() for name, values in named._asdict().items() if name != "words"}
    return {"words": named.words, **shares}
