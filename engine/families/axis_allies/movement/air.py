"""How aircraft move in both move phases (sections Air Units of the Combat Move and of the Unit Profiles)."""

from __future__ import annotations

from itertools import pairwise

from engine.families.axis_allies.board import bars_flight
from engine.families.axis_allies.movement.movement_limits import check_ban, closed_sky
from engine.families.axis_allies.movement.neutral_land import is_neutral
from engine.families.axis_allies.movement.routes import NOWHERE, Way, entering, flights, link_name, walk
from engine.families.axis_allies.movement.rules import ADJACENT, NEUTRAL
from engine.problems import Problem, Rule
from engine.rules import Position
from engine.title.title_modules import hook

AIRSPACE = Rule("airspace", "Straights")
OVERFLIGHT = Rule("overflight", "Neutrals")


def air_ways(position: Position, start: str, left: int) -> dict[str, Way]:
    """Return every area within range, with a shortest path; landing afterwards is checked elsewhere."""
    ways: dict[str, Way] = {}
    closed, guarded = closed_sky(position, position.power), _guarded(position)
    for area, way in flights(position.title, start, closed).items():
        if len(way) > left + 1:
            break
        ways[area] = way
    if all(guarded.isdisjoint(way[1:-1]) for way in ways.values()):
        return ways
    return walk(position.title, start, left, entering(position.title, closed), guarded.__contains__)


def _guarded(position: Position) -> frozenset[str]:
    """Return the areas that aircraft may enter now, but not fly over, where a title has a rule of that kind."""
    find = hook(position.title, "skies", "guarded")
    return find(position) if find else NOWHERE


def check_air_way(position: Position, way: Way, phase: str) -> Problem | None:
    """Return what is wrong with a flight's path, apart from its length."""
    closed = closed_sky(position, position.power)
    for before, area in pairwise(way):
        if area not in position.title.neighbours[before]:
            return ADJACENT.in_phase(phase).broken(
                f"{before} and {area} do not touch", found=f"{before} > {area}", expected=f"a neighbour of {before}"
            )
        if bars_flight(position.title, area) or is_neutral(position, area):
            return NEUTRAL.in_phase(phase).broken("air units cannot fly over a neutral territory", found=area, expected="another way")
        if link_name(before, area) in closed:
            return OVERFLIGHT.in_phase(phase).broken(
                "air units cannot fly over a neutral canal", found=f"{before} > {area}", expected="another way"
            )
        if area in closed:
            return check_ban(position, "air", area, phase) or _closed(position, area, phase)
    return check_ban(position, "air", way[-1], phase) if len(way) > 1 else None


def _closed(position: Position, area: str, phase: str) -> Problem:
    holder = position.state.control.get(area, "")
    if not holder:
        return AIRSPACE.in_phase(phase).broken(
            f"{position.power} cannot fly there unless it holds the straits", found=area, expected="another way"
        )
    return OVERFLIGHT.in_phase(phase).broken(
        "air units cannot fly over a neutral territory that forbids it",
        found=f"{area} of {holder}",
        expected="another path, or a declaration of war on it",
    )
