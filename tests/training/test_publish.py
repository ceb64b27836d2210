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
from tests.training.small import ARCHITECTURE, RECIPE, SHORT_WORDS, ShortWords
from training.cards import earlier_runs, median, overall, settings_of
from training.publish import finish, note_hash_split, pack, read_card, ship
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
    report = json.loads((run / "report.json").read_text(encoding="utf-8"))
    report["dev"]["phoneme_error"] = dev_error
    (run / "report.json").write_text(json.dumps(report), encoding="utf-8")


@pytest.fixture
def shop(tmp_path):
    """Ship from runs with these dev errors, by seed; the card that is then in the package, and what ship returned."""

    def run(dev_errors, recipe=RECIPE, runs="runs", **options):
        for seed, dev_error in dev_errors.items():
            if not (tmp_path / runs / f"seed-{seed}").exists():
                finished(tmp_path / runs, seed, dev_error, recipe)
        left = ship("small", recipe, tmp_path / runs, models=tmp_path / "models", **options)
        return read_card(tmp_path / "models", "small"), left

    return run


def seeds_and_errors(card):
    return {seed["seed"]: seed["dev"] for seed in card["seeds"]}


@pytest.mark.parametrize(
    ("dev_errors", "chosen"), [([9.0], 0), ([9.0, 8.0], 1), ([9.0, 7.0, 8.0], 2), ([7.5, 9.0, 7.0, 8.0], 0)]
)
def test_the_median_seed_is_shipped(dev_errors, chosen, shop):
    card, left = shop(dict(enumerate(dev_errors)))
    assert (left, card["seed"], card["median_seed"]) == (0, chosen, chosen)
    assert seeds_and_errors(card) == dict(enumerate(dev_errors))


def test_a_seed_that_was_shipped_as_the_best_so_far_gives_way_to_the_median(shop):
    assert shop({0: 9.0, 1: 7.0})[0]["seed"] == 1
    assert shop({0: 9.0, 1: 7.0, 2: 8.0})[0]["seed"] == 2


def test_seeds_of_earlier_trainings_count_when_their_runs_are_gone(shop):
    shop({0: 9.0}, runs="first machine")
    shop({1: 7.0}, runs="second machine")
    card, _ = shop({2: 8.0}, runs="third machine")
    assert seeds_and_errors(card) == {0: 9.0, 1: 7.0, 2: 8.0}
    assert card["seed"] == card["median_seed"] == 2


def test_the_model_in_the_package_may_be_the_median(shop, tmp_path):
    shop({0: 8.0}, runs="first machine")
    data = (tmp_path / "models" / "small.npz").read_bytes()
    before = shop({1: 9.0}, runs="second machine")[0]
    after = shop({2: 7.0}, runs="third machine")[0]
    assert (before["seed"], after["seed"], after["median_seed"]) == (0, 0, 0)
    assert (tmp_path / "models" / "small.npz").read_bytes() == data
    assert seeds_and_errors(after) == {0: 8.0, 1: 9.0, 2: 7.0}
    assert {**after, "seeds": before["seeds"]} == before


def test_a_seed_that_gave_way_comes_back_as_the_median(shop, tmp_path):
    shop({0: 8.0}, runs="first machine")
    data = (tmp_path / "models" / "small.npz").read_bytes()
    assert shop({1: 7.0}, runs="second machine")[0]["seed"] == 1
    card, _ = shop({1: 7.0, 2: 9.0}, runs="second machine")
    assert card["seed"] == card["median_seed"] == 0
    assert (tmp_path / "models" / "small.npz").read_bytes() == data


def test_if_the_median_is_gone_the_nearest_is_shipped_and_the_card_says_so(shop, capsys):
    shop({0: 8.0}, runs="first machine")
    shop({0: 8.0, 1: 6.0}, runs="first machine")  # now 1 is shipped, and 0 will be lost
    card, left = shop({2: 8.5}, runs="second machine")
    assert (left, card["seed"], card["median_seed"]) == (0, 2, 0)
    assert "shipped seed 2 (the parameters of the median, seed 0, are gone)" in capsys.readouterr().out
    assert seeds_and_errors(card) == {0: 8.0, 1: 6.0, 2: 8.5}
    assert card["dev"]["phoneme_error"] == 8.5


def test_a_seed_that_is_trained_again_replaces_its_own_number(shop):
    shop({0: 8.0, 1: 9.0}, runs="elsewhere")
    assert seeds_and_errors(shop({0: 8.5})[0]) == {0: 8.5, 1: 9.0}


def test_parameters_that_are_not_those_of_the_card_are_not_shipped_again(shop, tmp_path):
    shop({0: 8.0}, runs="elsewhere")
    (tmp_path / "models" / "small.npz").write_bytes(b"damaged")
    card, _ = shop({1: 9.0})
    assert (card["seed"], card["median_seed"]) == (1, 0)


OTHER = replace(RECIPE, learning_rate=0.5)


def test_a_better_model_of_another_recipe_stays_until_force(shop, capsys):
    there, _ = shop({0: 7.0, 1: 6.0}, OTHER, runs="elsewhere")
    assert shop({0: 8.0}) == (there, 1)
    message = capsys.readouterr().out
    assert "the model in the package is better on the dev split (6.0 % against 8.0 %) and stays; --force" in message
    card, left = shop({0: 8.0}, force=True)
    assert (left, card["seed"], seeds_and_errors(card)) == (0, 0, {0: 8.0})


def test_a_worse_model_of_another_recipe_is_replaced_and_its_seeds_are_forgotten(shop):
    shop({0: 7.0, 1: 8.0}, OTHER, runs="elsewhere")
    card, left = shop({2: 6.5})
    assert (left, seeds_and_errors(card)) == (0, {2: 6.5})
    assert card["training"]["learning_rate"] == RECIPE.learning_rate


def test_force_forgets_the_seeds_on_the_card(shop):
    shop({0: 7.0, 1: 8.0}, runs="elsewhere")
    assert seeds_and_errors(shop({2: 9.0}, force=True)[0]) == {2: 9.0}


def test_runs_with_other_settings_do_not_count(shop, tmp_path):
    finished(tmp_path / "runs", 5, 1.0, OTHER)
    assert seeds_and_errors(shop({0: 9.0, 1: 7.0})[0]) == {0: 9.0, 1: 7.0}


class ShortWordsByHash(ShortWords):
    name, data = "short_words_by_hash", {"split": "leaky"}


BY_HASH = replace(RECIPE, task=ShortWordsByHash())


def test_errors_on_the_hash_split_are_noted_on_the_card_and_stay(shop, tmp_path):
    """Over two machines; the parameters that are shipped stay as they were."""
    before, _ = shop({0: 8.0})
    for seed, dev_error, machine in [(0, 6.0, "hash"), (1, 5.0, "hash"), (2, 5.5, "hash on another machine")]:
        finished(tmp_path / machine, seed, dev_error, BY_HASH)
        assert note_hash_split("small", BY_HASH, tmp_path / machine, models=tmp_path / "models") == 0
    card, _ = shop({0: 8.0})
    noted = card.pop("hash_split")
    assert card == before
    assert (noted["split"], noted["median_seed"]) == ("leaky", 2)
    assert [(seed["seed"], seed["dev"]) for seed in noted["seeds"]] == [(0, 6.0), (1, 5.0), (2, 5.5)]
    assert noted["seeds"][0]["test"].keys() == {"words", "phoneme_error", "word_error"}


@pytest.mark.parametrize("there", [{}, {0: 8.0}], ids=["no model", "a model of another recipe"])
def test_without_a_card_of_the_recipe_nothing_is_noted(there, shop, tmp_path, capsys):
    card = shop(there, OTHER)[0] if there else None
    finished(tmp_path / "hash", 0, 6.0, BY_HASH)
    assert note_hash_split("small", BY_HASH, tmp_path / "hash", models=tmp_path / "models") == 1
    assert "no model of this recipe; train it first" in capsys.readouterr().out
    assert read_card(tmp_path / "models", "small") == card


def test_what_is_shipped_can_be_loaded_and_the_card_is_about_it(shop, tmp_path, monkeypatch):
    shop({0: 9.0, 1: 7.0, 2: 8.0})
    monkeypatch.setattr(pretrained, "_folder", lambda: tmp_path / "models")
    card, model = pretrained.card("small"), pretrained.load("small")
    assert pretrained.names() == ["small"]
    assert card["parameters"] == sum(array.size for array in flatten(model).values())
    assert card["bytes"] == (tmp_path / "models" / "small.npz").stat().st_size
    assert card["cpu_minutes"] == 1.5
    assert card["training"]["task"] == "short_words"
    assert card["training"]["epochs"] == 3
    assert card["test"] == errors_of(model, "test")


def test_the_card_describes_the_heads_of_the_shipped_model(tmp_path):
    recipe = replace(RECIPE, architecture={**ARCHITECTURE, "attention": "heads", "d_a": 6, "num_heads": 2})
    for seed in range(2):
        (tmp_path / f"seed-{seed}").mkdir()
        model = build(np.random.default_rng(seed), **recipe.architecture)
        finish(recipe, model, tmp_path / f"seed-{seed}", seed=seed, seconds=0)
    ship("small", recipe, tmp_path, models=tmp_path)
    card = read_card(tmp_path, "small")
    assert card["heads"]["inputs"] == 17
    shipped = restore(
        (tmp_path / "small.npz").read_bytes(), card["architecture"], card["sha256"], name="", dtype=np.float32
    )
    assert card["heads"] == SHORT_WORDS.heads(shipped)
    assert len(card["heads"]["cross"][0]["heads"]) == 2


def test_a_report_measures_the_rounded_parameters(model, tmp_path, rng):
    test = SHORT_WORDS.pairs("test")
    coarse = 4096 + rng.uniform(-1, 1, model.decoder.b.shape)  # half precision has every fourth number there
    model = model._replace(decoder=model.decoder._replace(b=coarse))
    finish(RECIPE, model, tmp_path, seed=3, seconds=0)
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    data = (tmp_path / "parameters.npz").read_bytes()
    rounded = restore(data, ARCHITECTURE, hashlib.sha256(data).hexdigest(), name="", dtype=np.float32)
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
    assert settings_of(card) == RECIPES[name].settings(), "train it again, or restore the recipe"


@pytest.mark.parametrize("name", pretrained.names())
def test_a_card_says_honestly_which_seed_is_shipped(name):
    card = pretrained.card(name)
    runs = earlier_runs(card, files("mha").joinpath("models", f"{name}.npz").read_bytes())
    assert card["median_seed"] == median(list(runs.values())).seed
    assert runs[card["seed"]].dev == card["dev"][card["measure"]]
    assert runs[card["seed"]].test == card["test"][card["measure"]]
