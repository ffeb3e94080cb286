"""Production: a Blitz Disc where there is something to gain by it, new blocks, then steps for who stands nearest the enemy."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.families.blocks import board
from engine.families.blocks.bots import needs
from engine.families.blocks.bots.landing import beaches
from engine.families.blocks.bots.outlook import FAR, Outlook
from engine.families.blocks.choice import describe
from engine.families.blocks.production import build, reinforce, sites
from engine.families.blocks.production.blitz_discs import has_disc
from engine.families.blocks.production.collect import purse
from engine.families.blocks.production.nations import buyers, purse_of
from engine.families.blocks.production.orders import BuyDisc, Deploy, Draw, Reinforce
from engine.families.blocks.production.pools import LARGE, SMALL, drawable
from engine.families.blocks.production.settings import BlitzDiscs
from engine.families.blocks.season import GOOD, weather
from engine.families.blocks.settings import read
from engine.orders import Order
from engine.play import Play
from engine.state import Stack

KEEP = 12
"""PPs that a power keeps for blocks and steps beside a Blitz Disc."""
BEACH = 6.0
"""What a landing must promise for a Blitz Disc to be bought for it."""
LONGEST = 4
"""Steps to the enemy within which a block is worth its steps at once."""
AFLOAT = 0.3
"""Share of new blocks that are ships, where a power has any to draw and sites for them."""


def purchases(view: Outlook, rng: Random) -> Iterator[Order]:
    """Yield what the powers of the camp on turn buy, in the order of the rules."""
    able = list(buyers(view.position, view.camp))
    if view.plans:
        able.sort(key=lambda power: -purse(view.position, power))
    for power in able:
        yield from _discs(view, power)
    for power in able:
        yield from _blocks(view, power, rng)
    yield from _steps(view)


def _discs(view: Outlook, power: str) -> Iterator[Order]:
    row, position = read(view.title, "blitz_disc", BlitzDiscs), view.position
    side = position.side_of(power)
    for front in sorted(row.fronts.get(side, ()), key=lambda front: (-_pressure(view, front), front)):
        fair = any(weather(position, area) == GOOD for area in view.title.regions[front])
        rich = purse(position, power) >= row.price + KEEP
        pays = _pressure(view, front) > 0 or (view.plans and _lands(view, side, front))
        if rich and fair and not has_disc(position, side, front) and pays:
            yield BuyDisc(front, power)
            return


def _lands(view: Outlook, side: str, front: str) -> bool:
    """Return whether a side can land on a front where that promises something."""
    return any(beach.worth >= BEACH for beach in beaches(view, side, front)[:1])


def _pressure(view: Outlook, front: str) -> float:
    """Return the worth of the hostile areas of a front that our blocks stand beside, less what defends them."""
    beside = (
        area
        for area in view.title.regions[front]
        if area in view.hostile and any(view.ours(near) for near in board.land_neighbours(view.title, area) if near not in view.hostile)
    )
    return sum(view.worth(area) / (1 + view.foes(area)) for area in beside) - 2 * KEEP


def _blocks(view: Outlook, power: str, rng: Random) -> Iterator[Order]:
    position = view.position
    price = max(build.price_of(position, power), 1)
    most = min(build.most_builds(position, power), purse(position, power) // (2 * price))
    ships, small = (board.count_of(drawable(position, power, size)) for size in (LARGE, SMALL))
    places = any(sites.sites(position, power, key.unit) for key, _ in drawable(position, power, LARGE)[:1])
    afloat = places and view.style.fleet
    large = min(ships, sum(rng.random() < AFLOAT for _ in range(most)), 2) if afloat else 0
    if view.plans and places and needs.needs_ships(position, power) and needs.ships_of(position, power) <= needs.FEW:
        large = max(large, min(ships, most, 1))
    if min(small, most - large) + large > 0:
        yield Draw(power, min(small, most - large), large)


def _steps(view: Outlook) -> Iterator[Order]:
    """Yield steps, dearest need first: near the enemy before far from it, cheap before dear."""
    position = view.position
    weak = [
        item
        for area in view.position.board
        for item in reinforce.candidates(position, area)
        if position.title.areas[area].kind != "box" and item[0].strength < board.full(position, item[0])
    ]
    for key, count in sorted(weak, key=lambda item: (_need(view, item[0]), item[0])):
        row = board.unit(position, key)
        price = row.number("step-cost")
        have = purse(position, purse_of(position, key.power))
        for _ in range(min(count, have // max(price, 1))):
            room = min(board.full(position, key) - key.strength, max(have // max(price, 1), 1))
            yield Reinforce(key.area, describe([(key, 1)]), room)
            if room > 1:
                yield Reinforce(key.area, describe([(key, 1)]), 1)


def _need(view: Outlook, key: Stack) -> float:
    """Return how late a block's turn comes: steps to the enemy, and what its step costs."""
    row = board.unit(view.position, key)
    if view.title.areas[key.area].kind == "sea":
        return LONGEST / 2 + row.number("step-cost")
    near = min(view.near[key.area], FAR)
    return near + row.number("step-cost") * 0.8 + (LONGEST if near > LONGEST else 0)


def deployment(play: Play, view: Outlook) -> Order | None:
    """Return where the next drawn block goes: nearest to the enemy, of equal places where fewest stand."""
    drawn = build.waiting(play.position, view.camp)
    if not drawn:
        return None
    power, name = drawn[0]
    able = list(sites.sites(play.position, power, name))
    if not able:
        return Deploy(name, "", power)
    if view.plans and view.title.units[name].has("fort"):
        able = [area for area in able if area in view.guarded] or able
    return Deploy(name, min(able, key=lambda area: (view.near.get(area, 0), view.ours(area), area)), power)
