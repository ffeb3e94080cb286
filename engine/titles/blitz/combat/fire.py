"""Attacks of so many Factors outside of battles: they have a line of the Combat Chart, but nobody fires back (9.6, 9.8)."""

from __future__ import annotations

from engine.events import DiceRolled
from engine.play import Play
from engine.titles.blitz.combat import factors


def fire(play: Play, count: int, purpose: str, power: str, side: str, area: str = "") -> tuple[int, str]:
    """Roll a power's attack with so many Factors; return number and letter of the result."""
    (die,) = play.roll(1, f"{purpose}-{count}")
    number, letter = factors.result(play.position, count, die)
    mean = sum(factors.result(play.position, count, face)[0] for face in range(1, 7)) / 6
    play.emit(DiceRolled(0, area, power, side, purpose, 1, "", 0, (die,), number, mean))
    return number, letter
