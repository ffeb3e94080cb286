"""What the greedy player attacks, and what the set-up leaves it to walk into (5.2, 5.3)."""

from __future__ import annotations

import pytest

from engine.play import Play
from engine.rules import EndPhase
from engine.strictness import Strictness
from engine.titles.blitz.bots import attacking
from engine.titles.blitz.orders import Attack, MoveUnit
from tests.blitz.table import RULES, Dice, broken, table


@pytest.mark.section("5.3")
@pytest.mark.parametrize(("size", "attacked"), [(2, True), (1, False)])
def test_a_lone_unit_of_two_sizes_is_worn_down_and_one_that_falls_or_stands_is_not(size: int, attacked: bool) -> None:
    """No round takes the area (chance 0), and the attack does a third of a point more than it costs: the second point makes it pay."""
    play = table(f"army-group-b berlin@2, 18th-army berlin@2, westwall berlin@1, polish-army poland@{size}")
    orders = attacking.attack(play, attacking.Nerve(chance=1.1, losses=1.0, profit=0.25, risk=1.0, help=-1.0))
    assert (next(orders, None) == Attack("ground", "poland", "army-group-b, 18th-army")) is attacked


@pytest.mark.section("5.2")
@pytest.mark.parametrize("scenario", ["campaign", "rise-and-fall"])
def test_no_italian_walks_into_kenya_or_south_africa_as_the_war_begins(scenario: str) -> None:
    """A South African army stands in the way (reconstructed), so Kenya must be attacked."""
    play = Play(RULES, Dice([]), strictness=Strictness.RAISE)
    play.start(scenario, {}, {})
    while play.state.clock.phase != "move":
        play.submit(play.pending.default if play.pending else EndPhase())
    for path in ("italian-east-africa > kenya", "italian-east-africa > kenya > south-africa"):
        assert "move/defended" in broken(play, MoveUnit("east-africa-army", path))
