"""6.5: an Air Round before a Ground Attack sends a PARA that flew back, and what its die is worth is one column of the Combat Chart."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.play import Play
from engine.titles.blitz.orders import Announced, Attack, CommitNoMore, Defend, Resolve
from tests.blitz.table import at, do, settle, table

pytestmark = pytest.mark.section("6.5")


def dropped(die: int) -> Play:
    """Return Paris attacked by an army and a PARA in the air; the Royal Air Force throws `die`, then the army beats the Home Guard."""
    units = "army-group-b western-germany@2, 1st-para western-germany@1, home-guard paris@1, royal-air-force london@2"
    play = table(units, dice=[die, 5, 1])
    do(play, Attack("ground", "paris", "army-group-b", "1st-para"), Announced(), Defend("ground", "paris", "royal-air-force"))
    return settle(do(play, *([CommitNoMore("afa")] if play.pending else []), Resolve("ground", "paris")))


@pytest.mark.parametrize(("die", "there"), [(3, "paris@1"), (5, "western-germany@1")])
def test_6_5_a_para_that_an_air_round_sends_back_does_not_fight_and_advance_with_the_others(die: int, there: str) -> None:
    """A 3 on three Factors is an S (A.6, example): a third of one unit is none. A 5 is a B: every unit returns."""
    play = dropped(die)
    assert (at(play, "1st-para"), at(play, "army-group-b")) == (there, "paris@2")


def test_6_5_a_die_is_worth_the_mean_of_its_column() -> None:
    """Three Factors: none, S, S, L, B and 1S are one point of damage in six, and no face of the die hits beside."""
    rolled = next(event for event in dropped(3).events if isinstance(event, ev.DiceRolled))
    assert (rolled.purpose, rolled.target, rolled.expected) == ("air", 0, pytest.approx(1 / 6))
