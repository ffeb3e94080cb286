"""The two sides of a battle as the odds see them: slots of like units, first lost first.

A slot is a number of units of one type and power that stand the same: a battleship and a damaged battleship are two slots, and
so are the tanks of an attacker and the one that is kept to take the area. The order of the slots is the order of loss.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from engine.mechanics.targets import PAIRS, may_strike, pool_of
from engine.odds.order_of_loss import in_lines, landed, lines_of
from engine.title.model import Title, Unit
from engine.title.per_title import per_title

ATTACKER, DEFENDER = "attacker", "defender"

Profile = Callable[[str, str], Unit]
"""Of a power and a unit type: its figures, with the power's technologies."""
Units = Mapping[tuple[str, str], int]
"""(unit type, power) to how many."""


class Slot(NamedTuple):
    """Units that stand the same.

    Attributes:
        left: the hits each can take. below: the slot a hit moves one to (-1: it is lost). cargo: the value of what each carries.
        seaborne: whether they have come ashore in this battle, and so cannot retreat.
    """

    unit: Unit
    power: str
    left: int
    below: int = -1
    cargo: float = 0.0
    seaborne: bool = False

    @property
    def value(self) -> float:
        """The value lost with a unit of the slot."""
        return self.unit.cost + self.cargo


_Listed = tuple[tuple[str, str], Unit, int, int, bool]
"""Units of a side in its order of loss: kind, type, hits left, how many, whether they come ashore."""


class Side(NamedTuple):
    """A side: its slots in the order of loss, how many units of each it begins with, and its (unit, power) in the title's order."""

    side: str
    slots: tuple[Slot, ...]
    counts: tuple[int, ...]
    sequence: tuple[tuple[str, str], ...]

    @property
    def hits(self) -> int:
        """The hits that destroy all of it."""
        return sum(slot.left * count for slot, count in zip(self.slots, self.counts, strict=True))


def side_of(
    title: Title,
    side: str,
    units: Units,
    *,
    at_sea: bool = False,
    order: Iterable[str] = (),
    profile: Profile | None = None,
    keep_land: bool | None = None,
    damaged: Mapping[tuple[str, str], int] | None = None,
    cargo: float = 0.0,
    seaborne: Units | None = None,
) -> Side:
    """Return a side in its order of loss.

    Args:
        units: those that fight; facilities, cargo and units that never fight are left out.
        order: unit types, or numbers of them (`2 infantry`), first lost first; what is left out follows in the usual order. Hits that
            only damage come first of all.
        keep_land: whether one land unit, the last of the order, is lost after all others; by default for attackers on land of whom no
            order is told.
        damaged: how many of the units that take several hits have one hit less left.
        cargo: the value of what the side's transports carry, shared out alike among them: which of them carries what is not told.
        seaborne: how many come ashore in this battle; of units alike they are lost first, as the others can retreat.
    """
    known = profile or (lambda power, unit: title.units[unit])
    turns = lines_of(order)
    named = {line.unit: place for place, line in reversed(list(enumerate(turns)))}
    names, powers = _places(title)

    def rank(kind: tuple[str, str], place: int | None) -> tuple[Any, ...]:
        row = known(kind[1], kind[0])
        usual = row.cost, names[kind[0]], powers.get(kind[1], 99)
        return _is_last(row), place is None, place or 0, *usual

    kinds = sorted(
        (kind for kind, n in units.items() if n > 0 and _fights(known(kind[1], kind[0]))),
        key=lambda kind: rank(kind, named.get(kind[0])),
    )
    rows = {kind: known(kind[1], kind[0]) for kind in kinds}
    whole, last, single = list[_Listed](), list[_Listed](), dict[tuple[str, str], int]()
    for kind in kinds:
        row, hurt = rows[kind], (damaged or {}).get(kind, 0)
        for left in range(max(row.strength, 1), 1, -1):
            count = units[kind] - hurt if left == row.strength else hurt * (left == row.strength - 1)
            whole.append((kind, row, left, count, False))
        single[kind] = units[kind] if row.strength <= 1 else hurt * (row.strength == 2)
    in_turn = {kind for kind in kinds if rows[kind].strength <= 1 and not _is_last(rows[kind])}
    for kind, count, lands in landed(in_lines(single, turns, in_turn, rank), seaborne or {}):
        last.append((kind, rows[kind], 1, count, lands))
    keep = (side == ATTACKER and not at_sea and not turns) if keep_land is None else keep_land
    if keep:
        _keep_one(last)
    listed = whole + last
    place = {(kind, left): at for at, (kind, _, left, *_) in reversed(list(enumerate(listed)))}
    carriers = sum(n for _, row, _, n, _ in listed if row.has("carries-land"))
    each = cargo / carriers if carriers else 0.0
    slots = tuple(
        Slot(
            row,
            kind[1],
            left,
            place[kind, left - 1] if left > 1 else -1,
            each if row.has("carries-land") else 0.0,
            lands,
        )
        for kind, row, left, _, lands in listed
    )
    sequence = tuple(sorted(kinds, key=lambda kind: (names[kind[0]], powers.get(kind[1], 99))))
    return Side(side, slots, tuple(count for *_, count, _ in listed), sequence)


@per_title
def _places(title: Title) -> tuple[dict[str, int], dict[str, int]]:
    """Return unit type to its place in the title's order, and power to its."""
    found = ({name: place for place, name in enumerate(names)} for names in (title.units, title.order))
    return next(found), next(found)


def _is_last(row: Unit) -> bool:
    """Whether units of a type are lost after all others, whatever the order."""
    return row.has("transport") or row.has("last-lost")


def _fights(row: Unit) -> bool:
    return row.cls != "facility" and not row.has("no-combat")


def _keep_one(last: list[_Listed]) -> None:
    """Put one land unit, the last of the order, at the end."""
    at = next((at for at in range(len(last) - 1, -1, -1) if last[at][1].cls == "land" and last[at][1].strength <= 1), -1)
    if at < 0 or (at == len(last) - 1 and last[at][3] == 1):
        return
    kind, row, left, count, lands = last[at]
    if count > 1:
        last[at] = (kind, row, left, count - 1, lands)
    else:
        del last[at]
    last.append((kind, row, left, 1, lands))


class Group(NamedTuple):
    """The units of one type and power: they share support, whichever slots they are in (`members`)."""

    unit: Unit
    power: str
    members: tuple[int, ...]


def groups_of(side: Side) -> list[Group]:
    """Return the units of a side by type and power, as they share support; in the title's order."""
    members: dict[tuple[str, str], list[int]] = {}
    for at, slot in enumerate(side.slots):
        members.setdefault((slot.unit.unit, slot.power), []).append(at)
    return [Group(side.slots[members[kind][0]].unit, kind[1], tuple(members[kind])) for kind in side.sequence]


def struck_by(unit: Unit, at_sea: bool, with_destroyer: bool, foes: Side) -> tuple[bool, ...]:
    """Return which slots of the other side a unit's hits may strike."""
    pool = pool_of(unit, at_sea, with_destroyer)
    return tuple(may_strike(slot.unit, pool) for slot in foes.slots)


def number_of(unit: Unit, side: str) -> int:
    """Return the number on which a unit hits, without support."""
    return unit.attack if side == ATTACKER else unit.defense


def strikes_first(unit: Unit, side: str) -> bool:
    """Return whether a unit can strike by surprise on a side."""
    return unit.has("submarine") and (side == ATTACKER or not unit.has("strikes-on-attack"))


def gives(unit: Unit) -> list[str]:
    """Return the kinds of support that a unit gives."""
    return [giver for _, giver in PAIRS if unit.has(giver)]


def takes(unit: Unit) -> list[tuple[str, str]]:
    """Return the kinds of support that a unit can have, as (ability, who gives it)."""
    return [(taker, giver) for taker, giver in PAIRS if unit.number(taker)]


def counted(items: Iterable[tuple[str, int, str]]) -> Counter[tuple[str, str]]:
    """Return (unit, count, power) as units of a side."""
    found: Counter[tuple[str, str]] = Counter()
    for unit, count, power in items:
        found[unit, power] += count
    return found
