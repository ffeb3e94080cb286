"""The income of nations in block games, computed a second time (sections 1.2, 1.3, 9.0): each PP of an area goes to one nation.

The rules flood from a capital and ask each area for its collector by the order of the rows of [[collect]]. Here a line of supply is
sought from the area to a source, and of the rows that lay claim to an area the one that names it goes before one that has the
whole front.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.families.blocks.board import SURRENDERED, at_war, camp_of, is_neutral
from engine.families.blocks.production.economy import PRODUCTION, STRATEGIC, allowance, worth
from engine.families.blocks.production.nations import major_of, purse_of
from engine.families.blocks.production.settings import Allowance, Collect
from engine.families.blocks.sea.control import ENEMY, FRIENDLY, ships, stance
from engine.families.blocks.sea.settings import Supply
from engine.families.blocks.sea.waters import is_open, is_ours
from engine.families.blocks.settings import read, rows
from engine.families.blocks.supply import sources
from engine.rules import Position


def expected_income(position: Position, camp: str) -> Counter[str]:
    """Return purse to the PPs that its nations must collect now, of the purses of a camp that collect anything."""
    title, own = position.title, Counter(_yields(position))
    fixed = rows(title, "allowance", Allowance)
    found: Counter[str] = Counter()
    for power in title.turns:
        if camp_of(position, power) == camp and position.state.standing.get(power) != SURRENDERED:
            given = allowance(position, fixed[power]) if power in fixed else None
            found[purse_of(position, power)] += own[power] if given is None else given
    return +found


def _yields(position: Position) -> dict[str, int]:
    found: Counter[str] = Counter()
    for area, amounts in worth(position.title).items():
        for kind, amount in zip((STRATEGIC, PRODUCTION), amounts, strict=True):
            power = claimant(position, area, kind)
            if power and _is_supplied(position, area, power):
                found[power] += amount
    return found


def claimant(position: Position, area: str, kind: str) -> str:
    """Return who has a right to an area's star or production, empty when nobody has."""
    holder = position.state.control.get(area, "")
    if not holder or (holder in position.title.nations and is_neutral(position, holder)):
        return ""
    claims = sorted((general, power) for general, power in _claims(position, area, kind) if _may(position, power, holder, kind))
    return claims[0][1] if claims else ""


def _claims(position: Position, area: str, kind: str) -> Iterator[tuple[bool, str]]:
    """Yield the living powers that collect on an area's front, each with whether its row is of the whole front."""
    for row in rows(position.title, "collect", Collect).values():
        named = area in getattr(row, f"{kind}_only")
        power = row.power if position.state.standing.get(row.power) != SURRENDERED else row.heir
        if power and position.title.in_region(area, row.front) and (named or getattr(row, kind)):
            yield not named, power


def _may(position: Position, power: str, holder: str, kind: str) -> bool:
    """Return whether a power may collect what a holder has: its own; of who is not neutral its camp's production, its faction's stars."""
    if power == holder:
        return True
    if kind == PRODUCTION:
        return not is_neutral(position, holder) and camp_of(position, power) == camp_of(position, holder)
    both = not is_neutral(position, holder) and at_war(position, power)
    return both and position.side_of(power) == position.side_of(holder)


def _is_supplied(position: Position, area: str, power: str) -> bool:
    """Return whether an area's line reaches who collects from it, or the nation of who holds it (section 1.3)."""
    holder = position.state.control[area]
    return any(_has_line(position, area, one) for one in {power, major_of(position, holder)})


def _has_line(position: Position, area: str, power: str) -> bool:
    if is_neutral(position, power):
        return position.state.control.get(area) == power
    ends, seen = set(sources(position, power)), {area}
    ahead = [area] if _carries(position, power, area) else []
    while ahead:
        place = ahead.pop()
        if place in ends:
            return True
        for other in _beside(position, power, place) - seen:
            if _carries(position, power, other) and _passes(position, power, place, other):
                seen.add(other)
                ahead.append(other)
    return False


def _beside(position: Position, power: str, place: str) -> set[str]:
    """Return the places that a power's supply may run to from one: neighbours, and over its own roads."""
    title, roads = position.title, read(position.title, "supply", Supply).roads
    own = [{row.area, row.to} for row in title.borders if power in roads.get(row.border, ())]
    return set(title.neighbours.get(place, ())).union(*(ends for ends in own if place in ends)) - {place}


def _carries(position: Position, power: str, place: str) -> bool:
    """Return whether a line of supply may run through a place: a land area of ours, or a sea zone that is not the enemy's."""
    if position.title.areas[place].kind == "land":
        return is_ours(position, power, place)
    how = stance(position, power, place)
    escorted = bool(ships(position, place)[position.side_of(power)])
    return how != ENEMY and (escorted or (how == FRIENDLY and position.options["supply-ships"] == "contested"))


def _passes(position: Position, power: str, one: str, two: str) -> bool:
    kinds = {position.title.areas[one].kind, position.title.areas[two].kind}
    return kinds != {"sea"} or is_open(position, power, one, two)
