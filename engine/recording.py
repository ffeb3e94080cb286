"""A recording: a game as its record tells it, in any format.

A reader of some format (in `ingest`) makes one; `engine.replay` turns it into events. At fidelity
`orders` the entries are orders, dice and observations in the order of play; at `changes`, `observed` and
`result` the entries are events already.
"""

from __future__ import annotations

from enum import Enum

import msgspec

from engine.events import Event
from engine.observations import AnyObservation, Observation
from engine.orders import Order
from engine.title.model import Title

LOG_VERSION = 1
"""Version of Sitrep's own log; the `sitrep` field of a header."""
PUBLIC = "hidden-"
"""What the ids of hidden players' games begin with in a public copy of a lake. No record may choose such an id for itself."""


class Fidelity(Enum):
    """How much detail a source holds.

    A record of a result tells who played and how the game ended. Nothing is known of its board, money and dice, so that it has no
    snapshots: see `engine.result` for what its events say.
    """

    ORDERS = "orders"
    CHANGES = "changes"
    OBSERVED = "observed"
    RESULT = "result"


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of a recording before its first entry.

    Attributes:
        sitrep: version of the log format. title, scenario, options, players: what is played, and who plays.
        game: an identity chosen by the recorder; a record with the same identity replaces this one in a lake.
        played: date of play, ISO (2026-05-01). overlays: folders put over the title, relative to the record.
        source: the origin of the record (table, sitrep simulate, ...). round_limit: the round limit of the game.
        about: free text.
    """

    title: str
    sitrep: int = LOG_VERSION
    scenario: str = ""
    options: dict[str, str] = {}
    players: dict[str, str] = {}
    game: str = ""
    played: str = ""
    overlays: list[str] = []
    source: str = ""
    round_limit: int = 0
    about: str = ""


class RecordEntry(msgspec.Struct, frozen=True):
    """Base of entries; `line` is its line in the record, 0 when it has none."""


class OrderEntry(RecordEntry, frozen=True):
    """A player's order."""

    order: Order
    line: int = 0


class DiceEntry(RecordEntry, frozen=True):
    """Dice rolls, in the order in which the rules ask for them."""

    dice: tuple[int, ...]
    line: int = 0


class ObservationEntry(RecordEntry, frozen=True):
    """A statement about the state at this point."""

    observation: Observation
    line: int = 0


class CorrectionEntry(RecordEntry, frozen=True):
    """A statement about the state that is made true at this point, whatever the rules made of it."""

    observation: Observation
    line: int = 0


class UndoEntry(RecordEntry, frozen=True):
    """Undoes the last `count` orders and everything after them."""

    count: int
    line: int = 0


class NoteEntry(RecordEntry, frozen=True):
    """Free text; it has no effect."""

    text: str
    line: int = 0


class EventEntry(RecordEntry, frozen=True):
    """An event that the record itself states."""

    event: Event
    line: int = 0


NO_END = -1
"""The gap of a record without a final state to compare with."""


class Part(msgspec.Struct, frozen=True):
    """One of the files that a record is made of, where it may be in several: a record that tells as much holds it.

    Attributes:
        digest: its content's SHA-256. begins: digest of the position that it begins with. needs: digests of all that it tells: what
        tells all of them holds this file. tells: digests of what it tells besides, from which an earlier file is known.
    """

    digest: str
    begins: str = ""
    needs: tuple[str, ...] = ()
    tells: tuple[str, ...] = ()


class Recording(msgspec.Struct, frozen=True):
    """A header and its entries.

    Attributes:
        name: the file or source, for messages. digest: its content's SHA-256.
        title: the title that the record itself holds, None when it only names one.
        gap: the number of values in which its entries miss the record's own final state; NO_END if it has none.
        instead_of: ids of games that were made of parts of this record, before the rest of it came: it takes their place in a lake.
        parts: the files that it is made of, where it may be in several. compared: digest to path of all
        files that might have been parts.
    """

    header: Header
    entries: tuple[RecordEntry, ...]
    fidelity: Fidelity = Fidelity.ORDERS
    name: str = ""
    digest: str = ""
    title: Title | None = None
    gap: int = NO_END
    instead_of: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    compared: dict[str, str] = {}


def resolve_undo(
    entries: tuple[RecordEntry, ...] | list[RecordEntry],
) -> tuple[tuple[RecordEntry, ...], list[UndoEntry]]:
    """Return the entries left after all undo entries, and the undo entries that found too few orders."""
    kept: list[RecordEntry] = []
    beyond: list[UndoEntry] = []
    orders: list[int] = []
    for entry in entries:
        if isinstance(entry, UndoEntry):
            back = min(entry.count, len(orders))
            if back < entry.count:
                beyond.append(entry)
            if back:
                del kept[orders[-back] :]
                del orders[-back:]
            continue
        if isinstance(entry, OrderEntry):
            orders.append(len(kept))
        kept.append(entry)
    return tuple(kept), beyond


class Recorder:
    """Writes down a game as it is played: pass its methods to a Play."""

    def __init__(self) -> None:
        self.entries: list[RecordEntry] = []

    def on_order(self, order: Order) -> None:
        """Keep an order."""
        self.entries.append(OrderEntry(order))

    def on_dice(self, dice: tuple[int, ...]) -> None:
        """Keep a roll."""
        self.entries.append(DiceEntry(dice))

    def see(self, observation: AnyObservation) -> None:
        """Keep an observation, for the replay to check."""
        self.entries.append(ObservationEntry(observation))
