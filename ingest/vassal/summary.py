"""What is needed of a save or log to know which others are of its game: its positions, its steps, its players."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

import msgspec

from ingest.vassal import commands as do
from ingest.vassal.clockwork import levels
from ingest.vassal.steps import Log, Step
from ingest.vassal.table import Piece, Table

_MADE_HERE = "~"
"""How the ids begin that the table gives to stacks that come without a word: other logs know nothing of them."""


class Cell(NamedTuple):
    """A piece on a map: a number for the point where it stands, and one for the state of its traits."""

    place: int
    state: int


class Standing(NamedTuple):
    """A position as numbers that are told apart from others: the points of all pieces, with their states, and what else a save keeps.

    `rest` is the turn trackers, the properties and the boards.
    """

    places: int
    pieces: int
    rest: int


class Summary(msgspec.Struct, frozen=True):
    """What a save or log says of its place in a game.

    Attributes:
        path, digest: the file, and its content's SHA-256. module: which it is of, empty where it does not say. saved: when, in ms, or 0.
        positions: before the first step and after each. where: after which steps the whole position stood, all pieces, all points.
        steps: a digest of each. acts: whether each changed a piece.
        start: the pieces on maps at the beginning, by id. net: those that stand otherwise at the end: before and after, None off all maps.
        ids: of all pieces, stacks and decks at the beginning. made: of those that came in the steps and are there at the end.
        seated: a number for who sits where, before the first step and after each.
        time: what the turn trackers count at the beginning. seats, later_seats: side to who holds it, at the beginning and the end.
    """

    path: Path
    digest: str
    module: str
    saved: int
    positions: tuple[Standing, ...]
    where: tuple[dict[object, list[int]], ...]
    steps: tuple[bytes, ...]
    acts: tuple[bool, ...]
    start: dict[str, Cell]
    net: dict[str, tuple[Cell | None, Cell | None]]
    ids: frozenset[str]
    made: frozenset[str]
    seated: tuple[int, ...]
    time: tuple[int, ...]
    seats: dict[str, frozenset[str]]
    later_seats: dict[str, frozenset[str]]

    @property
    def last(self) -> int:
        """The number of its steps."""
        return len(self.steps)

    def cell_at_end(self, id_: str) -> Cell | None:
        """A piece as it stands after the last step; None off all maps."""
        return self.net[id_][1] if id_ in self.net else self.start.get(id_)


def summary_of(log: Log, path: Path, digest: str) -> Summary:
    """Return what a log says. All its steps are carried out on its table."""
    table = log.table
    start, seats, time = _cells(table), _seats(table), _time(table)
    ids = frozenset(id_ for id_ in table.pieces if not id_.startswith(_MADE_HERE))
    position = _Position(table, start)
    positions, acts, made, seated = [position.follow()], [], set(), [_seating(seats)]
    for step in log.steps:
        for depth, command in step.commands:
            table.apply(command, depth)
            position.set(command)
            if isinstance(command, do.AddPiece):
                made.add(command.id)
        acts.append(_acts(step))
        positions.append(position.follow())
        moved = any(isinstance(command, (do.Seat, do.SeatLeft)) for _, command in step.commands)
        seated.append(_seating(_seats(table)) if moved else seated[-1])
    net = {id_: (start.get(id_), now) for id_, now in position.changed.items() if start.get(id_) != now}
    saved = int(log.about.saved) if log.about.saved.isascii() and log.about.saved.isdigit() else 0
    new = frozenset(id_ for id_ in made - ids if id_ in table.pieces)
    return Summary(
        path,
        digest,
        log.about.module,
        saved,
        tuple(positions),
        _where(positions),
        tuple(step.digest for step in log.steps),
        tuple(acts),
        start,
        net,
        ids,
        new,
        tuple(seated),
        time,
        seats,
        _seats(table),
    )


def views(position: Standing) -> tuple[object, ...]:
    """Return a position as it is compared: whole, all pieces with their states, all points; each tells less than the one before."""
    return position, position.pieces, position.places


def _where(positions: list[Standing]) -> tuple[dict[object, list[int]], ...]:
    found: tuple[dict[object, list[int]], ...] = ({}, {}, {})
    for at, position in enumerate(positions):
        for known, view in zip(found, views(position), strict=True):
            known.setdefault(view, []).append(at)
    return found


def _acts(step: Step) -> bool:
    changes = (do.AddPiece, do.ChangePiece, do.MovePiece, do.RemovePiece)
    return any(isinstance(command, changes) for _, command in step.commands)


class _Position:
    """Which piece stands where and how, as numbers that are kept up while steps are applied; `changed` are the pieces touched since."""

    def __init__(self, table: Table, start: dict[str, Cell]) -> None:
        self.table = table
        self._now = dict(start)
        self._places = self._pieces = self._rest = 0
        self._settings: dict[object, int] = {}
        self.changed: dict[str, Cell | None] = {}
        for cell in start.values():
            self._turn(cell)
        for settings in (table.trackers, table.properties, table.boards):
            for key, value in settings.items():
                self._put(key, value)
        table.touched.clear()

    def set(self, command: do.Command) -> None:
        """Take in a command that changes a tracker, a property or the boards of a map."""
        if isinstance(command, do.Property):
            self._put((command.container, command.key), command.value)
        elif isinstance(command, do.Turn):
            self._put(command.tracker, command.state)
        elif isinstance(command, do.Boards):
            self._put(command.map, command.boards)

    def _put(self, key: object, value: object) -> None:
        now = _number(repr((key, value)))
        self._rest ^= self._settings.get(key, 0) ^ now
        self._settings[key] = now

    def _turn(self, cell: Cell) -> None:
        """Put a piece in, or take it out."""
        self._places ^= cell.place
        self._pieces ^= cell.state

    def follow(self) -> Standing:
        """Take in what was touched, and return the position; the table forgets what was touched."""
        for id_ in self.table.touched:
            before = self._now.pop(id_, None)
            piece = self.table.pieces.get(id_)
            now = _cell(piece) if piece is not None else None
            if now is not None:
                self._now[id_] = now
            if now != before:
                for cell in (before, now):
                    if cell is not None:
                        self._turn(cell)
                self.changed[id_] = now
        self.table.touched.clear()
        return Standing(self._places, self._pieces, self._rest)


def _cells(table: Table) -> dict[str, Cell]:
    found = ((id_, _cell(piece)) for id_, piece in table.pieces.items())
    return {id_: cell for id_, cell in found if cell is not None}


def _cell(piece: Piece) -> Cell | None:
    """A piece that stands on a map. Its own state's last level is left out: it repeats the point, also where a stack has moved on."""
    if piece.type.kind != "piece" or piece.spot is None:
        return None
    place = f"{piece.id}\0{piece.spot}"
    return Cell(_number(place), _number("\0".join((place, *piece.states[:-1]))))


def _number(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


def _seats(table: Table) -> dict[str, frozenset[str]]:
    """Who sits where; those who only look on sit nowhere."""
    found: dict[str, frozenset[str]] = {}
    for id_, (name, side) in table.seats.items():
        if side and not side.startswith("<"):
            found[side] = found.get(side, frozenset()) | {id_, name} - {""}
    return found


def _seating(seats: dict[str, frozenset[str]]) -> int:
    """A number for who sits where; 0 where nobody sits."""
    return _number(repr(sorted((side, sorted(who)) for side, who in seats.items()))) if seats else 0


def _time(table: Table) -> tuple[int, ...]:
    return tuple(level.value for _, state in sorted(table.trackers.items()) for level in levels(state))
