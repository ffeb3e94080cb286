"""Section Soviet Union: income while neutral, attacks on adjacent neutrals for one round."""

from __future__ import annotations

from engine import events as ev
from engine.mechanics.orders import Battle, Declare, Press, Retreat
from engine.rules import EndPhase
from tests.global1939.positions import outcome, play_from, rules_of
from tests.global1939.turns import go_to, new_game, paid

NEUTRAL = {"soviet-union": "neutral"}


def test_the_soviet_union_collects_20_on_turns_1_and_2_and_its_areas_from_turn_3_on() -> None:
    play = go_to(new_game(), "china", "politics", round=3)
    assert paid(play, "soviet-union", "income") == [20, 20, 35]


def test_while_neutral_it_attacks_adjacent_neutrals_only() -> None:
    play = play_from({}, "soviet-union", "politics", standing=NEUTRAL)
    assert rules_of(play, Declare("finland")) == rules_of(play, Declare("turkey")) == []
    assert rules_of(play, Declare("spain")) == ["politics/adjacent"]
    assert rules_of(play, Declare("germany")) == ["politics/neutral"]


def attack_on_finland(dice: list[int], standing: dict[str, str] = NEUTRAL):
    stacks = {"finland": "soviet-union: 3 infantry [from=karelia used=1 moved]; finland: 3 infantry"}
    return play_from(stacks, "soviet-union", "conduct-combat", standing=standing | {"finland": "axis"}, dice=dice,
                     relations={("finland", "soviet-union"): "war"})  # fmt: skip


def test_while_neutral_its_attack_lasts_one_round() -> None:
    play = attack_on_finland([6, 6, 6, 6, 6, 6])
    play.submit(Battle("finland"))
    assert rules_of(play, Press()) == ["conduct-combat/rounds"]
    made = outcome(play, Retreat("karelia"))
    ended = [event for event in made if isinstance(event, ev.BattleEnded)]
    assert [(event.rounds, event.how) for event in ended] == [(1, "retreat")]
    assert play.check(EndPhase()) == []


def test_a_record_that_says_nothing_retreats_after_the_round() -> None:
    play = attack_on_finland([6, 6, 6, 6, 6, 6])
    play.submit(Battle("finland"))
    assert play.pending is not None and play.pending.default == Retreat("karelia")


def test_at_war_it_fights_as_long_as_it_likes() -> None:
    play = attack_on_finland([6] * 12, {"soviet-union": "active"})
    play.submit(Battle("finland"))
    assert rules_of(play, Press()) == []
