"""The units on the board and the control of areas, as far as a text shows them.

A text can begin anywhere, and never lists what stands still. So a telling is done twice. Whatever the first
telling finds moved, fighting, lost or listed without anything having brought it there must have stood there from the
start: it is kept in `found`, and the second telling begins by placing it (UnitsPlaced, cause `observed`). No stack
is ever taken from that is not there.

That conclusion holds only until a power's units have been listed whole (its territory summary, or a title's set-up). What
turns up or is missing after that came or went without a word: it is placed or removed at that moment, cause
`observed`, with a gap that says so. Where turns are missing between two posts a new stretch begins, and
conclusions reach back only to its beginning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from engine import events as ev
from engine.forces import show_units
from ingest.turn_summaries.event_log import OBSERVED, EventLog, Start

Key = tuple[str, str, str]
"""A stack: (area, power, unit)."""


class ToldPosition:
    """Stacks, control and damage. `strength` gives the hits a fresh unit takes, `is_sea` whether an area is water."""

    def __init__(self, log: EventLog, start: Start, strength: Callable[[str], int], is_sea: Callable[[str], bool]) -> None:
        self.log, self.start, self.strength, self.is_sea = log, start, strength, is_sea
        self.stacks: Counter[Key] = Counter()
        self.pool: Counter[tuple[str, str]] = Counter()
        self.control: dict[str, str] = {}
        self.damage: Counter[tuple[str, str]] = Counter()
        self.stretch = 0
        self.listed: set[str] = set()
        self.taken: dict[str, str] = {}
        self.given: Counter[tuple[str, str]] = Counter()
        self.found: Counter[tuple[int, str, str, str]] = Counter()
        self.found_control: dict[str, str] = {}

    def open(self, stretch: int) -> None:
        """Begin a stretch: place what is known to have stood there."""
        self.stretch = stretch
        self.listed.clear()
        self.taken.clear()
        if not stretch:
            for area, power in self.start.control.items():
                self.hold(area, "", power, OBSERVED)
        for (where, area, power, unit), count in self.start.stacks.items():
            if where == stretch:
                self.place(area, power, unit, count, OBSERVED)

    def place(self, area: str, power: str, unit: str, count: int, cause: str) -> None:
        """Put units on the board."""
        self.stacks[area, power, unit] += count
        self.log.emit(ev.UnitsPlaced(power, unit, count, area, self.strength(unit), cause))

    def mobilize(self, area: str, power: str, unit: str, count: int) -> None:
        """Place bought units; of those whose purchase the text does not tell, say so."""
        if area not in self.control and not self.is_sea(area):  # only where a power holds a factory may it place
            self.found_control.setdefault(area, power)
            self.hold(area, "", power, OBSERVED)
        bought = min(count, self.pool[power, unit])
        if bought:
            self.pool[power, unit] -= bought
            self.place(area, power, unit, bought, "mobilize")
        if count > bought:
            self.log.gap("purchase", f"{count - bought} {unit} of {power} are placed whose purchase is not told")
            self.place(area, power, unit, count - bought, "placed")

    def need(self, area: str, power: str, unit: str, count: int) -> None:
        """Make sure that units are there: see the module's docstring for what is done when they are not known to be."""
        short = count - self.stacks[area, power, unit]
        if short > 0:
            short = self._explained((area, power, unit), short)
        if short <= 0:
            return
        if power in self.listed:
            self.log.gap("arrival", f"{short} {unit} of {power} are in {area}; nothing tells how they came there")
            self.place(area, power, unit, short, OBSERVED)
        else:
            self._was_there(area, power, unit, short)

    def _was_there(self, area: str, power: str, unit: str, count: int) -> None:
        """Units stood there from the beginning of the stretch; for this telling they come now."""
        self.found[self.stretch, area, power, unit] += count
        self.place(area, power, unit, count, OBSERVED)

    def carry(self, power: str, unit: str, count: int, origin: str, to: str, cause: str) -> None:
        """Move units whose owner the text leaves out: the power's, and what it has not got, those of the one guest it carries.

        Where it has taken the area there are no guests: what stood there may have become its own.
        """
        short = count - self.stacks[origin, power, unit]
        if short > 0 and power in self.listed and self.taken.get(origin) != power:
            guests = [key for key, n in self.stacks.items() if n >= short and (key[0], key[2]) == (origin, unit) and key[1] != power]
            if len(guests) == 1:
                self.move(guests[0][1], unit, short, origin, to, cause)
                count -= short
        if count:
            self.move(power, unit, count, origin, to, cause)

    def move(self, power: str, unit: str, count: int, origin: str, to: str, cause: str) -> None:
        """Move units of a power."""
        self.need(origin, power, unit, count)
        self.stacks[origin, power, unit] -= count
        self.stacks[to, power, unit] += count
        self.log.emit(ev.UnitsMoved(power, unit, count, origin, to, self.strength(unit), cause))

    def remove(self, area: str, power: str, unit: str, count: int, cause: str, battle: int = 0) -> None:
        """Take units off the board."""
        self.need(area, power, unit, count)
        self.stacks[area, power, unit] -= count
        self.log.emit(ev.UnitsRemoved(power, unit, count, area, self.strength(unit), cause, battle=battle))

    def hold(self, area: str, before: str, after: str, how: str) -> None:
        """Give an area to a power."""
        self.control[area] = after
        self.log.emit(ev.ControlChanged(area, before, after, how))

    def take(self, area: str, before: str, after: str, how: str) -> None:
        """An area changes hands; whoever is named as having held it did so before."""
        if area not in self.control:
            self.found_control.setdefault(area, before)
            self.control[area] = before
        self.taken[area] = after
        self.hold(area, before, after, how)

    def see_flag(self, area: str, power: str) -> None:
        """An area is listed as a power's."""
        before = self.control.get(area)
        if before == power:
            return
        if before is None and power not in self.listed and not self.stretch:
            self.found_control.setdefault(area, power)
        elif before is not None:
            self.log.gap("control", f"{area} is {power}'s; nothing tells how it came to that", power, before or "nobody")
        self.hold(area, before or "", power, OBSERVED)

    def see_units(self, power: str, held: dict[str, list[tuple[str, int]]], whole: bool) -> None:
        """Take in a list of all units of a power: area to its units. `whole`: the list is not cut off or spoilt."""
        listed = Counter({(area, power, unit): count for area, units in held.items() for unit, count in units})
        more = {key: n - self.stacks[key] for key, n in listed.items() if n > self.stacks[key]}
        less = {key: n - listed[key] for key, n in self.stacks.items() if key[1] == power and n > listed[key]}
        unexplained = [(key, count) for key, n in more.items() if (count := self._explained(key, n))]
        if unexplained and power in self.listed:
            self.log.gap("arrival", f"units of {power} are listed that nothing tells of: {_shown(unexplained)}")
        for (area, _, unit), count in unexplained:
            if power in self.listed or self.taken.get(area) == power:
                self.place(area, power, unit, count, OBSERVED)
            else:
                self._was_there(area, power, unit, count)
        if less and whole:
            self.log.gap("departure", f"units of {power} are gone, nothing tells how: {_shown(less.items())}")
            for (area, _, unit), count in less.items():
                self.remove(area, power, unit, count, OBSERVED)
        self.listed.add(power)

    def _explained(self, key: Key, count: int) -> int:
        """Tell of units that came with an area that was taken, or were handed over; return how many are left over."""
        area, power, unit = key
        if self.taken.get(area) == power:
            others = [k for k, n in self.stacks.items() if n and k[0] == area and k[2] == unit and k[1] != power]
            for other in others:
                caught = min(count, self.stacks[other])
                if caught:
                    self._capture(other, power, caught)
                    count -= caught
        handed = min(count, self.given[area, unit])
        if handed:
            self.given[area, unit] -= handed
            self.place(area, power, unit, handed, OBSERVED)
        return count - handed

    def _capture(self, key: Key, power: str, count: int) -> None:
        area, loser, unit = key
        self.stacks[key] -= count
        self.stacks[area, power, unit] += count
        strength = self.strength(unit)
        self.log.emit(ev.UnitsChanged(loser, unit, count, area, strength, to_power=power, cause="captured"))

    def hit(self, area: str, facility: str, power: str, points: int, battle: int) -> None:
        """Damage a facility."""
        self.damage[area, facility] += points
        total = self.damage[area, facility]
        self.log.emit(ev.FacilityChanged(area, facility, power, "damaged", points, total, battle))

    def repair(self, power: str, facility: str, points: int) -> None:
        """Repair: the text does not say where, so that it is told only where it leaves no choice."""
        hurt = {key: n for key, n in self.damage.items() if n and key[1] == facility and self.control.get(key[0]) in (power, None)}
        if sum(hurt.values()) == points:
            done = dict(hurt)
        elif len(hurt) == 1 and min(hurt.values()) > points:
            done = dict.fromkeys(hurt, points)
        else:
            self.log.gap("repair", f"{power} repairs {points} damage; the text does not tell in which area")
            return
        for (area, _), count in done.items():
            self.damage[area, facility] -= count
            self.log.emit(ev.FacilityChanged(area, facility, power, "repaired", -count, self.damage[area, facility]))


def _shown(units: Iterable[tuple[Key, int]]) -> str:
    """Units by area, a few of them: `caucasus: 2 infantry`."""
    units = list(units)
    some = "; ".join(f"{area}: {show_units([(unit, count)])}" for (area, _, unit), count in units[:6])
    return some + (f"; and {len(units) - 6} more" if len(units) > 6 else "")
