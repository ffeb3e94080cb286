"""Section Press Attack or Retreat, Condition B: who may retreat, when, where to, and what becomes of them."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.board import is_hostile_sea
from engine.families.axis_allies.orders import Lose, Press, Retreat
from engine.strictness import Strictness
from tests.aa1942.battles import battle, combat, due, ends, fought, last_end, losses
from tests.aa1942.positions import rules_of, standing

pytestmark = pytest.mark.section("Condition B—Attacker Retreats")

UKRAINE, WEST_RUSSIA = "[used=1 from=ukraine-ssr moved]", "[used=1 from=west-russia moved]"
ZONE = "sea-zone-6"
FROM_5, FROM_7 = "[used=1 from=sea-zone-5 moved]", "[used=1 from=sea-zone-7 moved]"


def on_land(*orders: object, mine: str = f"tank {UKRAINE}, infantry {WEST_RUSSIA}", dice: tuple = (6, 6, 6), **position: object):
    stacks = {"caucasus": f"germany: {mine}; soviet-union: infantry"}
    return fought("germany", stacks, list(dice), battle("caucasus"), *orders, **position)  # type: ignore[arg-type]


def at_sea(*orders: object, mine: str, theirs: str = "cruiser", dice: tuple = (6, 6), elsewhere: dict | None = None, **position: object):
    stacks = {ZONE: f"germany: {mine}; united-kingdom: {theirs}"} | (elsewhere or {})
    return fought("germany", stacks, list(dice), battle(ZONE), *orders, **position)  # type: ignore[arg-type]


def test_all_land_units_retreat_together_to_one_area_that_one_of_them_came_from() -> None:
    play = on_land(Retreat("ukraine-ssr"))
    assert ends(play) == [("land", "caucasus", 1, "defender", "retreat")]
    spent = "[used=1 from=caucasus fought moved]"
    assert standing(play, "ukraine-ssr") == f"germany: infantry {spent}, tank {spent}"
    assert standing(play, "caucasus") == "soviet-union: infantry"
    assert standing(on_land(Retreat("west-russia")), "west-russia") == f"germany: infantry {spent}, tank {spent}"


def test_units_retreat_to_nowhere_else() -> None:
    play = on_land()
    assert due(play) == "press germany"
    for area in ("russia", "persia", "balkans", "sea-zone-16", ""):
        assert rules_of(play, Retreat(area)) == ["retreat/destination"], area


def test_a_forgiving_reader_lets_land_units_that_retreat_to_sea_go_where_they_may() -> None:
    stacks = {"caucasus": f"germany: 2 infantry {UKRAINE}; soviet-union: infantry"}
    play = combat("germany", stacks, [6, 6, 6], strictness=Strictness.COLLECT)
    for order in (battle("caucasus"), Retreat("sea-zone-16")):
        play.submit(order)
    assert ends(play) == [("land", "caucasus", 1, "defender", "retreat")]
    assert standing(play, "ukraine-ssr") == "germany: 2 infantry [used=1 from=caucasus fought moved]"


def test_an_area_that_a_lost_unit_came_from_is_still_open() -> None:
    stacks = {"caucasus": f"germany: 2 tank {UKRAINE}, infantry {WEST_RUSSIA}; soviet-union: 2 infantry"}
    play = fought("germany", stacks, [6, 6, 6, 1, 6], battle("caucasus"), Lose("infantry"))
    assert rules_of(play, Retreat("west-russia")) == []


def test_the_area_must_be_friendly() -> None:
    play = on_land(control={"ukraine-ssr": "soviet-union", "west-russia": "soviet-union"})
    assert rules_of(play, Retreat("ukraine-ssr")) == ["retreat/nowhere"]


def test_an_area_blitzed_this_turn_is_friendly() -> None:
    blitz = "[used=2 from=west-russia moved]"
    stacks = {"russia": f"germany: tank {blitz}; soviet-union: infantry"}
    play = fought("germany", stacks, [6, 6], battle("russia"), control={"west-russia": "soviet-union"}, taken={"west-russia": "germany"})
    assert rules_of(play, Retreat("west-russia")) == []


def test_a_single_way_out_need_not_be_named() -> None:
    play = on_land(Retreat(), mine=f"tank {UKRAINE}", dice=(6, 6))
    assert standing(play, "ukraine-ssr") == "germany: tank [used=1 from=caucasus fought moved]"


def test_retreating_aircraft_stay_over_the_battle_until_they_land() -> None:
    play = on_land(Retreat("ukraine-ssr"), mine=f"tank {UKRAINE}, fighter [used=2]")
    assert standing(play, "caucasus") == "germany: fighter [used=2 fought]; soviet-union: infantry"
    assert last_end(play).attackers == "tank, fighter"


def test_aircraft_alone_retreat_without_an_area() -> None:
    play = on_land(Retreat(), mine="2 fighter [used=2]")
    assert ends(play) == [("land", "caucasus", 1, "defender", "retreat")]
    assert standing(play, "caucasus") == "germany: 2 fighter [used=2 fought]; soviet-union: infantry"
    assert rules_of(on_land(mine="2 fighter [used=2]"), Retreat("ukraine-ssr")) == ["retreat/destination"]


def test_aircraft_do_not_retreat_while_land_units_have_nowhere_to_go() -> None:
    play = on_land(mine=f"tank {UKRAINE}, fighter [used=2]", control={"ukraine-ssr": "soviet-union"})
    assert rules_of(play, Retreat()) == ["retreat/nowhere"]


@pytest.mark.section("Step 6. Press Attack or Retreat")
def test_there_is_no_retreat_before_the_first_round() -> None:
    stacks = {"caucasus": f"germany: tank {UKRAINE}, 2 fighter [used=1]; soviet-union: infantry, tank, anti-aircraft-gun"}
    play = fought("germany", stacks, [6, 6, 3, 6, 6], battle("caucasus"))
    assert (due(play), rules_of(play, Retreat("ukraine-ssr"))) == ("casualties soviet-union", ["decision-due"])


def test_the_defender_never_retreats() -> None:
    play = on_land()
    assert play.pending is not None and (play.pending.power, play.pending.side) == ("germany", "attacker")


@pytest.mark.section("Step 6. Press Attack or Retreat")
def test_a_retreat_may_follow_any_round() -> None:
    play = on_land(Press(), Press(), Retreat("ukraine-ssr"), dice=(6,) * 9)
    assert ends(play) == [("land", "caucasus", 3, "defender", "retreat")]


def test_all_sea_units_retreat_together_to_one_zone() -> None:
    play = at_sea(Retreat("sea-zone-5"), mine=f"cruiser {FROM_5}, destroyer {FROM_7}", dice=(6, 6, 6))
    spent = f"[used=1 from={ZONE} fought moved]"
    assert standing(play, "sea-zone-5") == f"germany: cruiser {spent}, destroyer {spent}"
    assert ends(play) == [("sea", ZONE, 1, "defender", "retreat")]


def test_the_zone_must_have_been_friendly_when_the_turn_began() -> None:
    there = {"sea-zone-7": "united-kingdom: destroyer"}
    mine = f"cruiser {FROM_5}, submarine {FROM_7}"
    play = at_sea(mine=mine, theirs="destroyer", dice=(6, 6, 6), elsewhere=there)
    assert rules_of(play, Retreat("sea-zone-7")) == ["retreat/destination"]
    assert rules_of(play, Retreat("sea-zone-5")) == []
    there["sea-zone-7"] += "; germany: fighter [used=2]"
    stacks = {ZONE: f"germany: {mine}; united-kingdom: destroyer"} | there
    play = fought("germany", stacks, [3, 6, 6, 6, 6], battle("sea-zone-7"), battle(ZONE))
    assert not is_hostile_sea(play.position, "sea-zone-7", "germany"), "it has been cleared in this turn"
    assert rules_of(play, Retreat("sea-zone-7")) == ["retreat/destination"]
    assert rules_of(play, Retreat("sea-zone-5")) == []


def test_ships_that_did_not_move_give_no_way_out() -> None:
    assert rules_of(at_sea(mine="cruiser"), Retreat("sea-zone-5")) == ["retreat/nowhere"]
    assert rules_of(at_sea(mine=f"cruiser, destroyer {FROM_5}", dice=(6, 6, 6)), Retreat("sea-zone-5")) == []


def test_transports_retreat_with_their_cargo_and_cannot_offload_any_more() -> None:
    loaded = f"transport [used=1 from=sea-zone-5 loaded moved cargo=germany/tank target=united-kingdom], cruiser {FROM_5}"
    play = at_sea(Retreat("sea-zone-5"), mine=f"{loaded}, tank [aboard loaded target=united-kingdom]")
    assert standing(play, "sea-zone-5") == (
        f"germany: cruiser [used=1 from={ZONE} fought moved], tank [loaded aboard], "
        f"transport [used=1 from={ZONE} fought loaded moved cargo=germany/tank]"
    )


def test_a_battleship_is_whole_again_when_it_retreats() -> None:
    play = at_sea(Retreat("sea-zone-5"), mine=f"battleship {FROM_5}", dice=(6, 3))
    assert standing(play, "sea-zone-5") == f"germany: battleship [used=1 from={ZONE} fought moved]"
    assert losses(play) == []


def test_ships_and_aircraft_retreat_together() -> None:
    play = at_sea(Retreat("sea-zone-5"), mine=f"cruiser {FROM_5}, fighter [used=1]", dice=(6, 6, 6))
    assert standing(play, ZONE) == "germany: fighter [used=1 fought]; united-kingdom: cruiser"
