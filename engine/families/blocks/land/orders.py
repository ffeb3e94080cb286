"""The orders of movement on land of block games, as they are typed in a log.

Blocks without `@` are the strongest of their type that can do it; a power in brackets says whose, where several have some.
"""

from __future__ import annotations

from engine.orders import AreaName, Order, Path, UnitList


class March(Order, frozen=True, tag="march"):
    """Move ground and air blocks together: `path` has every land area passed, and the one sea zone that aircraft fly over.

    Into an area with enemies they engage; an empty enemy area on the way becomes their own.
    """

    units: UnitList
    path: Path


class StrategicMove(Order, frozen=True, tag="strategic-move"):
    """Move ground and air blocks strategically: `path` is land areas and sea zones; the cheapest way between two that do not touch."""

    units: UnitList
    path: Path


class Seaborne(Order, frozen=True, tag="seaborne"):
    """Assault a land area from the sea: `path` is port > sea zone > ... > port."""

    units: UnitList
    path: Path


class Airborne(Order, frozen=True, tag="airborne"):
    """Drop airborne blocks, with the aircraft that go with them from the same area: `path` is land > sea zone or land > land."""

    units: UnitList
    path: Path


class Escort(Order, frozen=True, tag="escort"):
    """Let aircraft go along with blocks that have been dropped or landed: `path` is land > land area or sea zone > land."""

    units: UnitList
    path: Path


class Gunfire(Order, frozen=True, tag="gunfire"):
    """Let heavy ships support a landing: `path` is their sea zone > the land area."""

    units: UnitList
    path: Path


class Recall(Order, frozen=True, tag="recall"):
    """Send blocks back where they came from in this phase; what they have spent and lost stays so.

    It is the cure for an engagement that has not got what it needs.
    """

    units: UnitList
    area: AreaName
