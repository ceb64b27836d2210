"""From finished runs to the files that the package ships: parameters in half precision, and a card."""

import hashlib
import io
import json
import math
import operator
from pathlib import Path

import numpy as np

from mha.pretrained import flatten, restore
from training.cards import Run, earlier_runs, make_card, median, settings_of, with_hash_split

__all__ = ["finish", "note_hash_split", "pack", "ship"]

MODELS = Path(__file__).parent.parent / "mha" / "models"


def finish(recipe, model, folder, *, seed, seconds):
    """Write a run's parameters and its errors on the dev and test words into its folder.

    Parameters
    ----------
    recipe : Recipe
    model : NamedTuple of arrays
    folder : Path
    seed : int
    seconds : float
        Processor time that the training took.
    """
    task, data = recipe.task, pack(model)
    dev, test = task.pairs("dev"), task.pairs("test")
    rounded = unpacked(recipe, data)
    before, after = task.predictions(model, test), task.predictions(rounded, test)
    report = {
        "seed": seed,
        "settings": recipe.settings(),
        "cpu_minutes": round(seconds / 60, 1),
        "dev": task.errors(task.predictions(rounded, dev), dev.entries),
        "test": task.errors(after, test.entries),
        "rounding": {
            "outputs": len(after),
            "changed": sum(map(operator.ne, before, after)),
            f"{task.measure}_before": task.errors(before, test.entries)[task.measure],
        },
    }
    write_run(folder, report, data)


def write_run(folder, report, data):
    """Keep what a run has reached where later runs of the same recipe find it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "parameters.npz").write_bytes(data)
    (folder / "report.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


def unpacked(recipe, data):
    """Return the model that was packed."""
    return restore(data, recipe.architecture, hashlib.sha256(data).hexdigest(), name="the run", dtype=np.float32)


def pack(model):
    """Return the bytes of an archive of the model's arrays in half precision; the same model, the same bytes."""
    buffer = io.BytesIO()
    arrays = {name: np.asarray(array, np.float16) for name, array in flatten(model).items()}
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def ship(name, recipe, folder, *, force=False, models=MODELS):
    """Put the median of the seeds into the package, unless a better model of another recipe is there.

    Seeds that an earlier training noted on the card count as well, if the recipe is the same: their runs may be gone.
    If the median's parameters are gone too, the seed nearest to it is shipped, and the card says so. Runs with other
    settings of the recipe do not count.

    Parameters
    ----------
    name : str
    recipe : Recipe
    folder : Path
        Holds one folder for each seed.
    force : bool
        Forget what the package holds, seeds and better model alike.
    models : Path
        Where the package keeps its models.

    Returns
    -------
    int
        0 if the model was shipped, 1 if a better one was left in its place.
    """
    measure, runs, there = recipe.task.measure, finished_runs(folder, recipe), read_card(models, name)
    same = there is not None and not force and settings_of(there) == recipe.settings()
    if same:
        runs = {**earlier_runs(there, (models / f"{name}.npz").read_bytes()), **runs}
    middle = median(runs.values())
    at_hand = [run for run in runs.values() if run.data is not None]
    for run in at_hand:  # one that gives way now may be the median when another seed is done
        write_run(folder / f"seed-{run.seed}", run.report, run.data)
    shipped = min(at_hand, key=lambda run: (run.seed != middle.seed, abs(run.dev - middle.dev), run.seed))
    if there and not same and not force and there["dev"].get(measure, math.inf) < shipped.dev:
        print(
            f"{name}: the model in the package is better on the dev split ({there['dev'][measure]} % "
            f"against {shipped.dev} %) and stays; --force replaces it"
        )
        return 1
    heads = recipe.task.heads(unpacked(recipe, shipped.data))
    card = make_card(name, recipe, shipped, list(runs.values()), heads)
    if same and "hash_split" in there:
        card["hash_split"] = there["hash_split"]
    models.mkdir(exist_ok=True)
    (models / f"{name}.npz").write_bytes(shipped.data)
    write_card(models, card)
    instead = "" if shipped.seed == middle.seed else f" (the parameters of the median, seed {middle.seed}, are gone)"
    print(f"{name}: shipped seed {shipped.seed}{instead}, {measure} on the test split {shipped.test} %")
    return 0


def note_hash_split(name, recipe, folder, *, models=MODELS):
    """Note on a model's card what the same recipe reaches on the other split; its parameters are not shipped.

    Parameters
    ----------
    name : str
    recipe : Recipe
        That of the model, with the task on the other split.
    folder : Path
        Holds one folder for each seed.
    models : Path

    Returns
    -------
    int
        0 if the card says so now, 1 if there is no card of this recipe.
    """
    card = read_card(models, name)
    if card is None or settings_of(card) != {**recipe.settings(), "task": card["training"].get("task")}:
        print(f"{name}: the package holds no model of this recipe; train it first, then give this command again")
        return 1
    card = with_hash_split(card, recipe.task, finished_runs(folder, recipe).values())
    write_card(models, card)
    print(f"{name}: the card now has {len(card['hash_split']['seeds'])} seeds of the hash split")
    return 0


def finished_runs(folder, recipe):
    """Return every run that was made with these settings, by its seed."""
    measure, runs = recipe.task.measure, {}
    for path in folder.glob("seed-*/report.json"):
        report = json.loads(path.read_text(encoding="utf-8"))
        if report.get("settings") == recipe.settings():
            errors = (report[split][measure] for split in ("dev", "test"))
            runs[report["seed"]] = Run(report["seed"], *errors, report, path.with_name("parameters.npz").read_bytes())
    return runs


def read_card(models, name):
    """Return a model's card, or ``None``."""
    path = models / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def write_card(models, card):
    """Write a card where the package keeps it."""
    text = json.dumps(card, indent=2, ensure_ascii=False) + "\n"
    (models / f"{card['name']}.json").write_text(text, encoding="utf-8")
