"""Factors of each kind of round (sections 6.1 to 6.4), to the fraction; rounding comes last (1.8)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from engine.condition import parse_condition
from engine.rules import Position
from engine.state import Stack
from engine.titles.blitz.position import board, commanders
from engine.titles.blitz.position.supply import convoy_damage, in_supply
from engine.titles.blitz.settings import snow, walls
from engine.titles.blitz.tables import Convoy, chart, counters, figure, places
from engine.titles.blitz.vocabulary import FLOWN, ROUTE

HALF = Fraction(1, 2)
SPEECHLESS = ("TRS", "LL")
"""Types that never fire by themselves (6.)."""
NO_DOGFIGHT = ("V", "A-BOMB")
"""Air units that take no part in an Air Round (6.1)."""


class Fire(NamedTuple):
    """What a side fires with: its Factors, rounded; 0 when it does not roll. `total` is before rounding."""

    factors: int
    total: Fraction = Fraction(0)


def rounded(value: Fraction) -> int:
    """Return a value rounded to a whole number, .5 upwards (1.8)."""
    return (value + HALF).__floor__()


def settle(total: Fraction, *, printed: bool) -> Fire:
    """Return the final Factors: at least 1 where any are printed, never below 0 (6.)."""
    return Fire(max(rounded(total), 1 if printed else 0), total)


def bombing(position: Position, key: Stack, role: str) -> Fraction:
    """Return an air unit's Bombing Factors for a role: its primary ones, or half of them (1.2)."""
    row = counters(position.title)[key.unit]
    value = Fraction(board.printed(position.title, key, row.primary))
    return (value if row.primary == role else value * HALF) + commanders.bombing(position, key, role)


def _air(position: Position, keys: Sequence[Stack]) -> list[Stack]:
    """Return the units that fire in an Air Round; a CV in port does not (5.3)."""
    title = position.title
    return [
        key
        for key in keys
        if (board.kind_of(title, key.unit) == "air" and board.type_of(title, key.unit) not in NO_DOGFIGHT)
        or board.type_of(title, key.unit) == "AA"
        or (board.type_of(title, key.unit) == "CV" and title.areas[key.area].kind == "sea")
    ]


def dogfighters(position: Position, keys: Sequence[Stack]) -> list[Stack]:
    """Return the units of a side that make an Air Round necessary: air, CV, and PARA that flew (5.3)."""
    flown = [key for key in keys if board.has(key, FLOWN)]
    return [key for key in _air(position, keys) if board.type_of(position.title, key.unit) != "AA"] + flown


def air_fire(position: Position, own: Sequence[Stack], foes: Sequence[Stack]) -> Fire:
    """Return the Factors of a side in an Air Round (6.1); AA units fire and are no targets."""
    flown = [key for key in own if board.has(key, FLOWN)]  # with no Factors of its own, a PARA has those of triangles (6.)
    values = [Fraction(commanders.strength(position, key, "air")) for key in (*_air(position, own), *flown)]
    total = sum(values, Fraction(0))
    for key in dogfighters(position, foes):
        plus, minus = commanders.triangles(position, key, "air")
        total += plus - minus
    return settle(total, printed=any(values)) if values else Fire(0)


def naval_fire(
    position: Position, own: Sequence[Stack], foes: Sequence[Stack], area: str, *, port: bool = False, convoys: Sequence[Convoy] = ()
) -> Fire:
    """Return the Factors of a side in a Naval Round (6.3). `convoys` are the enemy's; in a Port Attack CV count half."""
    title = position.title
    total, speaks = Fraction(0), False
    cold = board.weather(position, area)
    for key in own:
        if board.kind_of(title, key.unit) == "air":
            value = bombing(position, key, "naval")
            if cold == "snowflake" and port:
                value /= snow(title).bombing
        else:
            value = Fraction(commanders.strength(position, key, "naval"))
            if port and board.type_of(title, key.unit) == "CV":
                value *= HALF
        if cold and not port:
            value /= snow(title).naval
        total += value
        speaks = speaks or board.type_of(title, key.unit) not in SPEECHLESS
    if not speaks:
        return Fire(0)
    for key in foes:
        if board.kind_of(title, key.unit) == "sea":
            plus, minus = commanders.triangles(position, key, "naval")
            total += plus - minus
    for convoy in convoys:
        total += convoy.factor - convoy_damage(position, convoy.convoy)
    return settle(total, printed=True)  # whoever fires by itself has Naval Factors


def strategic_fire(position: Position, own: Sequence[Stack], area: str) -> Fire:
    """Return the Factors of the attackers in a Strategic Round (6.4)."""
    values = [bombing(position, key, "strategic") for key in own if board.kind_of(position.title, key.unit) == "air"]
    total = sum(values, Fraction(0))
    if board.weather(position, area) == "snowflake":
        total /= snow(position.title).bombing
    factory = places(position.title)[area].factory - position.state.damage.get((area, "factory"), 0)
    return settle(total + factory, printed=any(values)) if values else Fire(0)


class Land(NamedTuple):
    """The Land Factors of both sides of a Land Round."""

    attack: Fire
    defense: Fire


def land_fire(position: Position, area: str, attackers: Sequence[Stack], defenders: Sequence[Stack]) -> Land:
    """Return the Factors of both sides in a Land Round (6.2).

    Attackers aboard a TRS count half, but MAR; terrain that halves an attack halves its air and naval support too (A.6).
    """
    title, ground = position.title, board.terrain(position, area)
    cold = board.weather(position, area)
    lands = [key for key in attackers if board.kind_of(title, key.unit) == "land"]
    guards = [key for key in defenders if board.kind_of(title, key.unit) == "land"]
    snowed = snow(title).land if cold == "snow" else 1
    attack = sum((_assault(position, key, area) for key in lands), Fraction(0)) / ground.attack / snowed
    defense = sum((Fraction(commanders.strength(position, key, "land")) for key in guards), Fraction(0))
    helped = (
        _support(position, attackers, ground.support * ground.attack, cold),
        _support(position, defenders, ground.support, cold),
    )
    attack += min(helped[0], attack)
    defense += min(helped[1], defense)
    # No triangle takes from what defenders have printed: only aircraft and ships beside units without Factors need the least of 1 (6.).
    armed = any(commanders.strength(position, key, "land") for key in lands), helped[1] > 0
    for key in guards:
        plus, minus = _triangles(position, key, lands)
        attack += plus - minus + (0 if in_supply(position, key) else figure(title, "unsupplied-triangles"))
    for key in lands:
        defense += commanders.triangles(position, key, "land")[0] + ground.extra
    return Land(settle(attack, printed=armed[0]), settle(defense, printed=armed[1]) if guards else Fire(0))


def _assault(position: Position, key: Stack, area: str) -> Fraction:
    """Return the Land Factors of an attacking land unit before terrain: half from a TRS, and half over a Land Route (6.2, 9.4)."""
    value = Fraction(commanders.strength(position, key, "land"))
    aboard = parse_condition(key.condition).aboard
    if (aboard and board.type_of(position.title, key.unit) != "MAR") or (not aboard and board.has(key, ROUTE)):
        value *= HALF
    return value


def _support(position: Position, keys: Sequence[Stack], divisor: int, cold: str) -> Fraction:
    """Return the Land Factors of supporting air and naval units (6.2): Bombing Factors, 1 of a Small BB or CV, 2 of a Big one."""
    total = Fraction(0)
    for key in keys:
        if board.kind_of(position.title, key.unit) == "air":
            value = bombing(position, key, "land")
            total += value / snow(position.title).bombing if cold == "snowflake" else value
        elif board.type_of(position.title, key.unit) in ("BB", "CV"):
            total += figure(position.title, "big-ship-support" if board.is_big(position.title, key.unit) else "small-ship-support")
    return total / divisor


def _triangles(position: Position, key: Stack, attackers: Sequence[Stack]) -> tuple[int, int]:
    """Return the white and red triangles of a defender; those of a wall count only against attacks from its side (5.3)."""
    wall = walls(position.title).get(key.unit)
    if wall and not any(attacker.area in wall.areas for attacker in attackers):
        return 0, 0
    return commanders.triangles(position, key, "land")


def armour(position: Position, area: str, attackers: Sequence[Stack], defenders: Sequence[Stack]) -> tuple[Fraction, Fraction]:
    """Return both sides' ARM: Sizes of ARM, half from a TRS; the defenders' with their FORTs and the terrain's bonus (6.6)."""
    title = position.title
    attack = sum((_armoured(position, key) for key in attackers if board.type_of(title, key.unit) == "ARM"), Fraction(0))
    guards = sum((key.strength for key in defenders if board.type_of(title, key.unit) in ("ARM", "FORT")), 0)
    return attack, Fraction(guards + board.terrain(position, area).armour)


def _armoured(position: Position, key: Stack) -> Fraction:
    return key.strength * (HALF if parse_condition(key.condition).aboard else Fraction(1))


def result(position: Position, factors: int, die: int) -> tuple[int, str]:
    """Return the Combat Chart's number and letter for so many Factors and a die (6.5)."""
    text = chart(position.title)[min(factors, figure(position.title, "most-chart-factors") + 1), die]
    if text == "none":
        return 0, ""
    number = text.rstrip("SLB")
    return int(number or 0), text[len(number) :]


@lru_cache(maxsize=256)
def share(letter: str, count: int) -> int:
    """Return how many of so many units a letter affects: a third, two thirds, all (6.5)."""
    return rounded(Fraction(count) * {"": Fraction(0), "S": Fraction(1, 3), "L": Fraction(2, 3), "B": Fraction(1)}[letter])
