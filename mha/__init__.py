"""Attention, from the bottleneck of recurrent networks to the Transformer, in NumPy that is meant to be read."""

from mha.alignment import (
    AdditiveAttention,
    additive_score,
    concat_score,
    dot_score,
    general_score,
    read,
)
from mha.attention import scaled_dot_product_attention
from mha.masks import causal_mask, padding_mask, window_mask
from mha.multihead import MultiHeadAttention
from mha.ops import sigmoid, softmax, tanh
from mha.rnn import GRUCell, RNNCell, bidirectional, unroll

__version__ = "0.1.0"

__all__ = [
    "AdditiveAttention",
    "GRUCell",
    "MultiHeadAttention",
    "RNNCell",
    "additive_score",
    "bidirectional",
    "causal_mask",
    "concat_score",
    "dot_score",
    "general_score",
    "padding_mask",
    "read",
    "scaled_dot_product_attention",
    "sigmoid",
    "softmax",
    "tanh",
    "unroll",
    "window_mask",
]
