"""What a card says of heads: means over real queries alone, about the right places, and what a removal changes."""

from functools import cache

import numpy as np
import pytest

from mha.alphabet import END
from mha.g2p import PHONEMES
from mha.heads import divergence, entropy, offsets, without_head
from mha.pretrained import build, fill, flatten
from mha.seq2seq import greedy_decode
from tests.models import ARCHITECTURES, filled
from tests.training.small import SHORT_WORDS
from training.heads import describe_heads

PAIRS = SHORT_WORDS.pairs("test")


# Seed, and inclination to end: with these, models that were not trained write a few symbols each.
DRAWN = {"none": (0, 9.0), "additive": (1, 2.0), "heads": (3, 2.0), "transformer": (2, 1.5)}
SMALLER = {"transformer": {"layers": 2}}


@cache
def model_of(kind):
    seed, inclination = DRAWN[kind]
    rng = np.random.default_rng(seed)
    model = filled(build(rng, **SHORT_WORDS.sizes(), **ARCHITECTURES[kind] | SMALLER.get(kind, {})), rng)
    arrays, name = flatten(model), "b" if kind == "transformer" else "decoder.b"
    return fill(model, {**arrays, name: arrays[name] + inclination * (np.arange(len(PHONEMES.symbols)) == END)})


@cache
def report_of(kind):
    return describe_heads(SHORT_WORDS, model_of(kind))


def one_by_one(model, where):
    """The weights (layers, h, T_q, T_k) and the diagonal (T_q,) of each input, decoded alone."""
    for source, length in zip(PAIRS.source, PAIRS.source_lengths, strict=True):
        written = greedy_decode(model, source[None, :length], np.array([length]))
        T_q = length if where == "encoder" else written.lengths[0]
        weights = getattr(written, where)[0, :, :, :T_q]
        looks = np.einsum("lhqk,k->q", weights, np.arange(weights.shape[-1])) / np.prod(weights.shape[:2])
        yield weights, np.rint(looks).astype(int) if where == "cross" else np.arange(T_q)


PLACES = [("additive", "cross"), ("heads", "cross"), *(("transformer", place) for place in ("encoder", "own", "cross"))]


@pytest.mark.parametrize(("kind", "where"), PLACES)
def test_measures_are_means_over_the_queries_of_inputs_decoded_alone(kind, where):
    layers, looks = report_of(kind)[where], list(one_by_one(model_of(kind), where))
    assert len(layers) == looks[0][0].shape[0]
    assert len({weights.shape[2] for weights, _ in looks}) > 1, "inputs and outputs are of several lengths"
    for layer, measured in enumerate(layers):
        for head, about in enumerate(measured["heads"]):
            bits = np.concatenate([entropy(weights[layer, head]) for weights, _ in looks])
            shares = np.concatenate([offsets(weights[layer, head], centers) for weights, centers in looks])
            assert about["entropy"] == pytest.approx(bits.mean(), abs=6e-4)
            assert about["offsets"] == pytest.approx(shares.mean(0), abs=6e-4)
        h = len(measured["heads"])
        pairs = [(one, other) for one in range(h) for other in range(one)]
        apart = [divergence(w[layer, one], w[layer, other]) for w, _ in looks for one, other in pairs]
        assert measured["divergence"] == pytest.approx(np.concatenate(apart).mean() if apart else 0, abs=6e-4)


def test_a_removal_is_worth_the_difference_in_error():
    model, report = model_of("transformer"), report_of("transformer")
    errors = lambda model: SHORT_WORDS.errors(SHORT_WORDS.predictions(model, PAIRS), PAIRS.entries)["phoneme_error"]  # noqa: E731
    assert (report["inputs"], report["phoneme_error"]) == (17, errors(model))
    changes = []
    for where in ("encoder", "own", "cross"):
        for layer in range(2):
            for head in range(2):
                change = errors(without_head(model, where, layer, head)) - errors(model)
                changes.append(change)
                assert report[where][layer]["heads"][head]["change"] == pytest.approx(change, abs=0.006)
    assert len(set(changes)) > 3


def test_additive_attention_cannot_be_removed_and_no_attention_has_nothing_to_say():
    assert "change" not in report_of("additive")["cross"][0]["heads"][0]
    assert report_of("none") == {}


def test_at_most_so_many_inputs_are_asked():
    assert describe_heads(SHORT_WORDS, model_of("additive"), most=5)["inputs"] == 5
