"""6.4, 6.6, 8.: what follows when control of a land area changes: who leaves, who is asked, who scores; and damage to its Factory."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.titles.blitz import agenda
from engine.titles.blitz.combat import factors
from engine.titles.blitz.orders import Announced, Attack, GoTo, No, Resolve, Yes
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board
from tests.blitz.table import TITLE, at, broken, do, keys, settle, table

AT_WAR = ["germany usa", "japan usa"]


@pytest.mark.section("6.4", "6.5")
@pytest.mark.parametrize("hurt", [0, 1, 2])
@pytest.mark.parametrize("die", range(1, 7))
def test_6_5_a_factory_takes_damage_up_to_its_factor_and_excess_is_ignored(hurt: int, die: int) -> None:
    """Berlin's has two Factors; what it has lost already is no longer added to the 8 and 5 of the bombers (6.4)."""
    play = table("big-8th-air-force london@4, 20th-air-force london@2", power="usa", at_war=AT_WAR, dice=[die])
    if hurt:
        play.emit(ev.FacilityChanged("berlin", "factory", "germany", "damaged", hurt, hurt))
    number, _ = factors.result(play.position, 13 + 2 - hurt, die)
    settle(do(play, Attack("factory", "berlin", "big-8th-air-force, 20th-air-force"), Announced(), Resolve("factory", "berlin")))
    after = min(hurt + number, 2)
    assert play.state.damage.get(("berlin", "factory"), 0) == after
    told = [event for event in play.events if isinstance(event, ev.FacilityChanged) and event.battle]
    assert [(event.delta, event.damage) for event in told] == ([(after - hurt, after)] if after > hurt else [])


@pytest.mark.section("6.6")
def test_6_6_nothing_follows_where_control_does_not_change() -> None:
    play = table("luftwaffe paris@2, home-guard paris@1")
    before = len(play.events)
    control.take_control(play, "paris", "afa")
    assert len(play.events) == before


@pytest.mark.section("Scenario C. The Battle of the Atlantic")
def test_c_control_never_changes() -> None:
    play = table(scenario="atlantic")
    assert board.holder(play.position, "paris") == "germany"
    control.take_control(play, "paris", "afa")
    assert board.holder(play.position, "paris") == "germany"


@pytest.mark.section("6.6")
@pytest.mark.parametrize(
    ("unit", "area", "lands"),
    [
        ("me-109s chile@1", "chile", {}),
        ("me-109s chile@1", "chile", {"argentina": "japan"}),
        ("2nd-air-army chile@1", "chile", {"argentina": "usa"}),
        # The Turkish Straits and all other ports of the Black Sea are closed to it.
        ("high-seas-fleet central-europe@2", "central-europe", {"istanbul": "afa"}),
    ],
)
def test_6_6_an_overrun_unit_with_no_area_within_triple_its_movement_is_destroyed(unit: str, area: str, lands: dict[str, str]) -> None:
    """Nor does an area help that no supply line leads to."""
    key = unit.split()[0]
    taker, owner = ("germany", "ussr") if key == "2nd-air-army" else ("usa", "germany")
    fleets = ", high-seas-fleet south-atlantic@2, u-boat-i peruvian-coast@1" if owner == "ussr" else ""
    play = table(unit + fleets, power="afa", take={area: owner, **lands}, at_war=[*AT_WAR, "germany ussr"])
    control.take_control(play, area, taker)
    agenda.run(play)
    assert at(play, key) == f"{owner}-pool"


@pytest.mark.section("6.6")
def test_6_6_the_taker_says_where_an_overrun_unit_goes_of_areas_equally_close() -> None:
    """From Western Germany, Berlin and Austria are one move away, Poland two."""
    play = table("me-109s western-germany@1", power="afa", take={"belgium-netherlands": "afa"})
    control.take_control(play, "western-germany", "afa", takers=("2nd-army",))
    agenda.run(play)
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("overrun", "afa")
    assert broken(play, GoTo("me-109s", "rome")) == broken(play, GoTo("luftwaffe", "berlin")) == ["overrun"]
    assert broken(play, GoTo("me-109s", "berlin")) == broken(play, GoTo("me-109s", "austria-czechoslovakia")) == []
    settle(do(play, GoTo("me-109s", "austria-czechoslovakia")))
    assert at(play, "me-109s") == "austria-czechoslovakia@1"


@pytest.mark.section("6.6")
@pytest.mark.parametrize("task", ["overrun luftwaffe afa", "make-way luftwaffe japan", "base luftwaffe", "move-out luftwaffe home"])
def test_6_6_who_has_been_destroyed_meanwhile_goes_nowhere(task: str) -> None:
    play = table("luftwaffe germany-pool@2")
    agenda.before(play, task)
    agenda.run(play)
    assert play.pending is None and at(play, "luftwaffe") == "germany-pool"


@pytest.mark.section("3.4")
@pytest.mark.parametrize(("answer", "holder"), [(Yes(), "afa"), (No(), "usa")])
def test_3_4_a_single_area_is_given_back_or_kept(answer: Yes | No, holder: str) -> None:
    play = table(power="afa", take={"algeria": "germany"}, at_war=AT_WAR)
    control.take_control(play, "algeria", "usa")
    agenda.run(play)
    assert play.pending is not None and (play.pending.what, play.pending.power) == ("return-area", "usa")
    do(play, answer)
    assert board.holder(play.position, "algeria") == holder


@pytest.mark.section("3.4")
@pytest.mark.parametrize(
    ("area", "taker", "holder"),
    [
        ("scotland", "usa", "afa"),
        ("london", "usa", "afa"),
        ("byelorussia", "usa", "ussr"),
        ("western-germany", "japan", "germany"),
    ],
)
def test_3_4_an_area_of_an_only_home_of_great_britain_or_germany_goes_back_unasked(area: str, taker: str, holder: str) -> None:
    foe = "afa" if taker == "japan" else "germany"
    play = table(power="afa", take={area: foe}, at_war=[*AT_WAR, "germany ussr", "japan afa"])
    control.take_control(play, area, taker)
    agenda.run(play)
    assert play.pending is None and board.holder(play.position, area) == holder


@pytest.mark.section("6.6")
@pytest.mark.parametrize(
    ("units", "dice", "power"),
    [
        ("2nd-army paris@2, 1st-army paris@1", [], "afa"),
        ("2nd-army paris@1, 1st-army paris@2", [], "usa"),
        # Three Land Factors each: that of one unit is more than that of two.
        ("2nd-army paris@2, national-guard paris@1, 1st-army paris@1", [], "afa"),
        ("home-guard paris@1, 8th-army paris@1, 1st-army paris@2", [], "usa"),
        ("home-guard paris@1, 2nd-army paris@2, 1st-army paris@1, 5th-army paris@1", [], "afa"),
        ("2nd-army paris@1, royal-marines paris@1, national-guard paris@1, 1st-army paris@2", [], "usa"),
        ("2nd-army paris@2, 1st-army paris@2", [1], "afa"),
        ("2nd-army paris@2, 1st-army paris@2", [3], "afa"),
        ("2nd-army paris@2, 1st-army paris@2", [4], "usa"),
        ("2nd-army paris@2, 1st-army paris@2", [6], "usa"),
        ("1st-army paris@1, 5th-army paris@1", [], "usa"),
    ],
)
def test_6_6_who_takes_an_area_that_two_powers_attacked(units: str, dice: list[int], power: str) -> None:
    """The most Land Factors, then those of the best unit, then a coin: three faces of the die that is told are each one's."""
    play = table(units, power="afa", at_war=AT_WAR, dice=dice)
    names = [item.split()[0] for item in units.split(", ")]
    assert control.disputed(play, "western-germany", keys(play, *names)) == power
    coins = [event for event in play.events if isinstance(event, ev.DiceRolled)]
    assert [(event.purpose, event.target) for event in coins] == ([("coin", 3)] if dice else [])


@pytest.mark.section("8. Victory and Game End")
@pytest.mark.parametrize(
    ("area", "taker", "points"),
    [("berlin", "ussr", 2), ("berlin", "usa", 2), ("poland", "ussr", 0), ("london", "germany", 1), ("tokyo", "usa", 2)],
)
def test_8_a_factory_that_is_taken_scores_its_factors_and_costs_them_again(area: str, taker: str, points: int) -> None:
    factor = next(row.factory for row in TITLE.own["places"] if row.area == area)
    wars = [*AT_WAR, "germany ussr", "japan ussr"]
    play = table(power="afa", at_war=wars, take={"poland": "germany"})
    first = board.holder(play.position, area)
    control.take_control(play, area, taker)
    settle(play)
    assert play.state.points.get((taker, "vp"), 0) == factor and (factor > 0) is (points > 0)
    assert play.state.points.get((first, "vp"), 0) == 0, "nobody loses points for what was his at the start"
    control.take_control(play, area, first)
    settle(play)
    assert play.state.points.get((taker, "vp"), 0) == 0 and play.state.points.get((first, "vp"), 0) == 0


@pytest.mark.section("1.3")
@pytest.mark.parametrize(
    ("guest", "area", "unit", "leaves"),
    [
        ("afa", "persia", "1st-air-army", True),
        ("ussr", "persia", "1st-air-army", False),
        ("germany", "persia", "1st-air-army", False),
        ("afa", "persia", "western-front", False),
        ("usa", "egypt", "royal-air-force", False),
        ("ussr", "egypt", "royal-air-force", True),
    ],
)
def test_1_3_the_aircraft_and_ships_of_an_owner_make_way_for_units_of_an_ally(guest: str, area: str, unit: str, leaves: bool) -> None:
    """Not for his own, nor for who is one with him: the AFA and the USA at war (1.3)."""
    play = table(f"{unit} {area}@2", take={"persia": "ussr"}, at_war=[*AT_WAR, "germany ussr"])
    control.make_way(play, area, guest)
    assert bool(agenda.tasks(play.position)) is leaves
