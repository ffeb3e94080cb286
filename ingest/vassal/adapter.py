"""What is known of a module: its folder of tables in `modules`, which module a save is of, and what a table's row means."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import msgspec

from engine.decoding import read_toml
from engine.errors import SitrepError
from ingest.vassal.container import About
from ingest.vassal.geometry import BoardRow, Geometry, GridRow, MapRow, RegionRow, ZoneRow

ANY = "any"
"""The folder for modules that have none of their own."""

UNIT, NO_UNIT = "unit", "none"
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
    hides: Literal["nothing", "name", "piece"] = HIDES_NOTHING
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

    def setting(self, section: str, key: str) -> Any:
        """A value of module.toml; of the tables for any module, where its own have none."""
        found = self.table.get(section, {})
        return found[key] if key in found else table_of(ANY)[section][key]

    def patterns(self) -> list[dict[str, Any]]:
        """The patterns of dice in chat: the module's own, then those for any."""
        own = self.table.get("dice", [])
        return own if not self.own else [*own, *table_of(ANY)["dice"]]


def adapter_for(about: About, boards: Iterable[str] = ()) -> Adapter:
    """Return the tables of the module that a save is of: by the name that it gives, else by the boards on its table."""
    laid = set(boards)
    for id_ in ids():
        table = table_of(id_)
        if about.module in table["modules"] or (not about.module and laid & set(table["boards"])):
            return load(id_)
    return load(ANY)


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
    table = read_toml(folder / "module.toml")
    check_patterns(table, folder / "module.toml")
    geometry = Geometry(
        rows(folder, "maps.csv", MapRow), rows(folder, "boards.csv", BoardRow), rows(folder, "zones.csv", ZoneRow),
        rows(folder, "grids.csv", GridRow), rows(folder, "regions.csv", RegionRow),
    )  # fmt: skip
    return Adapter(
        folder.name, table, geometry, tuple(rows(folder, "pieces.csv", PieceRow)),
        {row.unit: row for row in rows(folder, "units.csv", UnitRow)}, {row.power: row for row in rows(folder, "powers.csv", PowerRow)},
        tuple(rows(folder, "areas.csv", AreaRow)), tuple(rows(folder, "properties.csv", PropertyRow)),
        {row.trait: row for row in rows(folder, "traits.csv", TraitRow)},
    )  # fmt: skip


def check_patterns(table: Mapping[str, Any], path: Path) -> None:
    """Refuse a pattern that is none.

    Raises:
        SitrepError: which, and why.
    """
    patterns = [row["pattern"] for row in table.get("dice", ())]
    patterns += table.get("places", {}).get("reports", ())
    for pattern in patterns:
        try:
            re.compile(pattern)
        except re.error as error:
            raise SitrepError(f"{path}: pattern {pattern!r}: {error}") from None


def rows(folder: Path, name: str, kind: type[T]) -> list[T]:
    """Return the rows of a table; none where it is not there."""
    path = folder / name
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as table:
        reader = csv.DictReader(table)
        return [_row(row, kind, f"{path}:{number}") for number, row in enumerate(reader, start=2)]


def _row(row: dict[str, str], kind: type[T], where: str) -> T:
    found: dict[str, Any] = {}
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    for column, cell in row.items():
        if column not in types:
            raise SitrepError(f"{where}: column {column!r}; expected one of {', '.join(types)}")
        try:
            if cell != "" or types[column] is str:
                found[column] = _cell(cell, types[column])
        except ValueError as error:
            raise SitrepError(f"{where}: {column} is {cell!r}; expected {error}") from None
    try:
        return kind(**found)
    except TypeError as error:
        raise SitrepError(f"{where}: {error}") from None


def _cell(cell: str, type_: Any) -> Any:
    """A cell as its column has it; ValueError that says what was expected."""
    words = get_args(type_)
    if words or type_ is bool:
        words = words or ("yes", "no")
        if cell not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return cell == "yes" if type_ is bool else cell
    try:
        return type_(cell)
    except (ValueError, TypeError):
        raise ValueError("a number") from None
