"""Trained models: the same numbers from NumPy and JAX, and a clear word about every file that is not right."""

import hashlib
import io
import json
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mha import pretrained
from mha.alphabet import END, PAD, START
from mha.pretrained import build, fill, flatten, load, names, restore, unpack
from mha.seq2seq import RecurrentModel, TransformerModel, greedy_decode
from tests.models import ARCHITECTURES, KINDS, SOURCE, TARGET, draw
from training.objective import jax_scan
from training.publish import pack
from training.recipes import RECIPES

NAME = "tiny"
SEQUENCES = ("recurrent", "transformer")  # families that write symbol by symbol
ARCHITECTURE = {**ARCHITECTURES["transformer"], "source_symbols": SOURCE, "target_symbols": TARGET}


def restored(data, **changes):
    """Restore a model from these bytes, whose digest is right."""
    return restore(data, {**ARCHITECTURE, **changes}, hashlib.sha256(data).hexdigest(), name="tiny.npz")


def packed(arrays):
    """An archive of these arrays."""
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


@pytest.fixture
def model(rng):
    return draw("transformer", rng)


@pytest.fixture
def arrays(model):
    return {name: array.astype(np.float16) for name, array in flatten(model).items()}


@KINDS
def test_a_model_comes_back_rounded_and_nothing_else(kind, rng):
    model = draw(kind, rng)
    architecture = {**ARCHITECTURES[kind], "source_symbols": SOURCE, "target_symbols": TARGET}
    data = pack(model)
    back = restore(data, architecture, hashlib.sha256(data).hexdigest(), name="", dtype=np.float32)
    assert jax.tree.structure(back) == jax.tree.structure(model)
    for (name, array), original in zip(flatten(back).items(), flatten(model).values(), strict=True):
        assert array.dtype == np.float32
        np.testing.assert_array_equal(array, original.astype(np.float16), err_msg=name)
    assert flatten(restored(pack(draw("transformer", rng))))["W"].dtype == np.float64


def test_names_are_paths(model):
    found = flatten(model)
    assert list(found)[:4] == [
        "source_embedding",
        "target_embedding",
        "encoder.0.norm_1.gain",
        "encoder.0.norm_1.offset",
    ]
    assert found["decoder.2.cross_attention.W_q"] is model.decoder[2].cross_attention.W_q
    assert len(found) == len(jax.tree.leaves(model))


def test_filling_is_the_way_back(model, rng):
    other = {name: rng.normal(size=array.shape) for name, array in flatten(model).items()}
    filled = fill(model, other)
    assert jax.tree.structure(filled) == jax.tree.structure(model)
    assert all(array is other[name] for name, array in flatten(filled).items())


@pytest.fixture
def package(tmp_path, model, monkeypatch):
    """A package that holds one model; the path of its parameters."""
    path, data = tmp_path / f"{NAME}.npz", pack(model)
    path.write_bytes(data)
    about = {"architecture": ARCHITECTURE, "sha256": hashlib.sha256(data).hexdigest()}
    (tmp_path / f"{NAME}.json").write_text(json.dumps(about), encoding="utf-8")
    monkeypatch.setattr(pretrained, "_folder", lambda: tmp_path)
    return path


def test_loading_by_name(package, model):
    assert names() == [NAME]
    assert isinstance(load(NAME), TransformerModel)
    np.testing.assert_array_equal(load(NAME).W, model.W.astype(np.float16))


@pytest.mark.parametrize("ask", [load, pretrained.card])
def test_an_unknown_name_is_answered_with_those_there_are(ask, package):
    with pytest.raises(ValueError, match="no model is called 'g2p'; there are: tiny"):
        ask("g2p")


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: data[: len(data) // 2],
        lambda data: b"",
        lambda data: data[:500] + bytes([data[500] ^ 1]) + data[501:],
        lambda data: data + b"\0",
    ],
    ids=["one byte short", "half", "empty", "one bit altered", "one byte more"],
)
def test_a_file_that_was_cut_or_altered_is_not_the_one_on_the_card(damage, package):
    package.write_bytes(damage(package.read_bytes()))
    message = r"tiny.npz is not the file its card describes \(sha256 \w{12}…, expected \w{12}…, \d+ bytes\)"
    with pytest.raises(ValueError, match=message):
        load(NAME)


class Trap:
    """What a pickle could do to whoever opens it."""

    sprung = False

    def __reduce__(self):
        return setattr, (Trap, "sprung", True)


def one_array():
    """A single array is not an archive, though NumPy loads it."""
    buffer = io.BytesIO()
    np.save(buffer, np.ones(3))
    return buffer.getvalue()


@pytest.mark.parametrize(
    "make",
    [
        lambda arrays: b"",
        lambda arrays: b"not an archive",
        lambda arrays: one_array(),
        lambda arrays: packed(arrays)[:-30],
        lambda arrays: packed(arrays).replace(arrays["W"].tobytes(), bytes(arrays["W"].nbytes)),
        lambda arrays: packed({**arrays, "W": np.array([Trap()], dtype=object)}),
    ],
    ids=["empty", "text", "one array", "cut short", "altered inside", "pickled objects"],
)
def test_what_is_no_archive_of_arrays_is_refused_and_never_unpickled(make, arrays):
    with pytest.raises(ValueError, match=r"tiny\.npz is not an archive of arrays: "):
        restored(make(arrays))
    assert not Trap.sprung


def without(arrays, name):
    return {key: array for key, array in arrays.items() if key != name}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda a: without(without(a, "W"), "decoder.1.norm_2.gain"), r"tiny.npz lacks W, decoder.1.norm_2.gain$"),
        (lambda a: {**a, "V": a["W"]}, "tiny.npz holds V, which the architecture does not have"),
        (
            lambda a: {**a, "W": a["W"].T},
            r"tiny.npz: W has shape \(19, 6\), the architecture says \(6, 19\)",
        ),
        (lambda a: {**a, "b": a["b"][:1]}, r"tiny.npz: b has shape \(1,\), the architecture says \(19,\)"),
        (lambda a: {**a, "W": a["W"].astype(np.float32)}, "tiny.npz: W has dtype float32, expected float16"),
        (lambda a: {**a, "W": a["W"].astype(str)}, "tiny.npz: W has dtype <U32, expected float16"),
    ],
)
def test_parameters_that_are_not_the_architecture_s_are_named(change, message, arrays):
    assert isinstance(restored(packed(arrays)), TransformerModel)
    with pytest.raises(ValueError, match=message):
        restored(packed(change(arrays)))


def test_another_architecture_is_another_model(arrays):
    with pytest.raises(
        ValueError, match=r"encoder.0.feed_forward.W_1 has shape \(6, 7\), the architecture says \(6, 8\)"
    ):
        restored(packed(arrays), d_ff=8)


def test_text_beside_arrays_is_not_unpacked_as_a_parameter():
    assert unpack(packed({"run": np.array("text")}), "x.npz")["run"] == "text"


def test_an_unknown_family_is_refused(rng):
    with pytest.raises(ValueError, match="family must be one of recurrent, transformer, pointers, got 'convolutional'"):
        build(rng, family="convolutional")
    assert isinstance(build(rng, source_symbols=5, target_symbols=7, **ARCHITECTURES["none"]), RecurrentModel)


def test_the_package_holds_a_model():
    assert "g2p-none" in names()


SEQUENCE_MODELS = [name for name in names() if pretrained.card(name)["architecture"]["family"] in SEQUENCES]


@pytest.mark.parametrize("name", SEQUENCE_MODELS)
def test_the_jax_twin_says_the_same(name):
    """Logits on 200 held-out inputs, and so, symbol by symbol, what greedy decoding writes."""
    model, test = load(name), RECIPES[name].task.pairs("test")
    some = test.take(np.random.default_rng(0).choice(len(test.entries), 200, replace=False))
    source, lengths = some.source, some.source_lengths
    tokens = greedy_decode(model, source, lengths).tokens
    before = np.concatenate([np.full((200, 1), START), tokens[:, :-1]], axis=1)
    twin = jax.tree.map(lambda array: jnp.asarray(array, jnp.float32), model)
    forward = jax.jit(partial(type(model).forward, scan=jax_scan))
    ours, theirs = model.forward(source, lengths, before), np.asarray(forward(twin, source, lengths, before))
    real = tokens != PAD
    assert np.abs(ours - theirs)[real].max() < 1e-4
    np.testing.assert_array_equal(END + theirs[..., END:].argmax(-1)[real], tokens[real])
