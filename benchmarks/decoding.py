"""How fast the trained models decode: NumPy, as the reader runs them, beside the same functions compiled by JAX.

``make bench`` measures the four of the bridge, one thread each, and writes the table for the book. Times are the best
of several, in processor time. What holds on another machine are the ratios: NumPy's time to JAX's.
"""

import os

# To be said before NumPy and JAX are imported.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import time
from pathlib import Path
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np

from benchmarks.report import markdown, write
from mha.g2p import LETTERS, words
from mha.pretrained import load
from mha.seq2seq import greedy_decode
from mha.widgets.line_explorer import TITLES

BESIDE = "×\N{NO-BREAK SPACE}JAX"
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


def row(name, batch, singles):
    """Measure one model: in a batch and one word after the other, each beside its twin."""
    model = load(name, np.float32)
    twin = compiled(model)
    many, one = seconds(model, batch), seconds(model, singles)
    return [
        TITLES[name],
        f"{BATCH / many:,.0f}",
        f"{many / seconds(twin, batch):.2f}",
        f"{1e3 * one:.2f}",
        f"{one / seconds(twin, singles):.2f}",
    ]


def main():
    """Measure all models and write the table."""
    held_out = [entry.word for entry in words("test") if len(entry.word) == LENGTH]
    chosen = np.random.default_rng(0).permutation(held_out).tolist()
    batch, singles = [LETTERS.encode(chosen[:BATCH])], [LETTERS.encode([word]) for word in chosen[:SINGLES]]
    names = ["model", "words/s", BESIDE, "ms/word", BESIDE]
    write(Path(__file__).with_suffix(".md"), markdown(names, [row(name, batch, singles) for name in TITLES]), threads=1)


if __name__ == "__main__":
    main()
