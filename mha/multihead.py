"""Multi-head attention: several inspectors, each with a lens of their own, one report."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mha import checks
from mha.attention import look as look_once
from mha.attention import scaled_dot_product_attention
from mha.initializers import glorot_uniform
from mha.ops import add_up

__all__ = ["MultiHeadAttention"]


class MultiHeadAttention(NamedTuple):
    """Attend with h heads at once, each in a small space of its own, and add up what they report.

    ``head_i = attention(Q W_q[i], K W_k[i], V W_v[i])``, ``output = sum_i head_i W_o[i]``

    The sum is the usual "concatenate, then multiply by W_O": the rows of W_O that meet head i are ``W_o[i]``.

    Parameters
    ----------
    W_q : array, (h, d_query, d_k)
    W_k : array, (h, d_key, d_k)
    W_v : array, (h, d_value, d_v)
    W_o : array, (h, d_v, d_model)

    Notes
    -----
    Vaswani et al. (2017), *Attention Is All You Need*, section 3.2.2. No biases.

    Examples
    --------
    >>> import numpy as np
    >>> attention = MultiHeadAttention.init(np.random.default_rng(0), d_model=16, num_heads=4)
    >>> query, memory = np.zeros((2, 3, 16)), np.ones((2, 5, 16))
    >>> output, weights = attention(query, memory, memory)
    >>> output.shape, weights.shape
    ((2, 3, 16), (2, 4, 3, 5))
    """

    W_q: Any
    W_k: Any
    W_v: Any
    W_o: Any

    @classmethod
    def init(cls, rng, d_model, num_heads, *, d_query=None, d_key=None, d_value=None, d_k=None, d_v=None):
        """Draw the parameters, uniform after Glorot and Bengio (2010).

        Parameters
        ----------
        rng : numpy.random.Generator
        d_model : int
            Width of the output.
        num_heads : int
            ``h``; must divide ``d_model`` unless ``d_k`` and ``d_v`` are both given.
        d_query, d_key, d_value : int, optional
            Widths of the inputs, ``d_model`` unless said.
        d_k, d_v : int, optional
            Widths inside each head, ``d_model / h`` unless said.

        Raises
        ------
        ValueError
            The heads do not divide the width: the message names both and the head counts that would.
        """
        checks.positive_int("d_model", d_model)
        checks.positive_int("num_heads", num_heads)
        if (d_k is None or d_v is None) and d_model % num_heads:
            fitting = [h for h in range(1, d_model + 1) if d_model % h == 0]
            raise ValueError(
                f"d_model = {d_model} cannot be divided among num_heads = {num_heads}: {d_model} = {num_heads} x "
                f"{d_model // num_heads} + {d_model % num_heads}. Numbers of heads that fit: {fitting}"
            )
        d_k = d_model // num_heads if d_k is None else d_k
        d_v = d_model // num_heads if d_v is None else d_v
        widths = {"d_query": d_query, "d_key": d_key, "d_value": d_value}
        widths = {name: d_model if width is None else width for name, width in widths.items()}
        for name, width in {**widths, "d_k": d_k, "d_v": d_v}.items():
            checks.positive_int(name, width)
        return cls(
            W_q=glorot_uniform(rng, num_heads, widths["d_query"], d_k),
            W_k=glorot_uniform(rng, num_heads, widths["d_key"], d_k),
            W_v=glorot_uniform(rng, num_heads, widths["d_value"], d_v),
            W_o=glorot_uniform(rng, num_heads, d_v, d_model),
        )

    def _check(self):
        """Refuse parameters that do not fit each other."""
        checks.parameters(
            W_q=(self.W_q, "h, d_query, d_k"),
            W_k=(self.W_k, "h_k, d_key, d_k"),
            W_v=(self.W_v, "h_v, d_value, d_v"),
            W_o=(self.W_o, "h, d_v, d_model"),
        )
        for name, W in {"W_k": self.W_k, "W_v": self.W_v}.items():
            if W.shape[0] not in (1, self.num_heads):
                raise ValueError(
                    f"{name} must have the {self.num_heads} heads of W_q, or one that all share, got {W.shape[0]}"
                )

    @property
    def num_heads(self):
        """How many heads there are, ``h``."""
        return self.W_q.shape[0]

    def __call__(self, query, key, value, mask=None, *, bias=None):
        """Attend from every query to every key.

        Parameters
        ----------
        query : array, (..., T_q, d_query)
        key : array, (..., T_k, d_key)
        value : array, (..., T_k, d_value)
        mask : boolean array, optional
            True = may attend. (T_q, T_k), (..., T_q, T_k), or with a head axis (..., h, T_q, T_k); any axis but
            the last two may be 1, and T_q may be 1 for a mask that is the same for all queries.
        bias : array that broadcasts to (..., h, T_q, T_k), optional
            Added to the scores.

        Returns
        -------
        output : array, (..., T_q, d_model)
        weights : array, (..., h, T_q, T_k)
            One row per head and query; each sums to one, or is all zeros where nothing may be attended to.

        Raises
        ------
        TypeError, ValueError
            With what was expected, what came, and the likely mend.
        """
        checks.sequences(query=query, key=key, value=value)
        checks.same_batch(query=query, key=key, value=value)
        checks.same_length(key, value)
        return self.attend(query, *self.project(key, value), mask=mask, bias=bias)

    def project(self, key, value):
        """See keys and values through each head's lens; what decoding keeps between its steps.

        Parameters
        ----------
        key : array, (..., T_k, d_key)
        value : array, (..., T_k, d_value)

        Returns
        -------
        key : array, (..., h, T_k, d_k)
        value : array, (..., h, T_k, d_v)
        """
        self._check()
        checks.width("key", key, self.W_k.shape[-2], "W_k")
        checks.width("value", value, self.W_v.shape[-2], "W_v")
        with np.errstate(invalid="ignore"):  # padding may be infinite; what becomes of it is not read
            return self.see(key, value)

    def see(self, key, value):
        """Do what :meth:`project` does, for finite arrays that are known to fit."""
        return key[..., None, :, :] @ self.W_k, value[..., None, :, :] @ self.W_v

    def attend(self, query, key, value, mask=None, *, bias=None):
        """Attend with keys and values that are projected already.

        Parameters
        ----------
        query : array, (..., T_q, d_query)
        key : array, (..., h, T_k, d_k)
        value : array, (..., h, T_k, d_v)
        mask, bias : arrays, optional
            As for the layer itself.

        Returns
        -------
        output : array, (..., T_q, d_model)
        weights : array, (..., h, T_q, T_k)
        """
        self._check()
        checks.width("query", query, self.W_q.shape[-2], "W_q")
        checks.width("value", value, self.W_o.shape[-2], "W_o")
        if mask is not None:
            checks.boolean(mask)
        if not {*key.shape[-3:-2], *value.shape[-3:-2]} <= {1, self.num_heads}:
            raise ValueError(
                f"key and value must come from {self.num_heads} heads, or from one that all share, "
                f"got shapes {tuple(key.shape)} and {tuple(value.shape)}"
            )
        with np.errstate(invalid="ignore"):
            return self.look(query, key, value, mask, bias=bias, by=scaled_dot_product_attention)

    def look(self, query, key, value, mask=None, *, bias=None, by=look_once):
        """Do what :meth:`attend` does, for finite arrays that are known to fit; see :func:`mha.attention.look`.

        Parameters
        ----------
        query, key, value, mask, bias : arrays
            As for :meth:`attend`.
        by : function
            What each head does: this, or :func:`mha.scaled_dot_product_attention`.
        """
        heads_query = query[..., None, :, :] @ self.W_q  # (..., h, T_q, d_k)
        if mask is not None and 2 < mask.ndim <= query.ndim:
            mask = mask[..., None, :, :]  # the same for every head
        context, weights = by(heads_query, key, value, mask, bias=bias)
        return add_up(context @ self.W_o, axis=-3), weights
