"""A save or log, read: the position that it begins with, and its steps, one for each time that a player did something."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TypeVar

import msgspec

from ingest.vassal import commands as do
from ingest.vassal.container import About, opened
from ingest.vassal.errors import VassalError
from ingest.vassal.limits import DEFAULT, Limits
from ingest.vassal.table import Table
from ingest.vassal.tree import Node, nodes

C = TypeVar("C", bound=do.Command)


class Step(msgspec.Struct, frozen=True):
    """A step of a log: its commands with their depths, and a digest of its text."""

    commands: tuple[tuple[int, do.Command], ...]
    digest: bytes

    def of(self, kind: type[C]) -> Iterator[C]:
        """Its commands of a kind."""
        return (command for _, command in self.commands if isinstance(command, kind))


class Log(msgspec.Struct):
    """A save or log: what it says of itself, the table as it stands before the first step, its steps (none in a save).

    `opening` are commands of the position that change no piece; `unknown` counts commands nobody knows, by their first word;
    `size` is the letters of its text.
    """

    name: str
    about: About
    table: Table
    steps: list[Step]
    opening: list[do.Command]
    unknown: dict[str, int]
    size: int = 0


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
        log.size += len(node.text)
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
        raise VassalError("no `begin_save` in the text of the game; expected a save (.vsav) or log (.vlog) of VASSAL", file=name)
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
