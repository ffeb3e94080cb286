"""Section 2.3: the United States divided into an Eastern and a Western half, by the overlay that ships with the title."""

from __future__ import annotations

import pytest

from engine.dice import SeededDice
from engine.events import ResourceChanged
from engine.families.axis_allies.facilities.factories import purse
from engine.play import Play
from engine.rules import load_rules
from engine.strictness import Strictness
from engine.title.published_figures import judge
from engine.titles import load_title
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.economy.collecting import divide
from engine.titles.global_war_1936.orders import Exchange
from tests.global_war_1936.positions import FOLDER, SLUG, TITLE, begun, problems

OVERLAY = FOLDER / "divided_united_states"
DIVIDED = load_title(SLUG, [OVERLAY])
EAST, WEST = "united-states", "western-united-states"


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


@pytest.mark.section("2.3")
def test_2_3_the_income_of_the_halves_together_is_that_of_the_whole() -> None:
    divided, whole = opened().position, begun("1936").position
    assert income.land_value(divided, EAST) == income.land_value(whole, EAST) == 63
    assert income.income(divided, EAST) == income.income(whole, EAST) == 6


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
