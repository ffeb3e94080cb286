"""Where a piece stands, as an area: by the module's own places, by the names that reports of moves give, else by squares."""

from __future__ import annotations

import re
from typing import NamedTuple

from ingest.triplea.title.names import place as place_slug
from ingest.vassal.adapter import Adapter, AreaRow
from ingest.vassal.geometry import Geometry, MapRow, Place
from ingest.vassal.table import Piece, Spot, Table

LAND, BOX, HAND, IGNORED, BOARD = "land", "box", "hand", "ignore", "board"


class Spotted(NamedTuple):
    """An area: slug, printed name, kind, and a point for it where one is known. `hidden`: only its owner sees what lies there."""

    area: str
    name: str
    kind: str
    x: int | None
    y: int | None
    hidden: bool = False


class Places:
    """The areas of a game, as they are met. `names` are those that reports give to points; they name squares."""

    def __init__(self, adapter: Adapter, geometry: Geometry, names: dict[Spot, str]) -> None:
        self.adapter, self.geometry = adapter, geometry
        self.square = int(adapter.setting("places", "square"))
        self._hands = re.compile(adapter.setting("hidden", "hands"))
        self._rows = {(row.map, row.zone, row.place): row for row in adapter.areas}
        self._named = {(spot[0], *self._square_of(spot)): name for spot, name in names.items()}
        self._spotted: dict[object, Spotted | None] = {}
        self._keys: dict[str, object] = {}

    def of(self, piece: Piece, table: Table) -> Spotted | None:
        """Return the area where a piece stands; None off all maps, and on maps that are no part of the board."""
        spot = piece.spot
        if spot is None:
            return None
        row = self.geometry.maps.get(spot[0]) or MapRow(spot[0], kind=HAND if self._hands.search(spot[0]) else BOARD)
        if row.kind == IGNORED:
            return None
        deck = piece.parent if piece.parent is not None and piece.parent.type.name else None
        if deck is not None:
            return self._area(("deck", spot[0], deck.type.name), deck.type.name, BOX, None)
        if row.kind == HAND:
            return self._area((HAND, spot[0]), spot[0], BOX, None)._replace(hidden=True)
        return self._placed(row, spot, table)

    def _placed(self, row: MapRow, spot: Spot, table: Table) -> Spotted | None:
        place = self.geometry.place(*spot, table.boards) if self.geometry.known else None
        kind = LAND if row.kind == BOARD else BOX
        if place is not None:
            known = self._row(place)
            if known is not None:
                return self._known(known, place)
            shown = place.name if row.kind == BOARD else f"{row.map}: {place.name}"
            return self._area((row.map, place.zone, place.name), shown, kind, self.geometry.middle(place))
        if self.geometry.known and row.kind == BOX:
            return self._area((row.map,), row.map, BOX, None)
        square = self._square_of(spot)
        middle = square[0] * self.square + self.square // 2, square[1] * self.square + self.square // 2
        name = self._named.get((spot[0], *square)) or f"{spot[0]} {square[0]:02}-{square[1]:02}"
        key = (spot[0], "", name) if (spot[0], *square) in self._named else (spot[0], *square)
        return self._area(key, name, kind, middle)

    def _row(self, place: Place) -> AreaRow | None:
        return self._rows.get((place.map, place.zone, place.name)) or self._rows.get((place.map, "", place.name))

    def _known(self, row: AreaRow, place: Place) -> Spotted | None:
        if row.kind == IGNORED:
            return None
        x, y = self.geometry.middle(place) or (None, None)
        return Spotted(row.area, row.name, row.kind, x, y)

    def _square_of(self, spot: Spot) -> tuple[int, int]:
        return spot[1] // self.square, spot[2] // self.square

    def _area(self, key: object, name: str, kind: str, middle: tuple[int, int] | None) -> Spotted:
        found = self._spotted.get(key)
        if found is None:
            x, y = middle or (None, None)
            found = self._spotted[key] = Spotted(self._free(place_slug(name) or "place", key), name, kind, x, y)
        return found

    def _free(self, wished: str, key: object) -> str:
        """A slug that no other place has; those of the module's tables are taken."""
        taken = {row.area for row in self.adapter.areas} if not self._keys else set()
        self._keys.update(dict.fromkeys(taken, None))
        slug, count = wished, 1
        while self._keys.setdefault(slug, key) != key:
            count += 1
            slug = f"{wished}-{count}"
        return slug
