"""Sections 1.9, 1.13, 15.8 to 15.10: tundra, breakdowns in deserts, ships at their yard, early fighters, bombed canals."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.board import is_open
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.movement.landing import is_landing_area
from engine.families.axis_allies.orders import Battle, Buy, Move, Offload
from engine.rules import EndPhase
from engine.titles.global_war_1936.economy import chart
from engine.titles.global_war_1936.orders import Build, Refit
from tests.global_war_1936.positions import TITLE, battle, begun, combat, due, play_from, problems, standing

HOME = {"berlin": "germany: major-factory", "western-germany": "germany: major-shipyard", "saxony": "germany: infantry"}
YARD, EARLY, CANALS = {"ships-begun": "shipyard"}, {"early-fighters": "on"}, {"canal-bombing": "on"}


def producing(options: dict[str, str], **more: object):
    more = {"money": {"germany": 40}, "stacks": HOME} | more
    return play_from(power="germany", phase="production", options=options, **more)


# 1.13 Tundra and ice


@pytest.mark.section("1.13")
def test_1_13_land_units_do_not_enter_tundra() -> None:
    order = Move("infantry", "irkutsk > yakutia")
    for value, expected in (("on", ["move/tundra"]), ("off", [])):
        play = play_from({"irkutsk": "soviet-union: infantry"}, "soviet-union", "noncombat-move", options={"tundra": value})
        assert problems(play, order) == expected


@pytest.mark.section("1.13")
def test_1_13_nobody_lands_on_tundra_from_the_sea() -> None:
    stacks = {"sea-zone-4": "great-britain: naval-transport [cargo=great-britain/infantry], infantry [aboard]"}
    play = play_from(stacks, "great-britain", "noncombat-move")
    assert "move/tundra" in problems(play, Offload("infantry", "sea-zone-4 > labrador"))


@pytest.mark.section("1.13")
def test_1_13_aircraft_fly_over_tundra_and_do_not_land_there() -> None:
    stacks = {"irkutsk": "soviet-union: fighter"}
    for value in ("on", "off"):
        play = play_from(stacks, "soviet-union", "noncombat-move", options={"tundra": value})
        assert is_landing_area(play.position, "yakutia") == (value == "off")
        assert is_landing_area(play.position, "irkutsk")
        assert problems(play, Move("fighter", "irkutsk > yakutia > khabarovsk")) == []


# 1.9 Breakdowns in deserts


def in_the_desert(dice: list[int], **more: object):
    stacks = {
        "cyrenaica": "great-britain: 2 light-armor [moved from=western-egypt]; italy: 2 infantry",
        "western-egypt": "great-britain: infantry",
    }
    play = combat(
        "great-britain",
        stacks,
        dice,
        control={"cyrenaica": "italy", "western-egypt": "great-britain"},
        relations={("great-britain", "italy"): "war"},
        **more,
    )
    play.submit(battle("cyrenaica"))
    return play


@pytest.mark.section("1.9")
def test_1_9_a_vehicle_that_rolls_twelve_in_a_desert_retreats_after_the_round() -> None:
    play = in_the_desert([12, 11, 11, 11])
    assert standing(play, "western-egypt").startswith("great-britain: infantry, light-armor [from=cyrenaica fought")
    assert standing(play, "cyrenaica").startswith("great-britain: light-armor") and due(play) == "press great-britain"


@pytest.mark.section("1.9")
def test_1_9_a_battle_is_over_when_its_last_vehicle_has_broken_down() -> None:
    play = in_the_desert([12, 12, 11, 11])
    assert not play.state.battle and standing(play, "cyrenaica").strip() == "italy: 2 infantry"


@pytest.mark.section("1.9")
def test_1_9_nothing_breaks_down_without_the_rule_of_deserts() -> None:
    play = in_the_desert([12, 12, 11, 11], options={"deserts": "off"})
    assert standing(play, "cyrenaica").startswith("great-britain: 2 light-armor") and due(play) == "press great-britain"


# 15.8 Ships under construction


@pytest.mark.section("15.8")
def test_15_8_a_capital_ship_is_begun_at_a_named_major_shipyard() -> None:
    play = producing(YARD)
    assert problems(play, Build("battleship")) == ["build/shipyard"]
    assert problems(play, Build("battleship", "saxony")) == ["build/shipyard"]
    assert problems(play, Build("battleship", "western-germany")) == []
    assert problems(producing({}), Build("battleship", "western-germany")) == ["build/area"]


@pytest.mark.section("15.8")
def test_15_8_who_takes_the_shipyard_has_the_ship() -> None:
    play = producing(YARD)
    play.submit(Build("battleship", "western-germany"))
    chart.capture_site(play, "western-germany", "france")
    assert chart.items(play.position) == [chart.Item("france", "battleship", "western-germany", "", 1, 1)]


@pytest.mark.section("15.8")
def test_15_8_a_finished_ship_waits_with_what_was_bought() -> None:
    done = {("game", "chart/germany/battleship/western-germany//2"): "1"}
    play = producing(YARD, markers=done)
    chart.advance(play, "germany", "battleship", "western-germany", "", 2, 1)
    assert play.state.pool["germany", "battleship"] == 1 and chart.finished(play.position, "germany") == []


# 15.9 Early war fighters


@pytest.mark.section("15.9")
def test_15_9_all_fighters_begin_as_early_ones() -> None:
    kinds = {key.unit for key in begun("1939").state.stacks}
    assert "fighter" in kinds and "early-fighter" not in kinds
    kinds = {key.unit for key in begun("1939", options=EARLY).state.stacks}
    assert "early-fighter" in kinds and "fighter" not in kinds
    row = TITLE.units["early-fighter"]
    assert (row.attack, row.defense, row.move, row.cost) == (4, 4, 3, 8)


@pytest.mark.section("15.9")
def test_15_9_modern_fighters_are_for_sale_from_january_1940() -> None:
    july, january = producing(EARLY, round=1), producing(EARLY, round=2)
    assert (problems(july, Buy("early-fighter")), problems(july, Buy("fighter"))) == ([], ["purchase/not-for-sale"])
    assert (problems(january, Buy("early-fighter")), problems(january, Buy("fighter"))) == (
        ["purchase/not-for-sale"],
        [],
    )
    assert problems(producing({}), Buy("early-fighter")) == ["purchase/not-for-sale"]


@pytest.mark.section("15.9")
def test_15_9_early_fighters_are_converted_anywhere_or_scrapped_for_four() -> None:
    stacks = {"sea-zone-9": "germany: fleet-carrier, 2 early-fighter"}
    play = play_from(stacks, "germany", "place-units", options=EARLY, round=2, money={"germany": 5})
    assert problems(play, Refit("early-fighter", "sea-zone-9", 2)) == ["refit/funds"]
    play.submit(Refit("early-fighter", "sea-zone-9"))
    assert standing(play, "sea-zone-9") == "germany: early-fighter, fighter, fleet-carrier"
    play.submit(Refit("early-fighter", "sea-zone-9", scrap=True))
    assert standing(play, "sea-zone-9") == "germany: fighter, fleet-carrier" and purse(play.position, "germany") == 5
    early = play_from(stacks, "germany", "place-units", options=EARLY, money={"germany": 5})
    assert problems(early, Refit("early-fighter", "sea-zone-9")) == ["refit/early"]
    assert problems(play, Refit("infantry", "berlin", scrap=True)) == ["refit/scrap"]


# 15.10 Bombed canals


def suez():
    link = next(link for links in TITLE.neighbours.values() for link in links.values() if link.passage == "suez-canal")
    return link


@pytest.mark.section("15.10")
@pytest.mark.parametrize(("points", "is_passed"), [(4, True), (5, False), (10, False)])
def test_15_10_a_canal_with_five_points_of_damage_is_closed_to_all(points: int, is_passed: bool) -> None:
    stacks = {"eastern-egypt": "great-britain: infantry, canal"}
    play = play_from(stacks, "great-britain", "combat-move", options=CANALS, damage={"eastern-egypt/canal": points})
    assert is_open(play.position, suez(), "great-britain") == is_passed


@pytest.mark.section("15.10")
def test_15_10_canals_stand_on_their_banks_where_they_can_be_bombed() -> None:
    found = {key.area for key in begun("1939", options=CANALS).state.stacks if key.unit == "canal"}
    assert found == {"panama", "eastern-egypt", "western-germany", "istanbul", "leningrad", "quebec"}
    assert not any(key.unit == "canal" for key in begun("1939").state.stacks)


@pytest.mark.section("15.10", "9.16")
def test_15_10_a_raid_on_a_canal_rolls_past_its_own_guns() -> None:
    stacks = {
        "cyrenaica": "italy: medium-bomber",
        "eastern-egypt": "great-britain: infantry, canal",
    }
    play = play_from(
        stacks,
        "italy",
        "combat-move",
        options=CANALS,
        control={"cyrenaica": "italy"},
        relations={("great-britain", "italy"): "war"},
        dice=[6, 4],
    )
    play.submit(Move("medium-bomber", "cyrenaica > western-egypt > eastern-egypt", raid=True, target="canal"))
    play.submit(EndPhase("combat-move"))
    play.submit(Battle("eastern-egypt", raid=True))
    assert play.state.damage["eastern-egypt", "canal"] == 6
    assert not is_open(play.position, suez(), "great-britain")
