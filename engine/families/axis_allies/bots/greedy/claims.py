"""Nations that welcome a power: one land unit enters each area of theirs beside its own, which takes it with its troops."""

from __future__ import annotations

from collections.abc import Iterator

from engine.families.axis_allies.board import neighbours
from engine.families.axis_allies.bots.greedy.pool import moving
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.politics.welcome import welcomes
from engine.orders import Order


def claims(view: View) -> Iterator[Order]:
    """Yield a move into each area that welcomes the power, of the cheapest unit that can be spared beside it."""
    if "welcome" not in view.title.settings:
        return
    position = view.position
    for area in [area for area in position.state.control if view.title.areas[area].kind == "land" and welcomes(position, area)]:
        beside = [(view.title.units[unit].cost, unit, near) for near in neighbours(position, area, "land") for unit in view.spare(near)]
        if beside:
            _, unit, near = min(beside)
            yield moving((near, area), [unit])
