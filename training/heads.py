"""What the heads of a model do, measured on some held-out inputs, always the same: for its card."""

import numpy as np

from mha.heads import divergence, entropy, mean_position, offsets, without_head
from mha.readers import Additive
from mha.seq2seq import RecurrentModel, greedy_decode

__all__ = ["describe_heads"]

PLACES = ("encoder", "own", "cross")


def describe_heads(task, model, most=1000):
    """Measure every head of a model, and how the task's measure changes when it is removed.

    Parameters
    ----------
    task : Task
    model : RecurrentModel or TransformerModel
    most : int
        How many inputs of the test split, at most.

    Returns
    -------
    dict
        Empty if the model has no heads. ``inputs``, how many there were; the measure on them; and for each place that
        has heads ("encoder", "own", "cross", as :class:`mha.seq2seq.Decoded` calls them) a list of layers. A layer
        has the mean ``divergence`` between two of its heads, and for each of its ``heads`` the mean ``entropy``, both
        in bits; the share of weight at distances −2 to +2 from the diagonal, ``offsets``; and ``change``, of the
        measure, without it (not for additive attention).

    Notes
    -----
    The diagonal of self-attention is the query's own place (of the outputs: the symbol that was written last). From
    an output to the input there is no such place; there it is where all heads of the model together look, on average.
    """
    test = task.pairs("test")
    some = test.take(np.random.default_rng(0).permutation(len(test.entries))[:most])
    error = task.errors(task.predictions(model, some), some.entries)[task.measure]
    places = measure_heads(model, some)
    for where, layer, head in removable(model, places):
        rest = without_head(model, where, layer, head)
        change = task.errors(task.predictions(rest, some), some.entries)[task.measure] - error
        places[where][layer]["heads"][head]["change"] = round(change, 2)
    return {"inputs": len(some.entries), task.measure: error, **places} if places else {}


def removable(model, places):
    """Yield place, layer and number of every head; additive attention is one head with no output of its own."""
    if isinstance(model, RecurrentModel) and isinstance(model.attention, Additive):
        return
    for where, layers in places.items():
        for layer, measured in enumerate(layers):
            yield from ((where, layer, head) for head in range(len(measured["heads"])))


def measure_heads(model, pairs, size=128):
    """Return what :func:`describe_heads` says of layers and heads, but for what they are worth."""
    order, sums = np.argsort(pairs.source_lengths, kind="stable"), {}
    for rows in np.split(order, range(size, len(order), size)):
        lengths = pairs.source_lengths[rows]
        written = greedy_decode(model, pairs.source[rows, : lengths.max()], lengths)
        for where, weights, centers in queries(written, lengths):
            sums.setdefault(where, []).append((len(weights), *profile(weights, centers)))
    return {where: layers_of(*map(sum, zip(*batches, strict=True))) for where, batches in sums.items()}


def queries(written, lengths):
    """Yield for each place the weights of its real queries (N, layers, h, T_k), and what lies at their distance 0."""
    for where, real in zip(PLACES, [lengths, written.lengths, written.lengths], strict=True):
        weights = getattr(written, where)
        if weights is None or weights.shape[2] == 0:
            continue
        rows = np.arange(weights.shape[-2]) < real[:, None]  # (B, T_q)
        weights = np.moveaxis(weights, -2, 1)[rows]
        own_place = np.broadcast_to(np.arange(rows.shape[1]), rows.shape)[rows]
        centers = mean_position(weights.mean((1, 2))).round().astype(int) if where == "cross" else own_place
        yield where, weights, centers


def profile(weights, centers):
    """Return the sums over queries of entropy (layers, h), offsets (layers, h, 5) and divergence (layers, h, h)."""
    apart = divergence(weights[:, :, :, None], weights[:, :, None])
    return entropy(weights).sum(0), offsets(weights, centers[:, None, None]).sum(0), apart.sum(0)


def layers_of(count, *sums):
    """Divide the sums over so many queries, and write the means for a card."""
    entropies, profiles, apart = (total.astype(float) / max(count, 1) for total in sums)
    layers, h = entropies.shape
    return [
        {
            "divergence": round(float(apart[layer].sum()) / max(h * (h - 1), 1), 3),  # to itself a head has none
            "heads": [
                {"entropy": round(float(entropies[layer, head]), 3), "offsets": profiles[layer, head].round(3).tolist()}
                for head in range(h)
            ],
        }
        for layer in range(layers)
    ]
