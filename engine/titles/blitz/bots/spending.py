"""What the greedy player develops and builds."""

from __future__ import annotations

from collections.abc import Iterator

from engine.orders import Order
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz.bots import garrisons, outlook, warring
from engine.titles.blitz.orders import AddUnit, Bomb, Build, ResearchWeapons
from engine.titles.blitz.position import board, changes, commanders, weapons
from engine.titles.blitz.position.changes import OIL, RESOURCES
from engine.titles.blitz.tables import counters
from engine.titles.blitz.turn_end import building, purses, treasury
from engine.titles.blitz.vocabulary import A_BOMB

SAVED = 2
"""Oil that is kept for a Total Blitz."""
RESEARCH = 8
"""How often in a turn what nothing can be built with goes into research."""
LEFT_OVER = 4
"""Resources that a power has left after building from which on it cannot spend what it has."""
FIRST = 50
"""What is added to the worth of a land unit that can be built in an empty capital: it is built before all else."""
SATED = 0.4
"""Share of its worth that a warship has for a power whose fleet is enough."""
LANDED = 1.6
"""How much more an army is worth to a power that has room for it in its TRS."""
LIFT, IDLE_LIFT = 6, 1
"""What a TRS is worth to a power with troops that wait for one, and without."""


def value(position: Position, unit: str, power: str, escort: float = 0.0) -> float:
    """Return what a unit is worth to a power: its best factors, by what the power fights with.

    With `escort`, a power that fights overseas goes by what it lacks: ships up to so many times its strongest enemy's fleet, TRS for the
    troops that wait, troops for the room in its TRS.
    """
    row = counters(position.title)[unit]
    overseas = warring.is_overseas(position.title, power)
    land: float = max([0, *row.land]) + (1 if row.type in ("ARM", "MAR") else 0)
    fleet = max([0, *row.naval, *row.strategic]) * (1.0 if overseas else 0.6)
    wings = max([0, *row.air]) * 0.5
    carry: float = 4 if row.type == "TRS" and overseas else 3 if row.type == "LL" else 0
    if escort and overseas:
        lifted = outlook.room(position, power) >= outlook.waiting(position, power)
        if row.type == "TRS":
            carry = IDLE_LIFT if lifted else LIFT
        elif row.type in board.WARSHIPS and outlook.rules_sea(position, power, escort):
            fleet *= SATED
        elif row.type in outlook.TROOPS and lifted:
            land *= LANDED
    return max(land, fleet) + wings + carry


def build(play: Play, escort: float) -> Iterator[Order]:
    """Yield what is added, then what is built: the free GAR, units grown where they fight, the best of the pool; nothing is hoarded."""
    power = play.state.clock.power
    for _ in range(weapons.may_add(play.position, power)):
        keys = weapons.groups(play.position, power).get(weapons.current_group(play.position, power), [])
        for key in sorted(keys, key=lambda key: (-value(play.position, key.unit, power, escort), key.unit))[:1]:
            yield AddUnit(key.unit)
    yield from commanders.choices(play.position, power)[:1]
    yield from _gars(play, power)
    yield from _spend(play, power, escort)
    if A_BOMB.number(play.state, power):
        yield Bomb("develop")
        yield Bomb("test")
    yield from _china(play, power)
    for _ in range(RESEARCH):
        if _budget(play, power) > 0:
            yield ResearchWeapons()
            yield from _spend(play, power, escort)


def _spend(play: Play, power: str, escort: float) -> Iterator[Order]:
    """Yield builds, the best first, as long as something can be built and paid."""
    for _ in range(40):
        if not _budget(play, power):
            break
        before = play.state.seq
        for order in _wishes(play, power, escort):
            yield order
            if play.state.seq != before:
                break
        if play.state.seq == before:
            break


def is_sated(position: Position, power: str) -> bool:
    """Return whether a power has more left over than losses could cost it: its counters are on the map at full Size (7.3, 7.8)."""
    return changes.store(position, power, RESOURCES) >= LEFT_OVER


def _budget(play: Play, power: str) -> int:
    """Return what may be spent now: all Resources, and Oil above what is kept."""
    oil = max(changes.store(play, power, OIL) - SAVED, 0)
    return min(treasury.usable(play.position, power), changes.store(play, power, RESOURCES) + oil)


def _gars(play: Play, power: str) -> Iterator[Order]:
    for key in _pool(play.position, power):
        if board.type_of(play.title, key.unit) == "GAR":
            yield from _new(play, key)


def _pool(position: Position, power: str) -> list[Stack]:
    keys = (key for key in position.state.stacks if key.area == changes.box(power, changes.POOL))
    return sorted(key for key in keys if not board.is_big(position.title, key.unit))


def _new(play: Play, key: Stack) -> Iterator[Order]:
    """Yield the building of a unit where it is wanted most."""
    side = play.position.side_of(key.power)
    far = outlook.distances(play.position, key.power)
    sites = building.sites(play.position, key)
    empty = garrisons.empty_capitals(play.position, side) if board.kind_of(play.title, key.unit) == "land" else []

    def want(place: tuple[str, str]) -> tuple[bool, float, int, str]:
        bare = not outlook.guards(play.position, place[0], side)
        danger = outlook.threat(play.position, place[0], side)
        if bare and outlook.is_raided(play.position, place[0]):
            danger += outlook.worth(play.position, place[0])
        return (place[0] not in empty, -danger * (2 if bare else 1), far.get(place[0], outlook.FAR), place[0])

    for area, port in sorted(sites, key=want)[:1]:
        yield Build(key.unit, area, 1, port)


def _wishes(play: Play, power: str, escort: float) -> Iterator[Order]:
    """Yield builds in the order of what they bring for a Resource."""
    position = play.position
    far = outlook.distances(position, power)
    empty = frozenset(garrisons.empty_capitals(position, position.side_of(power)))
    wishes: list[tuple[float, str, Stack]] = []
    for key in board.on_map(position):
        if key.power == power and building.top_size(position, key) > key.strength:
            near = 1.3 if far.get(key.area, outlook.FAR) <= outlook.FRONT else 1.0
            wishes.append((value(position, key.unit, power, escort) * near * 0.6, key.unit, key))
    for key in _pool(position, power):
        if board.type_of(play.title, key.unit) != "GAR":
            fills = board.kind_of(position.title, key.unit) == "land" and not empty.isdisjoint(a for a, _ in building.sites(position, key))
            wishes.append((value(position, key.unit, power, escort) * 0.8 + (FIRST if fills else 0), key.unit, key))
    for _, _, key in sorted(wishes, key=lambda wish: (-wish[0], wish[1])):
        if board.is_boxed(position, key):
            yield from _new(play, key)
        else:
            yield Build(key.unit)


def _china(play: Play, power: str) -> Iterator[Order]:
    for _ in range(purses.china_purse(play.position)):
        for key in [k for k in board.on_map(play.position) if k.power == power and board.is_chinese(play.position, k.unit)]:
            yield Build(key.unit)
        for key in _pool(play.position, power):
            if board.is_chinese(play.position, key.unit):
                yield from _new(play, key)
