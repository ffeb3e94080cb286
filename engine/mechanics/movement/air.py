"""How aircraft move in both move phases (sections Air Units of the Combat Move and of the Unit Profiles)."""

from __future__ import annotations

from itertools import pairwise

from engine.mechanics.board import enemy_stacks, is_hostile, is_impassable
from engine.mechanics.movement.routes import Way, flights
from engine.rules import Position, Problem
from engine.titles.model import Unit


def air_ways(position: Position, start: str, left: int) -> dict[str, Way]:
    """Return every area within range, with a shortest path; where to land afterwards is another question."""
    ways = {}
    for area, way in flights(position.title, start).items():
        if len(way) > left + 1:
            break
        ways[area] = way
    return ways


def check_air_way(position: Position, way: Way, phase: str) -> Problem | None:
    """Return what is wrong with a flight's path, its length aside."""
    for before, area in pairwise(way):
        if area not in position.title.neighbours[before]:
            return Problem(f"{phase}/adjacent", "Spaces On The Game Board", f"{before} and {area} do not touch",
                           f"{before} > {area}", f"a neighbour of {before}")  # fmt: skip
        if is_impassable(position.title, area):
            return Problem(f"{phase}/neutral", "Neutral Territories", "air units cannot fly over a neutral territory",
                           area, "another way")  # fmt: skip
    return None


def check_raid(position: Position, units: list[Unit], area: str, phase: str) -> list[Problem]:
    """Return what is wrong with sending these units on a strategic bombing raid against an area.

    A facility that already bears all the damage it can take may still be raided: the book does not forbid it.
    """
    problems = []
    for unit in units:
        if not unit.has("strategic-bombing"):
            problems.append(Problem(f"{phase}/raid", "Strategic Bombing Raids", f"{unit.unit} cannot bomb factories",
                                    unit.unit, "strategic bombers only"))  # fmt: skip
    there = enemy_stacks(position, area, position.power)
    target = any(position.title.units[key[2]].has("produces") for key, _ in there)
    if not target or not is_hostile(position, area, position.power):
        problems.append(Problem(f"{phase}/raid", "Strategic Bombing Raids", "a raid goes against an enemy factory",
                                f"no enemy factory in {area}", "an area with one"))  # fmt: skip
    return problems
