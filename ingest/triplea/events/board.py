"""Where every unit stands by the events so far, and the events that bring it to where TripleA's state has it.

Units have numbers in a save and none in events, where those of one key are interchangeable. What is compared is the
key of each unit that a change touches, before and after; so the events add up to the state, whatever the texts say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from engine import events as ev
from engine.condition import Condition, after_turn, parse_condition
from engine.families.axis_allies.vocabulary import SUBMERGED
from engine.title.model import Title
from ingest.triplea.events.causes import Why
from ingest.triplea.state import TripleaState, UnitState
from ingest.triplea.title.names import NOBODY, Names

Waiting = tuple[str, str]
"""Key of a unit that is bought and not yet placed: (power, unit)."""

Standing = tuple[str, str, str, int, str]
"""Key of a unit on the board, as of `Stack`: (area, power, unit, strength, condition)."""

Key = Standing | Waiting | None
"""Where a unit is; None when it is not in play."""


class Shift(NamedTuple):
    """Units that go from one key to another; `origin` is the route's first area when one is known."""

    before: Key
    after: Key


class SaveUnits:
    """The units of one game.

    Attributes:
        told: unit id -> its key by the events so far; units not in play are absent.
    """

    def __init__(self, title: Title, names: Names, state: TripleaState) -> None:
        self.names, self.state = names, state
        self.full = {row.triplea: row.strength for row in title.units.values()}
        self.told: dict[str, Standing | Waiting] = {}
        self.riders: dict[str, set[str]] = {}
        self._ship: dict[str, str] = {}
        self._marked: set[str] = set()

    # ---- keys

    def key(self, unit: UnitState) -> Key:
        """Return where a unit is now, by TripleA's state."""
        if unit.holder is None:
            return None
        kind, name = unit.holder
        names = self.names
        power, slug = names.power(unit.owner) or NOBODY, names.units[unit.type]
        if kind == "player":
            return names.power(name) or NOBODY, slug
        strength = max(1, self.full[unit.type] - unit.hits)
        return names.areas[name], power, slug, strength, self._condition(unit)

    def _condition(self, unit: UnitState) -> str:
        riders = self.riders.get(unit.id)
        aboard = self._rides(unit)
        submerged = "submerged" in unit.properties
        if not (riders or aboard or submerged):
            return ""
        cargo = sorted(self._item(rider) for rider in riders or () if self._rides(self.state.units[rider]))
        return Condition(words=(SUBMERGED,) if submerged else (), aboard=aboard, cargo=tuple(cargo)).text

    def _item(self, ident: str) -> tuple[str, str]:
        unit = self.state.units[ident]
        return self.names.power(unit.owner) or NOBODY, self.names.units[unit.type]

    def _rides(self, unit: UnitState) -> bool:
        """Return whether a unit is aboard: its carrier is in play, and in the same territory."""
        ship = self.state.units.get(unit.properties.get("transportedBy", ""))
        return ship is not None and unit.holder is not None and ship.holder == unit.holder and unit.holder[0] == "territory"

    # ---- what a change did

    def shifts(self, touched: Iterable[str]) -> dict[Shift, int]:
        """Return what has become of the units touched, and of their ships and cargo: shift -> units. They count as told then."""
        known = self.state.units
        found: dict[Shift, int] = {}
        for ident in self._with_company(touched):
            unit = known.get(ident)
            before = self.told.get(ident)
            after = self.key(unit) if unit is not None else None
            if before != after:
                shift = Shift(before, after)
                found[shift] = found.get(shift, 0) + 1
                self._tell(ident, after)
        return found

    def _tell(self, ident: str, key: Key) -> None:
        if key is None:
            del self.told[ident]
        else:
            self.told[ident] = key
        if key is not None and len(key) == 5 and key[4]:
            self._marked.add(ident)
        else:
            self._marked.discard(ident)

    def _with_company(self, touched: Iterable[str]) -> dict[str, None]:
        """Return the units touched, with the ships they left or boarded and the cargo of those that are ships."""
        company: dict[str, None] = {}
        for ident in touched:
            unit = self.state.units.get(ident)
            ship, before = (unit.properties.get("transportedBy") if unit else None), self._ship.get(ident)
            if ship != before:
                self._board(ident, before, ship)
            company[ident] = None
            for other in (before, ship, *sorted(self.riders.get(ident, ()))):
                if other is not None and other in self.state.units:
                    company[other] = None
        return company

    def _board(self, ident: str, before: str | None, ship: str | None) -> None:
        if before is not None:
            self.riders.get(before, set()).discard(ident)
        if ship is None:
            self._ship.pop(ident, None)
        else:
            self._ship[ident] = ship
            self.riders.setdefault(ship, set()).add(ident)

    def new_turn(self) -> None:
        """Forget what the state of the events forgets when a turn begins (submerged, by `after_turn`)."""
        for ident in list(self._marked):
            key = self.told[ident]
            if len(key) == 5:
                self._tell(ident, (*key[:4], after_turn(key[4])))


# ---- events


def tell(shifts: Mapping[Shift, int], why: Why) -> Iterator[ev.Event]:
    """Yield the events that say what has become of units. Ships come before what they carry, as in every order of play."""
    for (before, after), count in shifts.items():
        if before is None:
            yield from _come(after, count, why)
        elif len(before) == 2:
            yield from _from_hand(before, after, count, why)
        elif after is None:
            yield _gone(before, count, why)
        elif len(after) == 2:
            yield _gone(before, count, why)
            yield _bought(after, count, why)
        else:
            yield from _on_board(before, after, count, why)


def _come(after: Key, count: int, why: Why) -> Iterator[ev.Event]:
    if after is not None and len(after) == 2:
        yield _bought(after, count, why)
    elif after is not None:
        area, power, unit, strength, condition = after
        yield ev.UnitsPlaced(power, unit, count, area, strength, why.place, condition)


def _from_hand(before: Waiting, after: Key, count: int, why: Why) -> Iterator[ev.Event]:
    if after is not None and len(after) == 5 and (after[1], after[2]) == before:
        yield ev.UnitsPlaced(after[1], after[2], count, after[0], after[3], "mobilize", after[4])
        return
    yield _bought(before, -count, why)
    yield from _come(after, count, why)


def _bought(key: Waiting, count: int, why: Why) -> ev.UnitsPurchased:
    price, resource = why.prices.get(key[1], (0, why.money))
    return ev.UnitsPurchased(key[0], key[1], count, price, price * count, resource)


def _gone(before: Standing, count: int, why: Why) -> ev.UnitsRemoved:
    area, power, unit, strength, condition = before
    cause = "cargo-lost" if why.remove == "combat" and parse_condition(condition).aboard else why.remove
    return ev.UnitsRemoved(power, unit, count, area, strength, cause, condition, why.battle)


def _on_board(before: Standing, after: Standing, count: int, why: Why) -> Iterator[ev.Event]:
    here = before
    if before[0] != after[0]:
        here = (after[0], before[1], before[2], before[3], after[4])
        path = why.route if why.route[:1] + why.route[-1:] == (before[0], after[0]) else ()
        if why.move == "retreat":
            path = (before[0], after[0])  # always to the next area
        yield ev.UnitsMoved(
            before[1],
            before[2],
            count,
            before[0],
            after[0],
            before[3],
            _move(before[4], after[4], why),
            before[4],
            after[4],
            path,
        )
    if here != after:
        yield ev.UnitsChanged(
            here[1],
            here[2],
            count,
            after[0],
            here[3],
            here[4],
            after[1] if after[1] != here[1] else "",
            after[2] if after[2] != here[2] else "",
            after[3] if after[3] != here[3] else 0,
            after[4],
            _change(here, after, why),
            why.battle,
        )


def _move(before: str, after: str, why: Why) -> str:
    was, now = "aboard" in before.split(), "aboard" in after.split()
    if was or now:
        return "transport" if was and now else "load" if now else "offload"
    return why.move


def _change(before: Standing, after: Standing, why: Why) -> str:
    """Return why units became something else where they stand; the change itself says it where the texts need not."""
    if after[1] != before[1]:
        return why.owner
    if after[3] != before[3]:
        return "hit" if after[3] < before[3] else "repaired"
    was, now = set(before[4].split()), set(after[4].split())
    if ("submerged" in was) != ("submerged" in now):
        return "submerge" if "submerged" in now else "surface"
    return "load" if len(after[4]) > len(before[4]) else "offload"
