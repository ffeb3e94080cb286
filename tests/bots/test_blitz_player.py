"""The greedy player: it brings all its arms to an attack, and all its armies over the sea."""

from __future__ import annotations

from engine.play import Play
from engine.rules import EndPhase
from engine.strictness import Strictness
from engine.titles.blitz.bots import attacking, sailing
from engine.titles.blitz.orders import Attack
from tests.blitz.table import RULES, Dice, table


def test_air_units_and_paras_join_a_ground_attack() -> None:
    units = "army-group-center berlin@2, army-group-north berlin@1, 18th-army berlin@1, luftwaffe berlin@2"
    west = "1st-para western-germany@1, landwehr western-germany@1"
    play = table(f"{units}, {west}, polish-army poland@2")
    orders = (order for order in attacking.attack(play, 0.4) if isinstance(order, Attack))
    order = next(order for order in orders if order.area == "poland")
    assert {item.unit for item in order.forces} >= {"army-group-center", "army-group-north", "luftwaffe"}
    assert order.drop == "1st-para"


def test_the_armies_of_the_longest_day_sail_in_all_transports() -> None:
    """Ten Sizes fit into the three TRS: what stands in London and Scotland fills them, but for London's guard."""
    play = Play(RULES, Dice([3] * 99), strictness=Strictness.RAISE)
    play.start("longest-day", {}, {})
    while (play.state.clock.power, play.state.clock.phase) != ("afa", "sea"):
        play.submit(play.pending.default if play.pending else EndPhase())
    landing = sailing.invasions(play.position, "allies")
    aboard = [key for _, load in landing.values() for key in load]
    assert len(landing) == 3 and sum(key.strength for key in aboard) >= 9
    assert len({key.unit for key in aboard}) == len(aboard), "nobody sails twice"
