"""Records of battles: decisions that a record leaves out, and records that stop in the middle (Conduct Combat)."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.families.axis_allies.orders import Battle, Lose, Move, Press, Retreat
from engine.observations import Units
from engine.orders import Order
from engine.recording import DiceEntry, Header, NoteEntry, ObservationEntry, OrderEntry, RecordEntry, Recording
from engine.replay import Game, replay
from engine.strictness import Strictness
from tests.aa1942.positions import TITLE

pytestmark = pytest.mark.section("Phase 3: Conduct Combat")

ATTACK = (Move("3 infantry, fighter", "karelia-ssr > belorussia"), Battle("belorussia"))


def entry(one: Order | Units | RecordEntry | tuple[int, ...]) -> RecordEntry:
    if isinstance(one, RecordEntry):
        return one
    kind = DiceEntry if isinstance(one, tuple) else ObservationEntry if isinstance(one, Units) else OrderEntry
    return kind(one)


def record(*entries: Order | Units | RecordEntry | tuple[int, ...]) -> Recording:
    return Recording(Header("aa1942"), tuple(map(entry, (*ATTACK, *entries))), name="battle.sitrep")


def ended(game: Game) -> list[tuple]:
    over = [event for event in game.events if isinstance(event, ev.BattleEnded)]
    return [(event.rounds, event.winner, event.how, event.attackers, event.defenders) for event in over]


def defects(game: Game) -> list[str]:
    return [event.rule for event in game.events if isinstance(event, ev.DefectFound)]


ROUNDS = ((6, 6, 6, 3), (1, 6, 6)), ((6, 6, 3), (6, 6)), ((6, 6, 3), (6,))
"""Dice of three rounds: each takes one German infantry; the first costs one unit."""


def test_decisions_left_out_are_the_usual_ones() -> None:
    one, two, three = ROUNDS
    full = replay(record(*one, Lose("infantry"), Press(), *two, Press(), *three), TITLE, Strictness.RAISE)
    short = replay(record(*one, *two, *three), TITLE, Strictness.RAISE)
    assert ended(full) == [(3, "attacker", "eliminated", "2 infantry, fighter", "")]
    assert full.events == short.events


def test_other_decisions_make_another_battle() -> None:
    one, _, _ = ROUNDS
    game = replay(record(*one, Lose("fighter"), Retreat("karelia-ssr")), TITLE, Strictness.RAISE)
    assert ended(game) == [(1, "defender", "retreat", "3 infantry", "2 infantry")]


def test_a_forgiving_reader_lets_the_attacker_retreat_where_the_record_goes_on_without_dice() -> None:
    one, _, _ = ROUNDS
    game = replay(record(*one, Battle("ukraine-ssr")), TITLE)
    assert ended(game) == [(1, "defender", "retreat", "2 infantry, fighter", "2 infantry")]
    assert defects(game) == ["conduct-combat/no-battle"]


def test_a_record_that_stops_in_a_battle_leaves_it_open() -> None:
    one, _, _ = ROUNDS
    game = replay(record(*one), TITLE, Strictness.RAISE)
    assert (ended(game), game.state.battle) == ([], 1)
    assert game.state.marker("battle", "step") == "defence"


def test_dice_that_are_missing_are_a_defect_and_hit_nothing() -> None:
    game = replay(record(Press(), Retreat("karelia-ssr")), TITLE)
    assert defects(game) == ["dice-missing"] * 4
    assert ended(game) == [(2, "defender", "retreat", "3 infantry, fighter", "3 infantry")]


def belorussia(units: str) -> Units:
    return Units("belorussia", "germany", units)


def test_observations_and_notes_may_stand_anywhere_in_a_battle() -> None:
    one, two, three = ROUNDS
    plain = replay(record(*one, Lose("infantry"), Press(), *two, Press(), *three), TITLE, Strictness.RAISE)
    told = record(
        NoteEntry("here we go"),
        belorussia("3 infantry"),
        *one,
        NoteEntry("ouch"),
        Lose("infantry"),
        belorussia("2 infantry"),
        *two,
        belorussia("infantry"),
        Press(),
        *three,
        belorussia(""),
    )
    for strictness in (Strictness.RAISE, Strictness.COLLECT):
        assert replay(told, TITLE, strictness).events == plain.events


def test_an_observation_after_losses_that_were_left_out_sees_them_taken() -> None:
    one, two, three = ROUNDS
    seen = Units("belorussia", "soviet-union", "2 infantry, fighter")
    game = replay(record(*one, seen, *two, *three), TITLE)
    assert defects(game) == []
    wrong = Units("belorussia", "soviet-union", "3 infantry, fighter")
    assert defects(replay(record(*one, wrong, *two, *three), TITLE)) == ["observation"]
