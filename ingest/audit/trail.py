"""A record as a trail: all that it tells in order, so that two records of one game can be laid beside each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ingest.audit.finding import Finding

Position = Mapping[str, Mapping[Any, Any]]
"""A position: part of it -> key -> value."""


class Deed(msgspec.Struct, frozen=True):
    """One thing that a record tells.

    Attributes:
        round, power, phase: where it stands. what: in the record's words.
        parts: all that it consists of, as text; a record that was saved in the middle of it has the first of them.
        rolls: the dice rolled in it, each with what they were for; they are among `parts`, too. edited: it was done in edit mode.
        at: how far the record is after it, as `Trail.position` takes it.
    """

    round: int
    power: str
    phase: str
    what: str
    parts: tuple[tuple[str, ...], ...]
    rolls: tuple[tuple[str, tuple[int, ...]], ...] = ()
    edited: bool = False
    at: int = 0

    def goes_on_in(self, other: Deed) -> bool:
        """Return whether another deed is this one, or more of it."""
        return len(self.parts) == len(other.parts) and all(
            theirs[: len(mine)] == mine for mine, theirs in zip(self.parts, other.parts, strict=True)
        )


class Trail(msgspec.Struct, frozen=True):
    """A record, told so.

    Attributes:
        file: its name. kind: the format and what is played: records of two kinds are of two games. marks: what only records of one
        game share; empty where nothing marks them. moment: grows in the course of a game. deeds: all that it tells, in order.
        lines: what was written down, what was taken back too; empty where a record does not keep that. findings: what it shows of itself.
        start, end: its positions, None where it does not hold any.
        position: the position after `Deed.at`; None where it does not hold any.
    """

    file: str
    kind: str
    marks: frozenset[str]
    moment: tuple[int, ...]
    deeds: tuple[Deed, ...]
    findings: tuple[Finding, ...]
    start: Position | None = None
    end: Position | None = None
    position: Callable[[int], Position] | None = None
    lines: tuple[str, ...] = ()
