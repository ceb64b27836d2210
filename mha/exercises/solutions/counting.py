"""Solutions of the exercises on counting."""


def count_parameters(d_model, num_heads, d_k, d_v):
    """Two matrices of width d_k, two of width d_v, for each head."""
    return num_heads * d_model * (2 * d_k + 2 * d_v)


def count_multiplications(T_q, T_k, d_model, num_heads):
    """The number of heads cancels: h heads of width d_model / h."""
    projections = 2 * (T_q + T_k) * d_model**2
    return projections + 2 * T_q * T_k * d_model


def cache_bytes(layers, num_heads, kv_heads, d_k, T, B, bytes_each):
    """A product; the number of query heads is not in it."""
    return 2 * layers * kv_heads * d_k * T * B * bytes_each
