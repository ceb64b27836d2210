"""RoundTable: the letters of a word on a belt and at a round table, and who reads whom."""

from __future__ import annotations

from functools import cache

import numpy as np
from traitlets import Dict, Enum, Int, List, TraitError, Unicode, observe, validate

from mha import pretrained
from mha.g2p import LETTERS
from mha.widgets import parameters
from mha.widgets.explorer import Explorer
from mha.widgets.front_end import bundle, style_sheet
from mha.widgets.spelling import MOST_LETTERS, spelled

__all__ = ["RoundTable"]

MODEL = "g2p-transformer"
DECIMALS = 4


class RoundTable(Explorer):
    """A word's letters on a belt, where each hands on to the next, and at a round table, where all read all.

    Shown are the steps between two places, the longest chain of products of each way to read, and the weights of the
    encoder of the book's Transformer. The reader types any English word; the model runs in the browser. The chapter
    on self-attention derives what is counted.

    Parameters
    ----------
    word : str
        One English word: letters a to z and the apostrophe, at most 24 of them. The end symbol sits at the table, too.
    first, second : int
        Who asks and who is asked: places counted from 0, or from the end if below 0.
    layer : int
        Which of the two layers, counted from 0.
    heads : sequence of int
        Which of the four heads are shown, counted from 0; all if empty.
    step : int
        How many rounds have passed: in each, the belt carries a message one station on. -1 for all that it takes.
    samples : sequence of str
        Words to try.
    view : {"figure", "table"}
    key : str
        The explorer's name in links to the page; two on one page need different ones.

    Raises
    ------
    TraitError
        A word, head or layer that cannot be shown, with the reason; a trait of another type.

    Examples
    --------
    >>> table = RoundTable("ox", heads=[1])
    >>> table
    RoundTable(word='ox', heads=[1])
    >>> table.weights.shape  # layer, head, reader, letter
    (2, 4, 3, 3)
    """

    _esm = bundle("round_table.mjs")
    _css = style_sheet("shared/word.css", "round_table.css")
    _told = ("word", "first", "second", "layer", "heads", "step", "view", "key")

    word = Unicode().tag(sync=True)
    first = Int(0, min=-MOST_LETTERS - 1, max=MOST_LETTERS).tag(sync=True)
    second = Int(-2, min=-MOST_LETTERS - 1, max=MOST_LETTERS).tag(sync=True)
    layer = Int(0, min=0).tag(sync=True)
    heads = List(Int(min=0), [0]).tag(sync=True)
    step = Int(-1, min=-1, max=MOST_LETTERS).tag(sync=True)
    samples = List(Unicode()).tag(sync=True)
    view = Enum(["figure", "table"], "figure").tag(sync=True)
    key = Unicode("table").tag(sync=True)

    _models = List(Dict()).tag(sync=True)  # name, version, layers: the one model
    _answers = List(Dict()).tag(sync=True)  # the weights for the word, before the page has any parameters

    def __init__(self, word="knowledge", **traits):
        model, version = _prepared()
        self.chosen = {MODEL: model}
        described = [{"name": MODEL, "version": version, "layers": len(model.encoder)}]
        super().__init__(word=word, _models=described, **traits)
        self.on_msg(self._hand_over)

    @property
    def weights(self):
        """What each letter reads, an array (layers, heads, T, T) with the end symbol in the last row and column."""
        return self.chosen[MODEL].encode(*LETTERS.encode([self.word])).weights[0]

    @validate("word")
    def _word_can_be_spelled(self, proposal):
        return spelled(proposal["value"])

    @validate("samples")
    def _samples_can_be_spelled(self, proposal):
        return [spelled(word) for word in proposal["value"]]

    @validate("heads")
    def _heads_are_there(self, proposal):
        most = self.chosen[MODEL].encoder[0].attention.num_heads
        if any(head >= most for head in proposal["value"]):
            raise TraitError(f"expected heads between 0 and {most - 1}, got {proposal['value']}")
        return sorted(set(proposal["value"]))

    @validate("layer")
    def _layer_is_there(self, proposal):
        most = len(self.chosen[MODEL].encoder)
        if proposal["value"] >= most:
            raise TraitError(f"expected a layer between 0 and {most - 1}, got {proposal['value']}")
        return proposal["value"]

    @observe("word")
    def _keep_answer(self, change=None):
        """Keep what the front end can show before it has any parameters."""
        encoder = np.round(self.weights, DECIMALS).tolist()
        self._answers = [{"model": MODEL, "word": self.word, "encoder": encoder}]

    def _hand_over(self, _, content, buffers):
        """Give the front end the parameters that it asks for."""
        parameters.hand_over(self, content)


@cache
def _prepared():
    """The model as the page has it, and the version of its parameters."""
    model = pretrained.load(MODEL)
    return parameters.rounded(model), parameters.version(model)
