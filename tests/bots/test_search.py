"""The search bot: weighs whole turns in its thoughts, never touches the game, and plays the better of two plans."""

from __future__ import annotations

import pytest

from engine.bots.bot import actor
from engine.dice import SeededDice
from engine.events import BattleStarted
from engine.play import Play
from engine.rules import load_rules
from engine.simulation import make_bot, search_bot, simulate
from engine.simulation.search_bot import Plans
from engine.titles import load_title

TITLE = load_title("black-swan")
CAST = {"western-allies": "greedy", "soviets": "greedy", "neutral": "greedy"}


def attacks(axis: str) -> list[BattleStarted]:
    _, game = simulate(TITLE, 3, {**CAST, "axis": axis}, scenario="1939", round_limit=1)
    return [
        event for event in game.events if isinstance(event, BattleStarted) and TITLE.side_of[event.attacker] == "axis"
    ]


@pytest.mark.parametrize("order", [("greedy:turtle", "greedy"), ("greedy", "greedy:turtle")])
def test_it_plays_the_plan_that_leads_to_more(monkeypatch: pytest.MonkeyPatch, order: tuple[str, str]) -> None:
    monkeypatch.setattr(search_bot, "plans", lambda: Plans(order, 1, 1, 0.005))
    assert attacks("search") and not attacks("greedy:turtle")


def test_thinking_leaves_the_game_as_it_is_and_is_the_same_each_time() -> None:
    play = Play(load_rules(TITLE), SeededDice(1))
    play.start("1939")
    before, events = play.state.copy(), len(play.events)
    orders = [make_bot("search", seed).decide(play) for seed in (4, 4)]
    assert play.state == before and len(play.events) == events and orders[0] == orders[1]
    assert not play.check(orders[0]) and actor(play)


def test_a_position_is_worth_a_share_and_a_won_game_all() -> None:
    _, game = simulate(TITLE, 3, {**CAST, "axis": "greedy"}, scenario="1939", round_limit=1)
    bot = make_bot("search", 1)
    play = Play(load_rules(TITLE), SeededDice(1))
    play.start("1939")
    shares = {side: bot.value(play.position, side) for side in ("axis", "western-allies", "soviets")}  # type: ignore[attr-defined]
    assert sum(shares.values()) == pytest.approx(1) and min(shares.values()) > 0
    play.take_up(game.state)
    assert [bot.value(play.position, side) for side in shares] == [float(side in game.state.winners) for side in shares]  # type: ignore[attr-defined]
