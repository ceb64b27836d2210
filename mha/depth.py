"""How long a computation has to wait: its longest chain of matrix products, each of which needs the one before it.

Products that do not need each other may run at the same time, so the length of the chain, and not the number of
products, is what a machine with enough hands must wait for. NumPy only.
"""

from __future__ import annotations

import numpy as np

__all__ = ["Traced", "depth", "trace"]


class Traced(np.ndarray):
    """An array that knows how many matrix products, one after the other, lead to it.

    ``depth(A @ B) = max(depth(A), depth(B)) + 1``; anything else passes on the largest depth that came in.

    Attributes
    ----------
    depth : int

    Notes
    -----
    The number of steps that must follow one another is called the depth, or span, of a computation. The unit here
    is a matrix product, whatever its size. Derived in the chapter on self-attention.

    Examples
    --------
    >>> x = trace(np.ones((3, 3)))
    >>> (x @ x + x).depth, (x @ x @ x).depth, ((x @ x) @ (x @ x)).depth
    (1, 2, 2)
    """

    depth = 0

    def __array_finalize__(self, source):
        """A view, a slice, a copy: as deep as what it is taken from."""
        self.depth = getattr(source, "depth", 0)

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        """Arithmetic, element by element or as a matrix product."""
        plain = (np.asarray(x) if isinstance(x, Traced) else x for x in inputs)
        result = getattr(ufunc, method)(*plain, **options)
        return _deep(result, depth(inputs) + (ufunc is np.matmul))

    def __array_function__(self, function, types, arguments, options):
        """Everything else that joins, chooses or sums arrays."""
        return _deep(super().__array_function__(function, types, arguments, options), depth((arguments, options)))

    def __getitem__(self, index):
        """Look up; what is found had to wait for its place as well."""
        return _deep(super().__getitem__(index), depth((self, index)))


def trace(model):
    """Make every array of a model count; the model computes what it did before.

    Parameters
    ----------
    model : array, or tuple of arrays and tuples
        For example a layer or a model of this package.

    Returns
    -------
    the same, with :class:`Traced` arrays of depth 0

    Examples
    --------
    >>> from mha import GRUCell, unroll
    >>> cell = trace(GRUCell.init(np.random.default_rng(0), d_in=3, d_hidden=5))
    >>> states, final = unroll(cell, np.ones((7, 3)))
    >>> final.depth
    7
    """
    if isinstance(model, tuple):
        parts = map(trace, model)
        return type(model)(*parts) if hasattr(model, "_fields") else tuple(parts)
    return _deep(np.array(model), 0)


def depth(value):
    """Return the depth of an array, or the largest in a nest of them.

    What was never traced has depth 0, and so has an empty array: there is nothing in it to wait for.

    Examples
    --------
    >>> x = trace(np.ones((3, 3)))
    >>> depth([x, (x @ x, "and anything else")])
    1
    """
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, (tuple, list)):
        return max(map(depth, value), default=0)
    return value.depth if isinstance(value, Traced) and value.size else 0


def _deep(result, depth):
    """Let an array, or each of several, have this depth."""
    if isinstance(result, (tuple, list)):
        return type(result)(_deep(part, depth) for part in result)
    if not isinstance(result, (np.ndarray, np.generic)):
        return result
    result = np.asarray(result).view(Traced)
    result.depth = depth
    return result
