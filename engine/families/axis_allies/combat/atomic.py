"""The atomic bomb (global-1939, Air Technology).

A bomb is a unit, bought at most once a turn, that waits in one of the power's areas until a raiding bomber drops it. No
guns fire at the bombers of that raid. It does dice of damage, plus a die of permanent damage: the marker `ruined|AREA`
of the game counts a factory's permanent damage.

| marker | value |
|---|---|
| `atomic|AREA` (phase) | a bomb is aboard the raid on an area |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.events import DiceRolled, UnitsRemoved
from engine.families.axis_allies.board import Stacks, condition_of
from engine.families.axis_allies.combat.battle import ATTACKER, OpenBattle
from engine.families.axis_allies.combat.damage import damage
from engine.families.axis_allies.combat.pending_battles import raiders
from engine.families.axis_allies.facilities.factories import ruined
from engine.families.axis_allies.facilities.raids import target_of
from engine.families.axis_allies.orders import Battle
from engine.families.axis_allies.vocabulary import ATOMIC, RUINED
from engine.mechanics.profile import profile_of
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.title.settings import setting

if TYPE_CHECKING:
    from engine.play import Play

SECTION = "Air Technology"

NONE = Rule("atomic-bomb/none", SECTION, FATAL)
RAID = Rule("atomic-bomb/raid", SECTION, FATAL)


class AtomicBomb(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[atomic_bomb]` of title.toml: its unit type, its dice of damage, its dice of permanent damage."""

    unit: str
    dice: int
    lasting: int
    source: str


def stock(position: Position, power: str) -> list[Stack]:
    """Return the areas with a power's bombs."""
    rules = setting(position.title, "atomic_bomb", AtomicBomb)
    return sorted(key for key in position.state.stacks if rules and key.power == power and key.unit == rules.unit)


def is_armed(position: Position, area: str) -> bool:
    """Return whether the raid on an area carries a bomb."""
    return bool(ATOMIC.read(position.state, area))


def check_atomic(position: Position, order: Battle) -> list[Problem]:
    """Return what is wrong with dropping a bomb in a battle."""
    if not stock(position, position.power):
        return [NONE.broken(f"{position.power} has no atomic bomb", found="atomic", expected="a bomb")]
    if not order.raid or not carriers(position, raiders(position, order.area)):
        return [
            RAID.broken(
                "a bomber on a raid against a factory drops the bomb",
                found=f"no such raid on {order.area}",
                expected="a raid",
            )
        ]
    return []


def carriers(position: Position, bombers: Stacks) -> Stacks:
    """Return which raiders can drop a bomb: those that bomb factories."""
    return [(key, n) for key, n in bombers if profile_of(position, key).has("strategic-bombing") and not target_of(condition_of(key))]


def without_carrier(position: Position, bombers: Stacks) -> Stacks:
    """Return the bombers less the one that drops the bomb."""
    carrier = carriers(position, bombers)[0][0]
    return [(key, n - (key == carrier)) for key, n in bombers if n > (key == carrier)]


def arm(play: Play, area: str) -> None:
    """Take a bomb along on the raid on an area."""
    place, power, unit, strength, condition = stock(play.position, play.position.power)[0]
    play.emit(UnitsRemoved(power, unit, 1, place, strength, "dropped", condition))
    ATOMIC.emit(play, "yes", area)


def drop(play: Play, fight: OpenBattle, facility: Stack | None, points: int) -> int:
    """Drop the bomb in addition to the other bombers' damage; return the damage done."""
    rules = setting(play.title, "atomic_bomb", AtomicBomb)
    assert rules is not None
    ATOMIC.emit(play, "", fight.area)
    blast, lasting = (
        _roll(play, fight, rules.unit, dice, what) for dice, what in ((rules.dice, "atomic-bomb"), (rules.lasting, "lasting-damage"))
    )
    done = damage(play, fight.area, fight.number, points + blast, facility, lasting)
    if facility:
        ruin = ruined(play.position, fight.area, facility.unit) + lasting
        limit = play.state.damage.get((fight.area, facility.unit), 0)
        RUINED.emit(play, str(min(limit, ruin)), fight.area)
    return done


def forget(play: Play) -> None:
    """Forget permanent damage of destroyed factories."""
    damaged = {area for area, facility in play.state.damage if play.title.units[facility].has("produces")}
    for (area,), _ in RUINED.entries(play.state):
        if area not in damaged:
            RUINED.emit(play, "", area)


def _roll(play: Play, fight: OpenBattle, unit: str, count: int, purpose: str) -> int:
    dice = play.roll(count, f"{purpose} in {fight.area}")
    expected = (play.title.dice_sides + 1) / 2 * count
    play.emit(DiceRolled(fight.number, fight.area, fight.attacker, ATTACKER, purpose, 0, unit, 0, dice, 0, expected))
    return sum(dice)
