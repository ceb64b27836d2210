"""What all explorers share on the Python side."""

from __future__ import annotations

import anywidget

__all__ = ["Explorer"]


class Explorer(anywidget.AnyWidget):
    """A figure that answers to the hand, in a notebook and on a page without a kernel.

    A subclass has its front end in ``_esm`` and ``_css``, see :mod:`mha.widgets.front_end`, and traits that Python and
    the reader both read and set. The arithmetic is in the front end, since pages have no Python. ``_told`` names the
    traits that describe an explorer, in the order of its parameters.
    """

    _told = ()

    def __repr__(self):
        """The call that makes this explorer; what is as always is left out."""
        told = {name: getattr(self, name) for name in self._told}
        changed = (f"{name}={value!r}" for name, value in told.items() if value != self.trait_defaults(name))
        return f"{type(self).__name__}({', '.join(changed)})"
