"""Dated events: areas that a neutral power takes over, its tribute and income meanwhile, and entries into the war.

Section 9.0 Campaigns: Molotov-Ribbentrop Pact, Polish Partition, US entry, Elite Artillery. All of it follows from the tables of
title.toml and from the date; scenarios that begin later find it done.
"""

from __future__ import annotations

from engine.events import PowerChanged, ResourceChanged
from engine.families.blocks.board import SURRENDERED, at_war, camp_of, controller, count_of, is_naval, is_neutral, unit
from engine.families.blocks.changes import take_control
from engine.families.blocks.politics.settings import Closed, Frozen, Occupation, Pact, WarEntry
from engine.families.blocks.season import moment, now
from engine.families.blocks.settings import rows
from engine.families.blocks.vocabulary import CEDED
from engine.play import Play
from engine.rules import NEUTRAL, Position
from engine.state import Stack
from engine.title.settings import setting

CAUSE = "ceded"


def occupations(position: Position) -> dict[str, Occupation]:
    """Return the occupations of the timetable by slug."""
    return rows(position.title, "occupation", Occupation)


def is_ceded(position: Position, slug: str) -> bool:
    """Return whether an occupation of the timetable has come."""
    return bool(CEDED.read(position.state, slug))


def _is_due(position: Position, row: Occupation) -> bool:
    if row.once:
        holder = controller(position, row.once)
        return bool(holder) and position.side_of(holder) == row.held_by
    return row.when is not None and now(position) >= moment(position.title, row.when)


def take_over(play: Play, camp: str) -> None:
    """Give areas to their neutral power on their date, as a turn of its camp begins (9.0, Polish Partition)."""
    for slug, row in occupations(play.position).items():
        position = play.position
        ours = is_neutral(position, row.to) and camp_of(position, row.to) == camp
        if not ours or is_ceded(position, slug) or not _is_due(position, row):
            continue
        CEDED.set(play, "yes", slug)
        for area in row.units:
            before = controller(play.position, area)
            take_control(play, area, row.to, CAUSE)
            _dissolve(play, before)


def _dissolve(play: Play, power: str) -> None:
    """Put a neutral minor nation that has lost its last area out of the war (9.0, Baltic States)."""
    if is_neutral(play.position, power) and power in play.title.nations and power not in play.state.control.values():
        play.emit(PowerChanged(power, NEUTRAL, SURRENDERED, CAUSE))


def stands(position: Position, power: str, area: str) -> int:
    """Return how many ground and air blocks of a power stand in an area."""
    return count_of(item for item in position.stacks(area) if item[0].power == power and not is_naval(unit(position, item[0])))


def is_occupied(position: Position, slug: str) -> bool:
    """Return whether an occupation has come and enough blocks stand in each of its areas: they are properly occupied."""
    row = occupations(position)[slug]
    return is_ceded(position, slug) and all(
        controller(position, area) == row.to and stands(position, row.to, area) >= least for area, least in row.units.items()
    )


def fully_occupied(position: Position) -> bool:
    """Return whether all areas of the timetable are properly occupied now."""
    return bool(occupations(position)) and all(is_occupied(position, slug) for slug in occupations(position))


def properly_occupied(position: Position) -> bool:
    """Return whether the giver of the pact collects more while at peace: all is occupied, and the date has come (9.0)."""
    pact = setting(position.title, "pact", Pact)
    return pact is not None and now(position) >= moment(position.title, pact.rise) and fully_occupied(position)


def is_guarded(position: Position, receiver: str, area: str, least: int) -> bool:
    """Return whether this many blocks of the side of the pact's receiver guard an area of it."""
    side = position.side_of(receiver)
    here = (item for item in position.stacks(area) if position.side_of(item[0].power) == side and not is_naval(unit(position, item[0])))
    return count_of(here) >= least


def tribute(position: Position) -> int:
    """Return the PPs that the neutral giver of the pact owes its receiver this season (9.0, Molotov-Ribbentrop Pact)."""
    pact = setting(position.title, "pact", Pact)
    if pact is None or not is_neutral(position, pact.giver) or not at_war(position, pact.receiver):
        return 0
    if not is_ceded(position, pact.after):
        return 0
    return pact.amount if all(is_guarded(position, pact.receiver, area, least) for area, least in pact.guard.items()) else 0


def send_tribute(play: Play, camp: str) -> None:
    """Send the pact's tribute, after the giver has collected in its own turn."""
    amount, pact = tribute(play.position), setting(play.title, "pact", Pact)
    if pact and amount and camp_of(play.position, pact.giver) == camp:
        for power, delta, other in ((pact.giver, -amount, pact.receiver), (pact.receiver, amount, pact.giver)):
            balance = play.state.resources.get((power, play.title.resource), 0) + delta
            play.emit(ResourceChanged(power, play.title.resource, delta, balance, "pact", other))


def closed(position: Position, camp: str) -> frozenset[str]:
    """Return the areas that a camp may not enter or pass now, whoever holds them (9.0: Petsamo, Vilnius, Lvov)."""
    found: set[str] = set()
    for row in rows(position.title, "closed", Closed).values():
        begun = row.since is None or now(position) >= moment(position.title, row.since)
        if begun and camp in row.camps and is_neutral(position, row.while_neutral):
            found.update(row.areas)
    return frozenset(found)


def is_frozen(position: Position, key: Stack) -> bool:
    """Return whether blocks of a stack may not move yet (9.0: the three Elite Artillery until Summer 1941)."""
    return any(
        row.power == key.power and key.unit in row.units and now(position) < moment(position.title, row.until)
        for row in rows(position.title, "frozen", Frozen).values()
    )


def due_entries(position: Position) -> tuple[WarEntry, ...]:
    """Return the powers that are still neutral though the date of their war has come (9.0, USA)."""
    return tuple(
        row
        for row in rows(position.title, "entry", WarEntry).values()
        if is_neutral(position, row.power) and now(position) >= moment(position.title, row.when)
    )
