"""What each model is: its architecture, its task, and how it is trained."""

import json
from dataclasses import dataclass, field, fields, replace

from training.dates import DATES
from training.pointers import CELLS
from training.spelling import SINGLE_WORDS, SINGLE_WORDS_BY_HASH, WORDS_IN_A_ROW
from training.tasks import Task

GRU = {"family": "recurrent", **SINGLE_WORDS.sizes(), "d_embedding": 48, "d_encoder": 96}
LAST_STATE = {**GRU, "attention": "none", "d_decoder": 144}  # wider, so that the parameters are as many
ADDITIVE = {**GRU, "attention": "additive", "d_decoder": 128, "d_a": 96}
HEADS = {**GRU, "attention": "heads", "d_decoder": 128, "d_a": 96}
DATE_GRU = {
    "family": "recurrent",
    **DATES.sizes(),
    "attention": "heads",
    "d_embedding": 32,
    "d_encoder": 48,
    "d_decoder": 64,
    "d_a": 48,
}
DATES_ONCE = "what is shown is where the model looks, and it makes next to no mistakes"


@dataclass(frozen=True)
class Recipe:
    """How one model is made.

    Parameters
    ----------
    title : str
        One line for the card.
    architecture : dict
        What :func:`mha.pretrained.build` takes.
    task : Task
        The data, and how answers are judged.
    epochs, batch : int
    learning_rate : float
        Peak of Adam's rate; it rises over ``warm_up`` steps and falls along a cosine to a hundredth.
    dropout, label_smoothing : float
    beta_2 : float
        How fast Adam forgets the squares of gradients.
    average : float
        Decay of the running mean of the parameters; the mean is what is kept.
    one_seed : str
        For the card, why one seed is enough; empty where it takes three.
    """

    title: str
    architecture: dict = field(hash=False)
    task: Task
    epochs: int = 14
    batch: int = 256
    learning_rate: float = 3e-3
    warm_up: int = 300
    dropout: float = 0.1
    label_smoothing: float = 0.0
    beta_2: float = 0.999
    average: float = 0.999
    one_seed: str = ""

    def settings(self):
        """Return everything that shapes the result, as JSON can hold it."""
        names = [field.name for field in fields(self) if field.name not in ("title", "one_seed")]
        settings = {name: getattr(self, name) for name in names}
        return json.loads(json.dumps({**settings, "task": self.task.name}))


def on_hash_split(recipe):
    """Return the same recipe on the split that the literature uses.

    Raises
    ------
    ValueError
        Data that are not split in two ways.
    """
    if recipe.task is not SINGLE_WORDS:
        raise ValueError(f"only the words of the dictionary, one at a time, have a hash split, not {recipe.task.name}")
    return replace(recipe, task=SINGLE_WORDS_BY_HASH)


RECIPES = {
    "g2p-none": Recipe(
        title="Spelling to phonemes: bidirectional GRU, decoder that reads the last state only",
        architecture=LAST_STATE,
        task=SINGLE_WORDS,
    ),
    "g2p-bahdanau": Recipe(
        title="Spelling to phonemes: bidirectional GRU, additive attention",
        architecture=ADDITIVE,
        task=SINGLE_WORDS,
    ),
    "g2p-multihead": Recipe(
        title="Spelling to phonemes: bidirectional GRU, four heads of scaled dot-product attention",
        architecture={**HEADS, "num_heads": 4},
        task=SINGLE_WORDS,
    ),
    "g2p-transformer": Recipe(
        title="Spelling to phonemes: Transformer, four heads, two layers each side",
        architecture={
            "family": "transformer",
            **SINGLE_WORDS.sizes(),
            "d_model": 88,
            "num_heads": 4,
            "d_ff": 176,
            "layers": 2,
            "reach": 8,
        },
        task=SINGLE_WORDS,
        epochs=30,
        learning_rate=2e-3,
        warm_up=1000,
        label_smoothing=0.1,
        beta_2=0.98,
    ),
    "dates-h1": Recipe(
        title="Dates in ten locales to ISO 8601: bidirectional GRU, one head of scaled dot-product attention",
        architecture={**DATE_GRU, "num_heads": 1},
        task=DATES,
        epochs=3,
        batch=128,
        one_seed=DATES_ONCE,
    ),
    "dates-h4": Recipe(
        title="Dates in ten locales to ISO 8601: bidirectional GRU, four heads of scaled dot-product attention",
        architecture={**DATE_GRU, "num_heads": 4},
        task=DATES,
        epochs=3,
        batch=128,
        one_seed=DATES_ONCE,
    ),
    **{
        f"words-{attention}": Recipe(
            title=f"Words in a row to phonemes: bidirectional GRU, {summary}",
            architecture=architecture,
            task=WORDS_IN_A_ROW,
            epochs=12,
            batch=128,
            learning_rate=2e-3,
            one_seed="the two models of the pair are tens of points apart, and seeds of a model a few tenths",
        )
        for attention, architecture, summary in [
            ("none", LAST_STATE, "decoder that reads the last state only"),
            ("bahdanau", ADDITIVE, "additive attention"),
        ]
    },
    **{
        f"letters-h{num_heads}": Recipe(
            title=f"Spelling to phonemes: no recurrent encoder, heads over letters and places: {num_heads}",
            architecture={**HEADS, "num_heads": num_heads, "longest": 21, "d_decoder": 148},  # as many parameters
            task=SINGLE_WORDS,
            epochs=5,
            learning_rate=4e-3,
        )
        for num_heads in (1, 2, 4, 8, 16)
    },
    **{
        cell.name: Recipe(
            title=cell.title,
            architecture=cell.architecture,
            task=cell.task,
            epochs=5,
            batch=128,
            learning_rate=5e-3,
            warm_up=100,
            dropout=0.0,
        )
        for cell in CELLS
    },
}
