"""What greedy bots of Global War 1936-1945 attack, hold and lend on land."""

from __future__ import annotations

from tests.bots.test_global_war import planned
from tests.global_war_1936.positions import BOARD

WINTER_WAR = {("soviet-union", "finland"): "war"}


def test_who_may_not_leave_home_keeps_nobody_else_from_an_attack() -> None:
    """Militia stay at home (12.2): the army of Leningrad was ordered out with one, stayed too, and the infantry of Archangel went alone."""
    stacks = {
        "leningrad": "soviet-union: 7 infantry, 3 artillery, militia",
        "archangel": "soviet-union: infantry",
        "karjala": "finland: 3 infantry",
    }
    play = BOARD.play_from(stacks, "soviet-union", "combat-move", relations=WINTER_WAR)
    orders = planned(play)
    army = next(order for order in orders if "leningrad > karjala" in order)
    assert "militia" not in army and "infantry" in army, orders
