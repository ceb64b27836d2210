from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mha.alphabet import END, PAD, SPACE, START, Alphabet
from mha.g2p import (
    LENGTH_BINS,
    LETTERS,
    PHONEMES,
    Entry,
    between_spaces,
    edit_distance,
    error_by_length,
    error_by_words,
    error_rates,
    nearest,
    normalize,
    words,
)
from mha.masks import padding_mask

spellings = st.text("'abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=13)
short = st.text("abc", max_size=5)


def test_alphabets_have_the_special_symbols_first_and_no_symbol_twice():
    assert (PAD, START, END, SPACE) == (0, 1, 2, 3)
    assert LETTERS.symbols[:5] == ("<pad>", "<s>", "</s>", " ", "'")
    assert PHONEMES.symbols[3] == "|"
    assert len(set(LETTERS.symbols)) == 4 + 27
    assert len(set(PHONEMES.symbols)) == 4 + 39


def test_B26_both_alphabets_pad_with_the_same_number_and_masks_ask_for_lengths():
    for alphabet, word in ((LETTERS, "cat"), (PHONEMES, ("K", "AE", "T"))):
        numbers, lengths = alphabet.encode([word, word[:1]])
        assert alphabet.symbols[PAD] == "<pad>"
        np.testing.assert_array_equal(padding_mask(lengths, numbers.shape[1])[:, 0], numbers != PAD)


def test_encode_by_hand():
    numbers, lengths = LETTERS.encode(["b'a", "c"], start=True)
    np.testing.assert_array_equal(numbers, [[1, 6, 4, 5, 2], [1, 7, 2, 0, 0]])
    np.testing.assert_array_equal(lengths, [5, 3])


def test_encode_without_start_and_end():
    numbers, lengths = PHONEMES.encode([["AA", "|", "AE"]], end=False)
    np.testing.assert_array_equal(numbers, [[4, 3, 5]])
    np.testing.assert_array_equal(lengths, [3])


def test_encoding_no_word_gives_an_empty_batch():
    numbers, lengths = LETTERS.encode([])
    assert numbers.shape == (0, 0)
    assert lengths.shape == (0,)
    assert numbers.dtype == lengths.dtype == int


@given(st.lists(spellings, min_size=1, max_size=7), st.booleans())
def test_decode_undoes_encode_and_padding_fills_the_rest(batch, start):
    numbers, lengths = LETTERS.encode(batch, start=start)
    assert ["".join(word) for word in LETTERS.decode(numbers)] == batch
    assert lengths.tolist() == [len(word) + start + 1 for word in batch]
    assert ((numbers == PAD) == (np.arange(numbers.shape[1]) >= lengths[:, None])).all()


@given(spellings, st.lists(spellings, max_size=5))
def test_a_words_numbers_do_not_depend_on_its_neighbors(word, others):
    alone, (length,) = LETTERS.encode([word])
    together, _ = LETTERS.encode([word, *others])
    np.testing.assert_array_equal(together[0, :length], alone[0])


def test_unsupported_characters_are_named_once_each():
    with pytest.raises(ValueError, match=r"unsupported 'ï', '3' in 'naï3ïve'"):
        LETTERS.encode(["fine", "naï3ïve"])
    with pytest.raises(ValueError, match="unsupported 'A'"):
        LETTERS.encode(["Ab"])


def test_special_symbols_cannot_be_smuggled_in():
    with pytest.raises(ValueError, match="unsupported '<pad>', '</s>' in '<pad> AA </s>'"):
        PHONEMES.encode([["<pad>", "AA", "</s>"]])


@pytest.mark.parametrize("empty", ["", [], ()])
def test_an_empty_word_is_refused(empty):
    with pytest.raises(ValueError, match="empty"):
        LETTERS.encode(["fine", empty])


def test_one_string_is_not_a_list_of_words():
    with pytest.raises(TypeError, match=r"try \['word'\]"):
        LETTERS.encode("word")


def test_decode_stops_at_the_first_end_only():
    assert Alphabet.of("ab").decode([[4, 3, 5, 0, 2, 4, 2]]) == [("a", " ", "b")]
    assert Alphabet.of("ab").decode([[2, 2], [4, 5]]) == [(), ("a", "b")]


def test_normalize():
    assert normalize(" Rock’n’Roll\tBAND ") == "rock'n'roll band"


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [
        ("", "", 0),
        ("", "abc", 3),
        ("abc", "abc", 0),
        ("flaw", "lawn", 2),
        ("intention", "execution", 5),
    ],
)
def test_edit_distance_by_hand(first, second, distance):
    assert edit_distance(first, second) == distance


def test_edit_distance_takes_sequences_of_anything():
    assert edit_distance(["K", "AE", "T"], ("K", "AH", "T", "S")) == 2


@given(short, short)
def test_edit_distance_equals_the_recursive_definition(first, second):
    @cache
    def distance(i, j):
        if i == 0 or j == 0:
            return i + j
        change = first[i - 1] != second[j - 1]
        return min(distance(i - 1, j) + 1, distance(i, j - 1) + 1, distance(i - 1, j - 1) + change)

    assert edit_distance(first, second) == distance(len(first), len(second))


@given(short, short)
def test_no_shorter_series_of_edits_exists(first, second):
    def neighbors(text):
        for i in range(len(text) + 1):
            yield from (text[:i] + letter + text[i:] for letter in "abc")
            yield text[:i] + text[i + 1 :]
            yield from (text[:i] + letter + text[i + 1 :] for letter in "abc" if i < len(text))

    reached, distance = {first}, 0
    while second not in reached and distance < 3:
        reached |= {after for text in reached for after in neighbors(text)}
        distance += 1
    found = edit_distance(first, second)
    assert found == distance if second in reached else found > 3


@given(short, short, short)
def test_edit_distance_is_a_metric(first, second, third):
    direct = edit_distance(first, second)
    assert direct == edit_distance(second, first)
    assert (direct == 0) == (first == second)
    assert direct <= edit_distance(first, third) + edit_distance(third, second)
    assert abs(len(first) - len(second)) <= direct <= max(len(first), len(second))


CAT, DOG = ("K", "AE", "T"), ("D", "AO", "G")


def test_error_rates_by_hand():
    rates = error_rates([CAT, ("D", "AA", "G", "Z"), ()], [CAT, DOG, ("AH",)])
    assert rates.count == 3
    assert rates.phoneme == (0 + 2 + 1) / 7
    assert rates.word == 2 / 3


def test_error_rates_refuse_unpaired_words_and_none_at_all():
    with pytest.raises(ValueError, match="2 predictions and 1 references"):
        error_rates([CAT, DOG], [CAT])
    with pytest.raises(ValueError, match="at least one"):
        error_rates([], [])


def test_words_of_a_row_are_compared_without_their_spaces():
    row = (*CAT, "|", *DOG)
    assert error_rates([row], [row]) == (2, 0, 0)
    assert error_rates([(*CAT, *DOG)], [row]) == (2, 0, 1), "every phoneme is there, and no word"
    assert error_rates([(*CAT, "|", "D")], [row]) == (2, 2 / 6, 1 / 2)
    assert error_rates([DOG], [row]) == (2, 3 / 6, 1 / 2)
    assert error_rates([(*row, "|", "B")], [row]) == (2, 1 / 6, 1 / 2)


@given(st.lists(st.lists(st.sampled_from(["K", "AE", "T"]), max_size=3), min_size=1, max_size=4))
def test_words_joined_by_spaces_come_apart_again(found):
    joined = [symbol for word in found for symbol in ("|", *word)][1:]
    assert between_spaces(joined) == [tuple(word) for word in found]


def test_error_by_words_sorts_rows_by_the_words_of_the_reference():
    row = (*CAT, "|", *DOG)
    entries = [Entry("cat dog", (row,)), Entry("cat", (CAT,)), Entry("dog", (DOG,))]
    rates = error_by_words([CAT, CAT, DOG], entries)
    assert list(rates) == [1, 2]
    assert rates[1] == error_rates([CAT, DOG], [CAT, DOG])
    assert rates[2] == error_rates([CAT], [row])


def test_nearest_prefers_the_reference_among_equals():
    assert nearest(DOG, [CAT, DOG]) == DOG
    assert nearest(("B",), [CAT, DOG]) == CAT


def test_error_by_length_sorts_words_into_bins():
    entries = [Entry("cat", (CAT,)), Entry("dog", (CAT, DOG)), Entry("doggy", ((*DOG, "IY"),))]
    rates = error_by_length([CAT, DOG, DOG], entries)
    assert list(rates) == [(2, 4), (5, 6)]
    assert rates[2, 4] == error_rates([CAT, DOG], [CAT, CAT])
    assert rates[5, 6] == (1, 1 / 4, 1)


@pytest.mark.parametrize("split", ["train", "dev", "test"])
def test_every_word_and_pronunciation_can_be_encoded(split):
    entries = words(split)
    LETTERS.encode([entry.word for entry in entries])
    PHONEMES.encode([phonemes for entry in entries for phonemes in entry.pronunciations])
    assert sum(low <= len(entry.word) <= high for entry in entries for low, high in LENGTH_BINS) == len(entries)


def test_known_entries():
    assert Entry("rhythm", (("R", "IH", "DH", "AH", "M"),)) in words("test")
    tomato = dict(words("train"))["tomato"]
    assert [" ".join(phonemes) for phonemes in tomato] == ["T AH M EY T OW", "T AH M AA T OW"]


def test_words_are_read_once():
    assert words("test") is words("test")


def test_an_unknown_split_is_refused():
    with pytest.raises(ValueError, match="'train', 'dev' or 'test', got 'valid'"):
        words("valid")
