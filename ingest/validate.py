"""What is wrong with a record: every place where it breaks a rule or contradicts itself."""

from __future__ import annotations

from pathlib import Path

import msgspec

from engine.errors import RecordError
from engine.events import DefectFound
from engine.replay import Game, replay
from engine.strictness import Strictness
from ingest.files import shown
from ingest.formats import read_record

UNREADABLE = "unreadable"
"""The rule of a defect that says that the file is no record at all."""


class Defect(msgspec.Struct, frozen=True):
    """One thing that is wrong: the file, the line (0 for the whole file), the rule broken, and both values."""

    file: str
    line: int
    rule: str
    message: str
    found: str = ""
    expected: str = ""
    severity: str = "error"

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        values = f" (found {self.found}, expected {self.expected})" if self.found or self.expected else ""
        return f"{place}: {self.message}{values} [{self.rule}]"


def validate(path: Path | str, strictness: Strictness = Strictness.COLLECT) -> list[Defect]:
    """Return everything that is wrong with the record in a file; nothing when it is right.

    Args:
        path: the file. strictness: COLLECT goes on after a mistake; RAISE stops at the first.

    Raises:
        RecordError, IllegalOrder: strictness is RAISE and the file cannot be read, or breaks a rule.
    """
    try:
        record = read_record(path)
        game = replay(record.recording, record.title, strictness)
    except RecordError as error:
        if strictness is Strictness.RAISE:
            raise
        return [Defect(error.file or shown(path), error.line, UNREADABLE, error.message)]
    return defects(game)


def defects(game: Game) -> list[Defect]:
    """Return the defects of a replayed game, in the order of play."""
    return [
        Defect(game.name, _line(event.where, game.name), event.rule, event.message, event.found, event.expected, event.severity)
        for event in game.events
        if isinstance(event, DefectFound)
    ]  # fmt: skip


def _line(where: str, name: str) -> int:
    line = where.removeprefix(name).removeprefix(":")
    return int(line) if line.isdigit() else 0
