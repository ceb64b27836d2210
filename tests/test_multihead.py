"""Several heads: by loop, in the fused layout of the classic listing, by gradient, and what is refused."""

import jax
import numpy as np
import pytest

from mha import MultiHeadAttention, causal_mask, padding_mask
from mha.ops import concat
from tests import oracles
from tests.libraries import LIBRARIES, assert_same, moved

B, H, T_Q, T_K, D_QUERY, D_KEY, D_VALUE, D_K, D_V, D_MODEL = 2, 3, 5, 7, 11, 13, 17, 19, 23, 29


@pytest.fixture
def layer(rng):
    """Heads of which every size is a prime of its own."""
    return MultiHeadAttention.init(rng, D_MODEL, H, d_query=D_QUERY, d_key=D_KEY, d_value=D_VALUE, d_k=D_K, d_v=D_V)


@pytest.fixture
def inputs(rng):
    """Query, key and value of three widths."""
    return [rng.normal(size=shape) for shape in [(B, T_Q, D_QUERY), (B, T_K, D_KEY), (B, T_K, D_VALUE)]]


def fused(layer, x, mask=None):
    """Self-attention as listings write it: four square matrices, heads cut out of the width by reshape."""
    d_model = x.shape[-1]
    W_q, W_k, W_v = (W.transpose(1, 0, 2).reshape(d_model, d_model) for W in layer[:3])
    W_o = layer.W_o.reshape(d_model, d_model)
    split = [(x @ W).reshape(len(x), layer.num_heads, -1).transpose(1, 0, 2) for W in (W_q, W_k, W_v)]
    context, weights = oracles.attention(*split, mask)
    return context.transpose(1, 0, 2).reshape(len(x), d_model) @ W_o, weights


def test_one_head_of_unit_matrices_by_hand():
    layer = MultiHeadAttention(*(np.ones((1, 1, 1)),) * 4)
    output, weights = layer(np.array([[1.0]]), np.array([[0.0], [np.log(3)]]), np.array([[4.0], [8.0]]))
    np.testing.assert_allclose(weights, [[[1 / 4, 3 / 4]]])
    np.testing.assert_allclose(output, [[1 / 4 * 4 + 3 / 4 * 8]])


def test_A30_B28_A48_every_width_is_its_own(layer, inputs):
    assert [W.shape for W in layer] == [(H, D_QUERY, D_K), (H, D_KEY, D_K), (H, D_VALUE, D_V), (H, D_V, D_MODEL)]
    output, weights = layer(*inputs)
    assert output.shape == (B, T_Q, D_MODEL)
    assert weights.shape == (B, H, T_Q, T_K)
    for b in range(B):
        for ours, expected in zip(
            (output[b], weights[b]), oracles.multi_head(layer, *(x[b] for x in inputs)), strict=True
        ):
            np.testing.assert_allclose(ours, expected, rtol=1e-9, atol=1e-12)


def test_A30_cross_attention_with_other_widths(rng):
    layer = MultiHeadAttention.init(rng, 6, 2, d_key=5, d_value=3)
    assert [W.shape for W in layer] == [(2, 6, 3), (2, 5, 3), (2, 3, 3), (2, 3, 6)]
    output, weights = layer(rng.normal(size=(2, 4, 6)), rng.normal(size=(2, 7, 5)), rng.normal(size=(2, 7, 3)))
    assert (output.shape, weights.shape) == ((2, 4, 6), (2, 2, 4, 7))


def test_what_decoding_repeats_is_what_is_checked_elsewhere(layer, inputs, rng):
    """Unchecked, the same numbers: with no mask, with padding masked, with a mask for each head, with a bias."""
    query, key, value = inputs
    projected = layer.project(key, value)
    for ours, checked in zip(layer.see(key, value), projected, strict=True):
        np.testing.assert_array_equal(ours, checked)
    (B, T_q, _), T_k, h = query.shape, key.shape[1], layer.num_heads
    for mask in (None, rng.random((B, 1, T_k)) > 0.3, rng.random((T_q, T_k)) > 0.3, rng.random((B, h, T_q, T_k)) > 0.3):
        for bias in (None, rng.normal(size=(h, T_q, T_k))):
            ours, checked = (f(query, *projected, mask, bias=bias) for f in (layer.look, layer.attend))
            for array, other in zip(ours, checked, strict=True):
                np.testing.assert_allclose(array, other, rtol=1e-12, atol=1e-14)


def test_A31_the_output_has_the_width_of_the_model(rng):
    layer = MultiHeadAttention.init(rng, 17 * 19, 19, d_query=13, d_key=13, d_value=13)
    x = rng.normal(size=(3, 11, 13))
    assert layer(x, x, x)[0].shape == (3, 11, 323)


def test_the_fused_layout_of_the_classic_listing_is_the_same(rng):
    layer, x = MultiHeadAttention.init(rng, 12, 3), rng.normal(size=(7, 12))
    for mask in (None, causal_mask(7)):
        for ours, expected in zip(layer(x, x, x, mask), fused(layer, x, mask), strict=True):
            np.testing.assert_allclose(ours, expected, rtol=1e-10, atol=1e-13)


def test_the_numbers_of_the_classic_listing():
    parameters, states = np.random.RandomState(42), np.random.RandomState(0)
    W_q, W_k, W_v, W_o = (parameters.randn(16, 16) * 0.02 for _ in range(4))
    x = np.tanh(states.randn(10, 16))
    per_head = [W.reshape(16, 4, 4).transpose(1, 0, 2) for W in (W_q, W_k, W_v)]
    output, weights = MultiHeadAttention(*per_head, W_o.reshape(4, 4, 16))(x, x, x)
    np.testing.assert_allclose(output[0, :4], [0.00135576, 0.00220801, 0.00073985, 0.00192000], atol=5e-9)
    assert np.linalg.norm(output) == pytest.approx(0.013798658, abs=5e-10)
    assert [weights.min(), weights.max()] == pytest.approx([0.09926125, 0.10070503], abs=5e-9)


def test_A23_heads_are_cut_out_of_the_width_not_out_of_time():
    x = np.array([[10.0 * t + d for d in range(4)] for t in range(3)])
    selects = np.eye(4).reshape(4, 2, 2).transpose(1, 0, 2)
    key, value = MultiHeadAttention(selects, selects, selects, np.zeros((2, 2, 4))).project(x, x)
    assert key.tolist() == value.tolist() == [[[0, 1], [10, 11], [20, 21]], [[2, 3], [12, 13], [22, 23]]]


def test_A24_reports_of_the_heads_stand_side_by_side():
    # Each position sees itself alone, and the value projections cut the width in two: the output is the input.
    x = np.arange(8.0).reshape(1, 2, 4)
    selects, joins = np.eye(4).reshape(4, 2, 2).transpose(1, 0, 2), np.eye(4).reshape(2, 2, 4)
    output, _ = MultiHeadAttention(selects, selects, selects, joins)(x, x, x, np.eye(2, dtype=bool))
    np.testing.assert_array_equal(output, x)


def test_A19_weights_come_per_head_never_averaged():
    # Each head reads another coordinate; one puts its peak on key 0, one on key 2.
    pick = np.eye(2)[:, :, None]
    layer = MultiHeadAttention(pick, pick, pick, pick.mT)
    key = 100 * np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]])
    _, weights = layer(np.ones((1, 2)), key, key)
    np.testing.assert_allclose(weights, [[[1, 0, 0]], [[0, 0, 1]]], atol=1e-12)


def test_A22_the_first_axis_is_the_batch(layer, inputs, rng):
    output, _ = layer(*inputs)
    changed = [np.concatenate([x[:1], rng.normal(size=x[1:].shape)]) for x in inputs]
    other, _ = layer(*changed)
    np.testing.assert_allclose(other[0], output[0], rtol=1e-12)
    assert not np.allclose(other[1], output[1])


def test_A28_batches_of_different_sizes_are_refused(layer):
    layer = MultiHeadAttention.init(np.random.default_rng(0), 8, 2)
    with pytest.raises(ValueError, match=r"must be equal, got query \(1, 1, 8\), key \(4, 6, 8\), value \(4, 6, 8\)"):
        layer(np.zeros((1, 1, 8)), np.zeros((4, 6, 8)), np.zeros((4, 6, 8)))


@pytest.mark.parametrize(
    ("d_model", "num_heads", "error", "message"),
    [
        (10, 3, ValueError, r"d_model = 10 .* num_heads = 3: 10 = 3 x 3 \+ 1. .* fit: \[1, 2, 5, 10\]"),
        (512, 12, ValueError, r"d_model = 512 .* num_heads = 12: 512 = 12 x 42 \+ 8. .* fit: \[1, 2, 4, 8, 16,"),
        (
            1600,
            48,
            ValueError,
            r"d_model = 1600 .* num_heads = 48: 1600 = 48 x 33 \+ 16. .* fit: \[1, 2, 4, 5, 8, .* 25,",
        ),
        (10, 0, ValueError, "num_heads must be at least 1, got 0"),
        (10, -2, ValueError, "num_heads must be at least 1, got -2"),
        (10, 2.0, TypeError, "num_heads must be an integer, got 2.0"),
        (0, 1, ValueError, "d_model must be at least 1, got 0"),
        ("10", 1, TypeError, "d_model must be an integer, got '10'"),
    ],
)
def test_A29_E16_the_message_names_the_numbers(d_model, num_heads, error, message):
    with pytest.raises(error, match=message):
        MultiHeadAttention.init(np.random.default_rng(0), d_model, num_heads)


def test_heads_need_not_divide_the_width_if_theirs_is_given():
    rng = np.random.default_rng(0)
    assert MultiHeadAttention.init(rng, 10, 3, d_k=2, d_v=5).W_o.shape == (3, 5, 10)
    for half in ({"d_k": 2}, {"d_v": 5}):
        with pytest.raises(ValueError, match="d_model = 10"):
            MultiHeadAttention.init(rng, 10, 3, **half)
    with pytest.raises(ValueError, match="d_key must be at least 1, got 0"):
        MultiHeadAttention.init(rng, 10, 2, d_key=0)


@pytest.mark.parametrize("num_heads", [1, 2, 8, 64])
def test_B21_B22_heads_share_the_width_and_cost_nothing(num_heads):
    layer = MultiHeadAttention.init(np.random.default_rng(0), 512, num_heads)
    assert sum(W.size for W in layer) == 4 * 512 * 512
    assert layer.num_heads == num_heads
    assert layer.W_q.shape == (num_heads, 512, 512 // num_heads)  # each head reads the whole input


def test_B22_heads_may_change_places(layer, inputs):
    output, weights = layer(*inputs)
    turned = MultiHeadAttention(*(W[[2, 0, 1]] for W in layer))
    other, other_weights = turned(*inputs)
    np.testing.assert_allclose(other, output, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(other_weights, weights[:, [2, 0, 1]], rtol=1e-12)


def test_one_key_head_may_serve_every_query_head(rng):
    layer = MultiHeadAttention.init(rng, 6, 3)
    shared = layer._replace(W_k=layer.W_k[:1], W_v=layer.W_v[:1])
    repeated = layer._replace(W_k=layer.W_k[[0] * 3], W_v=layer.W_v[[0] * 3])
    x = rng.normal(size=(2, 5, 6))
    for ours, expected in zip(shared(x, x, x), repeated(x, x, x), strict=True):
        np.testing.assert_allclose(ours, expected, rtol=1e-12)


MASKS = {
    "(T_k,)": lambda full: full[0, 0, 0],
    "(T_q, T_k)": lambda full: full[0, 0],
    "(B, T_q, T_k)": lambda full: full[:, 0],
    "(B, 1, T_k)": lambda full: full[:, 0, :1],
    "(1, T_q, T_k)": lambda full: full[:1, 0],
    "(B, h, T_q, T_k)": lambda full: full,
    "(1, h, T_q, T_k)": lambda full: full[:1],
    "(B, 1, 1, T_k)": lambda full: full[:, :1, :1],
}


@pytest.mark.parametrize("rank", MASKS)
def test_A46_every_rank_of_mask_means_what_it_says(rank, layer, inputs, rng):
    mask = MASKS[rank](rng.random((B, H, T_Q, T_K)) < 0.6)
    output, weights = layer(*inputs, mask)
    per_head = mask[:, None] if rank in ("(B, T_q, T_k)", "(B, 1, T_k)", "(1, T_q, T_k)") else mask
    per_head = np.broadcast_to(per_head, (B, H, T_Q, T_K))
    for b in range(B):
        expected = oracles.multi_head(layer, *(x[b] for x in inputs), mask=per_head[b])
        np.testing.assert_allclose(output[b], expected[0], rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(weights[b], expected[1], rtol=1e-9, atol=1e-12)


def test_A45_a_mask_may_differ_from_head_to_head():
    layer = MultiHeadAttention(*(np.zeros((2, 2, 1)),) * 3, np.zeros((2, 1, 2)))
    x = np.ones((2, 2))
    _, weights = layer(x, x, x, np.stack([causal_mask(2), np.ones((2, 2), dtype=bool)]))
    assert weights[:, 0].tolist() == [[1, 0], [0.5, 0.5]]
    with pytest.raises(TypeError, match="unexpected keyword argument 'attn_mask'"):
        layer(x, x, x, attn_mask=None)


def test_a_bias_is_added_head_by_head(layer, inputs, rng):
    bias, mask = rng.normal(size=(H, T_Q, T_K)), rng.random((T_Q, T_K)) < 0.6
    output, weights = layer(*inputs, mask, bias=bias)
    for b in range(B):
        expected = oracles.multi_head(layer, *(x[b] for x in inputs), mask=mask, bias=bias)
        np.testing.assert_allclose(output[b], expected[0], rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(weights[b], expected[1], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("cuts", [[], [1], [3], [1, 2, 3, 4], [2, 4]])
def test_A36_decoding_in_chunks_equals_the_full_pass(cuts, rng):
    layer, x = MultiHeadAttention.init(rng, 6, 2), rng.normal(size=(3, 5, 6))
    full, _ = layer(x, x, x, causal_mask(5))
    key, value = layer.project(x[:, :0], x[:, :0])
    outputs = []
    for chunk in np.split(x, cuts, axis=1):
        new_key, new_value = layer.project(chunk, chunk)
        key, value = concat([key, new_key], axis=-2), concat([value, new_value], axis=-2)
        outputs.append(layer.attend(chunk, key, value, causal_mask(chunk.shape[1], key.shape[-2]))[0])
    np.testing.assert_allclose(np.concatenate(outputs, axis=1), full, rtol=0, atol=1e-12)


@pytest.mark.parametrize("rubbish", [np.inf, -np.inf, np.nan])
def test_padding_may_hold_anything(rubbish, rng):
    layer, x = MultiHeadAttention.init(rng, 6, 2), rng.normal(size=(5, 6))
    padded = np.concatenate([x, np.full((2, 6), rubbish)])
    output, weights = layer(padded, padded, padded, padding_mask(5, 7)[0])
    alone, alone_weights = layer(x, x, x)
    np.testing.assert_allclose(output[:5], alone, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(weights[:, :5, :5], alone_weights, rtol=1e-9)


def loss(layer, x, bias, mask, probe):
    """Weigh the outputs so that each has a gradient of its own."""
    return (layer(x, x, x, mask, bias=bias)[0] * probe).sum()


def finite_differences(function, array, step=1e-6):
    """Gradient by central differences, one number at a time."""
    slopes = np.zeros_like(array)
    for index in np.ndindex(array.shape):
        up, down = array.copy(), array.copy()
        up[index] += step
        down[index] -= step
        slopes[index] = (function(up) - function(down)) / (2 * step)
    return slopes


@pytest.mark.parametrize("empty", [False, True], ids=["full", "A04_empty_row"])
def test_A04_gradients_equal_finite_differences(empty, rng):
    layer, x = MultiHeadAttention.init(rng, 4, 2), rng.normal(size=(1, 3, 4))
    bias, probe = rng.normal(size=(2, 3, 3)), rng.normal(size=(1, 3, 4))
    mask = np.array([[True, False, True], [True, True, False], [not empty] * 3])
    if empty:
        probe[:, 2] = 0  # the loss never uses the empty row
    with jax.enable_x64(True):
        found = jax.jit(jax.grad(loss, argnums=(0, 1, 2)))(layer, x, bias, mask, probe)
    for name, W, slopes in zip(layer._fields, layer, found[0], strict=True):
        expected = finite_differences(lambda W, n=name: loss(layer._replace(**{n: W}), x, bias, mask, probe), W)
        np.testing.assert_allclose(slopes, expected, rtol=1e-6, atol=1e-9, err_msg=name)
        assert np.abs(slopes).max() > 1e-3
    for slopes, expected in [
        (found[1], finite_differences(lambda x: loss(layer, x, bias, mask, probe), x)),
        (found[2], finite_differences(lambda bias: loss(layer, x, bias, mask, probe), bias)),
    ]:
        np.testing.assert_allclose(slopes, expected, rtol=1e-6, atol=1e-9)


def test_A04_an_empty_row_has_finite_gradients_even_if_the_loss_uses_it(rng):
    layer, x = MultiHeadAttention.init(rng, 4, 2), rng.normal(size=(1, 3, 4))
    mask = np.zeros((3, 3), dtype=bool)
    slopes = jax.jit(jax.grad(lambda layer: layer(x, x, x, mask)[0].sum()))(layer)
    for W in slopes:
        np.testing.assert_array_equal(W, np.zeros(W.shape))


@LIBRARIES
def test_whole_layers_in_three_array_libraries(xp, layer, inputs, rng):
    mask, bias = padding_mask([4, 0], T_K), rng.normal(size=(H, 1, T_K))
    moved_inputs = [moved(xp, x) for x in inputs]
    ours = moved(xp, layer)(*moved_inputs, mask, bias=moved(xp, bias))
    for array, expected in zip(ours, layer(*inputs, mask, bias=bias), strict=True):
        assert_same(array, expected, moved_inputs[0])


def test_wrong_arrays_are_named(layer, inputs):
    query, key, value = inputs
    for arguments, error, message in [
        ((query[..., 1:], key, value), ValueError, r"query must .* width 11 for W_q, got shape \(2, 5, 10\)"),
        ((query, key[..., 1:], value), ValueError, r"key must .* width 13 for W_k, got shape \(2, 7, 12\)"),
        ((query, key, value[..., 1:]), ValueError, r"value must .* width 17 for W_v, got shape \(2, 7, 16\)"),
        (
            (query, key, value[:, 1:]),
            ValueError,
            r"key and value .* got 7 and 6 \(shapes \(2, 7, 13\) and \(2, 6, 17\)\)",
        ),
        ((query, key[:1], value[:1]), ValueError, r"equal, got query \(2, 5, 11\), key \(1, 7, 13\)"),
        ((query[0, 0], key, value), ValueError, r"query must have shape \(..., T, d\), got \(11,\)"),
        ((query, key, value.astype(int)), TypeError, "value must hold floating-point numbers, got dtype int64"),
        ((query.tolist(), key, value), TypeError, "query must be an array, got list"),
        ((query, key, value, np.ones((T_Q, T_K))), TypeError, "mask must be boolean, .* dtype float64"),
        ((query, key, value, True), TypeError, "mask must be a boolean array, got bool"),
        ((query, key, value, np.ones((T_K, T_Q), dtype=bool)), ValueError, r"mask of shape \(7, 5\) .* \(2, 3, 5, 7\)"),
        ((query, key, value, np.ones((B, T_K), dtype=bool)), ValueError, r"mask of shape \(2, 7\) .*padding_mask"),
    ]:
        with pytest.raises(error, match=message):
            layer(*arguments)
    with pytest.raises(ValueError, match=r"bias of shape \(2, 1, 7\) does not fit scores of shape \(2, 3, 5, 7\)"):
        layer(*inputs, bias=np.zeros((B, 1, T_K)))


@pytest.mark.parametrize("name", MultiHeadAttention._fields)
def test_parameters_must_agree_on_the_number_of_heads(name, layer, inputs):
    short = layer._replace(**{name: getattr(layer, name)[:2]})
    with pytest.raises(ValueError, match=rf"{'W_o' if name == 'W_q' else name} must have"):
        short(*inputs)


@pytest.mark.parametrize(
    ("name", "axes"),
    [("W_q", "h, d_query, d_k"), ("W_k", "h_k, d_key, d_k"), ("W_v", "h_v, d_value, d_v"), ("W_o", "h, d_v, d_model")],
)
def test_a_parameter_of_another_shape_is_named_with_its_axes(name, axes, layer, inputs):
    wrong = layer._replace(**{name: getattr(layer, name)[0]})
    with pytest.raises(ValueError, match=rf"^{name} must have shape \({axes}\), got"):
        wrong(*inputs)


def test_the_message_counts_the_heads_that_came(layer, inputs):
    with pytest.raises(ValueError, match=r"^W_k must have the 3 heads of W_q, or one that all share, got 2$"):
        layer._replace(W_k=layer.W_k[:2])(*inputs)


@pytest.mark.parametrize("name", ["d_k", "d_v"])
def test_a_width_inside_the_heads_is_named(name, rng):
    with pytest.raises(ValueError, match=f"^{name} must be at least 1, got 0"):
        MultiHeadAttention.init(rng, 10, 2, **{name: 0})


@pytest.mark.parametrize("name", ["query", "key", "value"])
def test_a_vector_is_no_sequence(name, layer, inputs):
    arrays = dict(zip(["query", "key", "value"], inputs, strict=True))
    with pytest.raises(ValueError, match=rf"^{name} must have shape \(\.\.\., T, d\)"):
        layer(**{**arrays, name: arrays[name][0, 0]})


@pytest.mark.parametrize("odd", ["key", "value"])
def test_keys_or_values_of_too_many_heads_are_refused(odd, layer, inputs):
    query, *rest = inputs
    projected = dict(zip(["key", "value"], layer.project(*rest), strict=True))
    projected[odd] = np.concatenate([projected[odd]] * 2, axis=-3)
    with pytest.raises(ValueError, match=r"^key and value must come from 3 heads"):
        layer.attend(query, **projected)


def test_keys_and_values_come_from_as_many_heads(rng):
    layer, x = MultiHeadAttention.init(rng, 6, 1), rng.normal(size=(5, 6))
    key, value = MultiHeadAttention.init(rng, 12, 2, d_key=6, d_value=6).project(x, x)
    with pytest.raises(ValueError, match=r"key and value must come from 1 heads, .* got shapes \(2, 5, 6\) and"):
        layer.attend(x, key, value)
    with pytest.raises(ValueError, match=r"value must have vectors of width 6 for W_o, got shape \(1, 5, 5\)"):
        layer.attend(x, key[:1], value[:1, :, 1:])
