"""Small models of every kind, with a prime of its own for each width that may have one."""

import numpy as np
import pytest

from mha.pretrained import build, fill, flatten

SOURCE, TARGET = 17, 19  # symbols of the two alphabets
GRU = {"family": "recurrent", "d_embedding": 3, "d_encoder": 5, "d_decoder": 7}
ARCHITECTURES = {
    "none": {**GRU, "attention": "none"},
    "additive": {**GRU, "attention": "additive", "d_a": 11},
    "heads": {**GRU, "attention": "heads", "d_a": 6, "num_heads": 3},
    "letters": {**GRU, "attention": "heads", "d_a": 4, "num_heads": 2, "longest": 13},
    "transformer": {"family": "transformer", "d_model": 6, "num_heads": 2, "d_ff": 7, "layers": 3, "reach": 2},
}
KINDS = pytest.mark.parametrize("kind", ARCHITECTURES)
LAYERS_AND_HEADS = {"none": (1, 0), "additive": (1, 1), "heads": (1, 3), "letters": (1, 2), "transformer": (3, 2)}


def draw(kind, rng):
    """A model without zeros, so that every bias counts."""
    model = build(rng, source_symbols=SOURCE, target_symbols=TARGET, **ARCHITECTURES[kind])
    return filled(model, rng)


def filled(layer, rng):
    """The same layer with other parameters, none of them zero."""
    return fill(
        layer, {name: array + rng.normal(scale=0.3, size=array.shape) for name, array in flatten(layer).items()}
    )


def inputs(rng, lengths=(5, 2, 7)):
    """Sequences of these lengths, padded."""
    lengths = np.array(lengths)
    source = rng.integers(3, SOURCE, (len(lengths), lengths.max()))
    return np.where(np.arange(lengths.max()) < lengths[:, None], source, 0), lengths


def outputs(rng, B, T_y):
    """Known outputs, each with a start in front."""
    return np.concatenate([np.ones((B, 1), dtype=int), rng.integers(3, TARGET, (B, T_y - 1))], axis=1)
