"""Replay of a save: undo everything to the state before the first change, then play it forward.

The save holds the state when saved, and each change with its new and its old value. No state on
the way back is ever shown: in 1.9 the old value of bombing damage is not the damage before (a
repair from 12 to 0 says that it was 0), so only the two ends of the way back are right.
"""

from __future__ import annotations

from ingest.triplea.apply import Applier, Misfit
from ingest.triplea.inverse import inverse
from ingest.triplea.model import Save
from ingest.triplea.state import TripleaState


def start_state(save: Save) -> tuple[TripleaState, list[Misfit]]:
    """Return the state before the first change, and what did not fit on the way back."""
    state = TripleaState(save)
    applier = Applier(state)
    changes = save.history.changes
    for applier.at in range(len(changes) - 1, -1, -1):
        applier.apply(inverse(changes[applier.at]))
    return state, applier.misfits


class Replay:
    """One save, played forward.

    Attributes:
        state: the state now; it is changed in place.
        at: how many changes have been made.
        misfits: changes that did not fit, so far.
        misfits_back: those that did not fit on the way back to the start.
    """

    def __init__(self, save: Save) -> None:
        self.save = save
        self.state, self.misfits_back = start_state(save)
        self._applier = Applier(self.state)

    @property
    def at(self) -> int:
        """How many changes have been made."""
        return self._applier.at

    @property
    def misfits(self) -> list[Misfit]:
        """Changes that did not fit, so far."""
        return self._applier.misfits

    def advance(self, to: int) -> TripleaState:
        """Make changes until `to` of them have been made; the state can't go back."""
        if to < self.at:
            raise ValueError(f"A replay only goes forward: it is at change {self.at}, asked for {to}. Start a new Replay.")
        applier, changes = self._applier, self.save.history.changes
        while applier.at < to:
            applier.apply(changes[applier.at])
            applier.at += 1
        return self.state

    def finish(self) -> TripleaState:
        """Make all changes that are left; the state is then the one that was saved."""
        return self.advance(len(self.save.history.changes))
