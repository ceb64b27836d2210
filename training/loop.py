"""The training loop: it differentiates the functions that the reader reads."""

import io
import os
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from tqdm import tqdm

from mha.alphabet import PAD
from mha.pretrained import build
from training.evaluation import dev_error
from training.recipes import Recipe
from training.tasks import batch_count, batches

__all__ = ["Dropout", "State", "jax_scan", "train"]


def jax_scan(step, state, inputs):
    """Do what :func:`mha.rnn.scan` does, compiled once instead of once for each time step."""
    state, outputs = jax.lax.scan(step, state, tuple(jnp.moveaxis(x, -2, 0) for x in inputs))
    return state, jnp.moveaxis(outputs, 0, -2)


class Dropout:
    """Set random elements to zero and enlarge the others to match; each call draws anew.

    The models take it as a plain function. Its rate is rounded to a 256th: a byte for each element is enough.
    """

    def __init__(self, key, rate):
        self.key, self.threshold = key, round(rate * 256)

    def __call__(self, x):
        self.key, key = jax.random.split(self.key)
        kept = jax.random.bits(key, x.shape, jnp.uint8) >= self.threshold
        return x * kept * (256 / (256 - self.threshold))


class State(NamedTuple):
    """All that training carries from one step to the next."""

    step: Any
    model: Any
    average: Any
    optimizer: Any


def loss(model, source, lengths, target, *, key, recipe):
    """Return the mean cross-entropy of the symbols that are not padding, smoothed as the recipe says."""
    dropout = Dropout(key, recipe.dropout)
    logits = model.forward(source, lengths, target[:, :-1], scan=jax_scan, dropout=dropout)
    log_probabilities = jax.nn.log_softmax(logits)
    answers = target[:, 1:]
    right = jnp.take_along_axis(log_probabilities, answers[..., None], -1)[..., 0]
    anything = log_probabilities[..., PAD + 1 :].mean(-1)
    gained = (1 - recipe.label_smoothing) * right + recipe.label_smoothing * anything
    real = answers != PAD
    return -(gained * real).sum() / real.sum()


def optimizer_of(recipe, steps):
    """Adam with clipped gradients; the rate rises, then falls along a cosine."""
    rate = optax.warmup_cosine_decay_schedule(
        0.0, recipe.learning_rate, recipe.warm_up, max(steps, recipe.warm_up + 1), recipe.learning_rate / 100
    )
    return optax.chain(optax.clip_by_global_norm(1.0), optax.adam(rate, b2=recipe.beta_2))


def start(recipe, seed, optimizer):
    """Return the state before the first step."""
    model = build(np.random.default_rng(seed), **recipe.architecture)
    model = jax.tree.map(lambda array: jnp.asarray(array, jnp.float32), model)
    return State(jnp.zeros((), jnp.int32), model, jax.tree.map(jnp.array, model), optimizer.init(model))


@partial(jax.jit, static_argnames=("recipe", "optimizer"), donate_argnames="state")
def take_step(state, batch, key, *, recipe, optimizer):
    """Take one step of gradient descent; return the new state and the loss."""
    key = jax.random.fold_in(key, state.step)
    value, gradient = jax.value_and_grad(loss)(state.model, *batch, key=key, recipe=recipe)
    change, optimizer_state = optimizer.update(gradient, state.optimizer, state.model)
    model = optax.apply_updates(state.model, change)
    decay = jnp.minimum(recipe.average, (1 + state.step) / (10 + state.step))  # a young mean forgets faster
    average = jax.tree.map(lambda old, new: decay * old + (1 - decay) * new, state.average, model)
    return State(state.step + 1, model, average, optimizer_state), value


def train(recipe: Recipe, seed: int, folder: Path, progress=True):
    """Train a model, or go on where an interrupted run stopped, and return its averaged parameters.

    A checkpoint is written after every epoch. What happens in an epoch depends on the seed and its number alone,
    so a run that was stopped ends in the same parameters as one that was not.

    Parameters
    ----------
    recipe : Recipe
    seed : int
    folder : Path
        Where the checkpoint lives.
    progress : bool
        Whether to draw a progress bar with the time left, the loss and the dev error.
    """
    pairs = recipe.task("train")
    per_epoch = batch_count(pairs, recipe.batch)
    optimizer = optimizer_of(recipe, recipe.epochs * per_epoch)
    state = start(recipe, seed, optimizer)
    checkpoint = folder / "checkpoint.npz"
    if checkpoint.exists():
        state = read_checkpoint(checkpoint, state)
    key = jax.random.key(seed)
    first = int(state.step) // per_epoch
    bar = tqdm(total=recipe.epochs * per_epoch, initial=int(state.step), disable=not progress, mininterval=5)
    for epoch in range(first, recipe.epochs):
        for batch in batches(pairs, recipe.batch, np.random.default_rng([seed, epoch])):
            state, value = take_step(state, batch, key, recipe=recipe, optimizer=optimizer)
            bar.update()
        write_checkpoint(checkpoint, state)
        average = jax.tree.map(np.asarray, state.average)
        bar.set_postfix_str(f"loss {float(value):.3f}, dev error {dev_error(recipe, average):.2%}")
    bar.close()
    return jax.tree.map(np.asarray, state.average)


def write_checkpoint(path, state):
    """Write the state so that a stop at any moment leaves either the old file or the new one."""
    buffer = io.BytesIO()
    np.savez(buffer, *map(np.asarray, jax.tree.leaves(state)))
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    draft.write_bytes(buffer.getvalue())
    os.replace(draft, path)


def read_checkpoint(path, like):
    """Read a state written by :func:`write_checkpoint` into the structure of ``like``."""
    with np.load(path, allow_pickle=False) as archive:
        leaves = [jnp.asarray(archive[name]) for name in archive.files]
    return jax.tree.unflatten(jax.tree.structure(like), leaves)
