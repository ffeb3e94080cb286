"""What a node of the history shows beside its title: dice, units, a move, a placement.

The units are live objects in the save: their owner and hits there are those of the saved state,
not of the moment. Only their ids are kept here; the replay knows the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Any

import msgspec

from ingest.triplea.plain import Unknown
from ingest.triplea.values import Raw, Values

_DOUBLE = Struct(">d")
KINDS = ("miss", "hit", "ignored")


class Die(msgspec.Struct, frozen=True, gc=False):
    """One die: `pips` as printed on it, `hits_on` the highest that hits (0: none does), `kind` one of `KINDS`."""

    pips: int
    hits_on: int
    kind: str


class Dice(msgspec.Struct, frozen=True, gc=False):
    """A roll. `expected` (hits) and `player` are None in versions that don't write them."""

    dice: tuple[Die, ...]
    hits: int
    expected: float | None
    player: str | None


class Units(msgspec.Struct, frozen=True, gc=False):
    """A list of units, by id."""

    units: tuple[str, ...]


class Move(msgspec.Struct, frozen=True, gc=False):
    """Units move along a route, territories from start to end. `carriers`: unit -> the transport that loads it."""

    units: tuple[str, ...]
    route: tuple[str, ...]
    carriers: dict[str, Any]


class Placement(msgspec.Struct, frozen=True, gc=False):
    """Units are placed in a territory."""

    units: tuple[str, ...]
    territory: str


class Place(msgspec.Struct, frozen=True, gc=False):
    """A territory is shown."""

    territory: str


Shown = Dice | Units | Move | Placement | Place | Unknown | str | int | None


class RenderingDecoder:
    """Decodes the rendering data of one save, each object of the stream once."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.memo: dict[int, tuple[Shown, int]] = {}

    def shown(self, raw: Any) -> Shown:
        """Return what the object shows."""
        if type(raw) is not list:
            plain: Shown = raw
            return plain
        known = self.memo.get(id(raw))
        if known is not None:
            self.values.charge(raw, known[1])
            return known[0]
        before = self.values.spent
        found = self._read(raw)
        self.memo[id(raw)] = found, self.values.spent - before + 1
        return found

    def _read(self, raw: Raw) -> Shown:
        short, values = raw[0].short, self.values
        if short == "DiceRoll":
            return self._dice(raw)
        if short == "MoveDescription":
            return self._move(raw)
        if short == "PlacementDescription":
            return Placement(values.items(values.get(raw, "units")), values.name(values.get(raw, "territory")))
        if short == "Territory":
            return Place(values.name(raw))
        value = values.value(raw)
        if isinstance(value, tuple):
            return Units(value)
        if type(value) is str and "Unit" in raw[0].lineage:
            return Units((value,))
        return value if type(value) in (str, int, Unknown) else values.unknown(raw)

    def _move(self, raw: Raw) -> Move:
        values, slots = self.values, raw[0].slot
        route = values.get(raw, "route")
        name = next((n for n in ("unitsToTransports", "unitsToSeaTransports") if n in slots), None)
        carriers = values.mapping(values.get(raw, name)) if name else {}
        return Move(values.items(values.get(raw, "units")), values.value(route) or (), carriers)

    def _dice(self, raw: Raw) -> Dice:
        """Return an int array, then int hits; later a double of expected hits, a version before and a player behind."""
        parts: Sequence[Any] = raw[raw[0].annotation[raw[0].name]] if raw[0].name in raw[0].annotation else ()
        rolls = next((part for part in parts if type(part) is list), None)
        numbers = b"".join(part for part in parts[parts.index(rolls) :] if type(part) is bytes) if rolls else b""
        if rolls is None or rolls[0].name != "[I" or len(numbers) < 4:
            raise self.values.wrong(raw, "A dice roll is not whole", f"{len(parts)} parts", "dice and hits")
        player = parts[-1] if type(parts[-1]) is str else None
        dice = tuple([_die(roll) for roll in rolls[1:]])
        return Dice(dice, int.from_bytes(numbers[:4], "big", signed=True), _double(numbers[4:12]), player)


def _die(packed: int) -> Die:
    kind = packed & 0x0F
    return Die((packed >> 16 & 0xFF) + 1, packed >> 8 & 0xFF, KINDS[kind] if kind < len(KINDS) else f"kind {kind}")


def _double(eight: bytes) -> float | None:
    return _DOUBLE.unpack(eight)[0] if len(eight) == 8 else None
