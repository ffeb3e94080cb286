"""From the objects of the stream to `changes`: one small function per class of the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ingest.triplea import changes as c
from ingest.triplea.javaclass import JavaClass
from ingest.triplea.values import Raw, Values, spelled

MAX_NESTING = 64
HOLDERS = {"T": "territory", "P": "player"}
ATTACHABLES = (
    ("Territory", "territory"),
    ("PlayerID", "player"),
    ("GamePlayer", "player"),
    ("UnitType", "unit-type"),
    ("Resource", "resource"),
    ("RelationshipType", "relationship-type"),
    ("TechAdvance", "tech"),
    ("TerritoryEffect", "territory-effect"),
)

Read = Callable[[Raw], c.Change]


class ChangeDecoder:
    """Decodes the changes of one save, each object of the stream once."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.memo: dict[int, tuple[c.Change, int]] = {}
        self.readers: dict[JavaClass, Read] = {}
        self.depth = 0

    def change(self, raw: Any) -> c.Change:
        """Return the change that an object of the stream is; `UnknownChange` when its class has no word here.

        Raises:
            TripleaSaveError: a known change without its fields, or changes nested without end.
        """
        if type(raw) is not list or not raw or type(raw[0]) is not JavaClass:
            raise self.values.wrong(raw, "A change is missing", type(raw).__name__, "a change")
        key, values = id(raw), self.values
        known = self.memo.get(key)
        if known is not None:
            values.charge(raw, known[1])
            return known[0]
        read = self.readers.get(raw[0])
        if read is None:
            read = self.readers[raw[0]] = self._reader(raw[0])
        before = values.spent
        found = read(raw)
        values.spent += 1
        if values.spent > values.allowed:
            values.charge(raw, 0)
        self.memo[key] = found, values.spent - before
        return found

    def _reader(self, cls: JavaClass) -> Read:
        if cls.short == "ObjectPropertyChange":
            return self._fast_property(cls)
        if ".changefactory.units." in cls.name and "newDamage" in cls.slot:
            return self._new_damage
        return {
            "CompositeChange": self._composite,
            "AddUnits": self._units(cls, c.UnitsAdded),
            "RemoveUnits": self._units(cls, c.UnitsRemoved),
            "UnitHitsChange": lambda raw: c.UnitHits(*self._totals(raw, "hits", "undoHits")),
            "UnitDamageReceivedChange": lambda raw: c.UnitHits(*self._totals(raw, "newTotalDamage", "oldTotalDamage")),
            "BombingUnitDamageChange": lambda raw: c.UnitDamage(*self._totals(raw, "hits", "undoHits")),
            "PlayerOwnerChange": self._unit_owner,
            "OwnerChange": self._territory_owner,
            "ChangeResourceChange": self._resource,
            "RelationshipChange": self._relationship,
            "ProductionFrontierChange": self._frontier,
            "AddProductionRule": lambda raw: self._rule(raw, True),
            "RemoveProductionRule": lambda raw: self._rule(raw, False),
            "PlayerWhoAmIChange": self._control,
            "ChangeAttachmentChange": self._attachment,
            "AttachmentPropertyReset": lambda raw: self._reset(raw, "oldValue", False),
            "AttachmentPropertyResetUndo": lambda raw: self._reset(raw, "newValue", True),
            "GenericTechChange": self._generic_tech,
            "AddAttachmentChange": lambda raw: self._moved(raw, True),
            "RemoveAttachmentChange": lambda raw: self._moved(raw, False),
            "AddAvailableTech": lambda raw: self._available(raw, True),
            "RemoveAvailableTech": lambda raw: self._available(raw, False),
            "SetPropertyChange": self._option,
            "AddBattleRecordsChange": lambda raw: self._records(raw, "recordsToAdd", True),
            "RemoveBattleRecordsChange": lambda raw: self._records(raw, "recordsToRemove", False),
        }.get(cls.short, self._unknown)

    # ---- units

    def _fast_property(self, cls: JavaClass) -> Read:
        """Return how to read the class of nine changes of ten: its slots are looked up once."""
        values, value, known = self.values, self.values.value, self.values.memo.get
        if not {"object", "property", "newValue", "oldValue"} <= cls.slot.keys():
            return self._unknown
        unit, name, new, old = (cls.slot[n] for n in ("object", "property", "newValue", "oldValue"))

        def read(raw: Raw) -> c.Change:
            held, prop, after, before = raw[unit], raw[name], raw[new], raw[old]
            subject = known(id(held)) if type(held) is list else held
            if type(subject) is not str:
                subject = value(held)
            if type(subject) is not str or type(prop) is not str:
                raise values.wrong(raw, "A property change names no unit or no property", (subject, prop), "both")
            after = value(after) if type(after) is list else after
            return c.UnitProperty(subject, prop, after, value(before) if type(before) is list else before)

        return read

    def _composite(self, raw: Raw) -> c.Change:
        if self.depth >= MAX_NESTING:
            raise self.values.wrong(raw, "Changes are nested too deep", "more", f"{MAX_NESTING} levels at most")
        self.depth += 1
        inner = tuple([self.change(part) for part in self.values.raw_items(self.values.get(raw, "changes"))])
        self.depth -= 1
        leaves = sum([part.leaves if type(part) is c.Composite else 1 for part in inner])
        return c.Composite(inner, leaves)

    def _units(self, cls: JavaClass, made: type[c.UnitsAdded] | type[c.UnitsRemoved]) -> Read:
        """Return how to read units that come or go; older versions write no owners."""
        values, owned = self.values, "unitOwnerMap" in cls.slot
        get, text, names, texts = values.get, values.text, values.names, values.texts

        def read(raw: Raw) -> c.Change:
            code, units = text(raw, "type"), names(get(raw, "units"))
            if code not in HOLDERS:
                raise values.wrong(raw, "Units are moved into nothing", code, "T, a territory, or P, a player")
            owners = texts(get(raw, "unitOwnerMap")) if owned else None
            return made(HOLDERS[code], text(raw, "name"), units, owners or None)

        return read

    def _totals(self, raw: Raw, new: str, old: str) -> tuple[dict[str, int], dict[str, int]]:
        amounts, get = self.values.amounts, self.values.get
        after, before = amounts(get(raw, new)), amounts(get(raw, old))
        self.values.charge(raw, len(after) + len(before))
        return after, before

    def _new_damage(self, raw: Raw) -> c.Change:
        return c.UnitDamage(*self._totals(raw, "newDamage", "oldDamage"))

    def _unit_owner(self, raw: Raw) -> c.Change:
        texts, get = self.values.texts, self.values.get
        new, old = texts(get(raw, "new", "newOwnerNamesByUnitId")), texts(get(raw, "old", "oldOwnerNamesByUnitId"))
        self.values.charge(raw, len(new) + len(old))
        return c.UnitOwner(self.values.text(raw, "location", "territoryName"), new, old)

    # ---- territories, resources, players

    def _opt_text(self, raw: Raw, *names: str) -> str | None:
        return None if self.values.get(raw, *names) is None else self.values.text(raw, *names)

    def _territory_owner(self, raw: Raw) -> c.Change:
        return c.TerritoryOwner(
            self.values.text(raw, "territory", "territoryName"),
            self._opt_text(raw, "new", "newOwnerName"),
            self._opt_text(raw, "old", "oldOwnerName"),
        )

    def _resource(self, raw: Raw) -> c.Change:
        text = self.values.text
        return c.ResourceAmount(
            text(raw, "player", "playerName"),
            text(raw, "resource", "resourceName"),
            self.values.number(raw, "quantity"),
        )

    def _relationship(self, raw: Raw) -> c.Change:
        text = self.values.text
        return c.Relationship(
            text(raw, "player1", "player1Name"),
            text(raw, "player2", "player2Name"),
            text(raw, "NewRelation", "newRelation", "newRelationshipTypeName"),
            text(raw, "OldRelation", "oldRelation", "oldRelationshipTypeName"),
        )

    def _frontier(self, raw: Raw) -> c.Change:
        return c.PlayerFrontier(
            self.values.text(raw, "player", "playerName"),
            self._opt_text(raw, "endFrontier", "endFrontierName"),
            self._opt_text(raw, "startFrontier", "startFrontierName"),
        )

    def _rule(self, raw: Raw, added: bool) -> c.Change:
        name, get = self.values.name, self.values.get
        return c.FrontierRule(name(get(raw, "frontier")), name(get(raw, "rule")), added)

    def _control(self, raw: Raw) -> c.Change:
        text = self.values.text
        return c.PlayerControl(text(raw, "player", "playerName"), text(raw, "endWhoAmI"), text(raw, "startWhoAmI"))

    # ---- attachments, technology, options

    def attachable(self, raw: Any) -> tuple[str | None, str | None]:
        """Return kind and name of what an attachment is attached to."""
        if raw is None:
            return None, None
        name = self.values.name(raw)
        kind = next((kind for short, kind in ATTACHABLES if short in raw[0].lineage), raw[0].short)
        return kind, name

    def _attachment(self, raw: Raw) -> c.Change:
        values = self.values
        kind, holder = self.attachable(values.get(raw, "attachedTo"))
        return c.AttachmentValue(
            kind or "",
            holder or "",
            spelled(values.text(raw, "attachmentName")),
            values.text(raw, "property"),
            values.value(values.get(raw, "newValue")),
            values.value(values.get(raw, "oldValue")),
            bool(values.opt(raw, "clearFirst")),
        )

    def _reset(self, raw: Raw, value: str, undone: bool) -> c.Change:
        values = self.values
        kind, holder = self.attachable(values.get(raw, "attachedTo"))
        name, prop = spelled(values.text(raw, "attachmentName")), values.text(raw, "property")
        return c.AttachmentReset(kind or "", holder or "", name, prop, values.value(values.get(raw, value)), undone)

    def _generic_tech(self, raw: Raw) -> c.Change:
        values = self.values
        _, holder = self.attachable(values.get(raw, "attachedTo"))
        new, old = bool(values.get(raw, "newValue")), bool(values.get(raw, "oldValue"))
        return c.GenericTech(holder or "", spelled(values.text(raw, "attachmentName")), values.text(raw, "property"), new, old)

    def _moved(self, raw: Raw, added: bool) -> c.Change:
        get = self.values.get
        kind, holder = self.attachable(get(raw, "attachable"))
        old_kind, old_holder = self.attachable(get(raw, "originalAttachable"))
        name, old = (spelled(self._opt_text(raw, key) or "") for key in ("name", "originalAttachmentName"))
        return c.AttachmentMoved(name, kind, holder, old, old_kind, old_holder, added)

    def _available(self, raw: Raw, added: bool) -> c.Change:
        name, get = self.values.name, self.values.get
        return c.AvailableTech(name(get(raw, "player")), name(get(raw, "frontier")), name(get(raw, "tech")), added)

    def _option(self, raw: Raw) -> c.Change:
        value, get = self.values.value, self.values.get
        return c.OptionValue(self.values.text(raw, "property"), value(get(raw, "value")), value(get(raw, "oldValue")))

    # ---- battle records

    def _records(self, raw: Raw, name: str, added: bool) -> c.Change:
        values = self.values
        held = values.get(raw, name)
        by_player = [] if held is None else values.raw_pairs(values.get(held, "records"))
        records = [self._record(values.value(battle), record) for _, battles in by_player for battle, record in values.raw_pairs(battles)]
        return c.BattleRecords(values.number(raw, "round"), tuple(records), added)

    def _record(self, battle: str, raw: Raw) -> c.BattleRecord:
        values = self.values
        get, result = values.get, values.get(raw, "battleResults")
        fought = result is not None
        return c.BattleRecord(
            battle,
            values.opt_name(get(raw, "battleSite")),
            values.opt_name(get(raw, "attacker")),
            values.opt_name(get(raw, "defender")),
            values.value(get(raw, "battleType")),
            values.value(get(raw, "battleResultDescription")),
            values.number(raw, "attackerLostTUV", "attackerLostTuv"),
            values.number(raw, "defenderLostTUV", "defenderLostTuv"),
            values.number(result, "battleRoundsFought") if fought else None,
            values.value(get(result, "whoWon")) if fought else None,
            values.items(get(result, "remainingAttackingUnits")) if fought else (),
            values.items(get(result, "remainingDefendingUnits")) if fought else (),
        )

    def _unknown(self, raw: Raw) -> c.Change:
        kept = self.values.unknown(raw)
        return c.UnknownChange(kept.class_name, kept.fields)
