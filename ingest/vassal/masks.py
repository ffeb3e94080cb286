"""What hides a piece by a trait that is not VASSAL's own: a module may bring traits of any kind, and some of them are masks.

A trait that the module's `traits.csv` lists hides what that table says. One that nobody lists may hide the piece if its own
words hold a player's id, or if its state says anything at all: a `1` is a count, or a flag that is set, or the number of a
player; `false` is a mask that is off, or a view that is. What cannot be judged is not told by name. A state that is empty, or
`null`, which is how VASSAL's own masks write that nobody hides the piece, hides nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container
from typing import NamedTuple

from ingest.vassal.adapter import HIDES_NOTHING, HIDES_PIECE, Adapter
from ingest.vassal.pieces import Type, fields_of, hidden_by
from ingest.vassal.table import Piece

_SAYS_NOTHING = frozenset({"", "null"})
"""Fields of a state that hide nothing."""

_WORD = re.compile(r"[^\W_]{2,}")
MOST = 2_000
"""Words of hidden names that are looked for in a text."""


class Cover(NamedTuple):
    """What hides a piece: nothing of it is seen, or its name is not; who hides it, empty if unknown; the trait if nobody lists it."""

    piece: bool
    who: str
    judged: str = ""


def cover(piece: Piece, adapter: Adapter, seats: Container[str]) -> Cover | None:
    """Return what hides a piece by a trait that is not VASSAL's own; None while none does. `seats` are the ids of the players."""
    found = [one for level, kind, words in piece.type.strange if (one := _by(piece, level, kind, words, adapter, seats))]
    return max(found, key=lambda one: one.piece, default=None)


def _by(piece: Piece, level: int, kind: str, words: frozenset[str], adapter: Adapter, seats: Container[str]) -> Cover | None:
    state = piece.states[level] if level < len(piece.states) else ""
    row = adapter.traits.get(kind)
    if row is not None:
        who = hidden_by(state) if row.hides != HIDES_NOTHING else ""
        return Cover(row.hides == HIDES_PIECE, who) if who else None
    return _judged(state, kind, words, seats)


def _judged(state: str, kind: str, words: frozenset[str], seats: Container[str]) -> Cover | None:
    """What a trait that nobody lists may hide."""
    fields = fields_of(state)
    who = next((field for field in (*fields, *sorted(words)) if field in seats and field), "")
    if who or not _SAYS_NOTHING.issuperset(fields):
        return Cover(False, who, kind)
    return None


class Secrets:
    """The names of the pieces that are hidden now: what a text of any kind must not tell."""

    def __init__(self) -> None:
        self._held: dict[str, Type] = {}
        self._words: Counter[str] = Counter()

    def note(self, id_: str, type_: Type | None) -> None:
        """Note that a piece of a type is hidden from now on, or (None) that it is not."""
        before = self._held.pop(id_, None)
        if before is not None and before is not type_:
            self._words.subtract(_words_of(before))
        if type_ is not None:
            self._held[id_] = type_
            if before is not type_:
                self._words.update(_words_of(type_))

    def named(self, text: str) -> bool:
        """Return whether a text has a word of one of these names, be it within another; or if too many are hidden to tell."""
        held = [word for word, count in self._words.items() if count > 0]
        told = text.lower()
        return len(held) > MOST or any(word in told for word in held)


def _words_of(type_: Type) -> frozenset[str]:
    """The words of all names of a type of piece: its own, its picture's, and those of its layers."""
    names = [type_.name, type_.image, *(name for layer in type_.layers for name in (*layer.names, *layer.images))]
    return _words(" ".join(names))


def _words(text: str) -> frozenset[str]:
    """The words of a text, in lower case; those of one letter say nothing."""
    return frozenset(word.lower() for word in _WORD.findall(text))
