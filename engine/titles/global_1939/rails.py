"""Land units that go by rail from one home area to another in the noncombat move (global-1939, Logistical Efficiency).

The limit in IPCs per turn is the number of units that the power's factories can mobilize, less damage. The marker
`transferred` of the turn counts them.
"""

from __future__ import annotations

from engine.events import UnitsMoved
from engine.families.axis_allies.board import condition_of, held_all_turn, is_friendly, is_sea, own_stacks
from engine.families.axis_allies.facilities.factories import capacity, factory_damage, own_factory
from engine.families.axis_allies.movement.movement_limits import ban_on, check_ban
from engine.families.axis_allies.movement.routes import walk
from engine.families.axis_allies.orders import Transfer
from engine.families.axis_allies.technology import has_effect
from engine.families.axis_allies.vocabulary import MOVED
from engine.mechanics.profile import profile, profile_of
from engine.play import Play
from engine.problems import FATAL, Problem, Rule
from engine.rules import Position
from engine.state import Stack
from engine.titles.global_1939.vocabulary import TRANSFERRED

SECTION = "Land Technology"

TECHNOLOGY = Rule("transfer/technology", SECTION, FATAL)
HOME = Rule("transfer/home", SECTION, FATAL)
WAY = Rule("transfer/way", SECTION, FATAL)
UNITS = Rule("transfer/units", SECTION, FATAL)
ALLOWANCE = Rule("transfer/allowance", SECTION)


def allowance(position: Position) -> int:
    """Return the value of units that the power on turn may still send by rail this turn, in the main resource."""
    power = position.power
    if not has_effect(position, power, "transfers"):
        return 0
    areas = [area for area, holder in position.state.control.items() if holder == power and own_factory(position, area, power)]
    total = sum(max(0, capacity(position, area) - factory_damage(position, area)) for area in areas)
    return total - TRANSFERRED.number(position.state)


def ready(position: Position, area: str) -> list[tuple[Stack, int]]:
    """Return the stacks in an area that can go by rail: land units that have not acted this turn."""
    return [(key, n) for key, n in own_stacks(position, area, position.power) if profile_of(position, key).cls == "land" and _is_fresh(key)]


def _is_fresh(key: Stack) -> bool:
    condition = condition_of(key)
    return not condition.used and not condition.origin and all(word.endswith("!") for word in condition.words)


def is_home(position: Position, area: str) -> bool:
    """Return whether the power owned an area originally and has held it since its turn began."""
    own = position.title.areas[area].original_owner == position.power
    return own and held_all_turn(position, area, position.power)


def route(position: Position, area: str, to: str) -> tuple[str, ...]:
    """Return the route over land through friendly areas that the power's units may enter, empty if there is none."""
    title, power = position.title, position.power

    def enters(_: str, other: str) -> bool:
        friendly = not is_sea(title, other) and is_friendly(position, other, power)
        return friendly and not ban_on(position, power, "land", other)

    return walk(title, area, len(title.areas), enters, lambda _: False).get(to, ())


def price(position: Position, order: Transfer) -> int:
    """Return the value of the units of an order, in the main resource."""
    return sum(profile(position, position.power, unit).cost * n for unit, n in order.counts)


def check_transfer(position: Position, order: Transfer) -> list[Problem]:
    """Return what is wrong with sending units by rail."""
    if not has_effect(position, position.power, "transfers"):
        return [TECHNOLOGY.broken(f"{position.power} has no Logistical Efficiency", found=position.power, expected="a power that has it")]
    problems = []
    for area in (order.area, order.to):
        if not is_home(position, area):
            problems.append(
                HOME.broken(
                    "units go between two areas that the power owned originally",
                    found=area,
                    expected=f"an area of {position.power}, held since its turn began",
                )
            )
    banned = check_ban(position, "land", order.to, "transfer")
    if banned:
        problems.append(banned)
    if not problems and (order.area == order.to or not route(position, order.area, order.to)):
        problems.append(
            WAY.broken(
                "the areas are not joined by friendly land",
                found=f"{order.area} to {order.to}",
                expected="two areas that are",
            )
        )
    there = ready(position, order.area)
    foreign = [item.power for item in order.forces if item.power not in ("", position.power)]
    if foreign:
        problems.append(UNITS.broken("only the power on turn sends its units", found=", ".join(foreign), expected=position.power))
    for unit, count in order.counts:
        have = sum(n for key, n in there if key.unit == unit)
        if count > have:
            problems.append(
                UNITS.broken(
                    f"too few {unit} in {order.area} that have not acted this turn",
                    found=str(count),
                    expected=f"at most {have}",
                )
            )
    worth, left = price(position, order), allowance(position)
    if worth > left:
        problems.append(
            ALLOWANCE.broken(
                "rail transfers are limited to the factories' undamaged capacity",
                found=str(worth),
                expected=f"at most {left}",
            )
        )
    return problems


def transfer(play: Play, order: Transfer) -> None:
    """Send the units; they count as moved."""
    way, worth = route(play.position, order.area, order.to), price(play.position, order)
    for unit, count in order.counts:
        for key, n in ready(play.position, order.area):
            taken = min(n, count) if key.unit == unit else 0
            count -= taken
            if taken:
                becomes = condition_of(key).having(MOVED).text
                play.emit(
                    UnitsMoved(
                        key.power,
                        unit,
                        taken,
                        order.area,
                        order.to,
                        key.strength,
                        "transfer",
                        key.condition,
                        becomes,
                        way,
                    )
                )
    TRANSFERRED.add(play, worth)
