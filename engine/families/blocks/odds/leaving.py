"""What a retreat costs a side after a land combat with the usual answers (section 3.6.1)."""

from __future__ import annotations

from collections import Counter
from functools import cache

from engine.families.blocks.changes import eliminate, lose_steps, without_words
from engine.families.blocks.combat import aftermath, retreat
from engine.families.blocks.combat.battle import ATTACKER, Battle, fielded
from engine.families.blocks.odds.side import Force, Side
from engine.families.blocks.vocabulary import LOST, WAITS
from engine.odds.trial import Over, Stop, Trial
from engine.rules import Position, Rules
from engine.state import Stack

MOST = 400
"""Forces of a battle whose retreat is tried by the rules."""
NOWHERE = -1


class Unknown(Exception):
    """What a retreat costs depends on dice, or has to be tried too often."""


class Leaving:
    """The retreats of a side from the area of its battle: what they cost in value, by what is left of it.

    Args:
        costs: of retreats that were tried before in this battle, by the stacks that left; more are added.
    """

    def __init__(
        self,
        rules: Rules,
        position: Position,
        battle: Battle,
        side: Side,
        costs: dict[frozenset[tuple[Stack, int]], int | None],
    ) -> None:
        self.rules, self.position, self.battle, self.side, self.costs = rules, position, battle, side, costs
        self._stacks = fielded(position, battle.area, side.name)
        self._room = cache(self._room_beside)
        self.cost = cache(self._cost)

    def _cost(self, force: Force) -> int:
        """Return the value of the steps that the retreat of these blocks costs.

        Raises:
            Unknown: it is not known without dice, or without trying too much.
        """
        keys = [self.side.keys[block] for block in force[1]]
        rooms = [self._room(_kind(key)) for key in keys]
        going = [room for room in rooms if room != NOWHERE]
        # Whichever of them go first and whichever way each takes, there is room beside the battle for the others.
        if all(room >= len(going) for room in going):
            return sum(self.side.worth(block) for block, room in zip(force[1], rooms, strict=True) if room == NOWHERE)
        stacks = frozenset(Counter(keys).items())
        if stacks not in self.costs:
            self.costs[stacks] = self._try(force)
        found = self.costs[stacks]
        if found is None:
            raise Unknown
        return found

    def _room_beside(self, kind: Stack) -> int:
        """Return how many blocks the areas beside hold, for one of a kind; 0 if it has only costlier ways, NOWHERE without any."""
        # Were it as strong as any: so those with fewer steps have no other ways.
        found = retreat.ways(self.position, kind._replace(strength=len(self.position.title.areas))).values()
        if not found:
            return NOWHERE
        if any(way.hits or len(way.path) > 2 for way in found):
            return 0
        return sum(retreat.places_left(self.position, kind.power, way.destination) for way in found)

    def _try(self, force: Force) -> int | None:
        """Let the rules carry it out; return what it costs, None if it needs dice, or if too many were tried."""
        if len(self.costs) > MOST:
            return None
        trial = Trial(self.rules, self.position, self.battle.number, begun=True)
        self._reduce(trial, force)
        before = LOST.number(trial.state, self.side.name)
        try:
            aftermath.leave(trial, self.battle, self.side.name)
            while trial.pending:
                trial.submit(trial.pending.default)
        except Over as over:
            lost = over.end.attacker_lost if self.side.name == ATTACKER else over.end.defender_lost
            return lost - before
        except Stop:
            return None
        return None

    def _reduce(self, trial: Trial, force: Force) -> None:
        """Take blocks and steps from those that there are, until these are left: of each kind the strongest are those that were it."""
        wanted: dict[Stack, list[int]] = {}
        for block in sorted(force[1], key=lambda block: -self.side.keys[block].strength):
            key = self.side.keys[block]
            wanted.setdefault(_kind(key), []).append(key.strength)
        for key, count in sorted(self._stacks, key=lambda item: -item[0].strength):
            for _ in range(count):
                steps = wanted.get(_kind(key)) or [0]
                if after := steps.pop(0):
                    lose_steps(trial, key, key.strength - after)
                else:
                    eliminate(trial, key)


def _kind(key: Stack) -> Stack:
    return key._replace(strength=0, condition=without_words(key.condition, WAITS))
