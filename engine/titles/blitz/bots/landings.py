"""The greedy player's landings: which TRS bring which land units to which shore, and what that promises."""

from __future__ import annotations

from collections.abc import Iterable

from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz.bots import outlook
from engine.titles.blitz.combat import phases
from engine.titles.blitz.politics import control
from engine.titles.blitz.position import board, ways
from engine.titles.blitz.tables import countries

WORTHWHILE = 0.4
"""What a landing must promise."""
FLEETING = 0.15
"""What of a landing's promise is left where the enemy comes back at once: stronger beside it, or at home there."""


def invasions(position: Position, side: str, *, campaign: bool) -> dict[str, tuple[str, list[Stack]]]:
    """Return TRS to the sea area and the load with which it takes part in a landing: the side's best one, the best of what is left, ..."""
    found: dict[str, tuple[str, list[Stack]]] = {}
    while more := _invasion(position, side, frozenset(found), {key.unit for _, load in found.values() for key in load}, campaign=campaign):
        found |= more
    return found


def _invasion(position: Position, side: str, away: frozenset[str], gone: set[str], *, campaign: bool) -> dict[str, tuple[str, list[Stack]]]:
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
            if outlook.naval_strength(position, outlook.OTHER[side], sea_area) <= outlook.naval_strength(position, side, sea_area):
                lifts.setdefault((ship.power, sea_area), []).append(ship)
    best: tuple[float, dict[str, tuple[str, list[Stack]]]] = (WORTHWHILE, {})
    for (power, sea_area), ships in lifts.items():
        chosen: dict[str, tuple[str, list[Stack]]] = {}
        taken = set(gone)
        coast = tuple(area for area in ways.shore(position, sea_area) if board.is_ours(position, side, area))
        for ship in ships:
            if load := cargo(position, ship, side, taken, coast, campaign=campaign):
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


def promise(position: Position, ship: Stack, side: str) -> float:
    """Return what the best landing of those aboard a TRS promises from the sea area where it is."""
    aboard = [key for _, unit in control.parse_load(ship) if (key := board.find(position, unit))]
    shores = (area for area in ways.shore(position, ship.area) if board.is_hostile_land(position, ship.power, area))
    return max((_gain(position, side, ship.power, shore, aboard) for shore in shores), default=0.0)


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
    wings = [
        key
        for key in phases.mine(position, ("air",))
        if key.power == power
        and position.title.areas[key.area].kind == "land"
        and shore in ways.flights(position, key, ways.air_range(position, key))
    ]
    beside = [
        key for other in control.adjacent_land(position, shore) for key in outlook.guards(position, other, side) if key.power == power
    ]
    chances = outlook.chance(position, shore, [*afloat, *wings, *beside], foes)
    gain = chances * outlook.worth(position, shore, side)
    landed = sum(board.printed(position.title, key, "land") for key in afloat)
    country = countries(position.title)[board.country_at(position, shore)]
    back = outlook.threat(position, shore, side) > landed or (
        country.major and country.power != power and not board.is_island(position, shore)
    )
    return gain * (FLEETING if back and not foes else 1)


def cargo(
    position: Position,
    ship: Stack,
    side: str,
    gone: Iterable[str] = (),
    coast: Iterable[str] = (),
    *,
    campaign: bool,
) -> list[Stack]:
    """Return the land units that a TRS can take aboard where it is and on a coast, and that can be spared, the best first.

    Those of `gone` go with other TRS; who stands beside the enemy attacks overland, but in a campaign those go whom the enemy's strength
    beside them does not ask for.
    """
    areas = dict.fromkeys((ship.area, *coast))
    lands = [
        k
        for area in areas
        for k in outlook.guards(position, area, side)
        if board.type_of(position.title, k.unit) not in ("FORT", "AA", "GAR")
        and board.are_partners(position, k.power, ship.power)
        and not board.is_chinese(position, k.unit)
        and k.unit not in gone
        and not board.is_aboard(k)
        and not (k.area == ship.area and outlook.is_pinned(position, k, side))
        and (campaign or outlook.distances(position, k.power).get(k.area, 99) > 1)
    ]
    lands.sort(
        key=lambda k: (
            board.type_of(position.title, k.unit) != "MAR",
            -board.printed(position.title, k, "land"),
            k.unit,
        )
    )
    left = {area: [k for k in outlook.guards(position, area, side) if k.unit not in gone] for area in areas}
    load: list[Stack] = []
    for key in lands:
        others = [k for k in left[key.area] if k != key]
        at_front = outlook.distances(position, key.power).get(key.area, 99) <= 1
        asked = outlook.threat(position, key.area, side) if at_front else 0
        if sum(board.printed(position.title, k, "land") for k in others) < asked:
            continue
        kept = outlook.needs_guard(position, key.area, side) or outlook.worth(position, key.area) > 2
        last = kept and not others
        if not last and sum(k.strength for k in load) + key.strength <= board.capacity(position, ship):
            load.append(key)
            left[key.area] = others
    return load
