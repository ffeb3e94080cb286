"""Sections 7.3, 7.8, 9.22, 11 and 12: where facilities are built, what captured ones do, lend-lease, land that is claimed."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.orders import Move, Place
from engine.titles.global_war_1936.economy import chart, research
from engine.titles.global_war_1936.orders import Build, Deliver, Grant, Reassign
from engine.titles.global_war_1936.politics import war
from tests.global_war_1936.positions import BOARD, begun, play_from, problems, standing

MAJOR, MINOR = {"berlin": "germany: major-factory"}, {"berlin": "germany: minor-factory"}
MONEY = {"germany": 40, "united-states": 40}


@pytest.mark.section("12.4")
def test_table_12_2_a_minor_factory_needs_a_supply_path_from_a_major_one() -> None:
    for home, area, wrong in (
        (MAJOR, "bohemia", []),
        (MINOR, "bohemia", ["build/supply"]),
        (MAJOR, "sweden", ["build/supply"]),
    ):
        play = play_from(home, "germany", "production", control={"sweden": "germany"}, money=MONEY)
        assert problems(play, Build("minor-factory", area)) == wrong


@pytest.mark.section("12.6")
def test_12_6_a_minor_shipyard_needs_a_railway_to_a_factory() -> None:
    play = play_from(MAJOR, "germany", "production", control={"sweden": "germany"}, money=MONEY)
    assert problems(play, Build("minor-shipyard", "western-germany")) == []
    assert problems(play, Build("minor-shipyard", "sweden")) == ["build/rail"]


@pytest.mark.section("11.1")
def test_11_1_capital_ships_need_a_railway_to_a_major_factory() -> None:
    stacks = {"western-germany": "germany: major-shipyard", "berlin": "germany: major-factory"}
    for damaged, wrong in (("", []), ("1", ["place/limit"])):
        near = [area for area in BOARD.title.neighbours["western-germany"] if not area.startswith("sea")]
        markers = {("game", "track-damage/" + "/".join(sorted(("western-germany", area)))): damaged for area in near if damaged}
        play = play_from(stacks, "germany", "place-units", pool={"germany": "battleship, destroyer"}, markers=markers)
        assert problems(play, Place("battleship", "sea-zone-9")) == wrong
        assert problems(play, Place("destroyer", "sea-zone-9")) == []


@pytest.mark.section("7.6", "12.4")
def test_7_6_a_captured_major_factory_researches_nothing() -> None:
    stacks = MAJOR | {"paris": "germany: major-factory"}
    play = play_from(stacks, "germany", "production", control={"paris": "germany"})
    assert research.rolls(play.position) == 1


@pytest.mark.section("12.2", "1.8")
def test_12_2_without_mountain_rules_mountain_infantry_begins_as_infantry() -> None:
    def kinds(option: str) -> set[str]:
        return {key.unit for key in begun("1939", options={"mountains": option}).state.stacks}

    assert "mountain-infantry" in kinds("on") and "mountain-infantry" not in kinds("off")


SENT = {("game", "grant|united-states|soviet-union"): "destroyer"}
CALM = {("soviet-union", other): "peace" for other in ("united-states", "japan", "germany", "italy", "great-britain")}


@pytest.mark.section("11.4", "7.9")
def test_11_4_what_could_not_be_delivered_is_kept() -> None:
    play = BOARD.play_from({}, "united-states", "production", markers=SENT, relations=CALM, money=MONEY)
    assert problems(play, Reassign("kmt")) == ["lend-lease/nothing"]
    play.submit(Reassign("soviet-union"))
    assert play.state.pool["united-states", "destroyer"] == 1 and problems(play, Reassign("soviet-union"))
    money = {("game", "grant|united-states|soviet-union"): "5"}
    other = BOARD.play_from({}, "united-states", "production", markers=money, relations=CALM, money=MONEY)
    other.submit(Reassign("soviet-union"))
    assert other.state.resources["united-states", "ipp"] == 45


@pytest.mark.section("7.9", "11.4")
def test_7_9_a_ship_is_lent_to_a_port_of_the_receivers_home() -> None:
    ports = {
        "san-francisco": "united-states: major-factory, major-shipyard",
        "primorsky-krai": "soviet-union: major-port",
    }
    play = BOARD.play_from(ports, "united-states", "production", relations=CALM, money=MONEY)
    assert problems(play, Grant("soviet-union", 0, "destroyer")) == []
    sent = BOARD.play_from(ports, "united-states", "place-units", markers=SENT, relations=CALM)
    sent.submit(Deliver("soviet-union", "san-francisco", "primorsky-krai"))
    afloat = [key.area for key in sent.state.stacks if (key.power, key.unit) == ("soviet-union", "destroyer")]
    assert len(afloat) == 1 and afloat[0] in BOARD.title.neighbours["primorsky-krai"]


@pytest.mark.section("9.22")
def test_9_22_unoccupied_land_of_who_has_surrendered_is_claimed_by_the_first_to_move_in() -> None:
    stacks = {"northern-italy": "germany: infantry"}
    play = play_from(
        stacks,
        "germany",
        "noncombat-move",
        standing={"italy": "surrendered"},
        control={"northern-italy": "germany"},
        relations={("germany", "italy"): "allied"},
    )
    near = next(area for area in BOARD.title.neighbours["northern-italy"] if play.state.control.get(area) == "italy")
    play.submit(Move("infantry", f"northern-italy > {near}"))
    assert play.state.control[near] == "germany"


@pytest.mark.section("7.3", "9.22")
def test_7_3_what_is_built_on_land_stays_on_the_chart_until_its_area_is_taken() -> None:
    play = play_from(MAJOR, "germany", "production", money=MONEY)
    play.submit(Build("air-base", "saxony"))
    chart.hand_over(play, "germany", "soviet-union")
    assert [item.account for item in chart.items(play.position)] == ["germany"]


@pytest.mark.section("5.6", "4.9")
def test_5_6_a_war_of_the_kmt_on_a_warlord_costs_the_allies_nothing() -> None:
    play = begun("1936")
    before, dismay = dict(play.state.resources), play.state.markers["game", "income|united-states"]
    war.declare(play, "kmt", "yunnan-warlord")
    assert play.state.resources == before and play.state.markers["game", "income|united-states"] == dismay


@pytest.mark.section("11.4")
def test_11_4_lend_lease_goes_by_rail_to_a_port_at_home_and_out_to_sea() -> None:
    ports = {
        "chicago": "united-states: major-factory",
        "new-york": "united-states: major-port",
        "murmansk": "soviet-union: major-port",
    }
    sent = {("game", "grant|united-states|soviet-union"): "infantry"}
    play = BOARD.play_from(ports, "united-states", "place-units", markers=sent, relations=CALM)
    play.submit(Deliver("soviet-union", "chicago", "murmansk"))
    assert "infantry" in standing(play, "murmansk")


@pytest.mark.section("7.3")
def test_7_3_an_area_that_is_taken_brings_what_is_built_there() -> None:
    markers = {("game", "chart/france/air-base/picardy//1"): "1"}
    play = play_from({}, "germany", "conduct-combat", markers=markers)
    take_area(play, "picardy", "germany")
    play.ordered = 0
    play.rules.order_over(play)
    assert [item.account for item in chart.items(play.position)] == ["germany"]


@pytest.mark.section("7.8", "11.6")
def test_7_8_a_wartime_economy_pays_in_war_alone() -> None:
    def rolled(relations: dict[tuple[str, str], str]) -> list[str]:
        play = play_from({}, "germany", "place-units", techs={"germany": "wartime-economy"}, relations=relations, dice=[3, 4])
        play.open_phase(ev.PhaseStarted("germany", "collect-income", play.state.clock.turn))
        return [what for _, what in play.dice.asked]  # type: ignore[attr-defined]

    peace = {("germany", other): "peace" for other in ("soviet-union", "great-britain", "france", "united-states")}
    assert rolled({}) == ["wartime economy of germany"] and rolled(peace) == []
