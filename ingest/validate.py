"""Checking a record: every place where it breaks a rule or contradicts itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.errors import IllegalOrder, RecordError
from engine.events import DefectFound
from engine.recording import NO_END
from engine.standing import Standing, standing
from engine.strictness import Strictness
from ingest.files import shown
from ingest.read import replay_file

UNREADABLE = "unreadable"
"""The rule of the defect of a file that is not a record."""

RECONCILIATION = "reconciliation"
"""The rule of the defect of a replay that misses the record's own final state."""


class Defect(msgspec.Struct, frozen=True):
    """One error: the file, the line (0 for the whole file), the rule broken, and both values."""

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


class Verdict(NamedTuple):
    """The result of checking a record.

    Attributes:
        defects: in the order of play. gap: as in `engine.recording.Recording`. stands: where a game of orders stands that is not over.
    """

    defects: list[Defect]
    gap: int = NO_END
    stands: Standing | None = None


def check(path: Path | str, *, strict: bool = False) -> Verdict:
    """Return everything that is wrong with the record in a file, and how far its replay misses its own final state.

    A file that cannot be read has one defect, `unreadable`.

    Args:
        path: the file. strict: stop at the first defect, as strict play does.
    """
    try:
        game = replay_file(path, Strictness.RAISE if strict else Strictness.COLLECT)
    except RecordError as error:
        return Verdict([Defect(one.file or shown(path), one.line, UNREADABLE, one.message) for one in error.each or (error,)])
    except IllegalOrder as error:
        return Verdict([_first(str(error), shown(path))])
    found = [
        Defect(game.name, _line(event.where, game.name), event.rule, event.message, event.found, event.expected, event.severity)
        for event in game.events
        if isinstance(event, DefectFound)
    ]
    if game.gap > 0:
        found.append(_gap(game.name, game.gap))
    return Verdict(found, game.gap, standing(game))


def _gap(name: str, gap: int) -> Defect:
    message = "the replay does not end in the record's own final state"
    return Defect(name, 0, RECONCILIATION, message, f"{gap} values that differ", "none")


def _first(message: str, name: str) -> Defect:
    """The defect that strict play stopped at; its message begins with the place and ends with the rule."""
    place = re.match(rf"{re.escape(name)}:(\d+): ", message)
    rule = re.search(r" \[([^;\]]+); [^\]]+\]\Z", message)
    return Defect(
        name,
        int(place[1]) if place else 0,
        rule[1] if rule else "illegal",
        message[place.end() if place else 0 : rule.start() if rule else None],
    )


def _line(where: str, name: str) -> int:
    line = where.removeprefix(name).removeprefix(":")
    return int(line) if line.isdigit() else 0
