"""The history of a save: Round > Step > Event > EventChild, and the changes in order.

In the save it is a flat list of writers in preorder (`SerializedHistory`), in which the changes
stand before the node that follows them. A node's `start` is the number of changes made before it;
an event's changes are `changes[start:stop]`. A step also holds what was changed before its first
event. Within an event all children come before its changes: their order among each other is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ingest.triplea.changes import Change, Composite
from ingest.triplea.decode_changes import ChangeDecoder
from ingest.triplea.rendering import RenderingDecoder, Shown
from ingest.triplea.values import Values


class EventChild(msgspec.Struct, frozen=True, gc=False):
    """A line below an event. `index` counts nodes in preorder, the root being 0."""

    index: int
    title: str
    shown: Shown


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, with `changes[start:stop]`."""

    index: int
    title: str
    shown: Shown
    start: int
    stop: int
    children: tuple[EventChild, ...]

    @property
    def lines(self) -> tuple[Event | EventChild, ...]:
        """The event itself and the lines below it."""
        return self, *self.children


class Step(msgspec.Struct, frozen=True, gc=False):
    """A phase of a player's turn; `player` is None where nobody moves, `title` what the panel shows."""

    index: int
    name: str
    title: str
    delegate: str
    player: str | None
    start: int
    stop: int
    events: tuple[Event, ...]


class Round(msgspec.Struct, frozen=True, gc=False):
    """A game round, counted from 1."""

    index: int
    number: int
    start: int
    stop: int
    steps: tuple[Step, ...]

    @property
    def title(self) -> str:
        """As the panel shows it."""
        return f"Round: {self.number}"


Node = Round | Step | Event | EventChild


class History(msgspec.Struct, frozen=True, gc=False):
    """The whole tree, and all changes in the order in which they were made."""

    rounds: tuple[Round, ...]
    changes: tuple[Change, ...]

    def walk(self) -> Iterator[Node]:
        """Yield every node in preorder, without the root."""
        for part in self.rounds:
            yield part
            for step in part.steps:
                yield step
                for event in step.events:
                    yield from event.lines

    def leaves(self) -> int:
        """Return how many changes there are, those inside composites counted singly."""
        return sum(change.leaves if type(change) is Composite else 1 for change in self.changes)


class _Builder:
    """Closes each node when the next of its level or a higher one begins."""

    def __init__(self) -> None:
        self.index = 0
        self.changes: list[Change] = []
        self.rounds: list[Round] = []
        self.round: tuple[int, int, int] | None = None
        self.step: tuple[int, str, str, str, str | None, int] | None = None
        self.event: tuple[int, str, Shown, int] | None = None
        self.steps: list[Step] = []
        self.events: list[Event] = []
        self.children: list[EventChild] = []

    def number(self) -> int:
        self.index += 1
        return self.index

    def close_event(self) -> None:
        if self.event is not None:
            self.events.append(Event(*self.event, len(self.changes), tuple(self.children)))
            self.event, self.children = None, []

    def close_step(self) -> None:
        self.close_event()
        if self.step is not None:
            self.steps.append(Step(*self.step, len(self.changes), tuple(self.events)))
            self.step, self.events = None, []

    def close_round(self) -> None:
        self.close_step()
        if self.round is not None:
            self.rounds.append(Round(*self.round, len(self.changes), tuple(self.steps)))
            self.round, self.steps = None, []

    def open_round(self, number: int) -> None:
        self.close_round()
        self.round = (self.number(), number, len(self.changes))

    def open_step(self, name: str, title: str, delegate: str, player: str | None) -> None:
        self.close_step()
        if self.round is None:
            self.open_round(1)
        self.step = (self.number(), name, title, delegate, player, len(self.changes))

    def open_event(self, title: str, shown: Shown) -> None:
        self.close_event()
        if self.step is None:
            self.open_step("", "", "", None)
        self.event = (self.number(), title, shown, len(self.changes))

    def add_child(self, title: str, shown: Shown) -> None:
        if self.event is None:  # the engine makes such an event too
            self.open_event(f"Filler event for child: {title}", None)
        self.children.append(EventChild(self.number(), title, shown))

    def add_change(self, change: Change) -> None:
        if self.event is None and self.step is None:
            self.open_event("Filler event for change", None)
        self.changes.append(change)


def decode_history(raw: Any, values: Values) -> History:
    """Decode a SerializedHistory of the stream.

    Raises:
        TripleaSaveError: a node lacks its fields. A node of an unknown kind becomes a line with an `Unknown`.
    """
    changes, rendering, builder = ChangeDecoder(values), RenderingDecoder(values), _Builder()
    get, text = values.get, values.text
    for writer in values.raw_items(get(raw, "Writers", "writers")):
        short = writer[0].short if type(writer) is list and writer else None
        if short == "ChangeSerializationWriter":
            builder.add_change(changes.change(get(writer, "aChange", "change")))
        elif short == "EventChildWriter":
            builder.add_child(text(writer, "text"), rendering.shown(get(writer, "renderingData")))
        elif short == "EventHistorySerializer":
            builder.open_event(text(writer, "eventName"), rendering.shown(get(writer, "renderingData")))
        elif short == "StepHistorySerializer":
            player = values.player(get(writer, "playerID", "gamePlayer"))
            title = get(writer, "displayName")
            name = text(writer, "stepName")
            builder.open_step(name, title if type(title) is str else name, text(writer, "delegateName"), player)
        elif short == "RoundHistorySerializer":
            builder.open_round(values.number(writer, "roundNo"))
        else:
            kept = values.unknown(writer) if short else None
            builder.add_child(f"Unknown entry of the history: {short}", kept)
    builder.close_round()
    return History(tuple(builder.rounds), tuple(builder.changes))
