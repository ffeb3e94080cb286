"""Infantry dropped by bombers shares their fate under anti-aircraft fire (global-1939, Unit Changes: Paratroopers)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.board import condition_of
from engine.families.axis_allies.combat.battle import ATTACKER, OpenBattle, fighting, remove
from engine.families.axis_allies.vocabulary import AIRBORNE, DROPPING
from engine.mechanics.profile import profile_of

if TYPE_CHECKING:
    from engine.play import Play


def lose_riders(play: Play, fight: OpenBattle) -> None:
    """Remove the infantry that was aboard aircraft shot down: those for which the remaining aircraft have no room."""
    there = fighting(play.position, fight.area, ATTACKER)
    room = sum(n * profile_of(play.position, key).number("drops") for key, n in there if DROPPING in condition_of(key).words)
    for key, count in there:
        if AIRBORNE in condition_of(key).words:
            lost = max(0, count - room)
            room -= count - lost
            if lost:
                remove(play, fight, key, lost, "cargo-lost")
