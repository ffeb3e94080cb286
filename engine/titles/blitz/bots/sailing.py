"""Ships and aircraft of the greedy player: home, out to sea, over land."""

from __future__ import annotations

from collections.abc import Iterator

from engine.orders import Order
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz.bots import landings, outlook
from engine.titles.blitz.combat import phases
from engine.titles.blitz.orders import Engage, PutToSea, Rebase, ReturnToBase
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board, ways
from engine.titles.blitz.position.supply import convoys_of
from engine.titles.blitz.sea import sea
from engine.titles.blitz.tables import deliveries, figure, ports


def go_home(play: Play, *, campaign: bool) -> Iterator[Order]:
    """Yield returns to base: of all units at sea but LL units in place, raiders of Convoys, and loaded TRS off an enemy shore.

    In a campaign, a TRS goes home too if its troops cannot hope to take a shore.
    """
    side = play.position.side_of(play.state.clock.power)
    for key in phases.mine(play.position, ("sea", "air")):
        if play.title.areas[key.area].kind != "sea" or _stays(play.position, key, side, campaign=campaign):
            continue
        bases = sea.near_bases(play.position, key)
        far = outlook.distances(play.position, key.power)
        if bases:
            yield ReturnToBase(key.unit, *min(bases, key=lambda place: (far.get(place[0], outlook.FAR), place)))


def _stays(position: Position, key: Stack, side: str, *, campaign: bool) -> bool:
    type_ = board.type_of(position.title, key.unit)
    if type_ == "LL":
        return deliveries(position.title)[key.unit].area == key.area
    odds = outlook.naval_strength(position, side, key.area) >= outlook.naval_strength(position, outlook.OTHER[side], key.area)
    if control.parse_load(key) and odds:
        if campaign:
            return landings.promise(position, key, side) > landings.WORTHWHILE
        shores = ways.shore(position, key.area)
        return any(board.is_hostile_land(position, key.power, area) for area in shores)
    prey = convoys_of(position, outlook.OTHER[side], key.area)
    own = convoys_of(position, side, key.area)
    return bool(prey and odds) or bool(own and odds and type_ in board.WARSHIPS)


def put_to_sea(play: Play, *, campaign: bool) -> Iterator[Order]:
    """Yield moves to sea: Lend Lease, raiders to enemy Convoys, warships to fights they win and Convoys they guard, then landings.

    In a campaign, raiders hunt Lend Lease and TRS too.
    """
    side = play.position.side_of(play.state.clock.power)
    landing = landings.invasions(play.position, side, campaign=campaign)
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
            yield from _station(play, key, side, campaign=campaign)


def _reach(position: Position, key: Stack) -> list[str]:
    if board.kind_of(position.title, key.unit) == "sea":
        return list(ways.voyages(position, key, ways.sea_range(position, key)))
    far = ways.flights(position, key, ways.air_range(position, key))
    return [area for area in far if position.title.areas[area].kind == "sea"]


def _station(play: Play, key: Stack, side: str, *, campaign: bool) -> Iterator[Order]:
    position = play.position
    own = max(board.printed(position.title, key, "naval"), 1)

    def score(area: str) -> float:
        foes, friends = (
            outlook.naval_strength(position, outlook.OTHER[side], area),
            outlook.naval_strength(position, side, area) + own,
        )
        prey = sum(row.factor for row in convoys_of(position, outlook.OTHER[side], area) if board.at_war(position, key.power, row.power))
        if campaign:
            prey += _prizes_at_sea(position, key.power, area)
        guarded = sum(row.factor for row in convoys_of(position, side, area))
        hunted = any(board.at_war(position, key.power, other.power) for other, _ in position.stacks(area))
        if foes > friends * 1.2:
            return -1
        return 3 * prey + (2 * foes if hunted else 0) + (1.5 * guarded if hunted else 0)

    for area in sorted(_reach(position, key), key=lambda area: (-score(area), area))[:2]:
        if score(area) > 0:
            yield PutToSea(key.unit, f"{key.area} > {area}")


def _prizes_at_sea(position: Position, power: str, area: str) -> int:
    """Return the Sizes of enemy LL and TRS in a sea area."""
    return sum(
        other.strength
        for other, _ in position.stacks(area)
        if board.type_of(position.title, other.unit) in ("LL", "TRS") and board.at_war(position, power, other.power)
    )


def fight(play: Play) -> Iterator[Order]:
    """Yield the combats that are due."""
    for area in sea.due(play.position):
        yield Engage(area)


def rebase(play: Play, *, campaign: bool) -> Iterator[Order]:
    """Yield rebases of air units, and of ships far from any enemy, towards the front."""
    side = play.position.side_of(play.state.clock.power)
    for key in phases.mine(play.position, ("air", "sea")):
        if play.title.areas[key.area].kind != "land":
            continue
        if board.kind_of(play.title, key.unit) == "air":
            for area in _airfields(play.position, key, side)[:1]:
                yield Rebase(key.unit, f"{key.area} > {area}")
        else:
            yield from _ferry(play, key, side, campaign=campaign)
            yield from _forward(play, key, side, campaign=campaign)


def _airfields(position: Position, key: Stack, side: str) -> list[str]:
    """Return guarded bases nearer to the front, the best first; where no land leads to it, those nearer to hostile shores."""
    most = figure(position.title, "rebase-movement") * ways.air_range(position, key)
    far = outlook.distances(position, key.power)
    here = far.get(key.area, outlook.FAR)
    bases = [area for area in ways.bases(position, key, most) if outlook.guards(position, area, side)]
    if goals := [area for area in bases if 1 <= far.get(area, outlook.FAR) < here]:
        return sorted(goals, key=lambda area: (far[area], -outlook.threat(position, area, side), area))
    if key.area in far:
        return []
    gaps = {area: outlook.gap(position, key.power, outlook.coast(position, area)) for area in (key.area, *bases)}
    return sorted((area for area in bases if gaps[area] < gaps[key.area]), key=lambda area: (gaps[area], area))


def _ferry(play: Play, ship: Stack, side: str, *, campaign: bool) -> Iterator[Order]:
    """Yield the rebase of a TRS: with idle land units to a port near the front, or empty to where they wait."""
    position = play.position
    if board.type_of(position.title, ship.unit) != "TRS" or board.is_neutral_major(position, ship.power):
        return
    far = outlook.distances(position, ship.power)
    open_ = sorted(
        {area for area, _ in ways.havens(position, ship, figure(play.title, "rebase-movement") * ways.steps(position, ship), shy=True)}
    )
    load = landings.cargo(position, ship, side, campaign=campaign) if far.get(ship.area, outlook.FAR) > outlook.FRONT else []
    if load:
        names = ", ".join(key.unit for key in load)
        for area in sorted(
            (a for a in open_ if 1 <= far.get(a, outlook.FAR) <= outlook.FRONT),
            key=lambda a: (far[a], -outlook.worth(position, a), a),
        ):
            yield Rebase(ship.unit, f"{ship.area} > {area}", names)
    elif not load and not _idle(position, ship, ship.area, side, campaign=campaign):
        waiting = [
            (-len(_idle(position, ship, area, side, campaign=campaign)), area)
            for area in open_
            if far.get(area, outlook.FAR) > outlook.FRONT
        ]
        for count, area in sorted(waiting)[:1]:
            if count < 0:
                yield Rebase(ship.unit, f"{ship.area} > {area}")


def _forward(play: Play, ship: Stack, side: str, *, campaign: bool) -> Iterator[Order]:
    """Yield the rebase of a ship that no land leads to the enemy from: to a port nearer to hostile shores, a TRS with a load."""
    position = play.position
    type_ = board.type_of(position.title, ship.unit)
    if (
        type_ == "LL"
        or board.is_neutral_major(position, ship.power)
        or outlook.distances(position, ship.power).get(ship.area, outlook.FAR) <= outlook.FRONT
    ):
        return

    def gap(area: str) -> int:
        seas = (sea for port in ports(position.title).get(area, ()) for sea in port.seas)
        return outlook.gap(position, ship.power, seas)

    open_ = {area for area, _ in ways.havens(position, ship, figure(play.title, "rebase-movement") * ways.steps(position, ship), shy=True)}
    nearer = sorted((gap(area), -outlook.worth(position, area), area) for area in open_ if gap(area) < gap(ship.area))
    load = landings.cargo(position, ship, side, campaign=campaign) if type_ == "TRS" else []
    names = ", ".join(key.unit for key in load)
    for _, _, area in nearer[:2] if load or type_ != "TRS" else ():
        yield Rebase(ship.unit, f"{ship.area} > {area}", names)


def _idle(position: Position, ship: Stack, area: str, side: str, *, campaign: bool) -> list[Stack]:
    return landings.cargo(position, ship._replace(area=area), side, campaign=campaign)
