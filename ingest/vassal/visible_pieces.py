"""What everybody at the table sees of a piece: nothing of one that is hidden, a mask of one that is masked or lies face down.

A log holds every piece's true name, also of those that its players had not shown yet. Such a name leaves this module only once
the piece is shown.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ingest.triplea.title.names import slug
from ingest.vassal import masks
from ingest.vassal.kinds import NOBODY, Kind, Kinds
from ingest.vassal.pieces import DECK, hidden_by
from ingest.vassal.places import Places, Spotted
from ingest.vassal.table import Piece, Table

MASKED = "masked"
"""The unit that is seen of a masked piece whose mask has no name."""


class Seen(NamedTuple):
    """A piece as it is seen: area, power, unit, strength; the key under which it is counted."""

    area: str
    power: str
    unit: str
    strength: int


class Names:
    """The names of all that was seen: what a title is made of. A unit's is its printed name and most steps."""

    def __init__(self) -> None:
        self.areas: dict[str, Spotted] = {}
        self.powers: dict[str, tuple[str, str]] = {}
        self.units: dict[str, tuple[str, int]] = {}

    def power(self, power: str, name: str, side: str = "") -> str:
        """Keep a power's name and side, and return the power."""
        known = self.powers.get(power, ("", ""))
        self.powers[power] = (known[0] or name, known[1] or side)
        return power


class View:
    """What is seen of the pieces of a table.

    Attributes:
        judged: traits that no table lists and that hid a piece since they may be masks, with the number of times.
    """

    def __init__(self, kinds: Kinds, places: Places, names: Names) -> None:
        self.kinds, self.places, self.names = kinds, places, names
        self.judged: Counter[str] = Counter()

    def of(self, piece: Piece, table: Table) -> Seen | None:
        """Return a piece as everybody sees it; None when nobody does, or it is no unit."""
        return self.look(piece, table)[0]

    def look(self, piece: Piece, table: Table) -> tuple[Seen | None, bool]:
        """Return a piece as everybody sees it, and whether it has a name that others than its owner do not see."""
        if piece.type.kind != "piece":
            return None, False
        cover = masks.cover(piece, self.kinds.adapter, table.seats)
        if piece.hidden() or (cover is not None and cover.piece):
            return None, True
        place = self.places.of(piece, table)
        secret = cover is not None or self._masked(piece) or (place is not None and place.hidden)
        kind = self.kinds.of(piece) if place is not None else None
        if place is None or kind is None or (kind.power == NOBODY and _in_deck(piece)):
            return None, secret
        if cover is not None and cover.judged:
            self.judged[cover.judged] += 1
        return self._keep(place, self._mask(piece, cover, table) if secret else kind), secret

    @staticmethod
    def _masked(piece: Piece) -> bool:
        return piece.masked() is not None or (piece.parent is not None and piece.parent.face_down)

    def _mask(self, piece: Piece, cover: masks.Cover | None, table: Table) -> Kind:
        """The kind of a piece of which only the mask is seen: it is his who masked it."""
        mask = piece.masked() or ""
        who = next((hidden_by(piece.states[level]) for level, _ in piece.type.masks if level < len(piece.states)), "")
        who = who or (cover.who if cover is not None else "")
        side = table.seats.get(who, ("", who if any(who == side for _, side in table.seats.values()) else ""))[1]
        power, name = self.kinds.seat(side)
        unit = slug(mask) or MASKED
        return Kind(f"{MASKED}-{unit}" if unit != MASKED else MASKED, mask or "masked", power, name, "", 1, 1)

    def _keep(self, place: Spotted, kind: Kind) -> Seen:
        names = self.names
        names.areas.setdefault(place.area, place)
        names.power(kind.power, kind.power_name, kind.side)
        full = max(kind.full, names.units.get(kind.unit, ("", 1))[1])
        names.units[kind.unit] = (kind.name, full)
        return Seen(place.area, kind.power, kind.unit, kind.strength)


def _in_deck(piece: Piece) -> bool:
    """Whether a piece lies in a deck: one that is nobody's there is a card, and no unit before it is played."""
    return piece.parent is not None and piece.parent.type.kind == DECK
