"""The loss by hand, the compiled loop, dropout."""

from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mha import GRUCell, unroll
from mha.alphabet import END, PAD, START
from training.objective import Dropout, jax_scan, next_symbol_loss


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
    value = next_symbol_loss(model, None, None, np.array([target]), key=jax.random.key(0), recipe=recipe)
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
