"""Which texts of a post may be a player's name, and which are a sentence, a heading or a side: name_words.csv and side_words.csv."""

from __future__ import annotations

import re
from functools import cache

from ingest.results.words import table

NAME = re.compile(r"@?\w[\w .'’@-]{0,59}\Z")
CODE = re.compile(r"[A-Za-z]{0,4}\d[\w.]*\Z")
"""Before others: the code of a game or a league, such as G40, AA50, 25L or 2."""

ANYWHERE, BESIDE, FIRST, ALONE, BETWEEN = "anywhere", "beside", "first", "alone", "between"
"""Column `where` of name_words.csv: a text with such a word in small letters is a sentence; so is one of several words with it in letters
of any size, such as _Amy Never_; before others, in letters of any size, it is a heading or a sentence; by itself, in letters of any size,
it names nobody; the last may stand in small letters within a name of several words, as others make a sentence of it, such as _Boris
badly_."""


def is_name(text: str) -> bool:
    """Return whether a text may be a player's name."""
    told = text.split()
    if not NAME.match(text) or text.isdigit() or "-" in told or text.casefold() in _words(ALONE):
        return False
    if text.endswith(("'s", "’s")) or text[0] == text[-1] == "_":  # Amy's turn; _Amy_ is Amy, written in a slant
        return False
    if len(told) > 1 and not _is_one_name(told):
        return False
    return not any(word in _words(ANYWHERE) or word.casefold().endswith(("n't", "n’t")) for word in told)


def is_name_too(word: str) -> bool:
    """Return whether a word for a side names people, too, such as Al: after both players it says a side only with a bid."""
    return word.casefold() in _sides("alone", "yes")


def _is_one_name(told: list[str]) -> bool:
    """Return whether several words may be one name: a sentence has words in small letters, and a heading stands before a name."""
    first = told[0]
    if first.casefold().rstrip(".,:") in _words(FIRST) or CODE.match(first):
        return False
    if any(word.casefold().strip("'’") in _sides("no", "alone") or word.casefold() in _words(BESIDE) for word in told):
        return False
    if all(map(str.isupper, told)) and any(word.casefold() in _words(ANYWHERE) for word in told if len(word) > 1):
        return False  # AMY WILL: where all is in capitals, a verb is not told from a name by its size
    return not any(word[0].islower() and word not in _words(BETWEEN) for word in told)


@cache
def _words(where: str) -> frozenset[str]:
    return frozenset(row["word"] for row in table("name_words.csv") if row["where"] == where)


@cache
def _sides(*in_names: str) -> frozenset[str]:
    """Return the words for a side that stand so in names (column `in_names`): in none, by themselves `alone`, or as part of one, too."""
    return frozenset(row["word"] for row in table("side_words.csv") if row["kind"] == "side" and row["in_names"] in in_names)
