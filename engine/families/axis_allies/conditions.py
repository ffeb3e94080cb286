"""Conditions of a title as data: who holds areas, which units stand in them, who is at war, which rounds it is, who has technologies.

A condition is the rows of `conditions.csv` with its name. Each row is a test; a condition is met where all of them hold, one that is
`inverted` where not all do. Conditions are those of TripleA's maps (RulesAttachment); `economy/objectives.py` pays for them.

| test | holds where |
|---|---|
| `owned` | `least` of the areas are held by the power (`whose`: own) or by it and its allies (allied) |
| `units` | `least` of the areas have units `whose` it says, and as many of each type as `units` has |
| `none` | `least` of the areas have no units `whose` it says, or no more of each type than `units` has |
| `rounds` | it is one of the `rounds` |
| `war` | the power is at war with `least` of the powers `against`; with none of them where that is 0 |
| `relation` | the two powers `against` are as `relation` says to each other |
| `declared` | one of the declarations of war `of` has been made (`politics/declarations.py`) |
| `technology` | the power has `least` of `technologies`; none of them where that is 0 |
| `conditions` | so many of the conditions `of` are met as `how` says: all, any, a number, or from one to another (`2-3`) |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from engine.errors import TitleError
from engine.families.axis_allies.board import is_impassable, is_sea, stacks_in
from engine.families.axis_allies.vocabulary import DECLARED
from engine.mechanics.profile import has_tech, profile_of
from engine.rules import Position
from engine.state import Stack
from engine.title.model import Title
from engine.title.own_tables import AreaCell, PowerCell, TechnologyCell, own_rows
from engine.title.per_title import per_title
from engine.vocabulary import read_pairs

TABLE = "conditions"
Whose = Literal["own", "allied", "guests", "enemy", "enemy-surface"]
Group = Literal["", "controlled", "controlled-land", "original", "original-allied", "original-enemy", "original-land", "all", "map"]


class Test(msgspec.Struct, frozen=True, kw_only=True):
    """A row of conditions.csv.

    Attributes:
        part: the number of the test in its condition. who: the powers that it is asked for, if not for the one that asks.
        whose: of owners, own or allied (the power and its allies); of units as well `guests` (of allies, not its own), enemy, and
            enemy-surface (ships on the surface that fight). areas, group: the areas that it looks at; of a group those that the power
            controls, that were its own (its allies', its enemies') at the start, both, or all.
        least: how many areas, powers or technologies it takes; of areas 0 stands for all. each: what hangs on the condition counts once
            for each of them. units: `infantry|artillery=2`: at least, or at most, so many of these types together; `any` is every type.
    """

    __test__ = False  # not one of pytest's

    part: int
    condition: str
    test: Literal["owned", "units", "none", "rounds", "war", "relation", "declared", "technology", "conditions"]
    whose: Whose = "own"
    who: tuple[PowerCell, ...] = ()
    areas: tuple[AreaCell, ...] = ()
    group: Group = ""
    least: Annotated[int, Meta(ge=0)] = 0
    each: Literal["yes", ""] = ""
    units: str = ""
    against: tuple[PowerCell, ...] = ()
    relation: Literal["", "war", "peace", "allied"] = ""
    technologies: tuple[TechnologyCell, ...] = ()
    of: tuple[str, ...] = ()
    how: str = ""
    rounds: tuple[str, ...] = ()
    inverted: Literal["yes", ""] = ""
    source: str


class Found(NamedTuple):
    """Whether a condition is met, and how often what hangs on it counts."""

    met: bool
    times: int


@per_title
def conditions(title: Title) -> Mapping[str, tuple[Test, ...]]:
    """Return condition -> its tests, in order.

    Raises:
        TitleError: a row asks a condition that has no row, or one that asks itself; or rows of one condition are inverted and others not.
    """
    found: dict[str, tuple[Test, ...]] = {}
    for row in sorted(own_rows(title, TABLE, Test), key=lambda row: row.part):
        found[row.condition] = (*found.get(row.condition, ()), row)
    for name, rows in found.items():
        if len({row.inverted for row in rows}) > 1:
            raise TitleError(f"condition {name!r} is inverted in some of its rows; expected all or none", file=f"{TABLE}.csv")
        if name in asked_by(found, name):
            raise TitleError(f"condition {name!r} asks itself", file=f"{TABLE}.csv")
    return found


def asked_by(found: Mapping[str, tuple[Test, ...]], name: str) -> set[str]:
    """Return the conditions that a condition asks, and those that these ask.

    Raises:
        TitleError: one of them has no row.
    """
    asked: set[str] = set()
    waiting = [name]
    while waiting:
        for row in found[waiting.pop()]:
            for other in row.of if row.test != "declared" else ():
                if other not in found:
                    raise TitleError(f"found {other!r}; expected a condition of the table", file=f"{TABLE}.csv", column="of")
                if other not in asked:
                    asked.add(other)
                    waiting.append(other)
    return asked


def asked(position: Position, condition: str, power: str) -> Found:
    """Return whether a condition is met when a power asks, and how often it counts.

    Raises:
        KeyError: the title has no such condition.
    """
    rows = conditions(position.title)[condition]
    met, times = True, 1
    for row in rows:
        holds, number = TESTS[row.test](position, row, row.who or (power,))
        times = number if row.each else times
        if not holds:
            met = False
            break
    return Found(met != bool(rows[0].inverted), times)


def is_met(position: Position, condition: str, power: str) -> bool:
    """Return whether a condition is met when a power asks."""
    return asked(position, condition, power).met


Answer = tuple[bool, int]
"""Whether a test holds, and what number it found."""


def _owned(position: Position, row: Test, who: tuple[str, ...]) -> Answer:
    holders = _friends(position, who) if row.whose == "allied" else frozenset(who)
    return _enough(position, row, who, lambda area: position.state.control.get(area) in holders)


def _units(position: Position, row: Test, who: tuple[str, ...]) -> Answer:
    least = read_pairs(row.units)

    def there(area: str) -> bool:
        stacks = [*_whose(position, row, who, area)]
        return bool(stacks) and all(_count(stacks, types) >= number for types, number in least.items())

    return _enough(position, row, who, there)


def _none(position: Position, row: Test, who: tuple[str, ...]) -> Answer:
    most = read_pairs(row.units)

    def clear(area: str) -> bool:
        stacks = [*_whose(position, row, who, area)]
        return not stacks or (bool(most) and all(_count(stacks, types) <= number for types, number in most.items()))

    return _enough(position, row, who, clear)


def _rounds(position: Position, row: Test, who: tuple[str, ...]) -> Answer:
    return any(within(span, position.state.clock.round) for span in row.rounds), 1


def _war(position: Position, row: Test, who: tuple[str, ...]) -> Answer:
    return _number(row, sum(any(other in position.enemies_of(power) for power in who) for other in row.against))


def _relation(position: Position, row: Test, who: tuple[str, ...]) -> Answer:
    one, two = row.against
    return position.relation(one, two) == row.relation, 1


def _declared(position: Position, row: Test, who: tuple[str, ...]) -> Answer:
    return any(DECLARED.read(position.state, one) for one in row.of), 1


def _technology(position: Position, row: Test, who: tuple[str, ...]) -> Answer:
    return _number(row, sum(any(has_tech(position.state, power, tech) for power in who) for tech in row.technologies))


def _conditions(position: Position, row: Test, who: tuple[str, ...]) -> Answer:
    found = [is_met(position, name, who[0]) for name in row.of]
    if row.how in ("", "all"):
        return all(found), 1
    return (any(found) if row.how == "any" else within(row.how, sum(found))), 1


TESTS: Mapping[str, Callable[[Position, Test, tuple[str, ...]], Answer]] = {
    "owned": _owned,
    "units": _units,
    "none": _none,
    "rounds": _rounds,
    "war": _war,
    "relation": _relation,
    "declared": _declared,
    "technology": _technology,
    "conditions": _conditions,
}


def within(span: str, number: int) -> bool:
    """Return whether a number is one, or within some, as text: `3`, `2-4`, `3-` for 3 and more.

    Raises:
        ValueError: the text is no such span.
    """
    low, dash, high = span.partition("-")
    return int(low) <= number and (number <= int(high or number) if dash else number == int(low))


def _number(row: Test, found: int) -> Answer:
    return (found >= row.least if row.least else not found), found


def _enough(position: Position, row: Test, who: tuple[str, ...], holds: Callable[[str], bool]) -> Answer:
    areas = areas_of(position, row, who)
    found = sum(map(holds, areas))
    return found >= (row.least or len(areas)), found


def areas_of(position: Position, row: Test, who: tuple[str, ...]) -> tuple[str, ...]:
    """Return the areas that a test looks at, asked for some powers."""
    return tuple(dict.fromkeys((*row.areas, *_group(position, row.group, who))))


def _group(position: Position, group: str, who: tuple[str, ...]) -> Iterator[str]:
    title, control = position.title, position.state.control
    owners = {"original-allied": _friends, "original-enemy": _enemies}.get(group, lambda _, powers: frozenset(powers))(position, who)
    for area, row in title.areas.items():
        held, original = control.get(area) in owners, row.original_owner in owners
        fits = {
            "controlled": held,
            "controlled-land": held and not is_sea(title, area) and not is_impassable(title, area),
            "original-land": original and not is_sea(title, area) and not is_impassable(title, area),
            "all": held or original,
            "map": True,
        }
        if group and fits.get(group, original):
            yield area


def _friends(position: Position, who: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(position.friends_of(power) for power in who))


def _enemies(position: Position, who: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(position.enemies_of(power) for power in who))


def _whose(position: Position, row: Test, who: tuple[str, ...], area: str) -> Iterator[tuple[Stack, int]]:
    owners = {
        "own": frozenset(who),
        "allied": _friends(position, who),
        "guests": _friends(position, who) - set(who),
    }.get(row.whose, _enemies(position, who))
    for key, count in stacks_in(position, area):
        if key.power in owners and (row.whose != "enemy-surface" or profile_of(position, key).has("surface-warship")):
            yield key, count


def _count(stacks: list[tuple[Stack, int]], types: str) -> int:
    named = types.split("|")
    return sum(count for key, count in stacks if "any" in named or key.unit in named)
