"""How land units move in both move phases (sections Combat Move, Tanks and Blitzing, Neutral Territories, Land Units)."""

from __future__ import annotations

from itertools import pairwise

from engine.families.axis_allies.board import Stacks, enemy_stacks, is_friendly, is_hostile, is_impassable
from engine.families.axis_allies.movement.movement_limits import ban_on, bystanders, check_ban
from engine.families.axis_allies.movement.neutral_land import is_neutral, may_enter
from engine.families.axis_allies.movement.routes import Way, walk
from engine.families.axis_allies.movement.rules import ADJACENT, HOSTILE, NEUTRAL
from engine.families.axis_allies.politics.guests import is_guest
from engine.families.axis_allies.politics.welcome import welcomes
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.title.model import Unit
from engine.title.title_modules import hook

SPACE = Rule("space", "Land Units", FATAL)
LAND_UNITS = Rule("land-units", "Where Units Can Move")
BLITZ = Rule("blitz", "Tanks and Blitzing")


def stops_land(position: Position, area: str, unit: Unit) -> bool:
    """Return whether a land unit that enters an area must stay there: it is hostile and cannot be blitzed."""
    if not is_hostile(position, area, position.power):
        return is_neutral(position, area)
    return not unit.has("blitz") or bool(_in_the_way(position, area, unit))


def _in_the_way(position: Position, area: str, unit: Unit) -> Stacks:
    """Return the enemy units that end the way of one that blitzes: all, or (ability `blitzes-past-guns`) all but guns and factories."""
    there, past = enemy_stacks(position, area, position.power), unit.has("blitzes-past-guns")
    return [item for item in there if not (past and position.title.units[item[0].unit].has("no-combat"))]


def enters_land(position: Position, area: str, peaceful: bool) -> bool:
    """Return whether a land unit may enter an area: a friendly one, or in combat moves a hostile one.

    In noncombat moves also land that is nobody's any more, where a title says so (`unclaimed.py` of its folder).
    """
    if position.title.areas[area].kind != "land" or is_impassable(position.title, area):
        return False
    if position.title.bans and ban_on(position, position.power, "land", area):
        return False
    if not peaceful and bystanders(position, position.power, area):
        return False
    if is_friendly(position, area, position.power) or is_guest(position, area, position.power):
        return True
    if peaceful and "welcome" in position.title.settings:
        return welcomes(position, area)
    if peaceful and position.title.nations:
        claims = hook(position.title, "unclaimed", "may_claim")
        return bool(claims) and claims(position, area)
    return not peaceful and (is_hostile(position, area, position.power) or may_enter(position, area))


def land_ways(position: Position, unit: Unit, start: str, left: int, peaceful: bool, moved: bool) -> dict[str, Way]:
    """Return every area a land unit can get to, with a shortest path; `moved` says that it entered `start` this turn."""
    if left < 1 or (moved and not peaceful and stops_land(position, start, unit)):
        return {start: (start,)}
    return walk(
        position.title, start, left, lambda _, area: enters_land(position, area, peaceful), lambda area: stops_land(position, area, unit)
    )


def check_land_way(position: Position, unit: Unit, way: Way, phase: str, peaceful: bool) -> Problem | None:
    """Return what is wrong with a land unit's path, its length aside."""
    for before, area in pairwise(way):
        row = position.title.areas[area]
        if row.kind != "land":
            return SPACE.in_phase(phase).broken(
                "land units go to sea only as a transport's cargo",
                found=f"{unit.unit} into {area}",
                expected="a land area, or an order to load",
            )
        if area not in position.title.neighbours[before]:
            return ADJACENT.in_phase(phase).broken(
                f"{before} and {area} do not touch", found=f"{before} > {area}", expected=f"a neighbour of {before}"
            )
        if not enters_land(position, area, peaceful):
            return _not_entered(position, area, phase, peaceful)
    for area in way[1:-1]:
        if stops_land(position, area, unit):
            return _must_stop(position, area, unit, phase)
    return None


def _not_entered(position: Position, area: str, phase: str, peaceful: bool) -> Problem:
    if banned := check_ban(position, "land", area, phase):
        return banned
    holder = position.state.control.get(area, "")
    if peaceful and holder and not is_impassable(position.title, area):
        return LAND_UNITS.in_phase(phase).broken(
            "land units move into friendly territories only",
            found=f"{area} of {holder}",
            expected="a friendly territory",
        )
    return NEUTRAL.in_phase(phase).broken("units cannot enter a neutral territory", found=area, expected="another way")


def _must_stop(position: Position, area: str, unit: Unit, phase: str) -> Problem:
    if not unit.has("blitz") or is_neutral(position, area):
        return HOSTILE.in_phase(phase).broken(
            "units must stop when they enter a hostile space, and neutral land",
            found=f"{unit.unit} through {area}",
            expected=f"a move that ends in {area}",
        )
    there = _in_the_way(position, area, unit)[0][0]
    return BLITZ.in_phase(phase).broken(
        "a unit that meets enemy units must stop there",
        found=f"{there.unit} of {there.power} in {area}",
        expected="no enemy unit on the way",
    )
