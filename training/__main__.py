"""``python -m training MODEL``: train one seed of a model, then ship the median of the seeds there are."""

import os

# One thread a run, so that two runs share two cores; to be said before JAX is imported.
os.environ["XLA_FLAGS"] = (
    os.environ.get("XLA_FLAGS", "") + " --xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
)

import argparse
import sys
from pathlib import Path

import jax

from training.loop import train
from training.publish import finish, ship
from training.recipes import RECIPES

RUNS = Path("runs")


def main():
    """Train, evaluate, ship."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("model", choices=RECIPES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--force", action="store_true", help="ship even if the model that is there is better")
    options = parser.parse_args()
    jax.config.update("jax_compilation_cache_dir", str((RUNS / "compiled").resolve()))
    recipe = RECIPES[options.model]
    folder = RUNS / options.model / f"seed-{options.seed}"
    try:
        model, seconds = train(recipe, options.seed, folder)
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on from the last finished epoch")
    finish(recipe, model, folder, seed=options.seed, seconds=seconds)
    sys.exit(ship(options.model, recipe, folder.parent, force=options.force))


if __name__ == "__main__":
    main()
