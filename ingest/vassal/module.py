"""A module's build file: its maps, boards, zones, grids and regions, its sides, pieces, dice and turn trackers.

A `.vmod` is an archive with the build file (`buildFile.xml`, before VASSAL 3.5 `buildFile`) and the module's pictures, from
which the size of a board is taken where the build file does not say it. No code of a module is ever run.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.errors import RecordError
from ingest.files import read_file
from ingest.vassal.container import ZIP, parsed
from ingest.vassal.errors import VassalError
from ingest.vassal.geometry import HEX, REGION, SQUARE, BoardRow, Geometry, GridRow, MapRow, RegionRow, ZoneRow
from ingest.vassal.limits import DEFAULT
from ingest.vassal.sequence import number

BUILD_FILES = ("buildFile.xml", "buildFile")
SUFFIX = ".vmod"
MAX_BUILD = 64 << 20
"""Bytes of a build file."""
MAX_PICTURE = 64 << 10
"""Bytes of a picture that are read for its size."""

_MAPS = {"Map": "box", "WidgetMap": "box", "PrivateMap": "hand", "PlayerHand": "hand"}
_PALETTES = ("TabWidget", "ListWidget", "PanelWidget", "BoxWidget")
_GRIDS = {"HexGrid": HEX, "SquareGrid": SQUARE, "RegionGrid": REGION}


class Slot(msgspec.Struct, frozen=True):
    """A piece of the palette, or one that is set up: its number, name, definition (a `+/` command), and where it lies in the palette."""

    gpid: str
    name: str
    definition: str
    palette: str = ""


class Tracker(msgspec.Struct, frozen=True):
    """A turn tracker: its levels, outermost first, each with a name and its entries (none: it counts)."""

    name: str
    levels: tuple[tuple[str, tuple[str, ...]], ...]


class Module(msgspec.Struct, frozen=True):
    """What a build file says.

    Attributes:
        name, version: of the module. sides: seats of players. maps to regions: see `geometry`; the first map is the board.
        slots: its pieces. prototypes: name to definition. dice: name to the report's form. trackers: its turn trackers.
    """

    name: str
    version: str
    sides: tuple[str, ...]
    maps: tuple[MapRow, ...]
    boards: tuple[BoardRow, ...]
    zones: tuple[ZoneRow, ...]
    grids: tuple[GridRow, ...]
    regions: tuple[RegionRow, ...]
    slots: tuple[Slot, ...]
    prototypes: dict[str, str]
    dice: dict[str, str]
    trackers: tuple[Tracker, ...]

    @property
    def geometry(self) -> Geometry:
        """Its maps."""
        return Geometry(self.maps, self.boards, self.zones, self.grids, self.regions)


def read_module(path: Path) -> Module:
    """Return the module of a `.vmod`, or of a build file alone.

    Raises:
        RecordError: the file is neither, or is damaged.
    """
    if path.is_dir():
        raise VassalError("this is a folder; expected a module of VASSAL (.vmod), or its build file", file=str(path))
    content = read_file(path)
    if not content.startswith(ZIP):
        return _module(_parsed(content, str(path)), None)
    try:
        archive = zipfile.ZipFile(BytesIO(content))
        name = next((name for name in BUILD_FILES if name in archive.namelist()), None)
        if name is None:
            raise VassalError(f"no {BUILD_FILES[0]!r} in the archive; expected a module of VASSAL (.vmod)", file=str(path))
        with archive.open(name) as file:
            text = file.read(MAX_BUILD + 1)
        return _module(_parsed(text, str(path)), archive)
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError) as error:
        raise VassalError(f"the archive cannot be unpacked ({error}); copy it again", file=str(path)) from None


def _parsed(text: bytes, name: str) -> ET.Element:
    if len(text) > MAX_BUILD:
        raise VassalError(f"a build file of more than {MAX_BUILD >> 20} MiB", file=name)
    try:
        return parsed(text)
    except (ET.ParseError, ValueError) as error:
        raise VassalError(f"the build file is no XML that is read here ({error}); expected a module of VASSAL", file=name) from None


class Beside(NamedTuple):
    """A module that lies in a record's folder: its file and its maps."""

    name: str
    geometry: Geometry


def beside_record(folder: Path | None, module: str, boards: Iterable[str] = ()) -> Beside | None:
    """Return the module of that name in a folder (`.vmod`); None where none is.

    A record before VASSAL 3.1 names no module: the only one of the folder is taken, unless it has none of the boards that are laid.
    """
    if folder is None:
        return None
    try:
        paths = sorted(path for path in folder.glob(f"*{SUFFIX}") if path.is_file())[: DEFAULT.max_chain]
    except OSError:
        return None
    if not module and len(paths) != 1:
        return None
    for path in paths:
        stat = path.stat()
        found = _read(path, stat.st_size, stat.st_mtime_ns)
        if found is not None and (found.name == module if module else _has(found, boards)):
            return Beside(path.name, found.geometry)
    return None


def _has(module: Module, boards: Iterable[str]) -> bool:
    laid = set(boards)
    return not laid or bool(laid & {row.board for row in module.boards})


@lru_cache(maxsize=16)
def _read(path: Path, size: int, changed: int) -> Module | None:
    try:
        return read_module(path)
    except RecordError:
        return None


def kind_of(element: ET.Element) -> str:
    """The last word of an element's class."""
    return element.tag.rpartition(".")[2]


def _module(root: ET.Element, archive: zipfile.ZipFile | None) -> Module:
    reader = _Reader(archive)
    for element in root.iter():
        if kind_of(element) in _MAPS:
            reader.map(element)
    roster = next((element for element in root.iter() if kind_of(element) == "PlayerRoster"), None)
    return Module(
        root.get("name", ""),
        root.get("version", ""),
        tuple(entry.text or "" for entry in roster if entry.tag == "entry") if roster is not None else (),
        tuple(reader.maps),
        tuple(reader.boards),
        tuple(reader.zones),
        tuple(reader.grids),
        tuple(reader.regions),
        tuple(_slots(root)),
        {e.get("name", ""): e.text or "" for e in root.iter() if kind_of(e) == "PrototypeDefinition"},
        {
            e.get("name", ""): e.get("reportFormat") or e.get("format") or ""
            for e in root.iter()
            if kind_of(e) in ("DiceButton", "SpecialDiceButton")
        },
        tuple(Tracker(e.get("name", ""), tuple(_levels(e))) for e in root.iter() if kind_of(e) == "TurnTracker"),
    )


def _slots(root: ET.Element) -> Iterator[Slot]:
    """Every slot, with the names of the tabs and lists that it lies in."""
    waiting: list[tuple[ET.Element, str]] = [(root, "")]
    while waiting:
        element, palette = waiting.pop()
        kind, name = kind_of(element), element.get("entryName", "")
        if kind in ("PieceSlot", "CardSlot") and element.text:
            yield Slot(element.get("gpid", ""), name, element.text, palette)
        elif kind in _PALETTES and name:
            palette = f"{palette} / {name}" if palette else name
        waiting += [(child, palette) for child in reversed(element)]


def _levels(tracker: ET.Element) -> Iterator[tuple[str, tuple[str, ...]]]:
    for element in tracker.iter():
        if kind_of(element) in ("ListTurnLevel", "CounterTurnLevel"):
            entries = element.get("list", "") if kind_of(element) == "ListTurnLevel" else ""
            yield element.get("name", "") or element.get("property", ""), tuple(entries.split(",")) if entries else ()


class _Reader:
    """Reads maps into rows."""

    def __init__(self, archive: zipfile.ZipFile | None) -> None:
        self.archive = archive
        self.maps: list[MapRow] = []
        self.boards: list[BoardRow] = []
        self.zones: list[ZoneRow] = []
        self.grids: list[GridRow] = []
        self.regions: list[RegionRow] = []

    def map(self, element: ET.Element) -> None:
        """Read a map with its boards. A map without a name is called by its place among them, as VASSAL does."""
        name = element.get("mapName") or f"Map{len(self.maps)}"
        kind = _MAPS[kind_of(element)]
        if kind_of(element) == "Map" and not any(row.kind == "board" for row in self.maps):
            kind = "board"
        self.maps.append(MapRow(name, number(element.get("edgeWidth", "")), number(element.get("edgeHeight", "")), kind))
        for board in (one for one in element.iter() if kind_of(one) == "Board"):
            self._board(name, board)

    def _board(self, map_: str, board: ET.Element) -> None:
        name = board.get("name", "")
        width, height = number(board.get("width", "")), number(board.get("height", ""))
        if board.get("image"):
            width, height = self._size(board.get("image", "")) or (width, height)
        self.boards.append(BoardRow(map_, name, width, height))
        for child in board:
            if kind_of(child) == "ZonedGrid":
                self._zoned(map_, name, child)
            else:
                self._grid(map_, name, "", child)

    def _size(self, image: str) -> tuple[int, int] | None:
        if self.archive is None:
            return None
        member = next((name for name in (image, f"images/{image}") if name in self.archive.namelist()), None)
        if member is None:
            return None
        with self.archive.open(member) as file:
            return size_of(file.read(MAX_PICTURE))

    def _zoned(self, map_: str, board: str, zoned: ET.Element) -> None:
        for child in zoned:
            if kind_of(child) != "Zone":
                self._grid(map_, board, "", child)
                continue
            name, parent = child.get("name", ""), child.get("useParentGrid") == "true"
            self.zones.append(ZoneRow(map_, board, name, child.get("path", ""), child.get("locationFormat") or "$name$", parent))
            for grid in child:
                self._grid(map_, board, name, grid)

    def _grid(self, map_: str, board: str, zone: str, grid: ET.Element) -> None:
        kind = _GRIDS.get(kind_of(grid))
        if kind == REGION:
            for one in grid:
                if kind_of(one) == "Region":
                    point = number(one.get("originx", "")), number(one.get("originy", ""))
                    self.regions.append(RegionRow(map_, board, zone, one.get("name", ""), *point))
        elif kind:
            numbering = next((one for one in grid if kind_of(one) in ("HexGridNumbering", "SquareGridNumbering")), None)
            self.grids.append(_numbered(map_, board, zone, kind, grid.attrib, numbering.attrib if numbering is not None else None))


def _numbered(map_: str, board: str, zone: str, kind: str, own: dict[str, str], names: dict[str, str] | None) -> GridRow:
    plain = GridRow("", "", "", kind)
    said = names or {}
    dy = _decimal(own.get("dy"), 64.0 if kind == HEX else 48.0)
    return GridRow(
        map_,
        board,
        zone,
        kind,
        _decimal(own.get("dx"), dy * 3**0.5 / 2 if kind == HEX else 48.0),
        dy,
        number(own.get("x0", ""), 0 if kind == HEX else 24),
        number(own.get("y0", ""), 32 if kind == HEX else 24),
        own.get("sideways") == "true",
        names is not None,
        said.get("first", plain.first)[:1] or plain.first,
        said.get("sep", ""),
        said.get("hType", "N")[:1] or "N",
        said.get("vType", "N")[:1] or "N",
        number(said.get("hLeading", ""), 1),
        number(said.get("vLeading", ""), 1),
        number(said.get("hOff", ""), 1),
        number(said.get("vOff", ""), 1),
        said.get("hDescend") == "true",
        said.get("vDescend") == "true",
        said.get("stagger", "true") == "true",
        said.get("locationFormat") or plain.format,
    )


def _decimal(text: str | None, otherwise: float) -> float:
    try:
        value = float(text) if text else otherwise
    except ValueError:
        return otherwise
    return value if 0.01 < value < 1e6 else otherwise


def size_of(data: bytes) -> tuple[int, int] | None:
    """Return a picture's width and height in pixels; None where its first bytes do not say them."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data.startswith((b"GIF87a", b"GIF89a")) and len(data) >= 10:
        return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    return _jpeg(data) if data.startswith(b"\xff\xd8") else None


def _jpeg(data: bytes) -> tuple[int, int] | None:
    """Walk over the segments of a JPEG to the one that begins a frame (0xC0 to 0xCF but for three of other use)."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None
