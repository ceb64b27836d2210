"""Exercises on counting: parameters, multiplications, and the bytes of a cache."""

from mha.exercises.exercise import exercise, sizes


@exercise("Parameters of a layer", "ch-multi-head")
def count_parameters(d_model, num_heads, d_k, d_v):
    """Count the parameters of multi-head attention without biases.

    Each head has W_q (d_model, d_k), W_k (d_model, d_k),
    W_v (d_model, d_v) and its rows of W_o, (d_v, d_model).

    d_model, num_heads, d_k, d_v: int
    Returns: int.
    """
    count = 0
    for head in range(num_heads):
        for row in range(d_model):
            count += d_k + d_k + d_v  # W_q, W_k, W_v
        for row in range(d_v):
            count += d_model  # W_o
    return count


@count_parameters.inputs
def _(rng, batch, dtype):
    return tuple(map(int, sizes(rng, 4)))


@count_parameters.edges
def _():
    return [(1, 1, 1, 1), (64, 8, 8, 8), (12, 5, 4, 4)]


@count_parameters.mistake
def square_matrices(d_model, num_heads, d_k, d_v):
    """4 d_model^2 is right only if h d_k = h d_v = d_model, which need not be."""
    return 4 * d_model**2


@count_parameters.mistake
def output_forgotten(d_model, num_heads, d_k, d_v):
    """W_o has parameters, too: h d_v rows of width d_model."""
    return num_heads * d_model * (2 * d_k + d_v)


@count_parameters.mistake
def one_head_counted(d_model, num_heads, d_k, d_v):
    """Each head has matrices of its own: multiply by their number."""
    return 2 * d_model * (d_k + d_v)


@count_parameters.mistake
def square_output(d_model, num_heads, d_k, d_v):
    """W_o has h d_v rows, as many as the heads' values are wide together; this takes d_model."""
    return num_heads * d_model * (2 * d_k + d_v) + d_model**2


@count_parameters.mistake
def values_as_wide_as_keys(d_model, num_heads, d_k, d_v):
    """Values have the width d_v, which may differ from d_k."""
    return 4 * num_heads * d_model * d_k


@count_parameters.mistake
def biases_counted(d_model, num_heads, d_k, d_v):
    """This layer has no biases."""
    return num_heads * 2 * (d_model + 1) * (d_k + d_v)


@exercise("Multiplications of a layer", "ch-self-attention")
def count_multiplications(T_q, T_k, d_model, num_heads):
    """Count the multiplications of numbers in multi-head attention.

    All matrix products count, those with W_q, W_k, W_v and W_o as
    well. The softmax and the scaling do not.

    T_q, T_k: int, positions that ask and that are asked
    d_model, num_heads: int; d_k = d_v = d_model / num_heads
    Returns: int.
    """
    d_k = d_model // num_heads
    count = 0
    for head in range(num_heads):
        for rows, inner, columns in (
            (T_q, d_model, d_k),  # queries
            (T_k, d_model, d_k),  # keys
            (T_k, d_model, d_k),  # values
            (T_q, d_k, T_k),  # scores
            (T_q, T_k, d_k),  # contexts
            (T_q, d_k, d_model),  # output
        ):
            for row in range(rows):
                count += inner * columns
    return count


@count_multiplications.inputs
def _(rng, batch, dtype):
    T_q, T_k, num_heads, d_k = map(int, sizes(rng, 4))
    return T_q, T_k, num_heads * d_k, num_heads


@count_multiplications.edges
def _():
    return [(1, 1, 1, 1), (1, 9, 8, 2), (6, 6, 8, 1)]


@count_multiplications.mistake
def heads_count_again(T_q, T_k, d_model, num_heads):
    """A head has only d_model / h columns: h heads cost as much as one of full width, not h times as much."""
    return num_heads * 2 * (T_q * d_model**2 + T_k * d_model**2 + T_q * T_k * d_model)


@count_multiplications.mistake
def projections_forgotten(T_q, T_k, d_model, num_heads):
    """The four projections count, too; for short sequences they cost the most."""
    return 2 * T_q * T_k * d_model


@count_multiplications.mistake
def contexts_forgotten(T_q, T_k, d_model, num_heads):
    """Blending the values costs as much as the scores: T_q T_k d_model once more."""
    return 2 * (T_q + T_k) * d_model**2 + T_q * T_k * d_model


@count_multiplications.mistake
def output_projection_forgotten(T_q, T_k, d_model, num_heads):
    """W_o is a product, too: T_q d_model^2."""
    return (T_q + 2 * T_k) * d_model**2 + 2 * T_q * T_k * d_model


@count_multiplications.mistake
def keys_as_many_as_queries(T_q, T_k, d_model, num_heads):
    """Keys and values are projected T_k times, not T_q times."""
    return 4 * T_q * d_model**2 + 2 * T_q * T_k * d_model


@count_multiplications.mistake
def additions_counted(T_q, T_k, d_model, num_heads):
    """Count multiplications alone: with the additions it is twice as much, which papers call FLOPs."""
    return 4 * (T_q * d_model**2 + T_k * d_model**2 + T_q * T_k * d_model)


@count_multiplications.mistake
def scores_and_contexts_forgotten(T_q, T_k, d_model, num_heads):
    """Scores and contexts are missing: 2 T_q T_k d_model, the part that grows with the square of the length."""
    return 2 * (T_q + T_k) * d_model**2


@exercise("Bytes of a cache", "ch-practical-tips")
def cache_bytes(layers, num_heads, kv_heads, d_k, T, B, bytes_each):
    """Count the bytes of the keys and values that a decoder keeps.

    In each layer num_heads heads ask, and kv_heads of them have keys
    and values of their own, which the others share.

    layers, num_heads, kv_heads: int
    d_k, T, B: int; width of keys and of values, positions, sequences
    bytes_each: int, bytes of a number, for example 2 for float16
    Returns: int.
    """
    count = 0
    for layer in range(layers):
        for head in range(kv_heads):
            for position in range(T):
                key_and_value = d_k + d_k
                count += B * key_and_value * bytes_each
    return count


@cache_bytes.inputs
def _(rng, batch, dtype):
    layers, kv_heads, shared, d_k, T, B = map(int, sizes(rng, 6))
    return layers, kv_heads * shared, kv_heads, d_k, T, B, int(rng.choice([1, 4]))


@cache_bytes.edges
def _():
    return [(2, 4, 4, 8, 10, 1, 2), (2, 4, 1, 8, 10, 1, 2), (3, 4, 2, 8, 0, 1, 2)]


@cache_bytes.mistake
def keys_alone(layers, num_heads, kv_heads, d_k, T, B, bytes_each):
    """Values are kept as well as keys: twice as much."""
    return layers * kv_heads * d_k * T * B * bytes_each


@cache_bytes.mistake
def all_heads_counted(layers, num_heads, kv_heads, d_k, T, B, bytes_each):
    """Heads that share keys and values keep them once: kv_heads, not num_heads."""
    return 2 * layers * num_heads * d_k * T * B * bytes_each


@cache_bytes.mistake
def one_layer_counted(layers, num_heads, kv_heads, d_k, T, B, bytes_each):
    """Every layer has a cache of its own."""
    return 2 * kv_heads * d_k * T * B * bytes_each


@cache_bytes.mistake
def weights_counted(layers, num_heads, kv_heads, d_k, T, B, bytes_each):
    """Keys and values grow with T; it is the attention weights that grow with its square, and they are not kept."""
    return 2 * layers * kv_heads * d_k * T**2 * B * bytes_each


@cache_bytes.mistake
def numbers_for_bytes(layers, num_heads, kv_heads, d_k, T, B, bytes_each):
    """These are numbers: each takes bytes_each bytes."""
    return 2 * layers * kv_heads * d_k * T * B


@cache_bytes.mistake
def bits_for_bytes(layers, num_heads, kv_heads, d_k, T, B, bytes_each):
    """These are bits: a byte has eight of them."""
    return 16 * layers * kv_heads * d_k * T * B * bytes_each


@cache_bytes.mistake
def one_sequence_counted(layers, num_heads, kv_heads, d_k, T, B, bytes_each):
    """Each sequence of the batch has its own keys and values."""
    return 2 * layers * kv_heads * d_k * T * bytes_each
