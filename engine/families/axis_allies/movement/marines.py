"""Amphibious assaults: infantry that lands as marines (global-1939, Unit Changes), and submarines that guard a coast."""

from __future__ import annotations

from engine.families.axis_allies.board import condition_of, enemy_stacks, has_ability, is_cargo, own_stacks
from engine.families.axis_allies.economy.fees import owe
from engine.families.axis_allies.movement.combined_moves import drop_fee
from engine.families.axis_allies.orders import Offload
from engine.families.axis_allies.transports import change
from engine.families.axis_allies.vocabulary import MARINE
from engine.mechanics.profile import profile
from engine.play import Play
from engine.problems import Problem, Rule
from engine.rules import Position

SECTION = "Unit Changes"

MARINES = Rule("marines", SECTION)


def check_marines(position: Position, order: Offload, phase: str) -> list[Problem]:
    """Return what is wrong with the number of marines of an assault; room aboard has been checked with the cargo."""
    able = sum(count for unit, count in order.counts if profile(position, position.power, unit).has("elite-assault"))
    if order.marines <= able:
        return []
    return [
        MARINES.in_phase(phase).broken(
            "only infantry of the assault lands as marines", found=str(order.marines), expected=f"at most {able}"
        )
    ]


def commit_marines(play: Play, order: Offload) -> None:
    """Turn the ordered number of infantry pledged to the area into marines, for a fee."""
    zone, area = order.way
    left = order.marines
    for key, count in list(own_stacks(play.position, zone, play.position.power)):
        condition = condition_of(key)
        able = is_cargo(key) and condition.target == area and MARINE not in condition.words
        if able and profile(play.position, key.power, key.unit).has("elite-assault"):
            taken = min(left, count)
            change(play, key, taken, condition.having(MARINE), "marines")
            left -= taken
    owe(play, play.position.power, drop_fee(play.position, order.marines - left), "marines")


def guarded(position: Position, zone: str) -> bool:
    """Return whether enemy submarines bar assaults from a zone: they guard coasts without a friendly surface warship (Global 1940)."""
    if not has_ability(position, enemy_stacks(position, zone, position.power), "guards-coasts"):
        return False
    return not has_ability(position, own_stacks(position, zone, position.power), "surface-warship")
