"""The ledger of luck: what the dice did and what the players did add up to what happened, and each is what it says."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from engine import events as ev
from engine.dice import SeededDice
from engine.families.axis_allies.sampled_odds import NoBattle, play_out, position_of
from engine.forces import parse_units
from engine.odds.answers import unmodelled
from engine.odds.battle import FIGHT_ON, plain
from engine.odds.ledger import Entry, ledger
from engine.odds.recorded_battle import EDITED, FAIR, KINDS
from engine.play import Play
from engine.replay import Game
from engine.rules import load_rules
from engine.strictness import Strictness
from engine.title.model import Title
from engine.titles import load_title
from ingest import replay_file
from ingest.samples import samples
from tests.odds.test_against_the_rules import random_forces
from tests.slow import slow_after

SAMPLES = sorted(samples(), key=lambda path: path.name != "axis-takes-moscow.jsonl")


@lru_cache(maxsize=4)
def game_of(path: Path) -> Game:
    return replay_file(path, Strictness.COLLECT)


def check_identity(game: Game) -> list[Entry]:
    entries = ledger(game.title, game.events)
    ended = {seq: event for seq, event in enumerate(game.events, 1) if isinstance(event, ev.BattleEnded)}
    for entry in entries:
        end = ended[entry.seq]
        assert entry.actual == end.defender_lost - end.attacker_lost
        assert entry.luck + entry.decisions == pytest.approx(entry.actual - entry.expected, abs=1e-6), entry
        assert 0 <= entry.percentile <= 1 and entry.win + entry.lose <= 1 + 1e-9
        pairs = zip(entry.takes, entry.swings, strict=True)
        assert all(-1e-9 <= take <= chance + 1e-9 for take, (_, chance) in pairs)
        assert sum(entry.takes) == pytest.approx(entry.take, abs=1e-4)
    return entries


@pytest.mark.parametrize("path", slow_after(1, SAMPLES), ids=lambda path: path.name)
def test_luck_and_decisions_are_what_happened_less_what_was_expected(path: Path) -> None:
    game = game_of(path)
    entries = check_identity(game)
    fought = sum(isinstance(event, ev.BattleEnded) and event.kind in KINDS for event in game.events)
    if game.title.slug in ("aa1942", "global-1939"):
        assert len(entries) > 0.75 * fought, f"{len(entries)} of {fought} battles"


@pytest.mark.slow
@pytest.mark.shared
def test_the_identity_holds_in_every_save_of_the_reference_material(shared: Path) -> None:
    saves = sorted((shared / "saves").rglob("*.tsvg"))
    found = {path.name: len(check_identity(replay_file(path, Strictness.COLLECT))) for path in saves}
    assert len(saves) > 30 and sum(found.values()) > 1500, found


@pytest.mark.parametrize(("slug", "seed"), slow_after(6, [(slug, seed) for seed in range(30) for slug in ("aa1942", "global-1939")]))
def test_where_nobody_chooses_all_is_luck(slug: str, seed: int) -> None:
    """Battles played to the end through the rules with the usual losses: every change of the expected swing is the dice's."""
    title, forces = load_title(slug), random_forces(slug, seed)
    if unmodelled(title, forces, plain(title)):
        pytest.skip("not of the exact model")
    try:
        state = position_of(title, forces, "", {})
    except NoBattle as why:
        pytest.skip(str(why))
    for dice in range(3):
        play = Play(load_rules(title), SeededDice(f"{seed} {dice}"), strictness=Strictness.IGNORE)
        play.state = state.copy()
        play.position = type(play.position)(title, play.state)
        play_out(play, forces, FIGHT_ON)
        (entry,) = ledger(title, play.events)
        assert (entry.dice, entry.decisions) == (FAIR, pytest.approx(0.0, abs=1e-6))
        # Whether the area is taken is the dice's too: they lead from the chance of before to certainty.
        taken = play.events[entry.seq - 1].winner == "attacker" and not forces.at_sea and _on_land(play.events, title)
        assert entry.take + entry.take_luck == pytest.approx(float(taken), abs=1e-6)


def _on_land(events: list[ev.Event], title: Title) -> bool:
    """Return whether the attacker of the last battle has land units left."""
    last = next(event for event in reversed(events) if isinstance(event, ev.BattleEnded))
    return any(title.units[unit].cls == "land" for unit, _, _ in parse_units(last.attackers))


def fought(*events: ev.Event) -> list[Entry]:
    return ledger(load_title("aa1942"), events)


def start(attackers: str, defenders: str) -> ev.BattleStarted:
    return ev.BattleStarted(1, "land", "ukraine-ssr", "germany", "soviet-union", attackers, defenders)


def rolled(side: str, unit: str, target: int, *dice: int, number: int = 1) -> ev.DiceRolled:
    power = "germany" if side == "attacker" else "soviet-union"
    hits = sum(die <= target for die in dice)
    return ev.DiceRolled(1, "ukraine-ssr", power, side, "fire", number, unit, target, dice, hits, len(dice) * target / 6)


def end(rounds: int, mine: int, theirs: int, how: str = "eliminated") -> ev.BattleEnded:
    return ev.BattleEnded(1, "land", "ukraine-ssr", "germany", "soviet-union", rounds, "none", how, "", "", mine, theirs)


def lost(power: str, unit: str) -> ev.UnitsRemoved:
    return ev.UnitsRemoved(power, unit, 1, "ukraine-ssr", battle=1)


def test_one_infantry_against_another_by_hand() -> None:
    """1 of 6 against 2 of 6 until somebody is hit: expected 3 * (1/6 - 2/6) / (1 - 5/6 * 4/6) = -9/8."""
    (entry,) = fought(
        start("infantry", "infantry"),
        rolled("attacker", "infantry", 1, 1),
        rolled("defender", "infantry", 2, 5),
        lost("soviet-union", "infantry"),
        end(1, 0, 3),
    )
    assert entry.expected == pytest.approx(-9 / 8) and entry.actual == 3
    assert (entry.fire, entry.decisions) == (pytest.approx(3 + 9 / 8), pytest.approx(0.0))
    # It wins and takes the area if it hits and is not hit: 1/6 * 4/6 of the 1 - 5/6 * 4/6 rounds that end it.
    assert (entry.take, entry.take_luck) == (pytest.approx(1 / 4), pytest.approx(3 / 4))
    assert entry.takes == (0.0, 0.0, pytest.approx(1 / 4))


def test_a_retreat_is_a_decision_and_so_is_a_dear_loss() -> None:
    (entry,) = fought(
        start("infantry, tank", "2 infantry"),
        rolled("attacker", "infantry", 1, 6),
        rolled("attacker", "tank", 3, 6),
        rolled("defender", "infantry", 2, 1, 6),
        lost("germany", "tank"),
        end(1, 5, 0, "retreat"),
    )
    assert entry.decisions != pytest.approx(0.0) and entry.luck < 0
    assert entry.luck + entry.decisions == pytest.approx(-5 - entry.expected)
    assert 0 < entry.take + entry.take_luck < entry.take, "dice led to a lesser chance to take it, and the players gave up that"


def test_battles_without_their_dice_are_left_out_and_edited_ones_are_marked() -> None:
    assert fought(start("infantry", "infantry"), lost("soviet-union", "infantry"), end(1, 0, 3)) == []
    (entry,) = fought(
        start("infantry", "infantry"),
        rolled("attacker", "infantry", 1, 6),
        rolled("defender", "infantry", 2, 6),
        lost("soviet-union", "infantry"),
        end(1, 0, 3),
    )
    assert entry.dice == EDITED
