"""``python -m training MODEL``: train one seed of a model, then ship the median of the seeds there are.

``pointers`` is a whole grid of small models, with three seeds each.
With ``--split hash``, train and test on the literature's usual split instead, and note the errors on the model's card.
"""

import os

# One thread a run, so that two runs share two cores; to be said before JAX is imported.
os.environ["XLA_FLAGS"] = (
    os.environ.get("XLA_FLAGS", "") + " --xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
)

import argparse
import sys
from pathlib import Path

import jax

from training.grid import train_grid
from training.loop import train
from training.publish import finish, note_hash_split, ship
from training.recipes import RECIPES, on_hash_split

RUNS = Path("runs")


def main():
    """Train, evaluate, ship."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("model", choices=[*RECIPES, "pointers"])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--force", action="store_true", help="forget the model in the package, be it better, and seeds")
    parser.add_argument("--split", choices=["stem", "hash"], default="stem", help="hash: only note the errors")
    options = parser.parse_args()
    jax.config.update("jax_compilation_cache_dir", str((RUNS / "compiled").resolve()))
    if options.model == "pointers":
        sys.exit(stoppable(train_grid, RUNS, force=options.force))
    recipe, folder = RECIPES[options.model], RUNS / options.model
    if by_hash := options.split == "hash":
        try:
            recipe, folder = on_hash_split(recipe), RUNS / f"{options.model}-by-hash"
        except ValueError as error:
            parser.error(str(error))
    run = folder / f"seed-{options.seed}"
    model, seconds = stoppable(train, recipe, options.seed, run)
    finish(recipe, model, run, seed=options.seed, seconds=seconds)
    if by_hash:
        sys.exit(note_hash_split(options.model, recipe, folder))
    sys.exit(ship(options.model, recipe, folder, force=options.force))


def stoppable(work, *arguments, **options):
    """Do the work; if it is stopped, say how to go on."""
    try:
        return work(*arguments, **options)
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on from the last finished epoch")


if __name__ == "__main__":
    main()
