"""Sections 1.15 and 8.3: what bars flights."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.movement.air import air_ways
from engine.families.axis_allies.orders import Move
from tests.global_war_1936.positions import BOARD, problems


@pytest.mark.section("8.3")
def test_8_3_aircraft_do_not_fly_over_enemy_fighters_but_to_them() -> None:
    way = "bavaria > alsace-lorraine > paris"
    for guard, broken in (("infantry", []), ("fighter", ["combat-move/fighters"])):
        stacks = {
            "bavaria": "germany: medium-bomber",
            "alsace-lorraine": f"france: {guard}",
            "paris": "france: infantry",
        }
        play = BOARD.play_from(stacks, "germany", "combat-move")
        assert problems(play, Move("medium-bomber", way)) == broken
        assert problems(play, Move("medium-bomber", "bavaria > alsace-lorraine")) == []


@pytest.mark.section("8.3")
def test_8_3_ways_that_are_offered_go_round_enemy_fighters() -> None:
    stacks = {"bavaria": "germany: medium-bomber", "alsace-lorraine": "france: fighter"}
    play = BOARD.play_from(stacks, "germany", "combat-move")
    ways = air_ways(play.position, "bavaria", 5)
    assert "paris" in ways and len(ways["alsace-lorraine"]) == 2
    assert all("alsace-lorraine" not in way[1:-1] for way in ways.values())


@pytest.mark.section("8.3", "10.3")
def test_8_3_in_the_non_combat_move_fighters_bar_nothing() -> None:
    stacks = {"bavaria": "germany: medium-bomber", "alsace-lorraine": "france: fighter", "paris": "germany: infantry"}
    play = BOARD.play_from(stacks, "germany", "noncombat-move", control={"paris": "germany"})
    assert problems(play, Move("medium-bomber", "bavaria > alsace-lorraine > paris")) == []


@pytest.mark.section("1.15")
def test_1_15_aircraft_fly_over_neutral_straits_but_not_over_neutral_canals() -> None:
    canal, strait = "sea-zone-57 > sea-zone-60", "sea-zone-10 > sea-zone-11"
    stacks = {"sea-zone-57": "soviet-union: seaplane", "sea-zone-60": "soviet-union: seaplane"}
    play = BOARD.play_from(stacks, "soviet-union", "noncombat-move")
    assert problems(play, Move("seaplane", canal))[:1] == ["noncombat-move/overflight"]
    opened = BOARD.play_from(stacks, "soviet-union", "noncombat-move", control={"istanbul": "soviet-union"})
    assert "noncombat-move/overflight" not in problems(opened, Move("seaplane", canal))
    flown = BOARD.play_from({"sea-zone-10": "soviet-union: seaplane"}, "soviet-union", "noncombat-move")
    assert "noncombat-move/overflight" not in problems(flown, Move("seaplane", strait))
