"""LineExplorer: type a word, choose a model, and see where it looks while it speaks."""

from __future__ import annotations

import re
from functools import cache

from traitlets import Bool, Dict, Enum, Int, List, TraitError, Unicode, observe, validate

from mha import g2p, pretrained
from mha.readers import Additive, Heads, LastState
from mha.recurrent import LetterEncoder
from mha.transformer import TransformerModel
from mha.widgets import parameters
from mha.widgets.answers import answer
from mha.widgets.explorer import Explorer
from mha.widgets.front_end import bundle, style_sheet
from mha.widgets.spelling import spelled

__all__ = ["LineExplorer"]

TITLES = {
    "g2p-none": "One summary",
    "g2p-bahdanau": "Attention",
    "g2p-multihead": "Four heads",
    "g2p-transformer": "Transformer",
}
"""The models of the book's main line, in its order, and what the explorer calls them."""


class LineExplorer(Explorer):
    """A word, the sounds that a model makes of it, and for each sound the letters at which the model looked.

    The reader types any English word and chooses a model; both run in the browser. Every trait can be read and set
    from Python as well.

    Parameters
    ----------
    word : str
        One English word: letters a to z and the apostrophe, at most 24 of them.
    model : str, optional
        Name of one of the models.
    models : sequence of str, or dict from names to models, optional
        Which ones can be chosen, unless said those of the book. A page without a kernel knows shipped models only.
    second, second_model : str
        Another word, by another model, beside the first; empty for none, and for the same model.
    view : {"ribbons", "map", "table"}
    step : int
        How many sounds are written, the last of them singled out; -1 for all, and none singled out.
    heads : sequence of int
        Which heads are shown, counted from 0; all if empty.
    layer : int
        Which of the Transformer's layers, counted from 0.
    letters_read : bool
        Whether the encoder's own attention is shown: letters that read letters.
    every_model : bool
        Whether what every model says is unfolded.
    samples : sequence of str
        Words to try.
    key : str
        The explorer's name in links to the page; two on one page need different ones.

    Attributes
    ----------
    chosen : dict
        The models by their names, with their parameters rounded as the page has them.

    Raises
    ------
    TraitError
        A word, model, head or layer that cannot be shown, with the reason; a trait of another type.

    Examples
    --------
    >>> explorer = LineExplorer("ox", model="g2p-none")
    >>> explorer, explorer.phonemes
    (LineExplorer(word='ox', model='g2p-none'), ('AA', 'K', 'S'))
    >>> explorer.word = "知"
    Traceback (most recent call last):
    ...
    traitlets.traitlets.TraitError: unsupported '知' in '知': the models know a to z and the apostrophe
    """

    _esm = bundle("line_explorer.mjs")
    _css = style_sheet("shared/word.css", "line_explorer.css")
    _told = tuple("word model second second_model view step heads layer letters_read every_model key".split())

    word = Unicode().tag(sync=True)
    model = Unicode().tag(sync=True)
    second = Unicode().tag(sync=True)
    second_model = Unicode().tag(sync=True)
    view = Enum(["ribbons", "map", "table"], "ribbons").tag(sync=True)
    step = Int(-1, min=-1).tag(sync=True)
    heads = List(Int(min=0)).tag(sync=True)
    layer = Int(0, min=0).tag(sync=True)
    letters_read = Bool(False).tag(sync=True)
    every_model = Bool(False).tag(sync=True)
    samples = List(Unicode()).tag(sync=True)
    key = Unicode("line").tag(sync=True)

    _models = List(Dict()).tag(sync=True)  # name, title, kind, version: what can be chosen
    _answers = List(Dict()).tag(sync=True)  # what every model says to the words shown, see mha.widgets.answers
    _dictionary = Dict().tag(sync=True)  # of these words and the samples, those that no model has learned

    def __init__(self, word="championship", model=None, models=None, **traits):
        prepared = _choose(models)
        self.chosen = {name: trained for name, (trained, _) in prepared.items()}
        if model is None:
            model = "g2p-bahdanau" if "g2p-bahdanau" in self.chosen else next(iter(self.chosen))
        described = [_describe(name, *one) for name, one in prepared.items()]
        super().__init__(word=word, model=model, _models=described, **traits)
        self.on_msg(self._hand_over)

    @property
    def phonemes(self):
        """What the chosen model says to the word, a tuple of phonemes."""
        sounds = answer(self.chosen[self.model], self.word)["sounds"]
        return tuple(sounds[:-1] if sounds[-1] == "</s>" else sounds)

    @validate("word")
    def _word_can_be_spelled(self, proposal):
        return spelled(proposal["value"])

    @validate("second")
    def _second_can_be_spelled(self, proposal):
        return proposal["value"] and spelled(proposal["value"])

    @validate("samples")
    def _samples_can_be_spelled(self, proposal):
        return [spelled(word) for word in proposal["value"]]

    @validate("model", "second_model")
    def _model_is_there(self, proposal):
        name = proposal["value"]
        if name not in self.chosen and not (name == "" and proposal["trait"].name == "second_model"):
            raise TraitError(f"no model is called {name!r} here; there are: {', '.join(self.chosen)}")
        return name

    @validate("heads")
    def _heads_are_there(self, proposal):
        most = max(_shape(model)[1] for model in self.chosen.values())
        if any(head >= most for head in proposal["value"]):
            raise TraitError(f"expected heads between 0 and {most - 1}, got {proposal['value']}")
        return sorted(set(proposal["value"]))

    @validate("layer")
    def _layer_is_there(self, proposal):
        most = max(_shape(model)[0] for model in self.chosen.values())
        if proposal["value"] >= most:
            raise TraitError(f"expected a layer between 0 and {most - 1}, got {proposal['value']}")
        return proposal["value"]

    @observe("word", "second", "samples")
    def _keep_answers(self, change=None):
        """Keep what the front end can show before it has any parameters."""
        shown = list(dict.fromkeys(filter(None, (self.word, self.second))))
        self._answers = [
            {"model": name, **answer(trained, word)} for word in shown for name, trained in self.chosen.items()
        ]
        self._dictionary = {word: _held_out()[word] for word in (*shown, *self.samples) if word in _held_out()}

    def _hand_over(self, _, content, buffers):
        """Give the front end the parameters that it asks for."""
        parameters.hand_over(self, content)


def _choose(models):
    """The models of an explorer by their names, each rounded, with the version of its parameters."""
    models = list(TITLES) if models is None else models
    if not models:
        raise TraitError("expected at least one model")
    if isinstance(models, dict):
        return {name: _prepare(model, repr(name)) for name, model in models.items()}
    return {name: _shipped(name) for name in models}


@cache
def _shipped(name):
    """A model of the book, prepared once for all explorers."""
    return _prepare(pretrained.load(name), repr(name))


def _prepare(model, name):
    """Refuse a model that does not read letters and speak phonemes, and round the others."""
    arrays = pretrained.flatten(model)
    embeddings = [array for path, array in arrays.items() if path.endswith("embedding")]
    expected = [len(g2p.LETTERS.symbols), len(g2p.PHONEMES.symbols)]
    if [len(embedding) for embedding in embeddings] != expected:
        raise TraitError(
            f"the model {name} has another alphabet: expected {expected[0]} letters, {expected[1]} phonemes"
        )
    return parameters.rounded(model), parameters.version(model)


def _describe(name, model, version):
    """What the front end says about a model before it has its parameters."""
    return {"name": name, "title": _title(name), "kind": _kind(model), "version": version}


def _title(name):
    """What the explorer calls a model."""
    heads = re.fullmatch(r"letters-h(\d+)", name)
    return TITLES.get(name, f"Bare letters, {heads[1]} head{'s' * (heads[1] != '1')}" if heads else name)


def _kind(model):
    """How a model looks at the letters, in one word."""
    if isinstance(model, TransformerModel):
        return "transformer"
    if isinstance(model.encoder, LetterEncoder):
        return "letters"
    return {LastState: "none", Additive: "additive", Heads: "heads"}[type(model.attention)]


def _shape(model):
    """Layers and heads that look at the letters."""
    if isinstance(model, TransformerModel):
        return len(model.decoder), model.decoder[0].cross_attention.num_heads
    heads = {LastState: 0, Additive: 1}.get(type(model.attention))
    return 1, model.attention.attention.num_heads if heads is None else heads


@cache
def _held_out():
    """The words that no model has learned from, and what the dictionary says to them."""
    return {entry.word: entry.pronunciations for split in ("dev", "test") for entry in g2p.words(split)}
