"""What is made small: the loss, and the two things that training does to a model's functions and a reader does not."""

import jax
import jax.numpy as jnp

from mha.alphabet import PAD

__all__ = ["Dropout", "jax_scan", "next_symbol_loss"]


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
        """Thin out an array of any shape."""
        self.key, key = jax.random.split(self.key)
        kept = jax.random.bits(key, x.shape, jnp.uint8) >= self.threshold
        return x * kept * (256 / (256 - self.threshold))


def next_symbol_loss(model, source, lengths, target, *, key, recipe):
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
