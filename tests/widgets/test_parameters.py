"""Parameters arrive in the page as they are packed, and packing changes next to nothing of what a model says."""

import numpy as np
import pytest

from mha import pretrained
from mha.g2p import LETTERS, PHONEMES, error_rates, words
from mha.seq2seq import greedy_decode
from mha.widgets import parameters
from mha.widgets.line_explorer import TITLES
from tests.models import ARCHITECTURES, draw


@pytest.mark.parametrize("kind", ARCHITECTURES)
def test_every_parameter_is_within_half_a_step(kind, rng):
    model = draw(kind, rng)
    for (name, array), kept in zip(
        pretrained.flatten(model).items(), pretrained.flatten(parameters.rounded(model)).values(), strict=True
    ):
        step = np.abs(array).max(axis=-2, keepdims=True) / 127 if array.ndim > 1 else np.abs(array) * 1e-3
        assert (np.abs(kept - array) <= 0.501 * step + 1e-9).all(), name
        assert kept.shape == array.shape, name


def test_a_column_of_zeros_stays():
    assert (parameters.rounded(np.zeros((3, 2))) == 0).all()


def test_other_parameters_have_another_version(rng):
    model = draw("none", rng)
    changed = model._replace(decoder=model.decoder._replace(b=model.decoder.b + 1))
    assert parameters.version(model) != parameters.version(changed)
    assert parameters.version(model) == parameters.version(model)


@pytest.mark.browser
@pytest.mark.parametrize("kind", ARCHITECTURES)
def test_the_page_unpacks_what_was_packed(front, kind, rng):
    model = draw(kind, rng)
    unpack = """({ unpack }, packed) => {
        const numbers = (leaf) => Array.isArray(leaf) ? leaf.map(numbers) : leaf.data ? [...leaf.data] : [...leaf];
        const model = unpack(packed);
        const leaf = (name) => name.split(".").reduce((node, part) => node[part], model);
        return Object.keys(packed.arrays).map((name) => numbers(leaf(name)));
    }"""
    arrived = front("shared/parameters.mjs", unpack, parameters.pack(model))
    kept = pretrained.flatten(parameters.rounded(model)).values()
    for numbers, array in zip(arrived, kept, strict=True):
        assert np.array_equal(np.ravel(numbers), np.ravel(array))


@pytest.mark.parametrize("name", TITLES)
def test_packing_costs_nothing_on_held_out_words(name):
    entries = sorted(words("test"), key=lambda entry: len(entry.word))[::5]
    spelled = [LETTERS.encode([entry.word for entry in entries[i : i + 512]]) for i in range(0, len(entries), 512)]
    references = [entry.pronunciations[0] for entry in entries]

    def say(model):
        return [said for batch in spelled for said in PHONEMES.decode(greedy_decode(model, *batch).tokens)]

    model = pretrained.load(name)
    before, after = say(model), say(parameters.rounded(model))
    changed = sum(one != other for one, other in zip(before, after, strict=True))
    assert changed <= 0.03 * len(entries)
    rates = [100 * error_rates(said, references).phoneme for said in (before, after)]
    assert abs(rates[0] - rates[1]) <= 0.15


@pytest.mark.parametrize("name", TITLES)
def test_a_model_is_light(name):
    assert len(parameters.script(name, pretrained.load(name))) <= 600_000
