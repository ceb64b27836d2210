"""The command: which run it starts, what it says when it is stopped."""

import importlib
from types import SimpleNamespace

import pytest

from training.recipes import RECIPES, on_hash_split


@pytest.fixture
def command(tmp_path, monkeypatch):
    """Run the command with stand-ins for its parts; what they were called with."""
    monkeypatch.setenv("XLA_FLAGS", "")  # the module writes to it
    main = importlib.import_module("training.__main__")
    monkeypatch.setattr(main, "jax", SimpleNamespace(config=SimpleNamespace(update=lambda *_: None)))
    monkeypatch.setattr(main, "RUNS", tmp_path)
    calls = {}

    def run(*arguments, train=lambda *_: ("a model", 7.0), shipped=0):
        monkeypatch.setattr("sys.argv", ["training", *arguments])
        monkeypatch.setattr(main, "train", lambda *args: calls.update(train=args) or train(*args))
        monkeypatch.setattr(main, "finish", lambda *args, **options: calls.update(finish=(*args[1:], options)))
        monkeypatch.setattr(main, "ship", lambda *args, **options: calls.update(ship=(*args, options)) or shipped)
        monkeypatch.setattr(main, "note_hash_split", lambda *args: calls.update(note=args) or shipped)
        with pytest.raises(SystemExit) as stop:
            main.main()
        return stop.value.code, calls

    return run


def test_a_run_has_a_folder_for_its_seed(command, tmp_path):
    code, calls = command("g2p-none", "--seed", "2")
    recipe, seed, folder = calls["train"]
    assert (code, seed, folder) == (0, 2, tmp_path / "g2p-none" / "seed-2")
    assert calls["finish"] == ("a model", folder, {"seed": 2, "seconds": 7.0})
    assert calls["ship"] == ("g2p-none", recipe, tmp_path / "g2p-none", {"force": False})


def test_force_is_handed_on_and_a_refusal_is_the_exit_code(command):
    code, calls = command("g2p-none", "--force", shipped=1)
    assert code == 1
    assert calls["ship"][-1] == {"force": True}


def test_a_stop_says_how_to_go_on_and_ships_nothing(command):
    def stopped(*_):
        raise KeyboardInterrupt

    code, calls = command("g2p-none", train=stopped)
    assert code == "stopped; the same command goes on from the last finished epoch"
    assert calls.keys() == {"train"}


def test_an_unknown_model_is_answered_with_those_there_are(command, capsys):
    code, _ = command("g2p")
    assert code == 2
    assert "invalid choice: 'g2p'" in (message := capsys.readouterr().err)
    assert "g2p-none" in message


def test_the_hash_split_is_trained_in_a_folder_of_its_own_and_noted(command, tmp_path):
    code, calls = command("g2p-none", "--split", "hash", "--seed", "1")
    recipe, seed, folder = calls["train"]
    assert (code, seed, folder) == (0, 1, tmp_path / "g2p-none-by-hash" / "seed-1")
    assert recipe == on_hash_split(RECIPES["g2p-none"])
    assert calls["note"] == ("g2p-none", recipe, folder.parent)
    assert "ship" not in calls


def test_other_data_have_no_hash_split(command, capsys):
    code, calls = command("words-none", "--split", "hash")
    assert (code, calls) == (2, {})
    assert "only the words of the dictionary, one at a time, have a hash split" in capsys.readouterr().err


def test_the_grid_is_one_command(command, monkeypatch, tmp_path):
    grids = []
    monkeypatch.setattr("training.__main__.train_grid", lambda *args, **options: grids.append((*args, options)) or 1)
    code, calls = command("pointers", "--force")
    assert (code, calls, grids) == (1, {}, [(tmp_path, {"force": True})])
