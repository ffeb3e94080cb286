"""What greedy bots of Global War 1936-1945 do beyond the family."""

from __future__ import annotations

import pytest

from engine.bots.style import styles
from engine.families.axis_allies.bots.greedy.view import View
from engine.play import Play
from engine.simulation import make_bot
from engine.titles.global_war_1936.bots import fleets
from tests.global_war_1936.positions import BOARD

MOST = 60


def planned(play: Play) -> list[str]:
    """Let a greedy bot play its phase; return what it ordered, as text."""
    bot, phase, found = make_bot("greedy", 1), play.phase.slug, []
    while play.phase.slug == phase and len(found) < MOST:
        order = bot.decide(play)
        found.append(str(order))
        play.submit(order)
    return found


def test_bots_take_an_area_of_no_value_that_ties_up_their_front() -> None:
    stacks = {"archangel": "soviet-union: 6 infantry, 2 artillery", "murmansk": "germany: infantry"}
    play = BOARD.play_from(stacks, "soviet-union", "combat-move", control={"murmansk": "germany"},
                           relations={("soviet-union", "germany"): "war"})  # fmt: skip
    assert play.title.areas["murmansk"].value == 0
    assert any("archangel > murmansk" in order for order in planned(play))


def test_bots_know_when_the_fleets_of_their_side_rule_the_waves() -> None:
    for ships, rules in (("battleship", False), ("3 battleship", True)):
        stacks = {"sea-zone-20": f"united-states: {ships}", "sea-zone-85": "japan: battleship"}
        play = BOARD.play_from(stacks, "great-britain", "production")
        assert fleets.rules_waves(View(play.position, styles()["greedy"])) is rules


@pytest.mark.parametrize(
    ("lost", "lends"), [((), False), (("moscow", "leningrad", "caucasus", "kharkov", "stalingrad"), True)]
)
def test_bots_do_not_lend_to_a_soviet_union_that_is_worth_more_than_germany(lost: tuple[str, ...], lends: bool) -> None:
    relations = {("soviet-union", "germany"): "war", ("soviet-union", "united-states"): "peace"}
    play = BOARD.play_from({}, "united-states", "production", control=dict.fromkeys(lost, "germany"),
                           dice=[12] * 99, money={"united-states": 40}, relations=relations)  # fmt: skip
    orders = planned(play)
    assert any("Grant(to='soviet-union'" in order for order in orders) is lends, orders
