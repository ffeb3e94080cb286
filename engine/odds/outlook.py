"""What is expected of a battle from each pair of states on, with a policy of both sides for their submarines."""

from __future__ import annotations

import numpy as np

from engine.odds.battle import Forces, prepare, swing_of
from engine.odds.diving import STAY, Battle, Dive
from engine.odds.fighters import Profile
from engine.odds.foretold import Foretold, foretell
from engine.odds.states import Army
from engine.title.model import Title


class Outlook:
    """A battle as it is expected to go on.

    Args:
        dive: whose submarines submerge as soon as they may; who cannot has none.

    Attributes:
        ready: the battle before its first round, in which all states are those in which nobody has gone under.
        foretold: what is foretold of it. value: (attacker's states, defender's states, 2), the expected swing, and the chance to take
            the area. What has gone under is out of the states, and counts there as what is lost.

    Raises:
        TooLarge: there are more states than are worth working out.
    """

    def __init__(self, title: Title, forces: Forces, dive: Dive, profile: Profile, low_luck: bool) -> None:
        self.title, self.forces, self.dive, self.profile, self.low_luck = title, forces, dive, profile, low_luck
        self._diving: np.ndarray | None = None
        if dive == STAY:
            self.ready = prepare(title, forces, profile=profile, low_luck=low_luck)
            self.foretold, self.value = foretell(self.ready, forces.at_sea)
            return
        battle = Battle(title, forces, dive, profile=profile, low_luck=low_luck)
        self.ready = battle.phases[False, False].ready
        self._diving = np.any(battle.diving(battle.phases[False, False], False), axis=0)
        swing = _swings(battle, (False, False))
        self.value = np.stack([swing, np.zeros_like(swing)], axis=2)
        found = battle.finish()
        takes = (0.0,) * len(found.swings)  # nobody takes a sea zone
        self.foretold = Foretold(found.win, found.take, found.lose, found.swing, found.swings, takes)

    def beginning(self, forces: Forces) -> Outlook:
        """Return what is expected of the same battle with other forces, of which nothing has fired yet in a round."""
        return Outlook(self.title, forces, self.dive, self.profile, self.low_luck)

    def staying(self, pair: tuple[int, int]) -> np.ndarray | None:
        """Return what is expected at a pair of states if those that are expected to submerge now stay for a round; None: nobody is."""
        if self._diving is None or not self._diving[pair]:
            return None
        mass = np.zeros(self.ready.chain.shape)
        mass[pair] = 1.0
        found: np.ndarray = np.einsum("ij,ijk->k", self.ready.chain.round(mass), self.value)
        return found


def _swings(battle: Battle, gone: tuple[bool, bool]) -> np.ndarray:
    """Return the expected swing from each pair of states on, where the submarines of some sides have gone under."""
    phase = battle.phase_of(gone)
    goes, ends = battle.diving(phase, False), swing_of(phase.chain)
    for more in ((True, False), (False, True), (True, True)):
        pairs = np.nonzero((goes[0] == more[0]) & (goes[1] == more[1]))
        if len(pairs[0]):
            under = gone[0] or more[0], gone[1] or more[1]
            later, chain = _swings(battle, under), battle.phase_of(under).chain
            mine, lost = _under(phase.chain.attack, chain.attack, more[0])
            theirs, won = _under(phase.chain.defend, chain.defend, more[1])
            ends[pairs] = later[mine[pairs[0]], theirs[pairs[1]]] - lost[pairs[0]] + won[pairs[1]]
    return phase.chain.value(ends, goes.any(axis=0))


def _under(before: Army, after: Army, goes: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return to which state of a later phase each state leads, and the value of the submarines that it had lost if they go under now."""
    if not goes:
        return after.find(before.counts), np.zeros(len(before.counts))
    values = np.array([slot.value for slot in before.side.slots], dtype=float)[before.divers]
    lost = (np.array(before.side.counts)[before.divers] - before.counts[:, before.divers]) @ values
    return after.find(before.counts[:, ~before.divers]), lost
