"""The events of blocks: steps lost and gained, blocks eliminated, conditions put on and taken off, control.

A block that is eliminated goes back to its force pool at full strength, unless it is out for good.
"""

from __future__ import annotations

from engine import events as ev
from engine.condition import parse_condition
from engine.families.blocks.board import SURRENDERED, full, is_naval, pool_of, unit
from engine.families.blocks.season import since
from engine.families.blocks.settings import NeverRebuilt, Since, rows
from engine.mechanics.changes import changed
from engine.play import Play
from engine.rules import Position
from engine.state import Stack
from engine.title.settings import setting

FORCE_POOL = "force-pool"


def lose_steps(play: Play, key: Stack, hits: int, cause: str = "combat") -> Stack | None:
    """Take `hits` steps from one block of a stack; return its new key, None when it is eliminated."""
    if hits <= 0:
        return key
    if hits >= key.strength:
        eliminate(play, key, cause)
        return None
    play.emit(changed(key, 1, cause, to_strength=key.strength - hits, battle=play.state.battle))
    return key._replace(strength=key.strength - hits)


def gain_steps(play: Play, key: Stack, gained: int, word: str = "", cause: str = "reinforce") -> Stack:
    """Give one block of a stack steps, and a word of its condition; return its new key."""
    after = with_words(key.condition, word) if word else key.condition
    play.emit(changed(key, 1, cause, after, to_strength=key.strength + gained, battle=play.state.battle))
    return key._replace(strength=key.strength + gained, condition=after)


def eliminate(play: Play, key: Stack, cause: str = "combat", count: int = 1, *, for_good: bool = False) -> None:
    """Remove blocks of a stack from the map; they go to their force pool at full strength unless they are out for good."""
    area, power, name, strength, condition = key
    play.emit(ev.UnitsRemoved(power, name, count, area, strength, cause, condition, play.state.battle))
    pool = pool_of(play.title, power)
    if pool and not for_good and returns(play.position, key):
        play.emit(ev.UnitsPlaced(power, name, count, pool, full(play.position, key), FORCE_POOL))


def returns(position: Position, key: Stack) -> bool:
    """Return whether a block that is eliminated now may be built again.

    Blocks of a nation that has surrendered may not, nor Vichy's forts (section 3.3), nor some ships since a date (6.3).
    """
    never = setting(position.title, "never_rebuilt", NeverRebuilt)
    if position.state.standing.get(key.power) == SURRENDERED or (never and key.power in never.powers):
        return False
    return not any(
        row.others is not None
        and not row.others.rebuilt
        and row.power == key.power
        and is_naval(unit(position, key))
        and not unit(position, key).has(row.ability)
        and since(position, row.slug)
        for row in rows(position.title, "since", Since).values()
    )


def take_control(play: Play, area: str, power: str, how: str = "captured") -> None:
    """Let a power control an area (nobody, if empty), unless it already does."""
    before = play.state.control.get(area, "")
    if before != power:
        play.emit(ev.ControlChanged(area, before, power, how))


def with_words(condition: str, *words: str) -> str:
    """Return a condition with words added."""
    return parse_condition(condition).having(*(word for word in words if word)).text


def without_words(condition: str, *words: str) -> str:
    """Return a condition with words taken away."""
    return parse_condition(condition).without(*words).text


def mark(play: Play, key: Stack, *words: str, count: int = 1, cause: str = "") -> Stack:
    """Put words on the condition of blocks of a stack; return their new key."""
    return recondition(play, key, with_words(key.condition, *words), count, cause)


def unmark(play: Play, key: Stack, *words: str, count: int = 1, cause: str = "") -> Stack:
    """Take words off the condition of blocks of a stack; return their new key."""
    return recondition(play, key, without_words(key.condition, *words), count, cause)


def recondition(play: Play, key: Stack, condition: str, count: int = 1, cause: str = "") -> Stack:
    """Give blocks of a stack another condition, unless they already have it. Return their new key."""
    if condition != key.condition:
        play.emit(changed(key, count, cause, condition, battle=play.state.battle))
    return key._replace(condition=condition)


def move(
    play: Play, key: Stack, destination: str, condition: str = "", count: int = 1, *, cause: str = "move", path: tuple[str, ...] = ()
) -> Stack:
    """Move blocks of a stack to another area, where they have `condition`; return their new key."""
    area, power, name, strength, before = key
    play.emit(ev.UnitsMoved(power, name, count, area, destination, strength, cause, before, condition, path or (area, destination)))
    return key._replace(area=destination, condition=condition)


def pay(play: Play, power: str, amount: int, cause: str, *, resource: str = "", area: str = "") -> None:
    """Change a power's store of a resource (the main one unless named) by an amount, which may be negative."""
    if amount:
        name = resource or play.title.resource
        balance = play.state.resources.get((power, name), 0) + amount
        play.emit(ev.ResourceChanged(power, name, amount, balance, cause, area=area))


def score(play: Play, contender: str, measure: str, total: int, reason: str) -> None:
    """Set a contender's points of a measure, unless they already have this value."""
    before = play.state.points.get((contender, measure), 0)
    if before != total:
        play.emit(ev.VictoryPointsScored(contender, measure, total - before, total, reason))
