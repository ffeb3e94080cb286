"""A thought of the search bot: a plan's turn and the turns after it, played with dice of the bot's own, and what they lead to."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.bots.bot import Bot, actor
from engine.bots.restriction import target
from engine.bots.style import Style
from engine.dice import PairedDice
from engine.errors import SitrepError
from engine.orders import Order
from engine.play import Play
from engine.rules import Position
from engine.tally import forces
from engine.title.turns import acting

MOST = 4000
"""Orders after which a thought is given up."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that plays a turn; plans.toml explains the fields. `alone`: the area or power that it leaves alone, if any."""

    bot: str
    style: dict[str, float] = {}
    draw: int = 0
    alone: str = ""


class Plans(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What engine/bots/plans.toml says."""

    plan: tuple[Plan, ...]
    leave: str
    alone: int = 0
    circles: int = 1
    games: int = 1
    margin: float = 0.0
    sure: float = 0.0


@cache
def plans() -> Plans:
    """Return the plans that are weighed, and how."""
    text = (Path(__file__).parents[1] / "bots" / "plans.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Plans)


Maker = Callable[[Plan, int | str], Bot]
"""Makes the bot that plays a plan; the same seed and game give the same orders."""


class Thought(NamedTuple):
    """What a plan led to: its orders in its turn, the targets among them in order, and the worth of the position at the end."""

    orders: tuple[Order, ...]
    targets: tuple[str, ...]
    worth: float


def think(play: Play, plan: Plan, seed: str, number: int, make: Maker, style: Style) -> Thought:
    """Play a plan's turn, and everybody's usual turns until it is the same power's turn again.

    Args:
        play: the game as it stands; it is left as it is. seed: of the plan's bot, which plays the game itself by it later.
        number: of the dice; thoughts of one number have the same dice for the same purpose. style: figures that value the end.
    """
    clock, circles = play.state.clock, 0
    dice = f"{seed}:{number}"
    mind = Play(
        play.rules,
        PairedDice(dice, lambda: (mind.state.clock.round, mind.state.clock.power)),
        strictness=play.strictness,
        round_limit=play.round_limit,
    )
    mind.take_up(play.state.copy())
    mine, others = make(plan, f"{seed}:{plan.draw}"), make(plans().plan[0], dice)
    orders, targets, turn = list[Order](), dict[str, None](), clock.turn
    try:
        for _ in range(MOST):
            now = mind.state.clock
            if now.turn != turn:
                turn, circles = (
                    now.turn,
                    circles + (now.power == clock.power or now.round > clock.round + plans().circles),
                )
            if mind.state.ended or circles >= plans().circles:
                break
            own = turn == clock.turn
            order = (mine if own else others).decide(mind)
            if own and mind.pending is None:
                orders.append(order)
                if actor(mind) == clock.power and (at := target(plans().leave, mind, order)):
                    targets[at] = None
            mind.submit(order)
    except SitrepError:
        return Thought(tuple(orders), tuple(targets), 0.0)
    sides = {play.position.side_of(power) for power in acting(play.title, clock.power)}
    return Thought(tuple(orders), tuple(targets), worth(mind.position, sides, style))


def worth(position: Position, ours: Collection[str], style: Style) -> float:
    """Return what a position is worth to sides that play together, from 0 to 1: a win, or their share of all units, areas, cities, stores.

    The share is that of the odds of sides whose chances are as what they have; `style` weighs areas, cities and capitals.
    """
    state, title = position.state, position.title
    if state.ended and state.winners:
        return float(bool(set(ours) & set(state.winners)))
    have: dict[str, float] = {}
    boxes = {slug for slug, area in title.areas.items() if area.kind == "box"}
    classes = {slug: unit.cls for slug, unit in title.units.items()}
    for (power, _), (_, tuv) in forces(state, title.units, classes, boxes).items():
        have[power] = have.get(power, 0.0) + tuv
    for area, power in state.control.items():
        row = title.areas[area]
        value = row.value * style.horizon + style.city * bool(row.victory_city)
        have[power] = have.get(power, 0.0) + value + style.capital * (area in title.capital_of)
    for (power, resource), amount in state.resources.items():
        have[power] = have.get(power, 0.0) + amount * (resource == title.resource)
    sides = {position.side_of(power) for power in title.turns}
    told = {power: worth for power, worth in have.items() if power and position.side_of(power) in sides}
    mine = sum(worth for power, worth in told.items() if position.side_of(power) in ours)
    return mine / max(sum(told.values()), 1.0)
