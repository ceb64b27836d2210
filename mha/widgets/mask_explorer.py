"""MaskExplorer: forbid pairs of queries and keys, by a rule or by hand, and see what is left of the weights."""

from __future__ import annotations

import numpy as np
from traitlets import Enum, Int, List, TraitError, Unicode, validate

from mha import checks
from mha.masks import causal_mask, padding_mask, window_mask
from mha.ops import softmax
from mha.widgets.draws import normals
from mha.widgets.explorer import Explorer
from mha.widgets.front_end import bundle, style_sheet

__all__ = ["MaskExplorer"]

MOST = 8


class MaskExplorer(Explorer):
    """Scores of a few queries and keys, a mask that the reader chooses or clicks together, and the weights.

    Parameters
    ----------
    preset : {"everything", "causal", "window", "padding", "both", "front"}
        The rule: no mask, causal, causal within a window, padding behind, causal and padding behind, causal and
        padding in front.
    T_q, T_k : int
        Number of queries and keys, 1 to 8. The last query is aligned with the last key.
    size : int
        Width of the window.
    length : int
        How many keys are not padding.
    flipped : list of pairs of int
        Queries and keys, counted from 0, for which the rule is turned round.
    seed : int
        Which scores are drawn.
    view : {"figure", "table"}
    key : str
        The explorer's name in links to the page; two on one page need different ones.

    Raises
    ------
    TraitError
        A value that cannot be shown; a trait of another type.

    Examples
    --------
    >>> explorer = MaskExplorer(T_q=2)
    >>> explorer
    MaskExplorer(T_q=2)
    >>> explorer.mask.astype(int)
    array([[1, 1, 1, 1, 0],
           [1, 1, 1, 1, 1]])
    """

    _esm = bundle("mask_explorer.mjs")
    _css = style_sheet("mask_explorer.css")
    _told = ("preset", "T_q", "T_k", "size", "length", "flipped", "seed", "view", "key")

    preset = Enum(["everything", "causal", "window", "padding", "both", "front"], "causal").tag(sync=True)
    T_q = Int(5, min=1, max=MOST).tag(sync=True)
    T_k = Int(5, min=1, max=MOST).tag(sync=True)
    size = Int(3, min=1, max=MOST).tag(sync=True)
    length = Int(3, min=0, max=MOST).tag(sync=True)
    flipped = List(List(Int(min=0, max=MOST - 1), minlen=2, maxlen=2)).tag(sync=True)
    seed = Int(0, min=0, max=999_999).tag(sync=True)
    view = Enum(["figure", "table"], "figure").tag(sync=True)
    key = Unicode("mask").tag(sync=True)

    @validate("flipped")
    def _each_pair_once(self, proposal):
        pairs = proposal["value"]
        if len({tuple(pair) for pair in pairs}) < len(pairs):
            raise TraitError(f"expected each pair once, got {pairs}")
        return pairs

    @property
    def mask(self):
        """What is allowed, boolean, (T_q, T_k). It can be set to any mask of 1 to 8 queries and keys."""
        mask = self._rule.copy()
        for i, j in self.flipped:
            if i < self.T_q and j < self.T_k:
                mask[i, j] = not mask[i, j]
        return mask

    @mask.setter
    def mask(self, mask):
        checks.boolean(mask)
        if mask.ndim != 2 or not (1 <= min(mask.shape) and max(mask.shape) <= MOST):
            raise TraitError(f"expected a mask of shape (T_q, T_k), each 1 to {MOST}, got shape {mask.shape}")
        T_q, T_k = mask.shape
        with self.hold_trait_notifications():
            self.preset, self.T_q, self.T_k = "everything", T_q, T_k
            self.flipped = np.argwhere(~mask).tolist()

    @property
    def _rule(self):
        """The mask of the preset."""
        real = min(self.length, self.T_k)
        causal, behind = causal_mask(self.T_q, self.T_k), padding_mask([real], self.T_k)[0]
        masks = {
            "everything": np.ones_like(causal),
            "causal": causal,
            "window": window_mask(self.T_q, self.T_k, self.size),
            "padding": behind,
            "both": causal & behind,
            "front": causal & (np.arange(self.T_k) >= self.T_k - real),
        }
        return np.broadcast_to(masks[self.preset], causal.shape)

    @property
    def scores(self):
        """The scores, (T_q, T_k), with one decimal."""
        return np.round(15 * normals(self.seed, MOST * MOST).reshape(MOST, MOST)[: self.T_q, : self.T_k]) / 10

    @property
    def weights(self):
        """The weights, (T_q, T_k); zeros where a query may attend to nothing."""
        return softmax(self.scores, self.mask)
