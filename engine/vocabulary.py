"""Markers of a game and words of a stack's condition: a family's or title's names for the passing facts of its games.

Each is a row of a `vocabulary.csv` beside the rules that write it: `marker` rows name what a MarkerSet event sets, `word` rows
what a condition (`engine/condition.py`) can hold. `vocabulary.py` beside the table gives each a name in code; no other
code builds or parses their text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from engine.condition import Condition
from engine.errors import TitleError
from engine.events import MarkerSet
from engine.state import GameState
from engine.title.table import read_rows

if TYPE_CHECKING:
    from engine.play import Play

COLUMNS = ("name", "kind", "lasts", "meaning")
LASTS = {"marker": ("game", "turn", "phase", "battle"), "word": ("turn", "changed")}
_NAME = re.compile(r"[a-z]+(-[a-z]+)*(?:([|/])\{\w+\}(\2\{\w+\})*|:\{\w+\})?!?")


class Marker:
    """A passing fact of a game: `paid|{account}|{resource}` is one for every account and resource.

    Attributes:
        name: its text, with the variable parts in braces. scope: how long it lasts (game, turn, phase, battle).
        whole: scope and key of one without variable parts.
    """

    def __init__(self, name: str, scope: str) -> None:
        self.name, self.scope = name, scope
        self._head, *fields = re.split(r"[|/]", name)
        self._between, self._fields = name[len(self._head) : len(self._head) + 1], len(fields)
        self.whole, self._lead = (scope, self._head), self._head + self._between

    def key(self, *parts: str) -> str:
        """Return the marker's key, filling in the braces of its name.

        Raises:
            TypeError: the name has more or fewer braces.
        """
        if len(parts) != self._fields:
            raise TypeError(f"marker {self.name} is asked for {len(parts)} parts {parts}; it has {self._fields}")
        return self._between.join((self._head, *parts))

    def read(self, state: GameState, *parts: str) -> str:
        """Return the marker's value, empty when it is not set."""
        if not parts and not self._fields:
            return state.markers.get(self.whole, "")
        if len(parts) == 1 == self._fields:
            return state.markers.get((self.scope, self._lead + parts[0]), "")
        return state.markers.get((self.scope, self.key(*parts)), "")

    def words(self, state: GameState, *parts: str) -> list[str]:
        """Return the words of the marker's value, none when it is not set."""
        return self.read(state, *parts).split()

    def pairs(self, state: GameState, *parts: str) -> dict[str, int]:
        """Return the value of a marker that holds a count for each word: `any=2 sea=1`."""
        return read_pairs(self.read(state, *parts))

    def number(self, state: GameState, *parts: str) -> int:
        """Return the marker's value as a number, 0 when it is not set."""
        return int(self.read(state, *parts) or 0)

    def parts(self, key: str) -> tuple[str, ...] | None:
        """Return a key's values for the braces of the name; None if the key belongs to another marker."""
        head, *parts = key.split(self._between, self._fields) if self._between else (key,)
        return tuple(parts) if head == self._head and len(parts) == self._fields else None

    def entries(self, state: GameState) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield, for each key that is set, its values for the braces of the name and the marker's value, in the order they were set."""
        mine, head = self.scope, self._head
        near = [(key, value) for (scope, key), value in state.markers.items() if scope == mine and key.startswith(head)]
        for key, value in near:
            if (parts := self.parts(key)) is not None:
                yield parts, value

    def event(self, value: object, *parts: str) -> MarkerSet:
        """Return the event that sets the marker; nothing, 0 or an empty text removes it."""
        return MarkerSet(self.scope, self.key(*parts), str(value or ""))

    def emit(self, play: Play, value: object, *parts: str) -> None:
        """Set the marker; see `event`."""
        play.emit(self.event(value, *parts))

    def add(self, play: Play, more: int, *parts: str) -> None:
        """Increase the marker's number by this many."""
        self.emit(play, self.number(play.state, *parts) + more, *parts)

    def set(self, play: Play, value: object, *parts: str) -> None:
        """Set the marker like `emit`, unless it already has this value."""
        if self.read(play.state, *parts) != str(value or ""):
            self.emit(play, value, *parts)


class WordFor:
    """A word of a condition that names something: `border:{place}!`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._head, _, rest = name.partition("{")
        self._tail = rest.partition("}")[2]

    def of(self, named: str) -> str:
        """Return the word for this name."""
        return f"{self._head}{named}{self._tail}"

    def among(self, words: Iterable[str]) -> list[str]:
        """Return the words that are of this kind."""
        return [word for word in words if word.startswith(self._head) and word.endswith(self._tail)]

    def named(self, condition: Condition) -> list[str]:
        """Return the names in a condition's words of this kind."""
        return [word[len(self._head) : len(word) - len(self._tail)] for word in self.among(condition.words)]


def read_pairs(text: str) -> dict[str, int]:
    """Return the number of each word: `any=2 sea=1`."""
    return {word: int(number) for word, _, number in (pair.partition("=") for pair in text.split())}


def show_pairs(pairs: Iterable[tuple[object, int]]) -> str:
    """Return the number of each word as text: `any=2 sea=1`."""
    return " ".join(f"{word}={number}" for word, number in pairs)


class Vocabulary:
    """The markers and words that a table declares.

    Attributes:
        rows: (kind, name, scope) to its meaning.

    Raises:
        TitleError: a row of the table is wrong.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[tuple[str, str, str], str] = {}
        self._markers: dict[tuple[str, str], Marker] = {}
        for row in read_rows(path, COLUMNS):
            name, kind, lasts, meaning = (row.cells[column] for column in COLUMNS)
            if kind not in LASTS or lasts not in LASTS[kind]:
                expected = "; ".join(f"{kind}: {', '.join(lasts)}" for kind, lasts in LASTS.items())
                raise TitleError(f"{name} is a {kind} that lasts {lasts}; expected {expected}", file=row.file, line=row.line)
            if not _NAME.fullmatch(name) or name.endswith("!") != (lasts == "changed"):
                raise TitleError(
                    f"{name!r} is not a valid {kind} name; expected a slug followed by any variable parts in braces, "
                    "and ! at the end of a word that lasts until it is changed",
                    file=row.file,
                    line=row.line,
                )
            if not meaning or (kind, name, lasts) in self.rows:
                raise TitleError(f"{name} has no meaning, or two", file=row.file, line=row.line, column="meaning")
            self.rows[kind, name, lasts] = meaning

    def marker(self, name: str, scope: str = "") -> Marker:
        """Return the marker with a name, and of a scope if the table lists the name for several.

        Raises:
            LookupError: the table does not declare it.
        """
        if (name, scope) not in self._markers:
            self._markers[name, scope] = Marker(name, scope or self._lasts("marker", name))
        return self._markers[name, scope]

    def word(self, name: str) -> str:
        """Return a word of a condition, as the table declares it.

        Raises:
            LookupError: the table does not declare it.
        """
        self._lasts("word", name)
        return name

    def word_for(self, name: str) -> WordFor:
        """Return a word of a condition that names something, as the table declares it.

        Raises:
            LookupError: the table does not declare it.
        """
        return WordFor(self.word(name))

    def _lasts(self, kind: str, name: str) -> str:
        found = [lasts for one, other, lasts in self.rows if (one, other) == (kind, name)]
        if not found:
            raise LookupError(f"{self.path} has no {kind} {name!r}; give it a row with what it means")
        return found[0]
