"""Checkpoints: what a run that was stopped needs to go on, and the marks by which it knows its own."""

import io
import json

import jax
import jax.numpy as jnp
import numpy as np

from mha.pretrained import fill, flatten, unpack

__all__ = ["read_checkpoint", "write_checkpoint"]


def write_checkpoint(path, state, run, seconds):
    """Write the state so that a stop at any moment leaves either the old file or the new one.

    Parameters
    ----------
    path : Path
    state : NamedTuple of arrays
    run : dict
        What the run is: its seed and its recipe's settings, as JSON can hold them.
    seconds : float
        What the run has taken so far.
    """
    buffer = io.BytesIO()
    np.savez(buffer, run=json.dumps(run), seconds=seconds, **jax.tree.map(np.asarray, flatten(state)))
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    draft.write_bytes(buffer.getvalue())
    draft.replace(path)


def read_checkpoint(path, like, run):
    """Read what :func:`write_checkpoint` wrote, after checking that it is a checkpoint of this run.

    Parameters
    ----------
    path : Path
    like : NamedTuple of arrays
        The structure of the state.
    run : dict

    Returns
    -------
    state : NamedTuple of arrays
    seconds : float

    Raises
    ------
    ValueError
        A damaged file, or one that another recipe, seed or version of the program has written.
    """
    try:
        arrays = unpack(path.read_bytes(), path)
    except ValueError as error:
        raise ValueError(f"{error}; remove it to begin anew") from error
    its_run = json.loads(str(arrays.pop("run", "{}")))
    if changed := [key for key in {**run, **its_run} if run.get(key) != its_run.get(key)]:
        raise ValueError(f"{path} is of another run (what differs: {', '.join(changed)}); remove it to begin anew")
    seconds = float(arrays.pop("seconds"))
    if _kinds(arrays) != _kinds(flatten(like)):
        raise ValueError(f"{path} is of another version of the program; remove it to begin anew")
    return jax.tree.map(jnp.asarray, fill(like, arrays)), seconds


def _kinds(arrays):
    return {name: (array.shape, array.dtype) for name, array in arrays.items()}
