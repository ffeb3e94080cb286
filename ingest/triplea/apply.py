"""Applies changes to a state. It never stops: misfits are recorded, and the state follows the change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any

import msgspec

from ingest.triplea import changes as c
from ingest.triplea.plain import NEUTRAL
from ingest.triplea.setters import empty, field_of, parsed, readable, without
from ingest.triplea.state import Holder, TripleaState, UnitState
from ingest.triplea.units import DEFAULTS


class Misfit(msgspec.Struct, frozen=True, gc=False):
    """A change that contradicts the state it was made on.

    Attributes:
        change: index in `History.changes`.
        what: one sentence; found: what the state says; expected: what the change says.
    """

    change: int
    what: str
    found: Any
    expected: Any


class Applier:
    """Changes one state.

    Attributes:
        at: index of the change being applied, for the misfits; the caller sets it.
        misfits: what did not fit, in order.
    """

    def __init__(self, state: TripleaState) -> None:
        self.state = state
        self.at = 0
        self.misfits: list[Misfit] = []
        self.leaving: dict[str, Holder] = {}  # a move adds before it removes: units in two places, and the first one
        self.agreed: set[c.Relationship] = set()  # made within the whole change that is being applied
        self.table: dict[type[c.Change], Callable[[Any], None]] = {
            c.Composite: self._composite,
            c.UnitProperty: self._property,
            c.UnitsAdded: self._added,
            c.UnitsRemoved: self._removed,
            c.UnitHits: self._hits,
            c.UnitDamage: self._damage,
            c.UnitOwner: self._unit_owner,
            c.TerritoryOwner: self._territory_owner,
            c.ResourceAmount: self._resource,
            c.Relationship: self._relationship,
            c.PlayerFrontier: lambda change: self._of_player(self.state.frontiers, change),
            c.PlayerControl: self._control,
            c.FrontierRule: self._rule,
            c.AvailableTech: self._available,
            c.AttachmentValue: self._attachment,
            c.AttachmentReset: self._reset,
            c.GenericTech: self._generic_tech,
            c.AttachmentMoved: self._moved,
            c.OptionValue: self._option,
            c.BattleRecords: self._records,
            c.UnknownChange: self._unknown,
        }

    def apply(self, change: c.Change) -> None:
        """Make one change of the history, whole."""
        self.agreed.clear()
        self.table[type(change)](change)
        if self.leaving:
            self._settle()

    def misfit(self, what: str, found: Any, expected: Any) -> None:
        """Note that the change being applied does not fit."""
        self.misfits.append(Misfit(self.at, what, found, expected))

    def _composite(self, change: c.Composite) -> None:
        table = self.table
        for part in change.changes:
            table[type(part)](part)

    # ---- units

    def _unit(self, ident: str) -> UnitState | None:
        unit = self.state.units.get(ident)
        if unit is None:
            self.misfit("A unit is not of this game", "no such unit", ident)
        return unit

    def _property(self, change: c.UnitProperty) -> None:
        unit = self.state.units.get(change.unit)
        if unit is None:
            self._unit(change.unit)
        elif change.name in DEFAULTS:
            if change.new == DEFAULTS[change.name]:
                unit.properties.pop(change.name, None)
            else:
                unit.properties[change.name] = change.new
        else:
            self._basic(unit, change)

    def _basic(self, unit: UnitState, change: c.UnitProperty) -> None:
        if change.name == "hits" and type(change.new) is int:
            unit.hits = change.new
        elif change.name == "unitDamage" and type(change.new) is int:
            unit.damage = change.new
        elif change.name == "owner" and type(change.new) in (str, NoneType):
            unit.owner = change.new or NEUTRAL
        else:
            self.misfit("A unit has no such property, or not of this kind", "unknown", (change.name, change.new))
            unit.properties[change.name] = change.new

    def _added(self, change: c.UnitsAdded) -> None:
        place: Holder = (change.kind, change.holder)
        here = self.state.held_at.get(place)
        if here is None:
            self.misfit(f"There is no {change.kind} to add units to", "no such place", change.holder)
            here = self.state.held_at[place] = {}
        units = self.state.units
        for ident in change.units:
            unit = units.get(ident) or self._unit(ident)
            if unit is None:
                continue
            if unit.holder is not None and unit.holder != place:
                self.leaving[ident] = unit.holder
            unit.holder = place
            here[ident] = unit
        if change.owners:
            self._owners(change.owners)

    def _removed(self, change: c.UnitsRemoved) -> None:
        place: Holder = (change.kind, change.holder)
        here = self.state.held_at.get(place, {})
        for ident in change.units:
            unit = here.pop(ident, None)
            if unit is None:
                self._absent(ident, place)
            elif unit.holder == place:
                unit.holder = self.leaving.pop(ident, None)
            else:
                self.leaving.pop(ident, None)

    def _absent(self, ident: str, place: Holder) -> None:
        """A unit is to go from where it is not: it goes from where it is."""
        unit = self._unit(ident)
        if unit is not None:
            self.misfit(f"{unit.owner} {unit.type} {ident} is removed from where it is not", unit.holder, place)
            if unit.holder is not None:
                self.state.held_at[unit.holder].pop(ident, None)
            unit.holder = None

    def _settle(self) -> None:
        """Units still in two places after a whole change are where they came last."""
        for ident, place in self.leaving.items():
            unit = self.state.units[ident]
            self.misfit(f"{unit.owner} {unit.type} {ident} is added while in play", place, unit.holder)
            self.state.held_at[place].pop(ident, None)
        self.leaving.clear()

    def _owners(self, owners: Mapping[str, str]) -> None:
        for ident, owner in owners.items():
            unit = self._unit(ident)
            if unit is not None:
                unit.owner = owner

    def _hits(self, change: c.UnitHits) -> None:
        for ident, hits in change.new.items():
            unit = self._unit(ident)
            if unit is not None:
                unit.hits = hits

    def _damage(self, change: c.UnitDamage) -> None:
        for ident, damage in change.new.items():
            unit = self._unit(ident)
            if unit is not None:
                unit.damage = damage

    def _unit_owner(self, change: c.UnitOwner) -> None:
        for ident, owner in change.new.items():
            unit = self._unit(ident)
            if unit is None:
                continue
            if unit.owner != change.old.get(ident):
                self.misfit(f"Wrong owner of {unit.type} {ident}", unit.owner, change.old.get(ident))
            unit.owner = owner

    # ---- territories, resources, players

    def _territory_owner(self, change: c.TerritoryOwner) -> None:
        owners, name = self.state.owners, change.territory
        old, new = (None if owner == NEUTRAL else owner for owner in (change.old, change.new))
        if owners.get(name, "no such territory") != old:
            self.misfit(f"Wrong owner of {name}", owners.get(name, "no such territory"), old)
        owners[name] = new

    def _resource(self, change: c.ResourceAmount) -> None:
        held = self.state.resources.get(change.player)
        if held is None or change.resource not in held:
            self.misfit("A resource or its player is not of this game", None, (change.player, change.resource))
            held = self.state.resources.setdefault(change.player, {})
        amount = held[change.resource] = held.get(change.resource, 0) + change.quantity
        if amount < 0:
            self.misfit(f"{change.player} pay more {change.resource} than they have", amount - change.quantity, amount)

    def _relationship(self, change: c.Relationship) -> None:
        key = (min(change.player, change.other), max(change.player, change.other))
        again = change in self.agreed  # a trigger that names a pair twice says the same twice over
        self.agreed.add(change)
        if self.state.relationships.get(key) != change.old and not again:
            self.misfit(f"Wrong relationship of {' and '.join(key)}", self.state.relationships.get(key), change.old)
        self.state.relationships[key] = change.new

    def _of_player(self, table: dict[str, Any], change: c.PlayerFrontier | c.PlayerControl) -> None:
        if table.get(change.player, "no such player") != change.old:
            what = f"Wrong {type(change).__name__} of {change.player}"
            self.misfit(what, table.get(change.player, "no such player"), change.old)
        table[change.player] = change.new

    def _control(self, change: c.PlayerControl) -> None:
        """Who plays whom. The program looks players up by name, and under that of nobody it finds nobody."""
        if change.player != NEUTRAL:
            self._of_player(self.state.control, change)

    def _rule(self, change: c.FrontierRule) -> None:
        self._member(self.state.rules.setdefault(change.frontier, []), change.rule, change.added)

    def _available(self, change: c.AvailableTech) -> None:
        techs = self.state.technologies.setdefault(change.player, {}).setdefault(change.category, [])
        self._member(techs, change.tech, change.added)

    def _member(self, members: list[str], name: str, added: bool) -> None:
        if added:
            members.append(name)
        elif name in members:
            members.remove(name)
        else:
            self.misfit(f"{name} is taken from a list it is not in", "absent", name)

    # ---- attachments, options, records

    def _fields(self, kind: str, holder: str, attachment: str) -> dict[str, Any]:
        if attachment not in self.state.save.attachments_of(kind, holder):
            self.misfit(f"{holder} has no {attachment}", "none", attachment)
        return self.state.attachments.setdefault((kind, holder, attachment), {})

    def _spelling(self, kind: str, holder: str, attachment: str, name: str) -> str:
        """Return the field that a property is kept in, the property's own name where the attachment or the field is missing."""
        held = self.state.save.attachments_of(kind, holder).get(attachment)
        if held is None:
            return name
        found = field_of(name, held.fields)
        if found is None:
            self.misfit(f"{attachment} of {holder} has no such property", "unknown", name)
        return found or name

    def _attachment(self, change: c.AttachmentValue) -> None:
        where = (change.kind, change.holder, change.attachment)
        name = self._spelling(*where, change.name)
        now = self.state.field(*where, name)
        if type(change.new) is str and not readable(now):
            self.state.unread.add((*where, name))
        if type(change.old) is str and type(change.new) is tuple and not change.clear_first:
            new = without(change.new, change.old, now)
        else:
            new = parsed(change.new, now, change.clear_first)
        if type(now) in (bool, int) and type(new) is not type(now):
            self.misfit(f"{name} of {change.holder} is set to another kind of value", now, new)
        else:
            self._fields(*where)[name] = new

    def _reset(self, change: c.AttachmentReset) -> None:
        where = (change.kind, change.holder, change.attachment)
        name = self._spelling(*where, change.name)
        now = self.state.field(*where, name)
        self._fields(*where)[name] = change.old if change.undone else empty(now)

    def _generic_tech(self, change: c.GenericTech) -> None:
        where = ("player", change.holder, change.attachment)
        now = self.state.field(*where, "genericTech")
        now = now if type(now) is dict else {}
        self._fields(*where)["genericTech"] = {**now, change.name: change.new}

    def _moved(self, change: c.AttachmentMoved) -> None:
        """Kept in the history only: no map seen does this, and no figure read here depends on it."""
        self.misfit("An attachment is moved", change.old_holder, change.holder)

    def _option(self, change: c.OptionValue) -> None:
        if change.new is None:
            self.state.options.pop(change.name, None)
        else:
            self.state.options[change.name] = change.new

    def _records(self, change: c.BattleRecords) -> None:
        battles, step = self.state.battles, len(change.records) * (1 if change.added else -1)
        battles[change.round] = battles.get(change.round, 0) + step

    def _unknown(self, change: c.UnknownChange) -> None:
        self.misfit("A change of an unknown class is left out", change.class_name, "a class of TripleA 1.0 to 2.7")
