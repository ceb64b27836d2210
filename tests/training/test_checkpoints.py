"""A checkpoint comes back as it was written, knows its run, and a bad one says what is wrong with it."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from training.checkpoints import read_checkpoint, write_checkpoint

RUN = {"seed": 1, "epochs": 3, "architecture": {"family": "recurrent", "d_a": None}}


class State(NamedTuple):
    """As nested as the state of a training: tuples, an empty one among them."""

    step: Any
    model: Any
    optimizer: Any


def make(rng, d=5):
    draw = lambda *shape: rng.normal(size=shape).astype(np.float32)  # noqa: E731
    return State(np.array(7, np.int32), (draw(3, d), draw(d)), ((), (np.array(7, np.int32), draw(3, d))))


@pytest.fixture
def state(rng):
    return make(rng)


@pytest.fixture
def path(tmp_path, state):
    path = tmp_path / "seed-1" / "checkpoint.npz"
    write_checkpoint(path, state, RUN, 12.5)
    return path


def test_what_was_written_is_read(path, state, rng):
    found, seconds = read_checkpoint(path, make(rng), RUN)
    assert seconds == 12.5
    assert isinstance(found, State)
    assert int(found.step) == int(found.optimizer[1][0]) == 7
    np.testing.assert_array_equal(found.model[0], state.model[0])
    np.testing.assert_array_equal(found.model[1], state.model[1])
    np.testing.assert_array_equal(found.optimizer[1][1], state.optimizer[1][1])


def test_only_the_checkpoint_is_left(path):
    assert [file.name for file in path.parent.iterdir()] == ["checkpoint.npz"]


def test_a_stop_while_writing_leaves_the_old_checkpoint(path, state, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    old = path.read_bytes()
    monkeypatch.setattr("pathlib.Path.replace", stop)
    with pytest.raises(KeyboardInterrupt):
        write_checkpoint(path, state._replace(step=np.array(8, np.int32)), RUN, 13.0)
    assert path.read_bytes() == old


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": 2}, "seed"),
        ({"epochs": 4, "architecture": {"family": "recurrent", "d_a": 5}}, "epochs, architecture"),
        ({"average": 0.9}, "average"),
    ],
)
def test_a_checkpoint_of_another_run_names_what_differs(change, named, path, state):
    with pytest.raises(ValueError, match=rf"checkpoint.npz is of another run \(what differs: {named}\); remove it"):
        read_checkpoint(path, state, {**RUN, **change})


def test_a_setting_that_is_gone_is_a_difference_too(path, state):
    with pytest.raises(ValueError, match=r"another run \(what differs: epochs\)"):
        read_checkpoint(path, state, {key: value for key, value in RUN.items() if key != "epochs"})


def test_a_checkpoint_without_marks_is_of_another_run(path, state):
    np.savez(path, np.zeros(3), np.ones(2))
    with pytest.raises(ValueError, match=r"another run \(what differs: seed, epochs, architecture\)"):
        read_checkpoint(path, state, RUN)


def test_a_checkpoint_of_another_structure_is_of_another_version(path, rng):
    with pytest.raises(ValueError, match=r"checkpoint.npz is of another version of the program; remove it"):
        read_checkpoint(path, make(rng, d=6), RUN)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: b"not an archive",
        lambda data: data[: len(data) // 2],
        lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:],
    ],
    ids=["empty", "text", "cut short", "altered"],
)
def test_a_damaged_checkpoint_says_so(damage, path, state):
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ValueError, match=r"checkpoint.npz is not an archive of arrays: .*; remove it to begin anew"):
        read_checkpoint(path, state, RUN)
