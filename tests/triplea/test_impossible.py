"""What a save says that cannot be is a defect, with what is said and what could be."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import events as ev
from ingest.triplea.save import parse_save
from ingest.triplea.story.chronicle import events_of
from tests.triplea.javabytes import Java, Klass, listed, mapped
from tests.triplea.minigame import TERRITORY_ATTACHMENT, MiniGame, change, integer_map
from tests.triplea.saves import ALL, save_of
from tests.triplea.test_changes import REMOVE, battle_records, text_change, units

UNIT_ATTACHMENT = Klass(
    "games.strategy.triplea.attachments.UnitAttachment",
    "I:hitPoints I:maxDamage I:canProduceXUnits Z:canBeDamaged Z:canProduceUnits",
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


@pytest.mark.shared
@pytest.mark.parametrize("name", ALL)
def test_no_real_save_says_what_cannot_be(shared: Path, name: str) -> None:
    found = [event for event in events_of(save_of(shared, name)) if isinstance(event, ev.DefectFound)]
    assert [one for one in found if one.severity == "error"] == []
