"""Time and memory of attention: in blocks, plain, as a naive listing, and PyTorch's where it is installed.

``make bench`` measures all of them in one run, on the same threads, and writes the tables for the book. Every
measurement has a process of its own: its peak memory is the operating system's figure, and BLAS can be told how many
threads to use. The best of several rounds counts; what the machine does beside only ever adds time. What holds on other
machines are the ratios.
"""

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from benchmarks.report import PEERS, markdown, write

HEADS, D_K, BLOCK = 8, 64, 128
LENGTHS = [512, 1024, 2048, 8192, 16384]
WHOLE = 4 * HEADS  # bytes of all weights for one pair of positions, in single precision
LARGEST = 4e9  # bytes of weights that a method which holds all of them is asked for
HOLDS_ALL = ("listing", "plain")


def listing(query, key, value, threads):
    """Attend as a short listing does: no buffer reused, a softmax of its own."""
    scores = query @ key.transpose(0, 2, 1) / np.float32(np.sqrt(D_K))
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value


def plain(query, key, value, threads):
    """Attend as the book's text does."""
    from mha import scaled_dot_product_attention

    return scaled_dot_product_attention(query, key, value)[0]


def blocks(query, key, value, threads):
    """Attend in blocks of queries, each thread with heads of its own."""
    from mha.blockwise import blockwise_attention

    return blockwise_attention(query, key, value, block=BLOCK, threads=threads)


def torch(query, key, value, threads):
    """Attend with PyTorch."""
    import torch

    torch.set_num_threads(threads)
    with torch.inference_mode():
        arrays = (torch.from_numpy(x[None]) for x in (query, key, value))
        return torch.nn.functional.scaled_dot_product_attention(*arrays)[0].numpy()


def limit(query, key, value, threads):
    """Do what cannot be avoided: two matrix products and one power for each score, block by block, in place."""
    columns = np.ascontiguousarray(key.mT)

    def some(heads):
        scores = np.empty((BLOCK, key.shape[1]), np.float32)
        context = np.empty((BLOCK, D_K), np.float32)
        for head in heads:
            for first in range(0, query.shape[1], BLOCK):
                np.matmul(query[head, first : first + BLOCK], columns[head], out=scores)
                np.exp2(scores, out=scores)
                np.matmul(scores, value[head], out=context)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(some, [range(HEADS)[first::threads] for first in range(threads)]))


METHODS = {f.__name__: f for f in (listing, plain, blocks, torch, limit)}
OWN_THREADS = ("blocks", "limit")  # these bring their own, and BLAS must not add any


def measure(method, T, threads, seconds=1.0):
    """Return the best time in milliseconds and the peak memory in megabytes, in this process."""
    rng = np.random.default_rng(0)
    inputs = [rng.normal(scale=0.5, size=(HEADS, T, D_K)).astype(np.float32) for _ in range(3)]
    METHODS[method](*inputs, threads)
    times, began = [], time.perf_counter()
    while len(times) < 3 or time.perf_counter() - began < seconds:
        start = time.perf_counter()
        METHODS[method](*inputs, threads)
        times.append(time.perf_counter() - start)
    return {"ms": min(times) * 1e3, "mb": peak_memory()}


def peak_memory():
    """Return the peak memory of this process in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():  # on Linux, ru_maxrss counts what the starting process held as well
        lines = status.read_text(encoding="utf-8").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 2**10
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2 ** (20 if sys.platform == "darwin" else 10)  # in bytes on macOS, in kilobytes elsewhere


def measure_apart(method, T, threads):
    """Return :func:`measure` of a fresh process."""
    env = {**os.environ, "OPENBLAS_NUM_THREADS": str(1 if method in OWN_THREADS else threads)}
    command = [sys.executable, "-m", "benchmarks.attention", "--threads", str(threads)]
    command += ["--method", method, "--lengths", str(T)]
    return json.loads(subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout)


def measure_all(lengths, threads, rounds):
    """Measure every method at every length; rows of {length, method, ms, mb}, the best of the rounds."""
    methods = [method for method in METHODS if method != "torch" or find_spec("torch")]
    best = {}
    for _ in range(rounds):
        for T in lengths:
            for method in methods:
                if method in HOLDS_ALL and WHOLE * T**2 > LARGEST:
                    continue
                found = measure_apart(method, T, threads)
                before = best.get((T, method), {"ms": math.inf})
                best[T, method] = min(found, before, key=lambda row: row["ms"])
    return [{"length": T, "method": method, **found} for (T, method), found in best.items()]


def milliseconds(row):
    """Write one time; a dash stands for what was not measured."""
    return f"{row['ms']:,.{0 if row['ms'] >= 100 else 1}f}" if row else "–"


def times(row, blocks):
    """Write how many times that of the blocks one time is."""
    return f"{row['ms'] / blocks['ms']:.2f}" if row else "–"


def tables(rows):
    """Write three Markdown tables that a phone has room for: time, time beside that of the blocks, and memory."""
    found = {(row["length"], row["method"]): row for row in rows}
    lengths, methods = (list(dict.fromkeys(part)) for part in zip(*found, strict=True))
    blocks = [found[T, "blocks"] for T in lengths]
    whole = (WHOLE * T**2 / 2**20 for T in lengths)
    spent = {PEERS.get(method, method): [found.get((T, method)) for T in lengths] for method in methods}
    compared = {title: row for title, row in spent.items() if title != "blocks"}
    head = ["$T$ =", *(f"{T:,}" for T in lengths)]
    return "\n".join(
        [
            "**Time** in milliseconds.\n",
            markdown(head, [[title, *map(milliseconds, row)] for title, row in spent.items()]),
            "**Time over that of the blocks.**\n",
            markdown(head, [[title, *map(times, row, blocks)] for title, row in compared.items()]),
            "**Memory** in megabytes.\n",
            markdown(
                head,
                [
                    ["blocks", *(f"{row['mb']:.0f}" for row in blocks)],
                    ["all weights", *(f"{size:,.0f}" for size in whole)],
                ],
            ),
        ]
    )


def main():
    """Measure one method and print what was found, or measure all and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--lengths", type=int, nargs="+", default=LENGTHS)
    parser.add_argument("--method", choices=METHODS)
    options = parser.parse_args()
    if options.method:
        print(json.dumps(measure(options.method, options.lengths[0], options.threads)))
        return
    rows = measure_all(options.lengths, options.threads, options.rounds)
    write(Path(__file__).with_suffix(".md"), tables(rows), options.threads)


if __name__ == "__main__":
    main()
