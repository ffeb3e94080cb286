"""Troops of greedy bots that face an enemy too strong to attack go round it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.bots.bot import may
from engine.families.axis_allies.bots.greedy import campaign
from engine.families.axis_allies.bots.greedy.pool import moving
from engine.families.axis_allies.bots.greedy.view import View
from engine.orders import Order
from engine.play import Play
from engine.titles.global_war_1936.air.landing_places import is_frozen
from engine.titles.global_war_1936.bots import attending, sea
from engine.titles.global_war_1936.bots.cruising import cruises

STUCK, WEAK = 1.0, 0.6
"""Defense of the weakest enemy beside an area, as a share of the attack there, that keeps troops from attacking, and that invites
them elsewhere."""
ENOUGH = 12
"""Attack of troops below which it is not worth to divide them."""


def beyond(view: View, area: str) -> float:
    """Return what an area of no value is worth as the way to others; nothing for tundra and ice that no land unit enters."""
    if is_frozen(view.position, area):
        return 0.0
    return campaign.beyond(view, area, lambda other: is_frozen(view.position, other))


def manoeuvres(play: Play, view: View) -> Iterator[list[Order]]:
    """Go round strong enemies, bring up who has stayed behind, and send fleets ahead of the landings."""
    yield from flanks(play, view)
    yield from stragglers(play, view)
    yield from attending.attendants(play, view)
    yield from attending.shelters(play, view)
    yield from cruises(play, view)
    yield from sea.prowls(play, view)


def flanks(play: Play, view: View) -> Iterator[list[Order]]:
    """Send half of the troops of an area where they are stuck to the neighbour with the weakest enemy beside it."""
    for area in sorted(view.position.board):
        if view.front.get(area) != 0:
            continue
        spare = view.spare(area)
        attack = _attack(view, spare)
        if attack < ENOUGH or _resistance(view, area) < STUCK * attack:
            continue
        near = [other for other in view.title.neighbours[area] if view.front.get(other) == 0]
        best = min(near, key=lambda other: (_resistance(view, other), other), default="")
        half = _half(spare)
        if best and _resistance(view, best) < WEAK * (_attack(view, half) + _attack(view, view.spare(best))):
            yield [moving((area, best), sorted(half.elements()))]


def stragglers(play: Play, view: View) -> Iterator[list[Order]]:
    """Send on, type by type, the troops that have stayed behind because some among them may not go where all were sent."""
    for area in sorted(view.position.board):
        steps = view.front.get(area, 0)
        if not steps or not view.friendly(area):
            continue
        near = [other for other in view.title.neighbours[area] if view.front.get(other, steps) < steps]
        near.sort(key=lambda other: (-view.worth(other), other))
        for unit, n in sorted(view.spare(area).items()):
            orders = (moving((area, other), [unit] * n) for other in near)
            if order := next((order for order in orders if may(play, order)), None):
                yield [order]


def _attack(view: View, units: Counter[str]) -> int:
    return sum(view.title.units[unit].attack * n for unit, n in units.items())


def _half(units: Counter[str]) -> Counter[str]:
    return +Counter({unit: n // 2 for unit, n in units.items()})


def _resistance(view: View, area: str) -> float:
    """Return the defense of the weakest enemy of value beside an area."""
    rows = view.title.units
    targets = (other for other in view.title.neighbours[area] if view.hostile(other) and view.worth(other) > 0)
    return min(
        (sum(rows[unit].defense * n for unit, n in view.enemy_units(other).items()) for other in targets),
        default=float("inf"),
    )
