"""The odds that bots ask for by the thousand: chances and expected losses alone, of a battle fought to its end.

Who fires, on which numbers, who may strike whom and who is lost first are the same as for the exact odds. Left out is what comes
before the first round (anti-aircraft fire, bombardment); and in battles with submarines of more than AT_SEA hits, each hit may
strike anything. On land the chances are within 0.00001 of the exact ones. Where a side can take more than GREAT hits, as changed boards
allow, both are weighed as if they were so many times smaller. Forces are kept, so that a force that is weighed against many others is
worked out once. Figures of units are those of a game's options,
without technologies. Battles of a title with steps of its own, which these odds do not know, are played by its rules some times: that takes
fifty times as long.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from engine.odds import lines, small
from engine.odds.battle import Forces, first_round, plain, prepare
from engine.odds.fighters import ATTACKER, DEFENDER, Profile, Side, Slot, side_of
from engine.odds.own_steps import own_steps, played
from engine.odds.result import Result, brief
from engine.odds.states import Army
from engine.title.model import Title, Unit
from engine.title.per_title import per_title

AT_SEA = 6
"""Hits that both sides can take up to which a battle with submarines is worked out with all that they may not strike."""
FAINT = 1e-7
"""A pair of states of a large battle with less chance than this is not followed further."""
SMALL = 1_000
"""Ways on from all pairs of states up to which a battle is followed pair by pair."""
GREAT = 200
"""Hits that a side can take up to which a battle is worked out as it is: time and memory grow with their cube and square."""
DIGITS = 9
"""Decimals of what bots are told."""
MOST = 20_000
"""Forces, and battles, that are kept of a title; then they are found anew, so that thousands of games need no more memory."""
CHOOSY = frozenset({"submarine", "hits-submarines-alone", "hits-few"})
"""Abilities of units whose hits, or hits on which, are not anybody's."""

ANYBODY = Side("", (Slot(Unit("", "", "land", 0, "", 0, 0, 0, 1, {}, "", ""), "", 1),), (1_000_000,), ())
"""A side that every hit can strike."""

Counts = Mapping[str, int]
"""Unit type to how many."""


class Odds(NamedTuple):
    """Chances of winning, and of taking the area, and the expected losses in value of a battle fought to the end."""

    win: float
    take: float
    attacker_lost: float
    defender_lost: float


NO_ODDS = Odds(0.0, 0.0, 0.0, 0.0)


class Force:
    """Units on one side of a battle.

    Attributes:
        hits: how many it can take. strength: the sum of the numbers on which its dice hit, with the support that it has.
        ground: whether it has land units.
    """

    def __init__(self, title: Title, side: str, units: Counts, profile: Profile) -> None:
        self.units = {(unit, ""): n for unit, n in units.items() if n > 0}
        self.side = side_of(title, side, self.units, profile=profile)
        self.army = Army(self.side, ANYBODY, title.dice_sides, at_sea=False)
        self.hits = self.side.hits
        self.army.line()
        self._dice = self.army.dice()
        self.strength = sum(number * int(count[0]) for number, count in self._dice.items())
        rows = [slot.unit for slot in self.side.slots]
        kinds = {row.cls for row in rows}
        self.ground, self.ships = "land" in kinds, "sea" in kinds
        self.choosy = any(not CHOOSY.isdisjoint(row.abilities) for row in rows)

    @property
    def weight(self) -> int:
        """Strength times hits: by this a battle to the end is decided, roughly."""
        return self.strength * self.hits

    @cached_property
    def fire(self) -> np.ndarray:
        """The chance of each number of hits, from each state: (states, hits)."""
        return self.army.hits(self._dice)

    @cached_property
    def rows(self) -> small.Chances:
        """The same as lists, without the hits that a state cannot score."""
        ends = self.fire.shape[1] - (self.fire[:, ::-1] > 0.0).argmax(axis=1)
        return [row[:end] for row, end in zip(self.fire.tolist(), ends.tolist(), strict=True)]

    @cached_property
    def able(self) -> list[bool]:
        """Whether each state has units that fire."""
        found: list[bool] = self.army.able.tolist()
        return found

    @cached_property
    def work(self) -> float:
        """The sum of the numbers of hits over its states: what it costs to follow all of them."""
        return float((self.fire > 0.0).sum())


class Book:
    """The forces of a title and the odds of their battles, as far as they have been asked for.

    Args:
        options: those of a game that change the figures of units, and are not at their default.
    """

    def __init__(self, title: Title, options: Mapping[str, str] = MappingProxyType({})) -> None:
        self.title, self.options, self._plain = title, options, plain(title, options)
        self.is_played = bool(own_steps(title, True))
        self._rows: dict[str, Unit] = {}
        self._forces: dict[tuple[str, frozenset[tuple[str, int]]], Force] = {}
        self._odds: dict[tuple[Force, Force], Odds] = {}

    def force(self, side: str, units: Counts) -> Force:
        """Return units as a force; `side`: ATTACKER or DEFENDER."""
        key = side, frozenset(units.items())
        found = self._forces.get(key)
        if found is None:
            if len(self._forces) >= MOST:
                self._forces.clear()
                self._odds.clear()
            found = self._forces[key] = Force(self.title, side, units, self._row)
        return found

    def odds(self, attack: Force, defend: Force) -> Odds:
        """Return the odds of a battle between two of its forces."""
        found = self._odds.get((attack, defend))
        if found is None:
            if len(self._odds) >= MOST:
                self._odds.clear()
            if self.is_played:
                found = _played(self.title, attack, defend, self._row, self.options)
            else:
                found = _odds(self.title, attack, defend, self._row)
            self._odds[attack, defend] = found
        return found

    def _row(self, power: str, unit: str) -> Unit:
        if unit not in self._rows:
            self._rows[unit] = self._plain(power, unit)
        return self._rows[unit]


def book_of(title: Title, options: Mapping[str, str] = MappingProxyType({})) -> Book:
    """Return the odds of a title's battles in a game with these options."""
    changed = {name: options[name] for name in _of_units(title) if options.get(name, default := title.options[name].default) != default}
    key = "odds", *changed.items()
    found = title.derived.get(key)
    if found is None:
        found = title.derived[key] = Book(title, changed)
    return found


@per_title
def _of_units(title: Title) -> tuple[str, ...]:
    """Return the options that change the figures of units, in alphabetical order."""
    return tuple(sorted({row.when[0] for row in title.revisions if row.when}))


def quick(title: Title, attackers: Counts, defenders: Counts) -> Odds:
    """Return the odds of a battle by unit types and their numbers."""
    book = book_of(title)
    return book.odds(book.force(ATTACKER, attackers), book.force(DEFENDER, defenders))


def _played(title: Title, attack: Force, defend: Force, profile: Profile, options: Mapping[str, str]) -> Odds:
    if not attack.hits or not defend.hits:
        return _odds(title, attack, defend, profile)
    expected = _odds(title, attack, defend, profile).win
    found = played(title, attack.units, defend.units, attack.ships or defend.ships, expected, options)
    return Odds(*(round(one, DIGITS) for one in found)) if found else NO_ODDS


def _odds(title: Title, attack: Force, defend: Force, profile: Profile) -> Odds:
    if not attack.hits or not defend.hits:
        return Odds(float(attack.strength > 0), float(attack.strength > 0 and attack.ground), 0.0, 0.0)
    most = max(attack.hits, defend.hits)
    if most > GREAT:
        return _in_proportion(title, attack, defend, profile, -(-most // GREAT))
    return _fought(title, attack, defend, profile)


def _fought(title: Title, attack: Force, defend: Force, profile: Profile) -> Odds:
    at_sea = attack.ships or defend.ships
    if at_sea and (attack.choosy or defend.choosy) and attack.hits + defend.hits <= AT_SEA:
        return _followed(title, attack, defend, profile)
    fire, back, mine, theirs = attack.fire, defend.fire, attack.army, defend.army
    if attack.work * defend.work <= SMALL and max(len(fire), len(back)) <= lines.FEW:
        ends = small.finish(attack.rows, defend.rows, attack.able, defend.able)
        return _told(brief(mine, theirs, np.array(ends), at_sea))
    mass = np.zeros((len(fire), len(back)))
    mass[0, 0] = 1.0
    mass, _ = lines.finish(mass, mine.able[:, None] & theirs.able[None, :], fire, back, FAINT)
    return _told(brief(mine, theirs, mass, at_sea))


def _in_proportion(title: Title, attack: Force, defend: Force, profile: Profile, times: int) -> Odds:
    """Return the odds of a battle as of one so many times smaller, where no type of unit is left out; losses are in proportion."""
    mine, theirs = (
        Force(title, side, {unit: -(-count // times) for (unit, _), count in force.units.items()}, profile)
        for side, force in ((ATTACKER, attack), (DEFENDER, defend))
    )
    win, take, lost, gained = _fought(title, mine, theirs, profile)
    return Odds(win, take, lost * attack.hits / mine.hits, gained * defend.hits / theirs.hits)


def _followed(title: Title, attack: Force, defend: Force, profile: Profile) -> Odds:
    """Return the odds of a battle at sea with all that submarines and aircraft do and do not strike."""
    ready = prepare(title, Forces(attack.units, defend.units, at_sea=True), profile=profile)
    mass, _ = ready.chain.finish(first_round(ready)[0])
    return _told(brief(ready.chain.attack, ready.chain.defend, mass, at_sea=True))


def _told(found: Result) -> Odds:
    """Return the numbers without the last digits, which differ between processors: a game must be the same on all of them."""
    return Odds(*(round(one, DIGITS) for one in (found.win, found.take, found.attacker_lost, found.defender_lost)))
