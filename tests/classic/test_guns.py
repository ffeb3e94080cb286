"""Anti-aircraft fire and marines of the map Classic in the rules and in the exact odds."""

from __future__ import annotations

import pytest

from engine.dice import SeededDice
from engine.families.axis_allies.orders import Battle, Lose
from engine.families.axis_allies.sampled_odds import fought_out
from engine.odds.answers import unmodelled
from engine.odds.battle import Forces, odds, plain
from engine.play import Play
from engine.rules import load_rules
from engine.strictness import Strictness
from tests.axisallies.positions import Positions

BOARD = Positions("classic", "standard")
TITLE = BOARD.title
STACKS = {
    "ukraine-ssr": "germany: bomber [used=2], fighter [used=1], infantry [used=1 from=east-europe moved];"
    " soviet-union: 2 infantry, anti-aircraft-gun"
}
HELD = {"ukraine-ssr": "soviet-union"}


@pytest.mark.section("18. Aircraft that guns hit")
def test_the_attacker_chooses_which_aircraft_a_gun_has_hit() -> None:
    play = BOARD.play_from(STACKS, "germany", "conduct-combat", control=HELD, dice=[6, 1, 6, 6, 6, 6, 6])
    play.submit(Battle("ukraine-ssr"))
    assert play.pending is not None and (play.pending.what, play.pending.side) == ("casualties", "attacker")
    assert [one.rule for one in play.check(Lose("infantry"))] != []
    play.submit(Lose("bomber"))
    assert sorted(key.unit for key, _ in play.position.stacks("ukraine-ssr") if key.power == "germany") == ["fighter", "infantry"]


@pytest.mark.section("18. Aircraft that guns hit")
def test_the_exact_odds_are_those_of_battles_that_are_played() -> None:
    mine = {("infantry", "germany"): 1, ("fighter", "germany"): 1, ("bomber", "germany"): 1}
    forces = Forces(mine, {("infantry", "soviet-union"): 2}, guns={("anti-aircraft-gun", "soviet-union"): 1})
    exact, games, wins = odds(TITLE, forces), 300, 0
    start, dice = BOARD.play_from(STACKS, "germany", "conduct-combat", control=HELD).state, SeededDice("guns")
    for _ in range(games):
        play = Play(load_rules(TITLE), dice, strictness=Strictness.IGNORE)
        play.take_up(start.copy())
        wins += fought_out(play, Battle("ukraine-ssr"), lambda due: due.default).winner == "attacker"
    assert abs(wins / games - exact.win) <= 4 * (exact.win * (1 - exact.win) / games) ** 0.5
    both = exact.attacker_lost
    assert both < odds(TITLE, forces._replace(attack_order=("bomber", "fighter", "infantry"))).attacker_lost


@pytest.mark.section("14. Marines")
def test_the_exact_odds_know_that_marines_attack_better_as_they_come_ashore() -> None:
    """One marine against one infantry: at 2 of 6 from the sea, at 1 of 6 overland; either hits, or is hit at 2 of 6."""
    mine, theirs = {("marine", "germany"): 1}, {("infantry", "soviet-union"): 1}
    for seaborne, hit in ((mine, 2 / 6), ({}, 1 / 6)):
        neither = (1 - hit) * (1 - 2 / 6)
        assert odds(TITLE, Forces(mine, theirs, seaborne=seaborne)).win == pytest.approx(hit * (1 - 2 / 6) / (1 - neither))
    two = {("marine", "germany"): 2}
    assert "only some" in unmodelled(TITLE, Forces(two, theirs, seaborne=mine), plain(TITLE))
