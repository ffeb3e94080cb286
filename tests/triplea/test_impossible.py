"""What a save says that cannot be is a defect, with what is said and what could be."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import events as ev
from ingest.triplea.events.save_replay import events_of
from ingest.triplea.save import parse_save
from tests.triplea.javabytes import Java, Klass, listed, mapped
from tests.triplea.minigame import TERRITORY_ATTACHMENT, MiniGame, change, integer_map
from tests.triplea.saves import ALL, by_size, save_of
from tests.triplea.test_changes import REMOVE, battle_records, text_change, units

UNIT_ATTACHMENT = Klass(
    "games.strategy.triplea.attachments.UnitAttachment",
    "I:attack I:defense I:hitPoints I:maxDamage I:canProduceXUnits Z:canBeDamaged Z:canProduceUnits",
    parent=TERRITORY_ATTACHMENT.parent,
)
HITS = change("UnitHitsChange", "L:hits L:undoHits")
DAMAGE = change("BombingUnitDamageChange", "L:hits L:undoHits")


def defects(game: MiniGame) -> list[tuple[str, str, str]]:
    events = events_of(parse_save(game.stream()))
    found = [event for event in events if isinstance(event, ev.DefectFound)]
    assert all(one.severity == "error" and one.message for one in found)
    return [(one.rule, one.found, one.expected) for one in found]


def combat() -> MiniGame:
    game = MiniGame()
    game.round(1)
    game.step("redsBattle", game.reds)
    return game


def figures(game: MiniGame, kind: str, **values: int | bool) -> None:
    held = Java(UNIT_ATTACHMENT, {"name": "unitAttachment", "attachedTo": game.types[kind], "hitPoints": 1, **values})
    game.types[kind].fields["attachments"] = mapped({"unitAttachment": held})


def suffer(game: MiniGame, klass: Klass, unit: Java, before: int, after: int) -> None:
    """A change of hits or damage, with the unit as it was when the game was saved."""
    unit.fields["hits" if klass is HITS else "unitDamage"] = after
    game.change(Java(klass, {"hits": integer_map({unit: after}), "undoHits": integer_map({unit: before})}))


@pytest.mark.parametrize(("hits", "told"), [(1, []), (2, []), (3, ["3"]), (16_777_215, ["16777215"]), (-1, ["-1"])])
def test_hits_beyond_what_destroys_a_unit_are_a_defect(hits: int, told: list[str]) -> None:
    game = combat()
    figures(game, "tank", hitPoints=2)
    suffer(game, HITS, game.tank, 0, hits)
    assert defects(game) == [("save/hits", found, "0 to 2") for found in told]


@pytest.mark.parametrize(
    ("values", "most"),
    [
        ({"canBeDamaged": False}, 0),
        ({"canBeDamaged": True, "maxDamage": 6}, 6),
        ({"canBeDamaged": True, "maxDamage": 2, "canProduceUnits": True, "canProduceXUnits": -1}, 2 * 5),
        ({"canBeDamaged": True, "maxDamage": 20, "canProduceUnits": True, "canProduceXUnits": 10}, 20),
        ({"canBeDamaged": True, "maxDamage": -1}, 2 * 5),
    ],
)
def test_bombing_damage_beyond_what_a_unit_can_bear_is_a_defect(values: dict[str, int | bool], most: int) -> None:
    for damage, told in ((most, []), (most + 1, [str(most + 1)]), (16_777_215, ["16777215"])):
        game = combat()
        figures(game, "infantry", **values)
        suffer(game, DAMAGE, game.infantry, 0, damage)
        assert defects(game) == [("save/damage", found, f"0 to {most}") for found in told]


def test_a_unit_that_began_with_impossible_hits_is_a_defect_once() -> None:
    game = combat()
    figures(game, "infantry")
    suffer(game, HITS, game.infantry, 7, 7)
    assert defects(game) == [("save/hits", "7", "0 to 1")]


def lose(game: MiniGame, *lost: Java) -> None:
    """The Blues' infantry of Blueland is lost; the board is as it was when the game was saved."""
    game.blueland.fields["unitCollection"].fields["units"] = listed()
    game.change(units(REMOVE, "T", "Blueland", *lost))


def record(game: MiniGame, attacker: int = 3, defender: int = 6) -> None:
    records = battle_records(game, (attacker, defender))
    game.change(text_change("AddBattleRecordsChange", round=1, recordsToAdd=records))


LOST = ("save/battle", "blues 1 infantry in blueland", "a battle there, or another line that takes them")


def test_losses_of_a_combat_phase_without_the_lines_of_a_battle_are_a_defect() -> None:
    game = combat()
    lose(game, game.other)
    assert defects(game) == [LOST]


def test_a_defender_s_losses_in_another_area_than_the_battle_that_is_told_are_a_defect() -> None:
    game = combat()
    game.event("Battle in Sea", game.sea)
    lose(game, game.other)
    assert defects(game) == [LOST]


def test_losses_in_a_battle_that_is_told_are_none() -> None:
    game = combat()
    game.event("Battle in Blueland", game.blueland)
    lose(game, game.other)
    record(game)
    assert [one for one in defects(game) if one[0] == "save/battle"] == []


def test_a_record_of_losses_in_a_battle_that_is_not_told_is_a_defect() -> None:
    game = combat()
    record(game)
    assert defects(game) == [("save/battle", "Blueland: Reds lost 3, Blues 6", "no losses, or a battle there")]


def test_a_record_of_a_walk_into_an_empty_area_needs_no_battle() -> None:
    game = combat()
    record(game, 0, 0)
    assert defects(game) == []


def fight(game: MiniGame, *rounds: tuple[str, int, int]) -> None:
    """A battle of Blueland with the dice of (player, round, hits), in which the Blues lose their infantry."""
    figures(game, "tank", attack=3)
    figures(game, "infantry", defense=2)
    game.event("Battle in Blueland", game.blueland)
    for player, number, hits in rounds:
        unit = "tank" if player == "Reds" else "infantry"
        dice = game.dice([(1 if hits else 6, 2, 1 if hits else 0)], hits, 0.5, player)
        game.child(f"{player} roll dice for 1 {unit} in Blueland, round {number + 1} : ", dice)
    lose(game, game.other)


ROLLS = (("Reds", 1, 0), ("Blues", 1, 0), ("Reds", 2, 0), ("Blues", 2, 0), ("Reds", 3, 1), ("Blues", 3, 0))


@pytest.mark.parametrize(
    ("dropped", "told"),
    [
        (None, []),
        (0, [("save/dice", "no dice", "dice of round 1")]),
        (2, [("save/dice", "no dice", "dice of round 2")]),
        (3, [("save/dice", "no dice", "dice of round 2")]),
        (4, [("save/dice", "0 hits", "1 or more")]),
        (5, []),  # a side that rolls no more may have retreated, submerged or lost what could roll: that cannot be seen
    ],
)
def test_a_line_of_dice_that_is_missing_is_a_defect_where_the_battle_shows_it(dropped: int | None, told: list) -> None:
    game = combat()
    fight(game, *(roll for at, roll in enumerate(ROLLS) if at != dropped))
    assert defects(game) == told


def test_losses_in_a_battle_without_any_dice_are_a_defect() -> None:
    game = combat()
    fight(game)
    assert defects(game) == [("save/dice", "0 hits", "1 or more")]


def test_a_unit_that_cannot_fight_is_lost_without_dice() -> None:
    game = combat()
    fight(game)
    figures(game, "infantry", defense=0)
    assert defects(game) == []


def test_dice_of_a_kind_that_no_sentence_reads_leave_losses_unjudged() -> None:
    game = combat()
    figures(game, "infantry", defense=2)
    game.event("Battle in Blueland", game.blueland)
    game.child("Reds roll torpedoes dice in Blueland : 1", game.dice([(1, 2, 1)], 1, 0.5, "Reds"))
    lose(game, game.other)
    assert defects(game) == []


@pytest.mark.shared
@pytest.mark.parametrize("name", by_size(ALL))
def test_no_real_save_says_what_cannot_be(shared: Path, name: str) -> None:
    found = [event for event in events_of(save_of(shared, name)) if isinstance(event, ev.DefectFound)]
    assert [one for one in found if one.severity == "error"] == []
