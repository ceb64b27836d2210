"""From runs to the package: the median seed is shipped, a better model is left alone, and cards say what is true."""

import hashlib
import io
import json
import time
import zipfile
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from mha import pretrained
from mha.pretrained import build, flatten, restore
from tests.training.small import ARCHITECTURE, RECIPE, SHORT_WORDS
from training.publish import finish, pack, ship
from training.recipes import RECIPES


@pytest.fixture
def model(rng):
    return build(rng, **ARCHITECTURE)


def errors_of(model, split):
    """The small task's judgement of a model."""
    pairs = SHORT_WORDS.pairs(split)
    return SHORT_WORDS.errors(SHORT_WORDS.predictions(model, pairs), pairs.entries)


def finished(folder, seed, dev_error, recipe=RECIPE):
    """A finished run, said to have this phoneme error on the dev words."""
    run = folder / f"seed-{seed}"
    run.mkdir(parents=True)
    finish(recipe, build(np.random.default_rng(seed), **ARCHITECTURE), run, seed=seed, seconds=90)
    report = json.loads((run / "report.json").read_text())
    report["dev"]["phoneme_error"] = dev_error
    (run / "report.json").write_text(json.dumps(report))


@pytest.fixture
def shop(tmp_path):
    """Ship from runs with these dev errors, seeds counted from 0; the seed that is then in the package."""

    def run(*dev_errors, recipe=RECIPE, force=False, runs="runs"):
        for seed, dev_error in enumerate(dev_errors):
            if not (tmp_path / runs / f"seed-{seed}").exists():
                finished(tmp_path / runs, seed, dev_error, recipe)
        left = ship("small", recipe, tmp_path / runs, force=force, models=tmp_path / "models")
        return left, json.loads((tmp_path / "models" / "small.json").read_text())["seed"]

    return run


@pytest.mark.parametrize(
    ("dev_errors", "chosen"), [([9.0], 0), ([9.0, 8.0], 1), ([9.0, 7.0, 8.0], 2), ([7.5, 9.0, 7.0, 8.0], 0)]
)
def test_the_median_seed_is_shipped(dev_errors, chosen, shop):
    assert shop(*dev_errors) == (0, chosen)


def test_a_seed_that_was_shipped_as_the_best_so_far_gives_way_to_the_median(shop):
    assert shop(9.0, 7.0) == (0, 1)
    assert shop(9.0, 7.0, 8.0) == (0, 2)


def test_a_better_model_from_elsewhere_stays_until_force(shop, capsys):
    shop(7.0, 6.0, runs="elsewhere")
    assert shop(8.0) == (1, 1)
    message = capsys.readouterr().out
    assert "the model in the package is better on the dev split (6.0 % against 8.0 %) and stays; --force" in message
    assert shop(8.0, force=True) == (0, 0)


def test_a_worse_model_from_elsewhere_is_replaced(shop):
    shop(7.0, 8.0, runs="elsewhere")
    assert shop(6.5) == (0, 0)


def test_runs_with_other_settings_do_not_count(shop, tmp_path):
    finished(tmp_path / "runs", 5, 1.0, replace(RECIPE, learning_rate=0.5))
    assert shop(9.0, 7.0, 8.0) == (0, 2)
    card = json.loads((tmp_path / "models" / "small.json").read_text())
    assert [run["seed"] for run in card["seeds"]] == [0, 1, 2]


def test_what_is_shipped_can_be_loaded_and_the_card_is_about_it(shop, tmp_path, monkeypatch):
    shop(9.0, 7.0, 8.0)
    monkeypatch.setattr(pretrained, "_folder", lambda: tmp_path / "models")
    card, model = pretrained.card("small"), pretrained.load("small")
    assert pretrained.names() == ["small"]
    assert card["parameters"] == sum(array.size for array in flatten(model).values())
    assert card["bytes"] == (tmp_path / "models" / "small.npz").stat().st_size
    assert card["cpu_minutes"] == 1.5
    assert card["training"]["task"] == "short_words"
    assert card["training"]["epochs"] == 3
    assert [(run["seed"], run["dev"]) for run in card["seeds"]] == [(0, 9.0), (1, 7.0), (2, 8.0)]
    assert card["test"] == errors_of(model, "test")


def test_a_report_measures_the_rounded_parameters(model, tmp_path, rng):
    test = SHORT_WORDS.pairs("test")
    coarse = 4096 + rng.uniform(-1, 1, model.decoder.b.shape)  # half precision has every fourth number there
    model = model._replace(decoder=model.decoder._replace(b=coarse))
    finish(RECIPE, model, tmp_path, seed=3, seconds=0)
    report = json.loads((tmp_path / "report.json").read_text())
    data = (tmp_path / "parameters.npz").read_bytes()
    rounded = restore(data, ARCHITECTURE, hashlib.sha256(data).hexdigest(), name="")
    before, after = SHORT_WORDS.predictions(model, test), SHORT_WORDS.predictions(rounded, test)
    assert report["seed"] == 3
    assert report["test"] == errors_of(rounded, "test")
    assert report["dev"] == errors_of(rounded, "dev")
    changed = sum(one != other for one, other in zip(before, after, strict=True))
    assert changed > 0
    expected = {
        "outputs": 17,
        "changed": changed,
        "phoneme_error_before": errors_of(model, "test")["phoneme_error"],
    }
    assert report["rounding"] == expected


def test_the_same_model_gives_the_same_bytes_at_any_time(model, monkeypatch):
    now = pack(model)
    monkeypatch.setattr(time, "time", lambda: 2e9)
    monkeypatch.setattr(time, "localtime", lambda *_: time.struct_time((2033, 5, 18, 3, 33, 20, 2, 138, 0)))
    assert pack(model) == now
    with zipfile.ZipFile(io.BytesIO(now)) as archive:
        assert {file.date_time for file in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_parameters_are_packed_in_half_precision(model):
    arrays = pretrained.unpack(pack(model), "")
    assert list(arrays) == list(flatten(model))
    for name, array in flatten(model).items():
        assert arrays[name].dtype == np.float16
        np.testing.assert_array_equal(arrays[name], array.astype(np.float16))


def overall(errors):
    """The numbers for all outputs together."""
    return {name: number for name, number in errors.items() if not isinstance(number, dict)}


@pytest.mark.parametrize("name", pretrained.names())
def test_the_numbers_on_the_card_are_those_of_the_model(name):
    """All held-out inputs, by NumPy."""
    card, task = pretrained.card(name), RECIPES[name].task
    test = task.pairs("test")
    found = task.predictions(pretrained.load(name, np.float32), test)
    errors = task.errors(found, test.entries)
    assert overall(errors) == pytest.approx(overall(card["test"]), abs=0.05)  # one output more or less
    assert errors.keys() == card["test"].keys()


@pytest.mark.parametrize("name", pretrained.names())
def test_a_shipped_model_is_small_and_made_by_its_recipe(name):
    card = pretrained.card(name)
    data = files("mha").joinpath("models", f"{name}.npz").read_bytes()
    assert len(data) == card["bytes"] <= 1_000_000
    assert card["architecture"] == RECIPES[name].architecture
    settings = RECIPES[name].settings()
    for key in settings.keys() & card["training"].keys():
        assert settings[key] == card["training"][key], key
