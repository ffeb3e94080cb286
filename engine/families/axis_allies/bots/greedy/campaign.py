"""Where the war of a greedy bot is to be won: armies that have little before them join the one beside the nearest great prize."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from heapq import heapify, heappop, heappush

from engine.derived import derived_from
from engine.families.axis_allies.bots.distances import distances
from engine.families.axis_allies.bots.greedy.forces import value
from engine.families.axis_allies.bots.greedy.view import View
from engine.rules import Position

STEP = 15.0
"""Worth for which an army goes a step farther."""
WAY = 1.5
"""What a way into the enemy's country is worth, for each point of income that it leads to."""
THORN = 1.0
"""What an area of no value is worth that lies beside one's own: as long as it is hostile, troops stand there."""
MAIN = 0.5
"""Share of the strongest army beside a prize from which another one there is joined, too."""


def beyond(view: View, area: str, barred: Callable[[str], bool] = lambda _: False) -> float:
    """Return what an area of no value is worth: as the way to the richest hostile area beside it, or because it ties up a front.

    Args:
        barred: whether an area beside it may not be entered from there.
    """
    areas, near = view.title.areas, view.title.neighbours[area]
    way = WAY * max((areas[other].value for other in near if view.hostile(other) and not barred(other)), default=0)
    return way or THORN * any(view.friendly(other) for other in near)


def rivals(view: View) -> list[str]:
    """Return the powers of other sides, at war or not yet."""
    return _rivals(view.position, view.power)


@derived_from("relations")
def _rivals(position: Position, own: str) -> list[str]:
    return [power for power in position.title.turns if position.side_of(power) != position.side_of(own)]


def looming(view: View, area: str) -> bool:
    """Return whether an area touches one of a rival with whom there is no war yet."""
    control, others = view.position.state.control, rivals(view)
    return any(control.get(near) in others for near in view.title.neighbours[area])


def is_overseas(view: View, home: str) -> bool:
    """Return whether no rival can be reached over land from an area."""
    control, others = view.position.state.control, rivals(view)
    return not any(control.get(area) in others for area in distances(view.title, "land").get(home, ()))


def drive(view: View) -> dict[str, float]:
    """Return friendly areas by steps over friendly land to the armies beside the enemy's capitals, cities and factories."""
    theirs = view.theirs
    prizes = [area for area in view.title.areas if area in theirs and view.is_key(area)]
    most = max((view.worth(area) for area in prizes), default=0.0)
    starts: dict[str, float] = {}
    for prize in prizes:
        for camp in _camps(view, prize):
            starts[camp] = min(starts.get(camp, most), (most - view.worth(prize)) / STEP)
    return _spread(view, starts)


def _camps(view: View, prize: str) -> list[str]:
    """Return the friendly areas beside a prize where the main army of one's side stands."""
    there = {near: value(view.title, view.friendly_units(near)) for near in view.title.neighbours[prize] if view.friendly(near)}
    return [area for area in there if there[area] and there[area] >= MAIN * max(there.values())]


def _spread(view: View, starts: dict[str, float]) -> dict[str, float]:
    """Return areas by steps from starts, of which each has some steps to begin with."""
    found: dict[str, float] = {}
    heap = [(steps, area) for area, steps in starts.items()]
    heapify(heap)
    while heap:
        steps, area = heappop(heap)
        if area not in found:
            found[area] = steps
            for other in view.title.neighbours[area]:
                if other not in found and view.friendly(other):
                    heappush(heap, (steps + 1, other))
    return found


def surplus(view: View, area: str, spare: Counter[str]) -> Counter[str]:
    """Return the units of an area at the front that may go elsewhere: the dearest beyond one more than an enemy can bring."""
    watch = 1 + sum(view.threats.on(area).values())
    order = sorted(spare.elements(), key=lambda unit: (view.title.units[unit].cost, unit))
    return Counter(order[watch:])
