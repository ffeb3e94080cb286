"""Nations of Global 1940 that are attacked: whom they lean to, who follows into the war on them, who may enter them."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.combat.capture import take_area
from engine.families.axis_allies.orders import Declare, Move
from engine.families.axis_allies.politics.declarations import may_declare
from engine.families.axis_allies.politics.welcome import leans
from engine.rules import EndPhase
from tests.axisallies.positions import rules_of
from tests.global_1940.positions import BOARD, play_from


@pytest.mark.section("7. Neutrals")
def test_mongolia_leans_to_the_allies_as_well_once_the_axis_attack_true_neutrals() -> None:
    play = play_from({}, "germany", "politics")
    play.submit(Declare("true-neutrals"))
    assert play.position.side_of("mongolia") == "allies" and play.position.relation("japan", "mongolia") == "war"
    assert leans(play.position, "mongolia", "united-kingdom") and not leans(play.position, "mongolia", "soviet-union")


@pytest.mark.section("7. Neutrals")
def test_nobody_declares_war_on_a_nation_that_leans_to_its_side() -> None:
    play = play_from({}, "united-kingdom", "politics")
    play.submit(Declare("true-neutrals"))
    leaning = play_from({}, "germany", "politics", standing={"true-neutrals": "axis"})
    assert rules_of(leaning, Declare("true-neutrals")) == ["politics/relation"]
    assert "true-neutrals" not in set(may_declare(leaning.position, "germany"))


@pytest.mark.section("7. Neutrals")
@pytest.mark.parametrize(("foe", "rules"), [("japan", ["noncombat-move/land-units"]), ("italy", [])])
def test_the_soviets_enter_friendly_neutrals_once_at_war_in_europe(foe: str, rules: list[str]) -> None:
    play = play_from({"caucasus": "soviet-union: infantry"}, "soviet-union", "noncombat-move", relations={(foe, "soviet-union"): "war"})
    assert rules_of(play, Move("infantry", "caucasus > northwest-persia")) == rules


@pytest.mark.section("7. Neutrals")
@pytest.mark.parametrize(("power", "leader", "on", "foe", "now"), [
    ("soviet-union", "united-kingdom", "true-neutrals", "germany", "war"),
    ("soviet-union", "united-kingdom", "true-neutrals", "japan", "peace"),
    ("united-states", "united-kingdom", "true-neutrals", "japan", "war"),
    ("united-states", "soviet-union", "mongolia", "japan", "war"),
    ("united-states", "soviet-union", "mongolia", "germany", "peace"),
])  # fmt: skip
def test_powers_at_war_follow_their_allies_into_the_war_on_a_nation(power: str, leader: str, on: str, foe: str, now: str) -> None:
    play = play_from({}, power, "purchase-units", relations={(leader, on): "war", (power, foe): "war"})
    play.submit(EndPhase())
    assert play.position.relation(power, on) == now


@pytest.mark.section("7. Neutrals")
@pytest.mark.parametrize("power", ["united-states", "united-kingdom", "france"])
def test_who_retakes_a_dutch_island_keeps_it_for_the_dutch_have_no_capital(power: str) -> None:
    relations = {("japan", power): "war", ("japan", "netherlands"): "war", ("netherlands", power): "allied"}
    play = play_from({}, power, "conduct-combat", control={"java": "japan"}, relations=relations)
    take_area(play, "java", power)
    assert play.state.control["java"] == power


@pytest.mark.section("7. Neutrals")
def test_the_troops_of_a_nation_that_is_entered_stay_where_they_are_in_that_turn() -> None:
    stacks = {"romania": "germany: infantry", "bulgaria": "pro-axis-neutrals: 4 infantry"}
    play = play_from(stacks, "germany", "noncombat-move")
    play.submit(Move("infantry", "romania > bulgaria"))
    assert rules_of(play, Move("4 infantry", "bulgaria > romania")) != []
    play.submit(EndPhase())
    assert BOARD.standing(play, "bulgaria") == "germany: 4 infantry [moved], infantry [used=1 from=romania]"


@pytest.mark.section("5. Declarations of war")
def test_who_declares_for_another_without_a_right_to_is_told_whose_turn_it_takes() -> None:
    play = play_from({}, "italy", "politics", relations={("italy", "united-states"): "war"})
    assert [problem.expected for problem in play.check(Declare("united-states", "germany"))] == ["an order in the turn of germany"]
