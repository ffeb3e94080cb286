"""A save as a format, on a small game of our own: recognized, told, and honest about what does not fit."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from engine import events as ev
from engine.errors import IllegalOrder, RecordError
from engine.recording import Fidelity
from engine.state import GameState
from engine.strictness import Strictness
from ingest import check, replay_file
from ingest.formats import read_record
from ingest.triplea import reader
from ingest.triplea.events.dice import shares
from ingest.triplea.rendering import Dice, Die
from tests.triplea.javabytes import Java, listed
from tests.triplea.minigame import MiniGame, change

ADD = change("AddUnits", "L:name L:type L:unitOwnerMap L:units")
REMOVE = change("RemoveUnits", "L:name L:type L:units")
OWNER = change("OwnerChange", "L:newOwnerName L:oldOwnerName L:territoryName")
RESOURCE = change("ChangeResourceChange", "I:quantity L:playerName L:resourceName")
PROPERTY = change("ObjectPropertyChange", "L:newValue L:object L:oldValue L:property")
OPTION = change("SetPropertyChange", "L:oldValue L:property L:value")
FAR = change("FutureChange", "I:n L:unit")


def units(klass: Any, kind: str, name: str, *held: Java) -> Java:
    return Java(klass, {"type": kind, "name": name, "units": listed(*held)})


def moved(game: MiniGame, unit: Java, origin: str, to: str) -> None:
    both = [units(ADD, "T", to, unit), units(REMOVE, "T", origin, unit)]
    game.change(Java(change("CompositeChange", "L:changes", ""), {"changes": listed(*both)}))


def saved(tmp_path: Path, game: MiniGame) -> Path:
    path = tmp_path / "mini.tsvg"
    path.write_bytes(gzip.compress(game.stream()))
    return path


@pytest.fixture
def game() -> MiniGame:
    made = MiniGame()
    made.round(1)
    made.step("redsCombatMove", made.reds)
    return made


def test_a_save_is_a_record(game: MiniGame, tmp_path: Path) -> None:
    record = read_record(saved(tmp_path, game))
    assert (record.format, record.title.slug, record.recording.fidelity) == ("triplea", "mini", Fidelity.CHANGES)
    assert (record.recording.gap, record.recording.header.source) == (0, "TripleA 2.7.15622")
    state = GameState().apply_all(entry.event for entry in record.recording.entries)  # type: ignore[attr-defined]
    assert state.control == {"redland": "reds", "blueland": "blues"}
    assert state.stacks[("redland", "reds", "tank", 1, "")] == 1
    assert state.pool == {("blues", "tank"): 1}
    assert state.resources == {("reds", "ipc"): 30, ("blues", "ipc"): 20}
    assert state.relations == {("blues", "reds"): "war"}


def test_other_java_objects_are_no_save() -> None:
    assert not reader.recognize(b"\xac\xed\x00\x05sr\0\x11java.util.HashMap")
    assert not reader.recognize(b"games.strategy.util.Version")
    assert reader.recognize(MiniGame().stream()[:4096])


def test_a_damaged_save_is_refused_by_name(game: MiniGame, tmp_path: Path) -> None:
    path = tmp_path / "cut.tsvg"
    path.write_bytes(gzip.compress(game.stream()[:-40]))
    with pytest.raises(RecordError, match=r"cut\.tsvg"):
        read_record(path)


def test_a_change_that_does_not_fit_is_a_defect_and_the_replay_goes_on(game: MiniGame, tmp_path: Path) -> None:
    """`Wrong owner, expecting Reds but got Blues` ends a history in the program itself."""
    game.event("Battle in Blueland")
    for _ in range(2):
        game.change(Java(OWNER, {"territoryName": "Blueland", "newOwnerName": "Reds", "oldOwnerName": "Blues"}))
    game.blueland.fields["owner"] = game.reds
    path = saved(tmp_path, game)
    told = replay_file(path)
    found = [event for event in told.events if isinstance(event, ev.DefectFound)]
    assert {event.rule for event in found} == {"save/misfit"} and "Wrong owner of Blueland" in found[0].message
    assert told.state.control["blueland"] == "reds" and told.gap == 0
    assert check(path).gap == 0 and check(path).defects
    with pytest.raises(IllegalOrder, match="Wrong owner of Blueland"):
        replay_file(path, Strictness.RAISE)


def test_a_change_of_an_unknown_class_is_told(game: MiniGame, tmp_path: Path) -> None:
    game.event("From the future")
    game.change(Java(FAR, {"n": 7, "unit": game.tank}))
    (found,) = (e for e in replay_file(saved(tmp_path, game)).events if getattr(e, "rule", "") == "save/unknown-change")
    assert "FutureChange" in found.found and "7" in found.message  # type: ignore[attr-defined]


def test_what_edit_mode_does_is_called_so(game: MiniGame, tmp_path: Path) -> None:
    game.event("EDIT: Turning on Edit Mode")
    game.change(Java(OPTION, {"property": "EditMode", "value": True, "oldValue": None}))
    game.event("EDIT: Adding units owned by Blues to Blueland: 1 infantry")
    game.change(units(ADD, "T", "Blueland", game.reserve))
    game.event("EDIT: Changing PUs for Reds from 23 to 30")
    game.change(Java(RESOURCE, {"playerName": "Reds", "resourceName": "PUs", "quantity": 7}))
    game.blueland.fields["unitCollection"].fields["units"] = listed(game.other, game.reserve)
    told = replay_file(saved(tmp_path, game))
    placed = [event for event in told.events if isinstance(event, ev.UnitsPlaced) and event.cause == "edit"]
    paid = [event for event in told.events if isinstance(event, ev.ResourceChanged) and event.cause == "edit"]
    assert [(event.area, event.count) for event in placed] == [("blueland", 1)]
    assert [(event.delta, event.balance) for event in paid] == [(7, 30)]
    assert told.state.marker("option", "edit-mode") == "True"


def test_a_move_that_no_line_explains_is_told_all_the_same(game: MiniGame, tmp_path: Path) -> None:
    game.event("Something that no version of the program has ever said")
    moved(game, game.tank, "Redland", "Blueland")
    game.redland.fields["unitCollection"].fields["units"] = listed(game.infantry)
    game.blueland.fields["unitCollection"].fields["units"] = listed(game.other, game.tank)
    told = replay_file(saved(tmp_path, game))
    (move,) = (event for event in told.events if isinstance(event, ev.UnitsMoved))
    assert (move.unit, move.origin, move.destination, move.cause) == ("tank", "redland", "blueland", "move")
    assert told.gap == 0


def test_a_title_says_what_the_map_says(game: MiniGame, tmp_path: Path) -> None:
    title = read_record(saved(tmp_path, game)).title
    assert {area.area: (area.kind, area.value) for area in title.areas.values()} == {
        "redland": ("land", 5),
        "blueland": ("land", 3),
        "sea": ("sea", 0),
    }
    assert {frozenset((link.area, link.to)): link.kind for link in title.links} == {
        frozenset(("redland", "blueland")): "land",
        frozenset(("redland", "sea")): "coast",
        frozenset(("blueland", "sea")): "coast",
    }
    assert title.units["tank"].cost == 6 and title.resources["ipc"].name == "PUs"
    assert len({power.color for power in title.powers.values()}) == len(title.powers)


def dice(*rolled: tuple[int, int, str], hits: int | None = None, expected: float | None = None) -> Dice:
    made = tuple(Die(*die) for die in rolled)
    return Dice(made, sum(die.kind == "hit" for die in made) if hits is None else hits, expected, None)


def test_dice_go_to_the_units_that_can_have_thrown_them() -> None:
    roll = dice((1, 2, "hit"), (6, 1, "miss"), (2, 1, "miss"), (3, 3, "hit"))
    found = shares(roll, {"tank": 1, "artillery": 1, "infantry": 2}, {"tank": 3, "artillery": 2, "infantry": 1}, 6)
    assert [(s.unit, s.target, s.dice, s.hits) for s in found] == [
        ("artillery", 2, (1,), 1),
        ("infantry", 1, (6, 2), 0),
        ("tank", 3, (3,), 1),
    ]
    assert sum(s.expected for s in found) == pytest.approx((2 + 1 + 1 + 3) / 6)


def test_dice_that_two_types_can_have_thrown_are_nobodys() -> None:
    found = shares(dice((1, 3, "hit"), (5, 3, "miss")), {"tank": 1, "fighter": 1}, {"tank": 3, "fighter": 3}, 6)
    assert [(s.unit, s.target, s.dice) for s in found] == [("", 3, (1, 5))]


def test_low_luck_counts_the_sure_hits() -> None:
    (share,) = shares(dice((3, 2, "miss"), hits=2), {"infantry": 14}, {"infantry": 1}, 6)
    assert (share.hits, share.dice, share.expected) == (2, (3,), pytest.approx(2 + 2 / 6))
    (none,) = shares(dice(hits=2, expected=2.0), {"infantry": 12}, {"infantry": 1}, 6)
    assert (none.hits, none.dice, none.expected) == (2, (), 2.0)


def test_a_die_that_does_not_count_hits_nothing() -> None:
    best, idle = shares(dice((3, 4, "hit"), (4, 4, "ignored")), {"bomber": 1}, {"bomber": 4}, 6)
    assert (best.hits, best.dice, best.expected) == (1, (3,), pytest.approx(1 - (1 / 3) ** 2))
    assert (idle.target, idle.dice, idle.hits, idle.expected) == (0, (4,), 0, 0.0)
