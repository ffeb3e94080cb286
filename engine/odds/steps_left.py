"""What the survivors of a battle have left of their steps or hits: the ends of battles count units alone."""

from __future__ import annotations

from collections import Counter

from engine.condition import parse_condition
from engine.events import BattleEnded, BattleStarted
from engine.forces import parse_units
from engine.replay import Game
from engine.state import GameState, state_at
from engine.title.model import Title

Kind = tuple[str, str]
"""A unit type, and its power."""


def steps_left(title: Title, before: GameState, after: GameState, end: BattleEnded) -> tuple[str, str]:
    """Return what the attackers and the defenders that are left have left: `9 of 12 steps`; empty where all have one alone.

    Args:
        before, after: the states that the battle began in and ended in. Survivors may have left the area; others of their
            kind elsewhere have not changed meanwhile.
    """
    sides = (end.attackers, end.attacker), (end.defenders, end.defender)
    attack, defend = (_side(title, before, after, end.area, *side) for side in sides)
    return attack, defend


def _side(title: Title, before: GameState, after: GameState, area: str, units: str, power: str) -> str:
    kinds = _kinds(units, power)
    elsewhere = _steps(kinds, before) - _steps(kinds, before, area)
    return _told(title, kinds, _steps(kinds, after) - elsewhere)


def steps_at_start(game: Game, number: int) -> tuple[str, str]:
    """Return what the attackers and the defenders of a recorded battle have as it begins; empty where all are whole."""
    for at, event in enumerate(game.events):
        if isinstance(event, BattleStarted) and event.battle == number:
            state = state_at(game.events, at)
            sides = (event.attackers, event.attacker), (event.defenders, event.defender)
            attack, defend = (_now(game.title, state, event.area, *side) for side in sides)
            return attack, defend
    return "", ""


def _now(title: Title, state: GameState, area: str, units: str, power: str) -> str:
    kinds = _kinds(units, power)
    here = _steps(kinds, state, area)
    return _told(title, kinds, here) if here < _full(title, kinds) else ""


def _kinds(units: str, power: str) -> Counter[Kind]:
    kinds = Counter[Kind]()
    for item in parse_units(units):
        kinds[item.unit, item.power or power] += item.count
    return kinds


def _steps(kinds: Counter[Kind], state: GameState, area: str = "") -> int:
    """Return the steps of all units of some kinds; with an area of those that stand in it, or are committed to it."""
    return sum(
        key.strength * count
        for key, count in state.stacks.items()
        if (key.unit, key.power) in kinds and (not area or area in (key.area, parse_condition(key.condition).target))
    )


def _full(title: Title, kinds: Counter[Kind]) -> int:
    return sum(title.units[unit].strength * count for (unit, _), count in kinds.items())


def _told(title: Title, kinds: Counter[Kind], steps: int) -> str:
    full = _full(title, kinds)
    if full <= kinds.total() or not kinds.total() <= steps <= full:
        return ""
    return f"{steps} of {full} {'steps' if 'step-cost' in title.able else 'hits'}"
