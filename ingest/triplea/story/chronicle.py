"""The whole history of a save as events, in order: rounds, phases, and what happened in them."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from ingest.triplea.history import Event, EventChild, Round, Step
from ingest.triplea.model import Save
from ingest.triplea.rendering import Move
from ingest.triplea.replay import start_state
from ingest.triplea.story.lines import Line, read_line
from ingest.triplea.story.matching import told_by
from ingest.triplea.story.teller import Teller
from ingest.triplea.story.turns import Turns
from ingest.triplea.story.why import Why
from ingest.triplea.title.names import slug
from ingest.triplea.title.reading import SCENARIO, Reading, option_value, phase_of, read_title
from ingest.triplea.title.tables import step_kind


def events_of(save: Save, reading: Reading | None = None) -> list[ev.Event]:
    """Everything that a save tells, as events."""
    return Chronicle(save, reading).tell()


class Chronicle:
    """Tells one save."""

    def __init__(self, save: Save, reading: Reading | None = None) -> None:
        start, misfits = start_state(save)
        self.save = save
        self.reading = reading or read_title(save, start)
        self.teller = Teller(save, self.reading, start)
        self.misfits_back = misfits
        self.turns = Turns(save)
        self.base = Why(money=self.reading.title.resource)

    def tell(self) -> list[ev.Event]:
        """All events, from the start to where the game was saved."""
        self._begin()
        for part in self.save.history.rounds:
            self._round(part)
        self._make_until(len(self.save.history.changes), self.base)
        return self.teller.events

    def _begin(self) -> None:
        save, title = self.save, self.reading.title
        chosen = {slug(o.name): option_value(o.value) for o in save.options.values() if slug(o.name) in title.options}
        players = {self.reading.names.power(p.name): p.control for p in save.players.values()}
        say = self.teller.say
        say(ev.GameStarted(title.slug, SCENARIO, chosen, players))
        for defect in self.reading.defects:
            say(defect)
        for name, count in save.unknown.items():
            say(
                ev.DefectFound(
                    "save/unknown-class",
                    "info",
                    name,
                    "a class of TripleA 1.9 or 2.x",
                    f"{count} objects are kept as they are",
                )
            )
        for misfit in self.misfits_back:
            say(
                ev.DefectFound(
                    "save/misfit",
                    "error",
                    str(misfit.found)[:200],
                    str(misfit.expected)[:200],
                    misfit.what,
                    f"change {misfit.change}, undone",
                )
            )
        self.teller.setup()

    def _round(self, part: Round) -> None:
        self.turns.new_round()
        self.teller.say(ev.RoundStarted(part.number))
        for step in part.steps:
            self._step(step)
        self._make_until(part.stop, self.base)

    def _step(self, step: Step) -> None:
        self._make_until(step.start, self.base)
        if self.turns.enter(step):
            self.teller.board.new_turn()
        power = self.reading.names.power(step.player)
        self.teller.say(ev.PhaseStarted(power, phase_of(step.name, step.title), self.turns.number))
        kind = step_kind(step.name)
        base = Why(move=kind.move if kind else "other", money=self.base.money)
        for event in step.events:
            self._make_until(event.start, base)
            self._event(step, event, base)
        self._make_until(step.stop, base)

    def _event(self, step: Step, event: Event, base: Why) -> None:
        line = read_line("event", event.title)
        why = line.why(base)
        if isinstance(event.shown, Move):
            why = _along(why, tuple(self.reading.names.areas.get(name, "") for name in event.shown.route))
        for child in event.children:
            self._child(event, child, why)
        self._make_until(event.stop, why)

    def _child(self, event: Event, child: EventChild, why: Why) -> None:
        """Say what a line below an event says, once the changes up to the one it tells of have been made."""
        line = read_line("child", child.title)
        found = told_by(line, child, self.save.history.changes[self.teller.at : event.stop])
        if found is not None:
            self._make_until(self.teller.at + found, why)
            self.teller.make(line.why(why))

    def _make_until(self, stop: int, why: Why) -> None:
        while self.teller.at < stop:
            self.teller.make(why)


def _along(why: Why, route: Iterable[str]) -> Why:
    from msgspec.structs import replace

    return replace(why, route=tuple(route))


__all__ = ["Chronicle", "Line", "events_of"]
