"""The interactive figures of the book: one class and one front end for each.

Needs anywidget (``pip install "mha[widgets]"``).
"""

from mha.widgets.line_explorer import LineExplorer

__all__ = ["LineExplorer"]
