"""Exercises on vectors for whole sentences: pooling the positions, and comparing what comes out."""

import math

import numpy as np

from mha.exercises.exercise import exercise, sizes


@exercise("One vector for a sentence", "ch-applications", core="(t,d),()->(d)")
def mean_pool(states, length):
    """Average the states of a sentence, without its padding.

    states: (B, T, d), padded
    length: int, (B,), how many positions are real
    Returns: (B, d); an empty sentence gives zeros.
    """
    pooled = np.zeros_like(states[0])
    for t in range(length):
        pooled += states[t] / length
    return pooled


@mean_pool.inputs
def _(rng, batch, dtype):
    B, T, d = sizes(rng, 3)
    length = rng.integers(1, T + 1, B)
    length[0] = T - 1
    return rng.normal(size=(B, T, d)).astype(dtype), length


@mean_pool.edges
def _():
    states = np.arange(12.0).reshape(2, 3, 2)
    return [(states, np.array(length)) for length in ([3, 3], [1, 2], [0, 2], [0, 0])]


def _pooled(states, length, real=None, divisor=None):
    """Mean pooling with its parts to choose."""
    real = np.arange(states.shape[1]) < length[:, None] if real is None else real
    divisor = np.maximum(length, 1)[:, None] if divisor is None else divisor
    return ((states * real[..., None]).sum(1) / divisor).astype(states.dtype)


@mean_pool.mistake
def padding_included(states, length):
    """The padding is averaged as well: leave out what stands at and behind the length."""
    return states.mean(1)


@mean_pool.mistake
def divided_by_all_positions(states, length):
    """Divide by the number of real positions, not by T."""
    return _pooled(states, length, divisor=states.shape[1])


@mean_pool.mistake
def sum_for_mean(states, length):
    """This is the sum: divide by the length."""
    return _pooled(states, length, divisor=1)


@mean_pool.mistake
def padding_summed(states, length):
    """Divided by the length, but the padding is in the sum: leave out what stands at and behind the length."""
    return _pooled(states, length, real=np.ones(states.shape[:2], dtype=bool))


@mean_pool.mistake
def last_position_left_out(states, length):
    """The last real position is length - 1, and it counts: t < length."""
    return _pooled(states, length, real=np.arange(states.shape[1]) < length[:, None] - 1)


@mean_pool.mistake
def first_padding_included(states, length):
    """Positions count from 0, so position `length` is padding: t < length."""
    return _pooled(states, length, real=np.arange(states.shape[1]) <= length[:, None])


@mean_pool.mistake
def empty_sentence_not_a_number(states, length):
    """An empty sentence has no positions, and 0 / 0 is NaN: divide by at least 1."""
    return _pooled(states, length, divisor=length[:, None])


@mean_pool.mistake
def largest_for_mean(states, length):
    """This keeps the largest number in each column, which is max pooling."""
    real = np.arange(states.shape[1]) < length[:, None]
    largest = np.where(real[..., None], states, -np.inf).max(1)
    return np.where(np.isinf(largest), 0, largest).astype(states.dtype)


@mean_pool.mistake
def averaged_over_columns(states, length):
    """Average over the positions, axis 1: one vector of width d is wanted."""
    return states.mean(-1)


@exercise("Comparing sentences", "ch-applications", core="(q,d),(n,d)->(q,n)")
def cosine_similarity(queries, documents):
    """Compare queries with documents by the cosine of their angle.

    cosine = q . v / (|q| |v|); a vector of zeros gives 0

    queries: (Q, d), documents: (N, d)
    Returns: (Q, N), from -1 to 1.
    """
    cosines = np.zeros((len(queries), len(documents)), queries.dtype)
    for i in range(len(queries)):
        for j in range(len(documents)):
            q, v = queries[i], documents[j]
            size = math.sqrt((q @ q) * (v @ v))
            if size > 0:
                cosines[i, j] = q @ v / size
    return cosines


@cosine_similarity.inputs
def _(rng, batch, dtype):
    Q, N, d = sizes(rng, 3)
    return rng.normal(size=(Q, d)).astype(dtype), (3 * rng.normal(size=(N, d))).astype(dtype)


@cosine_similarity.edges
def _():
    vectors = np.array([[3.0, 4.0], [0.0, 0.0], [-3.0, -4.0]])
    return [(vectors[:1], vectors), (vectors, vectors[:2]), (vectors[1:2], vectors[1:2])]


def _unit(x, axis=-1):
    """Vectors of length one; zeros stay zeros."""
    size = np.linalg.norm(x, axis=axis, keepdims=True)
    return x / np.where(size == 0, 1, size)


@cosine_similarity.mistake
def plain_product(queries, documents):
    """Divide by both lengths, or long vectors win."""
    return queries @ documents.T


@cosine_similarity.mistake
def queries_alone_normalized(queries, documents):
    """The documents' lengths are divided by, too."""
    return _unit(queries) @ documents.T


@cosine_similarity.mistake
def documents_alone_normalized(queries, documents):
    """The queries' lengths are divided by, too."""
    return queries @ _unit(documents).T


@cosine_similarity.mistake
def lengths_side_by_side(queries, documents):
    """Each pair has two lengths: those of the queries need an axis for the documents, as in lengths[:, None]."""
    return queries @ documents.T / (np.linalg.norm(queries, axis=1) * np.linalg.norm(documents, axis=1))


@cosine_similarity.mistake
def columns_normalized(queries, documents):
    """A vector is a row: take its length over the last axis."""
    return _unit(queries, axis=0) @ _unit(documents, axis=0).T


@cosine_similarity.mistake
def divided_by_squares(queries, documents):
    """A length is the square root of the sum of squares."""
    squares = (queries**2).sum(-1)[:, None] * (documents**2).sum(-1)
    return queries @ documents.T / np.where(squares == 0, 1, squares)


@cosine_similarity.mistake
def zeros_not_a_number(queries, documents):
    """A vector of zeros has length 0, and 0 / 0 is NaN: its cosine is 0 here."""
    queries = queries / np.linalg.norm(queries, axis=-1, keepdims=True)
    return queries @ (documents / np.linalg.norm(documents, axis=-1, keepdims=True)).T


@cosine_similarity.mistake
def distance_for_similarity(queries, documents):
    """One minus the cosine is a distance, small for what is alike: here the cosine itself is wanted."""
    return 1 - _unit(queries) @ _unit(documents).T


@cosine_similarity.mistake
def documents_in_rows(queries, documents):
    """One row for each query: (Q, N)."""
    return _unit(documents) @ _unit(queries).T
