"""A second, short ledger of luck: a battle as its title's book prints it, from its events and its dice, without any of `engine/odds`.

It knows the ordinary battle: all fire at once, an artillery raises the attack of an infantry, hits are taken by the cheapest unit
first, an attacker on land keeps one land unit to the last, and who cannot fight is lost when all who can are gone. Battles with
anything else (guns, bombardment, submarines, units of several hits, technologies, cargo, low luck) are not for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from engine import events as ev
from engine.forces import parse_units
from engine.title.model import Title

KNOWN = frozenset(
    "supported supports led leads paired pairs blitz cargo lands-on-carriers carries-aircraft carries-land transport "
    "strategic-bombing bombards destroyer surface-warship produces capturable indestructible no-combat max-per-area "
    "noncombat-move-only infantry fortified free-shot elite-assault blitzes-along scrambles escorts intercepts air-combat bombs-bases "
    "bomb-bonus drops ferries interdicts".split()
)
"""Abilities that do not matter in such a battle, or that it knows."""
PAIRS = {"supported": "supports", "led": "leads", "paired": "pairs"}
"""Who is helped on attack, one for one, by whom."""
MOST = 14
"""Units a side: each unit stands for itself here, which takes long."""

Row = tuple[str, ...]
"""The units of a side that are left, one by one, first lost first."""


class Told(NamedTuple):
    """What it says of a battle, by the number of its BattleEnded.

    Attributes:
        rounds: of each round, the chance that its dice had changed less of the expected swing, and that they had changed just as much.
    """

    seq: int
    expected: float
    luck: float
    decisions: float
    rounds: tuple[tuple[float, float], ...]


def second_ledger(title: Title, events: Sequence[ev.Event]) -> Iterator[Told]:
    """Yield the battles that it knows, until the game's first technology."""
    told: dict[int, list] = {}
    for seq, event in enumerate(events, 1):
        if isinstance(event, ev.TechAdvanced):
            return
        if isinstance(event, ev.BattleStarted):
            told[event.battle] = []
        if (battle := getattr(event, "battle", 0)) in told:
            told[battle].append(event)
        if isinstance(event, ev.BattleEnded) and (found := Battle(title, told.pop(battle)).told()):
            yield Told(seq, *found)


class Battle:
    """A battle of two rows of units."""

    def __init__(self, title: Title, events: list) -> None:
        self.units, self.faces = title.units, title.dice_sides
        self.revised = {(row.power, row.unit) for row in title.revisions if not row.tech}
        self.start, self.steps, self.end = events[0], events[1:-1], events[-1]
        self.at_sea = self.start.area in title.areas and title.areas[self.start.area].kind == "sea"
        self.mine = self.row(self.start.attackers, attacks=True)
        self.theirs = self.row(self.start.defenders, attacks=False)
        self.worth = cache(self._worth)

    def row(self, text: str, *, attacks: bool) -> Row:
        """Return a side's units in the order of loss."""
        kinds = Counter[str]()
        for unit, n, _ in parse_units(text):
            if self.units[unit].cls != "facility":
                kinds[unit] += n
        order = list(self.units)
        row = sorted(
            kinds.elements(), key=lambda u: (self.units[u].has("transport"), self.units[u].cost, order.index(u))
        )
        land = [unit for unit in row if self.units[unit].cls == "land"]
        if attacks and not self.at_sea and land:
            row.remove(land[-1])
            row.append(land[-1])
        return tuple(row)

    def known(self) -> bool:
        """Return whether nothing happens in it that this does not know."""
        rows = [self.units[unit] for unit in {*self.mine, *self.theirs}]
        rolls = [event for event in self.steps if isinstance(event, ev.DiceRolled)]
        return (
            self.start.kind in ("land", "sea", "amphibious")
            and 0 < len(self.mine) <= MOST and 0 < len(self.theirs) <= MOST
            and all(row.strength == 1 and {*row.abilities} <= KNOWN and not row.has("no-combat") for row in rows)
            and not any((power, row.unit) in self.revised for row in rows for power in (self.start.attacker, self.start.defender, ""))
            and not (self.at_sea and any(row.cls == "land" for row in rows))
            and not any(self.units[unit].has("transport") or (self.units[unit].cls == "sea" and not self.at_sea) for unit in self.mine)
            and all(event.cause == "hit" for event in self.steps if isinstance(event, ev.UnitsChanged))
            and {roll.round for roll in rolls} == set(range(1, self.end.rounds + 1))
            and all(roll.purpose in ("attack", "defence", "fire") and roll.target and roll.dice for roll in rolls)
            and all(sum(die <= roll.target for die in roll.dice) == roll.hits for roll in rolls)
        )  # fmt: skip

    def told(self) -> tuple[float, float, float, tuple[tuple[float, float], ...]] | None:
        """Return the expected swing before the first die, what the dice changed of it, and what all else changed."""
        if not self.known():
            return None
        mine, theirs = self.mine, self.theirs
        now = first = self.worth(mine, theirs)
        luck = decisions = 0.0
        rounds = []
        for number in range(1, self.end.rounds + 1):
            hits, dice = Counter[str](), Counter[str]()
            for roll in self.of_round(number):
                if isinstance(roll, ev.DiceRolled):
                    hits[roll.side] += sum(die <= roll.target for die in roll.dice)
                    dice[roll.side] += len(roll.dice)
            if dice["attacker"] not in (0, len(self.hits(mine, attacks=True)) - 1):
                return None  # some have left the battle
            after = self.worth(mine[hits["defender"] :], theirs[hits["attacker"] :])
            rounds.append(self.rank(mine, theirs, after))
            for gone in self.of_round(number):
                if isinstance(gone, ev.UnitsRemoved) and gone.power == self.start.attacker:
                    mine = without(mine, gone)
                elif isinstance(gone, ev.UnitsRemoved):
                    theirs = without(theirs, gone)
            chosen = self.worth(mine, theirs)
            luck, decisions, now = luck + after - now, decisions + chosen - after, chosen
        return first, luck, decisions + self.end.defender_lost - self.end.attacker_lost - now, tuple(rounds)

    def rank(self, mine: Row, theirs: Row, after: float) -> tuple[float, float]:
        """Return the chance that a round leads to less than what it led to, and to just as much."""
        less = same = 0.0
        for a, p in enumerate(self.hits(mine, attacks=True)):
            for b, q in enumerate(self.hits(theirs, attacks=False)):
                other = self.worth(mine[b:], theirs[a:])
                less += p * q * (other < after - 1e-9)
                same += p * q * (abs(other - after) <= 1e-9)
        return less, same

    def of_round(self, number: int) -> list:
        """Return the dice of a round, and what was removed before those of the next."""
        at, found = 0, []
        for event in self.steps:
            at = event.round if isinstance(event, ev.DiceRolled) else at
            if at == number:
                found.append(event)
        return found

    def _worth(self, mine: Row, theirs: Row) -> float:
        """Return the expected swing of the whole battle, fought on to its end from here."""
        ours, others = self.hits(mine, attacks=True), self.hits(theirs, attacks=False)
        if len(ours) == 1 or len(others) == 1:
            lost = self.lost(self.theirs, () if len(ours) > 1 else theirs) - self.lost(self.mine, mine)
            return float(lost)
        going = sum(
            p * q * self.worth(mine[b:], theirs[a:])
            for a, p in enumerate(ours) for b, q in enumerate(others) if a or b
        )  # fmt: skip
        return going / (1.0 - ours[0] * others[0])

    def lost(self, before: Row, after: Row) -> int:
        """Return the value of what a side has lost."""
        return sum(self.units[unit].cost for unit in before) - sum(self.units[unit].cost for unit in after)

    def hits(self, row: Row, *, attacks: bool) -> list[float]:
        """Return the chance of each number of hits of a side."""
        helpers = {giver: sum(self.units[unit].has(giver) for unit in row) * attacks for giver in PAIRS.values()}
        chances = [1.0]
        for unit in sorted(row, key=[*self.units].index):
            number = self.units[unit].attack if attacks else self.units[unit].defense
            for taker, giver in PAIRS.items():
                if helpers[giver] and self.units[unit].has(taker):
                    helpers[giver], number = helpers[giver] - 1, number + self.units[unit].number(taker)
                    break
            if number:
                p = min(number, self.faces) / self.faces
                chances = [a * (1 - p) + b * p for a, b in zip([*chances, 0.0], [0.0, *chances], strict=True)]
        return chances


def without(row: Row, gone: ev.UnitsRemoved) -> Row:
    """Return a row without units that the record says are lost."""
    left = list(row)
    for _ in range(gone.count):
        if gone.unit in left:
            left.remove(gone.unit)
    return tuple(left)
