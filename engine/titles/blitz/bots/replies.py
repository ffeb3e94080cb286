"""Answers of the greedy player to what the agenda asks."""

from __future__ import annotations

from engine.orders import Order
from engine.play import Play
from engine.rules import Pending, Position
from engine.titles.blitz import agenda
from engine.titles.blitz.bots import outlook
from engine.titles.blitz.combat import battles
from engine.titles.blitz.land import combat
from engine.titles.blitz.orders import Defend, FlyIn, SlipAway
from engine.titles.blitz.position import board
from engine.titles.blitz.sea import sea


def reply(play: Play, pending: Pending) -> Order:
    """Return an answer: air units join what they may turn, SUBs leave what they cannot win; else the default."""
    position = play.position
    words = agenda.tasks(position)[0].split(" ")
    if FlyIn in pending.takes:
        return FlyIn(_joiners(position, words[1], words[2]))
    if SlipAway in pending.takes:
        return SlipAway(_leavers(position, words[1], words[2]))
    if Defend in pending.takes:
        return _defend(position, words[1]) or pending.default
    return pending.default


def _strength(position: Position, side: str, area: str) -> int:
    keys = battles.at_sea(position, side, area)
    return sum(board.printed(position.title, key, "naval") for key in keys)


def _joiners(position: Position, power: str, area: str) -> str:
    return ", ".join(key.unit for key in sea.flyers(position, power, area))


def _leavers(position: Position, power: str, area: str) -> str:
    side = board.side_of(position, power)
    if _strength(position, side, area) >= _strength(position, outlook.OTHER[side], area):
        return ""
    return ", ".join(key.unit for key in sea.evaders(position, power, area))


def _defend(position: Position, power: str) -> Order | None:
    """Commit air and naval units where the attack is on the worthiest area."""
    found = sorted(combat.defenders(position, power), key=lambda item: (-outlook.worth(position, item[1]), item[0], item[2].unit))
    return Defend(found[0][0], found[0][1], found[0][2].unit) if found else None  # type: ignore[arg-type]
