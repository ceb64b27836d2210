"""SoftmaxExplorer: what the width of a head does to weights and gradients, divided by its root and not."""

from __future__ import annotations

from traitlets import Bool, Enum, Int, Unicode

from mha.widgets.draws import normals
from mha.widgets.explorer import Explorer
from mha.widgets.front_end import bundle, style_sheet

__all__ = ["SoftmaxExplorer"]

KEYS, QUERIES, WIDEST = 16, 100, 1024


class SoftmaxExplorer(Explorer):
    """A hundred random queries, sixteen random keys, and what a softmax makes of their scores.

    Shown are the scores and weights of one query, their entropy, and for all queries the length of the gradient
    ``dL/dq`` of a loss ``L = sum_j g_j weights_j`` with random ``g``. The chapter on practical tips derives it.

    Parameters
    ----------
    d_k : int
        Width of queries and keys, 1 to 1024.
    divided : bool
        Whether the scores are divided by the root of the width.
    query : int
        Which query is shown, counted from 0.
    seed : int
        Which numbers are drawn.
    view : {"figure", "table"}
    key : str
        The explorer's name in links to the page; two on one page need different ones.

    Raises
    ------
    TraitError
        A value that cannot be shown; a trait of another type.

    Examples
    --------
    >>> explorer = SoftmaxExplorer(d_k=256, divided=False)
    >>> explorer
    SoftmaxExplorer(d_k=256, divided=False)
    >>> [array.shape for array in explorer.drawn]
    [(100, 256), (16, 256), (100, 16)]
    """

    _esm = bundle("softmax_explorer.mjs")
    _css = style_sheet("softmax_explorer.css")
    _told = ("d_k", "divided", "query", "seed", "view", "key")

    d_k = Int(64, min=1, max=WIDEST).tag(sync=True)
    divided = Bool(True).tag(sync=True)
    query = Int(0, min=0, max=QUERIES - 1).tag(sync=True)
    seed = Int(0, min=0, max=999_999).tag(sync=True)
    view = Enum(["figure", "table"], "figure").tag(sync=True)
    key = Unicode("softmax").tag(sync=True)

    @property
    def drawn(self):
        """Queries (100, d_k), keys (16, d_k), and how much the loss prefers each key, for each query (100, 16)."""
        numbers = normals(self.seed, (KEYS + QUERIES) * WIDEST + QUERIES * KEYS)
        vectors = numbers[: -QUERIES * KEYS].reshape(KEYS + QUERIES, WIDEST)[:, : self.d_k]
        return vectors[KEYS:], vectors[:KEYS], numbers[-QUERIES * KEYS :].reshape(QUERIES, KEYS)
