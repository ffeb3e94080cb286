"""Who gets minor powers, land and units as nations are attacked, surrender and return (4.7, 4.9, 5.6, 9.21 to 9.23, 13.1, 14.4, 15.4)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.heirs import SURRENDERED
from engine.families.axis_allies.orders import Declare
from engine.play import Play
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.orders import Annex, Cede, Claim, Exchange, Regroup, Resist
from engine.titles.global_war_1936.politics import alignment, fall, slovakia, spain, war
from engine.titles.global_war_1936.vocabulary import CHART, CLAIMED, REGROUPING, SEAT, SLOVAKIA
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, begun, play_from, problems, standing
from tests.global_war_1936.test_5_7_9_21_doctrines import returned
from tests.global_war_1936.test_7_to_11_money import under_way
from tests.global_war_1936.test_14_pacts_and_vichy import fallen

SHARED = {"minor-control": "shared"}


def surrender(play: Play, *powers: str) -> Play:
    for power in powers:
        play.emit(ev.PowerChanged(power, "active", SURRENDERED, "test"))
    return play


# Minor powers (4.7, 15.11)


@pytest.mark.section("15.11")
def test_15_11_italy_and_france_share_minor_powers_while_they_are_in_play_and_hold_land() -> None:
    play = begun("1939", options=SHARED)
    assert [alignment.taker(play.position, to) for to in ("germany", "great-britain", "united-states", "japan")] == [
        "italy",
        "france",
        "france",
        "japan",
    ]
    surrender(play, "italy", "france")
    assert alignment.taker(play.position, "germany") == "germany"
    assert alignment.taker(play.position, "great-britain") == "great-britain", "Free France holds nothing"
    fall.give(play, "senegal", "free-france", "ceded")
    assert alignment.taker(play.position, "great-britain") == "free-france"
    assert alignment.taker(begun("1939").position, "germany") == "germany"


@pytest.mark.section("4.7")
def test_4_7_a_protector_that_has_surrendered_is_followed_by_the_next_of_its_alliance_in_play() -> None:
    play = begun("1939")
    allies = [power for power in TITLE.turns if TITLE.side_of[power] == "allies" and power != "great-britain"]
    assert alignment.protector(play.position, "sweden", "germany") == "great-britain"
    surrender(play, "great-britain", allies[0])
    assert alignment.protector(play.position, "sweden", "germany") == allies[1]


@pytest.mark.section("14.4.3")
def test_14_4_3_vichy_that_fights_free_france_and_a_foe_of_germany_faces_what_germany_faces() -> None:
    held = {"southern-france": "vichy-france"}
    for germany, faces in (("war", True), ("peace", False)):
        relations = {
            ("vichy-france", "free-france"): "war",
            ("vichy-france", "great-britain"): "war",
            ("germany", "great-britain"): germany,
            ("germany", "free-france"): "peace",
        }
        play = BOARD.play_from({}, "germany", "conduct-combat", control=held, relations=relations)
        for foe in TITLE.turns:
            if foe not in ("free-france", "great-britain"):
                war.set_relation(play, "vichy-france", foe, "peace")
        assert alignment.faces(play.position, "vichy-france", "germany") is faces


@pytest.mark.section("7.8")
def test_7_8_all_that_a_wartime_economy_has_brought_may_be_divided() -> None:
    marker = {("game", "war-bonds|great-britain"): "8"}
    play = BOARD.play_from({}, "great-britain", "production", markers=marker, money={"great-britain": 20, "anzac": 0})
    assert problems(play, Exchange("great-britain", "anzac", 8)) == []


@pytest.mark.section("5.6")
@pytest.mark.parametrize(("money", "wrong"), [(10, False), (9, True)])
def test_5_6_a_war_on_a_neutral_costs_the_allies_ten(money: int, wrong: bool) -> None:
    relations = {("great-britain", "germany"): "war", ("france", "germany"): "peace", ("united-states", "germany"): "peace"}
    purses = {"great-britain": money, "france": 0, "free-france": 0, "united-states": 0}
    play = play_from({}, "great-britain", "combat-move", money=purses, relations=relations)
    assert ("war/fee" in problems(play, Declare("sweden"))) is wrong


@pytest.mark.section("4.9")
def test_4_9_a_foreigner_that_attacks_a_warlord_unites_china_and_is_at_war_with_the_kmt() -> None:
    warlord = next(power for power in TITLE.nations if power.endswith("-warlord"))
    play = begun("1936")
    war.set_relation(play, "japan", "kmt", "peace")
    war.set_relation(play, "japan", "ccp", "peace")
    war.declare(play, "japan", warlord)
    assert play.position.relation("japan", "kmt") == "war" and warlord not in play.state.control.values()
    assert play.position.relation("kmt", "ccp") == "allied"


@pytest.mark.section("4.9")
def test_4_9_a_warlord_stands_alone_once_the_kmt_has_surrendered() -> None:
    warlord = next(power for power in TITLE.nations if power.endswith("-warlord"))
    play = surrender(begun("1936"), "kmt")
    war.set_relation(play, "japan", "ccp", "peace")
    war.declare(play, "japan", warlord)
    assert warlord in play.state.control.values()
    assert play.position.relation("japan", warlord) == "war"


# Areas asked for and returned (9.21)


@pytest.mark.section("9.21")
def test_9_21_who_returns_an_area_takes_its_troops_and_those_of_its_friends_along_and_leaves_facilities() -> None:
    play = returned()
    play.emit(ev.UnitsPlaced("soviet-union", "minor-port", 1, "syria", 1, "test"))
    play.emit(ev.UnitsPlaced("france", "militia", 1, "syria", 1, "test"))
    play.submit(Claim("syria"))
    assert CLAIMED.read(play.state, "syria") == "france"
    play.submit(Cede("syria"))
    assert standing(play, "syria") == "france: militia, minor-port"
    assert CLAIMED.read(play.state, "syria") == ""
    start = len(play.events)
    assert problems(play, Cede("syria")) == ["cede/area"] and len(play.events) == start


@pytest.mark.section("9.21")
def test_9_21_an_area_that_nobody_has_asked_for_is_returned_without_a_word() -> None:
    play = returned()
    play.submit(Cede("syria"))
    assert not any(isinstance(event, ev.MarkerSet) and event.key.startswith("claimed") for event in play.events)


# Slovakia (15.4)


def annexing(answer: Resist) -> Play:
    play = EARLY.play_from(
        {"bohemia": "germany: 3 infantry", "slovakia": "czechoslovakia: militia"},
        "germany",
        "combat-move",
        control={"bohemia": "germany"},
        options={"slovakia": "guarded"},
        markers={("game", "income|great-britain"): "10", ("game", "income|france"): "5"},
        round=6,
        dice=[12] * 30,
        relations={("great-britain", foe): "peace" for foe in ("germany", "italy", "japan", "soviet-union", "ccp")},
    )
    play.submit(Annex("3 infantry", "bohemia > slovakia"))
    play.open_phase(ev.PhaseStarted("germany", "conduct-combat", play.state.clock.turn))
    play.submit(answer)
    return play


@pytest.mark.section("15.4", "5.2")
def test_15_4_an_annexation_that_is_allowed_alarms_as_any_other() -> None:
    play = annexing(Resist())
    assert SLOVAKIA.read(play.state) == ""
    assert income.tracker(play.position, "great-britain") == 11


@pytest.mark.section("15.4")
def test_15_4_the_question_is_over_when_the_combat_is() -> None:
    play = annexing(Resist(contest=True))
    assert SLOVAKIA.read(play.state) == slovakia.CONTESTED
    slovakia.combat_over(play)
    assert SLOVAKIA.read(play.state) == ""
    before = income.tracker(play.position, "great-britain")
    slovakia.combat_over(play)
    assert income.tracker(play.position, "great-britain") == before


# Spain (13.1)

VICTORS = {"madrid": "nationalist-spain: 2 infantry, artillery, fighter", "galicia": "nationalist-spain: major-port; germany: infantry"}


def regrouping(power: str, markers: bool = True) -> Play:
    held = {"madrid": "nationalist-spain", "galicia": "nationalist-spain"}
    play = EARLY.play_from(VICTORS, power, "production", control=held, dice=[1] * 5)
    if markers:
        REGROUPING.emit(play, "germany nationalist-spain")
    return play


@pytest.mark.section("13.1")
def test_13_1_who_has_won_in_spain_places_its_forces_anew_and_no_other_forces() -> None:
    play = regrouping("germany")
    assert problems(play, Regroup("3 infantry", "madrid", "galicia")) == ["regroup/units"]
    assert problems(play, Regroup("2 artillery", "madrid", "galicia")) == ["regroup/units"]
    assert problems(play, Regroup("infantry", "galicia", "madrid")) == ["regroup/units"], "they are German"
    assert problems(play, Regroup("major-port", "galicia", "madrid")) == ["regroup/units"]
    assert problems(play, Regroup("2 infantry", "madrid", "madrid")) == ["regroup/areas"]
    assert problems(play, Regroup("2 infantry, fighter", "madrid", "galicia")) == []
    play.submit(Regroup("infantry, fighter", "madrid", "galicia"))
    assert standing(play, "madrid") == "nationalist-spain: artillery, infantry"
    assert standing(play, "galicia") == "germany: infantry; nationalist-spain: fighter, infantry, major-port"


@pytest.mark.section("13.1")
def test_13_1_nobody_else_regroups_them_and_nobody_without_a_victory() -> None:
    order = Regroup("infantry", "madrid", "galicia")
    (problem,) = spain.check_regroup(regrouping("italy").position, order)
    assert (problem.rule, problem.found, problem.expected) == ("regroup/who", "italy", "germany")
    (problem,) = spain.check_regroup(regrouping("germany", markers=False).position, order)
    assert (problem.rule, problem.expected) == ("regroup/who", "nobody")


# Surrender (9.22, 9.23)


@pytest.mark.section("9.23")
def test_9_23_a_capital_that_is_retaken_is_the_capital_again() -> None:
    moves = next(power for power, sheet in fall.sheets(TITLE).items() if sheet.relocates)
    play = begun("1939")
    capital, home = TITLE.powers[moves].capital, fall.sheets(TITLE)[moves].relocates[0]
    war.set_relation(play, moves, "germany", "war")
    fall.give(play, capital, "germany", "captured")
    fall.give(play, home, moves, "captured")
    fall._relocate(play, moves, (home,))
    assert SEAT.read(play.state, moves) == home
    fall.give(play, capital, moves, "liberated")
    fall._relocate(play, moves, (home,))
    assert SEAT.read(play.state, moves) == ""


@pytest.mark.section("9.22")
@pytest.mark.parametrize(("unit", "to"), [("infantry", "great-britain"), ("fighter", "france")])
def test_9_22_land_of_a_nation_that_has_surrendered_is_its_who_moves_troops_in(unit: str, to: str) -> None:
    play = play_from(
        {"normandy": f"great-britain: {unit}"},
        "great-britain",
        "noncombat-move",
        standing={"france": "surrendered"},
        control={"normandy": "france"},
        relations={("great-britain", "france"): "allied"},
    )
    moved = ev.UnitsMoved("great-britain", unit, 1, "picardy", "normandy", 1, "noncombat", "", "", ("picardy", "normandy"))
    fall.settle_in(play, moved)
    assert play.state.control["normandy"] == to
    foe = play_from({}, "germany", "combat-move", standing={"france": "surrendered"}, control={"normandy": "france"})
    fall.settle_in(foe, ev.UnitsMoved("germany", "infantry", 1, "picardy", "normandy", 1, "combat", "", "", ("picardy", "normandy")))
    assert foe.state.control["normandy"] == "france"


@pytest.mark.section("9.22", "13.3.1")
def test_13_3_1_a_faction_that_has_not_evolved_finds_refuge_in_china_alone() -> None:
    for marks, shelters in (({}, False), ({("game", "evolved|ccp"): "yes"}, True)):
        play = BOARD.play_from(
            {},
            "ccp",
            "combat-move",
            control={"burma": "great-britain", "shensi": "ccp"},
            relations={("ccp", "great-britain"): "allied"},
            markers=marks,
        )
        assert fall._shelters(play.position, "ccp", "shensi")
        assert fall._shelters(play.position, "ccp", "burma") is shelters
        assert fall._shelters(play.position, "great-britain", "burma")


@pytest.mark.section("14.4.2")
def test_14_4_2_aircraft_of_friends_leave_france_as_far_as_they_fly() -> None:
    play = fallen(("burgundy", "great-britain", "fighter"), ("picardy", "great-britain", "artillery"))
    (key,) = [key for key in play.state.stacks if key.unit == "fighter" and key.power == "great-britain"]
    assert play.state.control[key.area] == "great-britain"
    assert not any(area.startswith("sea-zone") for area in (key.area,))


@pytest.mark.section("14.4.2")
def test_14_4_2_what_the_axis_has_in_southern_france_goes_to_the_nearest_area_of_its_side() -> None:
    play = fallen(
        ("southern-france", "germany", "infantry"), held={"southern-france": "germany", "burgundy": "germany", "aquitaine": "germany"}
    )
    (area,) = {key.area for key in play.state.stacks if key.power == "germany" and key.unit == "infantry"}
    assert area in TITLE.neighbours["southern-france"] and play.state.control[area] in ("germany", "italy")


@pytest.mark.section("14.4.2")
def test_14_4_2_facilities_on_the_french_chart_are_not_rolled_for() -> None:
    play = BOARD.play_from({}, "germany", "conduct-combat", dice=[8])
    CHART.emit(play, "1", "france", "minor-port", "picardy", "", "1")
    CHART.emit(play, "1", "france", "heavy-cruiser", "", "", "1")
    fall._divide_chart(play)
    assert under_way(play) == [("france", "minor-port", "picardy", 1, 1), ("vichy-france", "heavy-cruiser", "", 1, 1)]


@pytest.mark.section("14.4.4", "9.22")
@pytest.mark.parametrize(("gone", "to"), [(True, "free-france"), (False, "france")])
def test_14_4_4_as_vichy_falls_its_land_ships_and_cargo_join_the_french(gone: bool, to: str) -> None:
    ship = "naval-transport [cargo=vichy-france/infantry]; vichy-france: infantry [aboard]"
    play = BOARD.play_from(
        {"sea-zone-49": f"vichy-france: {ship}"},
        "great-britain",
        "conduct-combat",
        control={"southern-france": "great-britain", "corsica": "vichy-france"},
        standing={"france": "surrendered"} if gone else {},
    )
    CHART.emit(play, "1", "vichy-france", "heavy-cruiser", "", "", "1")
    fall._vichy_falls(play)
    assert play.state.control["corsica"] == to
    assert under_way(play) == [(to, "heavy-cruiser", "", 1, 1)]
    assert standing(play, "sea-zone-49") == f"{to}: infantry [aboard], naval-transport [cargo={to}/infantry]"


@pytest.mark.section("14.4.2")
def test_14_4_2_guests_of_other_nations_aboard_a_ship_that_goes_over_are_lost() -> None:
    ship = "naval-transport [cargo=great-britain/infantry+free-france/infantry], infantry [aboard]; great-britain: infantry [aboard]"
    play = BOARD.play_from({"sea-zone-51": f"free-france: {ship}"}, "germany", "conduct-combat", dice=[12])
    fall._divide_navy(play, "germany")
    assert standing(play, "sea-zone-51") == "germany: infantry [aboard], naval-transport [cargo=germany/infantry]"


@pytest.mark.section("9.22", "14.4.1")
def test_14_4_1_a_liberated_france_has_the_land_and_the_ships_of_free_france() -> None:
    play = play_from({"sea-zone-25": "free-france: destroyer"}, "great-britain", "conduct-combat", control={"senegal": "free-france"})
    fall._end_exile(play)
    assert play.state.control["senegal"] == "france" and standing(play, "sea-zone-25") == "france: destroyer"


@pytest.mark.section("9.22")
def test_9_22_transports_of_a_nation_that_surrenders_sink_with_what_they_carry() -> None:
    stacks = {"sea-zone-25": "italy: naval-transport [cargo=italy/infantry], infantry [aboard], destroyer"}
    play = BOARD.play_from(stacks, "great-britain", "conduct-combat")
    fall._disband(play, "italy")
    assert standing(play, "sea-zone-25") == ""


@pytest.mark.section("14.4.2")
def test_14_4_2_no_army_of_vichy_stands_in_a_southern_france_that_friends_hold() -> None:
    play = fallen(("southern-france", "united-states", "infantry"), held={"southern-france": "united-states"})
    assert standing(play, "southern-france") == "" and play.state.control["corsica"] == "free-france"


@pytest.mark.section("14.4.2")
def test_14_4_2_the_axis_does_not_leave_southern_france_for_land_of_others() -> None:
    near = [area for area in TITLE.neighbours["southern-france"] if not area.startswith("sea")]
    held = dict.fromkeys(near, "great-britain") | {near[-1]: "italy", "southern-france": "germany"}
    play = fallen(("southern-france", "germany", "infantry"), held=held)
    assert [key.area for key in play.state.stacks if (key.power, key.unit) == ("germany", "infantry")] == [near[-1]]


@pytest.mark.section("13.3", "9.22")
def test_13_3_the_civil_war_is_won_in_the_turn_of_the_other_faction_alone() -> None:
    relations = {("japan", "kmt"): "war", ("kmt", "ccp"): "war"}
    for power, beaten in (("japan", False), ("ccp", True), ("kmt", False)):
        play = BOARD.play_from({}, power, "conduct-combat", control={"yunnan": "kmt", "shensi": "ccp"}, relations=relations)
        assert fall._is_beaten(play, "kmt") is beaten
    peace = BOARD.play_from({}, "ccp", "conduct-combat", control={"yunnan": "kmt"}, relations={("kmt", "ccp"): "allied"})
    assert not fall._is_beaten(peace, "kmt")
    troops = BOARD.play_from({"yunnan": "kmt: militia"}, "ccp", "conduct-combat", control={"yunnan": "kmt"}, relations=relations)
    assert not fall._is_beaten(troops, "kmt")


@pytest.mark.section("4.9")
def test_4_9_who_is_at_war_with_the_kmt_drives_the_warlords_to_it_by_attacking_one() -> None:
    warlords = [power for power in TITLE.nations if power.endswith("-warlord")]
    play = begun("1936")
    war.set_relation(play, "japan", "kmt", "war")
    war.set_relation(play, "japan", "ccp", "war")
    war.declare(play, "japan", warlords[0])
    assert not set(warlords) & set(play.state.control.values())


@pytest.mark.section("9.22", "13.3")
def test_9_22_guests_of_a_nation_that_surrenders_without_a_refuge_are_lost() -> None:
    held = {"shensi": "great-britain"}
    play = BOARD.play_from(
        {"shensi": "ccp: infantry; kmt: minor-factory"},
        "japan",
        "conduct-combat",
        control=dict.fromkeys(TITLE.areas, "") | held,
        relations={("kmt", "ccp"): "allied", ("great-britain", "ccp"): "peace"},
    )
    fall._send_off(play, {"ccp"}, "great-britain", ["shensi"])
    assert standing(play, "shensi") == "kmt: minor-factory"
    assert [(event.unit, event.cause) for event in play.events if isinstance(event, ev.UnitsRemoved)] == [("infantry", "surrender")]
