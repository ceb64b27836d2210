"""The training loop: it differentiates the functions that the reader reads."""

import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from tqdm import tqdm

from mha.pretrained import build
from training.checkpoints import read_checkpoint, write_checkpoint
from training.evaluation import dev_error
from training.recipes import Recipe

__all__ = ["State", "train"]


class State(NamedTuple):
    """All that training carries from one step to the next."""

    step: Any
    model: Any
    average: Any
    optimizer: Any


def optimizer_of(recipe, steps):
    """Adam with clipped gradients; the rate rises, then falls along a cosine."""
    rate = optax.warmup_cosine_decay_schedule(
        0.0, recipe.learning_rate, recipe.warm_up, max(steps, recipe.warm_up + 1), recipe.learning_rate / 100
    )
    return optax.chain(optax.clip_by_global_norm(1.0), optax.adam(rate, b2=recipe.beta_2))


def start(recipe, seed, steps):
    """Return the state before the first of so many steps."""
    model = build(np.random.default_rng(seed), **recipe.architecture)
    model = jax.tree.map(lambda array: jnp.asarray(array, jnp.float32), model)
    average, optimizer = jax.tree.map(jnp.array, model), optimizer_of(recipe, steps).init(model)
    return State(jnp.zeros((), jnp.int32), model, average, optimizer)


@partial(jax.jit, static_argnames=("recipe", "steps"), donate_argnames="state")
def take_step(state, batch, key, *, recipe, steps):
    """Take one of so many steps of gradient descent; return the new state and the loss."""
    key = jax.random.fold_in(key, state.step)
    value, gradient = jax.value_and_grad(recipe.task.loss)(state.model, batch, key=key, recipe=recipe)
    change, optimizer = optimizer_of(recipe, steps).update(gradient, state.optimizer, state.model)
    model = optax.apply_updates(state.model, change)
    decay = jnp.minimum(recipe.average, (1 + state.step) / (10 + state.step))  # a young mean forgets faster
    average = jax.tree.map(lambda old, new: decay * old + (1 - decay) * new, state.average, model)
    return State(state.step + 1, model, average, optimizer), value


def batch_count(recipe, pairs):
    """How many batches there are in an epoch."""
    return sum(1 for _ in recipe.task.batches(pairs, recipe.batch, np.random.default_rng(0)))


def train(recipe: Recipe, seed: int, folder: Path, progress=True):
    """Train a model, or go on where an interrupted run stopped.

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

    Returns
    -------
    model : NamedTuple of arrays
        The averaged parameters.
    seconds : float
        Processor time, that of the interrupted runs included.

    Raises
    ------
    ValueError
        A checkpoint that is not this run's.
    FloatingPointError
        A loss that is not a finite number.
    """
    pairs = recipe.task.pairs("train")
    per_epoch = batch_count(recipe, pairs)
    steps = recipe.epochs * per_epoch
    run = {"seed": seed, **recipe.settings()}
    checkpoint = folder / "checkpoint.npz"
    state, seconds = start(recipe, seed, steps), 0.0
    if checkpoint.exists():
        state, seconds = read_checkpoint(checkpoint, state, run)
    key, began = jax.random.key(seed), time.process_time() - seconds
    with tqdm(total=steps, initial=int(state.step), disable=not progress, mininterval=5) as bar:
        for epoch in range(int(state.step) // per_epoch, recipe.epochs):
            for batch in recipe.task.batches(pairs, recipe.batch, np.random.default_rng([seed, epoch])):
                state, value = take_step(state, batch, key, recipe=recipe, steps=steps)
                bar.update()
            if not jnp.isfinite(value):
                raise FloatingPointError(f"the loss is {value} after epoch {epoch + 1}: try a lower learning rate")
            seconds = time.process_time() - began
            write_checkpoint(checkpoint, state, run, seconds)
            if progress:
                error = dev_error(recipe.task, jax.tree.map(np.asarray, state.average))
                bar.set_postfix_str(f"loss {value:.3f}, dev error {error:.2f} %")
    return jax.tree.map(np.asarray, state.average), seconds
