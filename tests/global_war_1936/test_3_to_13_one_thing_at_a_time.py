"""What does one thing at a time, or at once: docks, escorts, ships behind a lost screen, canals in another's turn, objectives by units."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Battle, Declare
from engine.rules import EndPhase
from engine.titles.global_war_1936.lend_lease import lending
from engine.titles.global_war_1936.nations import home
from engine.titles.global_war_1936.orders import Assign, Dock, Exploit, Monroe, Permit
from engine.titles.global_war_1936.politics import objectives
from tests.global_war_1936.positions import EARLY, TITLE, passes, play_from, problems, standing

AT_WAR = {("germany", "great-britain"): "war"}
ZONE, FROM = "sea-zone-25", "sea-zone-24"
CHINA = TITLE.regions["continental-china"][0]


@pytest.mark.section("4.8", "13.2")
def test_13_2_abyssinia_that_has_won_aligns_as_soon_as_its_ruler_is_at_war() -> None:
    powers = ("great-britain", "france", "united-states", "soviet-union")
    calm = {(axis, ally): "peace" for axis in ("germany", "italy", "japan") for ally in powers}
    markers = {("game", "controlled|abyssinia"): "france", ("game", "income|france"): "99"}
    held, war = {"eritrea": "abyssinia"}, {("italy", "abyssinia"): "war"}
    play = EARLY.play_from(
        {"eritrea": "abyssinia: infantry"}, "germany", "combat-move", control=held, markers=markers, relations=calm | war
    )
    play.submit(Declare("france"))
    assert (play.state.clock.phase, play.state.control["eritrea"]) == ("combat-move", "france")


@pytest.mark.section("9.11")
@pytest.mark.parametrize(("beside", "dice"), [("", []), ("; great-britain: light-cruiser", [("great-britain", "light-cruiser")])])
def test_9_11_ships_on_escort_duty_attack_nobody_in_their_turn(beside: str, dice: list[tuple[str, str]]) -> None:
    ships = {ZONE: f"great-britain: 2 destroyer [escort:{ZONE}!]; germany: light-cruiser{beside}"}
    play = play_from(ships, "great-britain", "conduct-combat", relations=AT_WAR, dice=[12] * 9)
    assert (problems(play, Battle(ZONE)) == []) is bool(dice)
    if dice:
        play.submit(Battle(ZONE))
        fired = {(one.power, one.unit) for one in play.events if type(one).__name__ == "DiceRolled"}
        assert fired - {("germany", "light-cruiser")} == set(dice)


@pytest.mark.section("7.4")
@pytest.mark.parametrize("deed", ["fights", "raids", "stays"])
def test_7_4_a_repair_takes_a_full_turn_in_which_the_ship_does_nothing_else(deed: str) -> None:
    zone = "sea-zone-8" if deed == "raids" else ZONE
    enemy = "; germany: destroyer" if deed == "fights" else ""
    stacks = {"scotland": "great-britain: major-dockyard", "london": "great-britain: major-dockyard"}
    ship = {zone: f"great-britain: fast-battleship~1{enemy}"}
    play = play_from(stacks | ship, "great-britain", "production", relations=AT_WAR, dice=[1, 12] * 20)
    play.submit(Dock("fast-battleship", zone, "scotland" if deed == "raids" else "london", 1))
    play.submit(EndPhase())
    if deed == "raids":
        play.submit(Assign("fast-battleship", zone, "raid"))
    play.submit(EndPhase())
    if deed == "fights":
        play.submit(Battle(zone))
    while play.state.clock.phase != "place-units":
        play.submit(play.pending.default if play.pending else EndPhase())
    assert standing(play, zone).startswith("great-britain: fast-battleship~1" if deed != "stays" else "great-britain: fast-battleship")
    assert ("~1" in standing(play, zone)) is (deed != "stays")


@pytest.mark.section("11.4", "12.2")
def test_11_4_aircraft_that_a_damaged_carrier_holds_catch_no_lend_lease() -> None:
    for ships, who in (("fleet-carrier, 2 fighter", "germany"), ("fleet-carrier~1, 2 fighter", "")):
        play = play_from({FROM: f"germany: {ships}"}, "great-britain", "place-units", relations=AT_WAR)
        assert lending.interdictor(play.position, FROM, "great-britain") == who


@pytest.mark.section("9.7")
def test_9_7_who_waited_in_the_zone_goes_where_a_ship_of_the_lost_screen_came_from() -> None:
    waiting = f"germany: light-cruiser [used=1 from={FROM} moved], naval-transport; great-britain: 3 battleship"
    play = play_from({ZONE: waiting}, "germany", "combat-move", relations=AT_WAR, dice=[12] + [1] * 30)
    play.submit(Assign("naval-transport", ZONE, "screened"))
    play.submit(EndPhase())
    play.submit(Battle(ZONE))
    while play.state.clock.phase == "conduct-combat":
        play.submit(play.pending.default if play.pending else EndPhase())
    assert standing(play, ZONE) == "great-britain: 3 battleship" and "naval-transport" in standing(play, FROM)


@pytest.mark.section("9.7")
def test_9_7_nobody_goes_on_from_a_zone_that_no_screen_has_cleared() -> None:
    play = play_from({ZONE: "germany: naval-transport [waiting]"}, "germany", "conduct-combat", relations=AT_WAR)
    (problem,) = play.check(Exploit("naval-transport", f"{ZONE} > {FROM}"))
    assert (problem.rule, problem.found) == ("exploit/battle", ZONE)


@pytest.mark.section("0.7", "5.7")
def test_5_7_the_aleutians_are_american() -> None:
    held, calm = {"aleutian-islands": "japan"}, {("japan", "united-states"): "peace"}
    stacks = {"aleutian-islands": "japan: infantry"}
    assert problems(play_from(stacks, "united-states", "combat-move", control=held, relations=calm), Monroe("japan")) == []


@pytest.mark.section("3.1")
@pytest.mark.parametrize(("unit", "left"), [("infantry", 0), ("fighter", 0), ("minor-factory", 1), ("", 1)])
def test_3_1_the_communists_are_defeated_when_no_unit_of_theirs_is_left(unit: str, left: int) -> None:
    stacks = {home(TITLE, "ccp")[0]: f"ccp: {unit}"} if unit else {}
    assert objectives.scores(play_from(stacks, "germany", "production").position, "kmt")["defeat-the-communists"] == left


@pytest.mark.section("3.1")
@pytest.mark.parametrize(("who", "alone"), [("siam", 0), ("japan", 0), ("yunnan-warlord", 1), ("ccp", 1)])
def test_3_1_land_units_of_any_nation_that_is_not_chinese_are_foreign(who: str, alone: int) -> None:
    position = play_from({CHINA: f"{who}: infantry"}, "germany", "production").position
    assert {objectives.scores(position, faction)["expel-foreign-influence"] for faction in ("kmt", "ccp")} == {alone}


@pytest.mark.section("5.3", "8.1")
def test_5_3_a_canal_is_closed_in_the_turn_of_whom_it_is_closed_to() -> None:
    calm, markers = {("japan", "united-states"): "peace"}, {("game", "income|united-states"): "40"}
    play = EARLY.play_from({}, "japan", "combat-move", relations=calm, markers=markers)
    assert problems(play, Permit("panama-canal", "japan", closed=True)) == ["permit/keeper"]
    assert problems(play, Permit("panama-canal", "united-states", closed=True, by="united-states")) == ["permit/nation"]
    assert passes(play.position, "panama-canal", "japan")
    play.submit(Permit("panama-canal", "japan", closed=True, by="united-states"))
    assert not passes(play.position, "panama-canal", "japan")
