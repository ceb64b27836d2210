"""What the recipes promise of one another: equal sizes where numbers of heads or kinds of attention are compared."""

import numpy as np
import pytest

from mha.pretrained import build, card, flatten, names
from training.recipes import RECIPES, on_hash_split
from training.spelling import SINGLE_WORDS


def size(name):
    """How many parameters a recipe's model has."""
    return sum(array.size for array in flatten(build(np.random.default_rng(0), **RECIPES[name].architecture)).values())


def test_every_number_of_heads_over_letters_has_the_same_parameters_and_recipe():
    lettered = [f"letters-h{h}" for h in (1, 2, 4, 8, 16)]
    assert len({size(name) for name in lettered}) == 1
    settings = [RECIPES[name].settings() for name in lettered]
    assert [recipe["architecture"].pop("num_heads") for recipe in settings] == [1, 2, 4, 8, 16]
    assert all(recipe == settings[0] for recipe in settings)


def test_letters_know_as_many_places_as_the_longest_word_has():
    longest = max(SINGLE_WORDS.pairs(split).source_lengths.max() for split in ("train", "dev", "test"))
    assert RECIPES["letters-h1"].architecture["longest"] == longest


def test_the_pair_of_the_collapse_differs_in_attention_alone():
    none, bahdanau = (RECIPES[f"words-{attention}"].settings() for attention in ("none", "bahdanau"))
    assert none.pop("architecture") == RECIPES["g2p-none"].architecture
    assert bahdanau.pop("architecture") == RECIPES["g2p-bahdanau"].architecture
    assert none == bahdanau


@pytest.mark.parametrize("name", [name for name in RECIPES if name.startswith(("g2p", "words", "letters"))])
def test_models_are_of_one_size(name):
    assert 295_000 < size(name) < 340_000


def test_the_hash_split_changes_the_data_alone():
    stem, by_hash = (recipe.settings() for recipe in (RECIPES["g2p-none"], on_hash_split(RECIPES["g2p-none"])))
    assert by_hash == {**stem, "task": "single_words_by_hash"}
    with pytest.raises(ValueError, match="have a hash split, not words_in_a_row"):
        on_hash_split(RECIPES["words-none"])


@pytest.mark.parametrize("name", names())
def test_a_model_has_three_seeds_or_says_why_one_is_enough(name):
    about = card(name)
    assert len(about["seeds"]) == (1 if "one_seed" in about else 3)
    if name in RECIPES:
        assert about.get("one_seed", "") == RECIPES[name].one_seed


@pytest.mark.parametrize("name", names())
def test_the_seed_that_is_shipped_is_the_one_in_the_middle(name):
    about = card(name)
    assert about["seed"] == about["median_seed"]
