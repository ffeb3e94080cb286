"""How a battle that is fought through the rules of its title ends."""

from __future__ import annotations

from typing import NamedTuple

from engine.events import BattleEnded
from engine.forces import parse_units
from engine.title.model import Title


class Outcome(NamedTuple):
    """How a battle ends: the swing in value (the defender's loss less the attacker's), the winner, whether the area is taken.

    `away`: the attacker broke off and has not won.
    """

    swing: float
    winner: str
    taken: bool
    away: bool = False


Chances = dict[Outcome, float]
"""The chance of each end."""


def winner_of(end: BattleEnded) -> str:
    """Return who has won a battle: nobody where the defender is said to have held, and nothing of him is left (Blitz!'s result B)."""
    return "none" if end.winner == "defender" and not end.defenders else end.winner


def outcome_of(title: Title, end: BattleEnded) -> Outcome:
    """Return how a battle ended; an attacker that has won on land with a land unit takes the area."""
    land = end.area in title.areas and title.areas[end.area].kind == "land"
    taken = end.winner == "attacker" and land and any(title.units[one.unit].cls == "land" for one in parse_units(end.attackers))
    away = end.how == "retreat" and end.winner != "attacker"
    return Outcome(float(end.defender_lost - end.attacker_lost), winner_of(end), taken, away)
