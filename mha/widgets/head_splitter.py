"""HeadSplitter: a width, a number of heads, how the matrices are cut, and what the layer costs."""

from __future__ import annotations

from traitlets import Enum, Int, Unicode

from mha.widgets.explorer import Explorer
from mha.widgets.front_end import bundle, style_sheet

__all__ = ["HeadSplitter"]

MOST = 4096


class HeadSplitter(Explorer):
    """The four matrices of multi-head attention, cut into heads.

    Shown are the width of a head, parameters, FLOPs and attention weights of self-attention, and, where the heads do
    not divide the width, what :meth:`mha.MultiHeadAttention.init` says to that.

    Parameters
    ----------
    d_model : int
        Width of the layer, 1 to 4096.
    num_heads : int
        Number of heads, 1 to 4096.
    T : int
        Number of positions, 1 to 16384.
    head : int
        Which head is singled out, counted from 0.
    view : {"figure", "table"}
    key : str
        The explorer's name in links to the page; two on one page need different ones.

    Raises
    ------
    TraitError
        A value that cannot be shown; a trait of another type.

    Examples
    --------
    >>> HeadSplitter(d_model=768, num_heads=12)
    HeadSplitter(d_model=768, num_heads=12)
    """

    _esm = bundle("head_splitter.mjs")
    _css = style_sheet("head_splitter.css")
    _told = ("d_model", "num_heads", "T", "head", "view", "key")

    d_model = Int(512, min=1, max=MOST).tag(sync=True)
    num_heads = Int(8, min=1, max=MOST).tag(sync=True)
    T = Int(1024, min=1, max=16384).tag(sync=True)
    head = Int(0, min=0, max=MOST - 1).tag(sync=True)
    view = Enum(["figure", "table"], "figure").tag(sync=True)
    key = Unicode("heads").tag(sync=True)
