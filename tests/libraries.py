"""The array libraries in which whole layers are tried."""

import array_api_strict
import jax.numpy as jnp
import numpy as np
import pytest

LIBRARIES = pytest.mark.parametrize("xp", [np, jnp, array_api_strict], ids=["numpy", "jax", "strict"])


def moved(xp, tree):
    """Turn an array, or a layer of arrays, into one of the library ``xp`` in single precision."""
    if isinstance(tree, tuple):
        return type(tree)(*(moved(xp, part) for part in tree))
    return xp.asarray(np.asarray(tree, dtype=np.float32))


def assert_same(ours, expected, like, name=""):
    """Compare with float64 numbers to single precision; library and dtype must be those of ``like``."""
    assert type(ours) is type(like), name
    assert ours.dtype == like.dtype, name
    np.testing.assert_allclose(np.asarray(ours), expected, rtol=2e-5, atol=2e-6, err_msg=name)
