"""Strategic bombing by a greedy bot: other uses of the bombers this turn have been decided before."""

from __future__ import annotations

from typing import NamedTuple

from engine.bots.bot import may
from engine.families.axis_allies.bots.distances import FAR, air_route, distances
from engine.families.axis_allies.bots.greedy.pool import moving
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.combat import paid_damage
from engine.families.axis_allies.combat.antiair import gun
from engine.families.axis_allies.combat.bombing import interceptors, mean_points
from engine.families.axis_allies.combat.pending_battles import raiders
from engine.families.axis_allies.facilities.factories import damage_limit
from engine.families.axis_allies.facilities.raids import facility_in
from engine.mechanics.profile import profile_of
from engine.orders import Order
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Unit


class Target(NamedTuple):
    """A hostile factory.

    Attributes:
        room: damage points that it can still take, or its holder pay for, those expected of bombers on their way left out.
        risk: chance that a bomber is lost: to its guns, and to fighters that may meet it.
    """

    area: str
    room: float
    risk: float

    def gain(self, view: View, bomber: Unit) -> float:
        """Return the damage that a raid of one bomber is expected to do, less what of the bomber is expected to be lost."""
        return min(self.room, mean_points(view.title, bomber, self.area)) - self.risk * bomber.cost


def next_raid(play: Play, view: View) -> Order | None:
    """Return the raid of one idle bomber that gains most, or None if none gains."""
    bombers = [(key, profile_of(view.position, key)) for key, _, _ in view.all_idle("air")]
    bombers = [(key, row) for key, row in bombers if row.has("strategic-bombing")]
    if not bombers:
        return None
    far, targets = distances(view.title, "air"), aims(view)
    for key, row in bombers:
        near = [(one.gain(view, row), one.area) for one in targets if far[key.area].get(one.area, FAR) < row.move]
        for gain, area in sorted(near, key=lambda one: (-one[0], one[1])):
            raid = moving(air_route(view.title, key.area, area, row.move), [key.unit], raid=True)
            if gain > 0 and may(play, raid):
                return raid
    return None


def aims(view: View) -> list[Target]:
    """Return the hostile factories that bombs can still damage."""
    found = (_target(view, area) for area in view.title.areas if view.hostile(area) and view.has_factory(area))
    return [target for target in found if target and target.room > 0]


def _target(view: View, area: str) -> Target | None:
    position, key = view.position, facility_in(view.position, area)
    if key is None:
        return None
    sent = sum(n * mean_points(view.title, profile_of(position, bomber), area) for bomber, n in raiders(position, area))
    facility, guns = profile_of(position, key), gun(position, area)
    flak = facility.number("flak") or (profile_of(position, guns).number("anti-air") if guns else 0)
    fighters = sum(n * profile_of(position, other).number("air-combat") for other, n in interceptors(position, area))
    risk = min(1.0, (flak + fighters) / view.title.dice_sides)
    return Target(area, _room(position, key) - sent, risk)


def _room(position: Position, facility: Stack) -> int:
    """Return how many points more a facility can take, or those who pay for them."""
    if paid_damage.rules(position.title):
        return paid_damage.room(position, facility.area)
    return damage_limit(position.title, facility.area, facility.unit) - position.state.damage.get((facility.area, facility.unit), 0)
