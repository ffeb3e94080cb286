"""A second, short ledger of luck of Black Swan: land combats as sections 3.1.1 and 3.5 print them, without any of `engine/odds`.

Class after class fires, both sides at once; where both have blocks of it, equally many, then those that outnumber. A block rolls a die
a step; 5 and 6 hit, one face more for elite blocks, and for those whose class the enemy has none of. Hits strike the enemy's blocks of
the class, if there are any, and always the strongest, of equally strong ones the cheapest. Combats with anything else (forts, airborne
blocks, gunfire, hits that are ignored) are not for it: their dice are others; nor are those of a side that has nowhere to retreat to
(3.6.1), which is lost with its last fire. Where there is not room for all that must retreat, the others are lost, the weakest first; if
these could go on from there, or by sea, it is not for it either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from engine import events as ev
from engine.forces import parse_units
from engine.state import GameState
from engine.title.model import Title
from tests.odds.second_ledger import Told

CLASSES = ("air", "artillery", "tank", "infantry")
STAGES = tuple((name, rest) for name in CLASSES for rest in (False, True))
"""The steps of fire: of each class, then those of it that outnumber the enemy's."""
HINDERED = {"across": 2, "seaborne": 4}
"""By what the dice of attackers are divided that have crossed water; they have no bonus against an enemy without their class (3.5)."""
CLOSED = ("rough", "small")
"""Areas in which attackers do not have it."""
MOST = 7
"""Blocks of both sides."""


class Block(NamedTuple):
    """A block, the divisor of its dice, whether it has crossed water, and whether it waits for its fire."""

    unit: str
    steps: int
    divisor: int = 1
    hindered: bool = False
    waits: bool = False


Blocks = tuple[Block, ...]
Salvos = tuple[Counter[tuple[str, int]], Counter[tuple[str, int]]]
"""How many dice each type rolls with how many faces that hit: the attacker's, the defender's."""


def second_ledger(title: Title, events: Sequence[ev.Event]) -> Iterator[Told]:
    """Yield the land combats that it knows."""
    state, open_ = GameState(), list[Combat]()
    for seq, event in enumerate(events, 1):
        if isinstance(event, ev.BattleStarted) and event.kind == "land":
            # Bad weather halves the attackers' dice (6.5); which it is, their first dice show.
            open_ = [Combat(title, state, event, weather) for weather in (1, 2)]
        elif open_ and isinstance(event, ev.BattleEnded):
            if found := [told for one in open_ if (told := one.told(event))]:
                yield Told(seq, *found[0])
            open_ = []
        elif isinstance(event, ev.MarkerSet) and event.key == "absorb" and event.value:
            open_ = []  # the defender ignores hits (3.5)
        elif isinstance(event, ev.UnitsRemoved) and event.cause == "retreat":
            open_ = []  # there was not room for all that had to retreat (3.6.1)
        elif isinstance(event, ev.DiceRolled):
            for one in open_:
                one.rolls.append(event)
        state.apply(event)


class Crowded(Exception):
    """There is not room for all that must retreat."""


class Combat:
    """A land combat."""

    def __init__(self, title: Title, state: GameState, start: ev.BattleStarted, weather: int) -> None:
        self.title, self.start, self.rolls = title, start, list[ev.DiceRolled]()
        self.closed = any(title.in_region(start.area, region) for region in CLOSED)
        self.bad = weather > 1
        self.room = [self.places(state, power) for power in (start.attacker, start.defender)]
        has_room = all(places or others for places, others in self.room)
        self.mine = self.blocks(state, start.attackers, start.attacker, weather) if has_room else ()
        self.theirs = self.blocks(state, start.defenders, start.defender, 1)
        self.worth = cache(self._worth)

    def blocks(self, state: GameState, text: str, lead: str, weather: int) -> Blocks:
        """Return the blocks that a battle's start lists, as they stand in the area or are on their way to it; none if that is not plain."""
        wanted = Counter({(item.unit, item.power or lead): item.count for item in parse_units(text)})
        found, blocks = Counter[tuple[str, str]](), list[Block]()
        for key, n in state.stacks.items():
            words = key.condition.split()
            if (key.unit, key.power) in wanted and (key.area == self.start.area or self.start.area in words):
                found[key.unit, key.power] += n
                way = max((by for word, by in HINDERED.items() if word in words), default=1)
                blocks += [Block(key.unit, key.strength, way * weather, way > 1)] * n
        plain = found == wanted and {cls(unit) for unit, _ in wanted} <= {*CLASSES}
        return tuple(sorted(blocks)) if plain else ()

    def places(self, state: GameState, power: str) -> tuple[int, bool]:
        """Return how many blocks of a power can surely retreat to areas beside, and whether there may be other ways.

        An area takes four blocks of a side, a small one two (3.2). Those of the power itself and those that its blocks came from are in
        supply; those of other powers of its side may not be. Others may go over the next area that it holds, or by sea with a ship.
        """
        side, side_of, kinds = self.title.side_of[power], self.title.side_of, self.title.areas
        near, here = self.title.neighbours, self.start.area

        def is_held(area: str) -> bool:
            return side_of.get(state.control.get(area, "")) == side

        there = Counter[str]()
        for key, n in state.stacks.items():
            there[key.area] += n if side_of.get(key.power) == side else 0
        beside = [area for area in near[here] if kinds[area].kind == "land" and is_held(area)]
        came = " ".join(key.condition for key in state.stacks if key.area == here and key.power == power).split()
        sure = [area for area in beside if state.control.get(area) == power or f"from={area}" in came]
        room = sum(max((2 if self.title.in_region(area, "small") else 4) - there[area], 0) for area in sure)
        farther = any(is_held(area) and area != here for first in beside for area in near[first])
        ships = any(there[area] for area in near[here] if kinds[area].kind == "sea")
        return room, len(sure) < len(beside) or farther or ships

    def told(self, end: ev.BattleEnded) -> tuple[float, float, float, tuple[tuple[float, float], ...], float] | None:
        """Return what the ledger has of it; None if it is not known."""
        mine, theirs, stage = self.mine, self.theirs, 0
        seen = any(len(roll.dice) > 1 for roll in self.rolls if roll.side == "attacker")
        if not seen or not mine or not theirs or len(mine) + len(theirs) > MOST:
            return None
        fell = []
        for rolled, hits in self.in_steps():
            while stage < len(STAGES) and not any(self.salvos(mine, theirs, stage)):
                stage += 1
            if stage == len(STAGES) or self.salvos(mine, theirs, stage) != rolled:
                return None
            mine, theirs = self.after(mine, theirs, stage, hits)
            stage += 1
            fell.append((mine, theirs, stage))
        try:
            first = now = self.worth(self.mine, self.theirs, 0)
        except Crowded:
            return None
        luck = 0.0
        for left in fell:
            luck, now = luck + self.worth(*left) - now, self.worth(*left)
        spread = max(self.worth(self.mine, self.theirs, 0, 2) - first * first, 0.0) ** 0.5
        return first, luck, end.defender_lost - end.attacker_lost - now, (), spread

    def in_steps(self) -> Iterator[tuple[Salvos, tuple[int, int]]]:
        """Yield of each step of fire its dice, and the hits of the attacker, of the defender: fives and sixes, and what else hits."""
        steps: dict[int, list[ev.DiceRolled]] = {}
        for roll in self.rolls:
            steps.setdefault(roll.round, []).append(roll)
        for _, rolls in sorted(steps.items()):
            rolled, hits = (Counter[tuple[str, int]](), Counter[tuple[str, int]]()), [0, 0]
            for roll in rolls:
                side = roll.side == "defender"
                rolled[side][roll.unit, roll.target] += len(roll.dice)
                hits[side] += sum(die > 6 - roll.target for die in roll.dice)
            yield rolled, (hits[0], hits[1])

    def firing(self, mine: Blocks, theirs: Blocks, stage: int) -> tuple[Blocks, Blocks]:
        """Return who fires in a step."""
        name, rest = STAGES[stage]
        if rest:
            return tuple(one for one in mine if one.waits), tuple(one for one in theirs if one.waits)
        both = [[one for one in side if cls(one.unit) == name] for side in (mine, theirs)]
        first = min(map(len, both)) or max(map(len, both))
        best = [sorted(side, key=lambda one: (-dice(one), "elite" not in one.unit, one)) for side in both]
        return tuple(best[0][:first]), tuple(best[1][:first])

    def salvos(self, mine: Blocks, theirs: Blocks, stage: int) -> Salvos:
        """Return the dice of a step."""
        found = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
        for attacks, firing, foes, told in zip((True, False), self.firing(mine, theirs, stage), (theirs, mine), found, strict=True):
            for one in firing if mine and theirs else ():
                told[one.unit, self.faces(one, foes, attacks=attacks)] += dice(one)
        return found

    def faces(self, one: Block, foes: Blocks, *, attacks: bool) -> int:
        """Return how many faces of its dice hit."""
        unopposed = cls(one.unit) not in {cls(foe.unit) for foe in foes}
        return 2 + ("elite" in one.unit) + (unopposed and not (attacks and (self.closed or one.hindered)))

    def after(self, mine: Blocks, theirs: Blocks, stage: int, hits: tuple[int, int]) -> tuple[Blocks, Blocks]:
        """Return what hits of both sides leave after a step, with those marked that wait."""
        name, rest = STAGES[stage]
        sides = []
        for side, firing in zip((mine, theirs), self.firing(mine, theirs, stage), strict=True):
            late = Counter(one for one in side if cls(one.unit) == name) - Counter(firing)
            marked = [one._replace(waits=False) for one in (Counter(side) - late).elements()]
            sides.append(marked + [one._replace(waits=not rest) for one in late.elements()])
        return self.hit(sides[0], hits[1], name), self.hit(sides[1], hits[0], name)

    def hit(self, side: list[Block], hits: int, name: str) -> Blocks:
        """Return what is left of a side: hits strike its blocks of the class while there are any, always the strongest."""
        left = list(side)
        for _ in range(hits):
            same = [one for one in left if cls(one.unit) == name] or left
            if not same:
                break
            one = min(same, key=lambda block: (-block.steps, *self.dearness(block)))
            left.remove(one)
            if one.steps > 1:
                left.append(one._replace(steps=one.steps - 1))
        return tuple(sorted(left))

    def dearness(self, one: Block) -> tuple:
        """Return what ranks equally strong blocks: the cheapest first, elite ones and those that fire early last."""
        return self.cost(one), "elite" in one.unit, -CLASSES.index(cls(one.unit)), -one.divisor, one.waits, one

    def cost(self, one: Block) -> int:
        """Return the price of a step of a block."""
        return self.title.units[one.unit].number("step-cost")

    def _worth(self, mine: Blocks, theirs: Blocks, stage: int, power: int = 1) -> float:
        """Return the expected swing of the whole combat, or its power, from a step on."""
        if stage == len(STAGES) or not mine or not theirs:
            ours, others = self.in_retreat(mine, theirs) if mine and theirs else (mine, theirs)
            return float(self.lost(self.theirs, others) - self.lost(self.mine, ours)) ** power
        salvos = self.salvos(mine, theirs, stage)
        if not any(salvos):
            return self.worth(mine, theirs, stage + 1, power)
        ours, others = map(chances, salvos)
        return sum(
            p * q * self.worth(*self.after(mine, theirs, stage, (a, b)), stage + 1, power)
            for a, p in enumerate(ours)
            for b, q in enumerate(others)
        )

    def in_retreat(self, mine: Blocks, theirs: Blocks) -> tuple[Blocks, Blocks]:
        """Return what is left of both sides after the retreat of the one that has to.

        Raises:
            Crowded: some find no room, and what becomes of them is not for this.
        """
        sides = [mine, theirs]
        # In mud, which their dice do not tell from snow, attackers must go (3.6.1): both sides need room then.
        for goes in (0, 1) if self.bad else (0 if self.closed or claim(theirs) >= claim(mine) else 1,):
            places, more = self.room[goes]
            if len(sides[goes]) > places:
                if more or self.bad:
                    raise Crowded
                sides[goes] = tuple(sorted(sides[goes], key=lambda one: (-one.steps, one.unit))[:places])
        return sides[0], sides[1]

    def lost(self, before: Blocks, after: Blocks) -> int:
        """Return the value of the steps that a side has lost."""
        return sum(one.steps * self.cost(one) for one in before) - sum(one.steps * self.cost(one) for one in after)


def cls(unit: str) -> str:
    """Return a block's class."""
    return unit.removeprefix("elite-").removeprefix("sniper-").rpartition("-")[0]


def claim(side: Blocks) -> tuple[int, int, int]:
    """Return what keeps a side in the area (3.6.1): its classes, then its best class, then the steps of that."""
    steps = Counter[int]()
    for one in side:
        steps[-CLASSES.index(cls(one.unit))] += one.steps
    return len(steps), max(steps), steps[max(steps)]


def dice(one: Block) -> int:
    """Return how many dice a block rolls."""
    return max(one.steps // one.divisor, 1)


def chances(salvo: Counter[tuple[str, int]]) -> list[float]:
    """Return the chance of each number of hits."""
    found = [1.0]
    for (_, faces), n in salvo.items():
        for _ in range(n):
            found = [a * (1 - faces / 6) + b * faces / 6 for a, b in zip([*found, 0.0], [0.0, *found], strict=True)]
    return found
