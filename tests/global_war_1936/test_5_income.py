"""Sections 5.1 to 5.4, 7.5 and 11.6: incomes of peacetime, what raises them, and bonuses of wartime."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.rules import EndPhase
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.economy.collecting import bonus_of
from engine.titles.global_war_1936.orders import Exchange
from engine.titles.global_war_1936.politics import war
from tests.global_war_1936.positions import BOARD, begun, problems


@pytest.mark.section("5.2")
def test_5_2_britain_begins_at_11_and_may_declare_war_at_25() -> None:
    play = begun("1936")
    assert income.tracker(play.position, "great-britain") == 11
    assert income.full_value(play.position, "great-britain") == 25
    assert [p.rule for p in war.check_war(play.position, "great-britain", "germany")] == ["war/income"]
    income.change(play, "great-britain", 14)
    assert war.check_war(play.position, "great-britain", "germany") == []


@pytest.mark.section("5.2")
def test_5_2_an_income_of_peacetime_never_exceeds_that_of_wartime() -> None:
    play = begun("1936")
    income.change(play, "great-britain", 40)
    assert income.tracker(play.position, "great-britain") == 25


@pytest.mark.section("5.2", "5.3")
def test_5_2_an_act_of_another_nation_raises_incomes_at_once() -> None:
    play = begun("1936")
    before = income.tracker(play.position, "great-britain")
    income.alarm(play, "germany", {"annexation"})
    assert income.tracker(play.position, "great-britain") == before + 1


@pytest.mark.section("5.2")
def test_5_2_a_war_on_a_minor_power_raises_britains_income_by_two_dice() -> None:
    play = begun("1936")
    war.declare(play, "germany", "denmark")
    assert 2 <= income.tracker(play.position, "great-britain") - 11 <= 24


@pytest.mark.section("7.5")
def test_7_5_no_die_is_rolled_before_july_1939() -> None:
    play = begun("1936", ev.PhaseStarted("great-britain", "production", 9))
    income.roll(play)
    assert income.tracker(play.position, "great-britain") == 11


@pytest.mark.section("7.5")
def test_7_5_a_die_a_turn_is_added_from_july_1939() -> None:
    play = begun("1936", ev.RoundStarted(7), ev.PhaseStarted("great-britain", "production", 99))
    income.roll(play)
    assert 12 <= income.tracker(play.position, "great-britain") <= 23


@pytest.mark.section("5.1", "5.2")
def test_5_2_a_nation_at_war_has_all_that_its_land_is_worth() -> None:
    play = begun("1939")
    assert income.income(play.position, "great-britain") == 25
    assert income.income(play.position, "united-states") == 16


@pytest.mark.section("5.2")
def test_5_2_land_that_is_taken_in_peace_is_added() -> None:
    play = begun("1936", ev.ControlChanged("portugal", "portugal", "united-states", "captured"))
    assert income.income(play.position, "united-states") == 7


@pytest.mark.section("5.4")
def test_5_4_bonuses_are_for_nations_at_war_with_a_major_power() -> None:
    play = begun("1936")
    assert bonus_of(play.position, "great-britain") == {} and bonus_of(play.position, "japan") == {}
    war.set_relation(play, "great-britain", "germany", "war")
    assert bonus_of(play.position, "great-britain") == {"british-suez": 3, "british-persia": 2}


@pytest.mark.section("5.4")
def test_5_4_a_war_with_the_chinese_factions_gives_no_bonus() -> None:
    play = begun("1939")
    assert play.position.relation("japan", "kmt") == "war"
    assert bonus_of(play.position, "japan") == {}


@pytest.mark.section("11.6")
def test_11_6_the_riders_collect_for_their_own_home() -> None:
    play = begun("1939")
    assert income.income(play.position, "anzac") == 7
    assert income.income(play.position, "fec") == sum(play.title.areas[area].value for area in play.title.regions["fec"])


@pytest.mark.section("7.8")
def test_7_8_the_commonwealth_divides_what_its_wartime_economy_brings() -> None:
    play = BOARD.play_from(
        {},
        "great-britain",
        "place-units",
        techs={"great-britain": "wartime-economy"},
        dice=[3, 5],
        relations={("great-britain", "germany"): "war"},
    )
    play.submit(EndPhase())
    marker = {("game", "war-bonds|great-britain"): "8"}
    assert ("game", "war-bonds|great-britain") in play.state.markers
    assert play.state.markers["game", "war-bonds|great-britain"] == "8"
    later = BOARD.play_from({}, "great-britain", "production", markers=marker, money={"great-britain": 20, "anzac": 0})
    assert problems(later, Exchange("great-britain", "anzac", 9)) == ["exchange/war-bonds"]
    later.submit(Exchange("great-britain", "anzac", 5))
    assert later.state.resources["anzac", "ipp"] == 5 and later.state.resources["great-britain", "ipp"] == 15
    assert problems(later, Exchange("great-britain", "fec", 4)) == ["exchange/war-bonds"]
