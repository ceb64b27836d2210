"""Attention for long inputs: the same context, a few queries at a time, in memory that grows with T and not T².

Written for NumPy alone, since it writes into one buffer again and again.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from mha import checks
from mha.ops import blend

__all__ = ["blockwise_attention"]

SMALL = 32  # scores to base 2 that need no peak subtracted: their powers, and the sums, stay well within any range


def blockwise_attention(query, key, value, mask=None, *, causal=False, scale=None, block=128, threads=1):
    """Return the context of scaled dot-product attention without ever holding all the weights.

    ``context = softmax(Q K^T / sqrt(d_k)) V``, for ``block`` queries after another. The weights are divided by
    their sum after the second product, where there are d_v numbers to a query and not T_k.

    Parameters
    ----------
    query : array, (..., T_q, d_k)
    key : array, (..., T_k, d_k)
    value : array, (..., T_k, d_v)
        Leading dimensions (batch, heads) broadcast against each other.
    mask : boolean array that broadcasts to (..., T_q, T_k), optional
        True = may attend; a padding mask (..., 1, T_k) keeps the memory linear.
    causal : bool
        Mask what follows each query, the last query aligned with the last key, without a mask in memory.
    scale : float, optional
        Factor of the scores, ``1 / sqrt(d_k)`` unless said.
    block : int
        Queries at a time.
    threads : int
        Heads and batch entries at a time. With more than one, hold BLAS to a single thread
        (``OPENBLAS_NUM_THREADS=1``), or the threads get in each other's way.

    Returns
    -------
    context : array, (..., T_q, d_v)
        Of the values' dtype; half precision is computed in single. A query with nothing to attend to gets zeros.

    Raises
    ------
    TypeError, ValueError
        As :func:`mha.scaled_dot_product_attention`.

    Notes
    -----
    Rabe and Staats (2021), *Self-attention Does Not Need O(n²) Memory*; the idea behind Dao et al. (2022),
    *FlashAttention*, which cuts the keys into blocks as well.

    Examples
    --------
    >>> x = np.random.default_rng(0).normal(size=(2, 7, 4))
    >>> context = blockwise_attention(x, x, x, causal=True, block=3)
    >>> bool(np.allclose(context[:, 0], x[:, 0]))
    True
    """
    checks.dot_product(query, key, value)
    checks.positive_int("block", block)
    checks.positive_int("threads", threads)
    (T_q, d_k), (T_k, d_v) = query.shape[-2:], value.shape[-2:]
    batch = np.broadcast_shapes(query.shape[:-2], key.shape[:-2], value.shape[:-2])
    working = np.promote_types(np.result_type(query, key, value), np.float32)
    if mask is not None:
        checks.mask_for(mask, (*batch, T_q, T_k))
        mask = np.atleast_2d(mask)
        mask = np.broadcast_to(mask, (*batch, *mask.shape[-2:]))
    query, key, value = (np.broadcast_to(x, (*batch, *x.shape[-2:])) for x in (query, key, value))
    context = np.empty((*batch, T_q, d_v), value.dtype)
    scale = 1 / math.sqrt(d_k) if scale is None else scale
    checks.finite_number("scale", scale)

    @np.errstate(invalid="ignore")  # as in the plain function: a score of an infinite key is NaN
    def attend(heads):
        buffer = np.empty(min(block, T_q) * T_k, working)
        for head in heads:
            single = (x[head].astype(working, copy=False) for x in (query, key, value))
            allowed = None if mask is None else mask[head]
            _attend_in_blocks(*single, allowed, context[head], causal, float(scale), block, buffer)

    heads = list(np.ndindex(batch))
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(attend, [heads[first::threads] for first in range(threads)]))
    return context


def _attend_in_blocks(query, key, value, mask, context, causal, scale, block, buffer):
    """Fill the context (T_q, d_v) of one head of one sequence, writing the powers of a block into the buffer."""
    T_q, T_k = len(query), len(key)
    query = query * (scale * math.log2(math.e))  # e**x = 2**(x log2(e)), and powers of two are faster to compute
    key = np.ascontiguousarray(key.T)
    small = _longest(query.T) * _longest(key) <= SMALL
    ones = np.ones(T_k, query.dtype)
    for first in range(0, T_q, block):
        rows = slice(first, min(first + block, T_q))
        seen = min(T_k, max(0, rows.stop + T_k - T_q)) if causal else T_k
        powers = buffer[: (rows.stop - first) * seen].reshape(rows.stop - first, seen)
        np.matmul(query[rows], key[:, :seen], out=powers)
        if mask is not None:
            np.copyto(powers, -np.inf, where=~(mask if len(mask) == 1 else mask[rows])[:, :seen])
        if causal:
            _hide_future(powers, first + T_k - T_q)
        if not small:
            peak = powers.max(axis=-1, keepdims=True, initial=-np.inf)
            powers -= np.where(np.isneginf(peak), 0, peak)
        np.exp2(powers, out=powers)
        total = powers @ ones[:seen, None]  # faster than a sum
        context[rows] = blend(powers, value[:seen]) / np.where(total == 0, 1, total)


def _longest(columns):
    """Length of the longest column; no score is larger than the longest query times the longest key."""
    with np.errstate(over="ignore"):
        return np.linalg.norm(columns, axis=0).max(initial=0)


def _hide_future(scores, first):
    """Forbid row i, which stands at position ``first + i``, the keys behind it."""
    start = max(0, first + 1)
    behind = np.arange(start, scores.shape[1]) > first + np.arange(len(scores))[:, None]
    np.copyto(scores[:, start:], -np.inf, where=behind)
