"""Families of words that share a stem, so that a split can keep each family on one side.

Two words of the dictionary are relatives when any of these holds:

1. their Snowball English stems are equal (*relate*, *relation*);
2. one is the other plus a suffix, allowing for a dropped *e*, a doubled consonant
   and *y* turned into *i* (*make*, *making*; *run*, *runner*; *happy*, *happiness*);
3. one is the other plus a prefix (*fair*, *unfair*);
4. they differ only in apostrophes (*obrien*, *o'brien*).

A family is a connected set of relatives.
The rules know no meaning, so they also join *car* and *care*: a family that is too large costs
nothing, whereas a relative on the other side of the split would flatter the model.
"""

from collections.abc import Iterable, Iterator

from snowballstemmer import stemmer

POSSESSIVES = ("'s", "'", "'d", "'ll", "'ve", "'re", "n't")
SUFFIXES = tuple(
    "s es d ed n en ing ings er ers or ors ar r rs st est y ies ily ly ie ee ees th "
    "ness nesses ment ments less able ably ible ibly ability ful fully like wise ward wards "
    "al ally ial ic ical ically ish ism isms ist ists ity ities ive ous ously ship ships hood dom "
    "ise ize ized izes izing izer ization ion ions ation ations "
    "age ages ance ances ence ences ant ants ent ents ian ians".split()
)
PREFIXES = ("un", "non", "re", "mis", "dis", "over", "under", "out", "pre", "anti", "inter")
SHORTEST_STEM = 3
SHORTEST_PREFIXED = 4


def families(words: Iterable[str]) -> dict[str, str]:
    """Map every word to its family's representative, the shortest (then first) member.

    >>> families(["runner", "run", "rune", "art", "running"])["running"]
    'run'
    >>> sorted(set(families(["happy", "unhappiness", "unhappy", "harpy"]).values()))
    ['happy', 'harpy']
    """
    words = sorted(set(words), key=lambda word: (len(word), word))
    parents = {word: word for word in words}
    by_stem: dict[str, str] = {}
    english = stemmer("english")
    for word in words:
        stem = english.stemWord(word)
        relatives = {by_stem.setdefault(stem, word), stem, word.replace("'", "")}
        relatives.update(without_suffix(word), without_prefix(word))
        for relative in relatives & parents.keys():
            _join(parents, word, relative)
    return {word: _root(parents, word) for word in words}


def without_suffix(word: str) -> Iterator[str]:
    """Yield what may be left of a word when one suffix goes, spelling mended.

    >>> sorted(set(without_suffix("making")))
    ['mak', 'make']
    >>> "run" in without_suffix("runner"), "happy" in without_suffix("happiness")
    (True, True)
    """
    for suffix in POSSESSIVES + SUFFIXES:
        stem = word.removesuffix(suffix)
        if stem == word or len(stem) < SHORTEST_STEM:
            continue
        yield stem
        if suffix in POSSESSIVES:
            continue
        yield stem + "e"
        if stem[-1] == "i":
            yield stem[:-1] + "y"
        if stem[-1] == stem[-2] and len(stem) > SHORTEST_STEM:
            yield stem[:-1]


def without_prefix(word: str) -> Iterator[str]:
    """Yield what is left of a word when one prefix goes.

    >>> list(without_prefix("unfair"))
    ['fair']
    """
    for prefix in PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= SHORTEST_PREFIXED:
            yield word.removeprefix(prefix)


def _root(parents: dict[str, str], word: str) -> str:
    while parents[word] != word:
        parents[word] = parents[parents[word]]
        word = parents[word]
    return word


def _join(parents: dict[str, str], first: str, second: str) -> None:
    first, second = _root(parents, first), _root(parents, second)
    shorter, longer = sorted((first, second), key=lambda word: (len(word), word))
    parents[longer] = shorter
