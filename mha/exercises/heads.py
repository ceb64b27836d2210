"""Exercises on heads: cutting, joining, and attending with several at once."""

import math

import numpy as np

from mha.attention import scaled_dot_product_attention
from mha.exercises.exercise import exercise, sizes
from mha.exercises.scores import attention
from mha.ops import softmax


@exercise("Cutting into heads", "ch-python-demo", core="(t,m),()->(h,t,k)")
def split_heads(x, num_heads):
    """Give each head its share of the columns.

    x: (..., T, d_model)
    num_heads: int, divides d_model
    Returns: (..., h, T, d_k) with d_k = d_model / h; head 0 gets
    the first d_k columns, head 1 the next.
    """
    T, d_model = x.shape
    d_k = d_model // num_heads
    heads = np.zeros((num_heads, T, d_k), x.dtype)
    for head in range(num_heads):
        for t in range(T):
            for k in range(d_k):
                heads[head, t, k] = x[t, head * d_k + k]
    return heads


@split_heads.inputs
def _(rng, batch, dtype):
    T, num_heads, d_k = map(int, sizes(rng, 3))
    return rng.normal(size=(*batch, T, num_heads * d_k)).astype(dtype), num_heads


@split_heads.edges
def _():
    x = np.arange(12.0).reshape(2, 6)
    return [(x, 1), (x, 6), (x[:1], 3)]


@split_heads.mistake
def plain_reshape(x, num_heads):
    """A reshape to (h, T, d_k) cuts by rows: reshape to (T, h, d_k), then swap the axes."""
    *batch, T, d_model = x.shape
    return x.reshape(*batch, num_heads, T, d_model // num_heads)


@split_heads.mistake
def not_swapped(x, num_heads):
    """The heads stand in front of the positions: swap the two axes after the reshape."""
    *batch, T, d_model = x.shape
    return x.reshape(*batch, T, num_heads, d_model // num_heads)


@split_heads.mistake
def interleaved(x, num_heads):
    """A head owns neighboring columns, not every h-th: reshape the width to (h, d_k), not (d_k, h)."""
    *batch, T, d_model = x.shape
    return x.reshape(*batch, T, d_model // num_heads, num_heads).swapaxes(-1, -2).swapaxes(-2, -3)


@split_heads.mistake
def heads_last(x, num_heads):
    """The last axis is d_k, the columns of one head: the order is (..., h, T, d_k)."""
    *batch, T, d_model = x.shape
    return x.reshape(*batch, T, num_heads, d_model // num_heads).swapaxes(-1, -2)


@split_heads.mistake
def width_before_positions(x, num_heads):
    """Positions come before columns: swap T with h, not h with d_k, so that the order is (..., h, T, d_k)."""
    *batch, T, d_model = x.shape
    return x.reshape(*batch, T, num_heads, d_model // num_heads).swapaxes(-3, -2).swapaxes(-2, -1)


@split_heads.mistake
def without_batch(x, num_heads):
    """Leading dimensions stay where they are: swap the axes -3 and -2, whatever stands before them."""
    return x.reshape(x.shape[0], num_heads, -1).transpose(1, 0, 2)


@exercise("Joining heads", "ch-python-demo", core="(h,t,k)->(t,m)")
def join_heads(heads):
    """Put the reports of all heads side by side.

    heads: (..., h, T, d_k)
    Returns: (..., T, h d_k), one row for each position; the first
    d_k columns are those of head 0.
    """
    num_heads, T, d_k = heads.shape
    joined = np.zeros((T, num_heads * d_k), heads.dtype)
    for head in range(num_heads):
        for t in range(T):
            for k in range(d_k):
                joined[t, head * d_k + k] = heads[head, t, k]
    return joined


@join_heads.inputs
def _(rng, batch, dtype):
    return (rng.normal(size=(*batch, *sizes(rng, 3))).astype(dtype),)


@join_heads.edges
def _():
    heads = np.arange(12.0).reshape(2, 2, 3)
    return [(heads,), (heads[:1],), (heads[:, :, :1],), (heads[:, :1],)]


@join_heads.mistake
def reshaped_without_swap(heads):
    """Of the right shape, and scrambled: the positions must stand in front of the heads before the reshape."""
    *batch, num_heads, T, d_k = heads.shape
    return heads.reshape(*batch, T, num_heads * d_k)


@join_heads.mistake
def batch_taken_for_heads(heads):
    """With a batch in front the first axis is not the heads': they are the axis -3, whatever stands before them."""
    return np.concatenate(heads, axis=-1)


@join_heads.mistake
def columns_interleaved(heads):
    """The columns of one head are neighbors: reshape (T, h, d_k), not (T, d_k, h)."""
    *batch, num_heads, T, d_k = heads.shape
    return heads.swapaxes(-3, -2).swapaxes(-2, -1).reshape(*batch, T, num_heads * d_k)


@join_heads.mistake
def positions_counted_as_heads(heads):
    """The first of the three axes counts heads, the second positions: read them in this order."""
    *batch, T, num_heads, d_k = heads.shape
    return heads.swapaxes(-3, -2).reshape(*batch, T, num_heads * d_k)


@join_heads.mistake
def added_up(heads):
    """The reports are put side by side, not added: nothing is to be lost before W_o."""
    return heads.sum(axis=-3)


@join_heads.mistake
def averaged(heads):
    """The reports are put side by side, not averaged: nothing is to be lost before W_o."""
    return heads.mean(axis=-3)


@join_heads.mistake
def one_below_the_other(heads):
    """Join along the columns, one row for each position: this puts the heads one below the other."""
    *batch, num_heads, T, d_k = heads.shape
    return heads.reshape(*batch, num_heads * T, d_k)


@exercise("Multi-head attention", "ch-multi-head", core="(q,m),(k,n),(h,m,d),(h,n,d),(h,n,v),(h,v,o)->(q,o)")
def multi_head_attention(query, memory, W_q, W_k, W_v, W_o):
    """Attend with h heads, and add up what they report.

    Each head scales its scores by 1 / sqrt(d_k).

    query: (..., T_q, d_query), memory: (..., T_k, d_memory)
    W_q: (h, d_query, d_k), W_k: (h, d_memory, d_k)
    W_v: (h, d_memory, d_v), W_o: (h, d_v, d_model)
    Returns: (..., T_q, d_model).
    """
    output = np.zeros((len(query), W_o.shape[2]), query.dtype)
    for i in range(len(W_q)):
        key, value = memory @ W_k[i], memory @ W_v[i]
        head, _ = attention(query @ W_q[i], key, value)
        output += head @ W_o[i]
    return output


@multi_head_attention.inputs
def _(rng, batch, dtype):
    T_q, T_k, d_query, d_memory, d_k, num_heads = map(int, sizes(rng, 6))
    d_v, d_model = d_k + 1, d_query + 1
    shapes = (
        (*batch, T_q, d_query),
        (*batch, T_k, d_memory),
        (num_heads, d_query, d_k),
        (num_heads, d_memory, d_k),
        (num_heads, d_memory, d_v),
        (num_heads, d_v, d_model),
    )
    return tuple(rng.normal(size=shape).astype(dtype) for shape in shapes)


@multi_head_attention.edges
def _():
    rng = np.random.default_rng(1)
    return [tuple(rng.normal(size=shape) for shape in ((2, 3), (4, 3), *[(2, 3, 3)] * 4))]


def _heads(query, memory, W_q, W_k, W_v, scale=None):
    """Context and weights of all heads, (..., h, T_q, d_v) and (..., h, T_q, T_k)."""
    query, memory = query[..., None, :, :], memory[..., None, :, :]
    return scaled_dot_product_attention(query @ W_q, memory @ W_k, memory @ W_v, scale=scale)


@multi_head_attention.mistake
def scaled_by_d_model(query, memory, W_q, W_k, W_v, W_o):
    """Divide by the square root of d_k, the width of one head's keys, not of the model's width."""
    heads, _ = _heads(query, memory, W_q, W_k, W_v, scale=1 / math.sqrt(query.shape[-1]))
    return (heads @ W_o).sum(-3)


@multi_head_attention.mistake
def scaled_by_all_heads(query, memory, W_q, W_k, W_v, W_o):
    """Divide by the square root of d_k, the width of one head, not by that of all heads together."""
    heads, _ = _heads(query, memory, W_q, W_k, W_v, scale=1 / math.sqrt(W_q.shape[-1] * len(W_q)))
    return (heads @ W_o).sum(-3)


@multi_head_attention.mistake
def heads_not_scaled(query, memory, W_q, W_k, W_v, W_o):
    """The scores of each head are divided by sqrt(d_k)."""
    heads, _ = _heads(query, memory, W_q, W_k, W_v, scale=1.0)
    return (heads @ W_o).sum(-3)


@multi_head_attention.mistake
def reports_averaged(query, memory, W_q, W_k, W_v, W_o):
    """Concatenate, then multiply by W_O: that is the sum over the heads, not their mean."""
    heads, _ = _heads(query, memory, W_q, W_k, W_v)
    return (heads @ W_o).mean(-3)


@multi_head_attention.mistake
def weights_averaged(query, memory, W_q, W_k, W_v, W_o):
    """Each head blends with weights of its own: averaged over the heads, they are one head again."""
    _, weights = _heads(query, memory, W_q, W_k, W_v)
    shared = weights.mean(-3, keepdims=True)
    return (shared @ (memory[..., None, :, :] @ W_v) @ W_o).sum(-3)


@multi_head_attention.mistake
def one_softmax_for_all(query, memory, W_q, W_k, W_v, W_o):
    """Each head has a softmax of its own: here the weights of all heads together sum to one."""
    scores = (query[..., None, :, :] @ W_q) @ (memory[..., None, :, :] @ W_k).mT / math.sqrt(W_q.shape[-1])
    powers = np.exp(scores - scores.max((-3, -1), keepdims=True))
    weights = powers / powers.sum((-3, -1), keepdims=True)
    return (weights @ (memory[..., None, :, :] @ W_v) @ W_o).sum(-3)


@multi_head_attention.mistake
def first_head_for_all(query, memory, W_q, W_k, W_v, W_o):
    """Every head looks through matrices of its own: this uses W_q and W_k of the first head for all."""
    heads, _ = _heads(query, memory, W_q[:1], W_k[:1], W_v)
    return (heads @ W_o).sum(-3)


@multi_head_attention.mistake
def reports_not_joined(query, memory, W_q, W_k, W_v, W_o):
    """The reports of the heads are still apart: add them up over the head axis."""
    heads, _ = _heads(query, memory, W_q, W_k, W_v)
    return heads @ W_o


@multi_head_attention.mistake
def reports_scrambled(query, memory, W_q, W_k, W_v, W_o):
    """Of the right shape, and scrambled: before they are joined, the positions must stand in front of the heads."""
    heads, _ = _heads(query, memory, W_q, W_k, W_v)
    *batch, num_heads, T, d_v = heads.shape
    return heads.reshape(*batch, T, num_heads * d_v) @ W_o.reshape(num_heads * d_v, -1)


@multi_head_attention.mistake
def last_head_alone(query, memory, W_q, W_k, W_v, W_o):
    """Only the last head's report is returned: each one is added to those before."""
    heads, _ = _heads(query, memory, W_q, W_k, W_v)
    return heads[..., -1, :, :] @ W_o[-1]


@multi_head_attention.mistake
def output_matrix_missing(query, memory, W_q, W_k, W_v, W_o):
    """Side by side the reports are h d_v wide: W_o brings them to d_model."""
    heads, _ = _heads(query, memory, W_q, W_k, W_v)
    return np.concatenate(np.moveaxis(heads, -3, 0), axis=-1)


@multi_head_attention.mistake
def heads_attend_to_queries(query, memory, W_q, W_k, W_v, W_o):
    """The softmax of each head runs over the keys, its last axis."""
    scores = (query[..., None, :, :] @ W_q) @ (memory[..., None, :, :] @ W_k).mT / math.sqrt(W_q.shape[-1])
    return (softmax(scores, axis=-2) @ (memory[..., None, :, :] @ W_v) @ W_o).sum(-3)


@exercise("Heads that share keys and values", "ch-practical-tips", core="(h,q,d),(g,k,d),(g,k,v)->(h,q,v)")
def grouped_query_attention(query, key, value):
    """Let neighboring heads share the keys and values of a group.

    The first h / g heads use group 0, the next h / g group 1. Each
    head scales its scores by 1 / sqrt(d_k).

    query: (..., h, T_q, d_k)
    key: (..., g, T_k, d_k), value: (..., g, T_k, d_v); g divides h
    Returns: (..., h, T_q, d_v).
    """
    shared = len(query) // len(key)
    context = []
    for i in range(len(query)):
        j = i // shared
        head, _ = attention(query[i], key[j], value[j])
        context.append(head)
    return np.array(context)


@grouped_query_attention.inputs
def _(rng, batch, dtype):
    T_q, T_k, d_k, d_v = sizes(rng, 4)
    groups, shared = rng.permutation([2, 3])
    shapes = (*batch, groups * shared, T_q, d_k), (*batch, groups, T_k, d_k), (*batch, groups, T_k, d_v)
    return tuple(rng.normal(size=shape).astype(dtype) for shape in shapes)


@grouped_query_attention.edges
def _():
    rng = np.random.default_rng(2)
    query, key, value = (rng.normal(size=(h, T, 3)) for h, T in ((4, 1), (4, 2), (4, 2)))
    return [(query, key, value), (query, key[:1], value[:1])]


def _grouped(query, key, value, heads, value_heads=None, scale=None):
    """Attend with the groups that are listed, one for each head."""
    value_heads = heads if value_heads is None else value_heads
    return scaled_dot_product_attention(query, key[..., heads, :, :], value[..., value_heads, :, :], scale=scale)[0]


def _shared(query, key):
    """How many heads share a group, and all heads' numbers."""
    return query.shape[-3] // key.shape[-3], np.arange(query.shape[-3])


@grouped_query_attention.mistake
def groups_tiled(query, key, value):
    """Neighbors share a group, 0 0 1 1: repeat each group, do not tile them as 0 1 0 1."""
    _, heads = _shared(query, key)
    return _grouped(query, key, value, heads % key.shape[-3])


@grouped_query_attention.mistake
def one_group_for_all(query, key, value):
    """With one group for all heads this is multi-query attention: each h / g heads have a group of their own."""
    _, heads = _shared(query, key)
    return _grouped(query, key, value, 0 * heads)


@grouped_query_attention.mistake
def divided_by_groups(query, key, value):
    """Head i uses group i // (h / g): divide by the number of heads that share, not by the number of groups."""
    _, heads = _shared(query, key)
    return _grouped(query, key, value, np.minimum(heads // key.shape[-3], key.shape[-3] - 1))


@grouped_query_attention.mistake
def values_of_another_group(query, key, value):
    """Keys and values of a head come from the same group: both are repeated in the same way."""
    shared, heads = _shared(query, key)
    return _grouped(query, key, value, heads // shared, heads % key.shape[-3])


@grouped_query_attention.mistake
def groups_averaged(query, key, value):
    """Each head attends to one group; a mean of the groups was never learned as keys."""
    _, heads = _shared(query, key)
    key, value = key.mean(-3, keepdims=True), value.mean(-3, keepdims=True)
    return _grouped(query, key, value, 0 * heads)


@grouped_query_attention.mistake
def groups_not_scaled(query, key, value):
    """The scores are divided by sqrt(d_k), here as elsewhere."""
    shared, heads = _shared(query, key)
    return _grouped(query, key, value, heads // shared, scale=1.0)
