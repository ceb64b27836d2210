"""The grid of pointers: every cell with every seed, a few shipped, one table of all results."""

import json
from pathlib import Path

from mha.pretrained import unpack
from training.loop import train
from training.pointers import CELLS, D_MODEL, SHIPPED
from training.publish import finish, finished_runs, ship
from training.recipes import RECIPES

__all__ = ["train_grid"]

SEEDS = (0, 1, 2)
RESULTS = Path(__file__).parent.parent / "mha" / "data" / "pointers.json"


def train_grid(runs, *, cells=CELLS, shipped=SHIPPED, seeds=SEEDS, results=RESULTS, **options):
    """Train what is not trained yet, ship what is to be shipped, and write the table.

    Parameters
    ----------
    runs : Path
        Has a folder for each model, with one for each seed.
    cells, shipped : list of Cell
    seeds : sequence of int
    results : Path
        Where the table goes.
    **options
        For :func:`training.publish.ship`.

    Returns
    -------
    int
        0, or 1 if a model in the package is better than one of these and was left in its place.
    """
    for number, cell in enumerate(cells, start=1):
        recipe, folder = RECIPES[cell.name], runs / cell.name
        for seed in seeds:
            if seed not in finished_runs(folder, recipe):
                print(f"{number} of {len(cells)}: {cell.name}, seed {seed}")
                run = folder / f"seed-{seed}"
                model, seconds = train(recipe, seed, run)
                finish(recipe, model, run, seed=seed, seconds=seconds)
    table = {"command": "make train MODEL=pointers", "cells": [row(cell, runs) for cell in cells]}
    results.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    return max(ship(cell.name, RECIPES[cell.name], runs / cell.name, **options) for cell in shipped)


def row(cell, runs):
    """Return what the table says of a cell: its sizes, and the errors of every seed on the test questions."""
    found = finished_runs(runs / cell.name, RECIPES[cell.name])
    parameters = next(iter(found.values())).data
    return {
        "name": cell.name,
        **cell._asdict(),
        "d_k": cell.d_k or D_MODEL // cell.num_heads,
        "parameters": sum(array.size for array in unpack(parameters, cell.name).values()),
        "cpu_minutes": round(sum(run.report["cpu_minutes"] for run in found.values()), 1),
        "seeds": [{"seed": seed, **run.report["test"]} for seed, run in sorted(found.items())],
    }
