"""What a public function says when it is handed the wrong thing: expected, received, and the likely mend."""

from __future__ import annotations

from array_api_compat import array_namespace, is_array_api_obj

__all__ = ["bias_for", "boolean", "floating", "mask_for", "positive_int", "same_batch", "same_length", "sequences", "width"]


def floating(**arrays):
    """Refuse whatever is not a floating-point array.

    Raises
    ------
    TypeError
        Names the argument and the dtype (or type) that came.
    """
    for name, array in arrays.items():
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
    ValueError
    """
    if array.shape[-1] != expected:
        raise ValueError(
            f"{name} has vectors of width {array.shape[-1]} (shape {tuple(array.shape)}), "
            f"but {owner} takes width {expected}"
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
    shapes = {name: tuple(array.shape) for name, array in arrays.items()}
    if len({shape[:-2] for shape in shapes.values()}) > 1:
        given = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise ValueError(f"the batch dimensions must be equal, got {given}: the layout is (batch, positions, width)")


def boolean(mask):
    """Refuse a mask of numbers: 0 and 1 added to the scores mask nothing.

    Raises
    ------
    TypeError
    """
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
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{name} must be an integer, got {number!r}")
    if number < 1:
        raise ValueError(f"{name} must be at least 1, got {number}")
