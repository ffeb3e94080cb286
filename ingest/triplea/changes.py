"""The changes of a TripleA history: the engine's changes to its state, one record per class of change.

Names of players, territories and so on are the save's own; units are ids. Every record says both
the new value and the old one where the save does, so that it can be undone. The class of the
engine that each stands for is in the last line of its docstring, versions 1.0 to 2.7.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Change(msgspec.Struct, frozen=True, gc=False, tag=True):
    """One change of the game's state."""


class Composite(Change, frozen=True):
    """Several changes in order, made as one. `leaves` counts the changes inside, at any depth.

    CompositeChange.
    """

    changes: tuple[Change, ...]
    leaves: int


class UnitProperty(Change, frozen=True):
    """A property of a unit is set: alreadyMoved, transportedBy (a unit), originalOwner (a player), ...

    ObjectPropertyChange.
    """

    unit: str
    name: str
    new: Any
    old: Any


class UnitsAdded(Change, frozen=True):
    """Units appear in a territory (`kind` territory) or among those bought and not yet placed (`kind` player).

    `owners` (newest 2.x only): unit -> the owner it gets.
    AddUnits.
    """

    kind: str
    holder: str
    units: tuple[str, ...]
    owners: Mapping[str, str] | None = None


class UnitsRemoved(Change, frozen=True):
    """Units leave a territory or a player's hand. RemoveUnits."""

    kind: str
    holder: str
    units: tuple[str, ...]
    owners: Mapping[str, str] | None = None


class UnitHits(Change, frozen=True):
    """Hits taken so far, unit -> new and old total. UnitHitsChange, units.UnitDamageReceivedChange."""

    new: Mapping[str, int]
    old: Mapping[str, int]


class UnitDamage(Change, frozen=True):
    """Bombing damage, unit -> new and old total. In 1.9 `old` is not to be trusted, see `replay`.

    BombingUnitDamageChange, units.BombingUnitDamageChange.
    """

    new: Mapping[str, int]
    old: Mapping[str, int]


class UnitOwner(Change, frozen=True):
    """Units change hands, unit -> new and old owner. PlayerOwnerChange."""

    territory: str
    new: Mapping[str, str]
    old: Mapping[str, str]


class TerritoryOwner(Change, frozen=True):
    """A territory changes hands; None is nobody. OwnerChange."""

    territory: str
    new: str | None
    old: str | None


class ResourceAmount(Change, frozen=True):
    """A player gains or, below zero, loses some of a resource. ChangeResourceChange."""

    player: str
    resource: str
    quantity: int


class Relationship(Change, frozen=True):
    """Two players' relationship becomes another. RelationshipChange."""

    player: str
    other: str
    new: str
    old: str


class PlayerFrontier(Change, frozen=True):
    """A player buys from another list of rules. ProductionFrontierChange."""

    player: str
    new: str | None
    old: str | None


class FrontierRule(Change, frozen=True):
    """A rule joins or leaves a production frontier. AddProductionRule, RemoveProductionRule."""

    frontier: str
    rule: str
    added: bool


class PlayerControl(Change, frozen=True):
    """Who plays a player, as `AI:Fast (AI)` or `Human:Client`. PlayerWhoAmIChange."""

    player: str
    new: str
    old: str


class AttachmentValue(Change, frozen=True):
    """A property of an attachment is set; with `clear_first` it is reset before.

    `kind` and `holder` name what it is attached to. `new` may be text that the engine parses.
    ChangeAttachmentChange.
    """

    kind: str
    holder: str
    attachment: str
    name: str
    new: Any
    old: Any
    clear_first: bool = False


class AttachmentReset(Change, frozen=True):
    """A property of an attachment goes back to its default, or (`undone`) to `old`.

    AttachmentPropertyReset, AttachmentPropertyResetUndo.
    """

    kind: str
    holder: str
    attachment: str
    name: str
    old: Any
    undone: bool = False


class GenericTech(Change, frozen=True):
    """A technology that the map defines is gained or lost. GenericTechChange."""

    holder: str
    attachment: str
    name: str
    new: bool
    old: bool


class AttachmentMoved(Change, frozen=True):
    """An attachment is attached elsewhere, or detached where `holder` is None.

    AddAttachmentChange, RemoveAttachmentChange.
    """

    attachment: str
    kind: str | None
    holder: str | None
    old_attachment: str
    old_kind: str | None
    old_holder: str | None
    added: bool


class AvailableTech(Change, frozen=True):
    """A technology joins or leaves what a player may research. AddAvailableTech, RemoveAvailableTech."""

    player: str
    category: str
    tech: str
    added: bool


class OptionValue(Change, frozen=True):
    """A game option is set, None is unset; edit mode is one of them. SetPropertyChange."""

    name: str
    new: Any
    old: Any


class BattleRecord(msgspec.Struct, frozen=True, gc=False):
    """What the engine noted of a battle. TUV lost is in the map's main resource, `battle` its id.

    `rounds`, `winner` and the survivors (unit ids) are None or empty for a bombing raid.
    """

    battle: str
    territory: str | None
    attacker: str | None
    defender: str | None
    kind: str | None
    outcome: str | None
    attacker_lost_tuv: int
    defender_lost_tuv: int
    rounds: int | None
    winner: str | None
    attackers_left: tuple[str, ...]
    defenders_left: tuple[str, ...]


class BattleRecords(Change, frozen=True):
    """Battles noted or struck out. AddBattleRecordsChange, RemoveBattleRecordsChange."""

    round: int
    records: tuple[BattleRecord, ...]
    added: bool


class UnknownChange(Change, frozen=True):
    """A change of a class this reader has no word for, kept with its fields."""

    class_name: str
    fields: Mapping[str, Any]
