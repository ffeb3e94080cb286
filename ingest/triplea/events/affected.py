"""What a change touches, so that only that need be compared with what the events have said so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ingest.triplea import changes as c

TOLD = frozenset(("transportedBy", "submerged", "hits", "owner", "unitDamage"))
"""Properties of a unit that are part of a game's state here; the others are the program's own bookkeeping."""


class Touched:
    """Names of everything that changes of the history touch, in order.

    Attributes:
        units: ids. territories, players: whose owner, whose technologies. resources: (player, resource).
        relations: sorted pairs of players. notes: changes that become markers. strange: of classes nobody knows.
    """

    __slots__ = ("notes", "players", "relations", "resources", "strange", "territories", "units")

    def __init__(self, *changes: c.Change) -> None:
        self.units: dict[str, None] = {}
        self.territories: dict[str, None] = {}
        self.resources: dict[tuple[str, str], None] = {}
        self.relations: dict[tuple[str, str], None] = {}
        self.players: dict[str, None] = {}
        self.notes: list[c.Change] = []
        self.strange: list[c.UnknownChange] = []
        for change in changes:
            self._walk(change)

    def _walk(self, change: c.Change) -> None:
        if type(change) is c.Composite:
            for part in change.changes:
                self._walk(part)
        elif type(change) is c.UnitProperty:
            if change.name in TOLD:
                self.units[change.unit] = None
        else:
            _TOUCHES.get(type(change), _noted)(self, change)


def _listed(touched: Touched, change: Any) -> None:
    touched.units.update(dict.fromkeys(change.units))


def _keyed(touched: Touched, change: Any) -> None:
    touched.units.update(dict.fromkeys(change.new))


def _owner(touched: Touched, change: c.TerritoryOwner) -> None:
    touched.territories[change.territory] = None


def _resource(touched: Touched, change: c.ResourceAmount) -> None:
    touched.resources[change.player, change.resource] = None


def _relation(touched: Touched, change: c.Relationship) -> None:
    touched.relations[min(change.player, change.other), max(change.player, change.other)] = None


def _attachment(touched: Touched, change: Any) -> None:
    if change.attachment == "techAttachment":
        touched.players[change.holder] = None
    else:
        touched.notes.append(change)


def _tech(touched: Touched, change: c.GenericTech) -> None:
    touched.players[change.holder] = None


def _strange(touched: Touched, change: c.UnknownChange) -> None:
    touched.strange.append(change)


def _noted(touched: Touched, change: c.Change) -> None:
    touched.notes.append(change)


def _nothing(touched: Touched, change: c.Change) -> None:
    """Battle records repeat what the battle has said; the story reads them when the battle ends."""


_TOUCHES: dict[type[c.Change], Callable[[Touched, Any], None]] = {
    c.UnitsAdded: _listed,
    c.UnitsRemoved: _listed,
    c.UnitHits: _keyed,
    c.UnitDamage: _keyed,
    c.UnitOwner: _keyed,
    c.TerritoryOwner: _owner,
    c.ResourceAmount: _resource,
    c.Relationship: _relation,
    c.AttachmentValue: _attachment,
    c.AttachmentReset: _attachment,
    c.GenericTech: _tech,
    c.BattleRecords: _nothing,
    c.UnknownChange: _strange,
}
