"""Land moves and land area combat of the greedy player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.bots.bot import may
from engine.orders import Order, join_path
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz.bots import garrisons, outlook, spending, warring
from engine.titles.blitz.combat import a_bomb, phases
from engine.titles.blitz.land import combat
from engine.titles.blitz.orders import Announced, Attack, MoveUnit, Resolve
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board, ways
from engine.titles.blitz.settings import sieges
from engine.titles.blitz.tables import figure, places
from engine.titles.blitz.vocabulary import MOVED

REPLACED = 0.4
"""What is left of the weight of a power's own losses where it can replace them at once."""


class Nerve(NamedTuple):
    """What a player dares.

    Attributes:
        chance: to take an area, from which on it is attacked. losses: what a point of damage of its own weighs beside one that it does.
        profit: damage that an attack must do beyond its own losses where it is not likely to take the area. risk: the enemy's chance
            to take a capital that is left to a smaller garrison. help: what air and naval units must add to an attack, in chance and
            damage, if they are to join it.
    """

    chance: float
    losses: float
    profit: float
    risk: float
    help: float


def attack(play: Play, nerve: Nerve) -> Iterator[Order]:
    """Yield attacks, the most promising first, then resolve them."""
    position = play.position
    side = position.side_of(play.state.clock.power)
    if combat.stage(position) == "announce":
        for area, _ in _targets(position, side):
            yield from _assault(play, side, area, nerve)
        yield from _raids(play, side)
        if combat.announced(play.position):
            yield Announced()
    while combat.announced(play.position):
        kind, area = min(combat.announced(play.position), key=lambda one: (one[0] != "ground", -_merit(position, one[1], side)))
        yield Resolve(kind, area)


def _targets(position: Position, side: str) -> list[tuple[str, float]]:
    """Return the hostile land areas that the side can reach, each with the worth of taking it, best first."""
    found: dict[str, float] = {}
    for power in board.powers_of(position, side):
        for area in outlook.hostile(position, power):
            found[area] = _merit(position, area, side)
    return sorted(found.items(), key=lambda item: (-item[1], item[0]))


def _merit(position: Position, area: str, side: str) -> float:
    """Return the worth of taking an area to each land unit that is in the way."""
    return outlook.worth(position, area, side) / (1 + len(outlook.guards(position, area, outlook.OTHER[side])))


def _candidates(play: Play, side: str, area: str, nerve: Nerve) -> dict[str, list[Stack]]:
    """Return power to its land units that may attack an area now; what must stay as a guard is left out."""
    position = play.position
    near = [other for other in control.adjacent_land(position, area)]
    seas = outlook.coast(position, area)
    table: dict[str, list[Stack]] = {}
    for place in (*near, *seas):
        keys = [
            key
            for key in outlook.guards(position, place, side)
            if may(play, Attack("ground", area, key.unit)) and not _besieged(position, key, side)
        ]
        if place in near:
            keys = garrisons.spared(position, place, side, area, keys, nerve.risk)
        for key in keys:
            table.setdefault(key.power, []).append(key)
    return table


def _besieged(position: Position, key: Stack, side: str) -> bool:
    """Return whether a scenario asks for a garrison where a unit is, which it may not weaken."""
    held = any(siege.area == key.area for siege in sieges(position.title, position.state.scenario))
    return held and outlook.is_pinned(position, key, side)


def _assault(play: Play, side: str, area: str, nerve: Nerve) -> Iterator[Order]:
    """Yield the orders of a Ground Attack on an area that is likely to take it, or to hurt more than it costs."""
    position = play.position
    foes = outlook.guards(position, area, outlook.OTHER[side])
    best: tuple[float, list[Stack], list[Stack]] = (0.0, [], [])
    near = _candidates(play, side, area, nerve)
    paras = _paras(position, area) if foes else []
    for power in sorted({*near, *(key.power for key in paras)}):
        fit = _fitting(position, area, near.get(power, []))
        drops: list[Stack] = []
        for key in paras:
            gone = {*fit, *drops, key}
            stays = not gone.issuperset(garrisons.uncommitted(position, key.area, side))
            if key.power == power and key not in fit and (stays or not outlook.needs_guard(position, key.area, side, area)):
                drops.append(key)
        if board.is_island(position, area):
            drops = drops[: not fit]
        if not fit and not drops:
            continue
        dared = _dared(position, power, nerve)
        force = fit if foes else fit[:1]
        chance, profit = _promise(position, area, [*force, *drops], foes, dared)
        if foes and (helpers := _support(position, area, power)):
            helped = _promise(position, area, [*force, *drops, *helpers], foes, dared)
            if sum(helped) - chance - profit > dared.help:
                (chance, profit), force = helped, [*force, *helpers]
        if chance >= dared.chance or (profit >= dared.profit and sum(key.strength for key in foes) > 1) or profit >= 2 * dared.profit:
            best = max(best, (chance + profit, force, drops), key=lambda item: item[0])
    if best[0]:
        yield Attack("ground", area, *(", ".join(key.unit for key in keys) for keys in best[1:]))


def _dared(position: Position, power: str, nerve: Nerve) -> Nerve:
    """Return what a power dares: more where it has more means than units to build, since it builds again at once what it loses."""
    return nerve._replace(losses=nerve.losses * REPLACED) if spending.is_sated(position, power) else nerve


def _promise(position: Position, area: str, force: list[Stack], foes: list[Stack], nerve: Nerve) -> tuple[float, float]:
    """Return the chance of an attack to take an area, and its damage less what it costs."""
    profit = outlook.trade(position, area, force, foes, nerve.losses) if foes else 0.0
    return outlook.chance(position, area, force, foes), profit


def _support(position: Position, area: str, power: str) -> list[Stack]:
    """Return the air and naval units of a power that may join its Ground Attack on an area."""
    keys = [key for key in phases.mine(position, ("air", "sea")) if key.power == power]
    return [key for key in keys if not combat.check_committed(position, key, "ground", area, attacking=True)]


def _paras(position: Position, area: str) -> list[Stack]:
    """Return the PARAs of the acting side that may be dropped on an area."""
    keys = [key for key in phases.mine(position, ("land",)) if ways.air_range(position, key)]
    return [key for key in keys if not combat.check_committed(position, key, "ground", area, attacking=True, flown=True)]


def _fitting(position: Position, area: str, keys: list[Stack]) -> list[Stack]:
    """Return as many of some units as may attack together: ten Sizes from an area, two on an Island."""
    most = figure(position.title, "island-attackers") if board.is_island(position, area) else 99
    sums: dict[str, int] = {}
    chosen: list[Stack] = []
    for key in sorted(keys, key=lambda key: (-board.printed(position.title, key, "land"), key.unit)):
        if (
            sums.get(key.area, 0) + key.strength <= figure(position.title, "attackers-from-an-area")
            and sum(k.strength for k in chosen) + key.strength <= most
        ):
            sums[key.area] = sums.get(key.area, 0) + key.strength
            chosen.append(key)
    return chosen


def _raids(play: Play, side: str) -> Iterator[Order]:
    """Yield Factory and Port Attacks with what is left of the air units."""
    for key in phases.mine(play.position, ("air",)):
        row = board.counter(play.title, key.unit)
        reach = ways.flights(play.position, key, ways.air_range(play.position, key))
        foes = sorted(
            area
            for area in reach
            if board.is_in_play(play.position, area)
            and play.title.areas[area].kind == "land"
            and board.is_hostile_land(play.position, key.power, area, key.unit)
        )
        for area in sorted(foes, key=lambda area: (-places(play.title)[area].factory, area)):
            if row.primary == "strategic" and places(play.title)[area].factory:
                yield Attack("factory", area, ", ".join([*_bombs(play.position, key), key.unit]))
                yield Attack("factory", area, key.unit)
            elif row.primary == "naval":
                yield Attack("port", area, key.unit)


def _bombs(position: Position, carrier: Stack) -> list[str]:
    """Return the A-Bomb that an air unit may carry, where one is beside it."""
    beside = (key for key, _ in position.stacks(carrier.area) if key.power == carrier.power)
    return [key.unit for key in beside if a_bomb.is_bomb(position, key) and a_bomb.carries(position, carrier)][:1]


def march(play: Play) -> Iterator[Order]:
    """Yield land moves: into empty enemy land, to what must be guarded, and towards the front; declarations of war come first."""
    if not phases.is_blitz(play.position):
        yield from warring.declarations(play)
    side = play.position.side_of(play.state.clock.power)
    for key in phases.mine(play.position, ("land",)):
        yield from _landing(play, key)
    for key in phases.mine(play.position, ("land",)):
        yield from _walk_in(play, key, side)
    for key in phases.mine(play.position, ("land",)):
        yield from _advance(play, key, side)


def _landing(play: Play, key: Stack) -> Iterator[Order]:
    """Bring a land unit ashore where friends are, unless it can attack from its TRS."""
    if board.is_aboard(key):
        shores = ways.shore(play.position, key.area)
        if not any(board.is_hostile_land(play.position, key.power, area, key.unit) for area in shores):
            for area in sorted(shores, key=lambda area: outlook.distances(play.position, key.power).get(area, 99)):
                yield MoveUnit(key.unit, f"{key.area} > {area}")


def _reach(position: Position, key: Stack) -> dict[str, tuple[str, ...]]:
    """Return the land areas that a unit can walk to, each with a way, through friendly or empty enemy land."""
    side = board.side_of(position, key.power)
    found: dict[str, tuple[str, ...]] = {key.area: (key.area,)}
    left = {key.area: ways.steps(position, key)}
    ahead = [key.area]
    for place in ahead:  # grows as it is walked
        for other in control.adjacent_land(position, place):
            rest = left[place] - board.terrain(position, other).move
            if rest < 0 or other in found or not board.holder(position, other) or outlook.guards(position, other, outlook.OTHER[side]):
                continue
            found[other], left[other] = (*found[place], other), rest
            ahead.append(other)
    return found


def _walk_in(play: Play, key: Stack, side: str) -> Iterator[Order]:
    there = board.find(play.position, key.unit)
    if there is None or there.area != key.area or board.is_aboard(key):
        return
    if outlook.is_pinned(play.position, key, side):
        return
    ways_ = _reach(play.position, key)
    far = outlook.prizes(play.position, key.power)
    keen = outlook.any_ground(play.position, side)
    open_ = [
        area
        for area in ways_
        if board.is_hostile_land(play.position, key.power, area, key.unit)
        and (keen or outlook.worth(play.position, area, side) > 1 or far.get(area, 99) < far.get(key.area, 99))
    ]
    for area in sorted(open_, key=lambda area: (-outlook.worth(play.position, area, side), area))[:2]:
        yield MoveUnit(key.unit, join_path(ways_[area]))


def _advance(play: Play, key: Stack, side: str) -> Iterator[Order]:
    """Move a unit nearer to the front, or to a threatened area without a guard."""
    position = play.position
    there = board.find(position, key.unit)
    if there is None or there.area != key.area or board.is_aboard(key) or board.has(there, MOVED):
        return
    if outlook.is_pinned(position, key, side):
        return
    far = outlook.distances(position, key.power)
    ways_ = _reach(position, key)
    bare = [
        area
        for area in ways_
        if area != key.area and outlook.needs_guard(position, area, side) and not outlook.guards(position, area, side)
    ]
    nearer = [area for area in ways_ if far.get(area, 99) < far.get(key.area, 99) and far.get(area, 99) >= 1]
    for area in sorted(bare, key=lambda area: (-outlook.worth(position, area), area))[:1]:
        yield MoveUnit(key.unit, join_path(ways_[area]))
    if board.type_of(position.title, key.unit) != "GAR":
        for area in sorted(nearer, key=lambda area: (far[area], -outlook.threat(position, area, side), area))[:2]:
            yield MoveUnit(key.unit, join_path(ways_[area]))
