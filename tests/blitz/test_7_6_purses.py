"""7.6, 7.8, C.6 and D: what is spent on the units of one country alone, what one Oil buys, who may be in China."""

from __future__ import annotations

from typing import Any

import pytest

from engine import events as ev
from engine.play import Play
from engine.titles.blitz.land import land
from engine.titles.blitz.orders import AddUnit, Attack, Build, MoveUnit
from engine.titles.blitz.position import board, changes, weapons
from engine.titles.blitz.turn_end import purses
from tests.blitz.table import broken, do, keys, table

CUT = "zeroes bay-of-bengal@2, naval-air arabian-sea@2"
LOST = {"burma": "japan", "persia": "germany"}
"""With the fleets of `CUT` at sea and these lands in enemy hands no line leads into India."""
JAPAN = ["japan afa", "japan usa", "germany usa"]


def cut_off(play: Play) -> Play:
    """The Convoy of India, which keeps the Arabian Sea friendly, has taken all the damage that it can."""
    play.emit(ev.FacilityChanged("arabian-sea", "convoy-india", "afa", "damaged", 2, 2))
    return play


@pytest.mark.section("7.6", "7.8")
@pytest.mark.parametrize(
    ("units", "lands", "left"),
    [
        (CUT, LOST, 1),
        (CUT, LOST | {"hyderabad": "japan"}, 0),
        (CUT, LOST | {"persia": "afa"}, None),
        (CUT, {"burma": "japan"}, None),
        ("", LOST, None),
    ],
)
def test_7_6_a_country_that_is_cut_off_spends_what_it_alone_can_trace_a_line_to(
    units: str, lands: dict[str, str], left: int | None
) -> None:
    """India has a Resource in Hyderabad; nothing else of the AFA's gets there."""
    play = cut_off(table(f"{units}, indian-army delhi@1", phase="build", power="afa", at_war=JAPAN, stores={"afa": (5, 5)}, take=lands))
    found = purses.purse_of(play.position, keys(play, "indian-army")[0], "delhi")
    if left is None:
        assert found is None
        return
    assert found == purses.Purse("india", left, alone=True)


@pytest.mark.section("7.6", "7.8")
def test_7_6_it_pays_from_its_own_and_as_long_as_that_lasts() -> None:
    units = f"{CUT}, indian-army delhi@1, burma-army delhi@1"
    play = cut_off(table(units, phase="build", power="afa", at_war=JAPAN, stores={"afa": (5, 5)}, take=LOST))
    found = purses.purse_of(play.position, keys(play, "indian-army")[0], "delhi")
    assert found is not None
    for spent, unit in enumerate(("indian-army", "burma-army"), start=1):
        if spent > found.left:
            assert broken(play, Build(unit)) == ["build/isolated"]
            continue
        do(play, Build(unit))
        now = purses.purse_of(play.position, keys(play, unit)[0], "delhi")
        assert now is not None and now.left == found.left - spent
    assert changes.store(play, "afa", "resources") == changes.store(play, "afa", "oil") == 5


@pytest.mark.section("Scenario C. The Battle of the Atlantic", "7.3")
@pytest.mark.parametrize(
    ("power", "oil", "added", "bought", "rules"),
    [
        ("afa", 1, 1, 0, []),
        ("afa", 1, 1, 1, []),
        ("afa", 1, 1, 2, ["develop/limit"]),
        ("afa", 0, 1, 0, ["develop/limit"]),
        ("afa", 1, 2, 0, ["develop/limit"]),
        ("germany", 1, 1, 0, ["develop/limit"]),
        ("germany", 0, 0, 0, []),
    ],
)
def test_c_twice_in_the_game_an_oil_buys_the_western_allies_a_second_unit(
    power: str, oil: int, added: int, bought: int, rules: list[str]
) -> None:
    play = table(scenario="atlantic", phase="build", power=power, stores={power: (3, oil)}, markers={f"bought-adds/{power}": bought})
    weapons.ADDED.set(play, added)
    unit = weapons.groups(play.position, power)[weapons.current_group(play.position, power)][0].unit
    assert broken(play, AddUnit(unit)) == rules
    if not rules:
        do(play, AddUnit(unit))
        paid = int(added > 0)
        assert changes.store(play, power, "oil") == oil - paid and changes.store(play, power, "resources") == 3
        assert weapons.BOUGHT_ADDS.number(play.state, power) == bought + paid
        assert weapons.ADDED.number(play.state) == added + 1


@pytest.mark.section("5.2", "5.3")
@pytest.mark.parametrize(("conquered", "open_"), [({"conquered/china": "allies"}, True), ({}, False)])
def test_5_2_allied_land_units_enter_china_once_it_is_conquered_and_aircraft_and_axis_units_always_may(
    conquered: dict[str, str], open_: bool
) -> None:
    units = "burma-army burma@1, royal-air-force burma@1, nationalist-army chungking@1, southern-army canton@1"
    lands = {"canton": "japan"}
    play = table(units, phase="move", power="afa", at_war=JAPAN, markers=conquered, take=lands)
    army, fighter, chinese, axis = keys(play, "burma-army", "royal-air-force", "nationalist-army", "southern-army")
    assert board.may_be_in_china(play.position, army) is open_
    assert all(board.may_be_in_china(play.position, key) for key in (fighter, chinese, axis))
    assert (broken(play, MoveUnit("burma-army", "burma > chungking")) == ["move/china"]) is not open_
    fight = table(units, power="afa", at_war=JAPAN, markers=conquered, take=lands | {"chungking": "japan"})
    assert broken(fight, Attack("ground", "chungking", "burma-army")) == ([] if open_ else ["attack/china"])


@pytest.mark.section("5.2", "2.2")
@pytest.mark.parametrize(
    ("area", "told", "rules"),
    [
        ("poland", {}, ["move/defended"]),
        ("belgium-netherlands", {}, ["move/neutral"]),
        ("paris", {}, []),
        ("paris", {"blitzing": {"germany": "free"}}, ["move/free"]),
        ("paris", {"blitzing": {"germany": "land"}}, []),
        ("berlin", {"blitzing": {"germany": "free"}}, []),
        ("paris", {"markers": {"closed/paris": "yes"}}, ["move/closed"]),
        ("rome", {}, []),
        ("byelorussia", {}, ["move/peace"]),
    ],
)
def test_5_2_which_land_areas_an_army_may_enter(area: str, told: dict[str, Any], rules: list[str]) -> None:
    play = table("army-group-b western-germany@2, polish-army poland@2", phase="move", **told)
    assert [problem.rule for problem in land.check_entry(play.position, keys(play, "army-group-b")[0], area)] == rules
