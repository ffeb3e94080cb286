"""The change that undoes a change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ingest.triplea import changes as c


def inverse(change: c.Change) -> c.Change:
    """Return the change that takes the state back; one of an unknown class stays as it is and does nothing."""
    return INVERSES.get(type(change), _same)(change)


def _same(change: c.Change) -> c.Change:
    return change


def _swapped(change: Any) -> c.Change:
    back: c.Change = replace(change, new=change.old, old=change.new)
    return back


def _other_way(change: Any) -> c.Change:
    back: c.Change = replace(change, added=not change.added)
    return back


def _moved_back(change: c.AttachmentMoved) -> c.Change:
    return c.AttachmentMoved(
        change.old_attachment,
        change.old_kind,
        change.old_holder,
        change.attachment,
        change.kind,
        change.holder,
        not change.added,
    )


INVERSES: dict[type[c.Change], Callable[[Any], c.Change]] = {
    c.Composite: lambda change: c.Composite(tuple([inverse(part) for part in reversed(change.changes)]), change.leaves),
    c.UnitsAdded: lambda change: c.UnitsRemoved(change.kind, change.holder, change.units, change.owners),
    c.UnitsRemoved: lambda change: c.UnitsAdded(change.kind, change.holder, change.units, change.owners),
    c.ResourceAmount: lambda change: c.ResourceAmount(change.player, change.resource, -change.quantity),
    c.AttachmentReset: lambda change: replace(change, undone=not change.undone),
    c.AttachmentMoved: _moved_back,
    **dict.fromkeys((c.FrontierRule, c.AvailableTech, c.BattleRecords), _other_way),
    **dict.fromkeys(
        (
            c.UnitProperty,
            c.UnitHits,
            c.UnitDamage,
            c.UnitOwner,
            c.TerritoryOwner,
            c.Relationship,
            c.PlayerFrontier,
            c.PlayerControl,
            c.AttachmentValue,
            c.GenericTech,
            c.OptionValue,
        ),
        _swapped,
    ),
}
