"""Training: the learning rate, the average, and a run that was stopped ends like one that was not."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mha.pretrained import flatten
from tests.training.small import RECIPE, SHORT_WORDS
from training import loop
from training.loop import batch_count, optimizer_of, start, train


@pytest.fixture(scope="module", autouse=True)
def quick_compilation():
    """Compile in half the time."""
    jax.config.update("jax_disable_most_optimizations", True)
    yield
    jax.config.update("jax_disable_most_optimizations", False)


def test_the_learning_rate_rises_then_falls():
    """Adam's step for a gradient that never changes is the learning rate."""
    optimizer, parameter = optimizer_of(RECIPE, steps=8), jnp.zeros(())
    state, update, changes = optimizer.init(parameter), jax.jit(optimizer.update), []
    for _ in range(9):
        change, state = update(jnp.ones(()), state)
        changes.append(-float(change))
    peak = RECIPE.learning_rate
    assert changes[:3] == pytest.approx([0, peak / 2, peak], rel=1e-3)
    assert all(np.diff(changes[2:]) < 0)
    assert changes[8] == pytest.approx(peak / 100, rel=1e-3)


def stop_after(steps, monkeypatch):
    """Make the training stop as ^C would, in the middle of an epoch, and note the losses up to there."""
    losses, take_step = [], loop.take_step

    def stopping(*arguments, **options):
        if len(losses) == steps:
            raise KeyboardInterrupt
        state, value = take_step(*arguments, **options)
        losses.append(float(value))
        return state, value

    monkeypatch.setattr(loop, "take_step", stopping)
    return losses


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    """A whole run: its folder, the trained model, the seconds."""
    folder = tmp_path_factory.mktemp("uninterrupted")
    return folder, *train(RECIPE, 1, folder, progress=False)


def assert_equal(ours, theirs):
    for (name, array), other in zip(flatten(ours).items(), flatten(theirs).values(), strict=True):
        np.testing.assert_array_equal(array, other, err_msg=name)


def test_a_run_that_was_stopped_ends_in_the_same_parameters(uninterrupted, tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        losses = stop_after(batch_count(RECIPE, SHORT_WORDS.pairs("train")) + 1, patch)
        with pytest.raises(KeyboardInterrupt):
            train(RECIPE, 1, tmp_path, progress=False)
    assert [file.name for file in tmp_path.iterdir()] == ["checkpoint.npz"]
    rest = stop_after(None, monkeypatch)
    model, seconds = train(RECIPE, 1, tmp_path, progress=False)
    assert len(rest) == (RECIPE.epochs - 1) * (len(losses) - 1), "only what was not finished is done again"
    assert_equal(model, uninterrupted[1])
    assert seconds > 0


def test_a_finished_run_is_not_trained_again(uninterrupted, monkeypatch):
    folder, model, seconds = uninterrupted
    losses, before = stop_after(0, monkeypatch), (folder / "checkpoint.npz").read_bytes()
    again, its_seconds = train(RECIPE, 1, folder, progress=False)
    assert losses == []
    assert its_seconds == seconds
    assert (folder / "checkpoint.npz").read_bytes() == before
    assert_equal(again, model)


def test_the_time_of_interrupted_runs_counts(uninterrupted, tmp_path, monkeypatch):
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr(loop.time, "process_time", lambda: next(clock))
    patch = pytest.MonkeyPatch()
    with patch.context() as stopping:
        stop_after(batch_count(RECIPE, SHORT_WORDS.pairs("train")), stopping)
        with pytest.raises(KeyboardInterrupt):
            train(RECIPE, 1, tmp_path, progress=False)  # one epoch: the clock is read at 0 and 10
    _, seconds = train(RECIPE, 1, tmp_path, progress=False)  # two epochs: 20, 30 and 40
    assert seconds == (10 - 0) + (40 - 20)


def test_seeds_and_training_matter(uninterrupted, tmp_path, monkeypatch):
    losses = stop_after(None, monkeypatch)
    other, _ = train(RECIPE, 2, tmp_path, progress=False)
    assert max(losses[-3:]) < losses[0] - 0.2
    assert not np.allclose(other.decoder.W_c, uninterrupted[1].decoder.W_c)


def test_the_average_starts_out_quick(monkeypatch):
    before = start(RECIPE, 1, 9).model
    steps = RECIPE.epochs * batch_count(RECIPE, SHORT_WORDS.pairs("train"))
    state = start(RECIPE, 1, steps)
    pairs = SHORT_WORDS.pairs("train").take(range(8))
    batch = pairs.source[:, :7], pairs.source_lengths, pairs.target[:, :8]
    for _ in range(2):
        state, _ = loop.take_step(state, batch, jax.random.key(1), recipe=RECIPE, steps=steps)
    # The first step has learning rate zero. After the second the mean forgets 1 - 2/11 of what it was.
    expected = 2 / 11 * before.decoder.W_c + 9 / 11 * state.model.decoder.W_c
    np.testing.assert_allclose(state.average.decoder.W_c, expected, atol=1e-6)
    assert not np.allclose(state.average.decoder.W_c, state.model.decoder.W_c, atol=1e-5)


def test_a_loss_that_is_no_number_stops_the_training(tmp_path, monkeypatch):
    monkeypatch.setattr(loop, "take_step", lambda state, *_, **__: (state, jnp.array(jnp.nan)))
    with pytest.raises(FloatingPointError, match="the loss is nan after epoch 1: try a lower learning rate"):
        train(RECIPE, 1, tmp_path, progress=False)
    assert list(tmp_path.iterdir()) == []


def test_progress_shows_loss_and_dev_error(uninterrupted, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(loop, "take_step", lambda state, *_, **__: (state, jnp.array(0.5)))
    monkeypatch.setattr(loop, "dev_error", lambda task, model: 7.25)
    train(RECIPE, 1, tmp_path)
    assert "loss 0.500, dev error 7.25 %" in capsys.readouterr().err
