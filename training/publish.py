"""From finished runs to the files that the package ships: parameters in half precision, and a card."""

import hashlib
import io
import json
import operator
from pathlib import Path

import numpy as np

from mha.pretrained import flatten, restore, unpack

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
    rounded = restore(data, recipe.architecture, hashlib.sha256(data).hexdigest(), name="parameters.npz")
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
    (folder / "parameters.npz").write_bytes(data)
    (folder / "report.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


def pack(model):
    """Return the bytes of an archive of the model's arrays in half precision; the same model, the same bytes."""
    buffer = io.BytesIO()
    arrays = {name: np.asarray(array, np.float16) for name, array in flatten(model).items()}
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def ship(name, recipe, folder, *, force=False, models=MODELS):
    """Put the median of the finished seeds into the package, unless a better model from elsewhere is there.

    The model that is there may be one of these seeds, shipped when it was the median. Then it gives way, better or
    not. Runs with other settings of the recipe do not count.

    Parameters
    ----------
    name : str
    recipe : Recipe
    folder : Path
        Holds one folder for each seed.
    force : bool
        Replace a better model too.
    models : Path
        Where the package keeps its models.

    Returns
    -------
    int
        0 if the model was shipped, 1 if a better one was left in its place.
    """
    measure = recipe.task.measure
    runs = finished_runs(folder, recipe)
    report, data = runs[(len(runs) - 1) // 2]
    card_path = models / f"{name}.json"
    if card_path.exists() and not force:
        there = json.loads(card_path.read_text(encoding="utf-8"))
        ours = there["sha256"] in {hashlib.sha256(data).hexdigest() for _, data in runs}
        if not ours and there["dev"][measure] < report["dev"][measure]:
            print(
                f"{name}: the model in the package is better on the dev split ({there['dev'][measure]} % "
                f"against {report['dev'][measure]} %) and stays; --force replaces it"
            )
            return 1
    models.mkdir(exist_ok=True)
    (models / f"{name}.npz").write_bytes(data)
    card = make_card(name, recipe, report, data, [run for run, _ in runs])
    card_path.write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{name}: shipped seed {report['seed']}, {measure} on the test split {report['test'][measure]} %")
    return 0


def finished_runs(folder, recipe):
    """Return report and parameters of every run that was made with these settings, the best on the dev split first."""
    measure = recipe.task.measure
    runs = []
    for path in folder.glob("seed-*/report.json"):
        report = json.loads(path.read_text(encoding="utf-8"))
        if report.get("settings") == recipe.settings():
            runs.append((report, path.with_name("parameters.npz").read_bytes()))
    return sorted(runs, key=lambda run: (run[0]["dev"][measure], run[0]["seed"]))


def make_card(name, recipe, report, data, reports):
    """Say what a reader of the model must know.

    Parameters
    ----------
    name : str
    recipe : Recipe
    report : dict
        Of the run that is shipped.
    data : bytes
        Its parameters.
    reports : list of dict
        Of all seeds.
    """
    settings, measure = recipe.settings(), recipe.task.measure
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
        "measure": measure,
        "seed": report["seed"],
        "cpu_minutes": report["cpu_minutes"],
        "dev": report["dev"],
        "test": report["test"],
        "rounding_to_float16": report["rounding"],
        "seeds": [
            {"seed": run["seed"], "dev": run["dev"][measure], "test": run["test"][measure]}
            for run in sorted(reports, key=operator.itemgetter("seed"))
        ],
    }
