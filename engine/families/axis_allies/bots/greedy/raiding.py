"""Strategic bombing by a greedy bot: other uses of the bombers this turn have been decided before."""

from __future__ import annotations

from engine.bots.bot import may
from engine.families.axis_allies.bots.distances import FAR, air_route, distances
from engine.families.axis_allies.bots.greedy.pool import moving
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.facilities.factories import factory_damage
from engine.orders import Order
from engine.play import Play


def next_raid(play: Play, view: View) -> Order | None:
    """Return a raid of one idle bomber on the factory that can take the most damage, or None."""
    if not any(view.title.units[key.unit].has("strategic-bombing") for key, _, _ in view.all_idle("air")):
        return None
    far = distances(view.title, "air")
    targets = [area for area in view.title.areas if view.hostile(area) and view.has_factory(area)]
    left = {area: 2 * view.title.areas[area].value - factory_damage(view.position, area) for area in targets}
    order = sorted(
        (area for area in targets if left[area] > view.title.dice_sides), key=lambda area: (-left[area], area)
    )
    for key, _, _ in view.all_idle("air"):
        row, area = view.title.units[key.unit], key.area
        for target in order if row.has("strategic-bombing") else ():
            if far[area].get(target, FAR) < row.move:
                path = air_route(view.title, area, target, row.move)
                raid = moving(path, [key.unit], raid=True)
                if may(play, raid):
                    return raid
    return None
