"""From finished runs to the files that the package ships: parameters in half precision, and a card."""

import hashlib
import io
import json
import operator
from pathlib import Path

import numpy as np

from mha.g2p import error_by_length, error_rates, nearest
from mha.pretrained import flatten, restore, unpack
from training.evaluation import predictions

MODELS = Path(__file__).parent.parent / "mha" / "models"
DATA = {
    "source": "CMU Pronouncing Dictionary, stress removed; see mha/data/cmudict",
    "license": "BSD-2-Clause, Carnegie Mellon University",
    "split": "by word family, so that no held-out word has its stem in training; see training/families.py",
}


def finish(recipe, model, folder, *, seed, seconds):
    """Write a run's parameters and its errors on the dev and test words into its folder.

    Parameters
    ----------
    recipe : Recipe
    model : RecurrentModel or TransformerModel
    folder : Path
    seed : int
    seconds : float
        Processor time that the training took.
    """
    dev, test = recipe.task("dev"), recipe.task("test")
    data = pack(model)
    rounded = restore(data, recipe.architecture, hashlib.sha256(data).hexdigest(), name="parameters.npz")
    before, after = predictions(model, test), predictions(rounded, test)
    report = {
        "seed": seed,
        "settings": recipe.settings(),
        "cpu_minutes": round(seconds / 60, 1),
        "dev": errors(predictions(rounded, dev), dev.entries),
        "test": errors(after, test.entries),
        "rounding": {
            "words": len(after),
            "changed": sum(map(operator.ne, before, after)),
            "phoneme_error_before": errors(before, test.entries)["phoneme_error"],
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


def errors(found, entries):
    """Return phoneme and word error in per cent, overall, by word length, and against the nearest pronunciation.

    Parameters
    ----------
    found : sequence of phoneme sequences
    entries : sequence of Entry
    """
    references = [entry.pronunciations[0] for entry in entries]
    closest = [nearest(symbols, entry.pronunciations) for symbols, entry in zip(found, entries, strict=True)]
    by_length = error_by_length(found, entries)
    return {
        **per_cent(error_rates(found, references)),
        "any_pronunciation": per_cent(error_rates(found, closest)),
        "by_length": {f"{low}-{high}": per_cent(rates) for (low, high), rates in by_length.items()},
    }


def per_cent(rates):
    """Write rates for a card."""
    phoneme, word = (round(100 * rate, 2) for rate in (rates.phoneme, rates.word))
    return {"words": rates.count, "phoneme_error": phoneme, "word_error": word}


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
    runs = finished_runs(folder, recipe)
    report, data = runs[(len(runs) - 1) // 2]
    card_path = models / f"{name}.json"
    if card_path.exists() and not force:
        there = json.loads(card_path.read_text(encoding="utf-8"))
        ours = there["sha256"] in {hashlib.sha256(data).hexdigest() for _, data in runs}
        if not ours and there["dev"]["phoneme_error"] < report["dev"]["phoneme_error"]:
            print(
                f"{name}: the model in the package is better on the dev words ({there['dev']['phoneme_error']} % "
                f"against {report['dev']['phoneme_error']} %) and stays; --force replaces it"
            )
            return 1
    models.mkdir(exist_ok=True)
    (models / f"{name}.npz").write_bytes(data)
    card = make_card(name, recipe, report, data, [run for run, _ in runs])
    card_path.write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{name}: shipped seed {report['seed']}, test phoneme error {report['test']['phoneme_error']} %")
    return 0


def finished_runs(folder, recipe):
    """Return report and parameters of every run that was made with these settings, the best on the dev words first."""
    runs = []
    for path in folder.glob("seed-*/report.json"):
        report = json.loads(path.read_text(encoding="utf-8"))
        if report.get("settings") == recipe.settings():
            runs.append((report, path.with_name("parameters.npz").read_bytes()))
    return sorted(runs, key=lambda run: (run[0]["dev"]["phoneme_error"], run[0]["seed"]))


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
    settings = recipe.settings()
    architecture = settings.pop("architecture")
    return {
        "name": name,
        "title": recipe.title,
        "architecture": architecture,
        "parameters": sum(array.size for array in unpack(data, name).values()),
        "stored_as": "float16",
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "data": DATA,
        "training": {**settings, "command": f"make train MODEL={name}"},
        "seed": report["seed"],
        "cpu_minutes": report["cpu_minutes"],
        "dev": report["dev"],
        "test": report["test"],
        "rounding_to_float16": report["rounding"],
        "seeds": [
            {"seed": run["seed"], "dev": run["dev"]["phoneme_error"], "test": run["test"]["phoneme_error"]}
            for run in sorted(reports, key=operator.itemgetter("seed"))
        ],
    }
