"""Money to the last IPP: the production chart, research, and what is collected (sections 5.4, 7.2 to 7.8, 9.11, 11.6)."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.orders import Buy
from engine.play import Play
from engine.rules import EndPhase
from engine.titles.global_war_1936 import calendar
from engine.titles.global_war_1936.economy import chart, collecting, income, research
from engine.titles.global_war_1936.economy.paying import builds
from engine.titles.global_war_1936.orders import Advance, Build, Study
from engine.titles.global_war_1936.vocabulary import ARCTIC_DENIED, CHART, HURRIED, STAGE, TRACKER
from tests.global_war_1936.positions import BOARD, EARLY, begun, play_from, problems

HOME = {"western-germany": "germany: major-factory, major-shipyard", "berlin": "germany: major-factory"}
HASTE = {"germany": "improved-construction"}


def producing(dice: tuple[int, ...] = (), **more: object) -> Play:
    """The German production phase with 60 IPP."""
    return play_from(HOME, "germany", "production", dice=dice, money={"germany": 60}, **more)  # type: ignore[arg-type]


def under_way(play: Play) -> list[tuple]:
    """(whose, what, where, parts paid, how many) of all that is on the chart."""
    return [(item.account, item.unit, item.area, item.stage, item.count) for item in chart.items(play.position)]


# Improved construction


@pytest.mark.section("7.8")
def test_7_8_what_takes_one_turn_has_no_second_part_to_be_hurried() -> None:
    play = producing(techs=HASTE)
    assert not chart.may_hurry(play.position, "destroyer") and chart.may_hurry(play.position, "light-cruiser")


@pytest.mark.section("7.8")
def test_7_8_what_was_hurried_is_forgotten_once_its_last_part_is_paid() -> None:
    marks = {("game", "chart/germany/battleship///2"): "2", ("game", "hurried/germany/battleship///2"): "1"}
    play = producing(techs=HASTE, markers=marks)
    play.submit(Advance("battleship", 2, 2))
    assert play.state.resources["germany", "ipp"] == 60 - 4 - 5
    assert HURRIED.number(play.state, "germany", "battleship", "", "", "2") == 0


@pytest.mark.section("7.3", "7.8")
@pytest.mark.parametrize(("there", "hurried", "left"), [(1, 1, 0), (2, 2, 1), (2, 1, 1), (3, 1, 1)])
def test_7_3_a_site_that_is_set_back_is_no_longer_one_that_was_hurried_where_none_other_is_left(
    there: int, hurried: int, left: int
) -> None:
    play = producing()
    where = ("germany", "major-shipyard", "berlin", "")
    CHART.emit(play, str(there), *where, "2")
    HURRIED.emit(play, str(hurried), *where, "2")
    chart.set_back(play, chart.Item(*where, 2, there))
    assert HURRIED.number(play.state, *where, "2") == left
    assert CHART.number(play.state, *where, "2") == there - 1 and CHART.number(play.state, *where, "1") == 1


@pytest.mark.section("7.3", "9.22")
def test_7_3_what_a_nation_builds_that_surrenders_to_nobody_is_gone() -> None:
    play = producing()
    play.submit(Build("battleship"))
    chart.hand_over(play, "germany", "")
    assert under_way(play) == []


@pytest.mark.section("7.3", "15.8")
def test_7_3_who_takes_an_area_has_what_others_build_there_and_nowhere_else() -> None:
    play = producing()
    for account, area in (("germany", "berlin"), ("germany", "western-germany"), ("soviet-union", "berlin")):
        CHART.emit(play, "1", account, "minor-port", area, "", "1")
    chart.capture_site(play, "berlin", "soviet-union")
    assert under_way(play) == [
        ("germany", "minor-port", "western-germany", 1, 1),
        ("soviet-union", "minor-port", "berlin", 1, 2),
    ]


@pytest.mark.section("7.9")
def test_7_9_the_next_part_of_a_ship_for_another_nation_names_that_nation() -> None:
    ship = chart.Item("germany", "battleship", "", "italy", 1, 1)
    wall = chart.Item("germany", "fortification", "berlin", "warsaw", 1, 1)
    assert chart.next_part(ship, True, 1) == Advance("battleship", 1, 1, to="italy")
    assert chart.next_part(wall, False, 1) == Advance("fortification", 1, 1, "berlin", "warsaw")


# What is for sale


@pytest.mark.section("7.2", "12.2")
def test_7_2_a_nation_without_a_sheet_and_what_waits_for_a_technology_build_nothing() -> None:
    play = producing()
    assert not builds(play.position, "sweden", "infantry") and builds(play.position, "germany", "infantry")
    assert not builds(play.position, "germany", "heavy-armor")
    assert problems(play, Buy("heavy-armor")) == ["purchase/not-for-sale"]


@pytest.mark.section("15.9")
def test_15_9_early_fighters_are_bought_until_1940_and_others_after() -> None:
    played = {"early-fighters": "on"}
    for play, early in (
        (EARLY.play_from(HOME, "germany", "production", options=played), True),
        (producing(options=played, round=3), False),
    ):
        assert builds(play.position, "germany", "early-fighter") is early
        assert builds(play.position, "germany", "fighter") is not early


# Research


@pytest.mark.section("7.6", "7.7")
def test_7_7_each_success_is_one_stage_and_the_fourth_is_the_technology() -> None:
    play = producing((7,))
    play.submit(Study("radar"))
    assert STAGE.number(play.state, "germany", "radar") == 1
    done = producing((7,), markers={("game", "stage|germany|radar"): "3"})
    done.submit(Study("radar"))
    assert STAGE.read(done.state, "germany", "radar") == "" and done.state.techs["germany", "radar"] == 1
    assert research.stage(done.position, "germany", "radar") == 4


@pytest.mark.section("7.6", "13.3.1")
def test_7_6_a_chinese_faction_that_has_not_evolved_researches_nothing() -> None:
    play = BOARD.play_from({"szechwan": "kmt: major-factory"}, "kmt", "production", control={"szechwan": "kmt"})
    assert research.rolls(play.position) == 0
    grown = BOARD.play_from(
        {"szechwan": "kmt: major-factory"}, "kmt", "production", control={"szechwan": "kmt"}, markers={("game", "evolved|kmt"): "yes"}
    )
    assert research.rolls(grown.position) == 1


# Income


@pytest.mark.section("9.11")
def test_9_11_the_arctic_line_is_denied_once_the_soviets_have_collected() -> None:
    for power, denied in (("soviet-union", False), ("germany", True)):
        play = play_from({}, power, "place-units")
        ARCTIC_DENIED.emit(play, "yes")
        play.submit(EndPhase())
        assert bool(ARCTIC_DENIED.read(play.state)) is denied


@pytest.mark.section("7.8", "11.6")
def test_7_8_a_wartime_economy_pays_two_six_sided_dice() -> None:
    techs = {"germany": "wartime-economy"}
    play = play_from({}, "germany", "place-units", techs=techs, dice=[3, 5], money={"germany": 0})
    land = income.income(play.position, "germany") + sum(collecting.bonus_of(play.position, "germany").values())
    play.submit(EndPhase())
    assert play.state.resources["germany", "ipp"] == land + 8


@pytest.mark.section("5.4")
def test_5_4_the_soviets_have_four_for_each_german_home_area() -> None:
    war = {("soviet-union", "germany"): "war"}
    for held, worth in (({}, 0), ({"berlin": "soviet-union"}, 4), ({"berlin": "soviet-union", "western-germany": "soviet-union"}, 8)):
        play = play_from({}, "soviet-union", "place-units", relations=war, control=held)
        assert collecting.bonus_of(play.position, "soviet-union").get("soviet-spoils", 0) == worth


@pytest.mark.section("5.2", "7.5")
def test_7_5_who_has_reached_its_income_of_wartime_rolls_no_more() -> None:
    play = begun("1939")
    full = income.full_value(play.position, "united-states")
    TRACKER.emit(play, str(full), "united-states")
    assert not income._grows(play.position, "united-states", "1939-07")
    TRACKER.emit(play, str(full - 1), "united-states")
    assert income._grows(play.position, "united-states", "1939-07")


@pytest.mark.section("5.2")
def test_5_2_a_nation_without_an_income_of_peacetime_is_ready_for_war() -> None:
    play = begun("1936")
    assert income.is_ready(play.position, "germany") and not income.is_ready(play.position, "united-states")


# The calendar


@pytest.mark.section("2.1", "6.1")
def test_6_1_as_many_turns_are_left_as_half_years_to_the_last() -> None:
    for round_, left in ((1, 17), (2, 16), (17, 1), (18, 0), (19, 0)):
        play = EARLY.play_from({}, "germany", "production", round=round_)
        assert calendar.now(play.position) == f"{1936 + (6 + 6 * (round_ - 1)) // 12}-{'07' if round_ % 2 else '01'}"
        assert calendar.turns_left(play.position) == left
