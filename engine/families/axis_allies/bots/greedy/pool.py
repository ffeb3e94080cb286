"""Units that could join an attack, each with its route."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from engine.bots.bot import may
from engine.derived import derived_from
from engine.families.axis_allies.bots.distances import air_route, distances, route
from engine.families.axis_allies.bots.greedy.view import View
from engine.families.axis_allies.orders import Move
from engine.forces import show_units
from engine.orders import Order, join_path
from engine.play import Play
from engine.rules import Position


class Piece(NamedTuple):
    """A unit that could come to an attack, and its path from where it stands."""

    unit: str
    path: tuple[str, ...]


def overland(view: View, target: str) -> list[Piece]:
    """Return the land units that can enter a land area: from beside it, or through one friendly area."""
    neighbours, ours = view.title.neighbours, view.ours
    ways: dict[str, tuple[str, ...]] = {near: (near, target) for near in neighbours[target] if near in ours}
    for near in list(ways):
        for further in neighbours[near]:
            if further in ours and further not in ways:
                ways[further] = (further, near, target)
    return interleave(view, [piece for path in ways.values() for piece in _from(view, path, target)])


def _from(view: View, path: tuple[str, ...], target: str) -> list[Piece]:
    spare, steps = view.spare_for(path[0], target), len(path) - 1
    if not spare:
        return []
    return [Piece(unit, path) for unit in sorted(spare) for _ in range(spare[unit]) if view.title.units[unit].move >= steps]


def interleave(view: View, pieces: Iterable[Piece]) -> list[Piece]:
    """Return pieces in the order in which an attack should use them: cheap units and hard hitters in alternation."""
    units = view.title.units
    cheap = sorted(pieces, key=lambda piece: (units[piece.unit].cost, len(piece.path), piece))
    hard = sorted(cheap, key=lambda piece: (-units[piece.unit].attack, len(piece.path), piece))
    taken: Counter[Piece] = Counter()
    have = Counter(cheap)
    out: list[Piece] = []
    for pair in zip(cheap, hard, strict=True):
        for piece in pair:
            if taken[piece] < have[piece]:
                taken[piece] += 1
                out.append(piece)
    return out


class Spots(NamedTuple):
    """Where aircraft could land: all areas, and those on land."""

    everywhere: list[str]
    ashore: list[str]


def landings(view: View) -> Spots:
    """Return where the power's aircraft could land: land friendly since the turn began, and zones with its own carriers."""
    return _landings(view.position, view)


@derived_from("moment")
def _landings(position: Position, view: View) -> Spots:
    state, friends, areas = position.state, position.friends_of(view.power), view.title.areas
    held = (area for area, holder in state.control.items() if holder in friends)
    spots = [area for area in held if state.turn_control.get(area, "") in friends] + decks(view)
    return Spots(spots, [area for area in spots if areas[area].kind == "land"])


def decks(view: View) -> list[str]:
    """Return the sea zones with carriers of the power's own."""
    carriers = view.title.able.get("carries-aircraft", ())
    return sorted({key.area for key, _ in view.position.stacks_of(view.power) if key.unit in carriers})


def flying(view: View, target: str) -> list[Piece]:
    """Return the aircraft that have not moved and can reach a target and land afterwards, as far as distances say."""
    far, units = distances(view.title, "air"), view.title.units
    near = [(key, count) for key, count, _ in view.all_idle("air") if far[key.area].get(target, 99) <= units[key.unit].move]
    if not near:
        return []
    back, land_back = (min((far[target].get(area, 99) for area in some), default=99) for some in landings(view))
    pieces = []
    for key, count in near:
        unit = units[key.unit]
        home = back if unit.has("lands-on-carriers") else land_back
        if far[key.area].get(target, 99) + home <= unit.move:
            path = air_route(view.title, key.area, target, unit.move)
            pieces += [Piece(key.unit, path)] * count
    return sorted(pieces, key=lambda piece: (view.title.units[piece.unit].cost, len(piece.path), piece))


def legal(play: Play, pieces: list[Piece]) -> list[Piece]:
    """Return the pieces whose move, by itself, is legal now."""
    verdict = {piece: may(play, moving(piece.path, [piece.unit])) for piece in dict.fromkeys(pieces)}
    return [piece for piece in pieces if verdict[piece]]


def afloat(view: View, target: str) -> list[Piece]:
    """Return the warships that have not moved and can reach a sea zone."""
    pieces = []
    far, sails = distances(view.title, "sea"), view.sails
    for key, count, condition in view.all_idle("sea"):
        unit, area = view.title.units[key.unit], key.area
        if not unit.attack or unit.number("carries-aircraft") or condition.cargo or area == target:
            continue
        if far[area].get(target, 99) <= unit.move:
            path = tuple(route(view.title, area, target, lambda a, b: b == target or sails(a, b), unit.move))
            pieces += [Piece(key.unit, path)] * (count if path else 0)
    return interleave(view, _without_moored(view, pieces, target) if view.moored else pieces)


def _without_moored(view: View, pieces: list[Piece], target: str) -> list[Piece]:
    """Return the pieces without the warships that the title has stay where they are."""
    ways = {(piece.path[0], piece.unit): piece.path for piece in pieces}
    found: list[Piece] = []
    for zone in dict.fromkeys(piece.path[0] for piece in pieces):
        ships = Counter(piece.unit for piece in pieces if piece.path[0] == zone)
        stay = view.moored(view, zone, _surface(view, ships), target) if view.moored else Counter()
        found += [Piece(unit, ways[zone, unit]) for unit in (ships - stay).elements()]
    return found


def _surface(view: View, ships: Counter[str]) -> Counter[str]:
    """Return the surface warships among ships."""
    return Counter({unit: n for unit, n in ships.items() if view.title.units[unit].has("surface-warship")})


def moving(path: tuple[str, ...], units: list[str], raid: bool = False) -> Move:
    """Return the order that moves units along a path."""
    counts = Counter(units)
    return Move(show_units(sorted(counts.items())), join_path(path), raid=raid)


def orders_of(view: View, pieces: Iterable[Piece]) -> list[Order]:
    """Return the moves of pieces; those with the same path move together."""
    ways: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for piece in pieces:
        ways.setdefault((piece.path, view.title.units[piece.unit].cls), []).append(piece.unit)
    return [moving(path, units) for (path, _), units in ways.items()]
