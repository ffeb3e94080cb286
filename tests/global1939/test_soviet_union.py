"""Section Soviet Union: income while neutral, attacks on adjacent neutrals for one round."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Battle, Declare, Press, Retreat
from engine.rules import EndPhase
from tests.global1939.positions import outcome, play_from, rules_of
from tests.global1939.turns import go_to, new_game, paid

pytestmark = pytest.mark.section("Soviet Union")

NEUTRAL = {"soviet-union": "neutral"}


def test_the_soviet_union_collects_20_on_turns_1_and_2_and_its_areas_from_turn_3_on() -> None:
    play = go_to(new_game(), "china", "politics", round=3)
    assert paid(play, "soviet-union", "income") == [20, 20, 35]


def test_while_neutral_it_attacks_adjacent_neutrals_only() -> None:
    play = play_from({}, "soviet-union", "politics", standing=NEUTRAL)
    assert rules_of(play, Declare("finland")) == rules_of(play, Declare("turkey")) == []
    assert rules_of(play, Declare("spain")) == ["politics/adjacent"]
    assert rules_of(play, Declare("germany")) == ["politics/neutral"]


def test_while_neutral_it_attacks_no_nation_that_has_joined_a_side() -> None:
    play = play_from({}, "soviet-union", "politics", standing=NEUTRAL | {"turkey": "axis"})
    assert rules_of(play, Declare("turkey")) == ["politics/neutral"]


def attack_on_finland(dice: list[int], standing: dict[str, str] = NEUTRAL):
    stacks = {"finland": "soviet-union: 3 infantry [from=karelia used=1 moved]; finland: 3 infantry"}
    return play_from(
        stacks,
        "soviet-union",
        "conduct-combat",
        standing=standing | {"finland": "axis"},
        dice=dice,
        relations={("finland", "soviet-union"): "war"},
    )


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


def landing(extra: str = "", dice: int = 20):
    """Two infantry have come across the Black Sea to Bulgaria."""
    zone, bound = "sea-zone-100", "target=bulgaria"
    fleet = f"transport [used=1 moved loaded {bound} cargo=soviet-union/infantry+soviet-union/infantry], 2 infantry [aboard loaded {bound}]"
    stacks = {zone: f"soviet-union: {fleet}", "bulgaria": f"bulgaria: 3 infantry{extra}"}
    return play_from(
        stacks,
        "soviet-union",
        "conduct-combat",
        standing=NEUTRAL | {"bulgaria": "axis"},
        dice=[6] * dice,
        relations={("bulgaria", "soviet-union"): "war"},
    )


def test_what_has_landed_cannot_go_back_after_its_round_and_is_lost() -> None:
    made = outcome(landing(), Battle("bulgaria"))
    assert [(event.unit, event.count, event.cause) for event in made if isinstance(event, ev.UnitsRemoved)] == [("infantry", 2, "stranded")]
    (ended,) = [event for event in made if isinstance(event, ev.BattleEnded)]
    assert (ended.rounds, ended.winner, ended.how, ended.attacker_lost) == (1, "defender", "eliminated", 6)


def test_others_of_the_battle_retreat_and_leave_it_behind() -> None:
    play = landing("; soviet-union: tank [from=romania used=1 moved], fighter [used=2]")
    play.state.control["romania"] = "soviet-union"
    play.submit(Battle("bulgaria"))
    assert play.pending is not None and play.pending.default == Retreat("romania")
    made = outcome(play, Retreat("romania"))
    assert [(event.unit, event.cause) for event in made if isinstance(event, ev.UnitsRemoved)] == [("infantry", "stranded")]
    (ended,) = [event for event in made if isinstance(event, ev.BattleEnded)]
    assert (ended.rounds, ended.how) == (1, "retreat")
    left = {key[:3]: n for key, n in play.state.stacks.items() if key[0] in ("romania", "bulgaria")}
    assert left == {
        ("romania", "soviet-union", "tank"): 1,
        ("bulgaria", "soviet-union", "fighter"): 1,
        ("bulgaria", "bulgaria", "infantry"): 3,
    }


def test_ships_that_have_come_from_nowhere_stay_after_their_round() -> None:
    stacks = {"sea-zone-100": "soviet-union: cruiser; turkey: cruiser"}
    play = play_from(
        stacks,
        "soviet-union",
        "conduct-combat",
        standing=NEUTRAL | {"turkey": "axis"},
        dice=[6] * 4,
        relations={("soviet-union", "turkey"): "war"},
    )
    play.submit(Battle("sea-zone-100"))
    (ended,) = [event for event in play.events if isinstance(event, ev.BattleEnded)]
    assert (ended.rounds, ended.winner, ended.how) == (1, "none", "stalemate")
    assert play.check(EndPhase()) == []
