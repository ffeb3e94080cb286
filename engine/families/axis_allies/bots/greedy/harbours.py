"""Where troops of a greedy bot gather that reach no front by land: ports with factories, near the enemy over water."""

from __future__ import annotations

from engine.families.axis_allies.board import producing
from engine.families.axis_allies.bots.distances import distances, spread
from engine.families.axis_allies.bots.greedy.sealift import ships
from engine.families.axis_allies.bots.greedy.view import View

FAR_OFF = 30
"""Sea zones to a hostile coast where none is in reach."""
WILDS = 6
"""Sea zones that a coast without a factory is farther away, for troops that wait: nobody marches to Alaska."""
DETOUR = 3
"""Sea zones that a port may be farther from a hostile coast than the nearest, for troops to gather there."""


def ports(view: View) -> dict[str, int]:
    """Return friendly areas without a front by steps to the nearest port where troops of their land gather."""
    done: dict[str, int] = {}
    front, ours = view.front, view.ours
    for area in view.title.areas:
        if area in done or area in front or area not in ours:
            continue
        region = spread(view.title, [area], lambda _, other: other in ours)
        if coast := [other for other in region if view.coast_of(other)]:
            done.update(spread(view.title, harbours(view, coast), lambda _, other: other in ours))
    return done


def harbours(view: View, coast: list[str]) -> list[str]:
    """Return the areas of a coast where troops gather: those with factories that are near the enemy, else the best for ships."""
    ways = {area: passage(view, area) for area in coast if view.has_factory(area)}
    nearest = min(ways.values(), default=FAR_OFF)
    chosen = [area for area, steps in ways.items() if steps <= nearest + DETOUR and steps < FAR_OFF]
    bases = _bases(view)
    return chosen or [min(coast, key=lambda area: (2 * _from_ships(view, area, bases) + passage(view, area), area))]


def passage(view: View, area: str) -> int:
    """Return how many sea zones lie between a coastal area and the nearest hostile coast of value, more where no troops are built."""
    far = view.steps_to_shores()
    steps = min((far.get(zone, FAR_OFF) for zone in view.coast_of(area)), default=FAR_OFF)
    return steps + (0 if view.has_factory(area) else WILDS)


def is_shore(view: View, zone: str) -> bool:
    """Return whether a sea zone lies beside a hostile coast of value."""
    return any(view.hostile(area) and view.worth(area) > 0 for area in view.shores_of(zone))


def _bases(view: View) -> list[str]:
    """Return where the power's transports are; without any, where they would be built."""
    return sorted({ship.zone for ship in ships(view)}) or home_waters(view)


def home_waters(view: View) -> list[str]:
    """Return the sea zones beside the power's factories."""
    return sorted({zone for home in producing(view.position) for zone in view.coast_of(home)})


def _from_ships(view: View, area: str, bases: list[str]) -> int:
    """Return the distance of an area's coast from the nearest of these sea zones."""
    far = distances(view.title, "sea")
    return min((far[base].get(zone, 99) for base in bases for zone in view.coast_of(area)), default=99)
