"""Regret: a finished game's decisions beside a bot's, and what they cost, by playing both on."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import sitrep
from engine.errors import SitrepError
from engine.events import DiceRolled
from engine.families.axis_allies.orders import Battle
from engine.replay import Game, replay
from engine.rules import EndPhase
from engine.simulation import Continuation, simulate
from engine.simulation.log_lines import apart, words
from engine.simulation.play_on import Strength, _begun
from engine.simulation.regret import ATTACKS, PURCHASES, RETREATS, decisions, distance, ends_alike, spans
from engine.state import state_at
from engine.title.loader import load_title
from ingest import replay_file
from ingest.log.writer import save_log
from ingest.regret import Plan, _regret, regrets, scored
from ingest.samples import samples
from ingest.workers import local

TITLE = load_title("black-swan")
BOTS = {"axis": "greedy:turtle", "western-allies": "greedy", "soviets": "greedy", "neutral": "greedy"}


@cache
def game(axis: str = "greedy:turtle") -> Game:
    recording, _ = simulate(TITLE, 3, {**BOTS, "axis": axis}, scenario="1939", round_limit=2)
    return replay(recording, TITLE)


def test_decisions_stand_where_the_orders_of_a_phase_do() -> None:
    found = spans(game())
    assert {span.kind for span in found} >= {PURCHASES, ATTACKS}
    assert all(one.end <= two.first for one, two in pairwise(found))
    assert all(isinstance(game().orders[span.end - 1][1], EndPhase) for span in found if span.kind in (PURCHASES, ATTACKS))


def test_a_bot_does_not_regret_what_it_would_do_again() -> None:
    """Purchases draw lots, attacks do not."""
    assert not [one for one in decisions(game("greedy"), "greedy") if one.kind == ATTACKS]


def test_a_missed_attack_is_the_dearest_decision_and_its_range_is_clear() -> None:
    found = decisions(game(), "greedy")
    attack = next(one for one in found if one.kind == ATTACKS and one.power == "germany" and one.round == 1)
    assert "warsaw" not in words(attack.played) and "warsaw" in words(attack.instead) and attack.side == "axis"
    done, instead = attack.ways
    assert done.start.state.seq < instead.start.state.seq and not done.orders + instead.orders
    with local(0) as workers:
        (one,) = regrets([attack], Plan(games=6, rounds=1), workers)
    assert one.instead > one.played and one.low > 0 and one.games == 6
    assert one.low <= one.cost <= one.high and one.cost == pytest.approx(one.instead - one.played)


def test_regrets_are_the_same_on_any_number_of_processes() -> None:
    chosen = decisions(game(), "greedy")[:2]
    with local(0) as here, local(2) as two:
        plan = Plan(games=2, rounds=1)
        assert [(one.decision.seq, one.cost) for one in regrets(chosen, plan, here)] == [
            (one.decision.seq, one.cost) for one in regrets(chosen, plan, two)
        ]


def test_a_save_has_no_orders_to_regret() -> None:
    save = next(path for path in samples() if path.suffix == ".tsvg")
    with pytest.raises(SitrepError, match="a record of changes does not say what was ordered when; expected a log of orders"):
        decisions(replay_file(save))


def test_a_retreat_is_decided_anew_in_every_game_with_its_dice() -> None:
    """The dice that fall after an answer are no part of the decision."""
    path = next(path for path in samples() if path.name.startswith("allies-take-berlin"))
    retreat = next(one for one in decisions(replay_file(path)) if one.kind == RETREATS)
    done, instead = retreat.ways
    assert done.start is instead.start and (done.orders, instead.orders) == (retreat.played, retreat.instead)
    rolls = []
    for number in (1, 2):
        fought = _begun(done.start, f"1/{number}", "greedy", 1, done.orders, {}, paired=True)
        rolls.append([event.dice for event in fought.play.events if isinstance(event, DiceRolled)])
    assert rolls[0] != rolls[1]


def test_two_ways_that_end_the_game_differ_when_others_have_won() -> None:
    one = state_at(game().events, len(game().events))
    assert one.ended and ends_alike(one, one.copy())
    two, open_ = one.copy(), one.copy()
    two.winners, open_.ended = ("soviets",), False
    assert not ends_alike(one, two) and not ends_alike(one, open_) and not ends_alike(open_, one)


def test_how_far_two_positions_are_apart_is_half_of_what_is_in_one_alone() -> None:
    one = state_at(game().events, len(game().events))
    key, count = next((key, n) for key, n in one.stacks.items() if TITLE.units[key.unit].worth(key.strength) and n)
    worth = count * TITLE.units[key.unit].worth(key.strength)
    moved, gone = one.copy(), one.copy()
    del moved.stacks[key], gone.stacks[key]
    moved.stacks[key._replace(area="london" if key.area != "london" else "paris", condition="fresh")] = count
    assert distance(TITLE, one, gone) == worth / 2 and distance(TITLE, one, moved) == worth
    power = next(power for power, resource in one.resources if resource == TITLE.resource)
    richer = one.copy()
    richer.resources[power, TITLE.resource] += 6
    assert distance(TITLE, one, richer) == 3.0


def test_what_both_gave_is_left_out_as_often_as_both_gave_it() -> None:
    a, b = Battle("x"), Battle("y")
    assert apart([a, a, b], [a]) == ([a, b], []) and apart([b], [a]) == ([b], [a])


def test_a_range_leaves_doubt_where_a_few_games_agree() -> None:
    decision = decisions(game(), "greedy")[0]
    for scores, inside in (
        ([0.0, 1.0] * 2, 0.5),
        ([0.0, 1.0] * 8, 0.9),
        ([0.4, 0.5] * 2, 0.0),
        ([0.0, 1.0, 1.0, 0.0], -0.5),
    ):
        found = _regret(decision, scores)
        assert -1 <= found.low < inside < found.high <= 1, scores
    assert _regret(decision, [0.4, 0.5] * 8).low > 0, "eight games that agree show something"
    rng, held = Random(3), 0
    for _ in range(400):
        scores = [float(rng.random() < chance) for _ in range(8) for chance in (0.9, 0.95)]
        found = _regret(decision, scores)
        held += found.low <= 0.05 <= found.high
    assert held / 400 > 0.93


def test_a_score_is_a_win_or_a_share_of_strength() -> None:
    strengths = tuple(Strength(2, side, tuv, 10) for side, tuv in (("axis", 20), ("allies", 60)))
    undecided = Continuation(1, (), "round-limit", 2, 9, (Strength(1, "axis", 99, 1), *strengths), ())
    assert scored(undecided, "axis") == 0.3 and scored(undecided, "allies") == 0.7
    won = Continuation(1, ("axis",), "minor", 2, 9, strengths, ())
    assert (scored(won, "axis"), scored(won, "allies")) == (1.0, 0.0)


def test_the_command_says_what_it_will_do_and_what_it_cannot_know(tmp_path: Path) -> None:
    recording, _ = simulate(TITLE, 3, BOTS, scenario="1939", round_limit=1)
    save_log(recording, tmp_path / "a.jsonl")
    words = ["regret", str(tmp_path / "a.jsonl"), "--decisions", "2", "--games", "2", "--rounds", "1", "--jobs", "0"]
    said = CliRunner().invoke(sitrep.main, words)
    assert said.exit_code == 0 and "both ways are played on 2 times, 8 games of at most 1 round: about" in said.stdout
    assert "Germany, attacks" in said.stdout and "What this cannot know" in said.stdout
    told = json.loads(CliRunner().invoke(sitrep.main, [*words, "--json"]).stdout)
    assert told["decisions"][0]["cost"] > 0 and "warsaw" in told["decisions"][0]["instead"] and told["differing"] == 2
