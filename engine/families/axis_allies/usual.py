"""What is expected of players in odds and in the ledger of luck, and what bots do, where that is not what the rules do by default."""

from __future__ import annotations

from engine.families.axis_allies.bots.greedy.forces import once_fought
from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, open_fight, standing
from engine.families.axis_allies.combat.submarines import submarines
from engine.families.axis_allies.orders import Submerge
from engine.odds.quick import book_of
from engine.orders import Order
from engine.play import Play
from engine.rules import Pending

DROWNING = 0.2
"""Chance of winning below which submarines submerge."""


def usual(play: Play, pending: Pending) -> Order | None:
    """Return that all submarines submerge when their side would lose the battle; None where it would not, and for other decisions."""
    fight = open_fight(play.position)
    if Submerge not in pending.takes or fight is None:
        return None
    win = once_fought(book_of(play.title, play.state.options), *still_fighting(play, fight.area)).win
    if (win if pending.side == ATTACKER else 1.0 - win) >= DROWNING:
        return None
    return Submerge.of(pending.side, sum(n for _, n in submarines(play.position, fight.area, pending.side)))


def still_fighting(play: Play, area: str) -> tuple[dict[str, int], dict[str, int]]:
    """Return the units still fighting on each side, by type: the attacker's and the defender's."""
    out: list[dict[str, int]] = []
    for side in (ATTACKER, DEFENDER):
        units: dict[str, int] = {}
        for key, count in standing(play.position, area, side):
            units[key.unit] = units.get(key.unit, 0) + count
        out.append(units)
    return out[0], out[1]
