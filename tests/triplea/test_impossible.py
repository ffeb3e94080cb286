"""What a save says that cannot be is a defect, with what is said and what could be."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import events as ev
from ingest.triplea.save import parse_save
from ingest.triplea.story.chronicle import events_of
from tests.triplea.javabytes import Java, Klass, mapped
from tests.triplea.minigame import TERRITORY_ATTACHMENT, MiniGame, change, integer_map
from tests.triplea.saves import ALL, save_of

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


@pytest.mark.shared
@pytest.mark.parametrize("name", ALL)
def test_no_real_save_says_what_cannot_be(shared: Path, name: str) -> None:
    found = [event for event in events_of(save_of(shared, name)) if isinstance(event, ev.DefectFound)]
    assert [one for one in found if one.severity == "error"] == []
