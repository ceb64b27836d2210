"""A model's parameters as the explorers carry them: one byte for each number of a matrix.

A matrix is stored as whole levels between -127 and 127 and one scale for each column, a vector as decimal numbers.
Both sides compute in double precision with exactly these numbers, so a page and :func:`rounded` agree.
"""

from __future__ import annotations

import base64
import hashlib
import json

import numpy as np

from mha.alphabet import END
from mha.g2p import LETTERS, PHONEMES
from mha.pretrained import fill, flatten

__all__ = ["hand_over", "pack", "rounded", "script", "version"]

LEVELS = 127
DIGITS = 4  # more than a half-precision number has


def pack(model):
    """Return a model's alphabets and parameters as JSON can hold them.

    Parameters
    ----------
    model : RecurrentModel or TransformerModel

    Returns
    -------
    dict
        ``"letters"``, ``"sounds"``, and ``"arrays"``: by name, the shape with ``"levels"`` (base64 of signed bytes)
        and ``"scales"``, or with ``"numbers"``.

    Examples
    --------
    >>> from mha.rnn import RNNCell
    >>> cell = RNNCell(W=np.array([[127.0, -1.0], [1.0, 0.5]]), U=np.zeros((1, 1)), b=np.array([0.25]))
    >>> pack(cell)["arrays"]["W"]
    {'shape': [2, 2], 'scales': [1.0, 0.007874], 'levels': 'f4EBQA=='}
    """
    arrays = {name: _pack(np.asarray(array)) for name, array in flatten(model).items()}
    return {"letters": LETTERS.symbols, "sounds": PHONEMES.symbols, "end": END, "arrays": arrays}


def rounded(model):
    """Return the model that a page computes with: the same, every parameter replaced by what :func:`pack` keeps.

    Examples
    --------
    >>> from mha.rnn import RNNCell
    >>> cell = RNNCell(W=np.array([[127.0, -1.0], [1.0, 0.5]]), U=np.zeros((1, 1)), b=np.array([0.25]))
    >>> rounded(cell).W[:, 1].round(6)
    array([-0.999998,  0.503936])
    """
    return fill(model, {name: _unpack(packed) for name, packed in pack(model)["arrays"].items()})


def script(name, model):
    """Return a script that leaves a model's parameters where the explorers of a page look for them.

    A page opened from disk may load scripts and no other files.

    Examples
    --------
    >>> from mha.rnn import RNNCell
    >>> script("mine", RNNCell(*np.zeros((3, 1, 1))))[:59]
    '(window.explorerParameters ??= {})["mine"] = {"letters":["<'
    """
    return f"(window.explorerParameters ??= {{}})[{json.dumps(name)}] = {_as_json(model)};\n"


def version(model):
    """Return a short name for these very parameters: others have another."""
    return hashlib.sha256(_as_json(model).encode()).hexdigest()[:12]


def hand_over(explorer, content):
    """Answer a front end that asks a kernel for the parameters of one of the models that its explorer has chosen."""
    name = content.get("name")
    if content.get("ask") == "parameters" and name in explorer.chosen:
        explorer.send({"parameters": name, "data": pack(explorer.chosen[name])})


def _as_json(model):
    return json.dumps(pack(model), separators=(",", ":"))


def _pack(array):
    shape = list(array.shape)
    if array.ndim == 1:
        return {"shape": shape, "numbers": _short(array)}
    scales = np.abs(array).max(axis=-2, keepdims=True) / LEVELS
    scales = np.reshape(_short(np.where(scales == 0, 1, scales)), scales.shape)
    levels = np.rint(array / scales).clip(-LEVELS, LEVELS).astype(np.int8)
    return {"shape": shape, "scales": scales.ravel().tolist(), "levels": base64.b64encode(levels.tobytes()).decode()}


def _unpack(packed):
    if "numbers" in packed:
        return np.array(packed["numbers"])
    levels = np.frombuffer(base64.b64decode(packed["levels"]), dtype=np.int8).reshape(packed["shape"])
    scales = np.reshape(packed["scales"], (*packed["shape"][:-2], 1, packed["shape"][-1]))
    return levels * scales


def _short(array):
    """Numbers with few decimals, as a list."""
    return [float(f"{number:.{DIGITS}g}") for number in array.ravel().tolist()]
