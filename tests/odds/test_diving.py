"""Submarines that submerge: in the exact odds as the rules play it, chosen where it costs less, and exact and fair in the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.families.axis_allies.sampled_odds import NoBattle, play_out, position_of, sampled
from engine.forces import parse_units
from engine.odds.answers import battle_odds, unmodelled
from engine.odds.battle import FIGHT_ON, Forces, Retreat, plain
from engine.odds.diving import STAY, Dive, best_dive, odds_diving
from engine.odds.ledger import Entry, ledger
from engine.odds.recorded import battle_of, recorded_odds
from engine.odds.recorded_battle import FAIR
from engine.odds.written import forces_of
from engine.play import Play
from engine.rules import load_rules
from engine.strictness import Strictness
from engine.title.model import Title
from engine.titles import load_title
from ingest import replay_file
from tests.odds.test_against_the_rules import ERRORS, random_forces
from tests.slow import slow_after

WAYS = (Dive(True, False), Dive(False, True), Dive(True, True))
GAMES = 150


def with_boats(slug: str, seed: int) -> Forces:
    """Random forces at sea, with submarines on both sides and few destroyers."""
    forces, rng = random_forces(slug, 2 * seed + 1), Random(f"boats {slug} {seed}")
    sides = []
    for units in (forces.attackers, forces.defenders):
        power = next(iter(units))[1]
        kept = {kind: n for kind, n in units.items() if kind[0] not in ("destroyer", "submarine")}
        if rng.random() < 0.4:
            kept["destroyer", power] = 1
        sides.append({**kept, ("submarine", power): rng.randint(1, 2)})
    return forces._replace(attackers=sides[0], defenders=sides[1])


BATTLES = [(slug, seed, WAYS[seed % 3]) for seed in range(40) for slug in ("aa1942", "global-1939")]


@pytest.mark.parametrize(("slug", "seed", "dive"), slow_after(4, BATTLES))
def test_as_the_rules_play_it(slug: str, seed: int, dive: Dive) -> None:
    """The exact odds against battles in which both sides answer the rules' question by letting all submarines submerge."""
    title, forces = load_title(slug), with_boats(slug, seed)
    if why := unmodelled(title, forces, plain(title)):
        pytest.skip(why)
    try:
        played = sampled(title, forces, games=GAMES, seed=seed, dive=dive)
    except NoBattle as why_not:
        pytest.skip(str(why_not))
    found = odds_diving(title, forces, dive, rounds=True)
    for name in ("win", "lose", "draw"):
        chance = getattr(found, name)
        error = max((chance * (1 - chance) / GAMES) ** 0.5, 1 / GAMES)
        assert abs(chance - getattr(played, name)) <= ERRORS * error, (name, found, played, forces, dive)
    spread = sum(chance * (swing - found.swing) ** 2 for swing, chance in found.swings)
    assert abs(found.swing - played.swing) <= ERRORS * max((spread / GAMES) ** 0.5, 0.2), (found, played, forces, dive)
    mean = sum(n * chance for n, chance in enumerate(found.by_round))
    assert mean == pytest.approx(found.rounds, abs=1e-5)
    assert abs(mean - played.rounds) <= 0.5 + 0.1 * mean
    left = Counter[str]()
    for one in played.attackers:
        left[one.units] += one.chance  # type: ignore[assignment]
    for one in found.attackers:
        error = max((one.chance * (1 - one.chance) / GAMES) ** 0.5, 1 / GAMES)
        assert abs(one.chance - left[one.units]) <= (ERRORS + 1) * error, (one, forces, dive)


@pytest.mark.parametrize("seed", range(12))
def test_round_by_round_and_all_at_once_say_the_same(seed: int) -> None:
    title, dive = load_title("aa1942"), WAYS[seed % 3]
    forces = with_boats("aa1942", seed)
    once, rounds = odds_diving(title, forces, dive), odds_diving(title, forces, dive, rounds=True)
    for name in ("win", "lose", "draw", "swing", "rounds", "attacker_aircraft"):
        assert getattr(once, name) == pytest.approx(getattr(rounds, name), abs=1e-6), name
    assert once.win + once.lose + once.draw + once.retreat == pytest.approx(1.0, abs=1e-8)
    assert sum(chance for _, chance in once.swings) == pytest.approx(1.0, abs=1e-6)
    assert sum(swing * chance for swing, chance in once.swings) == pytest.approx(once.swing, abs=1e-5)


def test_by_hand() -> None:
    """A cruiser (3) against a destroyer (2) and a submarine, which submerges at once: a duel is left."""
    title = load_title("aa1942")
    forces = forces_of(title, "cruiser", "destroyer, submarine")
    found = odds_diving(title, forces, Dive(False, True))
    # A duel of 3 of 6 and 2 of 6: the attacker alone hits in 1/2 * 2/3, both in 1/2 * 1/3, nobody in 1/3 of the rounds.
    assert found.win == pytest.approx((1 / 3) / (2 / 3)) and found.draw == pytest.approx((1 / 6) / (2 / 3))
    assert found.swing == pytest.approx(8 * 3 / 4 - 12 * 1 / 2) and found.rounds == pytest.approx(1.5)
    assert {one.units: round(one.chance, 9) for one in found.defenders} == {
        "submarine": 0.75,
        "destroyer, submarine": 0.25,
    }


def test_whom_it_costs_less_submerges_and_the_odds_say_so() -> None:
    """Nobody lets three submarines be sunk by a battleship that they might as well leave: 0 is better than -12.7."""
    title = load_title("aa1942")
    forces = forces_of(title, "battleship, submarine", "3 submarine")
    stays, goes = (sampled(title, forces, games=400, dive=dive) for dive in (STAY, Dive(False, True)))
    assert stays.swing > 10 and goes.swing == 0.0
    assert best_dive(title, forces) == Dive(False, True)
    answer = battle_odds(title, forces)
    assert answer.dive == Dive(False, True) and not answer.sampled
    assert (answer.result.win, answer.result.swing) == (1.0, 0.0)
    assert {one.units for one in answer.result.defenders} == {"3 submarine"}
    assert battle_odds(title, forces, dive=STAY).result.swing == pytest.approx(stays.swing, abs=2.0)


def test_submarines_that_gain_by_staying_stay() -> None:
    title = load_title("aa1942")
    assert best_dive(title, forces_of(title, "submarine, battleship", "cruiser, transport")) == STAY
    assert best_dive(title, forces_of(title, "3 infantry", "3 infantry")) == STAY


def test_destroyers_keep_submarines_from_submerging_until_they_are_sunk() -> None:
    title = load_title("aa1942")
    forces = forces_of(title, "2 destroyer, 2 cruiser", "2 submarine")
    goes, stays = odds_diving(title, forces, Dive(False, True)), odds_diving(title, forces, STAY)
    assert 0.0 < goes.win - stays.win < 0.02
    sure = forces_of(title, "2 destroyer, 2 fighter", "submarine")
    assert odds_diving(title, sure, Dive(False, True)).defender_lost > 5


def test_a_retreat_and_submerging_together() -> None:
    title = load_title("aa1942")
    forces = forces_of(title, "2 cruiser, submarine", "2 cruiser, submarine")
    found = odds_diving(title, forces, Dive(True, True), retreat=Retreat(rounds=1))
    played = sampled(title, forces, games=400, retreat=Retreat(rounds=1), dive=Dive(True, True))
    assert found.by_round == (0.0, 1.0)
    for name in ("win", "lose", "draw", "retreat"):
        assert getattr(found, name) == pytest.approx(getattr(played, name), abs=0.1), name


# ---- the ledger


def fought(title: Title, forces: Forces, dive: Dive, seed: int) -> list[ev.Event]:
    """The events of a battle played through the rules, in which submarines submerge at once."""
    play = Play(load_rules(title), SeededDice(seed), strictness=Strictness.IGNORE)
    play.state = position_of(title, forces, "", {})
    play.position = type(play.position)(title, play.state)
    play_out(play, forces, FIGHT_ON, dive)
    return play.events


def dived(number: int) -> Iterator[Entry]:
    title = load_title("aa1942")
    for seed in range(number):
        forces, dive = with_boats("aa1942", seed), WAYS[seed % 3]
        try:
            events = fought(title, forces, dive, seed)
        except NoBattle:
            continue
        if any(isinstance(event, ev.UnitsChanged) and event.cause == "submerge" for event in events):
            (entry,) = ledger(title, events)
            yield entry


def test_battles_with_submerging_are_exact_in_the_ledger_and_fair() -> None:
    """None is missing or sampled, luck is nothing on average, and what happened lies in the middle of what could."""
    entries = list(dived(160))
    assert len(entries) > 100 and all((one.dice, one.samples) == (FAIR, 0) for one in entries)
    luck = [one.luck for one in entries]
    mean = sum(luck) / len(luck)
    error = (sum((one - mean) ** 2 for one in luck) / len(luck) / (len(luck) - 1)) ** 0.5
    assert abs(mean) <= ERRORS * error, (mean, error)
    ranks = [one.percentile for one in entries]
    spread = (sum((one - 0.5) ** 2 for one in ranks) / len(ranks) / len(ranks)) ** 0.5
    assert abs(sum(ranks) / len(ranks) - 0.5) <= ERRORS * spread, sum(ranks) / len(ranks)


def test_nobody_is_left_to_roll_a_die() -> None:
    title = load_title("aa1942")
    (entry,) = ledger(title, fought(title, forces_of(title, "submarine", "2 submarine"), Dive(True, True), 1))
    assert (entry.expected, entry.actual, entry.luck, entry.decisions, entry.percentile) == (0.0, 0.0, 0.0, 0.0, 0.5)


def test_a_battle_of_a_record_has_the_odds_of_who_submerged_in_it() -> None:
    title = load_title("aa1942")
    forces = forces_of(title, "battleship", "cruiser, submarine")
    for dive in (STAY, Dive(False, True)):
        events = fought(title, forces, dive, 5)
        (entry,) = ledger(title, events)
        start = next(event for event in events if isinstance(event, ev.BattleStarted))
        battle = battle_of(title, events[events.index(start) :], start.battle)
        assert battle.dive == dive
        found = battle_odds(title, battle.forces, dive=battle.dive).result
        assert found.swing == pytest.approx(entry.expected) and found.win == pytest.approx(entry.win)


# ---- aircraft left over submarines that nobody can hit


@pytest.mark.parametrize("dive", [STAY, Dive(False, True)])
def test_over_submarines_that_nobody_can_hit_nobody_has_won_in_odds_and_in_records(dive: Dive) -> None:
    """Whether they submerge or wait for nothing: the destroyer is sunk, and aircraft alone hit no submarine."""
    title = load_title("aa1942")
    forces = forces_of(title, "5 fighter, 2 bomber", "destroyer, 2 submarine, transport")
    found = odds_diving(title, forces, dive)
    assert found.win == 0.0 and found.draw > 0.99
    ends = [next(e for e in fought(title, forces, dive, seed) if isinstance(e, ev.BattleEnded)) for seed in range(12)]
    assert {(end.winner, end.how) for end in ends} == {("none", "stalemate")}
    assert {end.defenders for end in ends} <= {"2 submarine", "submarine"}


def test_who_could_have_hit_them_has_won_when_submarines_submerge() -> None:
    title, dive = load_title("aa1942"), Dive(False, True)
    forces = forces_of(title, "5 fighter, 2 bomber, cruiser", "destroyer, 2 submarine, transport")
    ends = [next(e for e in fought(title, forces, dive, seed) if isinstance(e, ev.BattleEnded)) for seed in range(12)]
    assert ("attacker", "submerged") in {(end.winner, end.how) for end in ends}
    assert {end.winner == "attacker" for end in ends if "cruiser" in end.attackers} == {True}
    assert {end.winner for end in ends if end.attackers and "cruiser" not in end.attackers} <= {"none"}
    won = sum(sampled(title, forces, games=100, seed=seed, dive=dive).win for seed in range(2)) / 2
    assert odds_diving(title, forces, dive).win == pytest.approx(won, abs=0.15)


@pytest.mark.shared
def test_no_save_lets_aircraft_win_over_submarines_that_they_cannot_hit(shared: Path) -> None:
    seen = 0
    for name in ("cut_ww2v5_g1", "h2_global40_edit"):
        game = replay_file(next((shared / "saves").rglob(f"{name}.tsvg")), Strictness.COLLECT)
        for end in game.events:
            if isinstance(end, ev.BattleEnded) and end.kind == "sea" and end.attackers and end.defenders:
                sides = [[game.title.units[one.unit] for one in parse_units(text)] for text in (end.attackers, end.defenders)]
                if all(row.cls == "air" for row in sides[0]) and all(row.has("submarine") for row in sides[1]):
                    seen += 1
                    assert (end.winner, end.how) == ("none", "stalemate"), (name, end)
    assert seen >= 2


@pytest.mark.parametrize(("sample", "battle", "win"), [("axis-takes-moscow.jsonl", 6, 0.0), ("allies-take-berlin.jsonl.zst", 38, 0.3111)])
def test_the_ledger_says_of_a_battle_what_its_odds_say(sample: str, battle: int, win: float) -> None:
    """Aircraft win nothing over submarines under water: a card said 99.9 % where the page of the battle's odds said 0 %.

    By hand: the three units all miss the destroyer or not, but nobody of them can ever strike a submarine without a destroyer. In the
    second battle a submarine of the attacker could: he wins where it is left.
    """
    game = replay_file(Path("ingest/samples") / sample, Strictness.COLLECT)
    entry = next(one for one in ledger(game.title, game.events) if one.battle == battle)
    found = recorded_odds(game, battle, games=10)[1].result
    assert (entry.win, entry.lose) == pytest.approx((found.win, found.lose), abs=1e-6)
    assert entry.win == pytest.approx(win, abs=1e-4)
