"""The odds that bots go by: the exact ones, and what is not worth working out."""

from __future__ import annotations

import pytest

from engine.families.axis_allies.bots.greedy.forces import attackers, defenders, judge
from engine.odds.battle import Forces, odds
from engine.odds.quick import quick
from engine.titles import load_title

TITLE = load_title("aa1942")


def test_bots_go_by_the_exact_odds() -> None:
    mine, theirs = {"infantry": 4, "artillery": 2, "fighter": 1}, {"infantry": 3, "tank": 1}
    germans, soviets = (
        {(unit, "germany"): n for unit, n in mine.items()},
        {(unit, "soviet-union"): n for unit, n in theirs.items()},
    )
    exact = odds(TITLE, Forces(germans, soviets, keep_land=False))
    assert quick(TITLE, mine, theirs) == (exact.win, exact.take, exact.attacker_lost, exact.defender_lost)


def test_submarines_at_sea_strike_first() -> None:
    assert quick(TITLE, {"submarine": 1}, {"cruiser": 1}).win == pytest.approx(0.5)


def test_large_fleets_are_fought_without_pools() -> None:
    fleet = {"submarine": 6, "destroyer": 6, "cruiser": 6, "fighter": 6, "bomber": 4, "battleship": 4}
    assert 0 < quick(TITLE, fleet, fleet).win < 1


def test_might_counts_support_and_hits() -> None:
    assert attackers(TITLE, {"infantry": 3, "artillery": 1}) == (6, 4, True)
    assert defenders(TITLE, {"battleship": 1, "transport": 1}) == (4, 3, False)


def test_plainly_too_weak_is_not_worked_out() -> None:
    assert judge(TITLE, {"infantry": 1}, {"infantry": 9}).win == 0.0
    assert judge(TITLE, {"tank": 6}, {"infantry": 3}).take > 0.95
