"""How sea units move in both move phases.

Sections Combat Move, Sea Units Starting in Hostile Sea Zones, Submarines, Transports, Canals, Neutral Territories
(the closed straits), Where Units Can Move, Sea Units.
"""

from __future__ import annotations

from itertools import pairwise

from engine.families.axis_allies.board import has_enemy_destroyer, is_hostile_sea, is_open
from engine.families.axis_allies.movement.movement_limits import ban_on, check_ban
from engine.families.axis_allies.movement.routes import Way, walk
from engine.rules import Position, Problem
from engine.title.model import Unit


def stops_ship(position: Position, zone: str, unit: Unit) -> bool:
    """Return whether a ship that enters a zone must stay there.

    Enemy surface warships stop all but submarines; those are stopped by an enemy destroyer alone.
    """
    if unit.has("submarine"):
        return has_enemy_destroyer(position, zone, position.power)
    return is_hostile_sea(position, zone, position.power)


def enters_sea(position: Position, before: str, zone: str, unit: Unit, peaceful: bool) -> bool:
    """Return whether a ship may go from one zone to the next: water, no closed canal, in noncombat moves not hostile."""
    title = position.title
    if title.areas[zone].kind != "sea" or not is_open(position, title.neighbours[before][zone], position.power):
        return False
    if title.bans and ban_on(position, position.power, "sea", zone):
        return False
    return not peaceful or unit.has("submarine") or not is_hostile_sea(position, zone, position.power)


def sea_ways(position: Position, unit: Unit, start: str, left: int, peaceful: bool, moved: bool) -> dict[str, Way]:
    """Return every zone a ship can get to, with a shortest path; `moved` says that it entered `start` this turn."""
    if left < 1 or (moved and stops_ship(position, start, unit)):
        return {start: (start,)}
    return walk(position.title, start, left, lambda a, b: enters_sea(position, a, b, unit, peaceful),
                lambda zone: stops_ship(position, zone, unit))  # fmt: skip


def check_sea_way(position: Position, unit: Unit, way: Way, phase: str, peaceful: bool) -> Problem | None:
    """Return what is wrong with a ship's path, its length aside."""
    for before, zone in pairwise(way):
        if position.title.areas[zone].kind != "sea":
            return Problem(f"{phase}/space", "Sea Units", "sea units cannot move into territories",
                           f"{unit.unit} into {zone}", "a sea zone", True)  # fmt: skip
        if zone not in position.title.neighbours[before]:
            return Problem(f"{phase}/adjacent", "Spaces On The Game Board", f"{before} and {zone} do not touch",
                           f"{before} > {zone}", f"a neighbour of {before}")  # fmt: skip
        if not enters_sea(position, before, zone, unit, peaceful):
            return _not_entered(position, before, zone, unit, phase)
    for zone in way[1:-1]:
        if stops_ship(position, zone, unit):
            return stopped(zone, unit, phase)
    return None


def stopped(zone: str, unit: Unit, phase: str) -> Problem:
    """Return the problem of a ship that wants to go on from where the enemy stops it."""
    if unit.has("submarine"):
        return Problem(f"{phase}/submarines", "Submarines", "an enemy destroyer ends a submarine's movement",
                       f"{unit.unit} through {zone}", f"a move that ends in {zone}")  # fmt: skip
    if unit.has("transport"):
        return Problem(f"{phase}/transports", "Transports", "a transport that meets enemy surface warships must stop there",
                       f"{unit.unit} through {zone}", f"a move that ends in {zone}")  # fmt: skip
    return Problem(f"{phase}/hostile-sea-zone", "Sea Units", "enemy surface warships end a ship's movement",
                   f"{unit.unit} through {zone}", f"a move that ends in {zone}")  # fmt: skip


def _not_entered(position: Position, before: str, zone: str, unit: Unit, phase: str) -> Problem:
    if banned := check_ban(position, "sea", zone, phase):
        return banned
    link = position.title.neighbours[before][zone]
    if is_open(position, link, position.power):
        return Problem(f"{phase}/hostile-sea-zone", "Where Units Can Move", "ships cannot enter a hostile sea zone now",
                       f"{unit.unit} into {zone}", "zones without enemy surface warships")  # fmt: skip
    passage = position.title.passages[link.passage]
    if not passage.needs:
        return Problem(f"{phase}/straits", "Neutral Territories", f"{passage.name} is closed to all ships",
                       f"{before} > {zone}", "another way")  # fmt: skip
    held = ", ".join(f"{area} of {position.state.turn_control.get(area) or 'nobody'}" for area in passage.needs)
    return Problem(f"{phase}/canals", "Canals", f"{passage.name} was not in friendly hands when the turn began",
                   f"{before} > {zone} ({held})", "all of its banks friendly since the turn began")  # fmt: skip
