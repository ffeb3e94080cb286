"""Commands as typed records. What no reader knows is kept as it stands (`Unknown`): modules bring commands of their own."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from engine.shipped import csv_rows
from ingest.vassal.sequence import number, split

LOG = "LOG\t"
"""What stands before each command of a log's step."""

NONE = "null"
"""How VASSAL writes that there is none."""

_DELIMITERS = {"tab": "\t", "slash": "/", "none": ""}


class AddPiece(NamedTuple):
    """`+/`: a piece of a type comes onto the table in a state."""

    id: str
    type: str
    state: str


class RemovePiece(NamedTuple):
    """`-/`: a piece is taken away."""

    id: str


class ChangePiece(NamedTuple):
    """`D/`: a piece gets another state; where the old one is told, only what differs between the two changes."""

    id: str
    new: str
    old: str | None


class MovePiece(NamedTuple):
    """`M/`: a piece goes to a map (none: off all maps) and point, above the piece `under`; `player` is who moves it."""

    id: str
    map: str | None
    x: int
    y: int
    under: str | None
    old_map: str | None
    old_x: int
    old_y: int
    old_under: str | None
    player: str


class Chat(NamedTuple):
    """`CHAT`: a line of the chat window, with its tags."""

    text: str


class Undo(NamedTuple):
    """`UNDO`: the taking back of a step begins or ends."""

    begins: bool


class Seat(NamedTuple):
    """`PLAYER`: a player takes a side."""

    id: str
    name: str
    side: str


class SeatLeft(NamedTuple):
    """`PYREMOVE`: a player leaves his side."""

    id: str


class Turn(NamedTuple):
    """`TURN`: a turn tracker is set; `state` is its levels."""

    tracker: str
    state: str


class Property(NamedTuple):
    """`GlobalProperty` or `MutableProperty`: a property of the module, a map or a zone gets a value."""

    key: str
    value: str
    container: str


class Placed(NamedTuple):
    """One board of a map: its column and row, and whether it is turned around."""

    board: str
    reversed: bool
    column: int
    row: int


class Boards(NamedTuple):
    """`<map>BoardPicker`: the boards that a map is made of."""

    map: str
    boards: tuple[Placed, ...]


class SymbolDice(NamedTuple):
    """`SHOW_RESULTS`: dice with symbols; `faces` are counted from 0."""

    button: str
    faces: tuple[int, ...]


class Bracket(NamedTuple):
    """`begin_save` or `end_save`: the position of a save begins or ends."""

    begins: bool


class Null(NamedTuple):
    """A command that only holds others."""


class Named(NamedTuple):
    """A command of commands.csv: it changes no piece."""

    name: str
    fields: tuple[str, ...]
    tells: str


_WORD = re.compile(r"[^\s/;:,|\x00-\x1f]{0,24}")


class Unknown(NamedTuple):
    """A command that nothing here knows, as it stands."""

    text: str

    @property
    def word(self) -> str:
        """The word that it begins with, as far as that is one: what says which kind of command it is."""
        found = _WORD.match(self.text)
        return found[0] if found else ""


Command = (
    AddPiece
    | RemovePiece
    | ChangePiece
    | MovePiece
    | Chat
    | Undo
    | Seat
    | SeatLeft
    | Turn
    | Property
    | Boards
    | SymbolDice
    | Bracket
    | Null
    | Named
    | Unknown
)


class Row(NamedTuple):
    """A row of commands.csv."""

    prefix: str
    delimiter: str
    name: str
    fields: str
    tells: str
    source: str


@lru_cache(maxsize=1)
def known() -> dict[str, Row]:
    """The rows of commands.csv by prefix."""
    return {row["prefix"]: Row(**row) for row in csv_rows("ingest.vassal", "commands.csv")}


def read_command(text: str) -> Command:
    """Return the command that a text is; one that is spoilt, or of a kind that nobody knows, as Unknown."""
    if text in ("", NONE):
        return Null()
    for prefix, reader in _READERS.items():
        if text.startswith(prefix):
            try:
                return reader(text[len(prefix) :])
            except (IndexError, ValueError):
                return Unknown(text)
    return _named(text) or _boards(text) or Unknown(text)


def _or_none(text: str) -> str | None:
    return None if text == NONE else text


def _add(text: str) -> AddPiece:
    id_, type_, state = split(text, "/")[:3]
    return AddPiece(id_, type_, state)


def _change(text: str) -> ChangePiece:
    id_, new, *old = split(text, "/")
    return ChangePiece(id_, new, old[0] if old else None)


def _move(text: str) -> MovePiece:
    f = split(text, "/")
    x, y, old_x, old_y = int(f[2]), int(f[3]), int(f[6]), int(f[7])
    return MovePiece(
        f[0],
        _or_none(f[1]),
        x,
        y,
        _or_none(f[4]),
        _or_none(f[5]),
        old_x,
        old_y,
        _or_none(f[8]),
        f[9] if len(f) > 9 else "",
    )


def _seat(text: str) -> Seat:
    id_, name, side = split(text, "\t")[:3]
    return Seat(id_, name, side)


def _turn(text: str) -> Turn:
    tracker, state = split(text, "\t")[:2]
    return Turn(tracker, state)


def _first_value(text: str) -> Property:
    f = split(text, ";")
    if f[0]:
        raise ValueError(f"{f[0]!r} before the property's name")
    return Property(f[1], f[2], f[3] if len(f) > 3 else "")


def _new_value(text: str) -> Property:
    f = split(text, "\t")
    return Property(f[0], f[2], f[3] if len(f) > 3 else "")


def _symbols(text: str) -> SymbolDice:
    button, *faces = split(text, "\t")
    return SymbolDice(button, tuple(int(face) for face in faces))


def _bracket(begins: bool) -> Callable[[str], Bracket]:
    def read(text: str) -> Bracket:
        if text:
            raise ValueError(f"{text!r} after the bracket")
        return Bracket(begins)

    return read


_READERS: dict[str, Callable[[str], Command]] = {
    "+/": _add,
    "D/": _change,
    "M/": _move,
    "-/": RemovePiece,
    "CHAT": Chat,
    "UNDO\t": lambda text: Undo(text == "true"),
    "PLAYER\t": _seat,
    "PYREMOVE\t": lambda text: SeatLeft(split(text, "\t")[0]),
    "TURN": _turn,
    "GlobalProperty\t": _first_value,
    "GlobalTranslatable\t": _first_value,
    "MutableProperty\t": _new_value,
    "SHOW_RESULTS\t": _symbols,
    "begin_save": _bracket(True),
    "end_save": _bracket(False),
}
"""Beginning of a command to what reads the rest of it."""


def _named(text: str) -> Named | None:
    """A command of commands.csv. Most of them part their fields with a tab, which also ends the prefix."""
    head = text.partition("\t")[0]
    for word in (head, head.partition("/")[0]):
        row = known().get(word)
        if row is not None and row.delimiter != "none":
            delimiter = _DELIMITERS[row.delimiter]
            return Named(row.name, tuple(split(text, delimiter)[1:]), row.tells) if delimiter in text else None
    row = next((row for prefix, row in known().items() if row.delimiter == "none" and text.startswith(prefix)), None)
    return Named(row.name, (text[len(row.prefix) :],), row.tells) if row else None


def _boards(text: str) -> Boards | None:
    head, *fields = split(text, "\t")
    map_ = head.removesuffix("BoardPicker")
    if map_ == head or not map_:
        return None
    found = []
    for name, column, row in zip(*[iter(fields)] * 3, strict=False):
        board, _, flag = name.rpartition("/")
        turned = flag == "rev" and bool(board)
        found.append(Placed(board if turned else name, turned, number(column), number(row)))
    return Boards(map_, tuple(found))
