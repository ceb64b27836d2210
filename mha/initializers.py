"""How parameters start out. Whatever draws takes the generator that it draws from."""

from __future__ import annotations

import math

import numpy as np

from mha.checks import generator

__all__ = ["glorot_uniform", "orthogonal"]


def glorot_uniform(rng, *shape):
    """Draw matrices that neither enlarge nor shrink what passes through them, on average.

    Uniform between ``-a`` and ``a`` with ``a = sqrt(6 / (fan_in + fan_out))``.

    Parameters
    ----------
    rng : numpy.random.Generator
    *shape : int
        (..., fan_in, fan_out); leading axes count independent matrices, such as heads.

    Notes
    -----
    Glorot and Bengio (2010), *Understanding the difficulty of training deep feedforward neural networks*,
    equation 16.

    Examples
    --------
    >>> glorot_uniform(np.random.default_rng(0), 8, 6, 4).shape
    (8, 6, 4)
    """
    generator(rng)
    limit = math.sqrt(6 / (shape[-2] + shape[-1]))
    return rng.uniform(-limit, limit, shape)


def orthogonal(rng, size):
    """Draw a square matrix that rotates and never stretches, uniformly among all rotations and reflections.

    Parameters
    ----------
    rng : numpy.random.Generator
    size : int

    Notes
    -----
    Saxe, McClelland and Ganguli (2014), *Exact solutions to the nonlinear dynamics of learning in deep linear
    neural networks*.

    Examples
    --------
    >>> Q = orthogonal(np.random.default_rng(0), 3)
    >>> np.allclose(Q.T @ Q, np.eye(3))
    True
    """
    generator(rng)
    Q, R = np.linalg.qr(rng.normal(size=(size, size)))
    return Q * np.sign(np.diag(R))  # without the signs the draw would not be uniform
