"""Battles in which submarines submerge as soon as they may: at the start of any round in which no enemy destroyer is left.

A battle is followed until a side's submarines go under; from there on it is another battle without them, with states of its own. What
has gone under is out of the battle and alive; over submarines that he could not hit anyway nobody has won. So a battle has up to four
chains: nobody has submerged, either side has, both have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from engine.odds.battle import FIGHT_ON, Forces, Prepared, Retreat, odds, plain, prepare, stops
from engine.odds.chain import Chain
from engine.odds.fighters import Profile, Units
from engine.odds.mixture import added
from engine.odds.result import DIGITS, Ends, Result, Saved, result_of
from engine.odds.states import Army
from engine.title.model import Title

MOST_ROUNDS = 200
NEGLIGIBLE = 1e-9
"""The chance that a battle still goes on, below which its rounds are no longer counted."""
BETTER = 1e-6
"""Value by which it must be better to submerge than to stay, so that submarines do."""


class Dive(NamedTuple):
    """Which side's submarines submerge as soon as they may; the others stay."""

    attack: bool = False
    defend: bool = False


STAY = Dive()

Shown = tuple[bool | None, bool | None]
"""Whether the attacker's, and the defender's, submarines are known to submerge as soon as they may; None: not known."""
UNKNOWN: Shown = (None, None)

Left = tuple[int, ...]
"""How many units of each slot of submarines have gone under."""
Key = tuple[Left | None, Left | None]
"""What has gone under of the attacker, of the defender; None: nobody of that side yet."""


class Phase(NamedTuple):
    """A battle after some have gone under, however many.

    Attributes:
        stop: where the attacker breaks off.
    """

    ready: Prepared
    stop: np.ndarray | None

    @property
    def chain(self) -> Chain:
        """Its chain."""
        return self.ready.chain

    def going(self, first: bool) -> np.ndarray:
        """Return the pairs at which another round is fought; before the first one nobody retreats, not even who cannot fight."""
        mine, theirs = self.chain.attack, self.chain.defend
        able = mine.any if first else mine.able
        alive = able[:, None] & theirs.able[None, :] & ~self.chain.blind
        found: np.ndarray = alive if first or self.stop is None else alive & ~self.stop
        return found


def dive_of(word: str | None) -> Dive | None:
    """Return whose submarines a word says submerge: attacker, defender, both or nobody; None for no word."""
    return None if word is None else Dive(word in ("attacker", "both"), word in ("defender", "both"))


def told(dive: Dive) -> str:
    """Return in a sentence whose submarines submerge; empty if nobody's do."""
    sides = [side for side, dives in (("attacker", dive.attack), ("defender", dive.defend)) if dives]
    return (
        f"The {' and the '.join(sides)} let submarines submerge as soon as they may."
        if len(sides) > 1
        else "".join(f"The {side}'s submarines submerge as soon as they may." for side in sides)
    )


def may_dive(title: Title, forces: Forces) -> Dive:
    """Return which sides have submarines in a battle at sea; those that submerge only after a round are taken to stay."""
    found = [
        any(n and title.units[unit].has("submarine") and not title.units[unit].has("submerges-late") for (unit, _), n in units.items())
        for units in (forces.attackers, forces.defenders)
    ]
    return Dive(*found) if forces.at_sea else STAY


def odds_diving(
    title: Title,
    forces: Forces,
    dive: Dive,
    *,
    retreat: Retreat = FIGHT_ON,
    profile: Profile | None = None,
    low_luck: bool = False,
    rounds: bool = False,
) -> Result:
    """Return the odds of a battle in which the submarines of some sides submerge as soon as they may; see `battle.odds`.

    A retreat by chance or value is judged as if those who have not submerged by then stayed.

    Raises:
        TooLarge: there are more states than are worth working out.
    """
    dive = Dive(*(wanted and able for wanted, able in zip(dive, may_dive(title, forces), strict=True)))
    if dive == STAY:
        return odds(title, forces, retreat=retreat, profile=profile, low_luck=low_luck, rounds=rounds)
    battle = Battle(title, forces, dive, profile=profile or plain(title), low_luck=low_luck, retreat=retreat)
    return battle.by_round() if rounds or retreat.rounds else battle.finish()


def best_dive(title: Title, forces: Forces, *, known: Shown = UNKNOWN, profile: Profile | None = None, low_luck: bool = False) -> Dive:
    """Return whose submarines lose their side less, or gain it more, if they submerge than if they stay; of a side that is known, that.

    The attacker chooses first, as in every round, and expects the defender to choose well; battles are fought to the end.

    Raises:
        TooLarge: there are more states than are worth working out.
    """
    able = may_dive(title, forces)
    attack, defend = (
        (might and bool(told),) if told is not None or not might else (False, True) for might, told in zip(able, known, strict=True)
    )
    ways = [Dive(mine, theirs) for mine in attack for theirs in defend]
    if len(ways) == 1:
        return ways[0]
    swings = {way: odds_diving(title, forces, way, profile=profile, low_luck=low_luck).swing for way in ways}

    def reply(mine: bool) -> Dive:
        stays, dives = Dive(mine, defend[0]), Dive(mine, defend[-1])
        return dives if swings[dives] < swings[stays] - BETTER else stays

    stays, dives = reply(attack[0]), reply(attack[-1])
    return dives if swings[dives] > swings[stays] + BETTER else stays


def at_once(title: Title, forces: Forces, dived: Dive) -> Shown:
    """Return what the start of a battle shows of each side: whether it let submarines submerge when it might, before any die.

    A side without submarines stays; of one that meets a destroyer nothing is known.
    """
    hunted = [
        any(n and title.units[unit].has("destroyer") for (unit, _), n in units.items()) for units in (forces.defenders, forces.attackers)
    ]
    found = [
        None if might and meets and not went else might and went
        for might, meets, went in zip(may_dive(title, forces), hunted, dived, strict=True)
    ]
    return found[0], found[1]


class Battle:
    """A battle with what has gone under of each side (`parts`): the chance of each pair of states there.

    Attributes:
        phases: the battle by whether the attacker's, and the defender's, have gone under. fought: the expected number of rounds.
        counts: whether they are counted round by round.
    """

    def __init__(self, title: Title, forces: Forces, dive: Dive, *, profile: Profile, low_luck: bool, retreat: Retreat = FIGHT_ON) -> None:
        self.title, self.forces, self.dive, self.retreat = title, forces, dive, retreat
        self.profile, self.low_luck = profile, low_luck
        ready = prepare(title, forces, profile=profile, low_luck=low_luck)
        self.phases = {(False, False): self._phase(ready)}
        mass = np.zeros(ready.chain.shape)
        mass[ready.chain.attack.start, ready.chain.defend.start] = 1.0
        self.parts: dict[Key, np.ndarray] = {(None, None): mass}
        self.fought, self.counts = 0.0, False

    def finish(self) -> Result:
        """Fight on until the battle is over."""
        self._submerge(True)
        for key, mass in self.parts.items():
            chain, phase = self._at(key).chain, self._at(key)
            # A first round that is fought though it would not be later on; any other is one like all.
            faced = phase.going(True) & ~phase.going(False)
            self.fought += float(mass[faced].sum())
            self.parts[key] = chain.round(mass, faced) if faced.any() else mass
        for key in self._in_order():
            phase = self._at(key)
            stop = self.diving(self._at(key), False).any(axis=0)
            stop = stop if phase.stop is None else stop | phase.stop
            self.parts[key], more = phase.chain.finish(self.parts[key], stop)
            self.fought += more
            self._submerge_of(key, False)
        return self._told(())

    def by_round(self) -> Result:
        """Fight round by round."""
        self.counts, lengths, before = True, [], 0.0
        for number in range(MOST_ROUNDS):
            limit = self.retreat.rounds and number >= self.retreat.rounds
            goes = [mass[self._at(key).going(number == 0)] for key, mass in self.parts.items()]
            going = 0.0 if limit else sum(float(chances.sum()) for chances in goes)
            lengths.append(1.0 - going - before)
            before = 1.0 - going
            if going < NEGLIGIBLE:
                break
            self.fought += going
            self._submerge(number == 0)
            for key, mass in self.parts.items():
                phase = self._at(key)
                self.parts[key] = phase.chain.round(mass, phase.going(number == 0))
        return self._told(tuple(lengths))

    def _in_order(self) -> Iterator[Key]:
        """Yield the parts, those with less under first, as they come to be."""
        for gone in ((False, False), (True, False), (False, True), (True, True)):
            yield from [key for key in self.parts if _gone(key) == gone]

    def _at(self, key: Key) -> Phase:
        return self.phases[_gone(key)]

    def diving(self, phase: Phase, first: bool) -> np.ndarray:
        """Return where the attacker's submarines submerge now, and where the defender's do: (2, attacker's states, defender's states)."""
        mine, theirs = phase.chain.attack, phase.chain.defend
        return np.stack(
            [
                phase.going(first) & (mine.submarines[:, None] & ~theirs.hunts[None, :] & self.dive.attack),
                phase.going(first) & (theirs.submarines[None, :] & ~mine.hunts[:, None] & self.dive.defend),
            ]
        )

    def _submerge(self, first: bool) -> None:
        for key in self._in_order():
            self._submerge_of(key, first)

    def _submerge_of(self, key: Key, first: bool) -> None:
        """Let the submarines of a part submerge."""
        mass, diving = self.parts[key], self.diving(self._at(key), first)
        for a, d in np.argwhere(diving.any(axis=0) & (mass > 0)).tolist():
            chance, mass[a, d] = mass[a, d], 0.0
            self._move(key, (a, d), (bool(diving[0, a, d]), bool(diving[1, a, d])), chance, first)

    def _move(self, key: Key, pair: tuple[int, int], goes: tuple[bool, bool], chance: float, first: bool) -> None:
        chain = self._at(key).chain
        armies, states = (chain.attack, chain.defend), []
        under: list[Left | None] = []
        for army, at, gone, left in zip(armies, pair, goes, key, strict=True):
            counts = army.counts[at]
            under.append(tuple(counts[army.divers].tolist()) if gone else left)
            states.append(counts[~army.divers] if gone else counts)
        target = under[0], under[1]
        phase = self.phase_of(_gone(target))
        to = tuple(
            int(army.find(counts[None, :])[0]) for army, counts in zip((phase.chain.attack, phase.chain.defend), states, strict=True)
        )
        mass = self.parts.setdefault(target, np.zeros(phase.chain.shape))
        mass[to] += chance
        # A round in which nobody is left to fight after some have gone under has been begun.
        if not self.counts and not phase.going(first)[to]:
            self.fought += chance

    def phase_of(self, gone: tuple[bool, bool]) -> Phase:
        """Return the battle after the attacker's, or the defender's, submarines have gone under."""
        if gone not in self.phases:
            first = self.phases[False, False].chain
            forces = self.forces._replace(
                attackers=self._staying(self.forces.attackers, gone[0]), defenders=self._staying(self.forces.defenders, gone[1])
            )
            also = tuple(
                army.counts[:, ~army.divers] if under else army.counts
                for army, under in zip((first.attack, first.defend), gone, strict=True)
            )
            ready = prepare(self.title, forces, profile=self.profile, low_luck=self.low_luck, also=(also[0], also[1]))
            self.phases[gone] = self._phase(ready)
        return self.phases[gone]

    def _staying(self, units: Units, gone: bool) -> Units:
        return {(unit, power): n for (unit, power), n in units.items() if not (gone and self.profile(power, unit).has("submarine"))}

    def _phase(self, ready: Prepared) -> Phase:
        return Phase(ready, stops(ready.chain, self.retreat))

    def _told(self, lengths: tuple[float, ...]) -> Result:
        found = []
        for key, mass in self.parts.items():
            phase = self._at(key)
            stop = phase.stop
            if self.retreat.rounds:
                going = phase.going(False)
                stop = going if stop is None else stop | going
            ends = Ends(phase.chain, mass, 0.0, (), stop, phase.ready.begin, True)
            saved = self._saved(0, key[0]), self._saved(1, key[1])
            found.append(self._with_stalemates(result_of(ends, *saved), ends, *saved))
        return added(found)._replace(rounds=round(self.fought, DIGITS), by_round=lengths)

    def _with_stalemates(self, found: Result, ends: Ends, mine: Saved, theirs: Saved) -> Result:
        """Return the odds where nobody has won over submarines that he could not hit anyway (aircraft without a destroyer)."""
        attack, defend = ends.chain.attack, ends.chain.defend
        mass = ends.mass if ends.stop is None else np.where(ends.stop, 0.0, ends.mass)
        won = (attack.able & ~self._could_hit(attack, theirs))[:, None] & ~defend.able[None, :]
        lost = ~attack.able[:, None] & (defend.able & ~self._could_hit(defend, mine))[None, :]
        wins, losses = (float(mass[ends].sum()) for ends in (won, lost))
        return found._replace(win=found.win - wins, lose=found.lose - losses, draw=found.draw + wins + losses)

    def _could_hit(self, army: Army, under: Saved) -> np.ndarray:
        """Return of each state whether it could hit what has gone under; yes, where nothing has."""
        boats = [self.profile(power, unit) for unit, power in under.units]
        return army.could_hit(boats) if boats else np.ones(len(army.counts), dtype=bool)

    def _saved(self, side: int, under: Left | None) -> Saved:
        chain = self.phases[False, False].chain
        army: Army = (chain.attack, chain.defend)[side]
        if under is None:
            return Saved()
        slots = [slot for slot, dives in zip(army.side.slots, army.divers.tolist(), strict=True) if dives]
        begun = [n for n, dives in zip(army.side.counts, army.divers.tolist(), strict=True) if dives]
        units = Counter[tuple[str, str]]()
        for slot, n in zip(slots, under, strict=True):
            units[slot.unit.unit, slot.power] += n
        lost = sum(slot.value * (had - n) for slot, had, n in zip(slots, begun, under, strict=True))
        return Saved(+units, sum(slot.value * n for slot, n in zip(slots, under, strict=True)), lost, army.side.sequence)


def _gone(key: Key) -> tuple[bool, bool]:
    return key[0] is not None, key[1] is not None
