"""Random numbers that are the same for the same seed in Python and in a page.

NumPy's generators are better, but a page would have to carry what they draw: a hundred thousand numbers for one figure.
"""

from __future__ import annotations

import numpy as np

__all__ = ["normals"]


def normals(seed, count):
    """Return numbers as if drawn from a standard normal distribution, by the transform of Box and Muller (1958).

    Parameters
    ----------
    seed, count : int
        0 or more, below 2**31.

    Returns
    -------
    float array, (count,)

    Examples
    --------
    >>> normals(0, 4).round(3)
    array([-0.826,  0.365,  0.268,  0.866])
    """
    start = int(_scrambled(np.array([seed + 0x9E3779B9]))[0])
    uniform = (_scrambled(start + np.arange(count + count % 2)) + 0.5) / 2**32
    radius, angle = np.sqrt(-2 * np.log(uniform[::2])), 2 * np.pi * uniform[1::2]
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=-1).ravel()[:count]


def _scrambled(numbers):
    """Mix the 32 bits of each number: the last step of MurmurHash3."""
    bits = numbers.astype(np.uint32)  # what is above 2**32 is left out, as in JavaScript
    bits = (bits ^ (bits >> 16)) * np.uint32(0x85EBCA6B)
    bits = (bits ^ (bits >> 13)) * np.uint32(0xC2B2AE35)
    return bits ^ (bits >> 16)
