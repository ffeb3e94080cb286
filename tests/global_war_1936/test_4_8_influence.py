"""Section 4.8, tables 4-4 and 4-5: what bringing a minor power over costs, who may, and what a die does."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.vocabulary import ALIGNED
from engine.play import Play
from engine.titles.global_war_1936.economy import income
from engine.titles.global_war_1936.lend_lease import diplomacy
from engine.titles.global_war_1936.orders import Influence
from tests.global_war_1936.positions import BOARD, problems

AMERICA = {("united-states", "germany"): "war"}
PEACE = {("united-states", foe): "peace" for foe in ("germany", "italy", "japan", "soviet-union", "ccp")}
GERMANY = {("germany", "great-britain"): "war", ("germany", "united-states"): "peace"}


def asking(power: str, dice: list[int], **position: object) -> Play:
    """The production phase of a nation at war that has 9 IPP."""
    usual = {"relations": AMERICA if power == "united-states" else GERMANY, "money": {power: 9}}
    return BOARD.play_from({}, power, "production", dice=dice, **(usual | position))  # type: ignore[arg-type]


def joined(play: Play, nation: str) -> str:
    """Who a minor power has become part of."""
    return ALIGNED.read(play.state, nation)


@pytest.mark.section("4.8")
@pytest.mark.parametrize(("amount", "die", "to"), [(2, 2, "united-states"), (2, 3, ""), (1, 1, "united-states"), (3, 4, "")])
def test_table_4_4_a_die_of_the_price_or_less_brings_a_nation_over_and_the_money_is_gone(amount: int, die: int, to: str) -> None:
    play = asking("united-states", [die])
    play.submit(Influence("brazil", amount))
    assert joined(play, "brazil") == to
    assert play.state.resources["united-states", "ipp"] == 9 - amount
    assert problems(play, Influence("brazil", amount))[-1] == "influence/once"
    assert problems(play, Influence("peru", amount)) == []


@pytest.mark.section("4.8")
def test_table_4_4_it_asks_for_a_war_with_a_major_power_the_money_and_three_at_most() -> None:
    assert problems(asking("united-states", [5], relations=PEACE), Influence("brazil", 3)) == ["influence/war"]
    play = asking("united-states", [], money={"united-states": 2})
    assert problems(play, Influence("brazil", 3)) == ["influence/funds"]
    assert problems(play, Influence("brazil", 2)) == [] == problems(asking("united-states", []), Influence("brazil", 3))
    assert problems(asking("united-states", []), Influence("brazil", 4)) == ["influence/amount"]
    assert problems(asking("united-states", []), Influence("argentina", 2)) == ["influence/nation"]


@pytest.mark.section("4.8")
def test_table_4_4_losses_on_other_lines_add_nothing() -> None:
    play = asking("united-states", [], markers={("game", "raided|west-african|great-britain"): "1"})
    assert diplomacy.needed(play.position, Influence("brazil", 2)) == 2


@pytest.mark.section("4.8")
@pytest.mark.parametrize(("die", "to", "more"), [(2, "germany", 7), (3, "", 0)])
def test_table_4_5_argentina_joins_on_one_or_two_which_alarms_the_americans(die: int, to: str, more: int) -> None:
    play = asking("germany", [die, 7])
    before = income.tracker(play.position, "united-states")
    play.submit(Influence("argentina", 2))
    assert joined(play, "argentina") == to
    assert income.tracker(play.position, "united-states") == before + more
    assert play.state.resources["germany", "ipp"] == 7


@pytest.mark.section("4.8")
@pytest.mark.parametrize("amount", [1, 3])
def test_table_4_5_argentina_costs_exactly_two(amount: int) -> None:
    assert problems(asking("germany", []), Influence("argentina", amount)) == ["influence/amount"]
    assert problems(asking("germany", []), Influence("argentina", 2)) == []


@pytest.mark.section("4.8")
def test_table_4_5_germany_tries_argentina_once_in_the_game_and_nothing_helps_it() -> None:
    tried = {("game", "influenced-once|argentina"): "yes"}
    assert problems(asking("germany", [], markers=tried), Influence("argentina", 2)) == ["influence/once"]
    raided = asking("germany", [], markers={("game", "raided|new-york-rio|united-states"): "1"})
    assert diplomacy.needed(raided.position, Influence("argentina", 2)) == 2
