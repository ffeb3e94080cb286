"""The save's dice in the order in which the title's rules ask for them.

TripleA rolls for a side all at once, in the order of its own units; every die says what it hit at. The rules ask for
dice by unit type and target number. Dice of one side, round and target number are interchangeable, so each group takes
the first of those left; that the numbers agree proves that both see the same units, values and support.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ingest.triplea.orders.fights import FightRound, TripleaFight
from ingest.triplea.rendering import Die

_GROUP = re.compile(r"(\d+) ([a-z-]+) at (\d+)(?:, the best of (\d+))?")
_AIRCRAFT = re.compile(r"(\d+) ([a-z-]+)")
_FIRE = re.compile(r"(surprise-strike|fire|air-combat) of the (attacker|defender) in ")


AIR = "air-combat"
"""What the rules call the fire before a raid."""
IGNORED = "ignored"
"""The kind of dice that do not count beside a better one."""

NOTHING = 6
"""What a die shows that the rules ask for beyond those of the history: it costs no convoy anything."""


class Misroll(Exception):
    """The rules ask for other dice than the engine rolled."""

    def __init__(self, what: str, found: str) -> None:
        super().__init__(f"{what}: {found}")
        self.what, self.found = what, found


class DiceMap:
    """Hands out the dice of the battle being fought.

    Attributes:
        research: those of the research of the turn. drawn: the technologies that they brought. overhead: those of guns under the
            aircraft of a phase. Both are taken in order. bonds: those of the war bonds of the turn. rockets: those
            of the rockets that are fired now. convoys: those of enemies in convoy zones, by `POWER in ZONE`.
        kamikazes: those of kamikaze attacks, in order.
        missed: rolls in convoy zones of which the history has more or fewer dice.
    """

    def __init__(self) -> None:
        self.fight: TripleaFight | None = None
        self.used: set[int] = set()
        self.research: tuple[int, ...] = ()
        self.drawn: list[str] = []
        self.overhead: list[int] = []
        self.bonds: tuple[int, ...] = ()
        self.rockets: tuple[int, ...] = ()
        self.convoys: dict[str, tuple[int, ...]] = {}
        self.kamikazes: list[int] = []
        self.missed: list[Misroll] = []

    def open(self, fight: TripleaFight) -> None:
        """Begin a battle."""
        self.fight, self.used = fight, set()

    def roll(self, count: int, what: str, number: int) -> tuple[int, ...]:
        """Return the dice that the rules ask for in round `number` of the battle, from 1.

        Raises:
            Misroll: the engine rolled for other units or numbers.
        """
        if what.startswith("research of "):
            return self.research
        if what.startswith("technology of "):
            left = what.partition(": ")[2].split(", ")
            if not self.drawn or self.drawn[0] not in left:
                raise Misroll(what, ", ".join(self.drawn) or "none")
            return (left.index(self.drawn.pop(0)) + 1,)
        if what.startswith("convoys of "):
            rolled = self.convoys.get(what.partition(" of ")[2], ())
            if len(rolled) != count:
                self.missed.append(Misroll(what, f"{len(rolled)} dice"))
            return (*rolled, *(NOTHING for _ in range(count - len(rolled))))[:count]
        if what.startswith("anti-aircraft fire over "):
            fired, self.overhead = tuple(self.overhead[:count]), self.overhead[count:]
            if len(fired) < count:
                raise Misroll(what, f"{len(fired)} dice")
            return fired
        if what.startswith("war bonds of ") and len(self.bonds) == count:
            return self.bonds
        if what.startswith("kamikaze attack of "):
            thrown, self.kamikazes = tuple(self.kamikazes[:count]), self.kamikazes[count:]
            return thrown
        if what.startswith("rockets from "):
            return self.rockets
        if self.fight is None:
            raise Misroll(what, "no battle")
        dice = self._find(self.fight, what, number)
        if len(dice) != count:
            raise Misroll(what, f"{len(dice)} dice")
        return dice

    def left(self) -> int:
        """Return how many dice of the battle were not asked for."""
        rolls = self.fight.rolls if self.fight else ()
        return sum(len(roll.dice) for roll in rolls if id(roll) not in self.used)

    def _find(self, fight: TripleaFight, what: str, number: int) -> tuple[int, ...]:
        if what.startswith("anti-aircraft fire"):
            return _at_aircraft(fight, what)
        if what.startswith("bombing damage"):
            return fight.bombs
        if what.startswith("bombardment"):
            return _share(fight.bombardment, what)
        match = _FIRE.match(what)
        if match and match[1] == AIR and fight.air:
            return self._fire(fight.air.fire, what, match[2] == "attacker", strike=False)
        if match is None or not 0 < number <= len(fight.rounds):
            raise Misroll(what, f"{len(fight.rounds)} rounds")
        return self._fire(fight.rounds[number - 1], what, match[2] == "attacker", strike=match[1] != "fire")

    def _fire(self, part: FightRound, what: str, attacks: bool, strike: bool) -> tuple[int, ...]:
        rolls = [roll for roll in part.rolls if roll.attacks == attacks and id(roll) not in self.used and (roll.strike or not strike)]
        if strike:
            rolls = rolls[:1]
        self.used.update(map(id, rolls))
        return _share([die for roll in rolls for die in roll.dice], what)


def _at_aircraft(fight: TripleaFight, what: str) -> tuple[int, ...]:
    """Return the dice of the guns: the history does not say which was rolled at which aircraft, only which were shot down."""
    if " shots at " in what:
        return tuple(die.pips for die in fight.aa)
    hits = [die.pips for die in fight.aa if die.kind == "hit"]
    misses = [die.pips for die in fight.aa if die.kind != "hit"]
    dice = []
    for count, unit in _AIRCRAFT.findall(what.rpartition(" at ")[2]):
        shot = min(sum(n for (kind, _), n in fight.shot.items() if kind == unit), len(hits))
        if int(count) - shot > len(misses):
            raise Misroll(what, f"{len(fight.aa)} dice")
        dice += [hits.pop(0) for _ in range(shot)] + [misses.pop(0) for _ in range(int(count) - shot)]
    return tuple(dice + hits + misses)


def _share(dice: list[Die], what: str) -> tuple[int, ...]:
    """Return dice in the order of the groups that ask for them, each group at its target number.

    Those of which one counts stay together.
    """
    pools: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for rolled in _throws(dice):
        pools.setdefault((rolled[0].hits_on, len(rolled)), []).append(tuple(die.pips for die in rolled))
    wanted = [(int(n), (int(target), int(best or 1))) for n, _, target, best in _GROUP.findall(what.split(": ", 1)[1])]
    need: Counter[tuple[int, int]] = Counter()
    for n, kind in wanted:
        need[kind] += n // kind[1]
    have = Counter({kind: len(found) for kind, found in pools.items()})
    if need != have:
        raise Misroll(what, ", ".join(f"{n} at {target}" for (target, _), n in sorted(have.items())) or "no dice")
    return tuple(pips for n, kind in wanted for _ in range(n // kind[1]) for pips in pools[kind].pop(0))


def _throws(dice: list[Die]) -> Iterator[list[Die]]:
    """Yield dice by the unit that rolled them: of several the best counts, and the history marks the others as ignored."""
    throw: list[Die] = []
    for die in dice:
        counts = any(one.kind != IGNORED for one in throw)
        if throw and counts and die.kind != IGNORED:
            yield throw
            throw = []
        throw.append(die)
    if throw:
        yield throw
