"""Exercises on decoding: keep what was computed, continue in blocks, choose the next symbol, count the errors."""

import math

import numpy as np

from mha.attention import scaled_dot_product_attention
from mha.exercises.exercise import exercise, sizes
from mha.exercises.scores import attention
from mha.g2p import edit_distance as right_distance


@exercise("One step with a cache", "ch-practical-tips", core="(q,d),(n,d),(n,v),(t,d),(t,v)->(q,v),(s,d),(s,v)")
def cached_attention(query, key, value, cached_key, cached_value):
    """Attend from the newest position to itself and all before it.

    Attention is scaled by 1 / sqrt(d_k), as ever.

    query, key: (..., 1, d_k), value: (..., 1, d_v), of the newest
    cached_key: (..., T, d_k), cached_value: (..., T, d_v), of those
    before it; T may be 0
    Returns: context (..., 1, d_v), and both caches, the new entry
    at their end.
    """
    all_keys = np.array([*cached_key, key[0]])
    all_values = np.array([*cached_value, value[0]])
    context, _ = attention(query, all_keys, all_values)
    return context, all_keys, all_values


@cached_attention.inputs
def _(rng, batch, dtype):
    T, d_k, d_v = sizes(rng, 3)
    shapes = (*batch, 1, d_k), (*batch, 1, d_k), (*batch, 1, d_v), (*batch, T, d_k), (*batch, T, d_v)
    return tuple(rng.normal(size=shape).astype(dtype) for shape in shapes)


@cached_attention.edges
def _():
    rng = np.random.default_rng(5)
    return [tuple(rng.normal(size=shape) for shape in ((1, 2), (1, 2), (1, 2), (T, 2), (T, 2))) for T in (0, 1)]


def _longer(cached, new):
    """A cache with the new entry at its end."""
    return np.concatenate([cached, new], axis=-2)


@cached_attention.mistake
def itself_left_out(query, key, value, cached_key, cached_value):
    """The newest position sees itself: put its key and value into the cache before attending."""
    context, _ = scaled_dot_product_attention(query, cached_key, cached_value)
    return context, _longer(cached_key, key), _longer(cached_value, value)


@cached_attention.mistake
def cache_not_returned(query, key, value, cached_key, cached_value):
    """The caches that are returned lack the new entry: at the next step it would be forgotten."""
    context, _ = scaled_dot_product_attention(query, _longer(cached_key, key), _longer(cached_value, value))
    return context, cached_key, cached_value


@cached_attention.mistake
def past_left_out(query, key, value, cached_key, cached_value):
    """The newest position sees only itself: it attends to the cache as well."""
    context, _ = scaled_dot_product_attention(query, key, value)
    return context, _longer(cached_key, key), _longer(cached_value, value)


@cached_attention.mistake
def new_entry_in_front(query, key, value, cached_key, cached_value):
    """The caches are in the order of the sequence: the new entry comes last."""
    all_keys, all_values = _longer(key, cached_key), _longer(value, cached_value)
    return scaled_dot_product_attention(query, all_keys, all_values)[0], all_keys, all_values


@cached_attention.mistake
def values_stale(query, key, value, cached_key, cached_value):
    """Only the keys were extended: keys and values come in pairs."""
    context, _ = scaled_dot_product_attention(query, _longer(cached_key, key), _longer(cached_value, value))
    return context, _longer(cached_key, key), cached_value


@cached_attention.mistake
def cache_of_one(query, key, value, cached_key, cached_value):
    """Return the caches as they are after the step, all positions together, not the new entry alone."""
    context, _ = scaled_dot_product_attention(query, _longer(cached_key, key), _longer(cached_value, value))
    return context, key, value


@cached_attention.mistake
def step_not_scaled(query, key, value, cached_key, cached_value):
    """The scores are divided by sqrt(d_k), here as elsewhere."""
    all_keys, all_values = _longer(cached_key, key), _longer(cached_value, value)
    return scaled_dot_product_attention(query, all_keys, all_values, scale=1.0)[0], all_keys, all_values


@cached_attention.mistake
def masked_at_the_first_key(query, key, value, cached_key, cached_value):
    """One query that comes last needs no mask: a mask aligned at the first key shows it that key alone."""
    all_keys, all_values = _longer(cached_key, key), _longer(cached_value, value)
    return scaled_dot_product_attention(query, all_keys[..., :1, :], all_values[..., :1, :])[0], all_keys, all_values


@cached_attention.mistake
def joined_along_the_first_axis(query, key, value, cached_key, cached_value):
    """Positions are the last axis but one: join along axis=-2, whatever stands in front."""
    all_keys, all_values = np.concatenate([cached_key, key]), np.concatenate([cached_value, value])
    return scaled_dot_product_attention(query, all_keys, all_values)[0], all_keys, all_values


@cached_attention.mistake
def joined_along_the_second_axis(query, key, value, cached_key, cached_value):
    """Counted from the front, the axis of the positions depends on the batch: it is always axis=-2."""
    all_keys, all_values = np.concatenate([cached_key, key], 1), np.concatenate([cached_value, value], 1)
    return scaled_dot_product_attention(query, all_keys, all_values)[0], all_keys, all_values


@cached_attention.mistake
def oldest_dropped(query, key, value, cached_key, cached_value):
    """The cache grows: nothing is dropped at its other end."""
    all_keys, all_values = _longer(cached_key[..., 1:, :], key), _longer(cached_value[..., 1:, :], value)
    return scaled_dot_product_attention(query, all_keys, all_values)[0], all_keys, all_values


@exercise("Two blocks become one", "ch-practical-tips", core="(),(),(v),(),(),(v)->(),(),(v)")
def merge_blocks(peak_1, total_1, blend_1, peak_2, total_2, blend_2):
    """Merge what a query has found in two blocks of keys.

    Of a block it keeps the peak, which is the largest score, the
    total, sum_j exp(score_j - peak), and the blend,
    sum_j exp(score_j - peak) value_j. An empty block has peak -inf,
    total 0 and blend 0. Scores may be as large as 1e4.

    peak, total: (...,), blend: (..., d_v)
    Returns: peak, total and blend of both together.
    """
    peak = max(peak_1, peak_2)
    total, blend = 0 * total_1, 0 * blend_1
    if total_1 > 0:
        total = total + math.exp(peak_1 - peak) * total_1
        blend = blend + math.exp(peak_1 - peak) * blend_1
    if total_2 > 0:
        total = total + math.exp(peak_2 - peak) * total_2
        blend = blend + math.exp(peak_2 - peak) * blend_2
    return peak, total, blend


@merge_blocks.inputs
def _(rng, batch, dtype):
    T_1, T_2, d_v = sizes(rng, 3)
    return (*_block(rng, (*batch, T_1), d_v, dtype), *_block(rng, (*batch, T_2), d_v, dtype))


def _block(rng, shape, d_v, dtype, shift=0.0):
    """What a query keeps of one block of random scores and values."""
    scores = 2 * rng.normal(size=shape).astype(dtype) + dtype(shift)
    values = rng.normal(size=(*shape, d_v)).astype(dtype)
    peak = scores.max(-1)
    powers = np.exp(scores - peak[..., None])
    return peak, powers.sum(-1), (powers[..., None] * values).sum(-2)


@merge_blocks.edges
def _():
    rng = np.random.default_rng(6)
    high, low = (_block(rng, (2, 3), 2, np.float64, shift) for shift in (1e4, -1e4))
    empty = (np.full(2, -np.inf), np.zeros(2), np.zeros((2, 2)))
    half = tuple(np.concatenate([none[:1], some[1:]]) for none, some in zip(empty, low, strict=True))
    return [(*high, *low), (*low, *high), (*empty, *low), (*high, *empty), (*empty, *empty), (*half, *half)]


def _factors(peak_1, peak_2, peak):
    """What brings each block to the common peak, 0 for an empty block."""
    safe = np.where(np.isinf(peak), 0, peak)
    return np.exp(peak_1 - safe), np.exp(peak_2 - safe)


@merge_blocks.mistake
def not_rescaled(peak_1, total_1, blend_1, peak_2, total_2, blend_2):
    """Each block was computed relative to its own peak: multiply by exp(its peak - common peak) before adding."""
    return np.maximum(peak_1, peak_2), total_1 + total_2, blend_1 + blend_2


@merge_blocks.mistake
def blend_not_rescaled(peak_1, total_1, blend_1, peak_2, total_2, blend_2):
    """The blends are relative to their blocks' peaks, too: they get the same factors as the totals."""
    peak = np.maximum(peak_1, peak_2)
    f, g = _factors(peak_1, peak_2, peak)
    return peak, f * total_1 + g * total_2, blend_1 + blend_2


@merge_blocks.mistake
def total_not_rescaled(peak_1, total_1, blend_1, peak_2, total_2, blend_2):
    """The totals are relative to their blocks' peaks, too: they get the same factors as the blends."""
    peak = np.maximum(peak_1, peak_2)
    f, g = _factors(peak_1, peak_2, peak)
    return peak, total_1 + total_2, f[..., None] * blend_1 + g[..., None] * blend_2


@merge_blocks.mistake
def decided_for_all_queries(peak_1, total_1, blend_1, peak_2, total_2, blend_2):
    """Of two queries one may have empty blocks and the other not: decide for each, with np.where."""
    if np.all(np.isinf(peak_1)):
        return peak_2, total_2, blend_2
    return empty_blocks_not_a_number(peak_1, total_1, blend_1, peak_2, total_2, blend_2)


@merge_blocks.mistake
def blend_without_its_axis(peak_1, total_1, blend_1, peak_2, total_2, blend_2):
    """A blend has an axis more than a peak: its factor needs one, too, as in factor[..., None]."""
    peak = np.maximum(peak_1, peak_2)
    f, g = np.exp(peak_1 - peak), np.exp(peak_2 - peak)
    return peak, f * total_1 + g * total_2, f * blend_1 + g * blend_2


@merge_blocks.mistake
def rescaled_the_wrong_way(peak_1, total_1, blend_1, peak_2, total_2, blend_2):
    """The factor is exp(its peak - common peak), which is at most 1."""
    peak = np.maximum(peak_1, peak_2)
    f, g = np.exp(peak - peak_1), np.exp(peak - peak_2)
    return peak, f * total_1 + g * total_2, f[..., None] * blend_1 + g[..., None] * blend_2


@merge_blocks.mistake
def factors_exchanged(peak_1, total_1, blend_1, peak_2, total_2, blend_2):
    """Each block is multiplied by the factor of its own peak: here they have changed places."""
    peak = np.maximum(peak_1, peak_2)
    g, f = _factors(peak_1, peak_2, peak)
    return peak, f * total_1 + g * total_2, f[..., None] * blend_1 + g[..., None] * blend_2


@merge_blocks.mistake
def empty_blocks_not_a_number(peak_1, total_1, blend_1, peak_2, total_2, blend_2):
    """Two empty blocks have -inf for a peak, and -inf - -inf is NaN: they make another empty block."""
    peak = np.maximum(peak_1, peak_2)
    f, g = np.exp(peak_1 - peak), np.exp(peak_2 - peak)
    return peak, f * total_1 + g * total_2, f[..., None] * blend_1 + g[..., None] * blend_2


@merge_blocks.mistake
def without_peaks(peak_1, total_1, blend_1, peak_2, total_2, blend_2):
    """exp of a large score overflows: only differences from the common peak may be exponentiated."""
    peak = np.maximum(peak_1, peak_2)
    f, g = np.exp(peak_1) / np.exp(peak), np.exp(peak_2) / np.exp(peak)
    return peak, f * total_1 + g * total_2, f[..., None] * blend_1 + g[..., None] * blend_2


@merge_blocks.mistake
def divided_already(peak_1, total_1, blend_1, peak_2, total_2, blend_2):
    """Do not divide by the total yet: a block that comes later could not be merged any more."""
    peak = np.maximum(peak_1, peak_2)
    f, g = _factors(peak_1, peak_2, peak)
    total = f * total_1 + g * total_2
    blend = f[..., None] * blend_1 + g[..., None] * blend_2
    return peak, total, blend / np.where(total == 0, 1, total)[..., None]


class Chain:
    """A model that scores the next symbol by the last one and by how many there are."""

    def __init__(self, table):
        self.table = table

    @classmethod
    def draw(cls, rng, symbols, steps, spread=2.0):
        """Draw scores for so many symbols and steps."""
        return cls(spread * rng.normal(size=(steps, symbols, symbols)))

    def __call__(self, written):
        """Return scores (symbols,) of what may follow the symbols written so far."""
        return self.table[len(written) % len(self.table), written[-1]].copy()

    def __repr__(self):
        """Name it, for a message."""
        steps, symbols, _ = self.table.shape
        return f"<a model with {symbols} symbols, different at {steps} steps>"


@exercise("Greedy decoding", "ch-evolution")
def greedy_decode(model, start, end, max_steps):
    """Write the symbol with the largest score, again and again.

    model: function; takes the list of symbols so far, beginning
    with the start symbol, and returns scores of the next, (symbols,)
    start, end: int; the word is over when the end symbol wins
    max_steps: int, how many symbols to write at most
    Returns: list of int, without start and end.
    """
    written = [start]
    while len(written) <= max_steps:
        scores = model(written)
        best = 0
        for symbol in range(len(scores)):
            if scores[symbol] > scores[best]:
                best = symbol
        if best == end:
            break
        written.append(best)
    return written[1:]


@greedy_decode.inputs
def _(rng, batch, dtype):
    symbols, steps = sizes(rng, 2)
    return Chain.draw(rng, symbols + 2, steps), 0, 1, 8


def _always(*symbols):
    """A model that writes these symbols, whatever came before."""
    table = np.zeros((len(symbols), 4, 4))
    for step, symbol in enumerate(symbols, start=1):
        table[step % len(symbols), :, symbol] = 1.0
    return Chain(table)


@greedy_decode.edges
def _():
    return [(_always(1), 0, 1, 5), (_always(2), 0, 1, 5), (_always(2, 3, 1), 0, 1, 5), (_always(2, 3), 0, 1, 1)]


def _greedy(model, start, end, max_steps, choose=np.argmax):
    """The symbols with start and end."""
    written = [start]
    while len(written) <= max_steps and (written[-1] != end or len(written) == 1):
        written.append(int(choose(model(written))))
    return written


def _between(written, end):
    """Without start and end."""
    return [symbol for symbol in written[1:] if symbol != end]


@greedy_decode.mistake
def end_written(model, start, end, max_steps):
    """The end symbol says that the word is over; it is not part of it."""
    return _greedy(model, start, end, max_steps)[1:]


@greedy_decode.mistake
def start_written(model, start, end, max_steps):
    """The start symbol stands before the word; it is not part of it."""
    return [start, *_between(_greedy(model, start, end, max_steps), end)]


@greedy_decode.mistake
def end_ignored(model, start, end, max_steps):
    """Stop at the end symbol: nothing may be written behind it."""
    return _greedy(model, start, -1, max_steps)[1:]


@greedy_decode.mistake
def end_passed_over(model, start, end, max_steps):
    """Stop at the end symbol: leaving it out of the result is not enough."""
    return _between(_greedy(model, start, -1, max_steps), end)


@greedy_decode.mistake
def least_probable(model, start, end, max_steps):
    """The largest score wins: argmax, not argmin."""
    return _between(_greedy(model, start, end, max_steps, np.argmin), end)


@greedy_decode.mistake
def one_step_short(model, start, end, max_steps):
    """max_steps symbols may be written; the start symbol is not one of them."""
    return _between(_greedy(model, start, end, max_steps - 1), end)


@greedy_decode.mistake
def one_step_too_many(model, start, end, max_steps):
    """At most max_steps symbols may be written; this writes one more."""
    return _between(_greedy(model, start, end, max_steps + 1), end)


@greedy_decode.mistake
def own_words_unread(model, start, end, max_steps):
    """The model must be told what has been written: every symbol goes back into it."""
    return _between(_greedy(lambda written: model([start] * len(written)), start, end, max_steps), end)


@greedy_decode.mistake
def last_symbol_alone(model, start, end, max_steps):
    """The model reads all symbols so far, not the last one alone."""
    return _between(_greedy(lambda written: model(written[-1:]), start, end, max_steps), end)


@exercise("Beam search", "ch-evolution")
def beam_search(model, start, end, width, max_steps):
    """Extend the most probable beginnings, and keep the best again.

    model: function; takes the list of symbols so far, beginning
    with start, and returns log-probabilities of the next, (symbols,)
    start, end: int, may be the same; a beginning that has come to
    the end symbol is not extended any more, and keeps its place in
    the beam as long as it is among the best
    width, max_steps: int; how many to keep, how often to extend
    Returns: list of int, the beginning with the largest sum of
    log-probabilities, without start and end.
    """
    beam = [(0.0, [start])]
    for _ in range(max_steps):
        longer = []
        for total, written in beam:
            if written[-1] == end and len(written) > 1:
                longer.append((total, written))
                continue
            logs = model(written)
            for symbol in range(len(logs)):
                extended = [*written, symbol]
                longer.append((total + logs[symbol], extended))
        longer.sort(key=lambda pair: -pair[0])
        beam = longer[:width]
    return [symbol for symbol in beam[0][1][1:] if symbol != end]


def _log_chain(rng, symbols, steps):
    """A model that gives log-probabilities."""
    model = Chain.draw(rng, symbols, steps, spread=1.0)
    model.table -= np.log(np.exp(model.table).sum(-1, keepdims=True))
    return model


@beam_search.inputs
def _(rng, batch, dtype):
    symbols, steps = sizes(rng, 2)
    return _log_chain(rng, symbols + 2, steps), 0, 1, int(rng.integers(2, 5)), int(rng.integers(3, 6))


@beam_search.edges
def _():
    rng = np.random.default_rng(8)
    widths = [(_log_chain(rng, 4, 3), 0, 1, width, 4) for width in (1, 4, 100)]
    one_symbol = [(_log_chain(rng, 4, 3), 1, 1, width, 4) for width in (1, 2, 3)]
    # Whether an ended beginning keeps its place seldom changes the result; with these models it does.
    places = [(_log_chain(np.random.default_rng(seed), 4, 3), 0, 1, 3, 5) for seed in (56, 59, 67, 89)]
    return [*widths, *one_symbol, *places]


def _beam(model, start, end, width, max_steps, *, key=lambda pair: -pair[0], keep_ended=True, add=sum):
    """The beginnings at the end of the search, best first."""
    beam = [(0.0, [start], [])]
    for _ in range(max_steps):
        longer = []
        for total, written, steps in beam:
            if written[-1] == end and len(written) > 1:
                if keep_ended:
                    longer.append((total, written, steps))
                continue
            for symbol, step in enumerate(model(written)):
                longer.append((add([*steps, step]), [*written, symbol], [*steps, step]))
        beam = sorted(longer, key=key)[:width] or beam
    return beam


@beam_search.mistake
def greedy(model, start, end, width, max_steps):
    """This is greedy decoding: `width` beginnings are kept, not one."""
    return _between(_beam(model, start, end, 1, max_steps)[0][1], end)


@beam_search.mistake
def ended_ones_dropped(model, start, end, width, max_steps):
    """A beginning that has ended stays in the beam with its total; it must not be dropped."""
    return _between(_beam(model, start, end, width, max_steps, keep_ended=False)[0][1], end)


@beam_search.mistake
def last_step_only(model, start, end, width, max_steps):
    """A beginning counts with the sum of all its log-probabilities, not with the last one."""
    return _between(_beam(model, start, end, width, max_steps, add=lambda steps: steps[-1])[0][1], end)


@beam_search.mistake
def probabilities_added(model, start, end, width, max_steps):
    """Probabilities are multiplied, so their logarithms are added: do not exponentiate before the sum."""
    return _between(_beam(model, start, end, width, max_steps, add=lambda steps: sum(map(math.exp, steps)))[0][1], end)


@beam_search.mistake
def divided_by_length(model, start, end, width, max_steps):
    """Compare sums, not means: dividing by the length is a variant, and not asked for here."""
    by_mean = {"key": lambda pair: -pair[0] / len(pair[2])}
    return _between(_beam(model, start, end, width, max_steps, **by_mean)[0][1], end)


@beam_search.mistake
def worst_kept(model, start, end, width, max_steps):
    """Log-probabilities are negative, and the largest is the best: sort from the largest down."""
    return _between(_beam(model, start, end, width, max_steps, key=lambda pair: pair[0])[0][1], end)


@beam_search.mistake
def last_of_the_beam(model, start, end, width, max_steps):
    """Return the best of the beam, which is its first if it is sorted from the largest down."""
    return _between(_beam(model, start, end, width, max_steps)[-1][1], end)


@beam_search.mistake
def start_taken_for_the_end(model, start, end, width, max_steps):
    """A beginning that is nothing but the start symbol has not ended, even if start and end are the same symbol."""
    return [] if start == end else _between(_beam(model, start, end, width, max_steps)[0][1], end)


@beam_search.mistake
def end_left_in(model, start, end, width, max_steps):
    """The end symbol says that the word is over; it is not part of it."""
    return _beam(model, start, end, width, max_steps)[0][1][1:]


@beam_search.mistake
def logarithms_multiplied(model, start, end, width, max_steps):
    """Probabilities are multiplied, so their logarithms are added, from 0 on."""
    return _between(_beam(model, start, end, width, max_steps, add=math.prod)[0][1], end)


@beam_search.mistake
def extended_past_the_end(model, start, end, width, max_steps):
    """A beginning that has ended is not extended any more: its total stays as it is."""
    written = _beam(model, start, -1, width, max_steps)[0][1][1:]
    return written[: written.index(end)] if end in written else written


def _set_aside(model, start, end, width, max_steps):
    """A search that takes ended beginnings out of the beam; those that ended, and those that did not."""
    beam, ended = [(0.0, [start])], []
    for _ in range(max_steps):
        longer = [(total + step, [*one, s]) for total, one in beam for s, step in enumerate(model(one))]
        longer.sort(key=lambda pair: -pair[0])
        ended += [pair for pair in longer[:width] if pair[1][-1] == end]
        beam = [pair for pair in longer if pair[1][-1] != end][:width]
    return ended, beam


@beam_search.mistake
def ended_ones_set_aside(model, start, end, width, max_steps):
    """An ended beginning keeps its place in the beam: set aside, it would make room for a worse one."""
    ended, beam = _set_aside(model, start, end, width, max_steps)
    return _between(max([*ended, *beam], key=lambda pair: pair[0])[1], end)


@exercise("Edit distance", "ch-bottleneck")
def edit_distance(first, second):
    """Count the edits that turn one sequence into the other.

    An edit inserts, deletes or replaces one symbol. D[i, j], the
    distance of the first i symbols from the first j, is the smallest
    of D[i-1, j] + 1, D[i, j-1] + 1, and D[i-1, j-1], plus 1 if the
    i-th and the j-th symbol differ.

    first, second: str or list
    Returns: int.
    """
    D = np.zeros((len(first) + 1, len(second) + 1), dtype=int)
    for i in range(len(first) + 1):
        for j in range(len(second) + 1):
            if i == 0 or j == 0:
                D[i, j] = i + j
            else:
                edit = first[i - 1] != second[j - 1]
                one_more = min(D[i - 1, j], D[i, j - 1]) + 1
                D[i, j] = min(one_more, D[i - 1, j - 1] + edit)
    return int(D[-1, -1])


@edit_distance.inputs
def _(rng, batch, dtype):
    return tuple("".join(rng.choice(list("abc"), size)) for size in sizes(rng, 2))


@edit_distance.edges
def _():
    words = ("kitten", "sitting"), ("", ""), ("", "ab"), ("abc", ""), ("same", "same"), ("flaw", "lawn")
    return [*words, (["K", "AE", "T"], ["K", "AA", "T", "S"])]


@edit_distance.mistake
def place_by_place(first, second):
    """One insertion shifts everything behind it: compare beginnings of all lengths, not place by place."""
    return sum(a != b for a, b in zip(first, second, strict=False)) + abs(len(first) - len(second))


@edit_distance.mistake
def length_ignored(first, second):
    """What is left over at the end of the longer one counts, too; and an insertion shifts what follows."""
    return sum(a != b for a, b in zip(first, second, strict=False))


def _table(first, second, substitution=1, border=1, deletion=1):
    """The distance with other prices."""
    D = np.zeros((len(first) + 1, len(second) + 1), dtype=int)
    D[:, 0], D[0, :] = border * np.arange(len(first) + 1), border * np.arange(len(second) + 1)
    for i, a in enumerate(first, start=1):
        for j, b in enumerate(second, start=1):
            steps = D[i - 1, j] + deletion, D[i, j - 1] + 1, D[i - 1, j - 1] + substitution * (a != b)
            D[i, j] = min(steps)
    return int(D[-1, -1])


@edit_distance.mistake
def substitution_counted_twice(first, second):
    """A substitution costs 1, not 2: it is not a deletion and an insertion."""
    return _table(first, second, substitution=2)


@edit_distance.mistake
def border_empty(first, second):
    """From nothing to j symbols takes j insertions: the first row and the first column count up from 0."""
    return _table(first, second, border=0)


@edit_distance.mistake
def without_deletions(first, second):
    """Deletions are missing: D[i-1, j] + 1 is one of the three."""
    return _table(first, second, deletion=100)


@edit_distance.mistake
def as_a_rate(first, second):
    """Return the number of edits, an integer: the division comes later, over all words together."""
    return right_distance(first, second) / max(len(second), 1)


@edit_distance.mistake
def different_symbols(first, second):
    """The order counts: two words of the same letters may be far apart."""
    return len(set(first) ^ set(second))
