"""Whether the events of a save add up to its saved state. The gap must be empty."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.condition import parse_condition
from engine.families.axis_allies.vocabulary import SUBMERGED
from engine.state import GameState, Stack
from ingest.triplea.events.board import SaveUnits
from ingest.triplea.events.ledger import relation
from ingest.triplea.state import TripleaState
from ingest.triplea.summary import technologies
from ingest.triplea.title.names import slug
from ingest.triplea.title.reading import Reading


class Difference(NamedTuple):
    """One value that differs: `part` of the state, the key in it, what the events make of it, what was saved."""

    part: str
    key: Hashable
    told: Any
    saved: Any


def differences(state: GameState, saved: TripleaState, reading: Reading) -> Iterator[Difference]:
    """Yield what differs between the fold of a save's events and the state that was saved, key by key."""
    names = reading.names
    board = SaveUnits(reading.title, names, saved)
    board.shifts(saved.units)
    yield from _differing("units", _fresh(state.stacks), _fresh(_count(board, 5)))
    yield from _differing("pool", state.pool, _count(board, 2))
    owners = {names.areas[place]: names.power(owner) for place, owner in saved.owners.items() if owner is not None}
    yield from _differing("control", state.control, owners)
    stores = {
        (names.power(player), names.resources[resource]): amount
        for player, held in saved.resources.items()
        for resource, amount in held.items()
    }
    yield from _differing("resources", state.resources, stores)
    yield from _differing("damage", state.damage, _damage(saved, reading))
    techs = {
        (names.power(player), names.technologies.get(tech) or slug(tech)): 1
        for player, known in technologies(saved).items()
        for tech in known
    }
    yield from _differing("techs", state.techs, techs)
    yield from _differing("relations", state.relations, _relations(saved, reading))


def _differing(part: str, told: Mapping[Any, Any], saved: Mapping[Any, Any]) -> Iterator[Difference]:
    """Yield keys whose values differ; nothing and none are the same."""
    for key in {**told, **saved}:
        one, two = told.get(key) or 0, saved.get(key) or 0
        if one != two:
            yield Difference(part, key, one, two)


def _count(board: SaveUnits, length: int) -> dict[Any, int]:
    found: dict[Any, int] = {}
    for key in board.told.values():
        if len(key) == length:
            found[key] = found.get(key, 0) + 1
    return found


def _fresh(stacks: Mapping[Stack, int]) -> dict[Stack, int]:
    """Return stacks without what the events forget at the end of a turn: the program may keep it longer."""
    found: dict[Stack, int] = {}
    for (area, power, unit, strength, condition), count in stacks.items():
        key = Stack(area, power, unit, strength, parse_condition(condition).without(SUBMERGED).text)
        found[key] = found.get(key, 0) + count
    return found


def _damage(saved: TripleaState, reading: Reading) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for (kind, place), held in saved.held_at.items():
        for unit in held.values() if kind == "territory" else ():
            key = reading.names.areas[place], reading.names.units[unit.type]
            found[key] = found.get(key, 0) + unit.damage
    return found


def _relations(saved: TripleaState, reading: Reading) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for (one, two), kind in saved.relationships.items():
        if one != two and one in saved.resources and two in saved.resources:
            first, second = sorted((reading.names.power(one), reading.names.power(two)))
            found[first, second] = relation(kind)
    return found
