"""Exercises on positions: what tells them apart, and what brings each of them to a common scale."""

import math

import numpy as np

from mha.exercises.exercise import exercise, sizes
from mha.positions import RelativeBias
from mha.positions import sinusoids as right_sinusoids


@exercise("Waves for positions", "ch-self-attention")
def sinusoids(T, d_model):
    """Give each position a vector of waves, from fast to slow.

    P[t, 2i] = sin(angle), P[t, 2i + 1] = cos(angle), where
    angle = t / 10000^(2i / d_model)

    T, d_model: int, d_model even
    Returns: float64, (T, d_model).
    """
    waves = np.zeros((T, d_model))
    for t in range(T):
        for i in range(d_model // 2):
            angle = t / 10_000 ** (2 * i / d_model)
            waves[t, 2 * i] = math.sin(angle)
            waves[t, 2 * i + 1] = math.cos(angle)
    return waves


@sinusoids.inputs
def _(rng, batch, dtype):
    T, half = sizes(rng, 2)
    return int(T), 2 * int(half)


@sinusoids.edges
def _():
    return [(1, 2), (3, 2), (5, 4)]


@sinusoids.mistake
def exponent_of_columns(T, d_model):
    """i counts pairs: a sine and its cosine share a frequency. Columns 2i and 2i + 1 both have the exponent 2i."""
    angle = np.arange(T)[:, None] / 10_000 ** (np.arange(d_model) / d_model)
    return np.where(np.arange(d_model) % 2 == 0, np.sin(angle), np.cos(angle))


@sinusoids.mistake
def exponent_halved(T, d_model):
    """The exponent is 2i / d_model, with i from 0 to d_model / 2 - 1: it runs from 0 nearly to 1."""
    angle = np.arange(T)[:, None] / 10_000 ** (np.arange(d_model) // 2 / d_model)
    return np.where(np.arange(d_model) % 2 == 0, np.sin(angle), np.cos(angle))


@sinusoids.mistake
def exponent_doubled(T, d_model):
    """The exponent is 2i / d_model; np.arange(0, d_model, 2) counts 2i already, and here it is doubled again."""
    angle = np.arange(T)[:, None] / 10_000 ** (4 * (np.arange(d_model) // 2) / d_model)
    return np.where(np.arange(d_model) % 2 == 0, np.sin(angle), np.cos(angle))


@sinusoids.mistake
def sines_then_cosines(T, d_model):
    """Sine and cosine take turns, column by column: they are not two halves."""
    waves = right_sinusoids(T, d_model)
    return np.concatenate([waves[:, ::2], waves[:, 1::2]], axis=1)


@sinusoids.mistake
def cosine_first(T, d_model):
    """Even columns hold the sine, odd ones the cosine."""
    waves = right_sinusoids(T, d_model)
    return waves.reshape(T, -1, 2)[:, :, ::-1].reshape(T, d_model)


@sinusoids.mistake
def counted_from_one(T, d_model):
    """The first position is t = 0."""
    return right_sinusoids(T + 1, d_model)[1:]


@sinusoids.mistake
def slow_for_fast(T, d_model):
    """Divide by the power, so that later columns are slower; this multiplies."""
    angle = np.arange(T)[:, None] * 10_000 ** (2 * (np.arange(d_model) // 2) / d_model)
    return np.where(np.arange(d_model) % 2 == 0, np.sin(angle), np.cos(angle))


@sinusoids.mistake
def positions_in_columns(T, d_model):
    """One row for each position: the shape is (T, d_model)."""
    return right_sinusoids(T, d_model).T


@exercise("A bias for distances", "ch-self-attention")
def relative_bias(table, T_q, T_k):
    """Look up what each distance is worth to each head.

    bias[h, i, j] = table[h, r + clip(j - (i + T_k - T_q), -r, r)]

    table: (h, 2 r + 1); entry r is for distance 0
    T_q, T_k: int; the last query stands at the last key
    Returns: (h, T_q, T_k).
    """
    num_heads, width = table.shape
    r = width // 2
    bias = np.zeros((num_heads, T_q, T_k), table.dtype)
    for i in range(T_q):
        for j in range(T_k):
            distance = j - (i + T_k - T_q)
            bias[:, i, j] = table[:, r + max(-r, min(r, distance))]
    return bias


@relative_bias.inputs
def _(rng, batch, dtype):
    num_heads, T_q, T_k = map(int, sizes(rng, 3))
    reach = int(rng.integers(1, 3))
    return rng.normal(size=(num_heads, 2 * reach + 1)).astype(dtype), min(T_q, T_k), max(T_q, T_k)


@relative_bias.edges
def _():
    table = np.array([[-2.0, -1.0, 0.0, 1.0, 2.0]])
    return [(table, 1, 6), (table, 4, 4), (table, 1, 1), (table, 2, 3)]


def _looked_up(table, distance):
    """The table's entries for distances, cut at its ends."""
    reach = table.shape[-1] // 2
    return table[:, reach + np.clip(distance, -reach, reach)]


@relative_bias.mistake
def distance_reversed(table, T_q, T_k):
    """The distance is key minus query: keys before the query have a negative one."""
    return _looked_up(table, np.arange(T_q)[:, None] + T_k - T_q - np.arange(T_k))


@relative_bias.mistake
def aligned_at_the_start(table, T_q, T_k):
    """The last query stands at the last key: query i is at position i + T_k - T_q."""
    return _looked_up(table, np.arange(T_k) - np.arange(T_q)[:, None])


@relative_bias.mistake
def distance_only(table, T_q, T_k):
    """Left and right are told apart: the distance has a sign."""
    return _looked_up(table, abs(np.arange(T_k) - np.arange(T_q)[:, None] - (T_k - T_q)))


@relative_bias.mistake
def not_centered(table, T_q, T_k):
    """Distance 0 is the entry in the middle of the table: add r."""
    reach = table.shape[-1] // 2
    distance = np.arange(T_k) - np.arange(T_q)[:, None] - (T_k - T_q)
    return table[:, np.clip(distance, -reach, reach)]


@relative_bias.mistake
def not_clipped(table, T_q, T_k):
    """What lies farther than r counts as r: clip the distance before the look-up."""
    distance = np.arange(T_k) - np.arange(T_q)[:, None] - (T_k - T_q)
    return table[:, table.shape[-1] // 2 + distance]


@relative_bias.mistake
def wrapped_around(table, T_q, T_k):
    """What lies farther than r counts as r: clip the distance, do not wrap it around."""
    distance = np.arange(T_k) - np.arange(T_q)[:, None] - (T_k - T_q)
    return table[:, (table.shape[-1] // 2 + distance) % table.shape[-1]]


@relative_bias.mistake
def heads_behind(table, T_q, T_k):
    """The heads come first: (h, T_q, T_k)."""
    return np.moveaxis(RelativeBias(table)(T_q, T_k), 0, -1)


@exercise("Layer normalization", "ch-self-attention", core="(d),(d),(d)->(d)")
def layer_norm(x, gain, offset):
    """Bring each vector to mean 0 and variance 1, and stretch it.

    gain (x - mean) / sqrt(variance + 1e-5) + offset, where the
    variance is the mean square of x - mean

    x: (..., d), gain: (d,), offset: (d,)
    Returns: (..., d).
    """
    mean = sum(x) / len(x)
    variance = sum((number - mean) ** 2 for number in x) / len(x)
    normed = np.zeros_like(x)
    for i in range(len(x)):
        normed[i] = (x[i] - mean) / math.sqrt(variance + 1e-5)
        normed[i] = gain[i] * normed[i] + offset[i]
    return normed


@layer_norm.inputs
def _(rng, batch, dtype):
    d = sizes(rng, 3)[-1]
    x, gain, offset = (rng.normal(size=shape).astype(dtype) for shape in ((*batch, d), (d,), (d,)))
    return 3 * x + 1, gain, offset


@layer_norm.edges
def _():
    return [
        (np.array([2.0, 2.0, 2.0]), np.ones(3), np.zeros(3)),
        (np.array([[1.0, 3.0], [10.0, 30.0]]), np.ones(2), np.zeros(2)),
        (np.array([0.001, 0.003]), np.array([1.0, 2.0]), np.array([0.0, 1.0])),
    ]


def _normed(x, gain, offset, axis=-1, ddof=0, inside=1e-5, outside=0.0):
    """Layer normalization with its parts to choose."""
    centered = x - x.mean(axis, keepdims=True)
    return gain * centered / (np.sqrt(x.var(axis, ddof=ddof, keepdims=True) + inside) + outside) + offset


@layer_norm.mistake
def over_the_batch(x, gain, offset):
    """Each vector is normalized by itself, over its last axis: over the first one it would be batch normalization."""
    return _normed(x, gain, offset, axis=0)


@layer_norm.mistake
def over_all_vectors(x, gain, offset):
    """Mean and variance belong to one vector: give them axis=-1 and keepdims=True."""
    return _normed(x, gain, offset, axis=None)


@layer_norm.mistake
def divided_by_one_less(x, gain, offset):
    """The variance is the mean square, divided by d and not by d - 1: ddof=0."""
    return _normed(x, gain, offset, ddof=1)


@layer_norm.mistake
def nothing_added_to_the_variance(x, gain, offset):
    """Without 1e-5 a vector of equal numbers is divided by 0."""
    return _normed(x, gain, offset, inside=0.0)


@layer_norm.mistake
def added_outside_the_root(x, gain, offset):
    """The 1e-5 stands inside the square root, with the variance."""
    return _normed(x, gain, offset, inside=0.0, outside=1e-5)


@layer_norm.mistake
def divided_by_variance(x, gain, offset):
    """Divide by the square root of the variance."""
    return gain * (x - x.mean(-1, keepdims=True)) / (x.var(-1, keepdims=True) + 1e-5) + offset


@layer_norm.mistake
def gain_for_offset(x, gain, offset):
    """The gain multiplies, the offset is added: here they have changed places."""
    return _normed(x, offset, gain)


@layer_norm.mistake
def mean_left_in(x, gain, offset):
    """The mean is subtracted before the division."""
    return gain * x / np.sqrt(x.var(-1, keepdims=True) + 1e-5) + offset


@layer_norm.mistake
def statistics_without_their_axis(x, gain, offset):
    """Mean and variance lose the last axis and then line up with the wrong one: keepdims=True keeps it."""
    return gain * (x - x.mean(-1)) / np.sqrt(x.var(-1) + 1e-5) + offset


@layer_norm.mistake
def gain_on_the_offset(x, gain, offset):
    """The offset is added last: the gain does not multiply it."""
    return _normed(x, gain, gain * offset)
