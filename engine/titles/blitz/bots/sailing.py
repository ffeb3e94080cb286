"""Ships and aircraft of the greedy player: home, out to sea, over land."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.orders import Order
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz import board, control, phases, sea, ways
from engine.titles.blitz.bots import outlook
from engine.titles.blitz.orders import Engage, PutToSea, Rebase, ReturnToBase
from engine.titles.blitz.supply import convoys_of
from engine.titles.blitz.tables import countries, deliveries, ports

TRIPLE = 3
FLEETING = 0.15
"""What of a landing's promise is left where the enemy comes back at once: stronger beside it, or at home there."""
FRONT = 2
"""Land areas from the enemy within which land units are at the front."""


def strength(position: Position, side: str, area: str) -> int:
    """Return a side's printed Naval Factors in a sea area."""
    return sum(
        max(board.printed(position.title, key, "naval"), 0)
        for key, _ in position.stacks(area)
        if board.side_of(position, key.power) == side
    )


def go_home(play: Play) -> Iterator[Order]:
    """Yield returns to base: of all units at sea but LL units in place, raiders of Convoys, and loaded TRS off an enemy shore."""
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
    odds = strength(position, side, key.area) >= strength(position, outlook.OTHER[side], key.area)
    if control.parse_load(key) and odds:
        shores = ways.shore(position, key.area)
        return any(board.is_hostile_land(position, key.power, area) for area in shores)
    prey = convoys_of(position, outlook.OTHER[side], key.area)
    own = convoys_of(position, side, key.area)
    return bool(prey and odds) or bool(own and odds and type_ in board.WARSHIPS)


def put_to_sea(play: Play) -> Iterator[Order]:
    """Yield moves to sea: Lend Lease, raiders to enemy Convoys, warships to fights they win and Convoys they guard, then landings."""
    side = play.position.side_of(play.state.clock.power)
    landing = invasions(play.position, side)
    for key in phases.mine(play.position, ("sea", "air")):
        if play.title.areas[key.area].kind != "land":
            continue
        type_ = board.type_of(play.title, key.unit)
        if type_ == "LL":
            yield PutToSea(key.unit, f"{key.area} > {deliveries(play.title)[key.unit].area}")
        elif type_ == "TRS" and key.unit in landing:
            goal, load = landing[key.unit]
            carry = ", ".join(k.unit for k in load if k.area == key.area)
            embark = ", ".join(k.unit for k in load if k.area != key.area)
            yield PutToSea(key.unit, f"{key.area} > {goal}", carry, embark)
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
            yield PutToSea(key.unit, f"{key.area} > {area}")


def invasions(position: Position, side: str) -> dict[str, tuple[str, list[Stack]]]:
    """Return TRS to the sea area and the load with which it takes part in a landing: the side's best one, the best of what is left, ..."""
    found: dict[str, tuple[str, list[Stack]]] = {}
    while more := _invasion(position, side, frozenset(found), {key.unit for _, load in found.values() for key in load}):
        found |= more
    return found


def _invasion(
    position: Position, side: str, away: frozenset[str], gone: set[str]
) -> dict[str, tuple[str, list[Stack]]]:
    """Return the best landing of TRS that are not away; all that reach a sea area land together on one shore of it."""
    lifts: dict[tuple[str, str], list[Stack]] = {}
    for ship in phases.mine(position, ("sea",)):
        if (
            board.type_of(position.title, ship.unit) != "TRS"
            or ship.unit in away
            or board.is_neutral_major(position, ship.power)
            or position.title.areas[ship.area].kind != "land"
        ):
            continue
        for sea_area in ways.voyages(position, ship, ways.sea_range(position, ship)):
            if strength(position, outlook.OTHER[side], sea_area) <= strength(position, side, sea_area):
                lifts.setdefault((ship.power, sea_area), []).append(ship)
    best: tuple[float, dict[str, tuple[str, list[Stack]]]] = (0.4, {})
    for (power, sea_area), ships in lifts.items():
        chosen: dict[str, tuple[str, list[Stack]]] = {}
        taken = set(gone)
        coast = tuple(area for area in ways.shore(position, sea_area) if board.is_ours(position, side, area))
        for ship in ships:
            if load := _load(position, ship, side, taken, coast):
                chosen[ship.unit] = (sea_area, load)
                taken |= {key.unit for key in load}
        if not chosen:
            continue
        afloat = [key._replace(area=sea_area, condition="aboard") for _, load in chosen.values() for key in load]
        for shore in ways.shore(position, sea_area):
            if board.is_hostile_land(position, power, shore):
                gain = _gain(position, side, power, shore, afloat)
                if gain > best[0]:
                    best = (gain, chosen)
    return best[1]


def _gain(position: Position, side: str, power: str, shore: str, afloat: list[Stack]) -> float:
    """Return what a landing promises: chance times worth, with the aircraft that reach the shore and land units beside it."""
    foes = outlook.guards(position, shore, outlook.OTHER[side])
    if board.is_island(position, shore):
        afloat = sorted(afloat, key=lambda key: (-board.printed(position.title, key, "land"), key.unit))
        fit: list[Stack] = []
        for key in afloat:
            if sum(k.strength for k in fit) + key.strength <= 2:
                fit.append(key)
        afloat = fit
    wings = [key for key in phases.mine(position, ("air",)) if key.power == power and position.title.areas[key.area].kind == "land"
             and shore in ways.flights(position, key, ways.air_range(position, key))]  # fmt: skip
    beside = [
        key
        for other in control.adjacent_land(position, shore)
        for key in outlook.guards(position, other, side)
        if key.power == power
    ]
    promise = outlook.chance(position, shore, [*afloat, *wings, *beside], foes) * outlook.worth(position, shore, side)
    landed = sum(board.printed(position.title, key, "land") for key in afloat)
    country = countries(position.title)[board.country_at(position, shore)]
    back = outlook.threat(position, shore, side) > landed or (
        country.major and country.power != power and not board.is_island(position, shore)
    )
    return promise * (FLEETING if back and not foes else 1)


def _load(
    position: Position, ship: Stack, side: str, gone: Iterable[str] = (), coast: Iterable[str] = ()
) -> list[Stack]:
    """Return the land units that a TRS can take aboard where it is and on a coast, and that can be spared, the best first.

    Those of `gone` go with other TRS; who stands beside the enemy attacks overland.
    """
    areas = dict.fromkeys((ship.area, *coast))
    lands = [
        k for area in areas for k in outlook.guards(position, area, side)
        if board.type_of(position.title, k.unit) not in ("FORT", "AA", "GAR") and board.are_partners(position, k.power, ship.power)
        and not board.is_chinese(position, k.unit) and k.unit not in gone and not board.is_aboard(k)
        and not (k.area == ship.area and outlook.is_pinned(position, k, side)) and outlook.distances(position, k.power).get(k.area, 99) > 1
    ]  # fmt: skip
    lands.sort(
        key=lambda k: (
            board.type_of(position.title, k.unit) != "MAR",
            -board.printed(position.title, k, "land"),
            k.unit,
        )
    )
    stay = {area: sum(k.unit not in gone for k in outlook.guards(position, area, side)) for area in areas}
    load: list[Stack] = []
    for key in lands:
        kept = outlook.needs_guard(position, key.area, side) or outlook.worth(position, key.area) > 2
        last = kept and stay[key.area] == 1
        if not last and sum(k.strength for k in load) + key.strength <= 2 * ship.strength:
            load.append(key)
            stay[key.area] -= 1
    return load


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
            yield from _ferry(play, key, side)
            yield from _forward(play, key, side)
            continue
        for area in sorted(goals, key=lambda area: (far[area], -outlook.threat(play.position, area, side), area))[:1]:
            yield Rebase(key.unit, f"{key.area} > {area}")


def _ferry(play: Play, ship: Stack, side: str) -> Iterator[Order]:
    """Yield the rebase of a TRS: with idle land units to a port near the front, or empty to where they wait."""
    position = play.position
    if board.type_of(position.title, ship.unit) != "TRS" or board.is_neutral_major(position, ship.power):
        return
    far = outlook.distances(position, ship.power)
    open_ = sorted({area for area, _ in ways.havens(position, ship, TRIPLE * ways.steps(position, ship), shy=True)})
    load = _load(position, ship, side) if far.get(ship.area, 50) > FRONT else []
    if load:
        names = ", ".join(key.unit for key in load)
        for area in sorted(
            (a for a in open_ if 1 <= far.get(a, 50) <= FRONT), key=lambda a: (far[a], -outlook.worth(position, a), a)
        ):
            yield Rebase(ship.unit, f"{ship.area} > {area}", names)
    elif not load and not _idle(position, ship, ship.area, side):
        waiting = [(-len(_idle(position, ship, area, side)), area) for area in open_ if far.get(area, 50) > FRONT]
        for count, area in sorted(waiting)[:1]:
            if count < 0:
                yield Rebase(ship.unit, f"{ship.area} > {area}")


def _forward(play: Play, ship: Stack, side: str) -> Iterator[Order]:
    """Yield the rebase of a ship that no land leads to the enemy from: to a port nearer to hostile shores, a TRS with a load."""
    position = play.position
    type_ = board.type_of(position.title, ship.unit)
    if (
        type_ == "LL"
        or board.is_neutral_major(position, ship.power)
        or outlook.distances(position, ship.power).get(ship.area, 50) <= FRONT
    ):
        return
    far = outlook.sea_distances(position, ship.power)

    def gap(area: str) -> int:
        return min((far.get(sea, 50) for port in ports(position.title).get(area, ()) for sea in port.seas), default=50)

    open_ = {area for area, _ in ways.havens(position, ship, TRIPLE * ways.steps(position, ship), shy=True)}
    nearer = sorted((gap(area), -outlook.worth(position, area), area) for area in open_ if gap(area) < gap(ship.area))
    load = _load(position, ship, side) if type_ == "TRS" else []
    names = ", ".join(key.unit for key in load)
    for _, _, area in nearer[:2] if load or type_ != "TRS" else ():
        yield Rebase(ship.unit, f"{ship.area} > {area}", names)


def _idle(position: Position, ship: Stack, area: str, side: str) -> list[Stack]:
    return _load(position, ship._replace(area=area), side)
