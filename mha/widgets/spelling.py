"""Words that a reader or Python may give to an explorer."""

from __future__ import annotations

import re

from traitlets import TraitError

from mha import g2p

__all__ = ["MOST_LETTERS", "spelled"]

MOST_LETTERS = 24


def spelled(text):
    """Bring a word into the form that the models read.

    Raises
    ------
    TraitError
        Text that is not one word of supported letters.

    Examples
    --------
    >>> spelled(" Don’t ")
    "don't"
    """
    word = g2p.normalize(re.sub("[’‘ʼ`]", "'", text))
    if unsupported := sorted(set(re.sub(r"[a-z' -]", "", word))):
        shown = ", ".join(map(repr, unsupported))
        raise TraitError(f"unsupported {shown} in {text!r}: the models know a to z and the apostrophe")
    if not re.fullmatch(r"[a-z']*[a-z][a-z']*", word):
        raise TraitError(f"expected one word, without spaces or hyphens, got {text!r}")
    if len(word) > MOST_LETTERS:
        raise TraitError(f"expected at most {MOST_LETTERS} letters, got {len(word)} in {text!r}")
    return word
