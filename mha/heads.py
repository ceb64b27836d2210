"""What heads do, in numbers: how sharply they look, how far off, how unlike one another, and what is lost without one.

All of these read weights, where the model looked, but :func:`without_head`: it asks whether the look mattered.
"""

from __future__ import annotations

import numpy as np

from mha import checks
from mha.pretrained import fill, flatten

__all__ = ["divergence", "entropy", "mean_position", "offsets", "without_head"]


def entropy(weights):
    """Return how spread out each row of weights is, in bits: 0 for a single key, log2 n for n keys alike.

    ``H(p) = -sum_j p_j log2 p_j``

    Parameters
    ----------
    weights : array, (..., T_k)
        A row of zeros, for a query that has nothing to attend to, has entropy 0.

    Returns
    -------
    array, (...,)

    Examples
    --------
    >>> entropy(np.array([[1.0, 0.0, 0.0, 0.0], [0.25, 0.25, 0.25, 0.25]]))
    array([0., 2.])
    """
    checks.floating(weights=weights)
    return 0.0 - (weights * np.log2(np.where(weights > 0, weights, 1))).sum(-1)


def divergence(first, second):
    """Return how unlike two rows of weights are, in bits: 0 if equal, 1 if they share no key.

    ``JSD(p, q) = H((p + q) / 2) - (H(p) + H(q)) / 2``

    Parameters
    ----------
    first, second : arrays, (..., T_k)
        Of shapes that broadcast.

    Returns
    -------
    array, (...,)

    Notes
    -----
    The Jensen-Shannon divergence: Lin (1991), *Divergence Measures Based on the Shannon Entropy*, with equal weights.

    Examples
    --------
    >>> weights = np.array([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5]])
    >>> divergence(weights, weights[0])
    array([0., 1.])
    """
    return entropy((first + second) / 2) - (entropy(first) + entropy(second)) / 2


def mean_position(weights):
    """Return where each row of weights looks on average, counted in keys from 0.

    ``sum_j j p_j``

    Parameters
    ----------
    weights : array, (..., T_k)

    Returns
    -------
    array, (...,)

    Examples
    --------
    >>> mean_position(np.array([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5]]))
    array([0. , 1.5])
    """
    checks.floating(weights=weights)
    return weights @ np.arange(weights.shape[-1], dtype=weights.dtype)


def offsets(weights, centers, reach=2):
    """Return how much weight lies at each distance from a center: a head's profile.

    ``profile[..., o] = weights[..., center + o - reach]``, zero where there is no such key

    Parameters
    ----------
    weights : array, (..., T_k)
    centers : int array that broadcasts to (...,)
        The key that is at distance 0 in each row: for self-attention the query's own place, for attention from
        outputs to inputs for example the rounded :func:`mean_position` of all heads together.
    reach : int
        The greatest distance to either side.

    Returns
    -------
    array, (..., 2 reach + 1)

    Examples
    --------
    >>> offsets(np.array([[0.5, 0.5, 0.0], [0.0, 0.25, 0.75]]), np.arange(2), reach=1)
    array([[0.  , 0.5 , 0.5 ],
           [0.  , 0.25, 0.75]])
    """
    checks.floating(weights=weights)
    checks.positive_int("reach", reach)
    keys = np.broadcast_to(centers, weights.shape[:-1])[..., None] + np.arange(-reach, reach + 1)
    inside = (keys >= 0) & (keys < weights.shape[-1])
    return np.take_along_axis(weights, np.where(inside, keys, 0), axis=-1) * inside


def without_head(model, where, layer, head):
    """Return the model in which one head goes unheard: its rows of ``W_o`` are zeros.

    Parameters
    ----------
    model : RecurrentModel or TransformerModel
    where : {"cross", "own", "encoder"}
        As :class:`mha.seq2seq.Decoded` calls a model's weights.
    layer, head : int
        Counted from 0; a recurrent model has one layer.

    Returns
    -------
    RecurrentModel or TransformerModel
        The other parameters are those of the model, not copies.

    Raises
    ------
    ValueError
        No such layer or head, or attention that is not multi-head.

    Notes
    -----
    Michel et al. (2019), *Are Sixteen Heads Really Better than One?*: a mask variable of each head, set to 0.

    Examples
    --------
    >>> from mha.pretrained import build
    >>> widths = {"d_model": 8, "num_heads": 2, "d_ff": 16, "layers": 3, "reach": 4}
    >>> model = build(np.random.default_rng(0), family="transformer", source_symbols=5, target_symbols=5, **widths)
    >>> without_head(model, "own", 2, 1).decoder[2].attention.W_o.any(axis=(1, 2))
    array([ True, False])
    """
    arrays = flatten(model)
    name = _output_projection(where, layer, "attention.attention.W_o" in arrays)
    if name not in arrays:
        raise ValueError(f"the model has no heads in layer {layer} of {where!r}")
    num_heads = arrays[name].shape[0]
    if not 0 <= head < num_heads:
        raise ValueError(f"head must be one of 0 to {num_heads - 1}, got {head}")
    return fill(model, {**arrays, name: arrays[name] * (np.arange(num_heads) != head)[:, None, None]})


def _output_projection(where, layer, recurrent):
    """Name the ``W_o`` that the heads of a place share; as :func:`mha.pretrained.flatten` does."""
    if recurrent:
        return {("cross", 0): "attention.attention.W_o"}.get((where, layer))
    return {
        "encoder": f"encoder.{layer}.attention.W_o",
        "own": f"decoder.{layer}.attention.W_o",
        "cross": f"decoder.{layer}.cross_attention.W_o",
    }.get(where)
