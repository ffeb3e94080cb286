"""Battles that pages name are looked into further than the others of a game."""

from __future__ import annotations

from math import sqrt

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.odds.lake_ledger import named
from engine.odds.ledger import Entry
from engine.odds.played_ledger import CLOSE, QUICK
from engine.replay import Game
from tests.kept import ledger_of
from tests.odds.test_played import game_of, really_fought

PLAYED, ERRORS = 100, 4.0


@pytest.fixture(scope="module")
def game() -> Game:
    return game_of("spain-and-china")


@pytest.fixture(scope="module")
def entries(game: Game) -> list[Entry]:
    return ledger_of(game)


def test_battles_are_named_for_what_they_destroyed_for_their_swing_and_for_their_luck(game: Game, entries: list[Entry]) -> None:
    ended = [event for event in game.events if isinstance(event, ev.BattleEnded)]
    known = {one.battle for one in entries}
    destroyed = sorted(ended, key=lambda end: -(end.attacker_lost + end.defender_lost))[:8]
    swung = sorted(ended, key=lambda end: -abs(end.defender_lost - end.attacker_lost))[:5]
    lucky = sorted(entries, key=lambda one: -abs(one.luck))[:5]
    asked = {one.battle for one in entries if one.seq in named(game, entries)}
    assert {end.battle for end in (*destroyed, *swung) if end.battle in known} | {one.battle for one in lucky} <= asked
    for one in entries:
        assert one.samples in (0, CLOSE.games if one.battle in asked else QUICK.games, CLOSE.games), one
    assert {one.samples for one in entries if one.battle in asked} == {0, CLOSE.games}


def test_their_odds_are_those_of_battles_fought_through_the_rules_alone(game: Game, entries: list[Entry]) -> None:
    asked = [one for one in entries if one.seq in named(game, entries)][:3]
    for one in asked:
        dice = SeededDice(f"closely {one.battle}")
        ends = [really_fought(game, one.battle, dice) for _ in range(PLAYED)]
        swings = [end.defender_lost - end.attacker_lost for end in ends]
        spread = sqrt(sum(chance * (swing - one.expected) ** 2 for swing, chance in one.swings))
        share = 1 / PLAYED + (1 / one.samples if one.samples else 0.0)
        assert abs(sum(swings) / PLAYED - one.expected) <= ERRORS * spread * sqrt(share) + 1e-6, one
        win = sum(end.winner == "attacker" for end in ends) / PLAYED
        assert abs(win - one.win) <= ERRORS * sqrt(max(one.win * (1 - one.win), 0.01) * share), one
