"""Sections 7.1 to 7.7: the production chart, repairs, research."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Buy
from engine.orders import Order
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936.bots.buyers import OTHERS, buyer_of, buyers
from engine.titles.global_war_1936.economy import chart, research
from engine.titles.global_war_1936.orders import Advance, Build, Dock, Study
from tests.global_war_1936.positions import BOARD, EARLY, TITLE, begun, play_from, problems, standing

HOME = {"western-germany": "germany: major-factory, major-shipyard", "berlin": "germany: major-factory"}


def producing(*orders: Order, stacks: dict[str, str] | None = None, money: int = 60, **more: object) -> Play:
    play = play_from(stacks or HOME, "germany", "production", money={"germany": money}, **more)  # type: ignore[arg-type]
    for order in orders:
        play.submit(order)
    return play


@pytest.mark.section("7.3")
def test_7_3_a_battleship_is_paid_in_three_turns() -> None:
    play = producing(Build("battleship"))
    assert play.state.resources["germany", "ipp"] == 55
    assert chart.items(play.position) == [chart.Item("germany", "battleship", "", "", 1, 1)]
    assert problems(play, Advance("battleship", 1)) == ["advance/chart"]


@pytest.mark.section("7.3", "7.1", "11.3")
def test_7_3_what_was_begun_goes_on_in_a_later_turn_and_waits_when_it_is_paid() -> None:
    marker = {("game", "chart/germany/battleship///2"): "1"}
    play = producing(Advance("battleship", 2), markers=marker)
    assert play.state.pool == {("germany", "battleship"): 1} and play.state.resources["germany", "ipp"] == 55


@pytest.mark.section("7.3")
def test_7_3_a_capital_ship_needs_a_major_shipyard() -> None:
    play = producing(stacks={"western-germany": "germany: major-factory, minor-shipyard"})
    assert problems(play, Build("battleship")) == ["build/shipyard"] and problems(play, Build("heavy-cruiser")) == []


@pytest.mark.section("7.3")
def test_7_3_ships_of_several_turns_are_not_bought_whole() -> None:
    assert problems(producing(), Buy("battleship")) == ["purchase/stages"]


@pytest.mark.section("7.2")
def test_7_2_strategic_bombers_come_in_july_1939() -> None:
    early = EARLY.play_from(HOME, "germany", "production", money={"germany": 60})
    assert problems(early, Buy("strategic-bomber")) == ["purchase/not-for-sale"]
    assert problems(producing(), Buy("strategic-bomber")) == []


@pytest.mark.section("7.8")
def test_7_8_units_of_a_technology_wait_for_it() -> None:
    assert problems(producing(), Buy("jet-fighter")) == ["purchase/not-for-sale"]
    assert problems(producing(techs={"germany": "jet-fighters"}), Buy("jet-fighter")) == []


@pytest.mark.section("7.8")
def test_7_8_improved_construction_takes_one_off_each_part() -> None:
    play = producing(techs={"germany": "improved-construction"})
    assert chart.parts(play.position, "battleship") == [4, 4, 4]


@pytest.mark.section("7.3")
def test_7_3_a_facility_taken_while_it_is_built_is_the_takers() -> None:
    play = producing(Build("air-base", "saxony"))
    chart.capture_site(play, "saxony", "france")
    assert [item.account for item in chart.items(play.position)] == ["france"]


@pytest.mark.section("7.3")
def test_7_3_an_upgrade_needs_what_it_upgrades_and_replaces_it() -> None:
    stacks = {**HOME, "saxony": "germany: minor-factory", "bavaria": "germany: infantry"}
    play = producing(Build("minor-factory-upgrade", "saxony"), stacks=stacks)
    assert problems(play, Build("minor-factory-upgrade", "bavaria")) == ["build/upgrade"]
    play.submit(EndPhase("noncombat-move"))
    assert standing(play, "saxony") == "germany: medium-factory"


@pytest.mark.section("12.5", "12.6")
def test_12_5_no_second_base_is_begun_where_one_stands_is_being_built_or_is_finished() -> None:
    for standing_there in ("air-base", "minor-port, major-port"):
        built = producing(stacks={**HOME, "saxony": f"germany: {standing_there}"})
        assert problems(built, Build("air-base", "saxony")) == ["build/taken"] * (standing_there == "air-base")
        assert problems(built, Build("minor-port-upgrade", "saxony")) == [
            "build/upgrade" if standing_there == "air-base" else "build/taken"
        ]
    begun_one = producing(Build("air-base", "saxony"))
    assert problems(begun_one, Build("air-base", "saxony")) == ["build/taken"]
    finished = producing(Advance("air-base", 1, area="saxony"), markers={("game", "chart/germany/air-base/saxony//1"): "1"})
    assert chart.finished(finished.position, "germany") and problems(finished, Build("air-base", "saxony")) == ["build/taken"]
    lone = producing(Build("seaplane-base", "saxony"))  # of one part: finished at once
    assert problems(lone, Build("seaplane-base", "saxony")) == ["build/taken"]


@pytest.mark.section("7.1", "11.3")
def test_7_1_one_port_is_upgraded_once() -> None:
    play = producing(Build("minor-port-upgrade", "saxony"), stacks={**HOME, "saxony": "germany: minor-port"})
    assert problems(play, Build("minor-port-upgrade", "saxony")) == ["build/upgrade"]
    assert problems(play, Build("major-port", "saxony")) == ["build/taken"]


@pytest.mark.section("11.3")
def test_11_3_a_finished_facility_that_has_no_place_stays_on_the_chart() -> None:
    ready = {("game", "ready/germany/air-base/saxony/"): "1", ("game", "ready/germany/minor-port-upgrade/saxony/"): "1"}
    play = producing(stacks={**HOME, "saxony": "germany: air-base"}, markers=ready)
    play.submit(EndPhase("noncombat-move"))
    assert standing(play, "saxony") == "germany: air-base"
    assert [item.unit for item in chart.finished(play.position, "germany")] == ["air-base", "minor-port-upgrade"]


@pytest.mark.section("12.4")
def test_12_4_major_factories_stand_in_the_home_country() -> None:
    assert problems(producing(), Build("medium-factory", "austria")) == ["build/place"]
    assert problems(producing(), Build("minor-factory", "austria")) == []


@pytest.mark.section("1.10")
def test_1_10_facilities_cost_one_more_in_jungle() -> None:
    play = begun("1939")
    assert chart.parts(play.position, "minor-port", "burma") == [4] and chart.parts(play.position, "minor-port", "saxony") == [3]


@pytest.mark.section("12.10")
def test_12_10_railroads_cost_four_in_hard_terrain() -> None:
    play = begun("1939")
    assert chart.parts(play.position, "railroad", "saxony") == [2] and chart.parts(play.position, "railroad", "burma") == [4]


@pytest.mark.section("7.4")
def test_7_4_a_minor_dockyard_repairs_one_hit_a_turn() -> None:
    stacks = {**HOME, "netherlands": "germany: minor-dockyard", "sea-zone-9": "germany: 2 battleship~1"}
    play = producing(Dock("battleship", "sea-zone-9", "netherlands"), stacks=stacks, control={"netherlands": "germany"})
    assert problems(play, Dock("battleship", "sea-zone-9", "netherlands")) == ["repair/places"]
    play.submit(EndPhase("noncombat-move"))
    assert standing(play, "sea-zone-9") == "germany: battleship~1, battleship"


@pytest.mark.section("7.6")
def test_7_6_one_roll_for_each_undamaged_major_factory() -> None:
    play = producing()
    assert research.rolls(play.position) == 2
    hurt = producing(damage={"berlin": 1})
    assert research.rolls(hurt.position) == 1


@pytest.mark.section("7.7")
def test_7_7_a_die_of_the_chart_brings_a_stage_and_four_of_them_the_technology() -> None:
    play = producing(Study("radar"), dice=[6])
    assert research.stage(play.position, "germany", "radar") == 0
    assert problems(play, Study("radar")) == ["research/once"]
    again = producing(Study("radar"), dice=[7], markers={("game", "stage|germany|radar"): "3"})
    assert again.state.techs["germany", "radar"] == 1


@pytest.mark.section("7.6")
def test_7_6_nothing_goes_beyond_stage_two_before_july_1939() -> None:
    play = EARLY.play_from(HOME, "germany", "production", markers={("game", "stage|germany|radar"): "2"})
    assert problems(play, Study("radar")) == ["research/early"] and problems(play, Study("heavy-armor")) == []


@pytest.mark.section("7.7")
def test_7_7_every_technology_has_the_number_of_the_chart() -> None:
    found = [int(row.effects["needs"]) for row in TITLE.technologies.values()]
    assert found == [7, 7, 8, 8, 9, 7, 8, 7, 9, 7, 7, 7, 7, 7, 8, 8]


@pytest.mark.section("9.22")
def test_9_22_ships_on_the_chart_go_to_the_conqueror() -> None:
    play = producing(Build("battleship"))
    chart.hand_over(play, "germany", "soviet-union")
    assert chart.items(play.position) == [chart.Item("soviet-union", "battleship", "", "", 1, 1)]


@pytest.mark.section("13.3.1")
def test_13_3_1_the_communists_build_what_their_sheet_lists() -> None:
    play = BOARD.play_from({"shensi": "ccp: infantry"}, "ccp", "production", money={"ccp": 20})
    assert problems(play, Buy("infantry")) == [] and problems(play, Buy("fighter")) == ["purchase/not-for-sale"]
    assert not any(isinstance(event, ev.TechAdvanced) for event in play.events)


@pytest.mark.section("7.8")
def test_7_8_improved_construction_pays_two_parts_at_once_at_the_full_price() -> None:
    assert problems(producing(), Build("battleship", twice=True)) == ["build/twice"]
    play = producing(Build("battleship", twice=True), techs={"germany": "improved-construction"})
    assert play.state.resources["germany", "ipp"] == 50
    assert chart.items(play.position) == [chart.Item("germany", "battleship", "", "", 2, 1)]
    marks = {("game", "chart/germany/battleship///2"): "2", ("game", "hurried/germany/battleship///2"): "1"}
    later = producing(Advance("battleship", 2), techs={"germany": "improved-construction"}, markers=marks)
    assert later.state.resources["germany", "ipp"] == 56
    later.submit(Advance("battleship", 2))
    assert later.state.resources["germany", "ipp"] == 51 and later.state.pool == {("germany", "battleship"): 2}


@pytest.mark.section("7.8")
def test_7_8_what_takes_two_turns_is_ready_at_once_when_both_parts_are_paid() -> None:
    play = producing(Build("heavy-cruiser", twice=True), techs={"germany": "improved-construction"})
    assert play.state.pool == {("germany", "heavy-cruiser"): 1} and chart.items(play.position) == []


@pytest.mark.section("7.1", "7.7")
def test_7_1_nations_over_the_sea_buy_ships_and_one_without_a_row_buys_land_units_alone() -> None:
    rows = buyers(TITLE)
    assert set(TITLE.turns) - rows.keys() == {"ccp", "free-france", "kmt"}
    assert {nation for nation, row in rows.items() if row.is_overseas} <= {nation for nation, row in rows.items() if row.sea}, (
        "who sails buys ships"
    )
    assert buyer_of(TITLE, "kmt") == OTHERS and (OTHERS.land, OTHERS.air, OTHERS.sea) == (1.0, 0.0, 0.0)
