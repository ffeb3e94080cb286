"""What is known of a module: its folder of tables in `modules`, which module a save is of, and what a table's row means."""

from __future__ import annotations

import csv
import tomllib
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from engine.errors import SitrepError
from ingest.triplea.title.names import slug
from ingest.vassal.geometry import HEX, REGION, SQUARE, BoardRow, Geometry, GridRow, MapRow, RegionRow, ZoneRow
from ingest.vassal.module_file import check_module_file

ANY = "any"
"""The folder for modules that have none of their own."""

UNIT, NO_UNIT = "unit", "none"
MODULE_FILE = "module.toml"
MOST, LEAST = 10_000_000, 0.001
"""Bounds of a number in a table: pixels of maps, steps between hexes."""
SLUGS = frozenset({"unit", "power", "area", "resource"})
"""Columns of names by which the lake tells things apart."""
HIDES_NOTHING, HIDES_PIECE = "nothing", "piece"

T = TypeVar("T", bound=msgspec.Struct)


class PieceRow(msgspec.Struct, frozen=True):
    """Which pieces are which unit. The first row that fits counts; empty cells fit all.

    `gpid` is the module's own number of a slot, `image` a picture, `name` the piece's; `property` one that must have `value` (or
    any, where that is empty). `role` is unit or none. Empty `unit` and `power`: as the piece's own name and owner say.
    `strength` is its steps; `layer` the trait of images, or the property it follows, whose second image is one step fewer.
    """

    gpid: str = ""
    image: str = ""
    name: str = ""
    property: str = ""
    value: str = ""
    role: str = UNIT
    unit: str = ""
    power: str = ""
    strength: int = 1
    layer: str = ""
    source: str = ""


class UnitRow(msgspec.Struct, frozen=True):
    """A unit type: its printed name, class (land, sea, air, facility) and figures, 0 where the module does not tell them."""

    unit: str
    name: str
    cls: str = "land"
    cost: int = 0
    attack: int = 0
    defense: int = 0
    move: int = 0
    source: str = ""


class PowerRow(msgspec.Struct, frozen=True):
    """A power: which values of the owner's property and which seats of players mean it (parted by `|`)."""

    power: str
    name: str
    side: str = ""
    color: str = ""
    values: str = ""
    seats: str = ""
    source: str = ""


class AreaRow(msgspec.Struct, frozen=True):
    """An area: the place of the module that it is (map, zone and name; an empty zone fits all), and its kind: land, sea or box."""

    map: str
    place: str
    area: str
    name: str
    kind: str = "land"
    zone: str = ""
    source: str = ""


class PropertyRow(msgspec.Struct, frozen=True):
    """A property of the module that is a power's store of a resource."""

    property: str
    power: str
    resource: str
    source: str = ""


class TraitRow(msgspec.Struct, frozen=True):
    """A trait of pieces, by the word that its text begins with, and what it hides while its state names somebody.

    `hides` is nothing, name (others see a mask instead) or piece (others see nothing).
    """

    trait: str
    name: str = ""
    hides: str = HIDES_NOTHING
    source: str = ""


class Adapter(msgspec.Struct, frozen=True, dict=True):
    """A module's tables. `own` is whether they are the module's, and not those for any."""

    id: str
    table: dict[str, Any]
    geometry: Geometry
    pieces: tuple[PieceRow, ...] = ()
    units: dict[str, UnitRow] = {}
    powers: dict[str, PowerRow] = {}
    areas: tuple[AreaRow, ...] = ()
    properties: tuple[PropertyRow, ...] = ()
    traits: dict[str, TraitRow] = {}

    @property
    def own(self) -> bool:
        """Whether these are the module's own tables."""
        return self.id != ANY

    def fits(self, module: str, boards: set[str]) -> bool:
        """Whether these are the tables of a module of a name, or if a save gives none, of one with such boards on its table."""
        return module in self.table.get("modules", ()) or (not module and bool(boards & set(self.table.get("boards", ()))))

    def setting(self, section: str, key: str) -> Any:
        """A value of module.toml; of the tables for any module, where its own have none."""
        found = self.table.get(section, {})
        return found[key] if key in found else table_of(ANY)[section][key]

    def patterns(self) -> list[dict[str, Any]]:
        """The patterns of dice in chat: the module's own, then those for any."""
        own = self.table.get("dice", [])
        return own if not self.own else [*own, *table_of(ANY)["dice"]]


def ids() -> list[str]:
    """The modules that have tables."""
    return sorted(
        entry.name
        for entry in files("ingest.vassal.modules").iterdir()
        if entry.is_dir() and entry.name != ANY and not entry.name.startswith("_")
    )


@lru_cache(maxsize=64)
def table_of(id_: str) -> dict[str, Any]:
    """The keys of a module's module.toml."""
    return tomllib.loads(files("ingest.vassal.modules").joinpath(id_, "module.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=16)
def load(id_: str) -> Adapter:
    """Return a module's tables; SitrepError when a cell of them is wrong."""
    with as_file(files("ingest.vassal.modules").joinpath(id_)) as folder:
        return read_folder(folder)


@lru_cache(maxsize=1)
def vassal_traits() -> frozenset[str]:
    """The words that VASSAL's own traits begin with. A trait that is none of them is the module's own."""
    return frozenset(load(ANY).traits)


def read_folder(folder: Path) -> Adapter:
    """Return the tables of a folder; tables that are not there are empty.

    Raises:
        SitrepError: a cell is wrong: file, line, column, value.
    """
    table = check_module_file(folder / MODULE_FILE)
    geometry = Geometry(
        rows(folder, "maps.csv", MapRow),
        rows(folder, "boards.csv", BoardRow),
        rows(folder, "zones.csv", ZoneRow),
        rows(folder, "grids.csv", GridRow),
        rows(folder, "regions.csv", RegionRow),
    )
    return Adapter(
        folder.name,
        table,
        geometry,
        tuple(rows(folder, "pieces.csv", PieceRow)),
        {row.unit: row for row in rows(folder, "units.csv", UnitRow)},
        {row.power: row for row in rows(folder, "powers.csv", PowerRow)},
        tuple(rows(folder, "areas.csv", AreaRow)),
        tuple(rows(folder, "properties.csv", PropertyRow)),
        {row.trait: row for row in rows(folder, "traits.csv", TraitRow)},
    )


def rows(folder: Path, name: str, kind: type[T]) -> list[T]:
    """Return the rows of a table; none where it is not there."""
    path = folder / name
    if not path.exists():
        return []
    try:
        with path.open(encoding="utf-8-sig", newline="") as table:
            reader = csv.DictReader(table, strict=True)
            return [_row(row, kind, f"{path}:{reader.line_num}") for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise SitrepError(f"{path}: cannot be read as a table ({error}); expected CSV in UTF-8") from None


def _row(row: dict[str, str | None], kind: type[T], where: str) -> T:
    found: dict[str, Any] = {}
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    for column, cell in row.items():
        if column is None:
            raise SitrepError(f"{where}: more cells than columns; expected {len(row) - 1}")
        if column not in types:
            raise SitrepError(f"{where}: column {column!r}; expected one of {', '.join(types)}")
        try:
            if cell or (cell == "" and types[column] is str):
                known = _words(kind, column)
                found[column] = _slug(cell or "") if column in SLUGS else _cell(cell or "", types[column], known)
        except ValueError as error:
            raise SitrepError(f"{where}: {column} is {cell!r}; expected {error}") from None
    missing = [field.name for field in msgspec.structs.fields(kind) if field.required and field.name not in found]
    if missing:
        raise SitrepError(f"{where}: {missing[0]} is empty or not there; every row needs it")
    return kind(**found)


def _words(kind: type[msgspec.Struct], column: str) -> tuple[str, ...]:
    """The words that a column may have; none where it may have any."""
    known = {
        (AreaRow, "kind"): ("land", "sea", "box"),
        (UnitRow, "cls"): ("land", "sea", "air", "facility"),
        (PieceRow, "role"): (UNIT, NO_UNIT),
        (MapRow, "kind"): ("board", "box", "hand", "ignore"),
        (GridRow, "kind"): (HEX, SQUARE, REGION),
        (TraitRow, "hides"): (HIDES_NOTHING, "name", HIDES_PIECE),
    }
    return known.get((kind, column), ())


def _cell(cell: str, type_: Any, words: tuple[str, ...]) -> Any:
    """A cell as its column has it; ValueError that says what was expected."""
    if type_ is bool:
        words = ("yes", "no")
    if words:
        if cell not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return cell == "yes" if type_ is bool else cell
    return cell if type_ is str else _number(cell, type_)


def _slug(cell: str) -> str:
    if slug(cell) != cell:
        raise ValueError(f"a name in small letters, digits and dashes, as {slug(cell) or 'north-sea'}")
    return cell


def _number(cell: str, type_: Any) -> Any:
    try:
        value = type_(cell)
    except (ValueError, TypeError):
        raise ValueError("a number") from None
    if not abs(value) <= MOST or 0 < abs(value) < LEAST:
        raise ValueError(f"a number up to {MOST:,}")
    return value
