"""Solutions of the exercises on decoding."""

import numpy as np

from mha.exercises.solutions.scores import attention


def cached_attention(query, key, value, cached_key, cached_value):
    """Extend first, then attend; one query that comes last needs no mask."""
    all_keys = np.concatenate([cached_key, key], axis=-2)
    all_values = np.concatenate([cached_value, value], axis=-2)
    context, _ = attention(query, all_keys, all_values)
    return context, all_keys, all_values


def merge_blocks(peak_1, total_1, blend_1, peak_2, total_2, blend_2):
    """Against a finite number, exp(-inf) is 0, so an empty block adds nothing."""
    peak = np.maximum(peak_1, peak_2)
    safe = np.where(np.isinf(peak), 0, peak)
    f, g = np.exp(peak_1 - safe), np.exp(peak_2 - safe)
    blend = f[..., None] * blend_1 + g[..., None] * blend_2
    return peak, f * total_1 + g * total_2, blend


def greedy_decode(model, start, end, max_steps):
    """Leave the loop at the end symbol, or when enough is written."""
    written = [start]
    for _ in range(max_steps):
        symbol = int(np.argmax(model(written)))
        if symbol == end:
            break
        written.append(symbol)
    return written[1:]


def beam_search(model, start, end, width, max_steps):
    """A beginning is its total, its symbols, and whether it has ended."""
    beam = [(0.0, [], False)]
    for _ in range(max_steps):
        longer = [one for one in beam if one[2]]
        for total, written, ended in beam:
            if not ended:
                steps = enumerate(model([start, *written]))
                longer += [
                    (total + step, written + [symbol] * (symbol != end), symbol == end) for symbol, step in steps
                ]
        beam = sorted(longer, key=lambda one: one[0], reverse=True)[:width]
    return beam[0][1]


def edit_distance(first, second):
    """One row of the table at a time is enough."""
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, start=1):
        above, row = row, [i]
        for j, b in enumerate(second, start=1):
            row.append(min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b)))
    return row[-1]
