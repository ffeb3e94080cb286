"""A save or log, read: the position that it begins with, and its steps, one for each time that a player did something."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import msgspec

from ingest.vassal import commands as do
from ingest.vassal.container import About, opened
from ingest.vassal.errors import VassalError
from ingest.vassal.limits import DEFAULT, Limits
from ingest.vassal.table import Piece, Table
from ingest.vassal.tree import Node, nodes


class Step(msgspec.Struct, frozen=True):
    """A step of a log: its commands with their depths, and a digest of its text."""

    commands: tuple[tuple[int, do.Command], ...]
    digest: bytes

    def of(self, kind: type) -> Iterator[do.Command]:
        """Its commands of a kind."""
        return (command for _, command in self.commands if isinstance(command, kind))


class Log(msgspec.Struct):
    """A save or log: what it says of itself, the table as it stands before the first step, its steps (none in a save).

    `opening` are commands of the position that change no piece; `unknown` counts commands nobody knows, by their first word.
    """

    name: str
    about: About
    table: Table
    steps: list[Step]
    opening: list[do.Command]
    unknown: dict[str, int]


def read_log(content: bytes, name: str = "", limits: Limits = DEFAULT) -> Log:
    """Return a save or log.

    Raises:
        VassalError: it is damaged, holds no position, or is beyond the bounds of one.
    """
    about, parts = opened(content, name, limits)
    table = Table(name, limits)
    log = Log(name, about, table, [], [], {})
    begun = False
    waiting: list[Node] = []
    for node in nodes(parts, name, limits):
        if node.depth <= 1 and waiting:
            log.steps.append(_step(waiting, log))
            waiting = []
        if waiting or node.text.startswith(do.LOG):
            waiting.append(node)
            continue
        command = do.read_command(node.text)
        if isinstance(command, do.Bracket):
            begun = True
        _count(command, log)
        table.apply(command, node.depth)
        if isinstance(command, (do.Named, do.Unknown, do.Chat)):
            log.opening.append(command)
    if waiting:
        log.steps.append(_step(waiting, log))
    if not begun:
        raise VassalError(
            "no `begin_save` in the text of the game; expected a save (.vsav) or log (.vlog) of VASSAL", file=name
        )
    return log


def _step(waiting: list[Node], log: Log) -> Step:
    digest = hashlib.blake2b(digest_size=12)
    commands = []
    for node in waiting:
        digest.update(f"{node.depth} {node.text}\n".encode("utf-8", "surrogatepass"))
        command = do.read_command(node.text.removeprefix(do.LOG))
        _count(command, log)
        commands.append((node.depth, command))
    return Step(tuple(commands), digest.digest())


def _count(command: do.Command, log: Log) -> None:
    if isinstance(command, do.Unknown):
        log.unknown[command.word] = log.unknown.get(command.word, 0) + 1


class Position:
    """Which piece stands where, as one number that is told apart from others; kept up while steps are applied."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._parts: dict[str, int] = {}
        self.value = 0
        table.touched.update(dict.fromkeys(table.pieces))
        self.follow()

    def follow(self) -> int:
        """Take in what was touched, and return the number; the table forgets what was touched."""
        for id_ in self.table.touched:
            self.value ^= self._parts.pop(id_, 0)
            piece = self.table.pieces.get(id_)
            if piece is not None and piece.type.kind == "piece" and piece.spot is not None:
                self._parts[id_] = part = _number(piece)
                self.value ^= part
        self.table.touched.clear()
        return self.value


def _number(piece: Piece) -> int:
    text = f"{piece.id}\0{piece.spot}".encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")
