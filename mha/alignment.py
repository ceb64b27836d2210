"""Attention as it was before the Transformer: how a decoder state scores the encoder's states.

Every score has the shape (..., T_q, T_k): one row per decoder state, one column per encoder state. :func:`read`
turns scores into weights and blends the states. Scores of half-precision states come in single precision, since they
may leave the range of a half; what is read has the dtype of the states again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mha import checks
from mha.initializers import glorot_uniform
from mha.ops import blend, cast, softmax, tanh, widen

__all__ = ["AdditiveAttention", "additive_score", "concat_score", "dot_score", "general_score", "read"]


def read(scores, states, mask=None):
    """Turn scores into weights and blend the states accordingly.

    ``alpha_ij = softmax_j(e_ij)``, ``c_i = sum_j alpha_ij h_j``

    Parameters
    ----------
    scores : array, (..., T_q, T_k)
    states : array, (..., T_k, d_state)
    mask : boolean array that broadcasts to ``scores``, optional
        True = may attend; a padding mask keeps the padding out, whatever it holds.

    Returns
    -------
    context : array, (..., T_q, d_state)
    weights : array, (..., T_q, T_k)
        Both of the dtype of the states.

    Notes
    -----
    Bahdanau et al. (2015), equations 5 and 6; the indices are the paper's, i for the output and j for the input.

    Examples
    --------
    >>> import numpy as np
    >>> read(np.zeros((1, 2)), np.array([[1.0], [3.0]]))
    (array([[2.]]), array([[0.5, 0.5]]))
    """
    checks.sequences(scores=scores, states=states)
    if scores.shape[-1] != states.shape[-2]:
        raise ValueError(
            f"each row of scores must have one for each of the {states.shape[-2]} states, got {scores.shape[-1]} "
            f"(shapes {tuple(scores.shape)} and {tuple(states.shape)})"
        )
    checks.leading(scores=scores, states=states)
    scores, values = widen(scores, states)
    weights = softmax(scores, mask)
    return cast(blend(weights, values), states.dtype), cast(weights, states.dtype)


def dot_score(query, states):
    """Score by the plain dot product: ``e_ij = s_i . h_j``.

    Parameters
    ----------
    query : array, (..., T_q, d)
    states : array, (..., T_k, d)

    Returns
    -------
    array, (..., T_q, T_k)

    Notes
    -----
    Luong et al. (2015), section 3.1, "dot". Not scaled, and s is the current decoder state.

    Examples
    --------
    >>> import numpy as np
    >>> dot_score(np.array([[1.0, 2.0]]), np.array([[3.0, 4.0], [0.0, 1.0]]))
    array([[11.,  2.]])
    """
    checks.sequences(query=query, states=states)
    checks.width("query", query, states.shape[-1], "the dot product with states")
    checks.leading(query=query, states=states)
    query, states = widen(query, states)
    with np.errstate(invalid="ignore"):  # padding may be infinite, here and below; its score is not read
        return query @ states.mT


def general_score(query, states, W_a):
    """Score by a dot product seen through a matrix: ``e_ij = s_i W_a h_j``.

    Parameters
    ----------
    query : array, (..., T_q, d_query)
    states : array, (..., T_k, d_state)
    W_a : array, (d_query, d_state)

    Returns
    -------
    array, (..., T_q, T_k)

    Notes
    -----
    Luong et al. (2015), section 3.1, "general".

    Examples
    --------
    >>> import numpy as np
    >>> general_score(np.ones((1, 2)), np.ones((3, 4)), np.ones((2, 4)))
    array([[8., 8., 8.]])
    """
    checks.sequences(query=query, states=states)
    checks.leading(query=query, states=states)
    checks.shape("W_a", W_a, "(d_query, d_state)", (query.shape[-1], states.shape[-1]))
    query, W_a, states = widen(query, W_a, states)
    with np.errstate(invalid="ignore"):
        return query @ W_a @ states.mT


def concat_score(query, states, W_a, v_a):
    """Score by a small network that reads both side by side: ``e_ij = v_a . tanh([s_i; h_j] W_a)``.

    Parameters
    ----------
    query : array, (..., T_q, d_query)
    states : array, (..., T_k, d_state)
    W_a : array, (d_query + d_state, d_a)
    v_a : array, (d_a,)

    Returns
    -------
    array, (..., T_q, T_k)

    Notes
    -----
    Luong et al. (2015), section 3.1, "concat". The rows of W_a that meet s and those that meet h are two matrices,
    so this is :func:`additive_score` under another name; what differs between the papers is which s is used.

    Examples
    --------
    >>> import numpy as np
    >>> concat_score(np.zeros((1, 2)), np.zeros((3, 4)), np.ones((6, 5)), np.ones(5))
    array([[0., 0., 0.]])
    """
    checks.sequences(query=query, states=states)
    checks.floating(W_a=W_a)
    d_query, d_state = query.shape[-1], states.shape[-1]
    checks.shape("W_a", W_a, "(d_query + d_state, d_a)", (d_query + d_state, *W_a.shape[-1:]))
    return additive_score(query, states, W_a[:d_query, :], W_a[d_query:, :], v_a)


def additive_score(query, states, W_a, U_a, v_a):
    """Score by a network with one hidden layer: ``e_ij = v_a . tanh(s_{i-1} W_a + h_j U_a)``.

    Parameters
    ----------
    query : array, (..., T_q, d_query)
    states : array, (..., T_k, d_state)
    W_a : array, (d_query, d_a)
    U_a : array, (d_state, d_a)
    v_a : array, (d_a,)

    Returns
    -------
    array, (..., T_q, T_k)

    Notes
    -----
    Bahdanau et al. (2015), section 3.1 and appendix A.1.2. The query is the decoder state *before* the output
    that it helps to make.

    Examples
    --------
    >>> import numpy as np
    >>> one = np.ones((1, 1))
    >>> additive_score(one / 2, np.array([[0.0], [1.0], [-1.0]]), one, one, np.ones(1)).round(4)
    array([[ 0.4621,  0.9051, -0.4621]])
    """
    checks.sequences(query=query, states=states)
    checks.floating(W_a=W_a)
    checks.leading(query=query, states=states)
    d_a = tuple(W_a.shape[-1:])
    checks.shape("W_a", W_a, "(d_query, d_a)", (query.shape[-1], *d_a))
    checks.shape("U_a", U_a, "(d_state, d_a)", (states.shape[-1], *d_a))
    checks.shape("v_a", v_a, "(d_a,)", d_a)
    attention = AdditiveAttention(W_a, U_a, v_a)
    return attention.score(query, attention.project(states))


class AdditiveAttention(NamedTuple):
    """Bahdanau's attention: a small network scores each encoder state against the decoder state.

    ``e_ij = v_a . tanh(s_{i-1} W_a + h_j U_a)``, ``alpha = softmax(e)``, ``c_i = sum_j alpha_ij h_j``

    Parameters
    ----------
    W_a : array, (d_query, d_a)
    U_a : array, (d_state, d_a)
    v_a : array, (d_a,)

    Notes
    -----
    Bahdanau et al. (2015), *Neural Machine Translation by Jointly Learning to Align and Translate*, equations 5
    and 6 and section 3.1.

    Examples
    --------
    >>> import numpy as np
    >>> attention = AdditiveAttention(np.ones((1, 1)), np.ones((1, 1)), np.ones(1))
    >>> states, real = np.array([[0.0], [1.0], [-1.0]]), np.array([True, True, False])
    >>> context, weights = attention(np.array([[0.5]]), states, mask=real)
    >>> context.round(4), weights.round(4)
    (array([[0.609]]), array([[0.391, 0.609, 0.   ]]))
    """

    W_a: Any
    U_a: Any
    v_a: Any

    @classmethod
    def init(cls, rng, d_query, d_state, d_a):
        """Draw the parameters after Glorot.

        Parameters
        ----------
        rng : numpy.random.Generator
        d_query, d_state, d_a : int
            Widths of the decoder state, of the encoder states, and of the hidden layer.
        """
        for name, width in {"d_query": d_query, "d_state": d_state, "d_a": d_a}.items():
            checks.positive_int(name, width)
        W_a, U_a = glorot_uniform(rng, d_query, d_a), glorot_uniform(rng, d_state, d_a)
        return cls(W_a, U_a, glorot_uniform(rng, d_a, 1)[:, 0])

    def _check(self):
        """Refuse parameters that do not fit."""
        checks.parameters(W_a=(self.W_a, "d_query, d_a"), U_a=(self.U_a, "d_state, d_a"), v_a=(self.v_a, "d_a"))

    def __call__(self, query, states, mask=None):
        """Attend from every decoder state to every encoder state.

        Parameters
        ----------
        query : array, (..., T_q, d_query)
        states : array, (..., T_k, d_state)
        mask : boolean array that broadcasts to (..., T_q, T_k), optional

        Returns
        -------
        context : array, (..., T_q, d_state)
        weights : array, (..., T_q, T_k)
        """
        checks.sequences(query=query, states=states)
        checks.same_batch(query=query, states=states)
        return read(self.score(query, self.project(states)), states, mask)

    def project(self, states):
        """Do the encoder's half of the score, ``h_j U_a``, once for all decoder steps."""
        self._check()
        checks.width("states", states, self.U_a.shape[0], "U_a")
        states, U_a = widen(states, self.U_a)
        with np.errstate(invalid="ignore"):
            return states @ U_a

    def score(self, query, projected):
        """Score every query against states that are projected already, (..., T_q, T_k)."""
        self._check()
        checks.width("query", query, self.W_a.shape[0], "W_a")
        checks.width("projected", projected, self.U_a.shape[1], "U_a")
        query, W_a, v_a = widen(query, self.W_a, self.v_a)
        with np.errstate(invalid="ignore"):
            hidden = tanh((query @ W_a)[..., :, None, :] + projected[..., None, :, :])  # (..., T_q, T_k, d_a)
        return hidden @ v_a
