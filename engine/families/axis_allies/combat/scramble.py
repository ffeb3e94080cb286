"""Aircraft scramble from air bases into sea combat beside them (Global 1940: Air Bases).

The defender decides for each base and zone before any battle is fought. The aircraft fight at sea, take no part in the
defence of land, and go home when the phase is over; if home has fallen, to a place within one space, or they are lost.

With radar (global-1939, Air Technology) fighters likewise defend land beside theirs, from land that is not under
attack, in any number and without a base.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from engine.events import UnitsMoved, UnitsRemoved
from engine.families.axis_allies.board import (
    Stacks,
    condition_of,
    enemy_stacks,
    is_friendly,
    is_hostile,
    is_sea,
    neighbours,
)
from engine.families.axis_allies.combat.displaced import havens
from engine.families.axis_allies.combat.pending_battles import PendingBattle, battles_due
from engine.families.axis_allies.facilities.facilities import working
from engine.families.axis_allies.movement.movement_limits import ban_on, closed_zones
from engine.families.axis_allies.orders import Scramble
from engine.families.axis_allies.transports import declared
from engine.families.axis_allies.vocabulary import ASSISTING, CALLED, GONE_UP, SCRAMBLED, SEAPLANES_UP
from engine.forces import show_units
from engine.mechanics.profile import profile_of
from engine.orders import join_path
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack

if TYPE_CHECKING:
    from engine.play import Play

SECTION = "Air Bases"
KINDS = {"scrambles-from": "scrambles", "seaplanes-scramble": "hits-few"}
"""Ability of a base, and the ability of the aircraft that scramble from it."""
OVER_LAND = "scrambles-over-land"
"""Ability of air bases from which aircraft scramble also to the defense of land beside theirs."""

BASE = Rule("scramble/base", SECTION, FATAL)
UNITS = Rule("scramble/units", SECTION)


class Call(NamedTuple):
    """A base from which up to `room` aircraft can scramble to a zone (or with radar to an area), and the candidates.

    Attributes:
        base: area. zone: where they would fight. room: how many may go.
        ready: the candidates, seaplanes included. seaplanes: how many seaplanes may go beside the others.
    """

    base: str
    zone: str
    room: int
    ready: Stacks
    seaplanes: int = 0


def next_call(position: Position) -> Call | None:
    """Return the first base and place the defender has not yet decided on; None when all are decided."""
    if "scrambles-from" not in position.title.able or position.options.get("scrambles") == "off":
        return None
    for base, place in _ways(position):
        if not CALLED.read(position.state, base, place):
            call = call_at(position, base, place)
            if call:
                return call
    return None


def _ways(position: Position) -> Iterator[tuple[str, str]]:
    """Yield (base, place): sea zones of sea combat and assaults beside bases; then land under attack beside land that is not.

    Air bases that scramble over land (global-war-1936, 8.6, 9.16) do so against raids too, and although they are attacked themselves.
    """
    due = battles_due(position)
    for zone in sorted(_zones(position, due)):
        for base in sorted(neighbours(position, zone, "land")):
            yield base, zone
    based = OVER_LAND in position.title.able
    kinds = ("land", "amphibious", "raid") if based else ("land", "amphibious")
    attacked = {one.area for one in due if one.kind in kinds} if based or position.state.techs else set()
    for area in sorted(attacked):
        for base in sorted(set(neighbours(position, area, "land")) - (set() if based else attacked)):
            yield base, area


def _zones(position: Position, due: list[PendingBattle]) -> set[str]:
    """Sea zones of sea combat to come, or from which an assault is declared."""
    zones = {one.area for one in due if one.kind == "sea"}
    for one in due:
        if one.kind == "amphibious":
            zones |= {ship.area for ship, _ in declared(position, one.area)}
    return zones


def call_at(position: Position, base: str, place: str) -> Call | None:
    """Return the aircraft that can scramble from a base to a zone, or from land to land with radar; None if there are none."""
    if not is_hostile(position, base, position.power):
        return None
    there = enemy_stacks(position, base, position.power)
    slow = 0
    if is_sea(position.title, place) or working(position, base, OVER_LAND):
        room = max(0, working(position, base, "scrambles-from") - GONE_UP.number(position.state, base))
        ready = [item for item in there if room and _may_scramble(position, item[0], place, "scrambles")]
        if is_sea(position.title, place):
            slow = max(0, working(position, base, "seaplanes-scramble") - SEAPLANES_UP.number(position.state, base))
            ready += [item for item in there if slow and _may_scramble(position, item[0], place, "hits-few")]
        else:
            ready = [item for item in ready if is_friendly(position, place, item[0].power)]
    else:
        ready = [item for item in there if _may_assist(position, item[0], place)]
        room = sum(n for _, n in ready)
    return Call(base, place, room, ready, slow) if ready else None


def _may_scramble(position: Position, key: Stack, zone: str, ability: str) -> bool:
    able = profile_of(position, key).has(ability) and ASSISTING not in condition_of(key).words
    return able and not ban_on(position, key.power, "air", zone) and zone not in closed_zones(position, key.power)


def _may_assist(position: Position, key: Stack, area: str) -> bool:
    """Whether aircraft may fly to defend a friendly area (global-1939, Radar); those that have flown before stay."""
    able = profile_of(position, key).has("assists") and SCRAMBLED not in condition_of(key).words
    return able and is_friendly(position, area, key.power) and not ban_on(position, key.power, "air", area)


def usual_scramble(call: Call) -> Scramble:
    """Return the order that keeps everybody on the ground."""
    return Scramble("", join_path((call.base, call.zone)))


def check_scramble(position: Position, order: Scramble) -> list[Problem]:
    """Return what is wrong with scrambling aircraft."""
    call, here = next_call(position), order.way
    if call is None or here != (call.base, call.zone):
        expected = join_path((call.base, call.zone)) if call else "nothing"
        return [BASE.broken("no scramble along this path is due now", found=order.path, expected=expected)]
    taken, missing = _take(call, order)
    there = show_units((key.unit, n, key.power) for key, n in call.ready)
    number, slow = sum(n for _, n in taken), sum(n for key, n in taken if _is_seaplane(position, key))
    if missing or number - slow > call.room or slow > call.seaplanes:
        most = f"up to {call.room} aircraft" + (f" and {call.seaplanes} seaplanes" if call.seaplanes else "")
        return [UNITS.broken(f"{most} of the base scramble", found=order.units, expected=there)]
    return []


def _is_seaplane(position: Position, key: Stack) -> bool:
    row = profile_of(position, key)
    return row.has("hits-few") and not row.has("scrambles")


def carry_scramble(play: Play, order: Scramble) -> None:
    """Send aircraft over the zone."""
    call = next_call(play.position)
    if call is None:
        return
    up, slow = 0, 0
    for (area, power, unit, strength, condition), n in _take(call, order)[0]:
        afloat = _is_seaplane(play.position, Stack(area, power, unit, strength, condition))
        n = min(n, call.seaplanes - slow if afloat else call.room - up)
        if n > 0:
            word = SCRAMBLED if is_sea(play.title, call.zone) else ASSISTING
            after = condition_of(Stack(area, power, unit, strength, condition)).having(word)._replace(origin=area)
            play.emit(UnitsMoved(power, unit, n, area, call.zone, strength, "scramble", condition, after.text, (area, call.zone)))
            up, slow = up + (0 if afloat else n), slow + (n if afloat else 0)
    if up and (is_sea(play.title, call.zone) or OVER_LAND in play.title.able):
        GONE_UP.add(play, up, call.base)
    if slow:
        SEAPLANES_UP.add(play, slow, call.base)
    CALLED.emit(play, up + slow or "none", call.base, call.zone)


def _take(call: Call, order: Scramble) -> tuple[Stacks, int]:
    """Return the stacks that an order means, and how many units of it are not there."""
    left, taken, missing = dict(call.ready), [], 0
    for unit, count, power in order.forces:
        for key in sorted(left):
            n = min(count, left[key]) if key.unit == unit and power in ("", key.power) else 0
            if n:
                taken.append((key, n))
                left[key] -= n
                count -= n
        missing += count
    return taken, missing


def come_home(play: Play) -> None:
    """Land every aircraft that has scrambled: at its base, else within one space, else it is lost."""
    up = [item for item in play.state.stacks.items() if SCRAMBLED in item[0].condition or ASSISTING in item[0].condition]
    for key, count in sorted(up):
        if {SCRAMBLED, ASSISTING}.intersection(condition_of(key).words):
            _land(play, key, count)


def _land(play: Play, key: Stack, count: int) -> None:
    area, power, unit, strength, text = key
    home = condition_of(key).origin
    becomes = condition_of(key).without(SCRAMBLED, ASSISTING)._replace(origin="")
    if is_friendly(play.position, home, power):
        play.emit(UnitsMoved(power, unit, count, area, home, strength, "landing", text, becomes.text, (area, home)))
        return
    # Its base has fallen: other aircraft of the zone may compete for the same room, so they land one by one.
    for _ in range(count):
        key = Stack(area, power, unit, strength, text)
        deck = profile_of(play.position, key).has("lands-on-carriers")
        haven = next(
            (place for place in havens(play.position, area, power) if deck or play.title.areas[place].kind == "land"),
            "",
        )
        if haven:
            play.emit(UnitsMoved(power, unit, 1, area, haven, strength, "landing", text, becomes.text, (area, haven)))
        else:
            play.emit(UnitsRemoved(power, unit, 1, area, strength, "no-landing", text))
