"""The chances of what both sides of a land battle are reduced to, from round to round.

In a round the units of each rank fire, both sides together, then all others; a side takes its hits in the usual way, whatever it hits.
Rounds after the first are alike, and what is lost does not come back: so pairs of forces are worked through from the largest on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from engine.families.axis_allies.combat.battle import ATTACKER, DEFENDER, fighting, kept_forces, standing, value_of
from engine.families.axis_allies.combat.bonuses import EARLY, LAST
from engine.families.axis_allies.odds.known import Known
from engine.families.axis_allies.odds.side import Force, Side, Volley
from engine.families.axis_allies.vocabulary import COMBAT_ROUND, LOSSES
from engine.mechanics.profile import profile_of
from engine.odds.outcome import Outcome, outcome_of
from engine.odds.trial import Over, Trial
from engine.rules import Position, Rules

FIRST, LATER = 1, 2
"""Rounds that differ: the first one, and all others."""
LARGE, MOST = 300, 1000
"""Pairs of numbers of units at the start, and pairs of forces in all, above which a battle is too large."""
NEVER = 1e-13
"""Chance below which a pair is left out."""
ENDLESS = 1e-9
"""Chance of a round in which something happens, below which a battle has no end."""


class Unknown(Exception):
    """The chain does not know the battle, or it is too large."""


class Pair(NamedTuple):
    """What is left of the attacker and of the defender."""

    mine: Force
    theirs: Force


Spread = dict[Pair, float]
"""Pairs, each with its chance."""


class Chain:
    """The pairs of one battle.

    Args:
        position: at the beginning of a round; it does not change. battle: of which it is known that it is plain (`known.is_plain`).
    """

    def __init__(self, rules: Rules, position: Position, battle: Known) -> None:
        self.rules, self.position, self.battle = rules, position, battle
        self.mine, self.theirs = (Side(rules, position, battle.fight, side) for side in (ATTACKER, DEFENDER))
        self._lost = _lost(position, battle.fight.area)
        self._rounds: dict[tuple[Pair, int], Spread] = {}
        self._ends: dict[Pair, Outcome] = {}
        self._over: dict[Pair, bool] = {}

    def pair(self, position: Position) -> Pair | None:
        """Return what is left at a later position of the battle; None if that is not what is left here without losses."""
        area = self.battle.fight.area
        mine, theirs = (side.force(standing(position, area, side.name)) for side in (self.mine, self.theirs))
        if mine is None or theirs is None:
            return None
        pair = Pair(mine, theirs)
        return pair if _lost(position, area) == self._lost_at(pair) else None

    def _lost_at(self, pair: Pair) -> tuple[int, int]:
        one, other = (side.worth(side.first) - side.worth(left) for side, left in zip((self.mine, self.theirs), pair, strict=True))
        return self._lost[0] + one, self._lost[1] + other

    def ends(self, start: Spread, round_: int) -> dict[Outcome, float]:
        """Return the chances of the ends of pairs at the beginning of a round.

        Raises:
            Unknown: there are too many pairs, or it does not end.
        """
        if any((sum(pair.mine) + 1) * (sum(pair.theirs) + 1) > LARGE for pair in start):
            raise Unknown
        found, todo = defaultdict[Outcome, float](float), defaultdict[int, Spread](dict)
        if round_ <= FIRST:
            start = _together((self.round(pair, FIRST), chance) for pair, chance in start.items())
        self._sort(start, found, todo)
        seen = 0
        while todo:
            for pair, chance in todo.pop(max(todo)).items():
                seen += 1
                after = self.round(pair, LATER)
                goes_on = 1.0 - after.get(pair, 0.0)
                if seen > MOST or goes_on < ENDLESS:
                    raise Unknown
                self._sort({left: chance * share / goes_on for left, share in after.items() if left != pair}, found, todo)
        return found

    def _sort(self, pairs: Spread, found: dict[Outcome, float], todo: dict[int, Spread]) -> None:
        """Add pairs to the ends, or by their size to those that fight on."""
        for pair, chance in pairs.items():
            if chance < NEVER:
                continue
            if self.is_over(pair):
                found[self.end(pair)] += chance
            else:
                same = todo[sum(pair.mine) + sum(pair.theirs)]
                same[pair] = same.get(pair, 0.0) + chance

    def is_over(self, pair: Pair) -> bool:
        """Return whether a battle is over at the end of a round: a side cannot fight, or nobody can hit."""
        if pair not in self._over:
            self._over[pair] = self._is_over(pair)
        return self._over[pair]

    def _is_over(self, pair: Pair) -> bool:
        if not (self.mine.can_fight(pair.mine) and self.theirs.can_fight(pair.theirs)):
            return True
        return not (self.mine.can_hit(pair.mine, self.theirs, pair.theirs) or self.theirs.can_hit(pair.theirs, self.mine, pair.mine))

    def end(self, pair: Pair) -> Outcome:
        """Return how the rules end the battle when this is left at the end of a round.

        Raises:
            Unknown: they do not.
        """
        if pair not in self._ends:
            trial = Trial(self.rules, self.position, self.battle.fight.number, begun=True)
            COMBAT_ROUND.set(trial, max(FIRST, self.battle.fight.round))
            self.mine.reduce(trial, pair.mine)
            self.theirs.reduce(trial, pair.theirs)
            try:
                self.battle.sequence.go_on(trial, "", "removal")
            except Over as over:
                self._ends[pair] = outcome_of(self.rules.title, over.end)
            else:
                raise Unknown
        return self._ends[pair]

    def round(self, pair: Pair, round_: int) -> Spread:
        """Return what a round leaves of a pair."""
        if (pair, round_) not in self._rounds:
            ranks = {group.rank for side, force in zip((self.mine, self.theirs), pair, strict=True) for group in side.groups(force, round_)}
            if EARLY in ranks:
                raise Unknown
            left: Spread = {pair: 1.0}
            # Who falls in a rank still fires in it, but not later.
            for rank in sorted({*ranks, LAST}):
                left = _together((self._fire(one, round_, rank), chance) for one, chance in left.items())
            self._rounds[pair, round_] = left
        return self._rounds[pair, round_]

    def _fire(self, pair: Pair, round_: int, rank: int) -> Spread:
        if not (any(pair.mine) and any(pair.theirs)):
            return {pair: 1.0}
        own = self.mine.volley(pair.mine, round_, rank, self.theirs, pair.theirs)
        answer = self.theirs.volley(pair.theirs, round_, rank, self.mine, pair.mine)
        return self.struck(pair, answer, own)

    def struck(self, pair: Pair, on_mine: Volley, on_theirs: Volley) -> Spread:
        """Return what the hits of both sides leave of a pair."""
        mine, theirs = self.mine.left(pair.mine, on_mine), self.theirs.left(pair.theirs, on_theirs)
        return {Pair(one, other): p * q for one, p in mine.items() for other, q in theirs.items()}


def _together(parts: Iterable[tuple[Spread, float]]) -> Spread:
    found: Spread = {}
    for spread, share in parts:
        for pair, chance in spread.items():
            found[pair] = found.get(pair, 0.0) + share * chance
    return found


def _lost(position: Position, area: str) -> tuple[int, int]:
    """Return the value that both sides have lost so far, with who is hit and not yet removed."""
    one, other = (value_of(position, kept_forces(position, LOSSES, side)) + _hit(position, area, side) for side in (ATTACKER, DEFENDER))
    return one, other


def _hit(position: Position, area: str, side: str) -> int:
    still = dict(standing(position, area, side))
    return sum(profile_of(position, key).cost * count for key, count in fighting(position, area, side) if key not in still)
