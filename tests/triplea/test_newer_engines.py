"""What TripleA has written otherwise since 2.0: names of fields and sentences, moves taken back, players without a side."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from engine import events as ev
from engine.state import GameState
from ingest.triplea import changes as c
from ingest.triplea.apply import Applier
from ingest.triplea.events.agreement import differences
from ingest.triplea.events.lines import read_line
from ingest.triplea.events.save_replay import SaveReplay
from ingest.triplea.events.undone import undone
from ingest.triplea.history import Event
from ingest.triplea.model import Save
from ingest.triplea.replay import Replay
from ingest.triplea.save import parse_save
from ingest.triplea.setters import field_of
from ingest.triplea.state import TripleaState
from ingest.triplea.summary import summary
from tests.triplea.javabytes import CUSTOM, Java, Klass, listed, mapped
from tests.triplea.minigame import DATA, MiniGame, change, holding, plain
from tests.triplea.saves import save_of

FLAT = Klass("com.google.common.collect.ImmutableListMultimap", "", CUSTOM)
NO_SIDES = Klass("com.google.common.collect.EmptyImmutableListMultimap", parent=FLAT)
RELATION = change("RelationshipChange", "L:player1Name L:player2Name L:newRelationshipTypeName L:oldRelationshipTypeName")
COMPOSITE = change("CompositeChange", "L:changes", "")
ADD, REMOVE = (change(name, "L:name L:type L:units") for name in ("AddUnits", "RemoveUnits"))
MOVE = plain("MoveDescription", "L:route L:unitsToTransports", plain("AbstractMoveDescription", "L:units"))
PLACEMENT = plain("PlacementDescription", "L:territory", MOVE.parent)
BONUS = Klass("games.strategy.triplea.attachments.UnitSupportAttachment$BonusType", "L:count L:name")
SUPPORT = Klass("games.strategy.triplea.attachments.UnitSupportAttachment", "L:bonusType L:cost L:triple")
RESOURCES = plain("ResourceCollection", "L:resources")
TRIPLE = Klass("org.triplea.util.Triple", "L:first L:second L:third")


def test_a_map_without_alliances_is_read() -> None:
    """Its multimap is of a class of its own, which writes a count of 0."""
    game = MiniGame()
    data = game.data()
    none = Java(NO_SIDES, {}, {FLAT.name: [struct.pack(">i", 0)]})
    data.fields["alliances"] = holding("AllianceTracker$SerializationProxy", "alliances", none)
    game.data = lambda: data  # type: ignore[method-assign]
    save = parse_save(game.stream())
    assert [player.alliances for player in save.players.values()] == [(), ()]
    assert SaveReplay(save).reading.title.sides.keys() == {
        "neutral",
        "reds",
    }  # Blues have no step, so they take no side


@pytest.mark.parametrize(
    ("name", "fields", "found"),
    [
        ("switch", ("switched", "turns"), "switched"),
        ("switch", ("switch",), "switch"),
        ("rounds", ("turns",), "turns"),
        ("trigger", ("conditions",), "conditions"),
        ("airborneTargettedByAA", ("airborneTargetedByAa",), "airborneTargetedByAa"),
        ("unitType", ("unitTypes",), "unitTypes"),
        ("aARadar", ("aaRadar",), "aaRadar"),
        ("cloaked", ("switched",), None),
    ],
)
def test_a_property_is_found_under_the_name_that_the_version_gives_its_field(name: str, fields: tuple[str, ...], found: str | None) -> None:
    assert field_of(name, fields) == found


def test_a_relationship_that_one_trigger_sets_twice_is_no_contradiction() -> None:
    game = MiniGame()
    twice = [
        Java(
            RELATION, {"player1Name": "Reds", "player2Name": "Blues", "newRelationshipTypeName": "War", "oldRelationshipTypeName": "Peace"}
        )
        for _ in range(2)
    ]
    game.round(1)
    game.step("redsPolitics", game.reds)
    game.event("Trigger")
    game.change(Java(COMPOSITE, {"changes": listed(*twice)}))
    replay = Replay(parse_save(game.stream()))
    assert replay.state.relationships["Blues", "Reds"] == "Peace"
    replay.finish()
    assert (replay.misfits_back, replay.misfits) == ([], [])


def test_a_player_with_the_name_of_nobody_keeps_who_plays_it_and_holds_what_nobody_holds() -> None:
    """The program looks a player up by name, and under this one it finds nobody; production is summed by name too."""
    game = MiniGame()
    game.blues.fields["name"] = "Neutral"
    data = game.data()
    data.fields["playerList"] = holding("PlayerList", "players", mapped({"Reds": game.reds, "Neutral": game.blues}))
    game.data = lambda: data  # type: ignore[method-assign]
    state = TripleaState(parse_save(game.stream()))
    applier = Applier(state)
    applier.apply(c.PlayerControl("Neutral", "AI:Easy (AI)", "null: no_one"))
    assert (applier.misfits, state.control["Neutral"]) == ([], "Human:Client")
    assert summary(state)["production"] == {"Reds": 5, "Neutral": 3}


def test_objectives_are_known_by_the_words_of_every_version() -> None:
    for sums in (("5 PUs", "65 PUs"), ("5 Optional[PUs]", "65 Optional[PUs]")):
        title = "Trigger Germans 5 Swedish Iron Ore: Germans met a national objective for an additional {}; end with {}"
        line = read_line("event", title.format(*sums))
        assert (line.means, line.said["player"], line.number("gained"), line.number("end")) == (
            "objective",
            "Germans",
            5,
            65,
        )


def test_bonus_types_collections_of_resources_and_triples_are_values() -> None:
    game = MiniGame()
    bonus = Java(BONUS, {"name": "artillery", "count": 2})
    cost = Java(RESOURCES, {"resources": mapped({"PUs": 3})})
    triple = Java(TRIPLE, {"first": "a", "second": 1, "third": "b"})
    held = Java(SUPPORT, {"bonusType": bonus, "cost": cost, "triple": triple})
    parent = Klass(f"{DATA}.DefaultAttachment", "L:attachedTo L:name")
    own = Klass(SUPPORT.name, SUPPORT.fields, parent=parent)
    game.types["tank"].fields["attachments"] = mapped({"supportAttachment": Java(own, held.fields | {"name": "supportAttachment"})})
    save = parse_save(game.stream())
    fields = save.unit_types["tank"].attachments["supportAttachment"].fields
    assert fields == {"bonusType": ("artillery", 2), "cost": {"PUs": 3}, "triple": ("a", 1, "b")}
    assert save.unknown == {}


# ---- what is taken back


def goes(game: MiniGame, unit: Java, start: Java, end: Java) -> Java:
    there = Java(ADD, {"type": "T", "name": end.fields["name"], "units": listed(unit)})
    gone = Java(REMOVE, {"type": "T", "name": start.fields["name"], "units": listed(unit)})
    return Java(COMPOSITE, {"changes": listed(there, gone)})


def shown(game: MiniGame, unit: Java, start: Java, end: Java) -> Java:
    route = Java(plain("Route", "L:start L:steps"), {"start": start, "steps": listed(end)})
    return Java(MOVE, {"units": listed(unit), "route": route, "unitsToTransports": mapped({})})


def taken_back() -> Save:
    """Reds move the infantry to the Sea and the tank to Blueland, and take the infantry back; they place, and take that back."""
    game = MiniGame()
    game.blueland.fields["unitCollection"].fields["units"] = listed(game.other, game.tank)
    game.redland.fields["unitCollection"].fields["units"] = listed(game.infantry)
    game.round(1)
    game.step("redsCombatMove", game.reds)
    game.event("1 infantry moved from Redland to Sea", shown(game, game.infantry, game.redland, game.sea))
    game.change(goes(game, game.infantry, game.redland, game.sea))
    game.event("1 tank moved from Redland to Blueland", shown(game, game.tank, game.redland, game.blueland))
    game.change(goes(game, game.tank, game.redland, game.blueland))
    game.event("Reds undo move 1.", shown(game, game.infantry, game.redland, game.sea))
    game.change(goes(game, game.infantry, game.sea, game.redland))
    game.step("bluesPlace", game.blues)
    placed = Java(PLACEMENT, {"units": listed(game.bought), "territory": game.blueland})
    here, hand = listed(game.bought), {"type": "P", "name": "Blues", "units": listed(game.bought)}
    board = {"type": "T", "name": "Blueland", "units": here}
    game.event("1 tank placed in Blueland", placed)
    game.change(Java(COMPOSITE, {"changes": listed(Java(REMOVE, hand), Java(ADD, board))}))
    game.event("Blues undo move 1.", placed)
    game.change(Java(COMPOSITE, {"changes": listed(Java(REMOVE, board), Java(ADD, hand))}))
    return parse_save(game.stream())


def test_what_a_player_takes_back_is_not_told() -> None:
    save = taken_back()
    replay = SaveReplay(save)
    events = replay.tell()
    begun = next(at for at, event in enumerate(events) if isinstance(event, ev.RoundStarted))
    told = [event for event in events[begun:] if not isinstance(event, (ev.RoundStarted, ev.PhaseStarted))]
    assert [(type(e), e.unit, e.origin, e.destination) for e in told] == [  # type: ignore[attr-defined]
        (ev.UnitsMoved, "tank", "redland", "blueland")
    ]
    state = GameState().apply_all(events)
    assert list(differences(state, TripleaState(save), replay.reading)) == []


def test_a_taking_back_whose_move_is_not_found_is_told_as_such() -> None:
    game = MiniGame()
    game.round(1)
    game.step("redsCombatMove", game.reds)
    game.event("Reds undo move 4.")
    game.change(goes(game, game.infantry, game.sea, game.redland))
    (moved,) = (event for event in SaveReplay(parse_save(game.stream())).tell() if isinstance(event, ev.UnitsMoved))
    assert (moved.origin, moved.destination, moved.cause) == ("sea", "redland", "undo")


@pytest.mark.shared
@pytest.mark.parametrize(("name", "expected"), [("h2_ww2v5_undo", 162), ("h2_global40_edit", 54)])
def test_every_taking_back_of_a_game_finds_its_move(shared: Path, name: str, expected: int) -> None:
    save = save_of(shared, f"newest/{name}")
    pairs = {i: j for part in save.history.rounds for step in part.steps for i, j in undone(step).items()}
    said = [node for node in save.history.walk() if isinstance(node, Event) and " undo move " in node.title]
    assert len(pairs) == len(set(pairs.values())) == len(said) == expected
    events = SaveReplay(save).tell()
    assert not [event for event in events if getattr(event, "cause", "") == "undo"]
    assert not [event for event in events if isinstance(event, ev.UnitsPurchased) and event.count > 0 == event.total]


@pytest.mark.shared
def test_objectives_of_the_newest_games_are_paid_as_such(shared: Path) -> None:
    save = save_of(shared, "newest/h_global40_g3")
    paid = [event for event in SaveReplay(save).tell() if isinstance(event, ev.ResourceChanged)]
    said = [node.title for node in save.history.walk() if isinstance(node, Event) and "met a national objective" in node.title]
    assert len([event for event in paid if event.cause == "objective"]) == len(said) == 28
