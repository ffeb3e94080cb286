"""Limits of rules at their exact figures, chapters 9 to 15 of the book."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.orders import Declare
from engine.rules import EndPhase
from engine.titles.global_war_1936.air import wings
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.land import exploiting
from engine.titles.global_war_1936.orders import (
    Deliver,
    Exploit,
    Recruit,
    Redeploy,
    Refit,
    Sign,
)
from engine.titles.global_war_1936.politics import events, fall, war
from engine.titles.global_war_1936.sea import naval
from engine.titles.global_war_1936.treaties import pacts
from engine.titles.global_war_1936.vocabulary import EVOLVED, PACT
from tests.global_war_1936.positions import BOARD, TITLE, begun, play_from, problems, standing
from tests.global_war_1936.test_9_after_and_afar import BEYOND, HERE, blitzed
from tests.global_war_1936.test_11_placing import recruiting

ADVANCED = {"carrier-aircraft": "advanced"}
CANADA = "sea-zone-25"


@pytest.mark.section("13.1")
@pytest.mark.parametrize("faction", ["nationalist-spain", "republican-spain"])
@pytest.mark.parametrize(("power", "stays_out"), [("germany", True), ("soviet-union", True), ("italy", False)])
def test_13_1_germany_and_the_soviets_may_not_attack_a_faction(power: str, faction: str, stays_out: bool) -> None:
    play = begun("1936", ev.PhaseStarted(power, "combat-move", 50))
    war.set_relation(play, power, faction, "peace")
    assert ("war/spain" in problems(play, Declare(faction))) is stays_out


@pytest.mark.section("13.3")
@pytest.mark.parametrize(("value", "evolved"), [(12, False), (13, True), (14, True)])
def test_13_3_1_the_communists_evolve_at_land_worth_thirteen(value: int, evolved: bool) -> None:
    play = begun("1936")
    single = (area for area, row in TITLE.areas.items() if row.value == 1 and row.kind == "land")
    while income.land_value(play.position, "ccp") < value:
        fall.give(play, next(single), "ccp", "captured")
    assert income.land_value(play.position, "ccp") == value
    events.look_at_china(play)
    assert bool(EVOLVED.read(play.state, "ccp")) is evolved


@pytest.mark.section("14.4.2")
@pytest.mark.parametrize(
    ("die", "owner"),
    [(3, "free-france"), (4, ""), (6, ""), (7, "vichy-france"), (10, "vichy-france"), (11, "germany")],
)
def test_14_4_2_the_die_of_a_french_ship(die: int, owner: str) -> None:
    play = play_from({"sea-zone-32": "free-france: destroyer"}, "germany", "conduct-combat", dice=[die])
    fall._divide_navy(play, "germany")
    assert {key.power for key in play.state.stacks if key.unit == "destroyer" and key.power != "great-britain"} & {
        "free-france",
        "vichy-france",
        "germany",
    } == ({owner} if owner else set())


@pytest.mark.section("8.7", "11.4")
@pytest.mark.parametrize(
    ("guard", "caught"),
    [("fighter [patrol:{zone}!]", True), ("fleet-carrier, fighter", True), ("fleet-carrier", False)],
)
def test_11_4_a_patrol_or_aircraft_of_a_carrier_may_catch_lend_lease_and_a_carrier_alone_may_not(guard: str, caught: bool) -> None:
    zones = ("sea-zone-91", "sea-zone-92", "sea-zone-94", "sea-zone-95")
    stacks = {
        "san-francisco": "united-states: major-factory, major-port",
        "primorsky-krai": "soviet-union: major-port",
        **{zone: f"japan: {guard.format(zone=zone)}" for zone in zones},
    }
    war_of_two = {("united-states", "japan"): "war", ("soviet-union", "japan"): "peace", ("united-states", "soviet-union"): "peace"}
    play = BOARD.play_from(
        stacks,
        "united-states",
        "place-units",
        relations=war_of_two,
        dice=[1, 6] * 9,
        markers={("game", "grant|united-states|soviet-union"): "5"},
    )
    play.submit(Deliver("soviet-union", "san-francisco", "primorsky-krai"))
    assert any(isinstance(event, ev.ConvoyRaided) for event in play.events) is caught


@pytest.mark.section("15.3")
def test_15_3_as_many_carrier_aircraft_stay_ashore_as_others_have_come_aboard() -> None:
    stacks = {
        CANADA: "great-britain: 4 fleet-carrier, 3 fighter, 5 fighter [carrier-based]",
        "london": "great-britain: 2 fighter [carrier-based], 7 fighter",
    }
    play = play_from(stacks, "great-britain", "noncombat-move", options=ADVANCED)
    assert wings.swaps(play.position) == 3 - 2


@pytest.mark.section("15.3")
def test_15_3_of_four_carriers_three_have_aircraft_and_one_is_without() -> None:
    stacks = {CANADA: "great-britain: 3 light-carrier, light-carrier [moved used=1], 3 fighter, destroyer, battleship"}
    play = play_from(stacks, "great-britain", "noncombat-move", options=ADVANCED)
    assert [(key.unit, n) for key, n in wings.empty_carriers(play.position, CANADA)] == [("light-carrier", 1)]
    assert wings.empty_carriers(play.position, CANADA)[0][0].condition == "", "those that can still move come first"


@pytest.mark.section("9.7")
@pytest.mark.parametrize(("behind", "zone"), [("", "sea-zone-20"), ("france: destroyer", "sea-zone-21")])
def test_9_7_ships_behind_a_screen_that_has_lost_go_back_unless_an_enemy_is_there(behind: str, zone: str) -> None:
    stacks = {
        "sea-zone-21": "germany: light-cruiser [waiting moved used=1 from=sea-zone-20]; france: destroyer",
        "sea-zone-20": behind,
    }
    play = play_from(
        {key: value for key, value in stacks.items() if value}, "germany", "conduct-combat", relations={("germany", "france"): "war"}
    )
    exploiting.stand_by(play)
    assert "germany: light-cruiser" in standing(play, zone)


@pytest.mark.section("9.5")
def test_9_5_no_more_armor_goes_on_than_there_is() -> None:
    play = blitzed([1] * 4 + [12])
    assert problems(play, Exploit("3 medium-armor", f"{HERE} > {BEYOND}")) == ["exploit/units"]


@pytest.mark.section("11.5")
def test_11_5_recruits_stand_where_the_nation_may_raise_them_and_others_are_refused() -> None:
    play = recruiting([3])
    assert problems(play, Recruit("3 militia", "madrid")) == ["recruit/choice"]
    assert problems(play, Recruit("infantry", "berlin")) == ["recruit/choice"]
    calm = play_from({}, "germany", "place-units", relations={("germany", "poland"): "peace"})
    assert "recruit/none" not in problems(calm, Declare("sweden"))


@pytest.mark.section("12.5", "12.6")
@pytest.mark.parametrize(("ports", "left"), [("minor-port", 0), ("2 minor-port", 1)])
def test_12_6_an_upgrade_mends_the_damage_of_a_single_port(ports: str, left: int) -> None:
    play = BOARD.play_from(
        {"western-germany": f"germany: major-factory, {ports}"},
        "germany",
        "noncombat-move",
        markers={("game", "ready/germany/minor-port-upgrade/western-germany/"): "1"},
        pool={"germany": "minor-port-upgrade"},
    )
    play.emit(ev.FacilityChanged("western-germany", "minor-port", "germany", "bombed", 1, 1))
    play.submit(EndPhase("noncombat-move"))
    assert "major-port" in standing(play, "western-germany")
    assert play.state.damage.get(("western-germany", "minor-port"), 0) == left


@pytest.mark.section("11.2", "1.5")
@pytest.mark.parametrize(("port", "wrong"), [("major-port", []), ("infantry", ["refit/supply"])])
def test_11_2_supply_comes_over_the_sea_from_port_to_port(port: str, wrong: list[str]) -> None:
    stacks = {"london": f"great-britain: major-factory, {port}", "eastern-egypt": "great-britain: infantry, major-port"}
    play = play_from(stacks, "great-britain", "place-units", money={"great-britain": 20})
    assert problems(play, Refit("infantry", "eastern-egypt")) == wrong


@pytest.mark.section("13.3", "4.4")
def test_13_3_2_a_faction_that_evolves_is_aligned_with_who_fights_the_same_enemy() -> None:
    play = begun("1936")
    for nation in ("kmt", "great-britain"):
        war.set_relation(play, "japan", nation, "war")
    war.set_relation(play, "kmt", "great-britain", "peace")
    events.evolve(play, "kmt")
    assert play.position.relation("kmt", "great-britain") == "allied"


@pytest.mark.section("14.4.2")
def test_14_4_2_the_axis_leaves_vichy_and_its_facilities_and_others_stay() -> None:
    stacks = {"southern-france": "italy: 2 infantry, minor-port; france: infantry"}
    play = play_from(stacks, "germany", "conduct-combat", control={"southern-france": "italy", "northern-italy": "italy"})
    fall._evict(play, "southern-france", ["germany", "italy"])
    assert standing(play, "southern-france") == "france: infantry; italy: minor-port"
    assert sum(n for key, n in play.state.stacks.items() if (key.power, key.unit) == ("italy", "infantry")) == 2


@pytest.mark.section("10.6")
def test_10_6_what_ships_carry_counts_among_what_is_moved_in_a_turn() -> None:
    laden = "japan: 2 naval-transport [cargo=japan/infantry], 2 infantry [aboard]"
    play = play_from({"sea-zone-19": laden}, "japan", "noncombat-move")
    before = naval.left(play.position)
    naval.redeploy(play, Redeploy("naval-transport", "sea-zone-19 > sea-zone-18"))
    assert naval.left(play.position) == before - 2


@pytest.mark.section("14.1")
@pytest.mark.parametrize(("state", "found"), [("signed", "signed"), ("ended", "ended"), ("", "offered, or at war")])
def test_14_1_why_a_pact_cannot_be_signed_is_said(state: str, found: str) -> None:
    play = begun("1939")
    if state:
        PACT.emit(play, state, pacts.MOLOTOV)
    else:
        war.set_relation(play, "germany", "soviet-union", "war")
    (problem,) = pacts.check_sign(play.position, Sign(pacts.MOLOTOV))
    assert (problem.rule, problem.found) == ("pact/again", found)


@pytest.mark.section("9.23")
def test_9_23_when_the_new_capital_falls_too_the_money_is_lost_again_and_another_is_the_seat() -> None:
    play = begun("1939")
    war.set_relation(play, "germany", "united-states", "war")
    fall.give(play, "washington-dc", "germany", "captured")
    fall.look(play)
    assert fall.seat_of(play.position, "united-states") == "chicago"
    play.emit(ev.ResourceChanged("united-states", "ipp", 9, purse(play.position, "united-states") + 9, "income"))
    fall.give(play, "chicago", "germany", "captured")
    fall.look(play)
    assert fall.seat_of(play.position, "united-states") == "new-york"
    assert purse(play.position, "united-states") == 0
