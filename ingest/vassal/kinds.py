"""Which unit a piece is, whose, and how strong: by its module's tables, else by what most modules call their properties."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from ingest.triplea.title.names import slug
from ingest.vassal.adapter import NO_UNIT, Adapter, PieceRow
from ingest.vassal.pieces import Layer, layer_value
from ingest.vassal.sequence import number, split
from ingest.vassal.table import Piece

NOBODY = "nobody"
"""The power of pieces that are nobody's, as far as they tell."""


class Kind(NamedTuple):
    """A piece as a unit: its type and printed name, its power with name and side, its strength and the most that can be."""

    unit: str
    name: str
    power: str
    power_name: str
    side: str
    strength: int
    full: int


class Kinds:
    """What pieces are by a module's tables."""

    def __init__(self, adapter: Adapter) -> None:
        self.adapter = adapter
        self._owner = [key.lower() for key in adapter.setting("pieces", "owner")]
        self._side = [key.lower() for key in adapter.setting("pieces", "side")]
        self._not_units = {key.lower() for key in adapter.setting("pieces", "not_units")}
        self._strangers = bool(adapter.setting("pieces", "strangers"))
        self._means = {value: row for row in adapter.powers.values() for value in row.values.split("|") if value}
        self._seats = {seat: row for row in adapter.powers.values() for seat in row.seats.split("|") if seat}
        self._by_gpid: dict[str, list[PieceRow]] = {}
        for row in adapter.pieces:
            self._by_gpid.setdefault(row.gpid, []).append(row)

    def of(self, piece: Piece) -> Kind | None:
        """Return what a piece is; None when it is no unit."""
        said = properties(piece)
        row = self._row(piece, said)
        if row is None:
            if not self._strangers or any(said.get(key) for key in self._not_units):
                return None
            row = PieceRow()
        elif row.role == NO_UNIT:
            return None
        name = piece.type.name or _stem(piece.type.image) or _pictured(piece) or "piece"
        unit = row.unit or slug(name) or "piece"
        shown = self.adapter.units[unit].name if unit in self.adapter.units else name
        power, power_name, side = self._whose(row, said)
        return Kind(unit, shown, power, power_name, side, _strength(piece, row, said), row.strength)

    def _row(self, piece: Piece, said: dict[str, str]) -> PieceRow | None:
        found = [*self._by_gpid.get(piece.gpid, ()), *(self._by_gpid.get("", ()) if piece.gpid else ())]
        return next((row for row in found if _fits(row, piece, said)), None)

    def _whose(self, row: PieceRow, said: dict[str, str]) -> tuple[str, str, str]:
        if row.power:
            known = self.adapter.powers.get(row.power)
            return row.power, known.name if known else row.power, known.side if known else ""
        value = next((said[key] for key in self._owner if said.get(key)), "")
        known = self._means.get(value)
        if known:
            return known.power, known.name, known.side
        side = next((said[key] for key in self._side if said.get(key)), "")
        return slug(value) or NOBODY, value, side

    def seat(self, side: str) -> tuple[str, str]:
        """Return the power, with its name, that a player of a side of the module plays; NOBODY for who only looks on."""
        known = self._seats.get(side)
        if known:
            return known.power, known.name
        watches = not side or side.startswith("<")
        return (NOBODY, "") if watches else (slug(side) or NOBODY, side)


def properties(piece: Piece) -> dict[str, str]:
    """Return the values of a piece's markers and properties, names in lower case; of two with one name the outer one counts."""
    return {key.lower(): value for key, value in reversed(list(_said(piece)))}


def _said(piece: Piece) -> Iterator[tuple[str, str]]:
    states = piece.states
    found = [(level, keys, True) for level, keys in piece.type.marks]
    found += [(level, (key,), False) for level, key in piece.type.values]
    for level, keys, listed in sorted(found):
        state = states[level] if level < len(states) else ""
        yield from zip(keys, split(state, ",") if listed else [state], strict=False)


def _fits(row: PieceRow, piece: Piece, said: dict[str, str]) -> bool:
    if (row.image and row.image != piece.type.image and row.image not in _images(piece)) or (row.name and row.name != piece.type.name):
        return False
    if not row.property:
        return True
    value = said.get(row.property.lower(), "")
    return value == row.value if row.value else bool(value)


def _images(piece: Piece) -> list[str]:
    return [image for layer in piece.type.layers for image in layer.images]


def _strength(piece: Piece, row: PieceRow, said: dict[str, str]) -> int:
    """Steps left: the layer's first image shows all, each further one a step fewer."""
    layer = next((one for one in piece.type.layers if row.layer in (one.name, one.follows)), None) if row.layer else None
    if layer is None:
        return row.strength
    return max(1, min(row.strength, row.strength - max(_shown(piece, layer, said), 1) + 1))


def _shown(piece: Piece, layer: Layer, said: dict[str, str]) -> int:
    if layer.follows.lower() in said:
        return number(said[layer.follows.lower()]) - layer.first + 1
    return layer_value(piece.states[layer.level]) if layer.level < len(piece.states) else -1


def _stem(image: str) -> str:
    return PurePosixPath(image).stem if image else ""


def _pictured(piece: Piece) -> str:
    """The name of the first picture of a piece that has no name."""
    return next((_stem(image) for image in _images(piece) if image), "")
