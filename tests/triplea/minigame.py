"""A game of two players and three territories, written as a save of TripleA 2.x, with any history one likes.

The classes have the names and fields that the program gives them (data, changefactory and history packages).
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

from tests.triplea.javabytes import (
    CUSTOM,
    EXTERNAL,
    LINKED_MAP,
    Java,
    JavaArray,
    Klass,
    listed,
    mapped,
    written,
)

DATA = "games.strategy.engine.data"
COMPONENT = Klass(f"{DATA}.GameDataComponent", "L:gameData", CUSTOM)
NAMED = Klass(f"{DATA}.DefaultNamed", "L:name", parent=COMPONENT)
ATTACHABLE = Klass(f"{DATA}.NamedAttachable", "L:attachments", parent=NAMED)
UUID = Klass("java.util.UUID", "J:leastSigBits J:mostSigBits")
INTEGER_MAP = Klass("org.triplea.java.collections.IntegerMap", "L:mapValues")
VERSION = Klass("org.triplea.util.Version", "I:major I:minor I:point")
INTS = Klass("[I")
UNIT_FIELDS = (
    "Z:airborne I:bonusMovement Z:disabled I:hits I:maxScrambleCount Z:submerged I:unitDamage Z:wasInCombat "
    "L:alreadyMoved L:id L:originalOwner L:owner L:transportedBy L:type L:unloaded"
)
UNIT = Klass(f"{DATA}.Unit", UNIT_FIELDS, parent=COMPONENT)
PLAYER = Klass(
    f"{DATA}.GamePlayer",
    "Z:isDisabled Z:isHidden Z:optional L:productionFrontier L:repairFrontier L:resources L:technologyFrontiers L:unitsHeld L:whoAmI",
    parent=ATTACHABLE,
)
TERRITORY = Klass(f"{DATA}.Territory", "Z:water L:owner L:unitCollection", parent=ATTACHABLE)
TERRITORY_ATTACHMENT = Klass(
    "games.strategy.triplea.attachments.TerritoryAttachment",
    "I:production Z:isImpassable L:captureUnitOnEnteringBy",
    parent=Klass(f"{DATA}.DefaultAttachment", "L:attachedTo L:name", parent=COMPONENT),
)
TECH_ATTACHMENT = Klass(
    "games.strategy.triplea.attachments.TechAttachment",
    "Z:aaRadar Z:rocket L:genericTech",
    parent=TERRITORY_ATTACHMENT.parent,
)


def plain(name: str, fields: str = "", parent: Klass | None = None) -> Klass:
    return Klass(f"{DATA}.{name}", fields, parent=parent)


def change(name: str, fields: str, package: str = "changefactory.") -> Klass:
    return Klass(f"{DATA}.{package}{name}", fields, parent=plain("Change"))


def holding(name: str, field: str, held: Any, parent: Klass | None = None) -> Java:
    """One of GameData's lists: an object of one field."""
    return Java(plain(name, f"L:{field}", parent), {field: held})


def integer_map(entries: dict[Any, int]) -> Java:
    return Java(INTEGER_MAP, {"mapValues": mapped(entries, LINKED_MAP)})


@cache
def _written(kind: str, fields: str) -> Klass:
    """A class of the history: described once in a save, however often it is written."""
    return Klass(f"games.strategy.engine.history.{kind}", fields)


def named(klass: Klass, name: str, **fields: Any) -> Java:
    return Java(klass, {"name": name, "attachments": mapped({}), **fields}, unwritten=frozenset((COMPONENT.name,)))


class MiniGame:
    """Reds (30 PUs) hold Redland with a tank and an infantry, Blues (20) Blueland with an infantry; the Sea is nobody's."""

    def __init__(self) -> None:
        self.pus = named(plain("Resource", parent=ATTACHABLE), "PUs")
        self.resources = {"PUs": self.pus}
        kind = plain("UnitType", parent=ATTACHABLE)
        self.types = {name: named(kind, name) for name in ("infantry", "tank")}
        self.neutral = self.player("Neutral", plain("GamePlayer$1", parent=PLAYER), 0)
        self.reds, self.blues = self.player("Reds", PLAYER, 30), self.player("Blues", PLAYER, 20)
        self.infantry, self.tank = self.unit(1, "infantry", self.reds), self.unit(2, "tank", self.reds)
        self.other = self.unit(3, "infantry", self.blues)
        self.bought = self.unit(4, "tank", self.blues)
        self.reserve = self.unit(5, "infantry", self.blues)
        self.redland = self.territory("Redland", self.reds, 5, [self.infantry, self.tank])
        self.blueland = self.territory("Blueland", self.blues, 3, [self.other])
        self.sea = self.territory("Sea", self.neutral, 0, [], water=True)
        self.rule = Java(plain("ProductionRule", "L:costs L:results", NAMED), {"name": "buyTank"})
        self.rule.fields |= {"costs": integer_map({self.pus: 6}), "results": integer_map({self.types["tank"]: 1})}
        self.rules = {"buyTank": self.rule}
        frontier = plain("ProductionFrontier", "L:rules", NAMED)
        self.frontier = Java(frontier, {"name": "production", "rules": listed(self.rule)})
        self.reds.fields["productionFrontier"] = self.frontier
        self.blues.fields["unitsHeld"].fields["units"] = listed(self.bought)
        self.history: list[Java] = []
        self.extra: list[Java] = []

    # ---- things

    def player(self, name: str, klass: Klass, pus: int) -> Java:
        made = named(klass, name, whoAmI="Human:Client", resources=holding("ResourceCollection", "resources", None))
        made.fields["resources"].fields["resources"] = integer_map({self.pus: pus})
        made.fields["unitsHeld"] = holding("UnitCollection", "units", listed())
        tech = Java(TECH_ATTACHMENT, {"name": "techAttachment", "attachedTo": made, "genericTech": mapped({})})
        made.fields["attachments"] = mapped({"techAttachment": tech})
        category = Java(plain("TechnologyFrontier", "L:name L:techs"), {"name": "Land", "techs": listed()})
        made.fields["technologyFrontiers"] = holding("TechnologyFrontierList", "technologyFrontiers", listed(category))
        return made

    def unit(self, number: int, kind: str, owner: Java) -> Java:
        ident = Java(UUID, {"leastSigBits": number, "mostSigBits": 0})
        fields = {"id": ident, "type": self.types[kind], "owner": owner, "maxScrambleCount": -1, "unloaded": listed()}
        return Java(UNIT, fields | {"alreadyMoved": 0}, unwritten=frozenset((COMPONENT.name,)))

    def territory(self, name: str, owner: Java, production: int, units: list[Java], water: bool = False) -> Java:
        made = named(TERRITORY, name, owner=owner, water=water)
        made.fields["unitCollection"] = holding("UnitCollection", "units", listed(*units))
        held = Java(TERRITORY_ATTACHMENT, {"name": "territoryAttachment", "production": production})
        held.fields |= {"attachedTo": made, "captureUnitOnEnteringBy": listed()}
        made.fields["attachments"] = mapped({"territoryAttachment": held})
        return made

    # ---- history

    def wrote(self, kind: str, fields: str, **values: Any) -> None:
        self.history.append(Java(_written(kind, fields), values))

    def round(self, number: int) -> None:
        self.wrote("RoundHistorySerializer", "I:roundNo", roundNo=number)

    def step(self, name: str, player: Java | None) -> None:
        fields = "L:delegateName L:displayName L:gamePlayer L:stepName"
        self.wrote("StepHistorySerializer", fields, stepName=name, displayName=name, delegateName="d", gamePlayer=player)

    def event(self, title: str, shown: Any = None) -> None:
        self.wrote("EventHistorySerializer", "L:eventName L:renderingData", eventName=title, renderingData=shown)

    def child(self, title: str, shown: Any = None) -> None:
        self.wrote("EventChildWriter", "L:renderingData L:text", text=title, renderingData=shown)

    def change(self, made: Any) -> None:
        self.wrote("ChangeSerializationWriter", "L:change", change=made)

    def dice(self, rolls: list[tuple[int, int, int]], hits: int, expected: float, player: str) -> Java:
        """As the newest 2.x writes it: a version first, the player's name last."""
        klass = Klass("games.strategy.triplea.delegate.DiceRoll", "", EXTERNAL)
        packed = [value - 1 << 16 | on << 8 | kind for value, on, kind in rolls]
        parts = [struct.pack(">i", 1), JavaArray(INTS, packed), struct.pack(">id", hits, expected), player]
        return Java(klass, {}, {klass.name: parts})

    # ---- the whole

    def data(self) -> Java:
        techs = [named(Klass(f"games.strategy.triplea.delegate.{k}", parent=ATTACHABLE), n) for k, n in TECHS]
        own = Klass("games.strategy.triplea.delegate.GenericTechAdvance", "L:advance", parent=ATTACHABLE)
        techs.append(named(own, "Wheels", advance=None))
        lists = {
            "alliances": holding("AllianceTracker$SerializationProxy", "alliances", mapped({self.reds: "Red", self.blues: "Blue"})),
            "map": Java(plain("GameMap", "L:connections L:territories"), self.map()),
            "playerList": holding("PlayerList", "players", mapped({"Reds": self.reds, "Blues": self.blues}, LINKED_MAP)),
            "productionFrontierList": holding("ProductionFrontierList", "productionFrontiers", mapped({"production": self.frontier})),
            "productionRuleList": holding("ProductionRuleList", "productionRules", mapped(self.rules)),
            "properties": Java(plain("GameProperties", "L:constantProperties L:editableProperties L:playerProperties"), self.options()),
            "relationshipTypeList": holding("RelationshipTypeList", "relationshipTypes", mapped({})),
            "relationships": holding("RelationshipTracker", "relationships", self.relations()),
            "repairFrontierList": holding("RepairFrontierList", "repairFrontiers", mapped({})),
            "repairRules": holding("RepairRules", "repairRules", mapped({})),
            "resourceList": holding("ResourceList", "resources", mapped(self.resources)),
            "sequence": Java(plain("GameSequence", "I:currentIndex I:round L:steps"), {"round": 1, "steps": listed(self.order())}),
            "technologyFrontier": Java(plain("TechnologyFrontier", "L:name L:techs"), {"name": "all", "techs": listed(*techs)}),
            "territoryEffectList": mapped({}),
            "unitTypeList": holding("UnitTypeList", "unitTypes", mapped({t.fields["name"]: t for t in self.types.values()})),
            "unitsList": holding("UnitsList", "allUnits", mapped({u.fields["id"]: u for u in self.units()})),
            "gameHistory": holding("SerializedHistory", "writers", listed(*self.history)),
            "gameVersion": "1.2",
            "gameName": "Mini",
        }
        klass = plain("GameData", "I:diceSides " + " ".join(f"L:{name}" for name in lists))
        return Java(klass, {"diceSides": 6, **lists})

    def units(self) -> list[Java]:
        return [self.infantry, self.tank, self.other, self.bought, self.reserve]

    def map(self) -> dict[str, Any]:
        lands = (self.redland, self.blueland, self.sea)
        touching = {land: listed(*(other for other in lands if other is not land)) for land in lands}
        touching |= {land: listed(self.redland) for land in self.extra}
        return {"territories": listed(*lands, *self.extra), "connections": mapped(touching)}

    def options(self) -> dict[str, Any]:
        number = Klass(f"{DATA}.properties.NumberProperty", "I:value L:name")
        editable = {"Bid": Java(number, {"value": 3, "name": "Bid"})}
        return {
            "constantProperties": mapped({"Bid": 9, "Low Luck": True}),
            "editableProperties": mapped(editable),
            "playerProperties": mapped({}),
        }

    def relations(self) -> Java:
        pair = Java(plain("RelationshipTracker$RelatedPlayers", "L:player1 L:player2"))
        pair.fields |= {"player1": self.reds, "player2": self.blues}
        war = named(plain("RelationshipType", parent=ATTACHABLE), "War")
        return mapped({pair: Java(plain("RelationshipTracker$Relationship", "L:relationshipType"), {"relationshipType": war})})

    def order(self) -> Java:
        step = plain("GameStep", "I:maxRunCount L:delegateName L:displayName L:name L:player L:properties")
        return Java(step, {"name": "redsMove", "delegateName": "move", "player": self.reds, "properties": mapped({})})

    def stream(self) -> bytes:
        """The whole save, unpacked."""
        version = Java(VERSION, {"major": 2, "minor": 7, "point": 15622})
        state = Java(plain("MoveState", "Z:over"), {"over": True})
        marks = ("<DelegateStart>", "move", "Move", "games.strategy.triplea.delegate.MoveDelegate", "<DelegateData>")
        return written(version, self.data(), *marks, state, "<EndDelegateList>")


TECHS = (("AaRadarAdvance", "AA Radar"), ("RocketsAdvance", "Rockets Advance"))
