"""Special Non-Combat Movement, and what air and naval bases add (base game)."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Move
from tests.global1939.positions import play_from, rules_of, standing

pytestmark = pytest.mark.section("Special Non-Combat Movement")


def test_infantry_moves_two_spaces_in_the_noncombat_move_only():
    stacks = {"novgorod": "soviet-union: 2 infantry, artillery"}
    play = play_from(stacks, "soviet-union", "noncombat-move")
    way = "novgorod > belarus > smolensk"
    play.submit(Move("infantry, artillery", way))
    assert standing(play, "smolensk") == ("soviet-union: artillery [used=2 from=belarus], infantry [used=2 from=belarus]")
    assert rules_of(play, Move("infantry", f"{way} > russia")) == ["noncombat-move/range"]
    before = play_from(stacks, "soviet-union", "combat-move")
    assert rules_of(before, Move("infantry", way)) == ["combat-move/range"]


def test_two_single_steps_are_as_far_as_one_of_two():
    play = play_from({"novgorod": "soviet-union: infantry"}, "soviet-union", "noncombat-move")
    play.submit(Move("infantry", "novgorod > belarus"))
    play.submit(Move("infantry", "belarus > smolensk"))
    assert rules_of(play, Move("infantry", "smolensk > russia")) == ["noncombat-move/range"]


def test_what_moves_two_spaces_by_itself_moves_no_farther():
    play = play_from({"novgorod": "soviet-union: tank"}, "soviet-union", "noncombat-move")
    assert rules_of(play, Move("tank", "novgorod > belarus > smolensk > russia")) == ["noncombat-move/range"]


LONG = "united-kingdom > sea-zone-109 > sea-zone-104 > sea-zone-103 > sea-zone-91 > gibraltar"
FAR = f"{LONG} > sea-zone-92 > sea-zone-94 > sea-zone-95 > sea-zone-96"


def test_aircraft_rebase_up_to_eight_spaces():
    play = play_from({"united-kingdom": "united-kingdom: 2 fighter"}, "united-kingdom", "noncombat-move")
    assert rules_of(play, Move("fighter", f"{FAR} > malta")) == ["noncombat-move/range"]
    play.submit(Move("fighter", LONG))
    assert standing(play, "gibraltar") == "united-kingdom: fighter [used=5 rebasing]"
    play.submit(Move("fighter", "gibraltar > sea-zone-92 > sea-zone-91 > gibraltar"))
    assert rules_of(play, Move("fighter", "gibraltar > sea-zone-92 > gibraltar")) == ["noncombat-move/range"]


def test_aircraft_that_flew_in_the_combat_move_have_what_is_left_of_their_range():
    stacks = {"united-kingdom": "united-kingdom: fighter [used=2]"}
    assert rules_of(play_from(stacks, "united-kingdom", "noncombat-move"), Move("fighter", LONG)) == ["noncombat-move/range"]
    play = play_from(stacks, "united-kingdom", "noncombat-move", options={"rebase": "all"})
    play.submit(Move("fighter", LONG))
    assert standing(play, "gibraltar") == "united-kingdom: fighter [used=5 rebasing]"


def test_a_combat_move_is_as_long_as_ever():
    play = play_from({"united-kingdom": "united-kingdom: fighter"}, "united-kingdom", "combat-move")
    assert rules_of(play, Move("fighter", LONG)) == ["combat-move/range"]


@pytest.mark.section("Base game")
def test_an_air_base_gives_one_more_space_there_and_back():
    stacks = {"united-kingdom": "united-kingdom: fighter, air-base", "sea-zone-112": "germany: destroyer"}
    way = "united-kingdom > sea-zone-110 > sea-zone-112"
    play = play_from(stacks, "united-kingdom", "combat-move")
    play.submit(Move("fighter", way))
    assert standing(play, "sea-zone-112").endswith("united-kingdom: fighter [used=2 based]")
    assert rules_of(play, Move("fighter", "sea-zone-112 > sea-zone-125 > sea-zone-124 > sea-zone-123 > sea-zone-117")) == [
        "combat-move/range"
    ]


@pytest.mark.section("Base game")
def test_a_base_with_three_damage_gives_nothing():
    stacks = {"united-kingdom": "united-kingdom: fighter, air-base"}
    five = "united-kingdom > sea-zone-110 > sea-zone-105 > sea-zone-104 > sea-zone-91 > gibraltar"
    sound = play_from(stacks, "united-kingdom", "combat-move", damage={"united-kingdom/air-base": 2})
    assert rules_of(sound, Move("fighter", five)) == []
    broken = play_from(stacks, "united-kingdom", "combat-move", damage={"united-kingdom/air-base": 3})
    assert rules_of(broken, Move("fighter", five)) == ["combat-move/range"]


@pytest.mark.section("Base game")
def test_ships_that_start_at_a_naval_base_move_three_zones():
    stacks = {"united-kingdom": "united-kingdom: naval-base", "sea-zone-110": "united-kingdom: destroyer, transport"}
    way = "sea-zone-110 > sea-zone-105 > sea-zone-104 > sea-zone-91"
    play = play_from(stacks, "united-kingdom", "noncombat-move")
    play.submit(Move("destroyer", way))
    assert standing(play, "sea-zone-91") == "united-kingdom: destroyer [used=3 from=sea-zone-104 based]"
    without = play_from({"sea-zone-110": "united-kingdom: destroyer"}, "united-kingdom", "noncombat-move")
    assert rules_of(without, Move("destroyer", way)) == ["noncombat-move/range"]
    assert rules_of(play, Move("transport", "sea-zone-110 > sea-zone-105")) == []
