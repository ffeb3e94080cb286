"""The search bot: weighs whole turns in its thoughts, never touches the game, and plays the better of two plans."""

from __future__ import annotations

import pytest

from engine.bots.bot import actor
from engine.bots.style import styles
from engine.dice import SeededDice
from engine.events import BattleStarted
from engine.play import Play
from engine.rules import EndPhase, load_rules
from engine.simulation import make_bot, rollout, search_bot, simulate
from engine.simulation.bots_by_name import plan_bot
from engine.simulation.rollout import Plan, Plans, Thought, plans, think, worth
from engine.simulation.search_bot import surely
from engine.titles import load_title

TITLE = load_title("black-swan")
CAST = {"western-allies": "greedy", "soviets": "greedy", "neutral": "greedy"}


def attacks(axis: str) -> list[BattleStarted]:
    _, game = simulate(TITLE, 3, {**CAST, "axis": axis}, scenario="1939", round_limit=1)
    return [event for event in game.events if isinstance(event, BattleStarted) and TITLE.side_of[event.attacker] == "axis"]


@pytest.mark.parametrize("order", [("greedy:turtle", "greedy"), ("greedy", "greedy:turtle")])
def test_it_plays_the_plan_that_leads_to_more(monkeypatch: pytest.MonkeyPatch, order: tuple[str, str]) -> None:
    weigh(monkeypatch, *map(Plan, order))
    assert attacks("search") and not attacks("greedy:turtle")


def weigh(monkeypatch: pytest.MonkeyPatch, *some: Plan, **figures: int) -> None:
    known = Plans(some, plans().leave, **figures)
    for module in (search_bot, rollout):
        monkeypatch.setattr(module, "plans", lambda: known)


def begun() -> Play:
    play = Play(load_rules(TITLE), SeededDice(1))
    play.start("1939")
    return play


def test_thinking_leaves_the_game_as_it_is_and_is_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    weigh(monkeypatch, Plan("greedy"), Plan("greedy:turtle"), alone=1)
    play = begun()
    before, events = play.state.copy(), len(play.events)
    orders = [make_bot("search", seed).decide(play) for seed in (4, 4)]
    assert play.state == before and len(play.events) == events and orders[0] == orders[1]
    assert not play.check(orders[0]) and actor(play)


def test_plans_with_the_same_orders_are_weighed_once_and_the_better_half_twice_as_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weigh(monkeypatch, *(Plan("greedy", draw=draw) for draw in range(6)))
    worths, asked = (0.5, 0.5, 0.6, 0.4, 0.7, 0.3), list[tuple[int, int]]()

    def think(_play: Play, plan: Plan, _seed: str, number: int, *_: object) -> Thought:
        asked.append((plan.draw, number))
        return Thought((EndPhase(str(worths[plan.draw])),), (), worths[plan.draw])

    monkeypatch.setattr(search_bot, "think", think)
    assert make_bot("search", 1).best(begun()).draw == 4  # type: ignore[attr-defined]
    assert [sum(one == draw for one, _ in asked) for draw in range(6)] == [4, 1, 2, 1, 4, 1]


def test_the_best_plan_is_also_weighed_without_its_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    weigh(monkeypatch, Plan("greedy"), alone=2)
    seen = list[str]()

    def think(_play: Play, plan: Plan, *_: object) -> Thought:
        seen.append(plan.alone)
        return Thought((EndPhase(plan.alone),), ("eire", "warszawa", "paris"), 0.5)

    monkeypatch.setattr(search_bot, "think", think)
    make_bot("search", 1).best(begun())  # type: ignore[attr-defined]
    assert [at for at in dict.fromkeys(seen) if at] == ["eire", "warszawa"]


def test_a_plan_leaves_a_target_alone_and_attacks_the_others() -> None:
    whole = think(begun(), Plan("greedy"), "x", 0, plan_bot, styles()["greedy"])
    first = whole.targets[0]
    less = think(begun(), Plan("greedy", alone=first), "x", 0, plan_bot, styles()["greedy"])
    assert less.targets and first not in less.targets


@pytest.mark.parametrize(("ours", "sure"), [([0.5, 0.5], False), ([0.502, 0.512], True), ([0.4, 0.62], False), ([0.5005, 0.5005], False)])
def test_another_plan_is_played_only_where_it_is_surely_better(ours: list[float], sure: bool) -> None:
    assert surely(ours, [0.5, 0.5]) is sure


def test_a_plan_is_surely_better_by_as_many_standard_errors_as_the_plans_say() -> None:
    # Means 0.1 and 0.2 apart, with a standard error of 0.1.
    for gap, sure in ((0.1, False), (0.21, True)):
        apart = [gap - 0.1, gap + 0.1]
        assert surely([0.5 + one for one in apart], [0.5, 0.5]) is (gap > max(plans().margin, plans().sure * 0.1)) is sure


def test_what_was_thought_is_what_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Axis & Allies: what is bought there depends on a draw."""
    found = []
    for draw in range(3, 7):
        weigh(monkeypatch, Plan("greedy", draw=draw))
        play = Play(load_rules(load_title("aa1942")), SeededDice(1))
        play.start("standard")
        bot = make_bot("search", 9)
        thought_ = think(play, Plan("greedy", draw=draw), bot._mood(play), 0, plan_bot, styles()["greedy"])  # type: ignore[attr-defined]
        found.append(bot.decide(play))
        assert found[-1] == thought_.orders[0]
    assert len(set(map(repr, found))) > 1


def test_joint_winners_have_all_and_only_the_main_resource_counts() -> None:
    play, style = begun(), styles()["greedy"]
    before, state = worth(play.position, ["axis"], style), play.state.copy()
    state.resources["germany", "glory"] = 1_000
    play.take_up(state)
    assert worth(play.position, ["axis"], style) == before
    state = play.state.copy()
    state.ended, state.winners = True, ("axis", "soviets")
    play.take_up(state)
    assert [worth(play.position, [side], style) for side in ("axis", "soviets", "western-allies")] == [1.0, 1.0, 0.0]


def test_a_position_is_worth_a_share_and_a_won_game_all() -> None:
    _, game = simulate(TITLE, 3, {**CAST, "axis": "greedy"}, scenario="1939", round_limit=1)
    play, style = begun(), styles()["greedy"]
    shares = {side: worth(play.position, [side], style) for side in ("axis", "western-allies", "soviets")}
    assert sum(shares.values()) == pytest.approx(1) and min(shares.values()) > 0
    together = worth(play.position, ["western-allies", "soviets"], style)
    assert together == pytest.approx(shares["western-allies"] + shares["soviets"])
    play.take_up(game.state)
    assert [worth(play.position, [side], style) for side in shares] == [float(side in game.state.winners) for side in shares]
