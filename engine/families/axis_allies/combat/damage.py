"""Damage of bombs and rockets to a facility (sections Strategic Bombing Raids, Industrial Complexes)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import FacilityChanged
from engine.families.axis_allies.combat import paid_damage
from engine.families.axis_allies.facilities.factories import damage_limit
from engine.mechanics.profile import profile_of
from engine.state import Stack

if TYPE_CHECKING:
    from engine.play import Play


def damage(play: Play, area: str, battle: int, points: int, facility: Stack | None, lasting: int = 0) -> int:
    """Mark damage on a facility, up to its limit; return the new damage. In some titles it is paid instead (`paid_damage.py`).

    Args:
        points: the damage rolled. lasting: additional points that are never reduced.
    """
    if facility is None:
        return 0
    if paid_damage.rules(play.title):
        return paid_damage.charge(play, area, points + lasting)
    _, power, unit, _, _ = facility
    if profile_of(play.position, facility).has("halves-bombing"):
        points //= 2
    before = play.state.damage.get((area, unit), 0)
    done = max(0, min(points + lasting, damage_limit(play.title, area, unit) - before))
    if done:
        play.emit(FacilityChanged(area, unit, power, "damaged", done, before + done, battle))
    return done
