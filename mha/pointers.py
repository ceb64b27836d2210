"""Fetch k items at once: the smallest task that one softmax cannot do and two can.

N places hold a value each. A question names k of them in order, all in one query vector, and the answer is the k
values. A model has one attention layer to fetch them with.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from mha import checks
from mha.initializers import glorot_uniform
from mha.layers import FeedForward
from mha.multihead import MultiHeadAttention

__all__ = ["PointerModel", "questions", "results"]


class PointerModel(NamedTuple):
    """One attention layer between a question and its answer, read out by one linear layer.

    ``x_j = P[j] + E[v_j]``, ``q = sum_i Q_i[p_i]``, ``o = MultiHead(q, x, x)``, ``logits_i = o W_i + b_i``;
    with a feed-forward layer, ``o + FeedForward(o)`` stands in place of ``o``.

    Parameters
    ----------
    P : array, (N, d_model)
        A vector for each place.
    E : array, (V, d_model)
        A vector for each value.
    Q : array, (k, N, d_model)
        How the query says that place ``p`` is the ``i``-th to fetch.
    attention : MultiHeadAttention
    feed_forward : tuple of FeedForward
        Empty, or one layer.
    W, b : arrays, (k, d_model, V) and (k, V)

    Notes
    -----
    The number of heads does not change the number of parameters, unless the width of their keys is set apart.

    Examples
    --------
    >>> import numpy as np
    >>> model = PointerModel.init(np.random.default_rng(0), places=5, values=3, asked=2, d_model=8, num_heads=2)
    >>> logits, weights = model(np.array([[0, 2, 1, 1, 0]]), np.array([[3, 1]]))
    >>> logits.shape, weights.shape
    ((1, 2, 3), (1, 2, 5))
    """

    P: Any
    E: Any
    Q: Any
    attention: MultiHeadAttention
    feed_forward: tuple[FeedForward, ...]
    W: Any
    b: Any

    @classmethod
    def init(cls, rng, places, values, asked, *, d_model, num_heads, d_k=None, d_ff=None):
        """Draw the parameters.

        Parameters
        ----------
        rng : numpy.random.Generator
        places, values, asked : int
            ``N``, ``V`` and ``k``.
        d_model, num_heads : int
        d_k : int, optional
            Width of each head's keys, ``d_model / h`` unless said.
        d_ff : int, optional
            Width of a feed-forward layer behind the attention; none unless said.

        Raises
        ------
        TypeError, ValueError
            Sizes that are no positive integers; heads that do not divide ``d_model``.
        """
        for name, number in {"places": places, "values": values, "asked": asked}.items():
            checks.positive_int(name, number)
        return cls(
            P=rng.normal(scale=0.5, size=(places, d_model)),
            E=rng.normal(scale=0.5, size=(values, d_model)),
            Q=rng.normal(scale=0.5, size=(asked, places, d_model)),
            attention=MultiHeadAttention.init(rng, d_model, num_heads, d_k=d_k),
            feed_forward=() if d_ff is None else (FeedForward.init(rng, d_model, d_ff),),
            W=glorot_uniform(rng, asked, d_model, values),
            b=np.zeros((asked, values)),
        )

    def __call__(self, values, asked):
        """Answer questions.

        Parameters
        ----------
        values : int array, (B, N)
            What each place holds.
        asked : int array, (B, k)
            The places to fetch, in order.

        Returns
        -------
        logits : array, (B, k, V)
        weights : array, (B, h, N)
        """
        x = self.P + self.E[values]  # (B, N, d_model)
        query = sum(self.Q[i][asked[:, i]] for i in range(self.Q.shape[0]))
        output, weights = self.attention(query[:, None, :], x, x)  # (B, 1, d_model), (B, h, 1, N)
        for layer in self.feed_forward:
            output = output + layer(output)
        return (output[:, None] @ self.W)[:, :, 0] + self.b, weights[:, :, 0]


def questions(rng, count, *, places, values, asked):
    """Draw questions, and what is right.

    Parameters
    ----------
    rng : numpy.random.Generator
    count, places, values, asked : int
        ``B``, ``N``, ``V`` and ``k``.

    Returns
    -------
    values : int array, (B, N)
    asked : int array, (B, k)
        Different places.
    answers : int array, (B, k)

    Examples
    --------
    >>> import numpy as np
    >>> values, asked, answers = questions(np.random.default_rng(0), 1, places=5, values=9, asked=2)
    >>> values[0, asked[0]] == answers[0]
    array([ True,  True])
    """
    held = rng.integers(values, size=(count, places))
    chosen = rng.random((count, places)).argsort(axis=1)[:, :asked]
    return held, chosen, held[range(count), chosen.T].T


def results():
    """Return how every model of the grid did, the many whose parameters are not kept among them.

    Returns
    -------
    list of dict
        For each model its ``name``; its sizes ``places``, ``asked``, ``num_heads``, ``d_k`` and ``d_ff``; its
        ``parameters``; and for each of its ``seeds`` the errors on new questions, in per cent: ``question_error`` of
        whole answers, ``item_error`` of each item.

    Examples
    --------
    >>> cell = next(cell for cell in results() if cell["name"] == "pointers-n16-k2-h2")
    >>> cell["num_heads"], cell["d_k"], len(cell["seeds"])
    (2, 16, 3)
    """
    return json.loads(files("mha").joinpath("data", "pointers.json").read_text(encoding="utf-8"))["cells"]
