"""The same numbers from other people's code, where it is installed: PyTorch and JAX.

PyTorch stores a matrix transposed and all heads in one; the mappings below are the whole difference.
"""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mha import (
    GRUCell,
    MultiHeadAttention,
    RNNCell,
    bidirectional,
    padding_mask,
    scaled_dot_product_attention,
    unroll,
    window_mask,
)
from mha.blockwise import blockwise_attention

TOLERANCE = {"bfloat16": 2e-2, "float16": 2e-3, "float32": 2e-6, "float64": 1e-12}
SIDE = st.integers(1, 9)


@pytest.fixture(scope="module")
def torch():
    """PyTorch, if it is here."""
    return pytest.importorskip("torch")


def same(ours, theirs, dtype="float64"):
    """Equal to what the dtype can tell apart."""
    assert str(np.asarray(ours).dtype) == dtype
    ours, theirs = np.asarray(ours, dtype=float), np.asarray(theirs, dtype=float)
    np.testing.assert_allclose(ours, theirs, rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype])


@settings(max_examples=50)
@given(
    st.tuples(SIDE, SIDE, SIDE, SIDE, SIDE, SIDE),
    st.sampled_from(["float16", "float32", "float64"]),
    st.sampled_from(["none", "shared", "per head", "causal", "bias"]),
    st.sampled_from([None, 0.5, 3]),
    st.integers(0, 2**32),
)
def test_attention_equals_pytorch(torch, sizes, dtype, masking, scale, seed):
    rng, (B, h, T_q, T_k, d_k, d_v) = np.random.default_rng(seed), sizes
    T_k = T_q if masking == "causal" else T_k
    query, key, value = (
        rng.normal(size=shape).astype(dtype) for shape in [(B, h, T_q, d_k), (B, h, T_k, d_k), (B, h, T_k, d_v)]
    )
    mask = {
        "none": None,
        "bias": None,
        "shared": rng.random((T_q, T_k)) < 0.7,
        "per head": rng.random((B, h, T_q, T_k)) < 0.7,
        "causal": np.tri(T_q, dtype=bool),
    }[masking]
    bias = rng.normal(size=(h, T_q, T_k)).astype(dtype) if masking == "bias" else None
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *(torch.from_numpy(x) for x in (query, key, value)),
        attn_mask=None if mask is bias is None else torch.from_numpy(mask if bias is None else bias),
        scale=scale,
    )
    context, _ = scaled_dot_product_attention(query, key, value, mask, bias=bias, scale=scale)
    same(context, theirs.numpy(), dtype)
    if bias is None:
        same(blockwise_attention(query, key, value, mask, scale=scale, block=4), theirs.numpy(), dtype)


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_grouped_heads_equal_pytorch(torch, dtype, rng):
    query, key, value = (rng.normal(size=(2, h, T, 3)).astype(dtype) for h, T in ((6, 5), (2, 7), (2, 7)))
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *(torch.from_numpy(x) for x in (query, key, value)), enable_gqa=True
    )
    context, _ = scaled_dot_product_attention(query.reshape(2, 2, 3, 5, 3), key[:, :, None], value[:, :, None])
    same(context.reshape(2, 6, 5, 3), theirs.numpy(), dtype)


def test_scores_beyond_a_half_equal_pytorch(torch, rng):
    query, key, value = (rng.normal(size=(2, 5, 64)).astype(np.float16) for _ in range(3))
    query, key = 500 * query, 500 * key
    assert np.abs(query.astype(float) @ key.astype(float).mT).max() / 8 > 65504
    theirs = torch.nn.functional.scaled_dot_product_attention(*(torch.from_numpy(x) for x in (query, key, value)))
    same(scaled_dot_product_attention(query, key, value)[0], theirs.numpy(), "float16")


SIZES = st.sampled_from([(1, 1, 1, 1, 1, 1), (2, 3, 1, 5, 7, 11), (3, 2, 2, 7, 5, 4)])  # few: JAX compiles for each


@settings(max_examples=20)
@given(
    SIZES,
    st.sampled_from(["bfloat16", "float16", "float32"]),
    st.sampled_from(["none", "causal", "window", "padding", "any", "bias"]),
    st.sampled_from([None, 0.5, 3]),
    st.integers(0, 2**32),
)
def test_attention_equals_jax(sizes, dtype, masking, scale, seed):
    rng, (B, h, shared, T_q, T_k, d) = np.random.default_rng(seed), sizes
    T_k = T_q if masking in ("causal", "window") else T_k
    shapes = [(B, T_q, h * shared, d), (B, T_k, h, d), (B, T_k, h, d)]  # `shared` query heads to a key head
    query, key, value = (jnp.asarray(rng.normal(size=shape), dtype=dtype) for shape in shapes)
    lengths = rng.integers(1, T_k + 1, size=B)
    some = rng.random((B, h, shared, T_q, T_k)) < 0.7
    some[..., 0] = True  # where nothing is allowed JAX blends all values, and we none
    bias = jnp.asarray(rng.normal(size=some.shape), dtype=dtype) if masking == "bias" else None
    mask, options = {
        "none": (None, {}),
        "causal": (np.tri(T_q, dtype=bool), {"is_causal": True}),
        "window": (window_mask(T_q, size=2), {"local_window_size": (1, 0)}),
        "padding": (padding_mask(lengths, T_k)[:, None, None], {"key_value_seq_lengths": jnp.asarray(lengths)}),
        "any": (some, {"mask": some.reshape(B, h * shared, T_q, T_k)}),
        "bias": (None, {} if bias is None else {"bias": bias.reshape(B, h * shared, T_q, T_k)}),
    }[masking]
    with jax.disable_jit():
        theirs = jax.nn.dot_product_attention(query, key, value, scale=scale, **options)
    if dtype != "bfloat16":  # which NumPy does not have
        query, key, value = (np.asarray(x) for x in (query, key, value))
        bias = None if bias is None else np.asarray(bias)
    grouped = query.swapaxes(1, 2).reshape(B, h, shared, T_q, d)
    key, value = (x.swapaxes(1, 2)[:, :, None] for x in (key, value))
    context, _ = scaled_dot_product_attention(grouped, key, value, mask, bias=bias, scale=scale)
    same(context.reshape(B, h * shared, T_q, d).swapaxes(1, 2), theirs, dtype)


def test_compiled_attention_equals_jax(rng):
    query, key, value = (jnp.asarray(rng.normal(size=(2, 5, 3, 7)), dtype="float32") for _ in range(3))
    theirs = jax.nn.dot_product_attention(query, key, value, is_causal=True)
    mask = np.tri(5, dtype=bool)
    context, _ = jax.jit(scaled_dot_product_attention)(*(x.swapaxes(1, 2) for x in (query, key, value)), mask)
    same(context.swapaxes(1, 2), theirs, "float32")


@pytest.mark.parametrize("masking", ["none", "causal", "padding"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_heads_equal_pytorch(torch, masking, dtype, rng):
    B, T_q, T_k, d_model, h = 2, 5, 7, 12, 3
    ours = MultiHeadAttention.init(rng, d_model, h, d_key=13, d_value=11)
    ours = MultiHeadAttention(*(W.astype(dtype) for W in ours))
    theirs = torch.nn.MultiheadAttention(d_model, h, bias=False, kdim=13, vdim=11, batch_first=True)
    theirs = theirs.to(getattr(torch, dtype))
    joined = [np.concatenate(list(W), axis=-1).T for W in ours[:3]]  # (d_model, d_in): heads side by side
    places = [theirs.q_proj_weight, theirs.k_proj_weight, theirs.v_proj_weight, theirs.out_proj.weight]
    with torch.no_grad():
        for place, W in zip(places, [*joined, ours.W_o.reshape(d_model, d_model).T], strict=True):
            place.copy_(torch.from_numpy(W))
    query, key, value = (
        rng.normal(size=shape).astype(dtype) for shape in [(B, T_q, d_model), (B, T_k, 13), (B, T_k, 11)]
    )
    options, mask = {}, None
    if masking == "causal":
        mask = np.tri(T_q, T_k, T_k - T_q, dtype=bool)
        options["attn_mask"] = torch.from_numpy(~mask)  # there, True forbids
    if masking == "padding":
        mask = padding_mask([4, 7], T_k)
        options["key_padding_mask"] = torch.from_numpy(~mask[:, 0])
    output, weights = ours(query, key, value, mask)
    expected = theirs(*(torch.from_numpy(x) for x in (query, key, value)), average_attn_weights=False, **options)
    same(output, expected[0].detach().numpy(), dtype)
    same(weights, expected[1].detach().numpy(), dtype)


def from_pytorch(module, suffix):
    """Take one direction of a recurrent module over: transpose, and for a plain RNN add the two biases up."""
    W, U, b, c = (
        getattr(module, f"{name}_l0{suffix}").detach().numpy()
        for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    )
    return RNNCell(W.T, U.T, b + c) if type(module).__name__ == "RNN" else GRUCell(W.T, U.T, b, c)


@pytest.mark.parametrize("name", ["RNN", "GRU"])
def test_recurrences_equal_pytorch(torch, name, rng):
    torch.manual_seed(int(rng.integers(2**31)))
    module = getattr(torch.nn, name)(3, 5, batch_first=True, bidirectional=True, dtype=torch.float64)
    inputs, lengths = rng.normal(size=(2, 7, 3)), [7, 4]
    packed = torch.nn.utils.rnn.pack_padded_sequence(torch.from_numpy(inputs), lengths, batch_first=True)
    theirs, last = module(packed)
    theirs, _ = torch.nn.utils.rnn.pad_packed_sequence(theirs, batch_first=True)
    states, final = bidirectional(from_pytorch(module, ""), from_pytorch(module, "_reverse"), inputs, lengths=lengths)
    for b, length in enumerate(lengths):
        same(states[b, :length], theirs[b, :length].detach().numpy())
    same(final, np.concatenate(last.detach().numpy(), axis=-1))


@pytest.mark.parametrize("name", ["RNN", "GRU"])
def test_recurrences_from_a_given_state_equal_pytorch(torch, name, rng):
    module = getattr(torch.nn, name)(3, 5, batch_first=True, dtype=torch.float64)
    inputs, start = rng.normal(size=(2, 7, 3)), rng.normal(size=(2, 5))
    theirs, last = module(torch.from_numpy(inputs), torch.from_numpy(start)[None])
    states, final = unroll(from_pytorch(module, ""), inputs, state=start)
    same(states, theirs.detach().numpy())
    same(final, last[0].detach().numpy())
