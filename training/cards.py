"""Model cards: what a reader of a model must know, and what a later training must know of earlier ones."""

import hashlib
from typing import Any, NamedTuple

from mha.pretrained import unpack

__all__ = ["Run", "earlier_runs", "make_card", "median", "overall", "settings_of", "with_hash_split"]


class Run(NamedTuple):
    """One seed of a recipe: its errors, and the rest where it is at hand.

    Parameters
    ----------
    seed : int
    dev, test : float
        The task's measure on the two splits.
    report : dict, optional
        What :func:`training.publish.finish` wrote.
    data : bytes, optional
        The parameters.
    """

    seed: int
    dev: float
    test: float
    report: Any = None
    data: Any = None


def median(runs):
    """Return the run in the middle, by the dev split; of two, the better one."""
    return sorted(runs, key=lambda run: (run.dev, run.seed))[(len(runs) - 1) // 2]


def make_card(name, recipe, shipped, runs, heads):
    """Say what a reader of the model must know.

    Parameters
    ----------
    name : str
    recipe : Recipe
    shipped : Run
    runs : list of Run
        All seeds that are known.
    heads : dict
        What the heads of the shipped model do.

    Returns
    -------
    dict
        Its ``seed`` is the one that is shipped; ``median_seed`` is another if that one's parameters are lost.
    """
    settings, report, data = recipe.settings(), shipped.report, shipped.data
    architecture = settings.pop("architecture")
    return {
        "name": name,
        "title": recipe.title,
        "architecture": architecture,
        "parameters": sum(array.size for array in unpack(data, name).values()),
        "stored_as": "float16",
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "data": recipe.task.data,
        "training": {**settings, "command": f"make train MODEL={name}"},
        "measure": recipe.task.measure,
        "seed": shipped.seed,
        "median_seed": median(runs).seed,
        "seeds": [{"seed": run.seed, "dev": run.dev, "test": run.test} for run in sorted(runs)],
        **({"one_seed": recipe.one_seed} if recipe.one_seed else {}),
        "cpu_minutes": report["cpu_minutes"],
        "dev": report["dev"],
        "test": report["test"],
        "heads": heads,
        "rounding_to_float16": report["rounding"],
    }


def settings_of(card):
    """Return the settings by which a card's model was made, as :meth:`Recipe.settings` gives them."""
    settings = {name: value for name, value in card["training"].items() if name != "command"}
    return {**settings, "architecture": card["architecture"]}


def earlier_runs(card, data):
    """Return the seeds on a card by number; the one that is shipped comes with its report and with its data."""
    runs = {seed["seed"]: Run(**seed) for seed in card["seeds"]}
    if hashlib.sha256(data).hexdigest() != card["sha256"]:
        return runs  # not the parameters that the card is about
    report = {
        "seed": card["seed"],
        "settings": settings_of(card),
        "cpu_minutes": card["cpu_minutes"],
        "dev": card["dev"],
        "test": card["test"],
        "rounding": card["rounding_to_float16"],
    }
    return {**runs, card["seed"]: runs[card["seed"]]._replace(report=report, data=data)}


def with_hash_split(card, task, runs):
    """Return a card on which these runs on the other split are stated, beside those that are there already."""
    known = {seed["seed"]: seed for seed in card.get("hash_split", {}).get("seeds", [])}
    ours = {run.seed: {"seed": run.seed, "dev": run.dev, "test": overall(run.report["test"])} for run in runs}
    seeds = [seed for _, seed in sorted({**known, **ours}.items())]
    middle = median([Run(seed["seed"], seed["dev"], seed["test"][task.measure]) for seed in seeds])
    return {**card, "hash_split": {"split": task.data["split"], "median_seed": middle.seed, "seeds": seeds}}


def overall(errors):
    """Return the numbers for all outputs together, without the tables.

    >>> overall({"word_error": 30.0, "by_length": {"2-4": {"word_error": 20.0}}})
    {'word_error': 30.0}
    """
    return {name: number for name, number in errors.items() if not isinstance(number, dict)}
