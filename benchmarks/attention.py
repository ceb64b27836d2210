"""Time and memory of attention: in blocks, plain, as a naive listing, and PyTorch's where it is installed.

``make bench`` measures all of them in one run, on the same two threads, and writes ``benchmarks/attention.json``.
Every measurement has a process of its own: its peak memory is the operating system's figure, and BLAS can be told
how many threads to use. The best of several rounds counts; what the machine does beside only ever adds time.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import numpy as np

RESULTS = Path(__file__).with_suffix(".json")
HEADS, D_K, THREADS = 8, 64, 2
LENGTHS = (512, 1024, 2048, 8192, 16384)
WHOLE = 4 * HEADS  # bytes of all weights for one pair of positions, in single precision
LARGEST = 4e9  # bytes of weights that a method which holds all of them is asked for


def listing(query, key, value):
    """Attend as a short listing does: no buffer reused, a softmax of its own."""
    scores = query @ key.transpose(0, 2, 1) / np.float32(np.sqrt(D_K))
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value


def plain(query, key, value):
    """Attend as the book's text does."""
    from mha import scaled_dot_product_attention

    return scaled_dot_product_attention(query, key, value)[0]


def blocks(query, key, value):
    """Attend in blocks of queries, two heads at a time."""
    from mha.blockwise import blockwise_attention

    return blockwise_attention(query, key, value, threads=THREADS)


def torch(query, key, value):
    """Attend with PyTorch."""
    import torch

    torch.set_num_threads(THREADS)
    with torch.inference_mode():
        arrays = (torch.from_numpy(x[None]) for x in (query, key, value))
        return torch.nn.functional.scaled_dot_product_attention(*arrays)[0].numpy()


def limit(query, key, value):
    """Do what cannot be avoided: two matrix products and one exponential for each score, block by block, in place."""
    scores = np.empty((HEADS, 128, key.shape[1]), np.float32)
    context = np.empty((HEADS, 128, D_K), np.float32)

    def one(head):
        for first in range(0, query.shape[1], 128):
            rows = query[head, first : first + 128]
            np.matmul(rows, key[head].T, out=scores[head])
            np.exp(scores[head], out=scores[head])
            np.matmul(scores[head], value[head], out=context[head])

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(one, range(HEADS)))


METHODS = {f.__name__: f for f in (listing, plain, blocks, torch, limit)}
BLAS_THREADS = {"blocks": 1, "limit": 1}  # these two bring their own threads
HOLDS_ALL = ("listing", "plain")


def measure(method, T, seconds=1.0):
    """Return the best time in milliseconds and the peak memory in megabytes, in this process."""
    rng = np.random.default_rng(0)
    inputs = [rng.normal(scale=0.5, size=(HEADS, T, D_K)).astype(np.float32) for _ in range(3)]
    METHODS[method](*inputs)
    times, began = [], time.perf_counter()
    while len(times) < 3 or time.perf_counter() - began < seconds:
        start = time.perf_counter()
        METHODS[method](*inputs)
        times.append(time.perf_counter() - start)
    return {"ms": min(times) * 1e3, "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def measure_apart(method, T):
    """Return :func:`measure` of a fresh process."""
    threads = str(BLAS_THREADS.get(method, THREADS))
    env = {**os.environ, "OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads if method != "torch" else "2"}
    command = [sys.executable, "-m", "benchmarks.attention", "--method", method, "--length", str(T)]
    return json.loads(subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout)


def table(rounds):
    """Measure all methods at all lengths; rows of {length, method, ms, mb}, the best round of each."""
    best = {}
    for _ in range(rounds):
        for T in LENGTHS:
            for method in METHODS:
                if method == "torch" and not find_spec("torch"):
                    continue
                if method in HOLDS_ALL and WHOLE * T**2 > LARGEST:
                    continue
                found = measure_apart(method, T)
                if (T, method) not in best or found["ms"] < best[T, method]["ms"]:
                    best[T, method] = found
    return [{"length": T, "method": method, **found} for (T, method), found in best.items()]


def report(rows):
    """Print the table, with the ratios that count."""
    ms = {(row["length"], row["method"]): row["ms"] for row in rows}
    print(f"{'T':>6} {'method':>8} {'ms':>9} {'MB':>6} {'x blocks':>9}")
    for row in rows:
        ratio = row["ms"] / ms[row["length"], "blocks"]
        print(f"{row['length']:6} {row['method']:>8} {row['ms']:9.1f} {row['mb']:6.0f} {ratio:9.2f}")


def main():
    """Measure one method, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--method", choices=METHODS)
    parser.add_argument("--length", type=int)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if options.method:
        print(json.dumps(measure(options.method, options.length)))
        return
    rows = table(options.rounds)
    report(rows)
    RESULTS.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
