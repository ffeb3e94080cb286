"""Who keeps ships from sailing on, and who must fight at sea (sections 0.5, 5.5, 8.2, 8.7, 8.9, 9.11).

Enemy surface warships stop surface ships, but not those on escort duty, which enemies ignore. Aircraft on patrol, and those of carriers,
which always act as if on patrol, stop submarines and ships alike. Nothing else stops a submarine: it declines to fight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.derived import derived_from_stacks
from engine.families.axis_allies.board import (
    Stacks,
    condition_of,
    enemy_stacks,
    has_moved,
    held_by_enemies,
    is_cargo,
    is_sea,
    on_patrol,
    own_stacks,
)
from engine.families.axis_allies.bots.greedy.forces import Units
from engine.families.axis_allies.deck import deck_aircraft, deck_space, not_held
from engine.families.axis_allies.vocabulary import COMBAT_ROUND, WAITING
from engine.mechanics.profile import profile_of
from engine.odds.quick import NO_ODDS, Odds
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title, Unit
from engine.titles.global_war_1936.treaties import bounds
from engine.titles.global_war_1936.vocabulary import CONVOY_MINES, CONVOY_RAID, ESCORT, PURSUED


def stops_ship(position: Position, zone: str, unit: Unit) -> bool:
    """Return whether a ship of the nation on turn that enters a zone must stay there."""
    if is_guarded(position, zone, position.power):
        return unit.has("submarine") or position.options.get("patrols") != "pass" or is_barred(position, zone)
    return not unit.has("submarine") and is_barred(position, zone)


def is_barred(position: Position, zone: str) -> bool:
    """Return whether enemy surface warships that are not on escort duty are in a zone."""
    return zone in held_by_enemies(position, position.power, _with_free_warships)


def is_guarded(position: Position, zone: str, power: str) -> bool:
    """Return whether enemy aircraft on patrol, or of carriers, are over a zone; a damaged carrier lets none take off (section 12.2)."""
    if zone not in held_by_enemies(position, power, _with_aircraft):
        return False
    return any(
        position.title.units[key.unit].cls == "air" and not is_cargo(key) and not_held(position, key, n)
        for key, n in enemy_stacks(position, zone, power)
    )


@derived_from_stacks
def _with_free_warships(position: Position, power: str) -> frozenset[str]:
    return frozenset(
        key.area
        for key, _ in position.stacks_of(power)
        if profile_of(position, key).has("surface-warship") and not is_cargo(key) and not stands_aside(key)
    )


@derived_from_stacks
def _with_aircraft(position: Position, power: str) -> frozenset[str]:
    title, stacks = position.title, position.stacks_of(power)
    return frozenset(key.area for key, _ in stacks if title.units[key.unit].cls == "air" and is_sea(title, key.area) and not is_cargo(key))


def watches(position: Position, key: Stack) -> bool:
    """Return whether aircraft attack as if on patrol: they are, have not left the zone of their carrier, or came with it (section 8.7)."""
    return on_patrol(key) or not condition_of(key).used or _came_aboard(position, key)


def _came_aboard(position: Position, key: Stack) -> bool:
    """Return whether aircraft have gone as far as carriers of their nation that hold all who have; of flights no origin is kept."""
    if not position.title.units[key.unit].has("lands-on-carriers"):
        return False
    used = condition_of(key).used
    group = [(other, n) for other, n in own_stacks(position, key.area, key.power) if condition_of(other).used == used]
    return deck_aircraft(position.title, group) <= deck_space(position, group)


def odds_of_attack(title: Title, units: Units, against: Units, odds: Callable[[Units, Units], Odds]) -> Odds:
    """Return the odds by which bots attack: ships without aircraft may not attack submarines, and do not win over them (9.10).

    The rest of the enemies may be lost. Once a battle is fought its odds are those of all who are in it: by them submarines submerge.

    Args:
        odds: returns those of a battle between two forces.
    """
    kinds = {title.units[unit].cls for unit, n in units.items() if n > 0}
    hidden = {unit for unit, n in against.items() if n > 0 and title.units[unit].has("submarine")}
    if not hidden or "sea" not in kinds or "air" in kinds:
        return odds(units, against)
    rest = Counter({unit: n for unit, n in against.items() if n > 0 and unit not in hidden})
    return odds(units, rest)._replace(win=0.0, take=0.0) if rest else NO_ODDS


def is_pursuit(position: Position) -> bool:
    """Return whether the round being fought is that in which submarines, which decline, are fired at by those who hunt them alone."""
    return bool(PURSUED.read(position.state)) and COMBAT_ROUND.number(position.state) <= 1


def stands_aside(key: Stack) -> bool:
    """Return whether ships take no part in an attack: those on escort duty forfeit combat movement, and only defend (section 9.11)."""
    return bool(key.condition) and ESCORT.of(key.area) in condition_of(key).words


def is_busy(key: Stack) -> bool:
    """Return whether ships escort convoys, raid them or lay mines, so that they bombard no coast: they do one thing at a time (8.8)."""
    return stands_aside(key) or not {CONVOY_RAID, CONVOY_MINES}.isdisjoint(condition_of(key).words)


def must_fight(position: Position, zone: str, attackers: Stacks) -> bool:
    """Return whether units that have come into a zone this turn must fight there: what stopped them, or what they flew against.

    Ships that were there before fight only if they want to (section 0.5 b), and so do patrols; who raids convoys fights no battle.
    Where others wait behind them as behind a screening force (8.10) all fight. Nobody does where a doctrine or pact allows no attack
    (sections 5.7, 14.2).
    """
    if bounds.is_beyond(position, zone):
        return False
    screens = any(WAITING in condition_of(key).words for key, _ in own_stacks(position, zone, position.power))
    barred, guarded = is_barred(position, zone), is_guarded(position, zone, position.power)
    for key, _ in attackers:
        words, unit = condition_of(key).words, position.title.units[key.unit]
        if not (has_moved(key) or screens) or on_patrol(key) or CONVOY_RAID in words or CONVOY_MINES in words:
            continue
        if guarded if unit.has("submarine") and not screens else barred or guarded:
            return True
    return False
