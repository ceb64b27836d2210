"""Solutions of the exercises on sentences."""

import numpy as np


def mean_pool(states, length):
    """A mask picks the real positions; an empty sentence is divided by 1."""
    real = np.arange(states.shape[1]) < length[:, None]
    total = (states * real[..., None]).sum(axis=1)
    return total / np.maximum(length, 1)[:, None].astype(states.dtype)


def cosine_similarity(queries, documents):
    """Vectors of length one, and their dot products."""

    def unit(x):
        size = np.linalg.norm(x, axis=-1, keepdims=True)
        return x / np.where(size == 0, 1, size)

    return unit(queries) @ unit(documents).T
