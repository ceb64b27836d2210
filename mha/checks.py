"""What a public function says when it is handed the wrong thing: expected, received, and the likely mend."""

from __future__ import annotations

import math
from functools import cache
from numbers import Real
from operator import index

import array_api_compat.numpy
import numpy as np
from array_api_compat import array_namespace, is_array_api_obj

__all__ = [
    "axis_of",
    "bias_for",
    "boolean",
    "dot_product",
    "finite_number",
    "floating",
    "generator",
    "leading",
    "lengths_within",
    "library",
    "mask_for",
    "parameters",
    "positive_int",
    "same_batch",
    "same_length",
    "sequences",
    "shape",
    "width",
]


def library(*arrays):
    """Return the array library that these arrays belong to; NumPy's own are recognized without a search.

    Decoding asks some hundred times for each word.
    """
    return array_api_compat.numpy if set(map(type, arrays)) == {np.ndarray} else array_namespace(*arrays)


def floating(**arrays):
    """Refuse whatever is not a floating-point array.

    Raises
    ------
    TypeError
        Names the argument and the dtype (or type) that came.
    """
    for name, array in arrays.items():
        if isinstance(array, np.ndarray) and array.dtype.kind == "f":
            continue  # the answer for nearly all arrays, in a tenth of the time
        if not is_array_api_obj(array):
            raise TypeError(f"{name} must be an array, got {type(array).__name__}: wrap it in np.asarray(...)")
        if not array_namespace(array).isdtype(array.dtype, "real floating"):
            raise TypeError(
                f"{name} must hold floating-point numbers, got dtype {array.dtype}: "
                f"convert it first, for example {name}.astype(float)"
            )


def sequences(**arrays):
    """Refuse arrays that are not sequences of vectors, shape (..., T, d).

    Raises
    ------
    TypeError, ValueError
    """
    floating(**arrays)
    for name, array in arrays.items():
        if array.ndim < 2:
            raise ValueError(f"{name} must have shape (..., T, d), got {tuple(array.shape)}: add the missing axis")


def width(name, array, expected, owner):
    """Refuse vectors of a width that the parameters named ``owner`` were not made for.

    Raises
    ------
    TypeError, ValueError
    """
    floating(**{name: array})
    if array.shape[-1:] != (expected,):
        raise ValueError(f"{name} must have vectors of width {expected} for {owner}, got shape {tuple(array.shape)}")


def shape(name, array, label, expected):
    """Refuse an array of any other shape than the expected one, which the label spells out.

    Raises
    ------
    TypeError, ValueError
    """
    floating(**{name: array})
    if tuple(array.shape) != expected:
        raise ValueError(f"{name} must have shape {label} = {expected}, got {tuple(array.shape)}")


def parameters(**arrays):
    """Refuse a layer's parameters that do not fit each other.

    Each comes with the names of its axes, as in ``W=(W, "d_in, d_hidden")``; what has one name has one size.

    Raises
    ------
    TypeError, ValueError
    """
    floating(**{name: array for name, (array, _) in arrays.items()})
    _fit(tuple((name, tuple(array.shape), axes) for name, (array, axes) in arrays.items()))


@cache
def _fit(parameters):
    """Refuse shapes that do not fit each other; each is looked at once, since a layer's never change."""
    sizes = {}
    for name, shape, axes in parameters:
        labels = axes.split(", ")
        if len(shape) != len(labels):
            raise ValueError(f"{name} must have shape ({axes}), got {shape}")
        for label, size in zip(labels, shape, strict=True):
            expected, first = sizes.setdefault(label, (size, name))
            if size != expected:
                raise ValueError(
                    f"{name} must have shape ({axes}) with {label} = {expected} as in {first}, got {shape}"
                )


def same_length(key, value):
    """Refuse keys and values that do not come in pairs.

    Raises
    ------
    ValueError
    """
    if key.shape[-2] != value.shape[-2]:
        raise ValueError(
            f"key and value must have as many positions as each other, got {key.shape[-2]} and {value.shape[-2]} "
            f"(shapes {tuple(key.shape)} and {tuple(value.shape)})"
        )


def same_batch(**arrays):
    """Refuse arrays (..., T, d) whose leading dimensions differ.

    Raises
    ------
    ValueError
    """
    if len({tuple(array.shape[:-2]) for array in arrays.values()}) > 1:
        raise ValueError(
            f"the batch dimensions must be equal, got {_shapes(arrays)}: the layout is (batch, positions, width)"
        )


def leading(**arrays):
    """Refuse arrays (..., T, d) whose leading dimensions do not broadcast against each other.

    Raises
    ------
    ValueError
    """
    shapes = {tuple(array.shape[:-2]) for array in arrays.values()}
    if len(shapes) == 1:
        return
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(
            f"the dimensions before the last two must broadcast, got {_shapes(arrays)}: "
            "the layout is (..., positions, width)"
        ) from None


def dot_product(query, key, value):
    """Refuse what dot-product attention cannot compare and blend.

    Raises
    ------
    TypeError, ValueError
    """
    sequences(query=query, key=key, value=value)
    width("query", query, key.shape[-1], f"a key of shape {tuple(key.shape)}")
    same_length(key, value)
    leading(query=query, key=key, value=value)
    positive_int("d_k", key.shape[-1])


def _shapes(arrays):
    """Name each array with its shape, for a message."""
    return ", ".join(f"{name} {tuple(array.shape)}" for name, array in arrays.items())


def boolean(mask):
    """Refuse a mask of numbers: 0 and 1 added to the scores mask nothing.

    Raises
    ------
    TypeError
    """
    if type(mask) is np.ndarray and mask.dtype.kind == "b":
        return
    if not is_array_api_obj(mask):
        raise TypeError(f"mask must be a boolean array, got {type(mask).__name__}")
    if not array_namespace(mask).isdtype(mask.dtype, "bool"):
        raise TypeError(
            f"mask must be boolean, True = may attend, got dtype {mask.dtype}: write mask == 1 for a 0/1 mask, "
            "mask == 0 for an additive 0/-inf mask"
        )


def mask_for(mask, shape):
    """Refuse a mask that is not boolean, or does not broadcast to ``shape`` (..., T_q, T_k) as it is.

    Raises
    ------
    TypeError, ValueError
    """
    boolean(mask)
    if not _broadcasts(mask, shape):
        raise ValueError(
            f"mask of shape {tuple(mask.shape)} does not fit scores of shape {tuple(shape)}, (..., T_q, T_k): "
            "a padding mask has shape (B, 1, T_k), see mha.padding_mask"
        )


def bias_for(bias, shape):
    """Refuse a bias that is not of floating point, or does not broadcast to ``shape`` (..., T_q, T_k) as it is.

    Raises
    ------
    TypeError, ValueError
    """
    floating(bias=bias)
    if not _broadcasts(bias, shape):
        raise ValueError(
            f"bias of shape {tuple(bias.shape)} does not fit scores of shape {tuple(shape)}, (..., T_q, T_k)"
        )


def _broadcasts(array, shape):
    """Whether the array broadcasts to the shape without enlarging it."""
    pairs = zip(reversed(array.shape), reversed(shape), strict=False)
    return array.ndim <= len(shape) and all(have in (1, want) for have, want in pairs)


def positive_int(name, number):
    """Refuse what is not a whole number of at least one.

    Raises
    ------
    TypeError, ValueError
    """
    _integer(name, number)
    if number < 1:
        raise ValueError(f"{name} must be at least 1, got {number}")


def axis_of(array, axis):
    """Refuse an axis that the array does not have.

    Raises
    ------
    TypeError, ValueError
    """
    _integer("axis", axis)
    if not -array.ndim <= axis < array.ndim:
        raise ValueError(f"axis {axis} does not exist in an array of shape {tuple(array.shape)}")


def _integer(name, number):
    """Refuse what does not count: numbers with a point, truth values, arrays."""
    try:
        index(number)
    except TypeError:
        raise TypeError(f"{name} must be an integer, got {number!r}") from None
    if isinstance(number, bool):
        raise TypeError(f"{name} must be an integer, got {number!r}")


def finite_number(name, number):
    """Refuse what is not one real number.

    Raises
    ------
    TypeError, ValueError
    """
    if not isinstance(number, Real):
        raise TypeError(f"{name} must be a number, got {number!r}")
    if not math.isfinite(number):
        raise ValueError(f"{name} must be finite, got {number}")


def lengths_within(lengths, T):
    """Refuse lengths that are not whole numbers from 0 to ``T``, and return them as an array.

    The range is checked where the numbers are known, that is for NumPy arrays and lists.

    Raises
    ------
    TypeError, ValueError
    """
    lengths = lengths if is_array_api_obj(lengths) else np.asarray(lengths)
    if not array_namespace(lengths).isdtype(lengths.dtype, "integral"):
        raise TypeError(f"lengths must be integers, got dtype {lengths.dtype}")
    known = isinstance(lengths, (np.ndarray, np.integer)) and lengths.size
    if known and not (lengths.min() >= 0 and lengths.max() <= T):
        raise ValueError(f"lengths must lie between 0 and T = {T}, got {lengths.min()} to {lengths.max()}")
    return lengths


def generator(rng):
    """Refuse a seed, or nothing, where a generator is wanted.

    Raises
    ------
    TypeError
    """
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng must be a numpy.random.Generator, got {rng!r}: write np.random.default_rng(seed)")
