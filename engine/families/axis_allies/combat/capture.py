"""Areas that change hands: captured or liberated, with their guns and factories, and the consequences for capitals.

Sections Conclude Combat, Liberating a Territory, Capturing and Liberating Capitals, Capturing a Victory City.
"""

from __future__ import annotations

import msgspec

from engine.events import ControlChanged, FacilityChanged, PowerChanged, ResourceChanged, UnitsRemoved
from engine.families.axis_allies import victory
from engine.families.axis_allies.board import (
    condition_of,
    is_capital_held,
    is_friendly,
    is_impassable,
    stacks_in,
    was_friendly,
)
from engine.families.axis_allies.directed_research import lose_tokens
from engine.families.axis_allies.economy.accounts import leader
from engine.families.axis_allies.facilities.sites import Facility
from engine.families.axis_allies.heirs import FALLEN, SURRENDERED, rightful_owner
from engine.families.axis_allies.vocabulary import CAPTURED
from engine.mechanics.changes import changed
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.title.settings import setting

ACTIVE, CAPITAL_LOST = "active", "capital-lost"
"""A power's standing while it holds its capital, and while an enemy does (`heirs.FALLEN`: after it has fallen for good)."""


class Capture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who keeps areas retaken from the enemy: powers `keeps` always; with the option of `nations_when`, everybody keeps a nation's areas.

    With the option of `returned_when` (its slug, its value), even `keeps` return areas of the powers `returned`.
    With `in_exile` a friend gets back its areas although enemies hold its capital; a surrendered one's `successors` get them for it.
    With `to_bank` the money of who loses its capital goes to the bank; its taker gets only that of the powers `spoils`.
    """

    source: str
    keeps: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    returned_when: tuple[str, ...] = ()
    nations_when: tuple[str, ...] = ()
    to_bank: bool = False
    in_exile: bool = False
    successors: dict[str, str] = {}
    spoils: tuple[str, ...] = ()


def take_area(play: Play, area: str, power: str, how: str = "captured") -> None:
    """Give an area that `power` has moved into to its new owner, with all consequences; friendly areas stay as they are.

    Args:
        how: captured or blitzed. An area that returns to its original owner is recorded as liberated.
    """
    position = play.position
    if is_friendly(position, area, power) or is_impassable(position.title, area):
        return
    owner = taker_of(position, area, power)
    liberated = owner != power or owner == rightful_owner(position, area)
    hand_over(play, area, owner, "liberated" if liberated else how)
    _take_units(play, area, owner, power)
    whose = position.title.capital_of.get(area, "")
    standing = position.state.standing.get(whose)
    if standing == FALLEN:
        return
    if whose == owner:
        _restore_capital(play, area, whose)
    elif owner == leader(position.title, whose):
        _set_standing(play, whose, ACTIVE, "liberated")
    elif whose and standing != SURRENDERED:  # its taker may lose it to a third side
        _lose_capital(play, area, whose, power)


def taker_of(position: Position, area: str, power: str) -> str:
    """Return the new controller of a hostile area taken by `power`: the friend who lost it, or `power`.

    A friend gets back its area, including an inherited one (`heirs.py`), unless its capital is in enemy hands and stays
    there after this capture, or `power` keeps its conquests (`Capture`).
    """
    rules = setting(position.title, "capture", Capture)
    owner = rightful_owner(position, area)
    fallen = position.state.standing.get(owner) == SURRENDERED
    owner = rules.successors.get(owner, owner) if rules and fallen else owner
    if not owner or owner not in position.friends_of(power) or _keeps(position, power, owner):
        return power
    exiled = rules is not None and rules.in_exile and position.state.standing.get(owner) != SURRENDERED
    if position.title.powers[owner].capital == area or exiled or is_capital_held(position, owner):
        return owner
    return power


def _keeps(position: Position, power: str, owner: str) -> bool:
    rules = setting(position.title, "capture", Capture)
    if rules is None or power == owner:
        return False
    if _is_chosen(position, rules.nations_when) and owner in position.title.nations:
        return True
    returned = owner in rules.returned and _is_chosen(position, rules.returned_when)
    return power in rules.keeps and not returned


def _is_chosen(position: Position, when: tuple[str, ...]) -> bool:
    return bool(when) and position.options.get(when[0]) == when[1]


def hand_over(play: Play, area: str, owner: str, how: str) -> None:
    """Emit an area's change of owner and its victory points."""
    before = play.state.control.get(area, "")
    play.emit(ControlChanged(area, before, owner, how))
    victory.score_change(play, area, before, owner)


def _take_units(play: Play, area: str, owner: str, power: str) -> None:
    """Guns and factories of the enemy pass to the area's new owner, who cannot use them this turn.

    What is `lost-when-taken` is destroyed instead: factories by scorched earth, fortifications (global-1939). What the taker
    and its friends have brought along stays theirs, also where the area goes back to a friend (rockets of global-war-1936).
    With option `taken-units` at `destroyed` all of it is.
    """
    title, razed = play.title, play.position.options.get("taken-units") == "destroyed"
    for key, count in list(stacks_in(play.position, area)):
        if key.power not in (owner, *play.position.friends_of(power)) and title.units[key.unit].has("lost-when-taken"):
            _raze(play, key, count)
            continue
        if key.power in play.position.enemies_of(power) and title.units[key.unit].has("capturable"):
            if razed:
                _raze(play, key, count)
            else:
                _pass(play, key, count, owner)


def _raze(play: Play, key: Stack, count: int) -> None:
    area, power, unit, strength, condition = key
    if damage := play.state.damage.get((area, unit), 0):
        play.emit(FacilityChanged(area, unit, power, "destroyed", -damage, 0))
    play.emit(UnitsRemoved(power, unit, count, area, strength, "scorched-earth", condition))


def _pass(play: Play, key: Stack, count: int, owner: str) -> None:
    """Give a gun or facility to an area's new owner; what is `reduced-when-taken` becomes what it was before its upgrade."""
    row = setting(play.title, "facility", Facility)
    whole = play.position.options.get("captured-factories") == "whole"
    reduced = row and row.upgrade and not whole and play.title.units[key.unit].has("reduced-when-taken")
    becomes = row.upgrade.old if row and row.upgrade and reduced else key.unit
    damage = play.state.damage.get((key.area, key.unit), 0)
    if becomes != key.unit and damage:
        play.emit(FacilityChanged(key.area, key.unit, key.power, "reduced", -damage, 0))
    play.emit(changed(key, count, "captured", condition_of(key).having(CAPTURED).text, to_power=owner, to_unit=becomes if reduced else ""))
    if becomes != key.unit and damage:
        left = min(damage, play.title.units[becomes].number("damage-cap") or damage)
        play.emit(FacilityChanged(key.area, becomes, owner, "reduced", left, left))


def _lose_capital(play: Play, area: str, loser: str, power: str) -> None:
    """The loser's unspent money goes to the taker, even if the taker does not hold its own capital; or to the bank."""
    _set_standing(play, loser, CAPITAL_LOST, "captured")
    lose_tokens(play, loser)
    resource = play.title.resource
    rules = setting(play.title, "capture", Capture)
    purse = play.state.resources.get((loser, resource), 0)
    if purse > 0:
        own = play.state.resources.get((power, resource), 0)
        play.emit(ResourceChanged(loser, resource, -purse, 0, "plunder", power, area))
        if rules and rules.to_bank and loser not in rules.spoils:
            return
        play.emit(ResourceChanged(power, resource, purse, own + purse, "plunder", loser, area))


def _restore_capital(play: Play, area: str, owner: str) -> None:
    """The owner gets back everything that is rightfully its own and in friendly hands."""
    _set_standing(play, owner, ACTIVE, "liberated")
    for other in sorted(play.title.areas):
        holder, right = play.state.control.get(other, ""), rightful_owner(play.position, other)
        if right == owner != holder and holder and holder in play.position.friends_of(owner):
            hand_over(play, other, owner, "liberated")
            _return_units(play, other, holder, owner)


def _return_units(play: Play, area: str, holder: str, owner: str) -> None:
    """Factories go with their area. Guns stay the holder's, unless they were taken with the area in this very turn:

    as the capital is free at the turn's end, the area counts as liberated with its guns.
    """
    title = play.title
    this_turn = not was_friendly(play.position, area, owner)
    for key, count in list(stacks_in(play.position, area)):
        if key.power != holder or not title.units[key.unit].has("capturable"):
            continue
        if title.units[key.unit].cls == "facility" or (this_turn and CAPTURED in condition_of(key)):
            _pass(play, key, count, owner)


def _set_standing(play: Play, power: str, standing: str, cause: str) -> None:
    before = play.state.standing.get(power, ACTIVE)
    if before != standing:
        play.emit(PowerChanged(power, before, standing, cause))
