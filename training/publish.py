"""From finished runs to the files that the package ships: parameters in half precision, and a card."""

import hashlib
import io
import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from mha.g2p import error_by_length, error_rates, nearest
from mha.pretrained import flatten, restore
from training.evaluation import predictions

MODELS = Path(__file__).parent.parent / "mha" / "models"
DATA = {
    "source": "CMU Pronouncing Dictionary, stress removed; see mha/data/cmudict",
    "license": "BSD-2-Clause, Carnegie Mellon University",
    "split": "by word family, so that no held-out word has its stem in training; see training/families.py",
}


def finish(recipe, model, folder, *, seed, seconds):
    """Write a run's parameters and its errors on the dev and test words into its folder."""
    data = pack(model)
    (folder / "parameters.npz").write_bytes(data)
    digest = hashlib.sha256(data).hexdigest()
    rounded = restore(data, recipe.architecture, digest, name="parameters.npz")
    report = {
        "seed": seed,
        "cpu_minutes": round(seconds / 60, 1),
        "dev": errors(rounded, recipe.task("dev")),
        "test": errors(rounded, recipe.task("test")),
        "rounding": rounding(model, rounded, recipe.task("test")),
    }
    (folder / "report.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


def pack(model):
    """Return the bytes of an archive of the model's arrays in half precision; the same model, the same bytes."""
    buffer = io.BytesIO()
    arrays = {name: np.asarray(array, np.float16) for name, array in flatten(model).items()}
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def errors(model, pairs):
    """Return phoneme and word error in per cent, overall, by word length, and against the nearest pronunciation."""
    found = predictions(model, pairs)
    references = [entry.pronunciations[0] for entry in pairs.entries]
    closest = [nearest(symbols, entry.pronunciations) for symbols, entry in zip(found, pairs.entries, strict=True)]
    by_length = error_by_length(found, pairs.entries)
    return {
        **per_cent(error_rates(found, references)),
        "any_pronunciation": per_cent(error_rates(found, closest)),
        "by_length": {f"{low}-{high}": per_cent(rates) for (low, high), rates in by_length.items()},
    }


def per_cent(rates):
    """Write rates for a card."""
    return {"words": rates.count, "phoneme_error": round(100 * rates.phoneme, 2), "word_error": round(100 * rates.word, 2)}


def rounding(model, rounded, pairs):
    """Count what half precision changes."""
    pairs_found = zip(predictions(model, pairs), predictions(rounded, pairs), strict=True)
    return {"words": len(pairs.entries), "changed": sum(before != after for before, after in pairs_found)}


def ship(name, recipe, folder, *, force=False, models=MODELS):
    """Put the median of the finished seeds into the package, unless a better model is there.

    Parameters
    ----------
    name : str
    recipe : Recipe
    folder : Path
        Holds one folder for each seed.
    force : bool
        Replace a better model too.

    Returns
    -------
    int
        0 if the model was shipped, 1 if a better one was left in its place.
    """
    runs = {path.parent: json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("seed-*/report.json")}
    ranked = sorted(runs, key=lambda run: runs[run]["dev"]["phoneme_error"])
    chosen = ranked[(len(ranked) - 1) // 2]
    report, data = runs[chosen], (chosen / "parameters.npz").read_bytes()
    card_path = models / f"{name}.json"
    if card_path.exists() and not force:
        there = json.loads(card_path.read_text(encoding="utf-8"))["dev"]["phoneme_error"]
        if there < report["dev"]["phoneme_error"]:
            print(f"{name}: the model in the package is better on the dev words ({there} % against "
                  f"{report['dev']['phoneme_error']} %) and stays; --force replaces it")
            return 1
    models.mkdir(exist_ok=True)
    (models / f"{name}.npz").write_bytes(data)
    card = make_card(name, recipe, report, sorted(runs.values(), key=lambda run: run["seed"]), data)
    card_path.write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{name}: shipped seed {report['seed']}, test phoneme error {report['test']['phoneme_error']} %")
    return 0


def make_card(name, recipe, report, runs, data):
    """Say what a reader of the model must know."""
    training = {key: value for key, value in asdict(recipe).items() if key not in ("title", "architecture", "task")}
    with np.load(io.BytesIO(data)) as archive:
        parameters = sum(archive[key].size for key in archive.files)
    return {
        "name": name,
        "title": recipe.title,
        "architecture": recipe.architecture,
        "parameters": parameters,
        "stored_as": "float16",
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "data": DATA,
        "training": {**training, "command": f"make train MODEL={name}"},
        "seed": report["seed"],
        "cpu_minutes": report["cpu_minutes"],
        "dev": report["dev"],
        "test": report["test"],
        "rounding_to_float16": report["rounding"],
        "seeds": [
            {"seed": run["seed"], "dev": run["dev"]["phoneme_error"], "test": run["test"]["phoneme_error"]}
            for run in runs
        ],
    }
