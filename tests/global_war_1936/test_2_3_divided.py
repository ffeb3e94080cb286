"""Section 2.3: the United States divided into an Eastern and a Western half, by the overlay that ships with the title."""

from __future__ import annotations

import pytest

from engine.dice import SeededDice
from engine.events import ResourceChanged
from engine.families.axis_allies.facilities.factories import purse
from engine.families.axis_allies.orders import Move
from engine.play import Play
from engine.rules import EndPhase, load_rules
from engine.strictness import Strictness
from engine.title.published_figures import judge
from engine.titles import load_title
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.economy.collecting import divide
from engine.titles.global_war_1936.orders import Exchange
from tests.axisallies.positions import Positions
from tests.global_war_1936.positions import FOLDER, MINORS, SLUG, TITLE, begun, problems

OVERLAY = FOLDER / "divided_united_states"
DIVIDED = load_title(SLUG, [OVERLAY])
EAST, WEST = "united-states", "western-united-states"


HALVES = Positions(SLUG, "1939", MINORS)
HALVES.title, HALVES.rules = DIVIDED, load_rules(DIVIDED)


def opened() -> Play:
    play = Play(load_rules(DIVIDED), SeededDice(1), strictness=Strictness.RAISE)
    play.start("1936")
    return play


@pytest.mark.section("2.3")
def test_2_3_the_halves_are_one_power_with_two_purses() -> None:
    play = opened()
    assert (purse(play.position, EAST), purse(play.position, WEST)) == (3, 3)
    assert set(play.state.control.values()) >= {EAST} and WEST not in play.state.control.values()
    assert WEST not in DIVIDED.turns and DIVIDED.turns == TITLE.turns


@pytest.mark.section("2.3")
def test_2_3_all_money_is_split_equally_and_the_east_has_what_is_left_over() -> None:
    play = opened()
    divide(play, EAST, 15, "income")
    paid = [(row.power, row.delta) for row in play.events if isinstance(row, ResourceChanged) and row.cause == "income"]
    assert sorted(paid) == [(EAST, 8), (WEST, 7)]


@pytest.mark.section("2.3", "7.8")
def test_2_3_land_bonuses_and_the_dice_of_a_wartime_economy_are_split_together() -> None:
    war = {(EAST, "germany"): "war", (EAST, "japan"): "war"}
    techs, money = {EAST: "wartime-economy"}, {EAST: 0, WEST: 0}
    play = HALVES.play_from({}, EAST, "place-units", relations=war, techs=techs, dice=[3, 4], money=money)
    play.submit(EndPhase())
    paid = {row.cause: row.delta for row in play.events if isinstance(row, ResourceChanged) and row.power == WEST and row.delta}
    assert paid == {"income": 31, "objective": 2, "war-bonds": 3}
    assert (purse(play.position, EAST), purse(play.position, WEST)) == (37, 36)


@pytest.mark.section("2.3", "9.23")
@pytest.mark.parametrize("east", [12, 0])
def test_9_23_both_halves_lose_their_money_with_washington(east: int) -> None:
    near = next(area for area in DIVIDED.neighbours["washington-dc"] if not area.startswith("sea"))
    war, money = {("japan", EAST): "war"}, {EAST: east, WEST: 11}
    play = HALVES.play_from({near: "japan: 2 infantry"}, "japan", "combat-move", control={near: "japan"}, relations=war, money=money)
    play.submit(Move("2 infantry", f"{near} > washington-dc"))
    play.submit(EndPhase("conduct-combat"))
    assert (purse(play.position, EAST), purse(play.position, WEST)) == (0, 0)


@pytest.mark.section("2.3")
def test_2_3_the_income_of_the_halves_together_is_that_of_the_whole() -> None:
    divided, whole = opened().position, begun("1936").position
    assert income.land_value(divided, EAST) == income.land_value(whole, EAST) == 63
    assert income.income(divided, EAST) == income.income(whole, EAST) == 6


@pytest.mark.section("2.3", "9.23")
def test_9_23_both_halves_lose_their_money_again_when_the_new_capital_falls() -> None:
    markers = {("game", f"seat|{EAST}"): "chicago"}
    held, war = {"washington-dc": "japan", "chicago": "japan"}, {("japan", EAST): "war"}
    play = HALVES.play_from({}, "japan", "conduct-combat", control=held, relations=war, money={EAST: 0, WEST: 11}, markers=markers)
    play.submit(EndPhase())
    assert purse(play.position, WEST) == 0


@pytest.mark.section("2.3")
def test_2_3_the_halves_exchange_money_at_any_time() -> None:
    play = opened()
    assert play.position.power == "germany"
    assert problems(play, Exchange(EAST, WEST, 4)) == ["exchange/money"]
    assert problems(play, Exchange("anzac", "great-britain", 1)) == ["exchange/halves"]
    play.submit(Exchange(EAST, WEST, 2))
    assert (purse(play.position, EAST), purse(play.position, WEST)) == (1, 5)


def test_the_overlay_contradicts_nothing_but_the_purse_that_it_divides() -> None:
    wrong = [item.fact.where for item in judge(SLUG, str(OVERLAY)).wrong]
    assert wrong == [f"treasury/{year}+united-states+ipp/amount" for year in ("1936", "1939")]
