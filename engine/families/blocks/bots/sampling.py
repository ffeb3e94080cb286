"""Orders of games of blocks drawn at random, legal or not: one function for each order type.

They read only tables and the board, and lean towards what makes things happen: enemies, ports, blocks that are weak.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.condition import parse_condition
from engine.families.blocks import movers
from engine.families.blocks.board import (
    Blocks,
    camp_on_turn,
    camps,
    is_air,
    is_fort,
    is_ground,
    is_naval,
    land_neighbours,
    own_blocks,
    unit,
    zones_of,
)
from engine.families.blocks.choice import describe
from engine.families.blocks.land import move as land_move
from engine.families.blocks.land.engaging import enemies_in
from engine.families.blocks.land.orders import Airborne, Escort, Gunfire, March, Recall, Seaborne, StrategicMove
from engine.families.blocks.land.phase import STAGES, stage_of
from engine.families.blocks.politics import armistice, war
from engine.families.blocks.politics.orders import AskArmistice, DeclareWar
from engine.families.blocks.production import reinforce
from engine.families.blocks.production.blitz_discs import discs_of
from engine.families.blocks.production.nations import buyers
from engine.families.blocks.production.orders import BuyDisc, Draw, Reinforce
from engine.families.blocks.production.settings import BlitzDiscs
from engine.families.blocks.sea import routes
from engine.families.blocks.sea.orders import Sail
from engine.families.blocks.settings import read
from engine.families.blocks.vocabulary import OPERATION, SPENT
from engine.orders import Order, join_path
from engine.rules import Position
from engine.state import Stack

Sampler = Callable[[Position, Random], Order | None]
"""Draws an order for the camp on turn; None when there is nothing to draw from."""

RARELY = 0.05
"""Chance of what would end the game too soon if it came as often as anything else."""
KEEN = 0.6
"""Chance of going where enemies are, when there are some."""
LONGEST = 7
"""Sea zones of the longest way that is drawn."""


def declare(position: Position, rng: Random) -> Order | None:
    """A war that may be declared now; seldom, so that there is some peace."""
    choices = war.choices(position)
    return rng.choice(choices) if choices and rng.random() < RARELY * 4 else None


def ask(position: Position, rng: Random) -> Order | None:
    """A request for an armistice, seldom."""
    able = armistice.may_ask(position)
    return AskArmistice(rng.choice(able)) if able and rng.random() < RARELY else None


def buy_disc(position: Position, rng: Random) -> Order | None:
    """A Blitz Disc, sometimes with help."""
    able = buyers(position, camp_on_turn(position))
    if not able:
        return None
    power, row = rng.choice(able), read(position.title, "blitz_disc", BlitzDiscs)
    fronts = row.fronts.get(position.side_of(power), ())
    help_ = rng.randint(0, row.price) if rng.random() < 0.3 else 0
    return BuyDisc(rng.choice(fronts), power, help_) if fronts else None


def draw(position: Position, rng: Random) -> Order | None:
    """One to three new blocks, small or large."""
    able = buyers(position, camp_on_turn(position))
    return Draw(rng.choice(able), rng.randint(0, 2), rng.randint(0, 1)) if able else None


def strengthen(position: Position, rng: Random) -> Order | None:
    """Steps for a weak block of an area; seldom before the other purchases, which are over then."""
    if not any(bought == "steps" for _, bought in SPENT.entries(position.state)) and rng.random() > RARELY * 4:
        return None
    camp = camp_on_turn(position)
    weak = [
        (area, item)
        for area in position.board
        for item in own_blocks(position, area, camp)
        if item[0].strength < unit(position, item[0]).strength and position.title.areas[area].kind != "box"
    ]
    if not weak:
        return None
    area, (key, _) = rng.choice(weak)
    room = reinforce.room(position, key)
    return Reinforce(area, describe([(key, 1)]), rng.randint(1, room)) if room else None


def sail(position: Position, rng: Random) -> Order | None:
    """Some ships of a zone, to any zone that they reach."""
    camp = camp_on_turn(position)
    able = [item for zone in position.board if position.title.areas[zone].kind == "sea" for item in routes.movable(position, camp, zone)]
    if not able:
        return None
    key, count = rng.choice(able)
    ways = sorted(routes.destinations(position, key))
    return Sail(describe([(key, rng.randint(1, count))]), join_path([key.area, rng.choice(ways)])) if ways else None


def on_land(position: Position) -> dict[str, Blocks]:
    """Return land area to the ground and air blocks of the camp on turn that may still act there."""
    camp, kinds = camp_on_turn(position), position.title.areas
    areas = [area for area in position.board if kinds[area].kind == "land" and own_blocks(position, area, camp)]
    return {area: found for area in areas if (found := movers.idle(position, area))}


def march(position: Position, rng: Random) -> Order | None:
    """Some blocks of an area, rather together and towards enemies, along a random path."""
    able = {area: stacks for area, stacks in on_land(position).items() if any(movers.left_of(position, key) > 0 for key, _ in stacks)}
    if not able:
        return None
    area = rng.choice(sorted(able))
    near = list(land_neighbours(position.title, area))
    keen = [other for other in near if enemies_in(position, other, able[area][0][0].power)]
    if not near:
        return None
    path = [area, rng.choice(keen if keen and rng.random() < KEEN else near)]
    stacks = some(rng, able[area], 4)
    if all(movers.left_of(position, key) > 1 for key, _ in stacks) and rng.random() < 0.4:
        flying = all(is_air(unit(position, key)) for key, _ in stacks)
        onward = [*land_neighbours(position.title, path[-1]), *(zones_of(position.title, path[-1]) if flying else ())]
        path = [*path, rng.choice(onward)] if onward else path
        if position.title.areas[path[-1]].kind == "sea":
            path = [path[0], path[-1], rng.choice(list(land_neighbours(position.title, path[-1])))]
    return March(describe(stacks), join_path(path))


def some(rng: Random, stacks: Blocks, most: int) -> Blocks:
    """Return one to so many blocks of some stacks."""
    each = [key for key, count in stacks for _ in range(count)]
    taken = rng.sample(each, rng.randint(1, min(most, len(each))))
    return [(key, taken.count(key)) for key in dict.fromkeys(sorted(taken))]


def strategic(position: Position, rng: Random) -> Order | None:
    """A block, to any area of its friends; seldom before the other moves, which are over then."""
    if stage_of(position) != STAGES[-1] and rng.random() > RARELY * 2:
        return None
    able = [item for stacks in on_land(position).values() for item in stacks]
    held = [
        area
        for area, power in sorted(position.state.control.items())
        if position.title.areas[area].kind == "land" and able and power in position.friends_of(able[0][0].power)
    ]
    if not able or not held:
        return None
    key, _ = rng.choice(able)
    return StrategicMove(describe([(key, 1)]), join_path([key.area, rng.choice(held)]))


def seaborne(position: Position, rng: Random) -> Order | None:
    """One to four ground blocks of a coast, over zones with ships of their side, onto another coast."""
    if not _has_discs(position):
        return None
    coasts = {
        area: [item for item in stacks if is_ground(unit(position, item[0]))]
        for area, stacks in on_land(position).items()
        if zones_of(position.title, area)
    }
    coasts = {area: stacks for area, stacks in coasts.items() if stacks}
    if not coasts:
        return None
    area = rng.choice(sorted(coasts))
    path = [area, rng.choice(zones_of(position.title, area))]
    for _ in range(rng.randint(0, LONGEST - 1) if rng.random() < 0.5 else 0):
        onward = [zone for zone in zones_of(position.title, path[-1]) if zone not in path]
        if not onward:
            break
        path.append(rng.choice(onward))
    shores = [shore for shore in land_neighbours(position.title, path[-1]) if shore != area]
    if not shores:
        return None
    power = coasts[area][0][0].power
    keen = [shore for shore in shores if position.state.control.get(shore) in position.enemies_of(power)]
    path.append(rng.choice(keen if keen and rng.random() < 0.9 else shores))
    return Seaborne(describe(some(rng, coasts[area], 4)), join_path(path))


def airborne(position: Position, rng: Random) -> Order | None:
    """Airborne blocks with aircraft of their area, over a zone or onto the next area."""
    able = {area: stacks for area, stacks in on_land(position).items() if any(unit(position, key).has("airborne") for key, _ in stacks)}
    if not able or not _has_discs(position):
        return None
    area = rng.choice(sorted(able))
    flying = [item for item in able[area] if land_move.flies(position, item[0])]
    dropped = [item for item in flying if unit(position, item[0]).has("airborne")][:1]
    aircraft = [item for item in flying if is_air(unit(position, item[0]))]
    with_them = some(rng, aircraft, 2) if aircraft and rng.random() < 0.6 else []
    return Airborne(describe([(dropped[0][0], 1), *with_them]), join_path(_flight(position, rng, area)))


def _flight(position: Position, rng: Random, area: str) -> list[str]:
    zones = zones_of(position.title, area)
    if zones and rng.random() < 0.6:
        zone = rng.choice(zones)
        return [area, zone, rng.choice(land_neighbours(position.title, zone) or (area,))]
    return [area, rng.choice(land_neighbours(position.title, area) or (area,))]


def escort(position: Position, rng: Random) -> Order | None:
    """Aircraft, to where an operation has gone."""
    targets = sorted(
        {
            key.area
            for stacks in position.board.values()
            for key, _ in stacks
            if key.condition and OPERATION in parse_condition(key.condition).words
        }
    )
    planes = {
        area: found for area, stacks in on_land(position).items() if (found := [item for item in stacks if is_air(unit(position, item[0]))])
    }
    if not targets or not planes:
        return None
    area = rng.choice(sorted(planes))
    return Escort(describe(some(rng, planes[area], 2)), join_path([area, rng.choice(targets)]))


def gunfire(position: Position, rng: Random) -> Order | None:
    """Heavy ships, at a coast beside them."""
    camp = camp_on_turn(position)
    able = [
        item
        for zone in position.board
        if position.title.areas[zone].kind == "sea"
        for item in own_blocks(position, zone, camp)
        if unit(position, item[0]).has("gives-gunfire")
    ]
    if not able or not _has_discs(position):
        return None
    key, count = rng.choice(able)
    shores = land_neighbours(position.title, key.area)
    return Gunfire(describe([(key, rng.randint(1, count))]), join_path([key.area, rng.choice(shores)])) if shores else None


def recall(position: Position, rng: Random) -> Order | None:
    """Blocks that have moved, back again; seldom."""
    camp = camp_on_turn(position)
    moved = [
        item
        for area in position.board
        for item in own_blocks(position, area, camp)
        if item[0].condition and parse_condition(item[0].condition).origin and not _stays(position, item[0])
    ]
    if not moved or rng.random() > RARELY * 2:
        return None
    key, _ = rng.choice(moved)
    return Recall(describe([(key, 1)]), key.area)


def _stays(position: Position, key: Stack) -> bool:
    return is_naval(unit(position, key)) or is_fort(unit(position, key))


def _has_discs(position: Position) -> bool:
    return any(discs_of(position, side) for side in camps(position.title)[camp_on_turn(position)].factions)


SAMPLERS: dict[type[Order], Sampler] = {
    DeclareWar: declare, AskArmistice: ask, BuyDisc: buy_disc, Draw: draw, Reinforce: strengthen, Sail: sail, March: march,
    StrategicMove: strategic, Seaborne: seaborne, Airborne: airborne, Escort: escort, Gunfire: gunfire, Recall: recall,
}  # fmt: skip
"""Order type to the function that draws one."""
