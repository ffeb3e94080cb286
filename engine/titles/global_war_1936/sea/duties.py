"""Duties at sea: raiders, escorts and patrols (sections 8.7, 8.8, 9.11 to 9.14, 15.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.events import UnitsRemoved
from engine.families.axis_allies.board import (
    condition_of,
    friendly_stacks,
    is_cargo,
    is_friendly,
    is_hostile,
    is_hostile_sea,
    is_sea,
    on_patrol,
    own_stacks,
)
from engine.families.axis_allies.combat.battle import ATTACKER, has_value
from engine.families.axis_allies.deck import deck_aircraft, deck_space, not_held
from engine.families.axis_allies.movement.carrier_assignment import seat
from engine.families.axis_allies.vocabulary import BOMBARDED, FOUGHT, LOADED, MOVED, OFFLOADED, PATROL, WAITING
from engine.mechanics.changes import changed
from engine.mechanics.profile import profile, profile_of
from engine.play import Play
from engine.problems import FATAL, Problem, Rule, Severity
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Unit
from engine.titles.global_war_1936.air import skies
from engine.titles.global_war_1936.orders import Assign
from engine.titles.global_war_1936.sea import convoys
from engine.titles.global_war_1936.sea.seas import stands_aside
from engine.titles.global_war_1936.vocabulary import CONVOY_MINES, CONVOY_RAID, ESCORT, SCREEN_CAME

SECTION = "8.8 Escort, Raiding and Blockading"
STAYING = frozenset({CONVOY_RAID, CONVOY_MINES, WAITING})
"""Words of ships that do not sail on in this phase: they have moved before they announce what they do (section 8.8)."""
BUSY = (CONVOY_RAID, CONVOY_MINES, FOUGHT, BOMBARDED, OFFLOADED, LOADED)
"""Words of units that have no other duty any more this turn."""
SMALL = 1
"""Shore fire of the biggest ships that still escort where the others do not (section 15.7)."""

ZONE = Rule("duty/zone", SECTION, FATAL)
UNITS = Rule("duty/units", SECTION, FATAL)
UNIT = Rule("duty/unit", SECTION, FATAL)
SCREEN = Rule("duty/screen", "8.10 Screening Forces", FATAL)
ON_ESCORT = Rule("move/escort", "9.11")
ON_DUTY = Rule("move/duty", "8.8")


def check_assign(position: Position, order: Assign) -> list[Problem]:
    """Return what is wrong with a duty."""
    if not is_sea(position.title, order.area):
        return [ZONE.broken("duties are done in sea zones", found=order.area, expected="a sea zone")]
    for unit, count in order.counts:
        row = position.title.units[unit]
        why = _bar(position, row, order)
        if why:
            return [UNIT.broken(f"{unit} cannot {order.duty} there: {why}", found=unit, expected="another unit or zone")]
        have = sum(n for key, n in able(position, order.area, unit, order.duty))
        if count > have:
            return [UNITS.broken(f"not so many {unit} there that are free for it", found=str(count), expected=f"at most {have}")]
    if not order.units:
        return [UNITS.broken("no units are named", found="none", expected="units")]
    waits = order.duty == "screened" or any(
        WAITING in condition_of(key).words for key, _ in own_stacks(position, order.area, position.power)
    )
    if waits and not has_value(position, _screen(position, order.area, dict(_taken(position, order))), ATTACKER):
        return [
            SCREEN.broken("a part of the ships waits behind others that fight", found=order.units, expected="ships that are left to fight")
        ]
    flown = _taken(position, order) if order.duty == "patrol" else []
    lost = without_base(position, flown) if flown else {}
    for unit in [key.unit for key, _ in flown if key in lost]:
        return [UNIT.broken(f"{unit} cannot patrol there: no deck within its range has room", found=unit, expected="another unit or zone")]
    return []


def _taken(position: Position, order: Assign) -> list[tuple[Stack, int]]:
    """Return the units that an order gives its duty, by stack."""
    found = []
    for unit, count in order.counts:
        for key, n in able(position, order.area, unit, order.duty):
            if taken := min(n, count):
                found.append((key, taken))
                count -= taken
    return found


def _screen(position: Position, zone: str, taken: Mapping[Stack, int]) -> list[tuple[Stack, int]]:
    """Return who is left to fight, not on patrol alone, where ships wait and these others get a duty."""
    busy = {*BUSY, WAITING} - {LOADED}
    there = [(key, n - taken.get(key, 0)) for key, n in own_stacks(position, zone, position.power)]
    return [
        (key, n)
        for key, n in there
        if n and not (is_cargo(key) or stands_aside(key) or on_patrol(key)) and busy.isdisjoint(condition_of(key).words)
    ]


def _bar(position: Position, row: Unit, order: Assign) -> str:
    option, duty = position.options.get, order.duty
    if duty == "patrol":
        if not row.has("patrols"):
            return "it does not patrol"
        best = profile(position, position.power, row.unit)
        return "" if in_range(position, order.area, best) else "no place to land within its patrol range"
    if duty == "screened":
        if row.cls != "sea" or option("screening") != "on":
            return "ships wait behind a screening force where that rule is used"
        return "" if is_hostile_sea(position, order.area, position.power) else "no enemy warship is there to be fought"
    if duty == "escort":
        if row.cls != "sea" or not row.has("surface-warship"):
            return "it is no surface warship"
        if option("escorts") == "small" and row.number("shore-fire") > SMALL:
            return "it is too big (15.7)"
        return "" if convoys.lines_at(position.title, order.area) else "no convoy line runs there"
    if not convoys.victim(position, order.area, position.power):
        return "no enemy has anything to lose there"
    if duty == "mines":
        return "" if row.has("lays-mines") and option("mines") == "on" else "it lays no mines"
    if row.cls == "air":
        return "" if row.has("raids-convoys") and option("raiding-aircraft") == "on" else "it does not raid convoys"
    if row.has("raids-convoys"):
        return ""
    if not row.has("raids-surface") or option("surface-raiders") == "off":
        return "it does not raid convoys"
    opposed = option("surface-raiders") == "unopposed" and is_hostile_sea(position, order.area, position.power)
    return "enemy warships are there" if opposed else ""


def able(position: Position, zone: str, unit: str, duty: str) -> list[tuple[Stack, int]]:
    """Return the stacks of a type that are free for a duty; aircraft raid only while they are on patrol."""
    found = []
    busy = [word for word in BUSY if duty != "screened" or word != LOADED]
    for key, n in own_stacks(position, zone, position.power):
        if key.unit != unit or condition_of(key).aboard or any(word in condition_of(key).words for word in busy):
            continue
        if duty in ("raid", "mines", "screened") and (stands_aside(key) or WAITING in condition_of(key).words):
            continue
        raids = duty in ("raid", "mines") and position.title.units[unit].cls == "air"
        if (raids and not on_patrol(key)) or (duty == "patrol" and on_patrol(key)):
            continue
        if duty == "escort" and (stands_aside(key) or WAITING in condition_of(key).words or condition_of(key).cargo):
            continue
        free = not_held(position, key, n) if duty == "patrol" else n
        if free:
            found.append((key, free))
    return found


def in_range(position: Position, zone: str, row: Unit, power: str = "") -> bool:
    """Return whether aircraft of a type that are on patrol over a zone have a place to land within their range (section 8.7).

    A carrier in the zone itself is one, for those that land on carriers, whether it has room or not (`without_base`).
    """
    power = power or position.power
    near = _near(position, zone, row.number("patrols"), power)
    return _is_land_near(position, near, power) or bool(row.has("lands-on-carriers") and _decks(position, near, power))


def _near(position: Position, zone: str, reach: int, power: str) -> set[str]:
    """Return the areas within so many spaces of a patrol.

    It flies as others do: over sea zones and enemy land, not over neutral land, and not where enemy fighters bar the way (8.3).
    """
    barred = skies.with_fighters(position, position.enemies_of(power))
    edge = near = {zone}
    for _ in range(reach):
        near = near | {other for area in edge for other in position.title.neighbours[area]}
        edge = {area for area in near - barred if is_sea(position.title, area) or is_hostile(position, area, power)}
    return near


def _is_land_near(position: Position, near: set[str], power: str) -> bool:
    return any(is_friendly(position, area, power) for area in near)


def _decks(position: Position, near: set[str], power: str) -> list[str]:
    """Return the zones among these with carriers of a power's side whose decks are sound."""
    return sorted(area for area in near if deck_space(position, friendly_stacks(position, area, power)))


def without_base(position: Position, more: Sequence[tuple[Stack, int]] = ()) -> dict[Stack, int]:
    """Return the aircraft on patrol that have no place to land within their range: land, or room on a deck (section 8.7).

    A deck has room for as many as it holds, less those aboard it and those on patrol that have no other place.

    Args:
        more: aircraft, by stack, that are to go on patrol where they are; a place goes to those first that are on patrol already.
    """
    flown = sorted(item for item in position.state.stacks.items() if on_patrol(item[0]))
    needing: list[Stack] = []
    choices: list[list[tuple[str, frozenset[str]]]] = []
    for key, n in (*flown, *more):
        row, friends = profile_of(position, key), position.friends_of(key.power)
        near = _near(position, key.area, row.number("patrols"), key.power)
        if _is_land_near(position, near, key.power):
            continue
        decks = [(zone, friends) for zone in _decks(position, near, key.power)] if row.has("lands-on-carriers") else []
        needing.extend([key] * n)
        choices.extend([decks] * n)
    if not needing:
        return {}
    places = sorted({place for decks in choices for place in decks}, key=lambda place: (place[0], sorted(place[1])))
    rooms = [_room(position, zone, friends, dict(more)) for zone, friends in places]
    seats = seat([[places.index(place) for place in decks] for decks in choices], rooms)
    return dict(Counter(key for key, at in zip(needing, seats, strict=True) if at < 0))


def _room(position: Position, zone: str, friends: frozenset[str], leaving: dict[Stack, int]) -> int:
    """Return how many aircraft the decks of a side in a zone have room for, beside those aboard; who is flying lands where it will."""
    there = position.owned_by(zone, friends)
    aboard = [
        (key, not_held(position, key, n) - leaving.get(key, 0)) if position.title.units[key.unit].cls == "air" else (key, n)
        for key, n in there
        if not _is_flying(position, key)
    ]
    return max(0, deck_space(position, there) - deck_aircraft(position.title, aboard))


def _is_flying(position: Position, key: Stack) -> bool:
    """Return whether aircraft have moved and are still to land in the non-combat move of their nation."""
    landed = key.power != position.power or position.state.clock.phase == "noncombat-move"
    return position.title.units[key.unit].cls == "air" and bool(condition_of(key).used) and not landed


WORDS = {"raid": CONVOY_RAID, "mines": CONVOY_MINES, "screened": WAITING}


def assign(play: Play, order: Assign) -> None:
    """Give the duty."""
    word = WORDS.get(order.duty) or (PATROL if order.duty == "patrol" else ESCORT).of(order.area)
    for unit, count in order.counts:
        for key, n in able(play.position, order.area, unit, order.duty):
            taken = min(n, count)
            count -= taken
            if taken:
                words = (word, MOVED) if order.duty in ("raid", "mines") else (word,)
                play.emit(changed(key, taken, order.duty, condition_of(key).having(*words).text))


def bar(key: Stack, severity: Severity | None = None) -> Problem | None:
    """Return why a duty keeps ships from sailing on in the combat move: they escort convoys, raid or wait behind a screen."""
    if stands_aside(key):
        return ON_ESCORT.broken(f"{key.unit} escorts convoys in {key.area}", "escort", "a ship without this duty", severity=severity)
    staying = STAYING.intersection(condition_of(key).words)
    if not staying:
        return None
    found = " ".join(sorted(staying))
    return ON_DUTY.broken(f"{key.unit} has announced a duty in {key.area}", found, "a ship without a duty", severity=severity)


def moves_over(play: Play) -> None:
    """Ships whose screening force has gone elsewhere wait no longer: they fight (section 8.10).

    From where a screening force came is noted, for when it is lost (section 9.7 c).
    """
    for zone in [area for area in play.position.board if is_sea(play.title, area)]:
        waiting = [(key, n) for key, n in own_stacks(play.position, zone, play.position.power) if WAITING in condition_of(key).words]
        screen = _screen(play.position, zone, {}) if waiting else []
        if waiting and not has_value(play.position, screen, ATTACKER):
            for key, n in waiting:
                play.emit(changed(key, n, "no-screen", condition_of(key).without(WAITING).text))
        elif came := sorted({condition_of(key).origin for key, _ in screen} - {""}):
            SCREEN_CAME.emit(play, " ".join(came), zone)


def turn_begun(play: Play) -> None:
    """Duties end for units that are no longer where they took them up."""
    for key, n in play.position.stacks_of(play.position.power):
        here = (PATROL.of(key.area), ESCORT.of(key.area))
        words = condition_of(key).words
        old = [word for word in (*PATROL.among(words), *ESCORT.among(words)) if word not in here]
        if old:
            play.emit(changed(key, n, "duty-over", condition_of(key).without(*old).text))


def lose_patrols(play: Play) -> None:
    """Aircraft on patrol with no place to land within their range are lost, whoever's turn it is (section 8.7)."""
    for key, n in sorted(without_base(play.position).items()):
        play.emit(UnitsRemoved(key.power, key.unit, n, key.area, key.strength, "no-landing", key.condition))
