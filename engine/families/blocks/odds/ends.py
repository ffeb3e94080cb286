"""The chances of the ends of a land combat of blocks, from a pause of its rules (sections 3.5 to 3.6.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator

import numpy as np

from engine.families.blocks.combat import fire
from engine.families.blocks.combat.battle import ATTACKER, DEFENDER, SIDES, Battle
from engine.families.blocks.combat.firepower import is_close
from engine.families.blocks.odds import chain
from engine.families.blocks.odds.known import known, stages_from
from engine.families.blocks.odds.leaving import Leaving, Unknown
from engine.families.blocks.odds.side import Force, Side
from engine.families.blocks.vocabulary import ABSORB, LOST
from engine.odds.outcome import Chances, Outcome
from engine.rules import Position, Rules
from engine.state import Stack


class Ends:
    """The odds of one battle, at any pause of its rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._costs: dict[str, dict[frozenset[tuple[Stack, int]], int | None]] = {side: {} for side in SIDES}

    def __call__(self, position: Position, place: Hashable) -> Chances | None:
        """Return the chances of the ends with the usual answers; None where the chain does not know all that can happen."""
        battle = known(self.rules, position, place)
        if battle is None:
            return None
        try:
            return Combat(self.rules, position, battle, self._costs).ends()
        except (Unknown, chain.TooLarge):
            return None


class Combat:
    """An open land combat before a step of fire; for `costs` see Leaving, by side."""

    def __init__(
        self,
        rules: Rules,
        position: Position,
        battle: Battle,
        costs: dict[str, dict[frozenset[tuple[Stack, int]], int | None]],
    ) -> None:
        self.position, self.battle = position, battle
        self.mine = Side(position, battle.area, ATTACKER)
        self.theirs = Side(position, battle.area, DEFENDER, ABSORB.number(position.state))
        self.leaving = {side.name: Leaving(rules, position, battle, side, costs[side.name]) for side in (self.mine, self.theirs)}
        self._before = {side.name: LOST.number(position.state, side.name) + side.value(side.first) for side in (self.mine, self.theirs)}

    def ends(self) -> Chances:
        """Return the chances of its ends.

        Raises:
            Unknown: what a retreat costs is not known. TooLarge: it has too many outcomes.
        """
        pairs = chain.start(self.mine.first, self.theirs.first)
        found = defaultdict[Outcome, float](float)
        for name, cls in stages_from(self.position, self.battle.step):
            if name == "gunfire":
                pairs = self._gunfire(pairs)
            elif cls:
                pairs = chain.step(pairs, self.mine, self.theirs, chain.Stage(name, cls))
            pairs, gone = chain.over(pairs)
            for mine, theirs, chance in gone:
                found[self._won(mine, theirs)] += chance
        for end, chance in self._left(pairs):
            found[end] += chance
        return dict(found)

    def _gunfire(self, pairs: chain.Pairs) -> chain.Pairs:
        salvos = [(one.faces, one.dice) for one in fire.gunfire(self.position, self.battle.area)]
        sides = self.position.title.dice_sides
        return chain.gunfire(pairs, self.theirs, salvos, sides) if salvos else pairs

    def _swing(self, mine: Force, theirs: Force) -> int:
        before = self._before[DEFENDER] - self._before[ATTACKER]
        return before - self.theirs.value(theirs) + self.mine.value(mine)

    def _won(self, mine: Force, theirs: Force) -> Outcome:
        """Return the end when a side has no blocks left."""
        winner = ATTACKER if mine[1] else DEFENDER if theirs[1] else "none"
        return Outcome(float(self._swing(mine, theirs)), winner, self.mine.has_land(mine))

    def _left(self, pairs: chain.Pairs) -> Iterator[tuple[Outcome, float]]:
        """Yield the end of each pair in which both sides have blocks left, one of which must retreat, with its chance."""
        mine, theirs, before = self.mine, self.theirs, self._before[DEFENDER] - self._before[ATTACKER]
        close = is_close(self.position, self.battle.area)
        # There are far more pairs than forces: what follows from one side alone is asked once.
        own = [(before + mine.value(force), mine.rank(force), mine.has_land(force)) for force in pairs.mine]
        foes = [(theirs.value(force), theirs.rank(force)) for force in pairs.theirs]
        costs: dict[tuple[str, int], int] = {}
        for i, j in zip(*(found.tolist() for found in np.nonzero(pairs.chances)), strict=True):
            (risked, claim, land), (kept, other) = own[i], foes[j]
            loser, number = (ATTACKER, i) if close or other >= claim else (DEFENDER, j)
            cost = costs.get((loser, number))
            if cost is None:
                force = pairs.mine[i] if loser == ATTACKER else pairs.theirs[j]
                cost = costs[loser, number] = self.leaving[loser].cost(force)
            if loser == ATTACKER:
                end = Outcome(float(risked - kept - cost), DEFENDER, taken=False, away=True)
            else:
                end = Outcome(float(risked - kept + cost), ATTACKER, land)
            yield end, float(pairs.chances[i, j])
