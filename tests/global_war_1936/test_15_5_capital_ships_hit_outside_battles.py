"""Section 15.5: a capital ship rolls for its damage wherever it is hit: by guards of convoys, on a coast, in a strait."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Battle, Offload
from engine.rules import EndPhase
from engine.titles.global_war_1936.orders import Assign, Force
from tests.global_war_1936.positions import BOARD, play_from, standing

WAR = {("germany", "great-britain"): "war"}
ROLLED = {"capital-damage": "rolled", "forced-straits": "on"}


@pytest.mark.section("15.5", "15.6")
@pytest.mark.parametrize(
    ("options", "dice", "left"),
    [
        (ROLLED, [1, 8], "germany: battleship~1 [used=1 from=sea-zone-32]"),
        (ROLLED, [1, 9], ""),
        (ROLLED, [4], "germany: battleship [used=1 from=sea-zone-32]"),
        (ROLLED | {"capital-damage": "one"}, [1], "germany: battleship~1 [used=1 from=sea-zone-32]"),
    ],
)
def test_15_5_a_battleship_that_is_hit_in_a_strait_rolls_for_its_damage(options: dict, dice: list[int], left: str) -> None:
    play = play_from({"sea-zone-32": "germany: battleship"}, "germany", "combat-move", relations=WAR, options=options, dice=dice)
    play.submit(Force("battleship", "sea-zone-32 > sea-zone-48"))
    assert standing(play, "sea-zone-48") == left and standing(play, "sea-zone-32") == ""


@pytest.mark.section("15.5", "9.12")
@pytest.mark.parametrize(
    ("unit", "die", "left"), [("fast-battleship", 8, "~1"), ("fast-battleship", 9, None), ("heavy-battleship", 9, "~1")]
)
def test_15_5_a_raider_that_guards_of_convoys_hit_rolls_for_its_damage(unit: str, die: int, left: str | None) -> None:
    stacks = {"sea-zone-18": f"germany: {unit}; great-britain: fighter [patrol:sea-zone-18!]"}
    play = BOARD.play_from(stacks, "germany", "combat-move", relations=WAR, options=ROLLED, dice=[6, 1, 1, die])
    play.submit(Assign(unit, "sea-zone-18", "raid"))
    play.submit(EndPhase())
    assert not play.dice.left
    assert (f"{unit}{left}" in standing(play, "sea-zone-18")) if left else ("germany" not in standing(play, "sea-zone-18"))


@pytest.mark.section("15.5", "12.9")
@pytest.mark.parametrize(("die", "ships"), [(8, "battleship~1"), (12, "")])
def test_15_5_a_battleship_that_coastal_artillery_hits_rolls_for_its_damage(die: int, ships: str) -> None:
    cargo = "naval-transport [cargo=germany/infantry+germany/infantry], 2 infantry [aboard]"
    stacks = {
        "sea-zone-25": f"germany: battleship, {cargo}",
        "london": "great-britain: infantry, coastal-artillery [border:sea-zone-25]",
    }
    play = play_from(stacks, "germany", "combat-move", relations=WAR, options=ROLLED, dice=[1, 12, die, 12, *[12] * 20])
    play.submit(Offload("2 infantry", "sea-zone-25 > london"))
    play.submit(EndPhase())
    play.submit(Battle("london", bombard="all"))
    play.submit(play.pending.default)
    assert "damage of 1 battleship in sea-zone-25" in [what for _, what in play.dice.asked]
    assert ("battleship~1" in standing(play, "sea-zone-25")) is bool(ships)
