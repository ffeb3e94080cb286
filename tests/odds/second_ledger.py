"""A second, short ledger of luck: a battle as its title's book prints it, from its events and its dice, without any of `engine/odds`.

It knows the ordinary battle: all fire at once, an artillery raises the attack of an infantry, hits are taken by the cheapest unit
first, an attacker on land keeps one land unit to the last, and who cannot fight is lost when all who can are gone. Where the book says
so, artillery fires in the first round before all others (Global War, 9-4). Battles with anything else (guns, bombardment, submarines,
units of several hits, technologies, cargo, low luck, borders and works that change the numbers, the landings of Global War, which cost
double) are not for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from engine import events as ev
from engine.forces import parse_units
from engine.title.model import Revision, Title

KNOWN = frozenset(
    "supported supports led leads paired pairs blitz cargo lands-on-carriers carries-aircraft carries-land transport "
    "strategic-bombing bombards destroyer surface-warship produces capturable indestructible no-combat max-per-area "
    "noncombat-move-only infantry fortified free-shot elite-assault blitzes-along scrambles escorts intercepts fights-once air-combat "
    "bombs-bases bomb-bonus drops ferries interdicts vehicle crosses-rivers towed tows no-factory rides-mountains keeps-home "
    "abroad lands-fast mountaineer guns first-strike blitzes-in-twos researched built-at-home air-superiority "
    "patrols hits-submarines raids-convoys bombs-with".split()
)
"""Abilities that do not matter in such a battle, or that it knows."""
PAIRS = {"supported": "supports", "led": "leads", "paired": "pairs"}
"""Who is helped on attack, one for one, by whom."""
GROUND = ("city", "mountain", "desert", "marsh", "jungle")
"""Regions whose ground changes numbers."""
MOST = 14
"""Units a side: each unit stands for itself here, which takes long."""

EARLY, LATE, ORDINARY = "first-fire", "after it", ""
"""The two steps of a first round in which some fire before all others, and the only one of any other round."""
AFTER = {EARLY: LATE, LATE: ORDINARY, ORDINARY: ORDINARY}
Row = tuple[str, ...]
"""The units of a side that are left, one by one, first lost first."""


class Told(NamedTuple):
    """What it says of a battle, by the number of its BattleEnded.

    Attributes:
        rounds: of each step of dice, the chance that it had changed less of the expected swing, and that it had changed just as much.
        spread: the standard deviation of the swing before the first die.
    """

    seq: int
    expected: float
    luck: float
    decisions: float
    rounds: tuple[tuple[float, float], ...]
    spread: float


def changes_battles(row: Revision) -> bool:
    """Whether a change gives a unit other figures, or an ability that matters in such a battle."""
    return any((row.attack, row.defense, row.strength, row.cost)) or not row.abilities.keys() <= KNOWN


def second_ledger(title: Title, events: Sequence[ev.Event]) -> Iterator[Told]:
    """Yield the battles that it knows; in titles that do not say whom technologies change, until the first one."""
    told: dict[int, list] = {}
    techs = {""}
    for seq, event in enumerate(events, 1):
        if isinstance(event, ev.TechAdvanced):
            if not title.revisions:
                return
            techs.add(event.tech)
        if isinstance(event, ev.BattleStarted):
            told[event.battle] = []
        if (battle := getattr(event, "battle", 0)) in told:
            told[battle].append(event)
        elif isinstance(event, ev.MarkerSet) and event.scope == "battle" and told:
            told[max(told)].append(event)
        if isinstance(event, ev.BattleEnded):
            revised = {(row.power, row.unit) for row in title.revisions if row.tech in techs and changes_battles(row)}
            if found := Battle(title, told.pop(battle), revised).told():
                yield Told(seq, *found)


class Battle:
    """A battle of two rows of units."""

    def __init__(self, title: Title, events: list, revised: set[tuple[str, str]]) -> None:
        self.units, self.faces, self.borders = title.units, title.dice_sides, title.borders
        self.revised = revised
        self.start, self.steps, self.end = events[0], events[1:-1], events[-1]
        self.at_sea = self.start.area in title.areas and title.areas[self.start.area].kind == "sea"
        self.ground = [kind for kind in GROUND if title.in_region(self.start.area, kind)]
        self.mine = self.row(self.start.attackers, attacks=True)
        self.theirs = self.row(self.start.defenders, attacks=False)
        both = {*self.mine, *self.theirs}
        self.early = {unit for unit in both if self.units[unit].has("first-strike") and not self.at_sea}
        self.worth = cache(self._worth)

    def row(self, text: str, *, attacks: bool) -> Row:
        """Return a side's units in the order of loss."""
        kinds = Counter[str]()
        for unit, n, _ in parse_units(text):
            if self.units[unit].cls != "facility":
                kinds[unit] += n
        order = list(self.units)
        row = sorted(kinds.elements(), key=lambda u: (self.units[u].has("transport"), self.units[u].cost, order.index(u)))
        land = [unit for unit in row if self.units[unit].cls == "land"]
        if attacks and not self.at_sea and land:
            row.remove(land[-1])
            row.append(land[-1])
        return tuple(row)

    def crosses(self) -> bool:
        """Return whether attackers came over a border, a river or hills, which changes numbers even where no die has shown it yet."""
        origins = {e.value for e in self.steps if isinstance(e, ev.MarkerSet) and e.key == "origins"}
        came = {area for text in origins for area in text.split()}
        return any(row.border != "railroad" and row.to == self.start.area and row.area in came for row in self.borders)

    def known(self) -> bool:
        """Return whether nothing happens in it that this does not know."""
        rows = [self.units[unit] for unit in {*self.mine, *self.theirs}]
        rolls = [event for event in self.steps if isinstance(event, ev.DiceRolled)]
        return (
            self.start.kind in ("land", "sea", "amphibious")[: 3 if self.faces == 6 else 2]
            and 0 < len(self.mine) <= MOST
            and 0 < len(self.theirs) <= MOST
            and all(row.strength == 1 and {*row.abilities} <= KNOWN and not row.has("no-combat") for row in rows)
            and not any((power, row.unit) in self.revised for row in rows for power in (self.start.attacker, self.start.defender, ""))
            and not self.crosses()
            and not (self.at_sea and any(row.cls == "land" for row in rows))
            and not any(self.units[unit].has("transport") or (self.units[unit].cls == "sea" and not self.at_sea) for unit in self.mine)
            and all(event.cause == "hit" for event in self.steps if isinstance(event, ev.UnitsChanged))
            and not ("desert" in self.ground and any(row.has("vehicle") for row in rows))
            # Infantry that defends a city chooses a vehicle with a 1 (Global War, 1.16).
            and not ("city" in self.ground and any(self.units[unit].has("vehicle") for unit in self.mine))
            and not any(row.has("first-strike") and row.cls != "land" for row in rows)
            and not (any(row.has("air-superiority") for row in rows) and all(map(self.flies, (self.mine, self.theirs))))
            and not any(item.power for item in parse_units(self.start.attackers))
            and {roll.round for roll in rolls} == set(range(1, self.end.rounds + 1))
            and all(roll.purpose in ("attack", "defence", "fire", EARLY) and roll.target and roll.dice for roll in rolls)
            and all(sum(die <= roll.target for die in roll.dice) == roll.hits for roll in rolls)
        )

    def told(self) -> tuple[float, float, float, tuple[tuple[float, float], ...], float] | None:
        """Return the expected swing before the first die, what the dice changed of it, and what all else changed."""
        if not self.known():
            return None
        mine, theirs = self.mine, self.theirs
        now = first = self.worth(mine, theirs, self.first)
        luck = decisions = 0.0
        ranks = []
        for step, events in self.in_steps():
            hits, rolled = Counter[str](), {"attacker": [], "defender": []}
            for roll in events:
                if isinstance(roll, ev.DiceRolled):
                    hits[roll.side] += sum(die <= roll.target for die in roll.dice)
                    rolled[roll.side] += [roll.target] * len(roll.dice)
            for side, row in (("attacker", mine), ("defender", theirs)):
                numbers = [n for n in self.numbers(row, step, attacks=side == "attacker") if n]
                if sorted(rolled[side]) not in ([], sorted(numbers)):
                    return None  # some have left the battle, or hit on other numbers than printed
            after = self.worth(mine[hits["defender"] :], theirs[hits["attacker"] :], AFTER[step])
            ranks.append(self.rank(mine, theirs, step, after))
            for gone in events:
                if isinstance(gone, ev.UnitsRemoved) and gone.power == self.start.attacker:
                    mine = without(mine, gone)
                elif isinstance(gone, ev.UnitsRemoved):
                    theirs = without(theirs, gone)
            chosen = self.worth(mine, theirs, AFTER[step])
            luck, decisions, now = luck + after - now, decisions + chosen - after, chosen
        square = self.worth(self.mine, self.theirs, self.first, 2)
        spread = max(square - first * first, 0.0) ** 0.5
        return first, luck, decisions + self.end.defender_lost - self.end.attacker_lost - now, tuple(ranks), spread

    def flies(self, row: Row) -> bool:
        """Return whether a side has aircraft."""
        return any(self.units[unit].cls == "air" for unit in row)

    @property
    def first(self) -> str:
        """The step that the battle begins with."""
        return EARLY if self.early else ORDINARY

    def rank(self, mine: Row, theirs: Row, step: str, after: float) -> tuple[float, float]:
        """Return the chance that a step leads to less than what it led to, and to just as much."""
        less = same = 0.0
        for a, p in enumerate(self.hits(mine, step, attacks=True)):
            for b, q in enumerate(self.hits(theirs, step, attacks=False)):
                other = self.worth(mine[b:], theirs[a:], AFTER[step])
                less += p * q * (other < after - 1e-9)
                same += p * q * (abs(other - after) <= 1e-9)
        return less, same

    def in_steps(self) -> Iterator[tuple[str, list]]:
        """Yield each step of dice with its dice, and what was removed before those of the next."""
        found: dict[tuple[int, bool], list] = {}
        at = (0, False)
        for event in self.steps:
            at = (event.round, event.purpose != EARLY) if isinstance(event, ev.DiceRolled) else at
            found.setdefault(at, []).append(event)
        for (number, late), events in sorted(found.items()):
            if number:
                yield (EARLY if not late else LATE if number == 1 and self.early else ORDINARY), events

    def _worth(self, mine: Row, theirs: Row, step: str, power: int = 1) -> float:
        """Return the expected swing, or its power, of the whole battle, fought on to its end from a step."""
        if not self.able(mine, attacks=True) or not self.able(theirs, attacks=False):
            lost = self.lost(self.theirs, () if self.able(mine, attacks=True) else theirs) - self.lost(self.mine, mine)
            return float(lost) ** power
        ours, others = self.hits(mine, step, attacks=True), self.hits(theirs, step, attacks=False)
        again = step == ORDINARY
        going = sum(
            p * q * self.worth(mine[b:], theirs[a:], AFTER[step], power)
            for a, p in enumerate(ours)
            for b, q in enumerate(others)
            if a or b or not again
        )
        return going / (1.0 - ours[0] * others[0] * again)

    def able(self, row: Row, *, attacks: bool) -> bool:
        """Return whether anybody of a side can hit."""
        return any(self.units[unit].attack if attacks else self.units[unit].defense for unit in row)

    def lost(self, before: Row, after: Row) -> int:
        """Return the value of what a side has lost."""
        return sum(self.units[unit].cost for unit in before) - sum(self.units[unit].cost for unit in after)

    def hits(self, row: Row, step: str, *, attacks: bool) -> list[float]:
        """Return the chance of each number of hits of a side in a step."""
        chances = [1.0]
        for number in self.numbers(row, step, attacks=attacks):
            p = min(number, self.faces) / self.faces
            chances = [a * (1 - p) + b * p for a, b in zip([*chances, 0.0], [0.0, *chances], strict=True)] if p else chances
        return chances

    def on_this_ground(self, unit: str, *, attacks: bool) -> int:
        """Return what a unit hits on where the battle is (Global War, 1.8 to 1.16): never less than 1, if it can hit at all."""
        row = self.units[unit]
        number = row.attack if attacks else row.defense
        change = {
            "city": int(row.has("infantry") and not attacks),
            "mountain": -int(attacks and not row.has("mountaineer")),
            "desert": -int(attacks),
            "marsh": -2 * row.has("vehicle"),
            "jungle": -2 * row.has("vehicle"),
        }
        found = [change[kind] for kind in self.ground if row.cls == "land"]
        return max(number + max([0, *found]) + min([0, *found]), 1) if number else 0

    def numbers(self, row: Row, step: str, *, attacks: bool) -> list[int]:
        """Return what those of a side that fire in a step hit on."""
        helpers = {giver: sum(self.units[unit].has(giver) for unit in row) * attacks for giver in PAIRS.values()}
        found = []
        for unit in sorted(row, key=[*self.units].index):
            number = self.on_this_ground(unit, attacks=attacks)
            for taker, giver in PAIRS.items():
                if helpers[giver] and self.units[unit].has(taker):
                    helpers[giver], number = helpers[giver] - 1, number + self.units[unit].number(taker)
                    break
            if step == ORDINARY or (unit in self.early) == (step == EARLY):
                found.append(number)
        return found


def without(row: Row, gone: ev.UnitsRemoved) -> Row:
    """Return a row without units that the record says are lost."""
    left = list(row)
    for _ in range(gone.count):
        if gone.unit in left:
            left.remove(gone.unit)
    return tuple(left)
