"""The ledger of luck: of every recorded battle, what was to be expected, what happened, and how much of it the dice did.

The expected swing is worked out before the first die and again after every step of dice (the losses taken in the usual order) and
after every choice (the losses as they were taken, a retreat). What dice change is luck, what choices change is decisions; both
are seen from the attacker. So over a battle, exactly: luck + decisions = actual swing - expected swing. Anti-aircraft fire,
bombardment and the fire of rounds are kept apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from engine import events as ev
from engine.errors import SitrepError
from engine.odds.asked import forces_in, profile_with, unmodelled
from engine.odds.battle import Forces, TooLarge, first_round, prepare
from engine.odds.fighters import ATTACKER, DEFENDER, Profile, struck_by
from engine.odds.foretold import foretell
from engine.odds.result import Swings, how_far
from engine.odds.states import Army
from engine.title.model import Title

KINDS = frozenset({"land", "sea", "amphibious"})
ANTI_AIR, BOMBARDMENT = "anti-air", "bombardment"
FAIR, LOW_LUCK, EDITED = "fair", "low-luck", "edited"
UNLISTED = 1e-6
"""Swings with less chance than this are not listed."""
NO_HIT = frozenset({"defenceless", "cargo-lost", "stranded"})
"""Causes of removals that no hit makes."""


class Entry(NamedTuple):
    """A battle in the ledger. Swings and luck are in value, from the attacker's side: above 0 is good for it.

    Attributes:
        seq: number of its BattleEnded among the events. dice: fair, low-luck, or edited (more was lost than was hit).
        win, take: chances before the first die. expected, actual: the swing. percentile: of the actual swing.
        fire, anti_air, bombardment: luck of these steps. decisions: the rest.
        swings: (swing, chance) before the first die, lowest first, without those of less chance than UNLISTED.
        takes: the chance of each of them with the area taken. take_luck: what the dice did to the chance to take it.
        samples: how many battles were played where that gave the odds, 0 for exact ones; error: the standard error of `expected` then.
    """

    seq: int
    battle: int
    dice: str
    win: float
    take: float
    lose: float
    expected: float
    actual: float
    percentile: float
    fire: float
    anti_air: float
    bombardment: float
    decisions: float
    swings: Swings = ()
    takes: tuple[float, ...] = ()
    take_luck: float = 0.0
    samples: int = 0
    error: float = 0.0

    @property
    def luck(self) -> float:
        """What the dice did."""
        return self.fire + self.anti_air + self.bombardment


def ledger(title: Title, events: Sequence[ev.Event]) -> list[Entry]:
    """Return the battles of a game whose forces and dice are known, in order.

    A battle is left out if it is of a kind that the exact odds do not follow, too large for them, or if the record lacks some of
    its dice.
    """
    found, techs = [], Counter[tuple[str, str]]()
    for fight in _fights(events, techs):
        try:
            entry = _entry(title, *fight)
        except (TooLarge, SitrepError, LookupError):
            continue
        if entry:
            found.append(entry)
    return found


def _fights(events: Sequence[ev.Event], techs: Counter[tuple[str, str]]) -> Iterator[tuple[list[ev.Event], int, dict]]:
    """Yield each whole battle: its events, the number of the last one, and the technologies at its start."""
    open_: list[ev.Event] | None = None
    known: dict = {}
    for seq, event in enumerate(events, 1):
        kind = type(event)
        if kind is ev.TechAdvanced:
            techs[event.power, event.tech] += 1
        elif kind is ev.BattleStarted:
            open_, known = ([event] if event.kind in KINDS else None), dict(techs)
        elif (
            open_ is not None
            and kind in (ev.DiceRolled, ev.UnitsRemoved, ev.UnitsChanged)
            and event.battle == open_[0].battle
        ):
            open_.append(event)
        elif open_ is not None and kind is ev.BattleEnded and event.battle == open_[0].battle:
            yield [*open_, event], seq, known
            open_ = None


class Step(NamedTuple):
    """Dice of one purpose or round, and what was removed and damaged after them."""

    name: str
    dice: list[ev.DiceRolled]
    gone: list[ev.Event]


def _steps(events: Sequence[ev.Event]) -> list[Step]:
    found: list[Step] = []
    for event in events:
        if isinstance(event, ev.DiceRolled):
            name = event.purpose if event.purpose in (ANTI_AIR, BOMBARDMENT) and event.round <= 1 else str(event.round)
            if not found or found[-1].name != name:
                found.append(Step(name, [], []))
            found[-1].dice.append(event)
        elif isinstance(event, (ev.UnitsRemoved, ev.UnitsChanged)):
            if not found:
                found.append(Step("", [], []))
            found[-1].gone.append(event)
    return found


def _entry(title: Title, events: list[ev.Event], seq: int, techs: dict) -> Entry | None:
    start, end = events[0], events[-1]
    assert isinstance(start, ev.BattleStarted) and isinstance(end, ev.BattleEnded)
    forces, profile, steps = forces_in(title, start), profile_with(title, techs), _steps(events[1:-1])
    dice = _kind_of(steps, end)
    if not dice or not any(forces.attackers.values()) or unmodelled(title, forces, profile):
        return None
    shelling = [roll for step in steps if step.name == BOMBARDMENT for roll in step.dice]
    ships: Counter[tuple[str, str]] = Counter()
    for roll in shelling:
        ships[roll.unit, roll.power] += len(roll.dice)
    forces = forces._replace(bombard=ships)
    return Account(title, forces, profile, dice == LOW_LUCK).entry(steps, end, seq, dice)


def _kind_of(steps: list[Step], end: ev.BattleEnded) -> str:
    """Return what kind of dice a battle was fought with; empty if the record lacks some."""
    rolled = {step.name for step in steps}
    if any(str(number) not in rolled for number in range(1, end.rounds + 1)):
        return ""
    rolls = [roll for step in steps for roll in step.dice]
    if any(not roll.target and roll.dice for roll in rolls):
        return ""
    if any(not roll.dice or roll.expected > len(roll.dice) for roll in rolls):
        return LOW_LUCK
    for step in steps:
        for side in (ATTACKER, DEFENDER):
            hits = sum(roll.hits for roll in step.dice if roll.side == side)
            lost = sum(
                event.count for event in step.gone
                if isinstance(event, ev.UnitsRemoved) and event.cause not in NO_HIT and (event.power == end.attacker) == (side == DEFENDER)
            )  # fmt: skip
            if step.name.isdigit() and lost > hits and _fought(step, side):
                return EDITED
    return FAIR


def _fought(step: Step, side: str) -> bool:
    return any(roll.side == side for roll in step.dice)


class Account:
    """The expected swing of one battle, and the chance to take the area, as it goes on.

    `value` has both at each (attacker's state, defender's state).
    """

    def __init__(self, title: Title, forces: Forces, profile: Profile, low_luck: bool) -> None:
        self.title, self.forces, self.profile, self.low_luck = title, forces, profile, low_luck
        self.attackers = {power for _, power in forces.attackers}
        self.ready = prepare(title, forces, profile=profile, low_luck=low_luck)
        self.foretold, self.value = foretell(self.ready, forces.at_sea)
        self.mine, self.theirs = (
            np.array([army.side.counts], dtype=np.int64) for army in (self.ready.chain.attack, self.ready.chain.defend)
        )

    def entry(self, steps: list[Step], end: ev.BattleEnded, seq: int, dice: str) -> Entry:
        """Go through the battle."""
        told = self.foretold
        actual = float(end.defender_lost - end.attacker_lost)
        now = np.array([told.expected, told.take])
        luck, decisions, take_luck = Counter[str](), 0.0, 0.0
        for step in steps:
            if step.name in (ANTI_AIR, BOMBARDMENT):
                after = chosen = self.opening(step)
                name = step.name
            elif step.dice:
                after, chosen = self.usual(step), self.chosen(step)
                name = "fire"
            else:
                continue
            luck[name] += float(after[0] - now[0])
            take_luck += float(after[1] - now[1])
            decisions += float(chosen[0] - after[0])
            now = chosen
        listed = [(one, taken) for one, taken in zip(told.swings, told.takes, strict=True) if one[1] >= UNLISTED]
        return Entry(
            seq, end.battle, dice, told.win, told.take, told.lose, told.expected, actual, how_far(told.swings, actual), luck["fire"],
            luck[ANTI_AIR], luck[BOMBARDMENT], decisions + actual - float(now[0]), tuple(one for one, _ in listed),
            tuple(taken for _, taken in listed), take_luck,
        )  # fmt: skip

    def opening(self, step: Step) -> np.ndarray:
        """Return the expected swing and the chance to take the area when the result of anti-aircraft fire or bombardment is known."""
        chain = self.ready.chain
        if step.name == ANTI_AIR:
            self._take(step)
            begin = np.zeros(len(chain.attack.counts))
            begin[_place(chain.attack, self.mine)] = 1.0
            self.ready = self.ready._replace(begin=begin)
        elif self.ready.shelled is not None:
            land = tuple(slot.unit.cls == "land" for slot in chain.defend.side.slots)
            hits = sum(roll.hits for roll in step.dice)
            most = chain.defend.side.hits
            states = chain.defend.losing(land, most)
            self.theirs = states[min(hits, most)][None, :]
            shelled = np.zeros(len(chain.defend.counts))
            shelled[_place(chain.defend, self.theirs)] = 1.0
            self.ready = self.ready._replace(shelled=shelled)
        return np.einsum("ij,ijk->k", first_round(self.ready)[0], self.value)

    def usual(self, step: Step) -> np.ndarray:
        """Return the same after a round's dice, with the usual losses."""
        attack, defend = self.ready.chain.attack, self.ready.chain.defend
        mine, theirs = self.mine, self.theirs
        # Only our own records tell surprise strikes, which are removed before the others fire, from other fire.
        for strikes in (True, False):
            rolls = [roll for roll in step.dice if (roll.purpose == "surprise-strike") == strikes]
            hits = {side: _pools(army, here, [roll for roll in rolls if roll.side == side])
                    for side, army, here in ((ATTACKER, attack, mine), (DEFENDER, defend, theirs))}  # fmt: skip
            mine, theirs = attack.lose(mine, hits[DEFENDER]), defend.lose(theirs, hits[ATTACKER])
        return self._at(mine, theirs)

    def chosen(self, step: Step) -> np.ndarray:
        """Return the same after a round's losses as they were taken."""
        self._take(step)
        return self._at(self.mine, self.theirs)

    def _at(self, mine: np.ndarray, theirs: np.ndarray) -> np.ndarray:
        chain = self.ready.chain
        try:
            return self.value[_place(chain.attack, mine), _place(chain.defend, theirs)]
        except LookupError:
            return self._elsewhere(mine, theirs)

    def _elsewhere(self, mine: np.ndarray, theirs: np.ndarray) -> np.ndarray:
        """Work out the odds anew from a state that the usual losses do not lead to."""
        sides = (self.ready.chain.attack.side, mine), (self.ready.chain.defend.side, theirs)
        units, hurt = [], []
        for side, counts in sides:
            whole, damaged = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
            for slot, n in zip(side.slots, counts[0].tolist(), strict=True):
                whole[slot.unit.unit, slot.power] += n
                if slot.unit.strength > 1 and slot.left < slot.unit.strength:
                    damaged[slot.unit.unit, slot.power] += n
            units.append(+whole)
            hurt.append(+damaged)
        forces = self.forces._replace(
            attackers=units[0], defenders=units[1], attack_damaged=hurt[0], defend_damaged=hurt[1], round=1
        )
        ready = prepare(self.title, forces, profile=self.profile, low_luck=self.low_luck)
        begun = [sum(slot.value * n for slot, n in zip(side.slots, side.counts, strict=True)) for side, _ in sides]
        left = [
            sum(slot.value * n for slot, n in zip(side.slots, counts[0].tolist(), strict=True))
            for side, counts in sides
        ]
        base = (begun[1] - left[1]) - (begun[0] - left[0])
        found, _ = foretell(ready, forces.at_sea)
        return np.array([base + found.expected, found.take])

    def _take(self, step: Step) -> None:
        """Take the losses and the damage that the record tells."""
        for event in step.gone:
            mine = event.power in self.attackers
            army = self.ready.chain.attack if mine else self.ready.chain.defend
            counts = self.mine if mine else self.theirs
            if isinstance(event, ev.UnitsRemoved):
                _remove(army, counts, event.unit, event.power, event.count)
            elif event.to_strength and event.to_strength < event.strength:
                _damage(army, counts, event)


def _place(army: Army, counts: np.ndarray) -> int:
    """Return the number of a state.

    Raises:
        LookupError: it is none of the army's.
    """
    at = int(army.find(np.clip(counts, 0, None), near=True)[0])
    if (army.counts[at] != counts[0]).any():
        raise LookupError("not a state that the usual losses lead to")
    return at


def _pools(army: Army, counts: np.ndarray, rolls: list[ev.DiceRolled]) -> dict[tuple[bool, ...], int]:
    """Return the hits of dice by what they may strike."""
    found: dict[tuple[bool, ...], int] = {}
    hunted = any(slot.unit.has("destroyer") and n for slot, n in zip(army.side.slots, counts[0].tolist(), strict=True))
    units = {slot.unit.unit: slot.unit for slot in army.side.slots}
    for roll in rolls:
        if roll.hits and roll.unit in units:
            mask = struck_by(units[roll.unit], army.at_sea, hunted, army.foes)
            found[mask] = found.get(mask, 0) + roll.hits
    return found


def _remove(army: Army, counts: np.ndarray, unit: str, power: str, n: int) -> None:
    """Take units out of the slots of their type, the damaged first, then in the order of loss."""
    slots = [at for at, slot in enumerate(army.side.slots) if slot.unit.unit == unit and slot.power == power]
    for at in sorted(slots, key=lambda at: army.side.slots[at].left):
        taken = min(n, int(counts[0, at]))
        counts[0, at] -= taken
        n -= taken


def _damage(army: Army, counts: np.ndarray, event: ev.UnitsChanged) -> None:
    for at, slot in enumerate(army.side.slots):
        if (
            slot.unit.unit == event.unit
            and slot.power == event.power
            and slot.left == event.strength
            and slot.below >= 0
        ):
            n = min(event.count, int(counts[0, at]))
            counts[0, at] -= n
            counts[0, slot.below] += n
