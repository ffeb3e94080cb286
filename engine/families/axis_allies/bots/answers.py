"""Random answers to the decisions of a battle: casualties, targets, submerging, retreats, scrambling, landing."""

from __future__ import annotations

from random import Random

from engine.families.axis_allies import orders as o
from engine.families.axis_allies.board import is_sea
from engine.families.axis_allies.bots import kamikazes
from engine.families.axis_allies.technology import within_reach
from engine.families.axis_allies.vocabulary import AREA, BREAKTHROUGH
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.play import Play
from engine.rules import Pending

SUBMERGE, RETREAT, OTHERWISE = 0.4, 0.35, 0.5
"""Chances: to submerge, to leave a battle, to choose other than the usual casualties."""


def answer(play: Play, pending: Pending, rng: Random) -> Order:
    """Return a random answer to a decision; it may be illegal, but the decision's default never is."""
    if o.Retreat in pending.takes:
        return _stay_or_go(play, rng)
    if o.Submerge in pending.takes:
        most = play.position.board.get(_area(play), [])
        count = rng.randint(1, max(1, len(most))) if rng.random() < SUBMERGE else 0
        return o.Submerge.of(pending.side, count)
    if o.Lose in pending.takes and isinstance(pending.default, o.Lose) and rng.random() < OTHERWISE:
        return _others(play, pending.default, pending.power, rng)
    if o.Land in pending.takes and isinstance(pending.default, o.Land):
        return _elsewhere(play, pending.default, rng)
    if isinstance(pending.default, o.Scramble):
        start = pending.default.way[0]
        return o.Scramble(_some_aircraft(play, start, rng), pending.default.path)
    if isinstance(pending.default, o.Kamikaze):
        return kamikazes.draw(play, rng)
    if isinstance(pending.default, o.Intercept):
        return o.Intercept(_some_aircraft(play, _area(play), rng))
    if o.Evade in pending.takes:
        return o.Evade(rng.choice(["", *play.title.neighbours[_area(play)]]))
    if isinstance(pending.default, o.Develop):
        categories = BREAKTHROUGH.words(play.state)
        rows = [row for one in categories for row in within_reach(play.position, pending.power, one)]
        return o.Develop(rng.choice(rows).tech)
    if isinstance(pending.default, o.Pick) and rng.random() < OTHERWISE:
        return _another_target(play, pending.default, rng)
    return pending.default


def _some_aircraft(play: Play, area: str, rng: Random) -> str:
    """Up to three of the aircraft in an area that belong to enemies of the power on turn."""
    enemies, units = play.position.enemies, play.title.units
    bag = [
        (key.unit, key.power)
        for key, count in play.position.board.get(area, [])
        for _ in range(count)
        if key.power in enemies and units[key.unit].cls == "air"
    ]
    drawn = sorted(rng.sample(bag, rng.randint(0, min(3, len(bag)))))
    return show_units((unit, drawn.count((unit, power)), power) for unit, power in dict.fromkeys(drawn))


def _another_target(play: Play, usual: o.Pick, rng: Random) -> Order:
    """As many targets as the usual choice, from any units of one of the powers hit."""
    hits = sum(item.count for item in usual.forces)
    owners = {item.power for item in usual.forces}
    bag = [
        (key.unit, key.power)
        for key, count in play.position.board.get(_area(play), [])
        for _ in range(count)
        if (key.power in owners or owners == {""})
    ]
    if len(bag) < hits:
        return usual
    drawn = sorted(rng.sample(bag, hits))
    return o.Pick(show_units((unit, drawn.count((unit, power)), power) for unit, power in dict.fromkeys(drawn)))


def _area(play: Play) -> str:
    """Return the area of the open battle."""
    return AREA.read(play.state)


def _stay_or_go(play: Play, rng: Random) -> Order:
    if rng.random() > RETREAT:
        return o.Press()
    near = play.title.neighbours.get(_area(play), {})
    return o.Retreat(rng.choice(["", *near]))


def _others(play: Play, usual: o.Lose, power: str, rng: Random) -> Order:
    """As many casualties as the usual choice, from any units of the side."""
    side = play.title.side_of[power]
    bag = [
        (key.unit, "" if key.power == power else key.power)
        for key, count in play.position.board.get(_area(play), [])
        for _ in range(count)
        if play.title.side_of[key.power] == side
    ]
    hits = sum(item.count for item in usual.forces)
    if len(bag) < hits:
        return usual
    drawn = sorted(rng.sample(bag, hits))
    return o.Lose(show_units((unit, drawn.count((unit, owner)), owner) for unit, owner in dict.fromkeys(drawn)))


def _elsewhere(play: Play, usual: o.Land, rng: Random) -> Order:
    start = usual.way[0]
    near = [area for area in play.title.neighbours[start] if not is_sea(play.title, area) or rng.random() < 0.5]
    return o.Land(usual.units, join_path([start, rng.choice(near)])) if near else usual
