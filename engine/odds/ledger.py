"""The ledger of luck: of every recorded battle, what was to be expected, what happened, and how much of it the dice did.

The expected swing is worked out before the first die and again after every step of dice (the losses taken in the usual order) and
after every choice (the losses as they were taken, a retreat). What dice change is luck, what choices change is decisions; both
are seen from the attacker. So over a battle, exactly: luck + decisions = actual swing - expected swing. Anti-aircraft fire,
bombardment and the fire of rounds are kept apart. Submarines that submerge before any die has been rolled are out of what is
expected, and of those that might have and did not, it is expected that they stay. Of others, which meet a destroyer at first, is expected
what their power did the last time in the game that it might (`habits.py`), at first what the odds expect (`asked.policy_of`). What a player
does otherwise is a decision.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from engine import events as ev
from engine.errors import SitrepError
from engine.odds.answers import forces_in, policy_of, profile_with, unmodelled
from engine.odds.battle import Forces, TooLarge, first_round
from engine.odds.diving import STAY, Dive, odds_diving
from engine.odds.fighters import ATTACKER, DEFENDER, Profile, Units
from engine.odds.habits import Habits, in_battle
from engine.odds.outlook import Outlook
from engine.odds.pooled import struck
from engine.odds.recorded_battle import (
    ANTI_AIR,
    BOMBARDMENT,
    LOW_LUCK,
    Fight,
    Step,
    dived_at_once,
    dives,
    fights,
    kind_of,
    leaves,
    steps,
    unhit,
)
from engine.odds.result import Swings, how_far
from engine.odds.states import Army, Mask
from engine.title.model import Title

ROUNDED = 0.051
"""What a text's expected hits may be off, rounded as they are."""
UNLISTED = 1e-6
"""Swings with less chance than this are not listed."""


class Entry(NamedTuple):
    """A battle in the ledger. Swings and luck are in value, from the attacker's side: above 0 is good for it.

    Attributes:
        seq: number of its BattleEnded among the events. dice: fair, low-luck, or edited (more was lost than was hit).
        win, take: chances before the first die. expected, actual: the swing. percentile: of the actual swing.
        fire, anti_air, bombardment: luck of these steps. decisions: the rest.
        swings: (swing, chance) before the first die, lowest first, without those of less chance than UNLISTED.
        takes: the chance of each of them with the area taken. take_luck: what the dice did to the chance to take it.
        samples: how many battles were played where that gave the odds, 0 for exact ones; error: the standard error of `expected` then,
            and where all ended alike what bounds it (see `result.swing_error`).
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


def ledger(title: Title, events: Iterable[ev.Event]) -> list[Entry]:
    """Return the battles of a game whose forces and dice are known, in order.

    A battle is left out if it is of a kind that the exact odds do not follow, too large for them, or if the record lacks some of
    its dice.
    """
    found, habits = [], Habits(title)
    for fight in fights(title, events):
        try:
            if entry := _entry(title, fight, habits):
                found.append(entry)
        except (TooLarge, SitrepError, LookupError):
            pass
        habits.take(fight.events)
    return found


def _entry(title: Title, fight: Fight, habits: Habits) -> Entry | None:
    start, end = fight.events[0], fight.events[-1]
    assert isinstance(start, ev.BattleStarted) and isinstance(end, ev.BattleEnded)
    profile = profile_with(title, fight.techs, fight.options)
    forces = forces_in(title, start, fight.hurt, profile)
    told = steps(fight.events[1:-1])
    dice = kind_of(told, end, unhit(title, forces), fight.low_luck)
    if not dice or not _armed(forces, profile) or unmodelled(title, forces, profile):
        return None
    whole = forces
    if dived := dived_at_once(told):
        forces = forces._replace(attackers=_without(forces.attackers, dived), defenders=_without(forces.defenders, dived))
        told[0].gone[:] = [event for event in told[0].gone if not dives(event)]
    shelling = [roll for step in told if step.name == BOMBARDMENT for roll in step.dice]
    ships: Counter[tuple[str, str]] = Counter()
    for roll in shelling:
        ships[roll.unit, roll.power] += len(roll.dice)
    forces = forces._replace(bombard=ships)
    low_luck = dice == LOW_LUCK
    dive = policy_of(title, forces, in_battle(title, forces, STAY, habits), profile, low_luck)
    outlook = Outlook(title, forces, dive, profile, low_luck)
    entry = Account(outlook).entry(told, end, fight.seq, dice)
    if not dived:
        return entry
    # Over submarines that are under water, and that nobody left could hit, nobody has won.
    gone = Dive(*(any(kind in dived for kind in side) for side in (whole.attackers, whole.defenders)))
    found = odds_diving(title, whole, gone, profile=profile, low_luck=low_luck)
    return entry._replace(win=found.win, lose=found.lose)


def _without(units: Units, gone: Units) -> Units:
    return {kind: left for kind, n in units.items() if (left := n - gone.get(kind, 0)) > 0}


def _armed(forces: Forces, profile: Profile) -> bool:
    """Return whether there are attackers, and anybody has a figure: a text without its map tells none."""
    figures = [profile(power, unit).attack for unit, power in forces.attackers]
    return bool(figures) and any([*figures, *(profile(power, unit).defense for unit, power in forces.defenders)])


class Account:
    """The expected swing of one battle, and the chance to take the area, as it goes on."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook, self.ready = outlook, outlook.ready
        self.attackers = {power for _, power in outlook.forces.attackers}
        self.mine, self.theirs = (
            np.array([army.side.counts], dtype=np.int64) for army in (self.ready.chain.attack, self.ready.chain.defend)
        )
        # What leaves the battle alive is in no later state, but is not lost.
        self.saved = 0.0
        # The defender before bombardment: what it hit may be removed at once, or with the losses of the first round.
        self.unshelled: np.ndarray | None = None

    def entry(self, battle: list[Step], end: ev.BattleEnded, seq: int, dice: str) -> Entry:
        """Go through the battle."""
        told = self.outlook.foretold
        actual = float(end.defender_lost - end.attacker_lost)
        now = np.array([told.expected, told.take])
        luck, decisions, take_luck = defaultdict[str, float](float), 0.0, 0.0
        for step in battle:
            if not step.dice:
                chosen = self.chosen(step.gone)
                decisions, now = decisions + float(chosen[0] - now[0]), chosen
                continue
            name = step.name if step.name in (ANTI_AIR, BOMBARDMENT) else "fire"
            if name == "fire":
                begun, after, chosen = self.fire(step, now)
            else:
                begun, after = now, self.opening(step)
                chosen = after
            luck[name] += float(after[0] - begun[0])
            take_luck += float(after[1] - begun[1])
            decisions += float(begun[0] - now[0] + chosen[0] - after[0])
            now = chosen
        listed = [(one, taken) for one, taken in zip(told.swings, told.takes, strict=True) if one[1] >= UNLISTED]
        return Entry(
            seq,
            end.battle,
            dice,
            told.win,
            told.take,
            told.lose,
            told.expected,
            actual,
            how_far(told.swings, actual),
            luck["fire"],
            luck[ANTI_AIR],
            luck[BOMBARDMENT],
            decisions + actual - float(now[0]),
            tuple(one for one, _ in listed),
            tuple(taken for _, taken in listed),
            take_luck,
        )

    def opening(self, step: Step) -> np.ndarray:
        """Return the expected swing and the chance to take the area when the result of anti-aircraft fire or bombardment is known."""
        chain = self.ready.chain
        if step.name == ANTI_AIR:
            self._take(step.gone)
            begin = np.zeros(len(chain.attack.counts))
            begin[_place(chain.attack, self.mine)] = 1.0
            self.ready = self.ready._replace(begin=begin)
        elif self.ready.shelled is not None:
            hits = sum(roll.hits for roll in step.dice)
            most = chain.defend.side.hits
            states = chain.defend.losing(self.ready.struck, most)
            self._take(step.gone)
            if not (self.ready.silenced and step.gone):
                self.unshelled = self.theirs
                self.theirs = states[min(hits, most)][None, :]
            shelled = np.zeros(len(chain.defend.counts))
            shelled[_place(chain.defend, self.theirs)] = 1.0
            self.ready = self.ready._replace(shelled=shelled)
        found: np.ndarray = np.einsum("ij,ijk->k", first_round(self.ready)[0], self.outlook.value)
        return found

    def fire(self, step: Step, now: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the same when some have left the battle, after the dice with the usual losses, and after the losses of the record."""
        self._expect(step)
        begun = self.leave(step.left, now)
        try:
            return begun, self.usual(step), self.chosen(step.gone)
        except LookupError:
            # Some versions of TripleA tell only at the end of a round that submarines submerged before its dice.
            dived = [one for one in step.gone if dives(one)]
            if not dived:
                raise
            begun = self.leave(dived, begun)
            return begun, self.usual(step), self.chosen([one for one in step.gone if not dives(one)])

    def _expect(self, step: Step) -> None:
        """Check that the dice of a round are those that the forces roll by what the odds know of them, on land and in texts.

        Raises:
            LookupError: they are others: the game has a rule, a technology or figures there that the odds do not know.
        """
        chain = self.ready.chain
        for army, counts in ((chain.attack, self.mine), (chain.defend, self.theirs)):
            rolls = [roll for roll in step.dice if roll.side == army.side.side]
            # What bombardment has hit fires once more, whether the record has it removed or not.
            shelled = army is chain.defend and self.unshelled is not None
            if self.outlook.low_luck or shelled or not rolls:
                continue
            known = army.rolls(counts)
            if all(roll.target for roll in rolls):
                rolled = Counter[int]()
                for roll in rolls:
                    rolled[roll.target] += len(roll.dice)
                fits = army.at_sea or rolled == known
            elif not any(roll.expected for roll in rolls):
                fits = sum(len(roll.dice) for roll in rolls) == known.total()
            else:
                expected = sum(target * dice for target, dice in known.items()) / self.outlook.title.dice_sides
                fits = abs(sum(roll.expected for roll in rolls) - expected) <= ROUNDED * len(rolls)
            if not fits:
                raise LookupError(f"battle {rolls[0].battle}, round {step.name}: the dice are not those of the forces")

    def leave(self, left: Sequence[ev.Event], now: np.ndarray) -> np.ndarray:
        """Return the same when units have left the battle alive, and who was expected to submerge and is still there stays for a round."""
        if left:
            self._take(left)
            now = self._at(self.mine, self.theirs)
        if self.outlook.dive == STAY:
            return now
        outlook, base, pair = self._place(self.mine, self.theirs)
        stays = outlook.staying(pair)
        return now if stays is None else stays + np.array([self.saved + base, 0.0])

    def usual(self, step: Step) -> np.ndarray:
        """Return the same after a round's dice, with the usual losses."""
        mine, theirs = self.mine, self.theirs
        # Only our own records tell surprise strikes, which are removed before the others fire, from other fire.
        for strikes in (True, False):
            rolls = [roll for roll in step.dice if (roll.purpose == "surprise-strike") == strikes]
            hits = {side: self._pools(side, mine, theirs, [roll for roll in rolls if roll.side == side]) for side in (ATTACKER, DEFENDER)}
            chain = self.ready.chain
            mine, theirs = chain.attack.lose(mine, hits[DEFENDER]), chain.defend.lose(theirs, hits[ATTACKER])
        return self._at(mine, theirs)

    def _pools(self, side: str, mine: np.ndarray, theirs: np.ndarray, rolls: list[ev.DiceRolled]) -> dict[Mask, int]:
        """Return the hits of a side's dice by what they may strike."""
        army, here, there = self.ready.chain.attack, mine, theirs
        if side == DEFENDER:
            army, here, there = self.ready.chain.defend, theirs, mine
        found: dict[Mask, int] = {}
        for roll in rolls:
            if roll.hits:
                mask = struck(army, here[0].tolist(), there[0].tolist(), roll, self.outlook.low_luck)
                found[mask] = found.get(mask, 0) + roll.hits
        return found

    def chosen(self, gone: Sequence[ev.Event]) -> np.ndarray:
        """Return the same after losses as they were taken, and what has left the battle."""
        if self.unshelled is not None:
            self.theirs, self.unshelled = self.unshelled, None
        self._take(gone)
        return self._at(self.mine, self.theirs)

    def _at(self, mine: np.ndarray, theirs: np.ndarray) -> np.ndarray:
        outlook, base, pair = self._place(mine, theirs)
        told = outlook.foretold
        found = outlook.value[pair] if outlook is self.outlook else np.array([told.expected, told.take])
        result: np.ndarray = found + np.array([self.saved + base, 0.0])
        return result

    def _place(self, mine: np.ndarray, theirs: np.ndarray) -> tuple[Outlook, float, tuple[int, int]]:
        """Return the odds that have these units among their states, the swing before they begin, and the pair of states."""
        chain = self.ready.chain
        try:
            return self.outlook, 0.0, (_place(chain.attack, mine), _place(chain.defend, theirs))
        except LookupError:
            outlook, base = self._elsewhere(mine, theirs)
            chain = outlook.ready.chain
            return outlook, base, (chain.attack.start, chain.defend.start)

    def _elsewhere(self, mine: np.ndarray, theirs: np.ndarray) -> tuple[Outlook, float]:
        """Work out the odds anew from a state that the usual losses do not lead to; return them, and the swing so far."""
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
        forces = self.outlook.forces._replace(
            attackers=units[0], defenders=units[1], attack_damaged=hurt[0], defend_damaged=hurt[1], round=1
        )
        begun = [sum(slot.value * n for slot, n in zip(side.slots, side.counts, strict=True)) for side, _ in sides]
        left = [sum(slot.value * n for slot, n in zip(side.slots, counts[0].tolist(), strict=True)) for side, counts in sides]
        return self.outlook.beginning(forces), (begun[1] - left[1]) - (begun[0] - left[0])

    def _take(self, gone: Sequence[ev.Event]) -> None:
        """Take the losses and the damage that the record tells, and what leaves: submarines that submerge, units that retreat."""
        for event in gone:
            if not isinstance(event, ev.UnitsRemoved | ev.UnitsMoved | ev.UnitsChanged):
                continue
            mine = event.power in self.attackers
            army = self.ready.chain.attack if mine else self.ready.chain.defend
            counts = self.mine if mine else self.theirs
            if isinstance(event, ev.UnitsRemoved):
                _remove(army, counts, event.unit, event.power, event.count)
            elif leaves(event):
                value = _remove(army, counts, event.unit, event.power, event.count)
                self.saved += value if mine else -value
            elif isinstance(event, ev.UnitsChanged) and event.to_strength and event.to_strength < event.strength:
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


def _remove(army: Army, counts: np.ndarray, unit: str, power: str, n: int) -> float:
    """Take units out of the slots of their type, the damaged first, then in the order of loss; return what they are worth."""
    slots = [at for at, slot in enumerate(army.side.slots) if slot.unit.unit == unit and slot.power == power]
    value = 0.0
    for at in sorted(slots, key=lambda at: army.side.slots[at].left):
        taken = min(n, int(counts[0, at]))
        counts[0, at] -= taken
        value += taken * army.side.slots[at].value
        n -= taken
    return value


def _damage(army: Army, counts: np.ndarray, event: ev.UnitsChanged) -> None:
    for at, slot in enumerate(army.side.slots):
        if slot.unit.unit == event.unit and slot.power == event.power and slot.left == event.strength and slot.below >= 0:
            n = min(event.count, int(counts[0, at]))
            counts[0, at] -= n
            counts[0, slot.below] += n
