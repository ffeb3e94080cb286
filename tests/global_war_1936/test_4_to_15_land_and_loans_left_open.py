"""Land battles, fire from afar, lend-lease, declarations: what other tests leave open (1.12, 4.8, 7.8, 8.1, 9.5, 9.17, 9.22, 11.4)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.families.axis_allies.combat.fire import firing_groups
from engine.families.axis_allies.movement.routes import air_distance
from engine.families.axis_allies.orders import Declare, Move
from engine.families.axis_allies.vocabulary import ALIGNED
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936.economy import supply
from engine.titles.global_war_1936.facilities import sites
from engine.titles.global_war_1936.land import reach
from engine.titles.global_war_1936.lend_lease import lending
from engine.titles.global_war_1936.nations import is_apart
from engine.titles.global_war_1936.orders import Build, Carpet, Deliver, Entrust, Exploit, Launch
from engine.titles.global_war_1936.politics import alignment, fall
from engine.titles.global_war_1936.vocabulary import BROKEN_THROUGH, CHART, REGROUPING
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, begun, combat, play_from, problems, standing
from tests.global_war_1936.test_3_predicates import measure
from tests.global_war_1936.test_4_to_14_who_gets_what import surrender
from tests.global_war_1936.test_7_to_11_money import producing, under_way
from tests.global_war_1936.test_9_after_and_afar import WAR, germans
from tests.global_war_1936.test_9_exact_landings_and_blitz import BEYOND, FROM, HELD, HERE, broken_through
from tests.global_war_1936.test_11_4_lend_lease import ORDER, PEACE, PORTS, sent
from tests.global_war_1936.test_14_pacts_and_vichy import fallen

CAME = f"[moved used=1 from={FROM} fought]"


# Blitz (9.5)


@pytest.mark.section("9.5")
@pytest.mark.parametrize("path", [f"{HERE} > {BEYOND} > burgundy", f"{HERE} > berlin", f"{HERE} > sea-zone-9", HERE])
def test_9_5_who_goes_on_goes_into_the_next_area_of_its_kind(path: str) -> None:
    assert problems(broken_through(f"medium-armor {CAME}"), Exploit("medium-armor", path)) == ["exploit/way"]


@pytest.mark.section("9.5")
def test_9_5_who_has_used_all_its_movement_does_not_go_on() -> None:
    play = broken_through(f"medium-armor [moved used=2 from={FROM} fought]")
    assert problems(play, Exploit("medium-armor", f"{HERE} > {BEYOND}")) == ["exploit/units"]


@pytest.mark.section("9.5")
def test_9_5_as_many_go_on_as_are_named_and_an_empty_area_is_taken_at_once() -> None:
    play = broken_through(f"medium-armor {CAME}, medium-armor [moved used=1 from=belgium fought]", "france: minor-factory")
    play.submit(Exploit("medium-armor", f"{HERE} > {BEYOND}"))
    assert standing(play, BEYOND).count("medium-armor") == 1 and "medium-armor" in standing(play, HERE)
    assert play.state.control[BEYOND] == "germany"


@pytest.mark.section("9.5", "1.16", "12.7")
def test_9_5_no_blitz_leads_out_of_a_city_or_into_works() -> None:
    out = HELD | {"paris": "germany", "burgundy": "france"}
    play = combat("germany", {"paris": f"germany: medium-armor {CAME}"}, control=out, taken={"paris": "germany"}, relations=WAR)
    city = won_in(play, "paris")
    (problem,) = city.check(Exploit("medium-armor", "paris > burgundy"))
    assert problem.rule == "exploit/terrain" and "paris is a city" in problem.message
    fort = broken_through(f"medium-armor {CAME}", f"france: infantry, fortification [border:{HERE}!]")
    (problem,) = fort.check(Exploit("medium-armor", f"{HERE} > {BEYOND}"))
    assert problem.rule == "exploit/terrain" and f"{BEYOND} is fortified" in problem.message
    other = broken_through(f"medium-armor {CAME}", "france: infantry, fortification [border:burgundy!]")
    assert problems(other, Exploit("medium-armor", f"{HERE} > {BEYOND}")) == []


def won_in(play: Play, area: str) -> Play:
    """A game in which the battle of an area was short."""
    BROKEN_THROUGH.emit(play, "yes", area)
    return play


@pytest.mark.section("9.5")
def test_9_5_an_order_that_fails_says_where_and_what_was_found() -> None:
    play = combat("germany", {HERE: f"germany: medium-armor {CAME}", BEYOND: "france: infantry"}, control=HELD, relations=WAR)
    (problem,) = play.check(Exploit("medium-armor", f"{HERE} > {BEYOND}"))
    assert (problem.rule, problem.found) == ("exploit/battle", HERE)
    (problem,) = broken_through(f"medium-armor {CAME}").check(Exploit("", f"{HERE} > {BEYOND}"))
    assert (problem.rule, problem.found) == ("exploit/pairs", "none")


# Fire from afar (7.8) and carpets (9.17)


@pytest.mark.section("9.5", "7.8")
def test_7_8_rockets_defend_at_nothing() -> None:
    play = combat("germany", {"paris": "germany: infantry [moved]; france: infantry, strategic-rocket"}, control={"paris": "france"})
    found = {group.unit: group.target for group in firing_groups(play.position, "paris", "defender", rank=None)}
    assert found.get("strategic-rocket", 0) == 0 and found["infantry"] > 0


@pytest.mark.section("7.8")
def test_7_8_rockets_reach_what_is_three_spaces_off_and_as_many_are_tired_as_are_fired() -> None:
    near = next(area for area in TITLE.areas if air_distance(TITLE, "belgium", area) == 3 and TITLE.areas[area].kind == "land")
    far = next(area for area in TITLE.areas if air_distance(TITLE, "belgium", area) == 4 and TITLE.areas[area].kind == "land")
    rockets = {"belgium": "germany: strategic-rocket, strategic-rocket [border:paris!]"}
    for area, wrong in ((near, []), (far, ["rocket/range"])):
        play = combat(
            "germany",
            rockets | {area: "france: minor-factory"},
            [3],
            control={"belgium": "germany", area: "france"},
            relations=WAR,
            techs={"germany": "strategic-rockets"},
        )
        assert problems(play, Launch("belgium", area, "minor-factory")) == wrong
        if not wrong:
            play.submit(Launch("belgium", area, "minor-factory"))
            assert sum(n for key, n in play.state.stacks.items() if key.unit == "strategic-rocket" and "moved" in key.condition) == 1


@pytest.mark.section("9.17")
def test_9_17_troops_at_sea_or_in_a_friendly_area_are_not_bombed() -> None:
    came = "strategic-bomber [moved used=2 from=berlin]"
    ship = "france: naval-transport [cargo=france/infantry], infantry [aboard]"
    assert problems(germans({"sea-zone-25": f"germany: {came}; {ship}"}, []), Carpet("strategic-bomber", "sea-zone-25")) == ["carpet/area"]
    assert problems(germans({"belgium": f"germany: {came}; france: infantry"}, []), Carpet("strategic-bomber", "belgium")) == [
        "carpet/area"
    ]
    (problem,) = germans({"paris": f"germany: {came}; france: infantry"}, []).check(Carpet("", "paris"))
    assert problem.found == "none"


# Supply and sites (1.12, 7.1, 12.7)


@pytest.mark.section("1.12")
@pytest.mark.parametrize(("rivers", "linked"), [("on", True), ("off", False)])
def test_1_12_rivers_are_ways_with_their_option_alone(rivers: str, linked: bool) -> None:
    play = play_from({}, "kmt", "production", options={"rivers": rivers})
    assert supply.has_track(play.position, "hunan", "nanking") is linked
    assert supply.has_track(play.position, "paris", "picardy")


@pytest.mark.section("12.7")
def test_12_7_a_fortification_stands_on_one_border() -> None:
    play = play_from({"picardy": "germany: fortification [border:belgium!]"}, "germany", "production", control={"picardy": "germany"})
    assert [sites.standing(play.position, "fortification", "picardy", border) for border in ("belgium", "paris", "")] == [1, 0, 1]


@pytest.mark.section("7.1", "12.7")
def test_7_1_what_stands_on_a_border_is_begun_on_one_in_an_area_of_ones_own() -> None:
    play = producing()
    assert problems(play, Build("fortification", "western-germany", border="belgium")) == []
    (problem,) = play.check(Build("fortification", "western-germany"))
    assert (problem.rule, problem.found) == ("build/border", "none")
    (problem,) = play.check(Build("fortification", "western-germany", border="moscow"))
    assert problem.found == "moscow"
    for order in (Build("minor-port"), Build("minor-port", "london")):
        assert problems(play, order) == ["build/area"]


@pytest.mark.section("3.1", "12.10")
def test_3_1_a_railway_that_is_damaged_joins_areas_all_the_same() -> None:
    play = play_from({}, "germany", "production", markers={("game", "track-damage/berlin/western-germany"): "1"})
    every = [area for area in ("berlin", "western-germany", "bavaria") if area in TITLE.areas]
    assert measure(play, "joined", "germany", where=" ".join(every)) == 1


@pytest.mark.section("3.1")
def test_3_1_who_alone_has_capital_ships_has_as_many_as_are_asked_for_of_each() -> None:
    play = play_from({"sea-zone-9": "germany: 3 battleship"}, "germany", "production")
    assert measure(play, "ships", "germany", against=("great-britain",), where="sea-zone-9") == 3
    assert measure(play, "ships", "germany", against=("great-britain",), where="sea-zone-9", least=4) == 12


# Lend-lease (11.4)


@pytest.mark.section("11.4")
def test_11_4_a_delivery_goes_by_rail_to_a_port_at_home_and_over_the_sea() -> None:
    play = sent("5", {"san-francisco": "united-states: major-port", "great-plains": "united-states: major-factory"})
    found = lending.way(play.position, Deliver("soviet-union", "great-plains", "primorsky-krai"))
    assert found[0] == "great-plains" and found[-1] == "primorsky-krai" and "san-francisco" in found
    assert all(other in TITLE.neighbours[one] for one, other in pairwise(found))


@pytest.mark.section("11.4", "8.11")
def test_11_4_a_port_that_receives_is_closed_by_three_ships_in_each_of_its_zones() -> None:
    relations = PEACE | {("soviet-union", "japan"): "war"}
    granted = {("game", "grant|united-states|soviet-union"): "5"}
    for closed, wrong in ((("sea-zone-83",), []), (("sea-zone-83", "sea-zone-84"), ["lend-lease/way"])):
        stacks = PORTS | dict.fromkeys(closed, "japan: 3 destroyer")
        play = BOARD.play_from(stacks, "united-states", "place-units", relations=relations, markers=granted)
        assert problems(play, ORDER) == wrong


@pytest.mark.section("11.4")
def test_11_4_a_delivery_may_cross_a_single_zone() -> None:
    relations = {("great-britain", "france"): "allied", ("great-britain", "germany"): "war", ("france", "germany"): "war"}
    play = BOARD.play_from(
        {"southern-england": "great-britain: major-factory, major-port", "normandy": "france: minor-port"},
        "great-britain",
        "place-units",
        relations=relations,
        control={"london": "germany"},
        markers={("game", "grant|great-britain|france"): "3"},
    )
    order = Deliver("france", "southern-england", "normandy")
    assert lending.way(play.position, order) == ("southern-england", "sea-zone-25", "normandy")
    assert problems(play, order) == []
    closed = BOARD.play_from(
        {"southern-england": "great-britain: major-factory, major-port", "normandy": "france: minor-port"},
        "great-britain",
        "place-units",
        relations=relations,
        control={"london": "germany"},
        markers={("game", "grant|great-britain|france"): "4"},
    )
    assert problems(closed, order) == ["lend-lease/way"], "a minor port takes three"


@pytest.mark.section("11.4")
def test_11_4_a_port_abroad_sends_nothing_though_rails_lead_there() -> None:
    stacks = {"berlin": "germany: major-factory", "picardy": "germany: major-port", "rome": "italy: major-port"}
    held = {"belgium": "germany", "picardy": "germany"}
    relations = {("germany", "italy"): "allied", ("germany", "switzerland"): "peace"}
    sent_there = {("game", "grant|germany|italy"): "5"}
    play = BOARD.play_from(stacks, "germany", "place-units", control=held, relations=relations, markers=sent_there)
    ways = supply.joined(play.position, "berlin", lambda area: play.state.control.get(area) == "germany")
    assert "picardy" in ways
    assert "picardy" not in lending.way(play.position, Deliver("italy", "berlin", "rome"))


# Turns, wars and surrender (4.8, 8.1, 9.22, 13.1, 14.4)


@pytest.mark.section("4.8", "11.1")
def test_table_4_5_a_satellite_aligns_as_germanys_placing_ends() -> None:
    calm = {("germany", "soviet-union"): "peace"}
    play = BOARD.play_from({}, "germany", "place-units", standing={"france": "surrendered"}, relations=calm, dice=[1] * 9)
    play.submit(EndPhase())
    assert [minor for minor in ("romania", "hungary", "bulgaria") if not is_apart(play.position, minor)] == ["romania"]


@pytest.mark.section("13.1")
def test_13_1_who_has_won_in_spain_regroups_until_its_turn_is_over() -> None:
    for power, left in (("germany", ""), ("italy", "germany nationalist-spain")):
        play = EARLY.play_from({}, power, "place-units", dice=[1] * 9)
        REGROUPING.emit(play, "germany nationalist-spain")
        play.submit(EndPhase())
        assert REGROUPING.read(play.state) == left


@pytest.mark.section("8.1", "4.4")
def test_8_1_no_war_is_declared_on_a_nation_that_is_none_yet() -> None:
    assert problems(begun("1939"), Declare("vichy-france", "great-britain")) == ["war/gone"]


@pytest.mark.section("9.22")
def test_9_22_what_the_last_of_an_alliance_had_goes_to_nobody() -> None:
    play = surrender(begun("1939"), "italy", "japan")
    alignment.align(play, "hungary", "germany")
    fall._hand_minors_over(play, "germany")
    assert play.state.control["hungary"] == "germany" and ALIGNED.read(play.state, "hungary") == "germany"


@pytest.mark.section("9.22", "7.3")
def test_9_22_ships_under_construction_go_to_who_has_taken_the_capital() -> None:
    play = BOARD.play_from(
        {}, "great-britain", "conduct-combat", control={"rome": "great-britain"}, relations={("italy", "great-britain"): "war"}
    )
    CHART.emit(play, "1", "italy", "battleship", "", "", "1")
    fall.look(play)
    assert under_way(play) == [("great-britain", "battleship", "", 1, 1)]


@pytest.mark.section("14.4.2")
@pytest.mark.parametrize(("by", "left"), [("germany", ""), ("italy", "free-france: infantry")])
def test_14_4_2_french_troops_on_corsica_are_removed_with_vichy_alone(by: str, left: str) -> None:
    play = fallen(("corsica", "france", "infantry"), by=by)
    assert standing(play, "corsica") == left


@pytest.mark.section("14.4.2")
def test_14_4_2_french_troops_in_a_colony_that_becomes_vichy_are_vichys() -> None:
    play = play_from({"senegal": "free-france: infantry, minor-port"}, "germany", "conduct-combat", control={"senegal": "free-france"})
    fall._go_over(play, "senegal", "vichy-france")
    assert standing(play, "senegal") == "vichy-france: infantry, minor-port" and play.state.control["senegal"] == "vichy-france"


@pytest.mark.section("9.22")
def test_9_22_who_cannot_get_minor_powers_is_told_who_can() -> None:
    (problem,) = begun("1939").check(Entrust("great-britain"))
    assert problem.expected == "japan or italy"


@pytest.mark.section("13.3")
def test_13_3_troops_of_a_faction_that_has_not_evolved_cross_no_foreign_land_and_aircraft_do() -> None:
    play = play_from({}, "kmt", "combat-move", control={"yunnan": "kmt"})
    there_and_back = "yunnan > burma > yunnan"
    assert reach.check_china(play.position, Move("fighter", there_and_back)) == []
    for units in ("infantry", "fighter, infantry"):
        assert [problem.found for problem in reach.check_china(play.position, Move(units, there_and_back))] == ["burma"]
