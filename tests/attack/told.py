"""Logs of random games with lines about losses that nobody asked for, true and false: each changes nothing but the defects.

The games themselves keep the invariants, those of movement among them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from engine.errors import SitrepError
from engine.events import DefectFound, encode_event
from engine.invariants import violations
from engine.mechanics.orders import Lose
from engine.recording import DiceEntry, OrderEntry, RecordEntry, Recording
from engine.replay import Game, replay
from engine.simulation import simulate
from engine.strictness import Strictness
from engine.title.loader import load_title
from tests.attack.part import Row, Tally

TITLES = ("aa1942", "global-1939", "global-war-1936", "black-swan")
ROUNDS = 1
LIKELY = 0.5
"""How often a line stands after dice that ask for no choice."""


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Play a game a round, and read its log again with lines in it."""
    tally = Tally("told", seed, ["invariants", "losses told"])
    for number in rounds:
        dice = random.Random(f"{seed} {number}")
        title = load_title(dice.choice(TITLES))
        recording, game = simulate(title, dice.randrange(10**6), "random", round_limit=ROUNDS)
        tally.note("invariants", number, violations(title, game.events)[:1])
        tally.note("losses told", number, _told(recording, game, dice))
    return tally.rows()


def _told(recording: Recording, game: Game, dice: random.Random) -> Iterator[str]:
    try:
        again = replay(_with_lines(recording, game, dice), game.title, Strictness.COLLECT)
    except SitrepError as error:
        yield f"refused: {error}"
        return
    if _facts(again) != _facts(game):
        yield f"{game.title.slug}: lines about losses changed the game"


def _with_lines(recording: Recording, game: Game, dice: random.Random) -> Recording:
    entries: list[RecordEntry] = []
    units, powers = list(game.title.units), list(game.title.powers)
    for at, entry in enumerate(recording.entries):
        entries.append(entry)
        after = recording.entries[at + 1] if at + 1 < len(recording.entries) else None
        asked = isinstance(after, OrderEntry) and after.order.tells
        if isinstance(entry, DiceEntry) and not asked and dice.random() < LIKELY:
            power = f" ({dice.choice(powers)})" if dice.random() < LIKELY else ""
            entries.append(OrderEntry(Lose(f"{dice.randrange(1, 4)} {dice.choice(units)}{power}")))
    return Recording(recording.header, tuple(entries), name="told")


def _facts(game: Game) -> list[bytes]:
    return [encode_event(event) for event in game.events if not isinstance(event, DefectFound)]
