"""How sea units move in both move phases.

Sections Combat Move, Sea Units Starting in Hostile Sea Zones, Submarines, Transports, Canals, Neutral Territories
(the closed straits), Where Units Can Move, Sea Units.
"""

from __future__ import annotations

from itertools import pairwise

from engine.families.axis_allies.board import has_enemy_destroyer, is_hostile_sea, is_open
from engine.families.axis_allies.movement.movement_limits import ban_on, check_ban
from engine.families.axis_allies.movement.routes import Way, walk
from engine.families.axis_allies.movement.rules import ADJACENT
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.title.model import Link, Unit
from engine.title.title_modules import hook

SPACE = Rule("space", "Sea Units", FATAL)
SUBMARINES = Rule("submarines", "Submarines")
ENDS = Rule("submarines/end", "Submarines")
TRANSPORTS = Rule("transports", "Transports")
HOSTILE_SEA_ZONE = Rule("hostile-sea-zone", "Sea Units")
STRAITS = Rule("straits", "Neutral Territories")
CANALS = Rule("canals", "Canals")


def stops_ship(position: Position, zone: str, unit: Unit) -> bool:
    """Return whether a ship that enters a zone must stay there.

    Enemy surface warships stop all but submarines; those are stopped by an enemy destroyer alone. A title may have a rule of its own
    (`seas.py` of its folder).
    """
    if own := hook(position.title, "seas", "stops_ship"):
        return bool(own(position, zone, unit))
    if _evades(position, unit):
        return has_enemy_destroyer(position, zone, position.power)
    return is_hostile_sea(position, zone, position.power)


def _evades(position: Position, unit: Unit) -> bool:
    """Whether a ship passes enemy ships: submarines do, but on a map where these stop them as any other, as long as none submerges."""
    return unit.has("submarine") and not (unit.has("stopped-by-ships") and position.options.get("submarines") != "submerge")


def enters_sea(position: Position, before: str, zone: str, unit: Unit, peaceful: bool) -> bool:
    """Return whether a ship may go from one zone to the next: water, no closed canal, in noncombat moves not hostile."""
    title = position.title
    link = title.neighbours[before][zone]
    if title.areas[zone].kind != "sea" or not (is_open(position, link, position.power) or _dives(position, link, unit)):
        return False
    if title.bans and ban_on(position, position.power, "sea", zone, passing=True):
        return False
    if peaceful and (own := hook(title, "seas", "stops_ship")):
        return not own(position, zone, unit)
    return not peaceful or _evades(position, unit) or not is_hostile_sea(position, zone, position.power)


def _may_end(position: Position, zone: str, unit: Unit, peaceful: bool) -> bool:
    """Whether a ship's way may end in a zone: a submarine may only pass enemies in a noncombat move on a map that says so."""
    return not (peaceful and unit.has("ends-in-free-seas") and is_hostile_sea(position, zone, position.power))


def _dives(position: Position, link: Link, unit: Unit) -> bool:
    """Whether a ship of a type may use a closed passage (`straits.py` of the title's folder)."""
    if not link.passage:
        return False
    passes = hook(position.title, "straits", "passes_closed")
    return bool(passes) and passes(position, link, unit)


def sea_ways(position: Position, unit: Unit, start: str, left: int, peaceful: bool, moved: bool) -> dict[str, Way]:
    """Return every zone a ship can get to, with a shortest path; `moved` says that it entered `start` this turn."""
    if left < 1 or (moved and stops_ship(position, start, unit)):
        return {start: (start,)}
    ways = walk(
        position.title, start, left, lambda a, b: enters_sea(position, a, b, unit, peaceful), lambda zone: stops_ship(position, zone, unit)
    )
    if peaceful and unit.has("ends-in-free-seas"):
        ways = {end: way for end, way in ways.items() if end == start or _may_end(position, end, unit, peaceful)}
    if not position.title.bans:
        return ways
    return {end: way for end, way in ways.items() if end == start or not ban_on(position, position.power, "sea", end)}


def check_sea_way(position: Position, unit: Unit, way: Way, phase: str, peaceful: bool) -> Problem | None:
    """Return what is wrong with a ship's path, its length aside."""
    for before, zone in pairwise(way):
        if position.title.areas[zone].kind != "sea":
            return SPACE.in_phase(phase).broken(
                "sea units cannot move into territories", found=f"{unit.unit} into {zone}", expected="a sea zone"
            )
        if zone not in position.title.neighbours[before]:
            return ADJACENT.in_phase(phase).broken(
                f"{before} and {zone} do not touch", found=f"{before} > {zone}", expected=f"a neighbour of {before}"
            )
        if not enters_sea(position, before, zone, unit, peaceful):
            return _not_entered(position, before, zone, unit, phase)
    for zone in way[1:-1]:
        if stops_ship(position, zone, unit):
            return stopped(position, zone, unit, phase)
    if len(way) > 1 and not _may_end(position, way[-1], unit, peaceful):
        return ENDS.in_phase(phase).broken(
            "submarines pass enemy ships in the noncombat move, and do not stay among them",
            found=f"{unit.unit} into {way[-1]}",
            expected="a move that goes on to a free zone",
        )
    return check_ban(position, "sea", way[-1], phase) if len(way) > 1 else None


def stopped(position: Position, zone: str, unit: Unit, phase: str) -> Problem:
    """Return the problem of a ship that wants to go on from where the enemy stops it."""
    if _evades(position, unit):
        return SUBMARINES.in_phase(phase).broken(
            "an enemy that a submarine cannot evade ends its movement",
            found=f"{unit.unit} through {zone}",
            expected=f"a move that ends in {zone}",
        )
    if unit.has("transport"):
        return TRANSPORTS.in_phase(phase).broken(
            "a transport that meets enemy surface warships must stop there",
            found=f"{unit.unit} through {zone}",
            expected=f"a move that ends in {zone}",
        )
    return HOSTILE_SEA_ZONE.in_phase(phase).broken(
        "enemy surface warships end a ship's movement",
        found=f"{unit.unit} through {zone}",
        expected=f"a move that ends in {zone}",
    )


def _not_entered(position: Position, before: str, zone: str, unit: Unit, phase: str) -> Problem:
    if banned := check_ban(position, "sea", zone, phase):
        return banned
    link = position.title.neighbours[before][zone]
    if is_open(position, link, position.power):
        return HOSTILE_SEA_ZONE.in_phase(phase).broken(
            "ships cannot enter a hostile sea zone now",
            found=f"{unit.unit} into {zone}",
            expected="zones without enemy surface warships",
            section="Where Units Can Move",
        )
    passage = position.title.passages[link.passage]
    if not passage.needs:
        return STRAITS.in_phase(phase).broken(f"{passage.name} is closed to all ships", found=f"{before} > {zone}", expected="another way")
    held = ", ".join(f"{area} of {position.state.turn_control.get(area) or 'nobody'}" for area in passage.needs)
    return CANALS.in_phase(phase).broken(
        f"{passage.name} was not in friendly hands when the turn began",
        found=f"{before} > {zone} ({held})",
        expected="all of its banks friendly since the turn began",
    )
