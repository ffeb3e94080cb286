"""Digests by which two records are known to tell one game: what was bought, where was attacked, what the dice showed.

A save of round 4 and a save of round 8 of one game agree on every die up to the end of round 3. So each digest is of all that
happened up to the end of a round, and the shorter record is known by its last one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from engine.events import BattleStarted, DiceRolled, Event, RoundStarted, UnitsPurchased

ENOUGH = 20
"""Dice that must have been rolled before equal faces mean the same game."""
NONE = "."
"""What stands for a round by whose end there is nothing to compare; a spreadsheet takes no text that begins so for a formula."""
_DIGITS = 16


class Digests(NamedTuple):
    """What a record is compared by.

    Attributes:
        deeds: of each power's purchases and attacks in the whole record; empty if there are none.
        deeds_by_round: the same up to the end of each finished round, from round 1, parted by spaces; a dot before the first.
        dice_by_round: of the faces of all dice up to the end of each finished round; a dot before ENOUGH were rolled.
    """

    deeds: str
    deeds_by_round: str
    dice_by_round: str


def digests(events: Sequence[Event], finished: int) -> Digests:
    """Return the digests of a game; `finished` is how many rounds were played to their end.

    A save and its turn summaries agree on the deeds, whatever their other details; two different games hardly ever do.
    """
    deeds, dice = [], []
    for told in _ends(events):
        deeds.append(told.deeds())
        dice.append(told.dice())
    return Digests(deeds[-1], *(" ".join(told or NONE for told in by_round[:-1][:finished]) for by_round in (deeds, dice)))


class _Told:
    """What was told up to a moment of a game."""

    def __init__(self) -> None:
        self.bought, self.fought, self.faces = Counter[tuple[int, str, str]](), set[tuple[int, str, str]](), list[int]()

    def add(self, event: Event, now: int) -> None:
        """Add an event of round `now`."""
        if type(event) is UnitsPurchased:
            self.bought[now, event.power, event.unit] += event.count
        elif type(event) is BattleStarted:
            self.fought.add((now, event.area, event.attacker))
        elif type(event) is DiceRolled:
            self.faces += event.dice

    def deeds(self) -> str:
        told = [sorted((*key, count) for key, count in self.bought.items() if count), sorted(self.fought)]
        return _digest(told) if any(told) else ""

    def dice(self) -> str:
        return _digest(self.faces) if len(self.faces) >= ENOUGH else ""


def _ends(events: Sequence[Event]) -> Iterator[_Told]:
    """Yield what was told at the end of each round from 1 on, the last of which may be unfinished; then once more at the end."""
    told, now = _Told(), 0
    for event in events:
        if type(event) is RoundStarted:
            if now:
                yield told
            now = event.round
        told.add(event, now)
    yield told
    yield told


def _digest(told: object) -> str:
    return sha256(repr(told).encode()).hexdigest()[:_DIGITS]
