"""Missing dice of a battle, as far as the rest of the battle proves that a line of dice was lost.

A side that rolls in a later round could also roll in earlier ones, because nobody joins a battle in progress; and each
unit lost to fire takes at least one hit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import NamedTuple

from engine import events as ev

SIDES = {"attacker": "defender", "defender": "attacker"}
FIRE = frozenset(("attack", "defence", "bombardment", "anti-air", "air-combat"))
"""Purposes of dice whose hits remove units."""
SHOT = frozenset(("combat", "anti-air"))
"""Causes of losses to them."""


class Untold(NamedTuple):
    """Missing dice: the record's value, the required value, and a sentence."""

    found: str
    expected: str
    message: str


def untold_dice(events: Iterable[ev.Event], battle: int, side: Callable[[str], str], armed: Callable[[str, str], bool]) -> Iterator[Untold]:
    """Return the missing dice of one battle.

    Args:
        events: at least those of the battle. battle: its number. side: of a power in it. armed: whether a unit on a side
            is lost to hits only; one that cannot fight may be lost without (transports left alone).
    """
    rounds: dict[str, set[int]] = {name: set() for name in SIDES}
    hits: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    fallen: Counter[str] = Counter()
    rolls: Counter[str] = Counter()
    place = ""
    for event in events:
        if isinstance(event, ev.BattleStarted) and event.battle == battle:
            place = event.area
        elif isinstance(event, ev.DiceRolled) and event.battle == battle and event.purpose in FIRE:
            if event.round and not any(rounds.values()):
                _forget_riders(lost, hits)
            hits[event.side] += event.hits
            rolls[event.side] += 1
            if event.round and event.side in rounds:
                rounds[event.side].add(event.round)
        elif isinstance(event, ev.UnitsRemoved) and event.battle == battle and event.area == place:
            own = side(event.power)
            if event.cause in SHOT:
                fallen[own] += event.count
                lost[own] += event.count * armed(own, event.unit)
    for name, rolled in rounds.items():
        number = next(number for number in count(1) if number not in rolled)
        if number < max(rolled, default=0):
            yield Untold("no dice", f"dice of round {number}", f"the {name} rolls in a later round, and not in this one")
    for name, other in SIDES.items():
        if lost[name] > hits[other]:
            message = f"the {name} loses more units to fire than the dice of the {other} hit"
            yield Untold(f"{hits[other]} hits", f"{lost[name]} or more", message)
        elif fallen[name] and rolls[name] and not rolls[other]:
            message = f"the {name} rolls and loses units, and the {other} does not roll at all"
            yield Untold("no dice", f"dice of the {other}", message)


def _forget_riders(lost: Counter[str], hits: Counter[str]) -> None:
    """Take from the losses before the first round those beside who was shot: infantry that fell with its aircraft, one for each at most."""
    for name, other in SIDES.items():
        if 0 < lost[name] - hits[other] <= hits[other]:
            lost[name] = hits[other]
