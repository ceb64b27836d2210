"""The trained models, by name.

Each model is two files in ``mha/models``: ``NAME.npz``, its parameters in half precision, and ``NAME.json``, its card,
which says how it is built, what it was trained on, how well it does, and what the bytes of the first must hash to.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from importlib.resources import files

import numpy as np

from mha.pointers import PointerModel
from mha.seq2seq import RecurrentModel, TransformerModel

__all__ = ["build", "card", "fill", "flatten", "load", "names", "restore", "unpack"]

FAMILIES = {"recurrent": RecurrentModel, "transformer": TransformerModel, "pointers": PointerModel}


def names():
    """Return the names of the models that are here, sorted.

    Examples
    --------
    >>> "g2p-none" in names()
    True
    """
    return sorted(path.name.removesuffix(".json") for path in _folder().iterdir() if path.name.endswith(".json"))


def card(name):
    """Return a model's card: data and license, recipe, seeds, errors.

    Parameters
    ----------
    name : str

    Returns
    -------
    dict

    Raises
    ------
    ValueError
        No such model; the message lists those that are here.
    """
    if name not in names():
        raise ValueError(f"no model is called {name!r}; there are: {', '.join(names())}")
    return json.loads(_folder().joinpath(f"{name}.json").read_text(encoding="utf-8"))


def load(name, dtype=np.float64):
    """Return a trained model that NumPy alone runs.

    Parameters
    ----------
    name : str
        For example ``"g2p-none"``.
    dtype : floating-point dtype
        What to compute in; the stored parameters are half precision.

    Returns
    -------
    RecurrentModel or TransformerModel

    Raises
    ------
    ValueError
        No such model, or a file that is not what its card says.

    Examples
    --------
    >>> from mha.g2p import LETTERS, PHONEMES
    >>> from mha.seq2seq import greedy_decode
    >>> written = greedy_decode(load("g2p-none"), *LETTERS.encode(["rhythm"]))
    >>> len(PHONEMES.decode(written.tokens)[0]) > 2
    True
    """
    about = card(name)
    data = _folder().joinpath(f"{name}.npz").read_bytes()
    return restore(data, about["architecture"], about["sha256"], name=f"{name}.npz", dtype=dtype)


def build(rng, *, family, **architecture):
    """Make a model that is not trained yet.

    Parameters
    ----------
    rng : numpy.random.Generator
    family : {"recurrent", "transformer", "pointers"}
    **architecture
        What the family's ``init`` takes: alphabets, widths, heads, layers.

    Returns
    -------
    RecurrentModel, TransformerModel or PointerModel

    Raises
    ------
    ValueError
        Another family.
    """
    if family not in FAMILIES:
        raise ValueError(f"family must be one of {', '.join(FAMILIES)}, got {family!r}")
    return FAMILIES[family].init(rng, **architecture)


def flatten(model, prefix=""):
    """Name every array of a model by the path that leads to it.

    Examples
    --------
    >>> from mha.rnn import RNNCell
    >>> list(flatten(RNNCell.init(np.random.default_rng(0), 2, 3), "cell."))
    ['cell.W', 'cell.U', 'cell.b']
    """
    if not isinstance(model, tuple):
        return {prefix.removesuffix("."): model}
    fields = getattr(model, "_fields", range(len(model)))
    parts = (flatten(part, f"{prefix}{field}.") for field, part in zip(fields, model, strict=True))
    return {name: array for part in parts for name, array in part.items()}


def fill(model, arrays, prefix=""):
    """Put named arrays in the place of a model's own: the way back from :func:`flatten`.

    Examples
    --------
    >>> from mha.rnn import RNNCell
    >>> cell = RNNCell.init(np.random.default_rng(0), 2, 3)
    >>> fill(cell, {"W": 1, "U": 2, "b": 3})
    RNNCell(W=1, U=2, b=3)
    """
    if not isinstance(model, tuple):
        return arrays[prefix.removesuffix(".")]
    fields = getattr(model, "_fields", range(len(model)))
    parts = [fill(part, arrays, f"{prefix}{field}.") for field, part in zip(fields, model, strict=True)]
    return type(model)(*parts) if hasattr(model, "_fields") else tuple(parts)


def restore(data, architecture, sha256, *, name, dtype=np.float64):
    """Rebuild a model from the bytes of its ``.npz`` file, after checking that they are what they should be.

    Parameters
    ----------
    data : bytes
    architecture : dict
        What :func:`build` takes.
    sha256 : str
        Hex digest that the bytes must have.
    name : str
        What error messages call the file.
    dtype : floating-point dtype

    Returns
    -------
    RecurrentModel or TransformerModel

    Raises
    ------
    ValueError
        Other bytes; a parameter that is missing, unknown, or of the wrong shape or dtype.
    """
    digest = hashlib.sha256(data).hexdigest()
    if digest != sha256:
        raise ValueError(
            f"{name} is not the file its card describes (sha256 {digest[:12]}…, expected {sha256[:12]}…, "
            f"{len(data)} bytes): it was cut short or altered; get it again from the package"
        )
    arrays = unpack(data, name)
    skeleton = build(np.random.default_rng(0), **architecture)
    _compare(flatten(skeleton), arrays, name)
    return fill(skeleton, {key: array.astype(dtype) for key, array in arrays.items()})


def unpack(data, name):
    """Return the arrays in the bytes of an ``.npz`` file by their names; nothing is ever unpickled.

    Parameters
    ----------
    data : bytes
    name : str
        What error messages call the file.

    Raises
    ------
    ValueError
        Bytes that are no archive, or a damaged one, or hold anything but arrays of numbers and text.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            return dict(archive)
    except (ValueError, TypeError, OSError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise ValueError(f"{name} is not an archive of arrays: {error}") from error


def _folder():
    return files("mha").joinpath("models")


def _compare(expected, arrays, name):
    """Refuse arrays that are not those of the architecture."""
    if missing := sorted(expected.keys() - arrays.keys()):
        raise ValueError(f"{name} lacks {', '.join(missing)}")
    if unknown := sorted(arrays.keys() - expected.keys()):
        raise ValueError(f"{name} holds {', '.join(unknown)}, which the architecture does not have")
    for key, array in arrays.items():
        if array.shape != expected[key].shape:
            raise ValueError(f"{name}: {key} has shape {array.shape}, the architecture says {expected[key].shape}")
        if array.dtype != np.float16:
            raise ValueError(f"{name}: {key} has dtype {array.dtype}, expected float16")
