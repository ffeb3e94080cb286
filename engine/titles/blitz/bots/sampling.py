"""Orders drawn at random for the random bot: likely to be legal, so that it walks through the rules."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.bots.bot import Sampler
from engine.orders import Order, join_path
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz.combat import phases
from engine.titles.blitz.land import combat
from engine.titles.blitz.orders import (
    AddUnit,
    Announced,
    Attack,
    AttackKind,
    Blitz,
    Bomb,
    Build,
    Command,
    Engage,
    Forgo,
    GoToWar,
    MoveUnit,
    PutToSea,
    Rebase,
    ResearchWeapons,
    Resolve,
    ReturnToBase,
    Sabotage,
    Scrap,
)
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board, commanders, ways, weapons
from engine.titles.blitz.sea import passage, sea
from engine.titles.blitz.tables import countries
from engine.titles.blitz.turn_end import building

FAR = 3


def _one(position: Position, rng: Random, kinds: tuple[str, ...], *, at_sea: bool | None = None) -> Stack | None:
    keys = [key for key in phases.mine(position, kinds) if at_sea is None or (position.title.areas[key.area].kind == "sea") == at_sea]
    return rng.choice(keys) if keys else None


def _declare(position: Position, rng: Random) -> Order | None:
    if rng.random() > 0.02:
        return None
    powers = board.powers_of(position, board.side_of(position, position.power))
    return GoToWar(rng.choice(powers), rng.choice([*countries(position.title), *position.title.powers]))


def _blitz(position: Position, rng: Random) -> Order | None:
    powers = board.powers_of(position, board.side_of(position, position.power))
    return Blitz(rng.choice(powers), rng.choice(["air", "land", "naval", "total", "free", "foot"]))


def _return(position: Position, rng: Random) -> Order | None:
    key = _one(position, rng, ("air", "sea"), at_sea=True)
    open_ = key is not None and not board.is_aboard(key)
    bases = [*sea.near_bases(position, key), *passage.forced_bases(position, key)] if key and open_ else []
    return ReturnToBase(key.unit, *rng.choice(bases)) if key and bases else None


def _sail(position: Position, rng: Random) -> Order | None:
    key = _one(position, rng, ("air", "sea"), at_sea=False)
    if key is None:
        return None
    if board.kind_of(position.title, key.unit) == "air":
        goals = [a for a in ways.flights(position, key, ways.air_range(position, key)) if position.title.areas[a].kind == "sea"]
        return PutToSea(key.unit, f"{key.area} > {rng.choice(sorted(goals))}") if goals else None
    goals = list(ways.voyages(position, key, ways.sea_range(position, key)))
    if not goals:
        return None
    goal = rng.choice(sorted(goals))
    forced = sorted(other for other in position.title.neighbours[goal] if ways.is_forced(position, key, goal, other))
    if board.type_of(position.title, key.unit) != "TRS":
        return PutToSea(key.unit, join_path([key.area, goal, *forced[:1]]))
    carry = [k.unit for k, _ in position.stacks(key.area) if board.kind_of(position.title, k.unit) == "land"]
    near = [
        k.unit for area in ways.shore(position, goal) for k, _ in position.stacks(area) if board.kind_of(position.title, k.unit) == "land"
    ]
    take = rng.choice([*carry, ""])
    embark = rng.choice([*near, ""])
    return PutToSea(key.unit, f"{key.area} > {goal}", take, "" if embark == take else embark)


def _engage(position: Position, rng: Random) -> Order | None:
    areas = sea.due(position)
    return Engage(rng.choice(areas)) if areas else None


def _rebase(position: Position, rng: Random) -> Order | None:
    key = _one(position, rng, ("air", "sea", "land"), at_sea=False)
    if key is None:
        return None
    if board.kind_of(position.title, key.unit) == "sea":
        forced = position.options["forced-passage"] == "yes"
        goals = [area for area, _ in ways.havens(position, key, FAR * ways.steps(position, key), shy=True, force=forced)]
        carry = [k.unit for k, _ in position.stacks(key.area) if board.kind_of(position.title, k.unit) == "land"]
        load = rng.choice([*carry, ""]) if board.type_of(position.title, key.unit) == "TRS" else ""
    else:
        goals, load = list(ways.bases(position, key, FAR * ways.air_range(position, key))), ""
    return Rebase(key.unit, f"{key.area} > {rng.choice(sorted(goals))}", load) if goals else None


def _march(position: Position, rng: Random) -> Order | None:
    key = _one(position, rng, ("land",))
    if key is None:
        return None
    if board.is_aboard(key):
        return MoveUnit(key.unit, f"{key.area} > {rng.choice([*ways.shore(position, key.area), key.area])}")
    path = [key.area]
    for _ in range(rng.randint(1, 3)):
        near = [area for area in control.adjacent_land(position, path[-1]) if area not in path]
        if near:
            path.append(rng.choice(near))
    return MoveUnit(key.unit, " > ".join(path))


def _attack(position: Position, rng: Random) -> Order | None:
    kind: AttackKind = rng.choice(["ground", "ground", "ground", "port", "factory"])
    key = _one(position, rng, ("land",) if kind == "ground" else ("air", "sea"))
    if key is None:
        return None
    if position.title.areas[key.area].kind == "sea":
        near = list(ways.shore(position, key.area))
    elif kind == "ground":
        near = control.adjacent_land(position, key.area)
    else:
        near = [a for a in ways.flights(position, key, ways.air_range(position, key)) if position.title.areas[a].kind == "land"]
    foes = [area for area in near if board.is_hostile_land(position, key.power, area, key.unit)]
    if not foes:
        return None
    area = rng.choice(sorted(foes))
    drop = key.unit if ways.air_range(position, key) and kind == "ground" and rng.random() < 0.5 else ""
    return Attack(kind, area, "" if drop else key.unit, drop)


def _join(position: Position, rng: Random) -> Order | None:
    """Add a unit to an announced attack."""
    now = combat.announced(position)
    key = _one(position, rng, ("land", "air", "sea"))
    return Attack(*rng.choice(now), key.unit) if now and key else None


def _any_attack(position: Position, rng: Random) -> Order | None:
    return _join(position, rng) if rng.random() < 0.4 else _attack(position, rng)


def _announced(position: Position, rng: Random) -> Order | None:
    return Announced() if rng.random() < 0.15 else None


def _resolve(position: Position, rng: Random) -> Order | None:
    now = combat.announced(position)
    return Resolve(*rng.choice(now)) if now else None


def _develop(position: Position, rng: Random) -> Order | None:
    group = weapons.current_group(position, position.power)
    keys = weapons.groups(position, position.power).get(group, [])
    return AddUnit(rng.choice(keys).unit) if keys else None


def _forgo(position: Position, rng: Random) -> Order | None:
    order = _develop(position, rng)
    return Forgo(order.unit) if isinstance(order, AddUnit) and rng.random() < 0.1 else None


def _build(position: Position, rng: Random) -> Order | None:
    power = position.power
    keys = [
        key
        for key in sorted(position.state.stacks)
        if key.power == power and (key.area == f"{power}-pool" or position.title.areas[key.area].kind != "box")
    ]
    if not keys:
        return None
    key = rng.choice(keys)
    if not board.is_boxed(position, key):
        return Build(key.unit, sizes=rng.randint(1, 2))
    sites = building.sites(position, key)
    if not sites:
        return None
    area, port = rng.choice(sites)
    return Build(key.unit, area, rng.randint(1, 2), port)


def _bomb(position: Position, rng: Random) -> Order | None:
    return Bomb(rng.choice(["develop", "test"]))


def _research(position: Position, rng: Random) -> Order | None:
    return ResearchWeapons() if rng.random() < 0.3 else None


def _sabotage(position: Position, rng: Random) -> Order | None:
    return Sabotage(rng.choice(board.rules_of(position).powers))


def _scrap(position: Position, rng: Random) -> Order | None:
    key = _one(position, rng, ("land", "air", "sea"))
    return Scrap(key.unit) if key and rng.random() < 0.02 else None


def _command(position: Position, rng: Random) -> Order | None:
    powers = board.powers_of(position, board.side_of(position, position.power))
    found = commanders.choices(position, rng.choice(powers)) if rng.random() < 0.1 else []
    return rng.choice(found) if found else None


SAMPLERS: Mapping[type[Order], Sampler] = {
    GoToWar: _declare,
    Blitz: _blitz,
    ReturnToBase: _return,
    PutToSea: _sail,
    Engage: _engage,
    Rebase: _rebase,
    MoveUnit: _march,
    Attack: _any_attack,
    Announced: _announced,
    Resolve: _resolve,
    AddUnit: _develop,
    Forgo: _forgo,
    Build: _build,
    Bomb: _bomb,
    Command: _command,
    ResearchWeapons: _research,
    Sabotage: _sabotage,
    Scrap: _scrap,
}
"""Order type to what draws it."""
