"""Saves of TripleA 1.0, of 2008: other words for fields, fewer of them, IPCs for money, and rounds of battle counted from 1."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import events as ev
from engine.state import GameState
from ingest.triplea.events.agreement import differences
from ingest.triplea.events.lines import read_line
from ingest.triplea.events.save_replay import SaveReplay
from ingest.triplea.history import Event
from ingest.triplea.model import Save
from ingest.triplea.replay import Replay
from ingest.triplea.save import parse_save, read_save
from ingest.triplea.state import TripleaState
from ingest.triplea.title.reading import title_of
from tests.triplea.javabytes import HASH_SET, Java, Klass, listed, written
from tests.triplea.minigame import MiniGame, change, plain
from tests.triplea.reconcile import reconcile
from tests.triplea.saves import OLDEST, save_of

GONE = {
    "GameData": "diceSides relationshipTypeList relationships repairFrontierList repairRules technologyFrontier territoryEffectList",
    "GamePlayer": "isDisabled isHidden repairFrontier technologyFrontiers whoAmI",
    "GameProperties": "playerProperties",
    "ChangeAttachmentChange": "clearFirst",
    "Unit": "airborne bonusMovement disabled maxScrambleCount unitDamage",
}
"""Fields that the classes of 2008 lack."""

RENAMED = {
    "attachments": "m_attatchments",
    "attachedTo": "m_attatchedTo",
    "attachmentName": "m_attatchmentName",
    "steps": "m_route",
    "mapValues": "m_values",
    "id": "m_uid",
}
"""What they call others; `steps` only in a Route."""


class OldGame(MiniGame):
    """The small game as 2008 would have saved it."""

    def __init__(self) -> None:
        super().__init__()
        self.pus.fields["name"] = "IPCs"

    def data(self) -> Java:
        made = super().data()
        sides = made.fields["alliances"].fields["alliances"].written
        (entries,) = sides.values()
        entries[:] = [Java(HASH_SET, {}, {HASH_SET.name: [b"\0" * 12, part]}) if type(part) is str else part for part in entries]
        return Aged().value(made)

    def stream(self) -> bytes:
        """The whole save, unpacked."""
        return written(Java(Klass("games.strategy.util.Version", "I:m_major I:m_minor"), {"m_major": 1}), self.data())


class Aged:
    """Objects with the fields of 2008."""

    def __init__(self) -> None:
        self.classes: dict[Klass, Klass] = {}
        self.seen: set[int] = set()

    def value(self, item: Any) -> Any:
        """The same object, it and all that it holds as 2008 wrote them."""
        if isinstance(item, Java) and id(item) not in self.seen:
            self.seen.add(id(item))
            route = item.klass.name.endswith(".Route")
            item.klass = self.klass(item.klass)
            item.fields = {self.name(key, route): self.value(held) for key, held in item.fields.items()}
            for parts in item.written.values():
                parts[:] = [self.value(part) for part in parts]
        return item

    def klass(self, klass: Klass) -> Klass:
        """The class as it was."""
        if klass not in self.classes:
            short = klass.name.rpartition(".")[2]
            left = [word for word in klass.fields.split() if word[2:] not in GONE.get(short, "").split()]
            words = [f"{word[:2]}{self.name(word[2:], short == 'Route')}" for word in left]
            parent = self.klass(klass.parent) if klass.parent else None
            self.classes[klass] = Klass(klass.name, " ".join(words), klass.flags, parent)
        return self.classes[klass]

    @staticmethod
    def name(field: str, route: bool) -> str:
        """A field's name as it was."""
        return field if field == "steps" and not route else RENAMED.get(field, field)


def old_save() -> Save:
    """Reds attack with a tank, two rounds of dice, and collect 30 IPCs."""
    game = OldGame()
    attachment = change("ChangeAttachmentChange", "Z:clearFirst L:attachedTo L:attachmentName L:newValue L:oldValue L:property", "")
    paid = change("ChangeResourceChange", "I:m_quantity L:m_player L:m_resource", "")
    route = Java(plain("Route", "L:start L:steps"), {"start": game.redland, "steps": listed(game.blueland)})
    moved = plain("MoveDescription", "L:route L:transportsThatCanBeLoaded L:units")
    game.round(1)
    game.step("redsCombatMove", game.reds)
    game.event("1 tank moved from Redland to Blueland", Java(moved, {"route": route, "units": listed(game.tank)}))
    held = {"attachedTo": game.redland, "attachmentName": "territoryAttachment", "property": "production"}
    game.change(Java(attachment, held | {"newValue": "5", "oldValue": "4"}))
    game.step("redsBattle", game.reds)
    game.event("Battle in Blueland", game.blueland)
    for number in (1, 2):
        roll = game.dice([(5, 3, 0)], 0, 0.5, "Reds")
        game.child(f"Reds roll dice for 1 tank in Blueland, round {number} : 5", roll)
    game.step("redsEndTurn", game.reds)
    game.event("Reds collect 5 ipcs; end with 30 ipcs total")
    game.change(Java(paid, {"m_quantity": 5, "m_player": "Reds", "m_resource": "IPCs"}))
    return parse_save(game.stream())


def test_fields_are_read_under_their_old_names_and_done_without_where_there_are_none() -> None:
    save = old_save()
    reds = save.players["Reds"]
    assert (save.dice_sides, save.relationships, save.technologies, save.repair_rules) == (6, {}, (), {})
    assert (reds.control, reds.repair_frontier, reds.technologies, reds.hidden) == ("", None, {}, False)
    assert (reds.alliances, reds.resources) == (("Red",), {"IPCs": 30})
    assert save.territories["Redland"].production == 5
    assert save.rules["buyTank"].costs == {"IPCs": 6}
    assert save.history.rounds[0].steps[0].events[0].shown.route == ("Redland", "Blueland")  # type: ignore[union-attr]


def test_its_events_come_to_the_saved_state_with_ipcs_as_the_main_resource() -> None:
    save = old_save()
    assert reconcile(save) == []
    replay = SaveReplay(save)
    events = replay.tell()
    assert list(differences(GameState().apply_all(events), TripleaState(save), replay.reading)) == []
    title = replay.reading.title
    assert (title.resource, title.units["tank"].cost, title.sides.keys()) == ("ipc", 6, {"red", "neutral"})
    (income,) = (event for event in events if isinstance(event, ev.ResourceChanged) and event.cause != "setup")
    assert (income.cause, income.delta, income.balance) == ("income", 5, 30)


def test_rounds_of_battle_are_counted_from_1() -> None:
    rolled = [event for event in SaveReplay(old_save()).tell() if isinstance(event, ev.DiceRolled)]
    assert [roll.round for roll in rolled] == [1, 2]


@pytest.mark.shared
@pytest.mark.parametrize("name", OLDEST)
def test_a_save_of_2008_ends_in_the_state_it_holds(shared: Path, name: str) -> None:
    save = save_of(shared, name)
    replay = Replay(save)
    replay.finish()
    assert (reconcile(save), replay.misfits_back, replay.misfits, save.unknown) == ([], [], [], {})
    replay = SaveReplay(save)
    events = replay.tell()
    assert list(differences(GameState().apply_all(events), TripleaState(save), replay.reading)) == []
    assert not [event for event in events if isinstance(event, ev.DefectFound) and event.severity == "error"]


@pytest.mark.shared
@pytest.mark.parametrize("name", OLDEST)
def test_its_history_reads_as_text(shared: Path, name: str) -> None:
    """Moves and battles are known, every income is paid as such, and the winner of a battle is the one that is named."""
    save = save_of(shared, name)
    means = [read_line("event", node.title).means for node in save.history.walk() if isinstance(node, Event)]
    assert means.count("move") >= 2 and means.count("income") >= 2 and means.count("purchase") >= 3
    incomes = [node.title for node in save.history.walk() if isinstance(node, Event) and " collect " in node.title]
    events = SaveReplay(save).tell()
    paid = [event for event in events if isinstance(event, ev.ResourceChanged) and event.cause != "setup"]
    assert len(paid) == len([line for line in incomes if " collect 0 " not in line])
    assert {event.cause for event in paid} == {"income"}


@pytest.mark.shared
def test_a_battle_of_2008_is_told_to_its_end(shared: Path) -> None:
    events = SaveReplay(read_save(shared / "saves" / f"{OLDEST[2]}.tsvg")).tell()
    (ended,) = (event for event in events if isinstance(event, ev.BattleEnded))
    assert (ended.area, ended.rounds, ended.winner, ended.how) == ("baltic-sea-zone", 3, "defender", "eliminated")
    assert (ended.attacker_lost, ended.defender_lost) == (14, 0)


CLASSIC = {
    "infantry": ("land", 3, 1, 2, 1), "armour": ("land", 5, 3, 2, 2), "aa-gun": ("land", 5, 0, 0, 1), "fighter": ("air", 12, 3, 4, 4),
    "bomber": ("air", 15, 4, 1, 6), "submarine": ("sea", 8, 2, 2, 2), "transport": ("sea", 8, 0, 1, 2), "carrier": ("sea", 18, 1, 3, 2),
    "battleship": ("sea", 24, 4, 4, 2), "factory": ("facility", 15, 0, 0, 0),
}  # fmt: skip
"""Cost, attack, defense and movement, as the board of the second edition prints them."""
WORTH = {"east-us": 12, "west-us": 10, "germany": 10, "united-kingdom": 8, "russia": 8, "japan": 8, "south-europe": 6}


@pytest.mark.shared
def test_a_save_of_2008_knows_the_figures_of_its_units_and_areas(shared: Path) -> None:
    """They are in attachments whose names had other letters: all units were land, without strength, and all areas worth nothing."""
    title = title_of(save_of(shared, OLDEST[2]))
    found = {name: title.units[name] for name in CLASSIC}
    assert {name: (row.cls, row.cost, row.attack, row.defense, row.move) for name, row in found.items()} == CLASSIC
    assert {area: title.areas[area].value for area in WORTH} == WORTH
    able = {name: set(row.abilities) for name, row in title.units.items()}
    assert "anti-air" in able["aa-gun"] and "produces" in able["factory"] and "strategic-bombing" in able["bomber"]
    assert "supports" in able["artillery"] and "supported" in able["infantry"] and "supported" not in able["armour"]
    assert title_of(save_of(shared, OLDEST[0])).units["battleship"].strength == 2
