"""Economic Power and Strategic Power: the yields of areas, and their collectors (sections 1.3, 3.7; Glossary)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.derived import derived_from
from engine.families.blocks.board import SURRENDERED, at_war, camp_of, is_neutral
from engine.families.blocks.politics.timetable import properly_occupied
from engine.families.blocks.production.nations import major_of, partners, purse_of, sharers
from engine.families.blocks.production.settings import Allowance, Collect, Worth
from engine.families.blocks.season import season
from engine.families.blocks.settings import read, rows
from engine.families.blocks.supply import SUPPLY, afloat, supplied_areas
from engine.rules import Position
from engine.title.model import Title
from engine.title.per_title import per_title

STRATEGIC, PRODUCTION = "strategic", "production"


class Yield(NamedTuple):
    """An area's yield for a power: a star or production (`kind`) and its PPs, before the supply check."""

    area: str
    kind: str
    amount: int
    power: str


@per_title
def worth(title: Title) -> dict[str, tuple[int, int]]:
    """Return each area that yields anything with its PPs as (star, production)."""
    star = read(title, "worth", Worth).strategic
    found = {}
    for area, row in title.areas.items():
        if row.value:
            strategic = star if title.in_region(area, STRATEGIC) else 0
            found[area] = (strategic, row.value - strategic)
    return found


@per_title
def _rows_for(title: Title, area: str, kind: str) -> tuple[Collect, ...]:
    """Return the rows of [[collect]] that have an area's star or production, in their order."""
    return tuple(
        row
        for row in rows(title, "collect", Collect).values()
        if title.in_region(area, row.front) and (getattr(row, kind) or area in getattr(row, f"{kind}_only"))
    )


def collector(position: Position, area: str, kind: str) -> str:
    """Return the power that collects an area's star or production now; empty when nobody does (section 1.3).

    Production goes to whoever of the camp collects on its front, whichever faction has conquered it; a star only to the
    faction that holds it. What a neutral nation holds is its own, and nobody's where the nation is a minor one; what a nation
    that has surrendered was the last to occupy is its side's (7.0 Controlled Land Area).
    """
    holder = position.state.control.get(area, "")
    if not holder or (holder in position.title.nations and is_neutral(position, holder)):
        return ""
    for row in _rows_for(position.title, area, kind):
        if not _same_group(position, row.power, holder, kind):
            continue
        power = row.power if position.state.standing.get(row.power) != SURRENDERED else row.heir
        if power and _has_it(position, power, holder, kind):
            return power
    return ""


def _has_it(position: Position, power: str, holder: str, kind: str) -> bool:
    """Return whether a power collects what another of its group holds: neutral neither of them, or production while neutral itself."""
    if power == holder:
        return True
    return not is_neutral(position, holder) and (kind == PRODUCTION or at_war(position, power))


def _same_group(position: Position, power: str, holder: str, kind: str) -> bool:
    if kind == PRODUCTION:
        return camp_of(position, power) == camp_of(position, holder)
    return position.side_of(power) == position.side_of(holder)


@derived_from("control", "relations", "turn")
def yields(position: Position) -> tuple[Yield, ...]:
    """Return every area's yields with their collectors, in or out of supply."""
    return tuple(_yields(position))


def _yields(position: Position) -> Iterator[Yield]:
    for area, amounts in worth(position.title).items():
        for kind, amount in zip((STRATEGIC, PRODUCTION), amounts, strict=True):
            if amount and (power := collector(position, area, kind)):
                yield Yield(area, kind, amount, power)


def supplied_yields(position: Position, power: str) -> tuple[Yield, ...]:
    """Return what a power collects of areas in supply; all areas that a neutral nation holds are."""
    return _supplied_yields(position, power, afloat(position))


@derived_from(*SUPPLY)
def _supplied_yields(position: Position, power: str, _: tuple[frozenset[str], ...]) -> tuple[Yield, ...]:
    mine = (item for item in yields(position) if item.power == power)
    return tuple(item for item in mine if _is_supplied(position, item))


def _is_supplied(position: Position, item: Yield) -> bool:
    """Return whether who collects from an area reaches it, or the nation that controls it: it may be the other faction's (1.3)."""
    holder = major_of(position, position.state.control[item.area])
    return any(item.area in supplied_areas(position, one) for one in (item.power, holder))


def economic_power(position: Position, power: str) -> int:
    """Return a nation's Economic Power in PPs: what it collects in a Production Phase (section 1.3).

    That of a Union is the first nation's, the other one has none.
    """
    if purse_of(position, power) != power:
        return 0
    return sum(_own_power(position, member) for member in partners(position, power))


def _own_power(position: Position, power: str) -> int:
    if position.state.standing.get(power) == SURRENDERED or power in position.title.nations:
        return 0
    row = rows(position.title, "allowance", Allowance).get(power)
    fixed = allowance(position, row) if row else None
    return sum(item.amount for item in supplied_yields(position, power)) if fixed is None else fixed


def allowance(position: Position, row: Allowance) -> int | None:
    """Return the PPs that a row of [[allowance]] gives its power now; None when its areas say it."""
    if row.by_year:
        return row.by_year.get(str(season(position).year), 0) if at_war(position, row.slug) else 0
    if not is_neutral(position, row.slug):
        return None
    return row.occupied if properly_occupied(position) else row.at_peace


def strategic_areas(position: Position, power: str) -> tuple[str, ...]:
    """Return the Strategic Land Areas in supply that count for a nation itself."""
    return tuple(item.area for item in supplied_yields(position, power) if item.kind == STRATEGIC)


def strategic_power(position: Position, contender: str) -> int:
    """Return the Strategic Power of a nation, shared with those that share it, or the sum of a side's (Glossary)."""
    if contender in position.title.sides:
        members = tuple(power for power in position.title.turns if position.side_of(power) == contender)
    else:
        members = sharers(position, contender)
    return sum(len(strategic_areas(position, power)) for power in members)


def economic_power_of_side(position: Position, side: str) -> int:
    """Return the sum of the Economic Powers of a side's major nations (section 5.3)."""
    return sum(economic_power(position, power) for power in position.title.turns if position.side_of(power) == side)
