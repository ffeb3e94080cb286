"""Which land combats the chain of odds knows: those in which nothing happens that it does not follow.

It follows gunfire, the fire class by class, hits that the defender ignores, surprise, weather, water crossed, and retreats without dice.
All else (forts, dropped blocks, other ways to fire by an option, powers that are not all at war with those they meet, rules of combat of
a title's own) is left to who follows the rules step by step.
"""

from __future__ import annotations

from collections.abc import Hashable

from engine.families.blocks import board
from engine.families.blocks.combat import fire
from engine.families.blocks.combat.battle import ATTACKER, DEFENDER, SIDES, Battle, fielded, open_battle
from engine.families.blocks.combat.firepower import combat_row, dropped, has_fort
from engine.families.blocks.combat.hits import owed
from engine.families.blocks.combat.phase import BlitzCombat, LandCombat
from engine.rules import Position, Rules

OPTIONS = {"outnumbering": "all-opposed", "excess-hits": "carried", "airborne-on-foot": "with-infantry"}
"""Options of fire, each with the value that the chain follows."""
SINGLE = ("gunfire", "opening", "drop")
"""Steps before the fire class by class; the last two are nothing without forts and dropped blocks."""
IN_CLASSES = ("class", "rest")


def known(rules: Rules, position: Position, place: Hashable) -> Battle | None:
    """Return the open battle, if it stands before a step of fire from which on the chain knows all that can happen.

    Args:
        place: where its rules paused (`Play.pause`).
    """
    battle = open_battle(position)
    if place != fire.PAUSE or battle is None or not (_usual_rules(rules, position) and _usual_options(position)):
        return None
    if any(owed(position, side) for side in SIDES) or not stages_from(position, battle.step):
        return None
    sides = {side: fielded(position, battle.area, side) for side in SIDES}
    return battle if _plain(position, sides[ATTACKER], sides[DEFENDER]) else None


def stages_from(position: Position, step: str) -> list[tuple[str, int]]:
    """Return the steps of fire from one on, each with its class (0 for none); nothing for a step that the chain does not know."""
    classes = len(combat_row(position).classes)
    every = [(name, 0) for name in SINGLE]
    every += [(name, cls) for cls in range(1, classes + 1) for name in IN_CLASSES]
    now = fire.parts(step)
    return every[every.index(now) :] if now in every else []


def _usual_rules(rules: Rules, position: Position) -> bool:
    phase = rules.by_slug.get(position.state.clock.phase)
    return type(phase) in (LandCombat, BlitzCombat) and type(rules).order_over is Rules.order_over


def _usual_options(position: Position) -> bool:
    return all(position.options.get(slug, value) == value for slug, value in OPTIONS.items())


def _plain(position: Position, mine: board.Blocks, theirs: board.Blocks) -> bool:
    """Return whether both sides have blocks, of those that fire with their class, and each is at war with all that it meets."""
    if not mine or not theirs or has_fort(position, [*mine, *theirs]):
        return False
    foes = {key.power for key, _ in theirs}
    return not any(dropped(key) for key, _ in [*mine, *theirs]) and all(
        board.hostile(position, power, foe) for power in {key.power for key, _ in mine} for foe in foes
    )
