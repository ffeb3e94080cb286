"""Makes the changes of a history one by one, and says as events what each of them did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import events as ev
from ingest.triplea import changes as c
from ingest.triplea.apply import Applier
from ingest.triplea.events.affected import Touched
from ingest.triplea.events.board import SaveUnits, Shift, tell
from ingest.triplea.events.causes import Why
from ingest.triplea.events.excess_damage import Bearing
from ingest.triplea.events.ledger import Ledger
from ingest.triplea.events.opening import misfit_found
from ingest.triplea.model import Save
from ingest.triplea.state import TripleaState
from ingest.triplea.title.reading import Reading


class EventWriter:
    """One game: TripleA's state as it goes on, and the events said so far.

    Attributes:
        at: how many changes have been made. events: what has been said.
    """

    def __init__(self, save: Save, reading: Reading, start: TripleaState) -> None:
        self.save, self.reading, self.state = save, reading, start
        self.applier = Applier(start)
        self.board = SaveUnits(reading.title, reading.names, start)
        self.ledger = Ledger(reading.title, reading.names, start)
        self.bearing = Bearing(start)
        self.events: list[ev.Event] = []
        self._seen = 0

    @property
    def at(self) -> int:
        """How many changes have been made."""
        return self.applier.at

    def say(self, event: ev.Event) -> None:
        """Add an event that no change stands behind: a round, dice, a battle."""
        self.events.append(event)

    def setup(self) -> None:
        """Say the state before the first change."""
        why = Why(place="setup", control="setup", resource="setup", tech="setup", money=self.reading.title.resource)
        state = self.state
        self.events += self.ledger.relationships(sorted(state.relationships))
        self.events += self.ledger.control(state.owners, why)
        pairs = [(player, resource) for player, held in state.resources.items() for resource in held]
        self.events += self.ledger.resources(pairs, why)
        units = [ident for (_, _), held in state.held_at.items() for ident in held]
        self.events += tell(self.board.shifts(units), why)
        self.events += self.ledger.facilities((name for kind, name in state.held_at if kind == "territory"), why)
        self.events += self.ledger.technology(state.resources, why)
        self.events += self.bearing.overdone(state.units)

    def make(self, why: Why, count: int = 1, also: Sequence[c.Change] = ()) -> None:
        """Make the next change, or the next few as if they were one, and say what became of it all.

        Args:
            also: changes made before without a word; what is left of them is said too.
        """
        applier, at = self.applier, self.applier.at
        changes = self.save.history.changes[at : at + count]
        touched = Touched(*also, *changes)
        places = self._places(touched) if touched.units else {}
        for change in changes:
            applier.apply(change)
            applier.at += 1
        self.events += self._said(touched, places, why)
        if len(self.applier.misfits) > self._seen:
            self._misfits()

    def make_unsaid(self, count: int) -> None:
        """Make the next few changes, and say nothing of them yet."""
        applier = self.applier
        for change in self.save.history.changes[applier.at : applier.at + count]:
            applier.apply(change)
            applier.at += 1

    def _places(self, touched: Touched) -> dict[str, None]:
        """Return the territories in which damaged or damageable units may be touched."""
        found: dict[str, None] = {}
        for ident in touched.units:
            unit = self.state.units.get(ident)
            if unit is not None and unit.holder is not None and unit.holder[0] == "territory":
                found[unit.holder[1]] = None
        return found

    def _said(self, touched: Touched, places: dict[str, None], why: Why) -> Iterator[ev.Event]:
        handed: dict[Shift, int] = {}
        if touched.units and (shifts := self.board.shifts(touched.units)):
            handed = {shift: n for shift, n in shifts.items() if _handed_over(shift)}
            yield from tell({shift: n for shift, n in shifts.items() if shift not in handed} if handed else shifts, why)
        if touched.territories:
            yield from self.ledger.control(touched.territories, why)
        if handed:
            yield from tell(handed, why)
        if touched.units:
            yield from self.ledger.facilities(places | self._places(touched), why)
            yield from self.bearing.overdone(touched.units)
        if touched.resources:
            yield from self.ledger.resources(touched.resources, why)
        if touched.players:
            yield from self.ledger.technology(touched.players, why)
        if touched.relations:
            yield from self.ledger.relationships(touched.relations)
        if touched.notes:
            yield from self.ledger.notes(touched.notes)
        for change in touched.strange:
            yield self._strange(change)

    def _strange(self, change: c.UnknownChange) -> ev.DefectFound:
        """Return a change of an unknown class is kept: its fields are in the message, the state does without it."""
        message = f"a change of an unknown class is left out of the state: {str(dict(change.fields))[:300]}"
        return ev.DefectFound("save/unknown-change", "error", change.class_name, "a class of TripleA 1.0 to 2.7", message)

    def _misfits(self) -> None:
        for misfit in self.applier.misfits[self._seen :]:
            self.say(misfit_found(misfit, "made"))
        self._seen = len(self.applier.misfits)


def _handed_over(shift: Shift) -> bool:
    """Return whether units change hands where they stand: that follows the change of the area's owner."""
    before, after = shift
    return before is not None and after is not None and len(before) == len(after) == 5 and before[0] == after[0] and (before[1] != after[1])
