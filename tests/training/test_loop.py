"""Training: the loss by hand, one compiled loop, and a run that was stopped ends like one that was not."""

from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mha import GRUCell, unroll
from mha.alphabet import END, PAD, START
from mha.pretrained import flatten
from tests.training.small import RECIPE, short_words
from training import loop
from training.loop import Dropout, jax_scan, loss, optimizer_of, start, train
from training.tasks import batch_count


@pytest.fixture(scope="module", autouse=True)
def quick_compilation():
    """Compile in half the time."""
    jax.config.update("jax_disable_most_optimizations", True)
    yield
    jax.config.update("jax_disable_most_optimizations", False)


def test_the_compiled_loop_is_the_loop(rng):
    cell, inputs, lengths = GRUCell.init(rng, 3, 5), rng.normal(size=(2, 7, 3)), np.array([4, 7])
    for reverse in (False, True):
        ours, final = unroll(cell, inputs, lengths=lengths, reverse=reverse)
        compiled, its_final = unroll(cell, jnp.asarray(inputs), lengths=lengths, reverse=reverse, scan=jax_scan)
        np.testing.assert_allclose(compiled, ours, atol=1e-5)
        np.testing.assert_allclose(its_final, final, atol=1e-5)


def test_dropout_keeps_the_mean_and_draws_anew_each_time():
    dropout, x = Dropout(jax.random.key(0), 0.25), jnp.full((100, 300), 3.0)
    first, second = dropout(x), dropout(x)
    for thinned in (first, second):
        assert set(np.unique(thinned)) == {0.0, 4.0}
        assert float((thinned == 0).mean()) == pytest.approx(0.25, abs=0.01)
    assert float(((first == 0) & (second == 0)).mean()) == pytest.approx(0.25**2, abs=0.01)
    np.testing.assert_array_equal(Dropout(jax.random.key(0), 0.25)(x), first)
    np.testing.assert_array_equal(Dropout(jax.random.key(0), 0.0)(x), x)


A, B = END + 2, END + 3


def loss_of(probabilities, target, **smoothing):
    """The loss of a model that gives these probabilities (T_y, 6), whatever it reads."""
    seen = []
    logits = jnp.log(jnp.asarray(probabilities))[None]
    model = SimpleNamespace(forward=lambda source, lengths, target, **_: seen.append(target) or logits)
    recipe = SimpleNamespace(dropout=0.0, **{"label_smoothing": 0.0, **smoothing})
    value = loss(model, None, None, np.array([target]), key=jax.random.key(0), recipe=recipe)
    assert seen[0].tolist() == [target[:-1]], "the model reads all but the last symbol"
    return float(value)


def test_B09_B10_the_loss_is_the_mean_over_symbols_that_are_not_padding():
    """The answers are A and END, of probability e^-1 and e^-3; the rows for padding are wrong and do not count."""
    right = np.full((4, 6), 1e-9)
    right[0, A], right[1, END], right[2:, B] = np.exp(-1), np.exp(-3), 1 - 1e-7
    right[:2, B] = 1 - right[:2].sum(-1)
    assert loss_of(right, [START, A, END, PAD, PAD]) == pytest.approx(2.0, rel=1e-5)


def test_label_smoothing_shares_out_a_part_of_the_answer():
    """Of the answer A, 0.3 goes in equal parts to the five symbols that are not padding."""
    p = np.array([[0.1, 0.1, 0.2, 0.1, 0.4, 0.1]])
    expected = -(0.7 * np.log(0.4) + 0.3 * np.log(p[0, 1:]).mean())
    assert loss_of(p, [START, A], label_smoothing=0.3) == pytest.approx(expected, rel=1e-5)


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
        losses = stop_after(batch_count(short_words("train"), RECIPE.batch) + 1, patch)
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
        stop_after(batch_count(short_words("train"), RECIPE.batch), stopping)
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
    steps = RECIPE.epochs * batch_count(short_words("train"), RECIPE.batch)
    state = start(RECIPE, 1, steps)
    pairs = short_words("train").take(range(8))
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
    monkeypatch.setattr(loop, "dev_error", lambda recipe, model: 0.0725)
    train(RECIPE, 1, tmp_path)
    assert "loss 0.500, dev error 7.25%" in capsys.readouterr().err
