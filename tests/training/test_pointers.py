"""The grid of pointers: its questions, its cells, and how it goes on where it was stopped."""

import json
from dataclasses import replace

import numpy as np
import pytest

from mha.pointers import results
from mha.pretrained import build, flatten
from training import grid
from training.pointers import CELLS, SHIPPED, Cell, Pointers
from training.recipes import RECIPES

TASK = Pointers(places=7, asked=3)


@pytest.mark.parametrize(("split", "count"), [("train", 0), ("dev", 1024), ("test", 4096)])
def test_a_split_is_always_the_same(split, count):
    first, again = TASK.pairs(split), TASK.pairs(split)
    assert len(first.values) == len(first.entries) == count
    np.testing.assert_array_equal(first.values, again.values)


def test_dev_and_test_and_training_ask_other_questions():
    dev, test = TASK.pairs("dev"), TASK.pairs("test")
    assert not np.array_equal(dev.values[:9], test.values[:9])
    drawn, _, _ = next(TASK.batches(dev, 9, np.random.default_rng([0, 0])))
    assert not np.array_equal(dev.values[:9], drawn)
    assert not np.array_equal(test.values[:9], drawn)


def test_rows_are_taken_together():
    dev = TASK.pairs("dev")
    taken = dev.take([5, 2])
    for part, whole in zip(taken, dev, strict=True):
        np.testing.assert_array_equal(part, whole[[5, 2]])


def test_errors_are_of_questions_and_of_items():
    entries = np.array([[1, 2, 3], [4, 0, 1], [2, 2, 2], [0, 1, 2]])
    found = [(1, 2, 3), (4, 0, 0), (2, 1, 0), (0, 1, 2)]
    assert TASK.errors(found, entries) == {
        "questions": 4,
        "question_error": 50.0,
        "item_error": {"1": 0.0, "2": 25.0, "3": 50.0},
    }


def test_the_loss_is_least_for_the_right_answers(rng):
    values, asked, answers = next(TASK.batches(None, 5, rng))
    sure = lambda right: lambda *_: (9.0 * np.eye(16)[right], None)  # noqa: E731
    losses = [
        float(TASK.loss(sure(r), (values, asked, answers), key=None, recipe=None)) for r in (answers, answers - 1)
    ]
    assert losses[0] < 0.01
    assert losses[1] > 8


def test_the_cells_of_a_table_have_equally_many_parameters(rng):
    sizes = {}
    for cell in (cell for cell in CELLS if cell.d_k is None):
        size = sum(array.size for array in flatten(build(rng, **RECIPES[cell.name].architecture)).values())
        sizes.setdefault((cell.places, cell.asked, cell.d_ff), set()).add(size)
    assert all(len(found) == 1 for found in sizes.values()), sizes


def test_names_are_unlike_and_what_is_shipped_is_trained():
    assert len({cell.name for cell in CELLS}) == len(CELLS)
    assert set(SHIPPED) <= set(CELLS)
    assert Cell(16, 2, 1, d_ff=64).name == "pointers-n16-k2-h1-ff"
    assert Cell(64, 2, 16, 8).name == "pointers-n64-k2-h16-d8"


def test_the_package_holds_every_cell_with_every_seed():
    found = {cell["name"]: [seed["seed"] for seed in cell["seeds"]] for cell in results()}
    assert found == {cell.name: list(grid.SEEDS) for cell in CELLS}


@pytest.fixture
def small(tmp_path, monkeypatch):
    """Train a grid of two cells and two seeds, three steps each; what was trained, and the table."""
    cells = [Cell(16, 1, 1), Cell(16, 1, 2)]
    monkeypatch.setattr("training.pointers.BATCHES", 3)
    monkeypatch.setattr(grid, "RECIPES", {cell.name: replace(RECIPES[cell.name], epochs=1, batch=8) for cell in cells})
    trained, train = [], grid.train

    def run(stop_at=None):
        trained.clear()

        def noting(recipe, seed, folder):
            if (folder.parent.name, seed) == stop_at:
                raise KeyboardInterrupt
            trained.append((folder.parent.name, seed))
            return train(recipe, seed, folder, progress=False)

        monkeypatch.setattr(grid, "train", noting)
        options = {"shipped": cells[1:], "seeds": (0, 1), "results": tmp_path / "table.json", "models": tmp_path / "m"}
        code = grid.train_grid(tmp_path / "runs", cells=cells, **options)
        return code, list(trained), json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))

    run.trained, run.models = trained, tmp_path / "m"
    return run


def test_the_grid_goes_on_where_it_was_stopped(small):
    with pytest.raises(KeyboardInterrupt):
        small(stop_at=("pointers-n16-k1-h2", 0))
    assert small.trained == [("pointers-n16-k1-h1", 0), ("pointers-n16-k1-h1", 1)]
    code, trained, _ = small()
    assert (code, trained) == (0, [("pointers-n16-k1-h2", 0), ("pointers-n16-k1-h2", 1)])
    assert small()[1] == []


def test_the_table_has_every_seed_and_the_package_what_is_shipped(small):
    _, _, table = small()
    assert [cell["name"] for cell in table["cells"]] == ["pointers-n16-k1-h1", "pointers-n16-k1-h2"]
    cell = table["cells"][1]
    assert (cell["places"], cell["asked"], cell["num_heads"], cell["d_k"], cell["d_ff"]) == (16, 1, 2, 16, None)
    assert [seed["seed"] for seed in cell["seeds"]] == [0, 1]
    card = json.loads((small.models / "pointers-n16-k1-h2.json").read_text(encoding="utf-8"))
    assert card["test"] == {key: cell["seeds"][card["seed"]][key] for key in card["test"]}
    assert cell["parameters"] == card["parameters"]
    assert not (small.models / "pointers-n16-k1-h1.json").exists()
