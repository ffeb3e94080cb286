"""Where the state of a game and the save's state differ, and what sets the game right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from engine.families.axis_allies.board import is_impassable
from engine.families.axis_allies.facilities.sites import Facility
from engine.forces import BlockCount, show_blocks
from engine.observations import AnyObservation, Bank, Damage, Owner, Technology, Units
from engine.rules import Position
from engine.title.model import Title
from engine.title.settings import setting
from ingest.triplea.orders.names import Names
from ingest.triplea.plain import NEUTRAL
from ingest.triplea.state import TripleaState
from ingest.triplea.summary import technologies
from ingest.triplea.title.names import resources
from ingest.triplea.title.names import technologies as title_technologies

MAIN = "PUs"
"""The main resource as the save calls it."""

Place = tuple[str, str, str]
"""(area, power, unit)."""


class Gap(NamedTuple):
    """One thing that differs: what it is, what the rules made of it, what the save says."""

    what: str
    where: str
    ours: str
    theirs: str


class Picture(NamedTuple):
    """A state as both sides can tell it: units, hits and damage they have taken, owners, stores, technologies, units not placed yet."""

    units: Counter[Place]
    hurt: Counter[Place]
    damage: dict[str, int]
    owners: dict[str, str]
    banks: dict[str, int]
    stores: Counter[tuple[str, str]]
    technologies: Counter[tuple[str, str]]
    held: Counter[tuple[str, str]]


def ours(position: Position) -> Picture:
    """Return the game's state. Strength below a type's full strength is hurt."""
    title, state = position.title, position.state
    units: Counter[Place] = Counter()
    hurt: Counter[Place] = Counter()
    for (area, power, unit, strength, _), count in state.stacks.items():
        units[area, power, unit] += count
        hurt[area, power, unit] += count * (title.units[unit].strength - strength)
    damage = {_bombed(title, area, unit): points for (area, unit), points in state.damage.items() if points}
    owners = {area: power for area, power in state.control.items() if power}
    banks = {power: state.resources.get((power, title.resource), 0) for power in title.powers}
    stores = Counter({key: n for key, n in state.resources.items() if key[1] != title.resource and n})
    techs = Counter({key: level for key, level in state.techs.items() if level})
    return Picture(units, +hurt, damage, owners, banks, stores, techs, Counter({key: n for key, n in state.pool.items() if n}))


def theirs(state: TripleaState, names: Names) -> Picture:
    """Return the save's state at this moment."""
    units: Counter[Place] = Counter()
    hurt: Counter[Place] = Counter()
    damage: dict[str, int] = {}
    waiting: Counter[tuple[str, str]] = Counter()
    for (kind, holder), held in state.held_at.items():
        for unit in held.values():
            if kind != "territory":
                waiting[names.powers[holder], names.units[unit.type]] += 1
                continue
            area = names.areas[holder]
            place = (area, names.owners[unit.owner], built(names, unit.type))
            units[place] += 1
            hurt[place] += unit.hits
            if unit.damage:
                where = _bombed(names.title, area, place[2])
                damage[where] = damage.get(where, 0) + unit.damage
    barred = {slug for slug, row in names.title.areas.items() if row.kind == "sea" or is_impassable(names.title, slug)}
    nobody = names.owners.get(NEUTRAL, "")
    owned = ((names.areas[name], names.owners.get(owner or NEUTRAL, nobody)) for name, owner in state.owners.items())
    owners = {area: power for area, power in owned if power and area not in barred}
    banks = {power: 0 if player == NEUTRAL else state.resources[player][MAIN] for player, power in names.powers.items()}
    known = {name: slug for name, slug in resources(state.save).items() if slug in names.title.resources and name != MAIN}
    stores = Counter({(power, known[name]): state.resources[player][name] for player, power in names.powers.items() for name in known})
    slugs = title_technologies(state.save)
    # What a rider has, it has by its leader, who shares it.
    has = {(names.owners[player], slugs[tech]) for player, found in technologies(state).items() if player in names.powers for tech in found}
    techs = Counter(one for one in has if one[1] in names.title.technologies)
    return Picture(units, +hurt, damage, owners, banks, +stores, techs, waiting)


def built(names: Names, kind: str) -> str:
    """Return the unit that a type is once it stands on the map: an upgrade is the better factory that it makes."""
    unit, row = names.units[kind], setting(names.title, "facility", Facility)
    return row.upgrade.new if row and row.upgrade and row.upgrade.unit == unit else unit


def gaps(mine: Picture, save: Picture) -> Iterator[Gap]:
    """Yield everything that differs, sorted."""
    for field in Picture._fields:
        one, two = getattr(mine, field), getattr(save, field)
        for key in sorted({*one, *two}):
            if one.get(key) != two.get(key):
                where = key if isinstance(key, str) else " ".join(key)
                yield Gap(field, where, str(one.get(key, "none")), str(two.get(key, "none")))


def corrections(position: Position, save: Picture) -> Iterator[AnyObservation]:
    """Yield what has to be made true for the game's state to be the save's: owners, banks, units, damage."""
    mine = ours(position)
    for area in sorted({*mine.owners, *save.owners}):
        if mine.owners.get(area, "") != save.owners.get(area, ""):
            yield Owner(area, save.owners.get(area, ""))
    for power, amount in save.banks.items():
        if mine.banks[power] != amount:
            yield Bank(power, amount)
    for power, kind in sorted({*mine.stores, *save.stores}):
        if mine.stores[power, kind] != save.stores[power, kind]:
            yield Bank(power, save.stores[power, kind], kind)
    for power, tech in sorted({*mine.technologies, *save.technologies}):
        if mine.technologies[power, tech] != save.technologies[power, tech]:
            yield Technology(power, tech, save.technologies[power, tech])
    for area, power in sorted({place[:2] for place in (*mine.units, *save.units)}):
        if _there(position.title, mine, area, power) != _there(position.title, save, area, power):
            yield Units(area, power, show_blocks(_there(position.title, save, area, power)))
    for area in sorted({*mine.damage, *save.damage}):
        if mine.damage.get(area, 0) != save.damage.get(area, 0):
            where, _, unit = area.partition(" ")
            there = sorted({kind for place, _, kind in save.units if place == where and position.title.units[kind].cls == "facility"})
            factory = next((kind for kind in there if _makes(position.title, kind)), "") if len(there) > 1 else ""
            yield Damage(where, save.damage.get(area, 0), unit or factory)


def _makes(title: Title, unit: str) -> bool:
    return title.units[unit].has("produces")


def _bombed(title: Title, area: str, unit: str) -> str:
    """Return what is damaged: an area for its factory, an area and a facility for any other."""
    return area if _makes(title, unit) else f"{area} {unit}"


def _there(title: Title, picture: Picture, area: str, power: str) -> list[BlockCount]:
    """Return a power's units in an area, with the strength that is left of those that take several hits."""
    found: list[BlockCount] = []
    for unit, row in title.units.items():
        count, hits = picture.units[area, power, unit], picture.hurt[area, power, unit]
        if row.strength == 1:
            found += [BlockCount(unit, count)] if count else []
            continue
        worst = -(-hits // count) if count else 0
        hurt = hits - count * (worst - 1) if worst else 0
        found += [BlockCount(unit, n, "", row.strength - lost) for n, lost in ((count - hurt, max(0, worst - 1)), (hurt, worst)) if n]
    return found
