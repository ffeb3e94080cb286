"""The odds against small battles worked out by hand."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.bots.greedy.forces import attackers, defenders, judge
from engine.families.axis_allies.bots.odds import Hit, odds
from engine.title.loader import load_title

INFANTRY, TANK, GUARD = Hit(1, 3, True), Hit(3, 5, True), Hit(2, 3, True)


def test_one_against_one_is_the_sum_of_a_geometric_series() -> None:
    """Infantry against infantry: 1/6 to hit, 2/6 to be hit, both at once: nobody wins; rounds without a hit repeat."""
    first, lost = 1 / 6, 2 / 6
    anything = 1 - (1 - first) * (1 - lost)
    result = odds((INFANTRY,), (GUARD,))
    assert result.win == pytest.approx(first * (1 - lost) / anything)
    assert result.attacker_lost == pytest.approx(3 * lost / anything)
    assert result.defender_lost == pytest.approx(3 * first / anything)


def test_nobody_to_fight_is_won_and_nobody_fighting_is_lost() -> None:
    assert odds((INFANTRY,), ()) == (1.0, 1.0, 0.0, 0.0)
    assert odds((), (GUARD,)) == (0.0, 0.0, 0.0, 0.0)


def test_neither_can_hit_is_nobodys() -> None:
    idle = Hit(0, 7)
    assert odds((idle,), (idle,)) == (0.0, 0.0, 0.0, 0.0)


def test_aircraft_win_without_taking() -> None:
    result = odds((Hit(3, 10),), (Hit(0, 3, True),))
    assert result.win == pytest.approx(1.0) and result.take == 0.0


def test_artillery_raises_one_infantry_each() -> None:
    title = load_title("aa1942")
    force = attackers(title, {"infantry": 3, "artillery": 1})
    assert sorted(hit.target for hit in force) == [1, 1, 2, 2]
    assert [hit.target for hit in defenders(title, {"infantry": 3, "artillery": 1})] == [2, 2, 2, 2]
    assert [hit.target for hit in force if hit.value == 3] == [1, 1, 2]


def test_a_battleship_takes_two_hits_and_transports_are_lost_last() -> None:
    title = load_title("aa1942")
    assert defenders(title, {"battleship": 1, "transport": 1}) == (Hit(0, 0), Hit(4, 20), Hit(0, 7))


def test_plainly_too_weak_is_not_worked_out() -> None:
    title = load_title("aa1942")
    assert judge(title, {"infantry": 1}, {"infantry": 9}).win == 0.0
    assert judge(title, {"tank": 6}, {"infantry": 3}).take > 0.95
