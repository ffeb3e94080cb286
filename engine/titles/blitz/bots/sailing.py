"""Ships and aircraft of the greedy player: home, out to sea, over land."""

from __future__ import annotations

from collections.abc import Iterator

from engine.orders import Order
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz import board, phases, sea, ways
from engine.titles.blitz.bots import outlook
from engine.titles.blitz.orders import Engage, Rebase, ReturnToBase, Sail
from engine.titles.blitz.supply import convoys_of
from engine.titles.blitz.tables import deliveries

TRIPLE = 3


def strength(position: Position, side: str, area: str) -> int:
    """Return a side's printed Naval Factors in a sea area."""
    return sum(
        max(board.printed(position.title, key, "naval"), 0)
        for key, _ in position.stacks(area)
        if board.side_of(position, key.power) == side
    )


def go_home(play: Play) -> Iterator[Order]:
    """Yield returns to base: of all units at sea but LL units in place, raiders of Convoys, and TRS about to land."""
    side = play.position.side_of(play.state.clock.power)
    for key in phases.mine(play.position, ("sea", "air")):
        if play.title.areas[key.area].kind != "sea" or _stays(play.position, key, side):
            continue
        bases = sea.near_bases(play.position, key)
        far = outlook.distances(play.position, key.power)
        if bases:
            yield ReturnToBase(key.unit, *min(bases, key=lambda place: (far.get(place[0], 50), place)))


def _stays(position: Position, key: Stack, side: str) -> bool:
    type_ = board.type_of(position.title, key.unit)
    if type_ == "LL":
        return deliveries(position.title)[key.unit].area == key.area
    prey = convoys_of(position, outlook.OTHER[side], key.area)
    own = convoys_of(position, side, key.area)
    odds = strength(position, side, key.area) >= strength(position, outlook.OTHER[side], key.area)
    return bool(prey and odds) or bool(own and odds and type_ in board.WARSHIPS)


def put_to_sea(play: Play) -> Iterator[Order]:
    """Yield moves to sea: Lend Lease, raiders to enemy Convoys, warships to fights they win and Convoys they guard, then landings."""
    side = play.position.side_of(play.state.clock.power)
    for key in phases.mine(play.position, ("sea", "air")):
        if play.title.areas[key.area].kind != "land":
            continue
        type_ = board.type_of(play.title, key.unit)
        if type_ == "LL":
            yield Sail(key.unit, f"{key.area} > {deliveries(play.title)[key.unit].area}")
        elif type_ == "TRS":
            yield from _landing(play, key, side)
        elif type_ in board.WARSHIPS or board.counter(play.title, key.unit).primary == "naval":
            yield from _station(play, key, side)


def _reach(position: Position, key: Stack) -> list[str]:
    if board.kind_of(position.title, key.unit) == "sea":
        return list(ways.voyages(position, key, ways.sea_range(position, key)))
    far = ways.flights(position, key, ways.air_range(position, key))
    return [area for area in far if position.title.areas[area].kind == "sea"]


def _station(play: Play, key: Stack, side: str) -> Iterator[Order]:
    position = play.position
    own = max(board.printed(position.title, key, "naval"), 1)

    def score(area: str) -> float:
        foes, friends = strength(position, outlook.OTHER[side], area), strength(position, side, area) + own
        prey = sum(
            row.factor
            for row in convoys_of(position, outlook.OTHER[side], area)
            if board.at_war(position, key.power, row.power)
        )
        guarded = sum(row.factor for row in convoys_of(position, side, area))
        hunted = any(board.at_war(position, key.power, other.power) for other, _ in position.stacks(area))
        if foes > friends * 1.2:
            return -1
        return 3 * prey + (2 * foes if hunted else 0) + (1.5 * guarded if hunted else 0)

    for area in sorted(_reach(position, key), key=lambda area: (-score(area), area))[:2]:
        if score(area) > 0:
            yield Sail(key.unit, f"{key.area} > {area}")


def _landing(play: Play, key: Stack, side: str) -> Iterator[Order]:
    """Yield a TRS's move with the land units that can take an area on the way, or that are wanted overseas."""
    position = play.position
    lands = [
        k
        for k in outlook.guards(position, key.area, side)
        if board.type_of(position.title, k.unit) not in ("FORT", "AA")
    ]
    spare = len(lands) > 1 or not outlook.needs_guard(position, key.area, side)
    lands.sort(
        key=lambda k: (
            board.type_of(position.title, k.unit) != "MAR",
            -board.printed(position.title, k, "land"),
            k.unit,
        )
    )
    load: list[Stack] = []
    for k in lands if spare else []:
        if sum(x.strength for x in load) + k.strength <= 2 * key.strength and board.are_partners(
            position, k.power, key.power
        ):
            load.append(k)
    if not load or board.is_neutral_major(position, key.power):
        return
    goals: list[tuple[float, str]] = []
    for area in ways.voyages(position, key, ways.sea_range(position, key)):
        if strength(position, outlook.OTHER[side], area) > 0:
            continue
        for shore in ways.shore(position, area):
            if board.is_hostile_land(position, key.power, shore):
                afloat = [k._replace(area=area, condition="aboard") for k in load]
                chance = outlook.chance(position, shore, afloat, outlook.guards(position, shore, outlook.OTHER[side]))
                goals.append((chance * outlook.worth(position, shore), area))
    for gain, area in sorted(goals, key=lambda goal: (-goal[0], goal[1]))[:1]:
        if gain > 0.5:
            yield Sail(key.unit, f"{key.area} > {area}", ", ".join(k.unit for k in load))


def fight(play: Play) -> Iterator[Order]:
    """Yield the combats that are due; a combat that only Free Blitzes cause is declined by the weaker."""
    side = play.position.side_of(play.state.clock.power)
    for area in sea.due(play.position):
        weak = strength(play.position, side, area) < strength(play.position, outlook.OTHER[side], area)
        yield Engage(area, decline=weak and area in sea.optional(play.position))


def rebase(play: Play) -> Iterator[Order]:
    """Yield rebases of air units, and of ships far from any enemy, towards the front."""
    side = play.position.side_of(play.state.clock.power)
    for key in phases.mine(play.position, ("air", "sea")):
        if play.title.areas[key.area].kind != "land":
            continue
        far = outlook.distances(play.position, key.power)
        here = far.get(key.area, 50)
        if board.kind_of(play.title, key.unit) == "air":
            goals = [area for area in ways.bases(play.position, key, TRIPLE * ways.air_range(play.position, key))
                     if 1 <= far.get(area, 50) < here and outlook.guards(play.position, area, side)]  # fmt: skip
        else:
            goals = []
        for area in sorted(goals, key=lambda area: (far[area], -outlook.threat(play.position, area, side), area))[:1]:
            yield Rebase(key.unit, f"{key.area} > {area}")
