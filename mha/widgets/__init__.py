"""The interactive figures of the book: one class and one front end for each.

A class has the traits. Its front end, which does the arithmetic as well, lies in ``front``: a module and a style sheet
of its name, in ``front/shared`` what explorers share, and a folder for the modules of each explorer. See
:mod:`mha.widgets.front_end` for how they are joined.

Needs anywidget (``pip install "mha[widgets]"``).
"""

from mha.widgets.bottleneck_explorer import BottleneckExplorer
from mha.widgets.head_splitter import HeadSplitter
from mha.widgets.line_explorer import LineExplorer
from mha.widgets.mask_explorer import MaskExplorer
from mha.widgets.round_table import RoundTable
from mha.widgets.softmax_explorer import SoftmaxExplorer

__all__ = ["BottleneckExplorer", "HeadSplitter", "LineExplorer", "MaskExplorer", "RoundTable", "SoftmaxExplorer"]
