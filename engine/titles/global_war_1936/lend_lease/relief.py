"""Money that is lent to minor powers: it repairs facilities in Spain, and completes the ships of Vichy (sections 13.1, 14.4.3)."""

from __future__ import annotations

from engine.events import FacilityChanged, UnitsPlaced
from engine.mechanics.profile import profile
from engine.play import Play
from engine.rules import Position
from engine.titles.global_war_1936.economy import chart
from engine.titles.global_war_1936.tables import vichy


def need(position: Position, minor: str) -> int:
    """Return what a minor power can use now: the damage of its facilities, or the next part of each ship under way."""
    if minor == vichy(position.title).puppet:
        return sum(_price(position, item) * item.count for item in chart.items(position, minor))
    return sum(points for _, points in _damage(position, minor))


def _damage(position: Position, minor: str) -> list[tuple[tuple[str, str], int]]:
    held = position.state.control
    return sorted((place, points) for place, points in position.state.damage.items() if held.get(place[0]) == minor)


def _price(position: Position, item: chart.Item) -> int:
    return chart.parts(position, item.unit)[item.stage]


def spend(play: Play, minor: str, amount: int) -> None:
    """Use money that has arrived; what is left of it is lost."""
    if minor == vichy(play.title).puppet:
        _complete(play, amount)
        return
    for (area, unit), points in _damage(play.position, minor):
        mended = min(points, amount)
        amount -= mended
        if mended:
            play.emit(FacilityChanged(area, unit, minor, "repaired", -mended, points - mended))


def _complete(play: Play, amount: int) -> None:
    """Pay the next part of ships of Vichy, those nearest to completion first; what is complete joins the fleet."""
    row = vichy(play.title)
    items = sorted(chart.items(play.position, row.puppet), key=lambda item: (-item.stage, item))
    for item in items:
        price = _price(play.position, item)
        paid = min(item.count, amount // price)
        amount -= paid * price
        if not paid:
            continue
        chart.drop(play, item)
        chart.give(play, item, row.puppet, item.count - paid)
        if item.stage + 1 == chart.stages(play.position, item.unit):
            strength = profile(play.position, row.puppet, item.unit).strength
            play.emit(UnitsPlaced(row.puppet, item.unit, paid, row.port, strength, "lend-lease"))
        else:
            chart.give(play, item._replace(stage=item.stage + 1), row.puppet, paid)
