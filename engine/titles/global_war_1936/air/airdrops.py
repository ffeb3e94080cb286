"""Airborne assaults: who is dropped does not retreat, and falls with its aircraft in the first round (section 9.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.families.axis_allies.board import condition_of
from engine.families.axis_allies.combat.battle import ATTACKER, OpenBattle, remove, standing
from engine.families.axis_allies.combat.steps.opening import has_lost_carriers
from engine.families.axis_allies.combat.steps.step import IDLE, ON, ROUGHLY, UNCHAINED, Step
from engine.families.axis_allies.vocabulary import AIRBORNE, DROPPING
from engine.rules import Position
from engine.state import Stack

if TYPE_CHECKING:
    from engine.play import Play


def stays(key: Stack) -> bool:
    """Return whether an attacking land unit cannot retreat: it has been dropped."""
    return bool(key.condition) and AIRBORNE in condition_of(key).words


class FallWithAircraft(Step):
    """Airborne infantry whose aircraft has been lost in the first round is eliminated."""

    slug = "fall-with-aircraft"
    odds = ROUGHLY

    def chained(self, position: Position, fight: OpenBattle) -> str:
        """Who has been dropped falls in the first round."""
        return UNCHAINED if any(stays(key) for key, _ in standing(position, fight.area, ATTACKER)) else IDLE

    def run(self, play: Play, fight: OpenBattle) -> str:
        """Remove as many as have no aircraft left that dropped them."""
        if fight.round != 1:
            return ON
        there = standing(play.position, fight.area, ATTACKER)
        dropped = [(key, n) for key, n in there if stays(key)]
        planes = sum(n for key, n in there if key.condition and DROPPING in condition_of(key).words)
        over = sum(n for _, n in dropped) - planes if has_lost_carriers(play.position) else 0
        for key, n in dropped:
            taken = min(n, max(0, over))
            over -= taken
            if taken:
                remove(play, fight, key, taken, "airborne")
        return ON
