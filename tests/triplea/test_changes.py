"""Every class of change of TripleA 1.9 and 2.x: decoded, made, undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ingest.triplea import changes as c
from ingest.triplea.apply import Applier
from ingest.triplea.inverse import INVERSES, inverse
from ingest.triplea.model import Save
from ingest.triplea.replay import Replay
from ingest.triplea.save import parse_save
from ingest.triplea.state import TripleaState
from ingest.triplea.summary import summary
from tests.triplea.javabytes import Java, JavaEnum, Klass, listed, mapped
from tests.triplea.minigame import MiniGame, change, integer_map, named, plain
from tests.triplea.reconcile import gaps

ONE, TWO, THREE, FOUR, FIVE = (f"00000000-0000-0000-0000-00000000000{n}" for n in range(1, 6))
COMPOSITE = change("CompositeChange", "L:changes", "")
ADD = change("AddUnits", "L:name L:type L:unitOwnerMap L:units")
REMOVE = change("RemoveUnits", "L:name L:type L:units")
PROPERTY = change("ObjectPropertyChange", "L:newValue L:object L:oldValue L:property")
ATTACHMENT = change("ChangeAttachmentChange", "Z:clearFirst L:attachedTo L:attachmentName L:newValue L:oldValue L:property", "")
FAR = change("FutureChange", "I:n L:unit")


def units(klass: Klass, kind: str, name: str, *held: Java, owners: dict[Any, str] | None = None) -> Java:
    fields = {"type": kind, "name": name, "units": listed(*held)}
    return Java(klass, fields | ({"unitOwnerMap": mapped(owners)} if owners else {}))


def battle_records(game: MiniGame, lost: tuple[int, int] = (3, 6)) -> Java:
    kind = JavaEnum(Klass("games.strategy.triplea.delegate.battle.IBattle$BattleType", "", 18), "NORMAL")
    result = Java(
        Klass("BattleResults", "I:battleRoundsFought L:remainingAttackingUnits L:remainingDefendingUnits L:whoWon"),
        {"battleRoundsFought": 2, "remainingAttackingUnits": listed(game.tank), "remainingDefendingUnits": listed()},
    )
    fields = "I:attackerLostTuv I:defenderLostTuv L:attacker L:battleResultDescription L:battleResults L:battleSite L:battleType L:defender"
    record = Java(Klass("BattleRecord", fields), {"attackerLostTuv": lost[0], "defenderLostTuv": lost[1], "battleType": kind})
    record.fields |= {
        "attacker": game.reds,
        "defender": game.blues,
        "battleSite": game.blueland,
        "battleResults": result,
    }
    proxy = Klass("BattleRecords$SerializationProxy", "L:records")
    return Java(proxy, {"records": mapped({game.reds: mapped({game.tank.fields["id"]: record})})})


def text_change(name: str, **fields: Any) -> Java:
    codes = {bool: "Z", int: "I"}
    row = sorted(f"{codes.get(type(value), 'L')}:{key}" for key, value in fields.items())
    return Java(change(name, " ".join(sorted(row, key=lambda word: word[0] == "L"))), fields)


Case = tuple[Callable[[MiniGame], Java], c.Change]
OLD_NAMES = {"player": "Reds", "resource": "PUs"}
CASES: dict[str, Case] = {
    "units added": (
        lambda g: units(ADD, "T", "Sea", g.reserve),
        c.UnitsAdded("territory", "Sea", (FIVE,)),
    ),
    "units added with their owner": (
        lambda g: units(ADD, "P", "Reds", g.reserve, owners={g.reserve.fields["id"]: "Blues"}),
        c.UnitsAdded("player", "Reds", (FIVE,), {FIVE: "Blues"}),
    ),
    "units removed": (
        lambda g: units(REMOVE, "T", "Redland", g.tank),
        c.UnitsRemoved("territory", "Redland", (TWO,)),
    ),
    "a property of a unit": (
        lambda g: Java(PROPERTY, {"object": g.tank, "property": "alreadyMoved", "newValue": 2, "oldValue": 0}),
        c.UnitProperty(TWO, "alreadyMoved", 2, 0),
    ),
    "a unit as a value": (
        lambda g: Java(PROPERTY, {"object": g.infantry, "property": "transportedBy", "newValue": g.tank}),
        c.UnitProperty(ONE, "transportedBy", TWO, None),
    ),
    "a player as a value": (
        lambda g: Java(PROPERTY, {"object": g.infantry, "property": "originalOwner", "newValue": g.blues}),
        c.UnitProperty(ONE, "originalOwner", "Blues", None),
    ),
    "hits as a property": (
        lambda g: Java(PROPERTY, {"object": g.tank, "property": "hits", "newValue": 1, "oldValue": 0}),
        c.UnitProperty(TWO, "hits", 1, 0),
    ),
    "hits": (
        lambda g: text_change("UnitHitsChange", hits=integer_map({g.tank: 1}), undoHits=integer_map({g.tank: 0})),
        c.UnitHits({TWO: 1}, {TWO: 0}),
    ),
    "hits, newest": (
        lambda g: text_change("UnitDamageReceivedChange", newTotalDamage=mapped({TWO: 1}), oldTotalDamage=mapped({TWO: 0})),
        c.UnitHits({TWO: 1}, {TWO: 0}),
    ),
    "bombing damage": (
        lambda g: text_change("BombingUnitDamageChange", hits=integer_map({g.tank: 4}), undoHits=integer_map({g.tank: 0})),
        c.UnitDamage({TWO: 4}, {TWO: 0}),
    ),
    "bombing damage, newest": (
        lambda g: text_change("units.BombingUnitDamageChange", newDamage=integer_map({TWO: 4}), oldDamage=integer_map({TWO: 0})),
        c.UnitDamage({TWO: 4}, {TWO: 0}),
    ),
    "owner of units, 1.9": (
        lambda g: text_change(
            "PlayerOwnerChange",
            m_location="Redland",
            m_new=mapped({g.tank.fields["id"]: "Blues"}),
            m_old=mapped({g.tank.fields["id"]: "Reds"}),
        ),
        c.UnitOwner("Redland", {TWO: "Blues"}, {TWO: "Reds"}),
    ),
    "owner of units": (
        lambda g: text_change(
            "PlayerOwnerChange",
            newOwnerNamesByUnitId=mapped({g.tank.fields["id"]: "Blues"}),
            oldOwnerNamesByUnitId=mapped({g.tank.fields["id"]: "Reds"}),
            territoryName="Redland",
        ),
        c.UnitOwner("Redland", {TWO: "Blues"}, {TWO: "Reds"}),
    ),
    "owner of a territory, 1.9": (
        lambda g: text_change("OwnerChange", m_new="Blues", m_old="Reds", m_territory="Redland"),
        c.TerritoryOwner("Redland", "Blues", "Reds"),
    ),
    "owner of a territory": (
        lambda g: text_change("OwnerChange", newOwnerName="Reds", oldOwnerName="Neutral", territoryName="Sea"),
        c.TerritoryOwner("Sea", "Reds", "Neutral"),
    ),
    "resource, 1.9": (
        lambda g: text_change("ChangeResourceChange", m_quantity=-7, m_player="Reds", m_resource="PUs"),
        c.ResourceAmount("Reds", "PUs", -7),
    ),
    "resource": (
        lambda g: text_change("ChangeResourceChange", quantity=9, playerName="Reds", resourceName="PUs"),
        c.ResourceAmount("Reds", "PUs", 9),
    ),
    "relationship, 1.9": (
        lambda g: text_change("RelationshipChange", m_NewRelation="Peace", m_OldRelation="War", m_player1="Reds", m_player2="Blues"),
        c.Relationship("Reds", "Blues", "Peace", "War"),
    ),
    "relationship": (
        lambda g: text_change(
            "RelationshipChange",
            newRelationshipTypeName="Peace",
            oldRelationshipTypeName="War",
            player1Name="Reds",
            player2Name="Blues",
        ),
        c.Relationship("Reds", "Blues", "Peace", "War"),
    ),
    "frontier of a player": (
        lambda g: text_change("ProductionFrontierChange", endFrontierName="late", playerName="Reds", startFrontierName="production"),
        c.PlayerFrontier("Reds", "late", "production"),
    ),
    "rule of a frontier": (
        lambda g: text_change("AddProductionRule", frontier=g.frontier, rule=named(g.rule.klass, "buyBoat")),
        c.FrontierRule("production", "buyBoat", True),
    ),
    "rule taken away": (
        lambda g: text_change("RemoveProductionRule", m_frontier=g.frontier, m_rule=g.rule),
        c.FrontierRule("production", "buyTank", False),
    ),
    "who plays": (
        lambda g: text_change("PlayerWhoAmIChange", endWhoAmI="AI:Hard (AI)", playerName="Reds", startWhoAmI="Human:Client"),
        c.PlayerControl("Reds", "AI:Hard (AI)", "Human:Client"),
    ),
    "a figure of a territory, as text": (
        lambda g: Java(
            ATTACHMENT,
            {
                "attachedTo": g.redland,
                "attachmentName": "territoryAttachment",
                "property": "production",
                "newValue": "8",
                "oldValue": 5,
            },
        ),
        c.AttachmentValue("territory", "Redland", "territoryAttachment", "production", "8", 5),
    ),
    "a technology, in other capitals": (
        lambda g: Java(
            ATTACHMENT,
            {
                "attachedTo": g.reds,
                "attachmentName": "techAttachment",
                "property": "aARadar",
                "newValue": "true",
                "oldValue": False,
            },
        ),
        c.AttachmentValue("player", "Reds", "techAttachment", "aARadar", "true", False),
    ),
    "a property reset": (
        lambda g: text_change(
            "AttachmentPropertyReset",
            attachedTo=g.redland,
            attachmentName="territoryAttachment",
            oldValue=5,
            property="production",
        ),
        c.AttachmentReset("territory", "Redland", "territoryAttachment", "production", 5),
    ),
    "a technology of the map's own": (
        lambda g: text_change(
            "GenericTechChange", newValue=True, oldValue=False, attachedTo=g.reds, attachmentName="techAttachment", property="Wheels"
        ),
        c.GenericTech("Reds", "techAttachment", "Wheels", True, False),
    ),
    "a technology to research": (
        lambda g: text_change(
            "AddAvailableTech",
            frontier=Java(plain("TechnologyFrontier", "L:name"), {"name": "Land"}),
            player=g.reds,
            tech=named(plain("TechAdvance", "", g.rule.klass.parent), "Rockets Advance"),
        ),
        c.AvailableTech("Reds", "Land", "Rockets Advance", True),
    ),
    "an option": (
        lambda g: text_change("SetPropertyChange", oldValue=None, property="EditMode", value=True),
        c.OptionValue("EditMode", True, None),
    ),
    "an attachment moved": (
        lambda g: text_change(
            "AddAttachmentChange",
            m_attachable=g.blues,
            m_attachment=None,
            m_name="techAttachment",
            m_originalAttachable=g.reds,
            m_originalAttachmentName="techAttachment",
        ),
        c.AttachmentMoved("techAttachment", "player", "Blues", "techAttachment", "player", "Reds", True),
    ),
    "battle records": (
        lambda g: text_change("AddBattleRecordsChange", round=1, recordsToAdd=battle_records(g)),
        c.BattleRecords(1, (c.BattleRecord(TWO, "Blueland", "Reds", "Blues", "NORMAL", None, 3, 6, 2, None, (TWO,), ()),), True),
    ),
    "several": (
        lambda g: Java(COMPOSITE, {"changes": listed(units(ADD, "T", "Sea", g.tank), units(REMOVE, "T", "Redland", g.tank))}),
        c.Composite((c.UnitsAdded("territory", "Sea", (TWO,)), c.UnitsRemoved("territory", "Redland", (TWO,))), 2),
    ),
    "one of an unknown class": (
        lambda g: Java(FAR, {"n": 3, "unit": g.tank}),
        c.UnknownChange("games.strategy.engine.data.changefactory.FutureChange", {"n": 3, "unit": TWO}),
    ),
}
MISFITS = {
    "an attachment moved": "An attachment is moved",
    "one of an unknown class": "A change of an unknown class is left out",
}
UNSEEN = {"battle records", *MISFITS}  # they change nothing that `gaps` compares


def save_with(*changes: Callable[[MiniGame], Java]) -> Save:
    game = MiniGame()
    game.event("all")
    for made in changes:
        game.change(made(game))
    return parse_save(game.stream())


@pytest.mark.parametrize("name", CASES)
def test_decoded_made_and_undone(name: str) -> None:
    made, expected = CASES[name]
    save = save_with(made)
    assert save.history.changes == (expected,)
    state = TripleaState(save)
    applier, before = Applier(state), state.copy()
    applier.apply(expected)
    assert bool(list(gaps(state, before))) != (name in UNSEEN)
    assert [misfit.what for misfit in applier.misfits] == ([MISFITS[name]] if name in MISFITS else [])
    applier.misfits.clear()
    applier.apply(inverse(expected))
    assert [gap for gap in gaps(state, before) if gap.part != "attachments"] == []
    assert summary(state) == summary(before)
    assert inverse(inverse(expected)) == expected


def test_every_class_of_change_is_tried_and_has_its_inverse() -> None:
    kinds = {type(expected) for _, expected in CASES.values()}
    assert kinds == set(c.Change.__subclasses__())
    assert set(INVERSES) == kinds - {c.UnknownChange}


def test_a_replay_undoes_before_it_plays() -> None:
    """The save holds the end: 30 PUs and a tank in Redland after 7 were paid and the tank was placed."""
    paid = CASES["resource, 1.9"][0]
    save = save_with(paid, lambda g: units(ADD, "T", "Redland", g.tank))
    replay = Replay(save)
    assert replay.state.resources["Reds"]["PUs"] == 37
    assert replay.state.units[TWO].holder is None
    assert replay.advance(1).resources["Reds"]["PUs"] == 30
    replay.finish()
    assert (replay.misfits, replay.misfits_back) == ([], [])
    with pytest.raises(ValueError, match="only goes forward: it is at change 2, asked for 1"):
        replay.advance(1)
