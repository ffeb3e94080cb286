"""Which change a line of the history tells of: inside an event their order among each other is lost, names are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ingest.triplea import changes as c
from ingest.triplea.events.lines import HistoryLine
from ingest.triplea.history import EventChild
from ingest.triplea.rendering import Units


def told_by(line: HistoryLine, child: EventChild, ahead: Sequence[c.Change]) -> int | None:
    """Return the place among the changes `ahead` of the one that a line tells of: of its class, and of a unit it shows."""
    if not line.change:
        return None
    shown = frozenset(child.shown.units) if isinstance(child.shown, Units) else None
    for place, change in enumerate(ahead):
        if any(type(leaf).__name__ == line.change and _shares(leaf, shown) for leaf in leaves(change)):
            return place
    return None


def leaves(change: c.Change) -> Iterator[c.Change]:
    """Yield the single changes inside a change."""
    if isinstance(change, c.Composite):
        for part in change.changes:
            yield from leaves(part)
    else:
        yield change


def records_in(changes: Sequence[c.Change]) -> list[c.BattleRecords]:
    """Return the records of battles inside changes, in order."""
    found: list[c.BattleRecords] = []
    for change in changes:
        if type(change) is c.Composite:
            found += records_in(change.changes)
        elif type(change) is c.BattleRecords:
            found.append(change)
    return found


def _shares(leaf: c.Change, shown: frozenset[str] | None) -> bool:
    if isinstance(leaf, c.UnitProperty) and leaf.name != "submerged":
        return False
    units = units_of(leaf)
    return not shown or units is None or not shown.isdisjoint(units)


def units_of(leaf: c.Change) -> tuple[str, ...] | None:
    """Return the units that a single change names, None when it is not about units."""
    if isinstance(leaf, (c.UnitsAdded, c.UnitsRemoved)):
        return leaf.units
    if isinstance(leaf, (c.UnitHits, c.UnitDamage, c.UnitOwner)):
        return tuple(leaf.new)
    return (leaf.unit,) if isinstance(leaf, c.UnitProperty) else None
