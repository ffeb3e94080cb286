"""A power that falls with its capital for good: its areas are divided, its forces removed.

Units of its allies aboard its ships survive: land units go ashore beside the ship, aircraft land within one space as
after the loss of a carrier in combat; units without a place are lost.

global-1939, section France, Vichy France and Free French.
"""

from __future__ import annotations

from engine.condition import Condition
from engine.events import PowerChanged, UnitsMoved, UnitsPlaced, UnitsRemoved
from engine.families.axis_allies.board import (
    condition_of,
    enemy_stacks,
    is_cargo,
    is_friendly,
    is_hostile,
    is_sea,
    neighbours,
    stacks_in,
)
from engine.families.axis_allies.combat.capture import hand_over
from engine.families.axis_allies.combat.displaced import havens
from engine.families.axis_allies.deck import free_deck
from engine.families.axis_allies.heirs import FALLEN, Fall
from engine.families.axis_allies.movement.movement_limits import ban_on
from engine.families.axis_allies.transports import change, kept_words, riders, sink
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile
from engine.play import Play
from engine.state import Stack
from engine.title.settings import setting_rows


def falls(play: Play) -> None:
    """Let each power fall whose capital an enemy holds and that has not fallen yet."""
    for row in setting_rows(play.title, "fall", Fall).values():
        capital = play.title.powers[row.power].capital
        if play.state.standing.get(row.power) != FALLEN and is_hostile(play.position, capital, row.power):
            _fall(play, row)


def _fall(play: Play, row: Fall) -> None:
    before, fleet = (
        play.state.standing.get(row.power, ""),
        {key.area for key in play.state.stacks if key.power == row.power},
    )
    _put_guests_ashore(play, row)
    _remove_forces(play, row)
    _divide(play, row)
    play.emit(PowerChanged(row.power, before, FALLEN, row.slug))
    for zone in sorted(area for area in fleet if is_sea(play.title, area)):
        _land_guests(play, zone, row.slug)
    _bring_reserves(play, row)


def _put_guests_ashore(play: Play, row: Fall) -> None:
    """Land units of allies leave the ships of the fallen power for land that is their own or another ally's."""
    for ship, n in sorted(play.state.stacks.items()):
        owners = {owner for owner, _ in condition_of(ship).cargo if ship.power == row.power} - {row.power}
        shores = {owner: _shore(play, ship.area, owner, row.power) for owner in owners}
        load = riders(play.position, ship, n) if any(shores.values()) else []
        for (zone, owner, unit, strength, before), count in load:
            if shore := shores.get(owner):
                after = Condition(words=tuple(kept_words(condition_of(Stack(zone, owner, unit, strength, before))))).text
                play.emit(UnitsMoved(owner, unit, count, zone, shore, strength, row.slug, before, after, (zone, shore)))
        left = tuple(item for item in condition_of(ship).cargo if not shores.get(item[0]))
        change(play, ship, n, condition_of(ship)._replace(cargo=left), row.slug)


def _shore(play: Play, zone: str, owner: str, falls: str) -> str:
    """Return the first land area by name beside a zone that takes in a power's land units; land of the fallen power does not count."""
    position = play.position
    for area in sorted(neighbours(position, zone, "land")):
        kept = is_friendly(position, area, owner) and position.state.control[area] != falls
        if kept and not ban_on(position, owner, "land", area):
            return area
    return ""


def _land_guests(play: Play, zone: str, cause: str) -> None:
    """Aircraft without a deck land one by one at the first place by name within one space, or are lost."""
    for key, n in stacks_in(play.position, zone):
        _, power, unit, strength, condition = key
        for _ in range(n if play.title.units[unit].has("lands-on-carriers") and not is_cargo(key) else 0):
            if free_deck(play.position, zone, power) >= 0:
                break
            if place := next(iter(havens(play.position, zone, power)), ""):
                play.emit(UnitsMoved(power, unit, 1, zone, place, strength, cause, condition, condition, (zone, place)))
            else:
                play.emit(UnitsRemoved(power, unit, 1, zone, strength, "no-landing", condition))


def _remove_forces(play: Play, row: Fall) -> None:
    """Remove all units but facilities: ships with their cargo, and cargo aboard other powers' ships."""
    for key, n in sorted(play.state.stacks.items()):
        cargo = condition_of(key).cargo
        theirs = [item for item in cargo if item[0] == row.power] if key.power != row.power else []
        for rider, taken in riders(play.position, key, n) if theirs else ():
            if rider.power == row.power:
                play.emit(UnitsRemoved(rider.power, rider.unit, taken, rider.area, rider.strength, row.slug, rider.condition))
        if theirs:
            change(play, key, n, condition_of(key).unloading(*theirs), row.slug)
    for key, n in sorted(play.state.stacks.items()):
        if key.power == row.power and not is_cargo(key) and play.title.units[key.unit].cls != "facility":
            sink(play, key, n, row.slug)


def _divide(play: Play, row: Fall) -> None:
    for area, holder in sorted(play.state.control.items()):
        if holder != row.power:
            continue
        heir = next((power for region, power in row.heirs.items() if play.title.in_region(area, region)), row.guarded)
        if any(key.power in play.position.friends_of(row.power) - {row.power} for key, _ in stacks_in(play.position, area)):
            heir = row.guarded
        hand_over(play, area, heir, "ceded")
    for key, n in sorted(play.state.stacks.items()):
        holder = play.state.control.get(key.area, "")
        if key.power == row.power and holder and holder != row.power:
            play.emit(changed(key, n, row.slug, to_power=holder))


def _bring_reserves(play: Play, row: Fall) -> None:
    for one in play.title.reserves:
        if one.occasion != row.slug:
            continue
        held = play.state.control.get(one.area) == one.power
        if is_sea(play.title, one.area):
            held = not enemy_stacks(play.position, one.area, one.power)
        if held:
            strength = profile(play.position, one.power, one.unit).strength
            play.emit(UnitsPlaced(one.power, one.unit, one.count, one.area, strength, row.slug))
