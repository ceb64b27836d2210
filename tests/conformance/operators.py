"""Operators of ONNX in the terms of mha: what is left to write once the package has done its part."""

import numpy as np

from mha import (
    GRUCell,
    RNNCell,
    bidirectional,
    dot_score,
    padding_mask,
    read,
    scaled_dot_product_attention,
    softmax,
    tanh,
    unroll,
    window_mask,
)
from mha.ops import concat, where, zeros


def attention(
    Q,
    K,
    V,
    attn_mask=None,
    past_key=None,
    past_value=None,
    nonpad_kv_seqlen=None,
    *,
    scale=None,
    softcap=0.0,
    is_causal=0,
    left_window_size=-1,
    right_window_size=-1,
    q_num_heads=None,
    kv_num_heads=None,
    qk_matmul_output_mode=0,
    softmax_precision=None,
):
    """Attention, version 25: Y, present_key, present_value, qk_matmul_output.

    The softmax is computed in single precision at least, whatever ``softmax_precision`` asks for.
    """
    joined = Q.ndim == 3
    if joined:
        Q, K, V = _heads(Q, q_num_heads), _heads(K, kv_num_heads), _heads(V, kv_num_heads)
    if past_key is not None:
        K, V = concat([past_key, K], axis=-2), concat([past_value, V], axis=-2)
    B, h, T_q, d_k = Q.shape
    h_kv, T_k = K.shape[1], K.shape[2]
    groups = (B, h_kv, h // h_kv, T_q)  # each key head serves a group of query heads
    mask, bias = _mask_and_bias(attn_mask, T_k)
    if nonpad_kv_seqlen is not None:
        mask = mask & padding_mask(nonpad_kv_seqlen, T_k)[:, None]
        offsets = nonpad_kv_seqlen - T_q
    else:
        offsets = np.array([0 if past_key is None else past_key.shape[2]])
    mask = (
        mask & np.stack([_reach(T_q, T_k, n, is_causal, left_window_size, right_window_size) for n in offsets])[:, None]
    )
    mask = np.broadcast_to(mask, (B, h, T_q, T_k)).reshape(*groups, T_k)
    bias = zeros((B, h, T_q, T_k), like=Q) + bias.astype(Q.dtype)
    bias = bias.reshape(*groups, T_k)

    query, key, value = Q.reshape(*groups, d_k), K[:, :, None], V[:, :, None]
    scale = d_k**-0.5 if scale is None else scale
    scores = dot_score(scale * query, key)
    capped = softcap * tanh(scores / softcap) if softcap else scores
    if softcap:
        context, weights = read(capped + bias, value, mask)
    else:
        context, weights = scaled_dot_product_attention(query, key, value, mask, bias=bias, scale=scale)
    shown = (scores, capped, where(mask, capped + bias, -np.inf), weights)[qk_matmul_output_mode].astype(Q.dtype)
    Y = context.reshape(B, h, T_q, -1)
    return Y.swapaxes(1, 2).reshape(B, T_q, -1) if joined else Y, K, V, shown.reshape(B, h, T_q, T_k)


def _heads(x, num_heads):
    """(B, T, h d) to (B, h, T, d)."""
    B, T, _ = x.shape
    return x.reshape(B, T, num_heads, -1).swapaxes(1, 2)


def _mask_and_bias(attn_mask, T_k):
    """Booleans forbid, floats are added, and what lies beyond the end of either is forbidden."""
    if attn_mask is None:
        return np.array(True), np.array(0.0)
    beyond = T_k - attn_mask.shape[-1]
    mask = padding_mask(attn_mask.shape[-1], T_k)
    padded = np.pad(attn_mask, [(0, 0)] * (attn_mask.ndim - 1) + [(0, beyond)])
    return (mask & padded, np.array(0.0)) if attn_mask.dtype == bool else (mask, padded)


def _reach(T_q, T_k, offset, is_causal, left, right):
    """Who is near enough when query i stands at place ``offset + i``, (T_q, T_k)."""
    end = max(T_k, offset + T_q)
    behind = window_mask(end - offset, end, None if left < 0 else left + 1)
    ahead = window_mask(end, end - offset, None if right < 0 else right + 1).T
    return (behind if is_causal else behind | ahead)[:T_q, :T_k]


def rnn(X, W, R, B=None, sequence_lens=None, initial_h=None, **attributes):
    """RNN: Y, Y_h."""
    bias = np.zeros((len(W), 2 * R.shape[-1]), X.dtype) if B is None else B
    cells = [RNNCell(w.T, r.T, sum(np.split(b, 2))) for w, r, b in zip(W, R, bias, strict=True)]
    return _recurrence(cells, X, sequence_lens, initial_h, **attributes)


def gru(X, W, R, B=None, sequence_lens=None, initial_h=None, linear_before_reset=0, **attributes):
    """GRU: Y, Y_h. The reset gate acts after the product with the state, as linear_before_reset asks."""
    bias = np.zeros((len(W), 6 * R.shape[-1]), X.dtype) if B is None else B
    cells = []
    for w, r, b in zip(W, R, bias, strict=True):
        given, recalled = np.split(b, 2)
        cells.append(GRUCell(_reset_first(w).T, _reset_first(r).T, _reset_first(given), _reset_first(recalled)))
    return _recurrence(cells, X, sequence_lens, initial_h, **attributes)


def _reset_first(gates):
    """ONNX stacks update, reset, candidate; mha reset, update, candidate."""
    update, reset, candidate = np.split(gates, 3)
    return np.concatenate([reset, update, candidate])


def _recurrence(cells, X, lengths, start, *, hidden_size, direction="forward", layout=0):
    """Y (T, directions, B, h) and Y_h (directions, B, h), or batch first in layout 1."""
    inputs = X if layout else X.swapaxes(0, 1)
    if direction == "bidirectional" and start is None:
        states, final = bidirectional(*cells, inputs, lengths=lengths)
        runs = list(zip(np.split(states, 2, axis=-1), np.split(final, 2, axis=-1), strict=True))
    else:
        starts = [None] * len(cells) if start is None else (start.swapaxes(0, 1) if layout else start)
        backward = {"forward": [False], "reverse": [True], "bidirectional": [False, True]}[direction]
        runs = [
            unroll(cell, inputs, state=state, lengths=lengths, reverse=reverse)
            for cell, state, reverse in zip(cells, starts, backward, strict=True)
        ]
    Y, Y_h = (np.stack(part, axis=-2) for part in zip(*runs, strict=True))  # (B, T, directions, h), (B, directions, h)
    return (Y, Y_h) if layout else (Y.transpose(1, 2, 0, 3), Y_h.swapaxes(0, 1))


OPERATORS = {
    "Attention": attention,
    "RNN": rnn,
    "GRU": gru,
    "Softmax": lambda x, axis=-1: (softmax(x, axis=axis),),
}
