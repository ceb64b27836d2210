"""How fast the trained models decode: NumPy, as the reader runs them, beside the same functions compiled by JAX.

``python -m benchmarks.decoding [NAME ...]``, the four of the bridge unless named, one thread each. Times are the best
of several, in processor time. What holds on another machine are the ratios: NumPy's time to JAX's.
"""

import os

# To be said before NumPy and JAX are imported.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import sys
import time
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np

from mha.g2p import LETTERS, words
from mha.pretrained import load
from mha.seq2seq import greedy_decode

BRIDGE = ("g2p-none", "g2p-bahdanau", "g2p-multihead", "g2p-transformer")
BATCH, SINGLES, LENGTH, REPEATS = 512, 20, 8, 7  # words of the usual length; one length, so that JAX compiles once


def compiled(model):
    """Return the twin of a model that JAX runs, each of its functions compiled."""
    twin = jax.tree.map(jnp.asarray, model)
    return SimpleNamespace(encode=jax.jit(twin.encode), start=twin.start, step=jax.jit(twin.step))


def seconds(model, batches):
    """Return the mean over batches of the best time that decoding took; one more is done first, to compile."""
    times = np.empty((REPEATS, len(batches)))
    for row in [times[0], *times]:
        for i, batch in enumerate(batches):
            began = time.process_time()
            greedy_decode(model, *batch)
            row[i] = time.process_time() - began
    return times.min(axis=0).mean()


def main():
    """Print a line for each model."""
    held_out = [entry.word for entry in words("test") if len(entry.word) == LENGTH]
    chosen = np.random.default_rng(0).permutation(held_out).tolist()
    batch, singles = [LETTERS.encode(chosen[:BATCH])], [LETTERS.encode([word]) for word in chosen[:SINGLES]]
    print(f"{f'{LENGTH} letters':16}{f'{BATCH} words at once':>32}{'one word':>28}")
    for name in sys.argv[1:] or BRIDGE:
        model = load(name, np.float32)
        twin = compiled(model)
        many, one = seconds(model, batch), seconds(model, singles)
        print(
            f"{name:16}{BATCH / many:12,.0f} words/s, ratio {many / seconds(twin, batch):4.2f}"
            f"{1e3 * one:16.2f} ms, ratio {one / seconds(twin, singles):4.2f}"
        )


if __name__ == "__main__":
    main()
