"""A second, short ledger of luck for battles at sea of destroyers, cruisers and submarines alone, without any of `engine/odds`.

A round by the book (Submarine Surprise Strike or Submerge): where the enemy has no destroyer, submarines submerge, or they fire before all
others; hits are taken by the cheapest unit first. Whether a side lets all its submarines submerge when it may is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine import events as ev
from engine.forces import parse_units
from engine.title.model import Title

Row = tuple[str, ...]
"""The units of a side that are left, one by one, first lost first."""
SUBMARINE, DESTROYER = "submarine", "destroyer"


class Told(NamedTuple):
    """Expected swing and luck of a battle."""

    expected: float
    luck: float


class Sea:
    """Battles in which the attacker's, and the defender's, submarines submerge when they may, or not."""

    def __init__(self, title: Title, dive: tuple[bool, bool]) -> None:
        self.units, self.faces, self.dive = title.units, title.dice_sides, dive
        self.worth = cache(self._worth)

    def row(self, text: str) -> Row:
        """Return units in the order of loss."""
        kinds = Counter({item.unit: item.count for item in parse_units(text)})
        return tuple(sorted(kinds.elements(), key=lambda unit: self.units[unit].cost))

    def told(self, events: Sequence[ev.Event]) -> Told:
        """Return what it says of a battle, from its BattleStarted to its BattleEnded."""
        start = events[0]
        mine, theirs = self.row(start.attackers), self.row(start.defenders)
        expected, luck = self.worth(mine, theirs), 0.0
        for number in range(1, events[-1].rounds + 1):
            first = next((n for n, e in enumerate(events) if isinstance(e, ev.DiceRolled) and e.round == number), None)
            if first is None:
                continue  # all that fired have submerged
            last = next((n for n, e in enumerate(events) if isinstance(e, ev.DiceRolled) and e.round > number), None)
            lost = [(n, e) for n, e in enumerate(events[:last]) if isinstance(e, ev.UnitsRemoved)]
            dived = [e for e in events[:first] if isinstance(e, ev.UnitsChanged) and e.cause == "submerge"]
            before, after = [e for n, e in lost if n < first] + dived, [e for _, e in lost] + dived
            now, then = (
                [
                    without(self.row(text), [e for e in gone if (e.power == start.attacker) == attacks])
                    for text, attacks in ((start.attackers, True), (start.defenders, False))
                ]
                for gone in (before, after)
            )
            luck += self.gained(now, then) + self.worth(*then) - self.round(*now)
        return Told(expected, luck)

    def gained(self, before: Sequence[Row], after: Sequence[Row]) -> float:
        """Return the swing of what is lost between two points of a battle."""
        lost = [sum(self.units[unit].cost for unit in row) for row in (*before, *after)]
        return (lost[1] - lost[3]) - (lost[0] - lost[2])

    def _worth(self, mine: Row, theirs: Row) -> float:
        """Return the swing still to come at the start of a round."""
        rows = []
        for row, foes, dives in ((mine, theirs, self.dive[0]), (theirs, mine, self.dive[1])):
            goes = dives and DESTROYER not in foes
            rows.append(tuple(unit for unit in row if not (goes and unit == SUBMARINE)))
        return self.round(*rows) if all(rows) else 0.0

    def round(self, mine: Row, theirs: Row) -> float:
        """Return the swing still to come if all who are there fight a round."""
        found: Counter[tuple[Row, Row]] = Counter()
        strikes = DESTROYER not in theirs, DESTROYER not in mine
        early = [[u for u in row if u == SUBMARINE and first] for row, first in zip((mine, theirs), strikes, strict=True)]
        for a, p in enumerate(self.hits(early[0], attacks=True)):
            for b, q in enumerate(self.hits(early[1], attacks=False)):
                rows = mine[b:], theirs[a:]
                late = [[u for u in row if not (u == SUBMARINE and first)] for row, first in zip(rows, strikes, strict=True)]
                for c, r in enumerate(self.hits(late[0], attacks=True)):
                    for d, s in enumerate(self.hits(late[1], attacks=False)):
                        found[rows[0][d:], rows[1][c:]] += p * q * r * s
        again = 0.0 if self.goes(mine, theirs) else found.pop((mine, theirs), 0.0)
        parts = [(chance, self.gained((mine, theirs), rows) + self.worth(*rows)) for rows, chance in found.items()]
        return sum(chance * swing for chance, swing in parts) / (1 - again)

    def goes(self, mine: Row, theirs: Row) -> bool:
        """Return whether anybody who is there would submerge at the start of the next round."""
        sides = (mine, theirs, self.dive[0]), (theirs, mine, self.dive[1])
        return any(dives and SUBMARINE in row and DESTROYER not in foes for row, foes, dives in sides)

    def hits(self, row: Sequence[str], *, attacks: bool) -> list[float]:
        """Return the chance of each number of hits."""
        chances = [1.0]
        for unit in row:
            p = (self.units[unit].attack if attacks else self.units[unit].defense) / self.faces
            chances = [a * (1 - p) + b * p for a, b in zip([*chances, 0.0], [0.0, *chances], strict=True)]
        return chances


def without(row: Row, gone: Sequence[ev.UnitsRemoved | ev.UnitsChanged]) -> Row:
    """Return a row without units that are lost or have submerged."""
    left = list(row)
    for event in gone:
        for _ in range(event.count):
            left.remove(event.unit)
    return tuple(left)
