"""Trying an order on a copy of the state, to see its consequences."""

from __future__ import annotations

from engine.events import Event
from engine.play import Play
from engine.rules import Position


class Trial(Play):
    """A play over a copy of a position: events change the copy, and nobody rolls dice."""

    def __init__(self, position: Position) -> None:
        self.title, self.state = position.title, position.state.copy()
        self.events = []
        self.position = position.fork(self.state)

    def emit(self, event: Event) -> None:
        """Fold an event into the copy."""
        self.state.apply(event)
        self.position.follow(event)
