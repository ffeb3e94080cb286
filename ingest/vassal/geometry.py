"""From a point of a map to the name of its place: boards, zones, and grids of hexes, squares and regions, as VASSAL names them.

The first zone whose outline holds the point wins; its own grid names the place in it, or the board's where it says so. In a
grid of regions the nearest point wins. A hex is found by its column first, its row then.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import msgspec

from ingest.vassal.commands import Placed
from ingest.vassal.sequence import number

OFFBOARD = "offboard"
"""What VASSAL calls a place on no board, or that no grid names."""

HEX, SQUARE, REGION = "hex", "square", "region"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MOST_LETTERS = 64


class MapRow(msgspec.Struct, frozen=True):
    """A map: its margin in pixels; `kind` is board, box (beside the map), hand (its owners alone see it) or ignore."""

    map: str
    edge_x: int = 0
    edge_y: int = 0
    kind: str = "board"


class BoardRow(msgspec.Struct, frozen=True):
    """A board that a map may be made of, with its size in pixels, 0 where nobody says it."""

    map: str
    board: str
    width: int = 0
    height: int = 0


class ZoneRow(msgspec.Struct, frozen=True, dict=True):
    """A zone of a board: its corners as `x,y;x,y`, the form of names in it, and whether the board's own grid names them."""

    map: str
    board: str
    zone: str
    path: str
    format: str = "$name$"
    parent_grid: bool = False

    @cached_property
    def corners(self) -> list[tuple[int, int]]:
        """Its outline."""
        pairs = (corner.partition(",") for corner in self.path.split(";"))
        return [(number(x.strip()), number(y.strip())) for x, _, y in pairs]

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """The least rectangle around it: left, top, right, bottom."""
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def holds(self, x: int, y: int) -> bool:
        """Whether a point lies in it: as many edges to its right as to its left would make it even."""
        corners = self.corners
        left, top, right, bottom = self.box
        if len(corners) < 3 or not (left <= x < right and top <= y < bottom):
            return False
        inside = False
        for (x1, y1), (x2, y2) in zip([corners[-1], *corners[:-1]], corners, strict=True):
            if (y1 <= y < y2) or (y2 <= y < y1):
                low, high = ((x1, y1), (x2, y2)) if y1 < y2 else ((x2, y2), (x1, y1))
                to_the_right = (y - low[1]) * (high[0] - low[0]) > (x - low[0]) * (high[1] - low[1])
                inside ^= to_the_right
        return inside


class GridRow(msgspec.Struct, frozen=True):
    """A grid of a board, or of one of its zones. Numbers in pixels; names as VASSAL's numbering of grids has them.

    `kind` is hex, square or region. dx, dy: steps between columns and rows. x0, y0: the middle of the first. `sideways`: hexes
    stand on their sides. `first`: H or V is said first. `h_type`, `v_type`: N numbers, A letters. `h_leading`,
    `v_leading`: zeros. `h_off`, `v_off`: the first column's and row's number. `h_descend`, `v_descend`: counted from the
    far end. `stagger`: every second column of hexes begins one row on. `format`: how the name is said.
    """

    map: str
    board: str
    zone: str
    kind: str
    dx: float = 48.0
    dy: float = 48.0
    x0: int = 0
    y0: int = 0
    sideways: bool = False
    numbered: bool = False
    first: str = "H"
    sep: str = ""
    h_type: str = "N"
    v_type: str = "N"
    h_leading: int = 1
    v_leading: int = 1
    h_off: int = 1
    v_off: int = 1
    h_descend: bool = False
    v_descend: bool = False
    stagger: bool = True
    format: str = "$gridLocation$"

    def cell(self, x: int, y: int, width: int, height: int) -> tuple[int, int]:
        """Return the column and row of a point in a grid of that size."""
        if self.kind == HEX:
            return self._hex(x, y, width, height)
        column = math.floor((x - self.x0) / self.dx + 0.5)
        row = int((y - self.y0) / self.dy + 0.5)
        if self.h_descend:
            column = int(width / self.dx + 0.5) - column
        if self.v_descend:
            row = int(height / self.dy + 0.5) - row
        return column, row

    def _hex(self, x: int, y: int, width: int, height: int) -> tuple[int, int]:
        if self.sideways:
            x, y = y, x
        column = math.floor((x - self.x0) / self.dx + 0.5)
        odd = math.floor((x - self.x0) / self.dx + 0.5) % 2 != 0
        row = math.floor((y - self.y0 - (self.dy / 2 if odd else 0)) / self.dy + 0.5)
        rows, columns = math.floor(height / self.dx + 0.5), math.floor(width / self.dy + 0.5)
        columns_turned, rows_turned = (self.v_descend, self.h_descend) if self.sideways else (self.h_descend, self.v_descend)
        if columns_turned:
            column = (rows if self.sideways else columns) - column
        if rows_turned:
            row = (columns if self.sideways else rows) - row
        if self.stagger and odd:
            row += -1 if rows_turned else 1
        return column, row

    def name(self, x: int, y: int, width: int, height: int) -> str | None:
        """Return the name of the place of a point; None where the grid has no numbers."""
        if not self.numbered or not self.dx or not self.dy:
            return None
        column, row = self.cell(x, y, width, height)
        across, down = (
            _said(column + self.h_off, self.h_type, self.h_leading),
            _said(row + self.v_off, self.v_type, self.v_leading),
        )
        both = across + self.sep + down if self.first == "H" else down + self.sep + across
        return filled(self.format, {"gridLocation": both, "row": down, "column": across})


class RegionRow(msgspec.Struct, frozen=True):
    """A named point of a grid of regions, on a board or in one of its zones."""

    map: str
    board: str
    zone: str
    region: str
    x: int
    y: int


class Place(msgspec.Struct, frozen=True):
    """Where a point lies: its map, board and zone (empty where there is none) and the name of the place."""

    map: str
    board: str
    zone: str
    name: str


class Geometry:
    """All maps of a module."""

    def __init__(
        self,
        maps: Iterable[MapRow] = (),
        boards: Iterable[BoardRow] = (),
        zones: Iterable[ZoneRow] = (),
        grids: Iterable[GridRow] = (),
        regions: Iterable[RegionRow] = (),
    ) -> None:
        self.maps = {row.map: row for row in maps}
        self.boards = {(row.map, row.board): row for row in boards}
        self.zones: dict[tuple[str, str], list[ZoneRow]] = {}
        for zone in zones:
            self.zones.setdefault((zone.map, zone.board), []).append(zone)
        self.grids = {(row.map, row.board, row.zone): row for row in grids}
        self.regions: dict[tuple[str, str, str], list[RegionRow]] = {}
        for region in regions:
            self.regions.setdefault((region.map, region.board, region.zone), []).append(region)

    @property
    def known(self) -> bool:
        """Whether anything is known of the module's maps."""
        return bool(self.maps)

    def place(self, map_: str, x: int, y: int, laid: Mapping[str, Sequence[Placed]]) -> Place | None:
        """Return where a point of a map lies, None on no board or where nothing has a name. `laid`: the boards of each map."""
        row = self.maps.get(map_, MapRow(map_))
        found = self._board(map_, x - row.edge_x, y - row.edge_y, laid.get(map_, ()))
        if found is None:
            return None
        board, x, y = found
        return self._in_board(board, x, y)

    def _board(self, map_: str, x: int, y: int, laid: Sequence[Placed]) -> tuple[BoardRow, int, int] | None:
        """The board at a point, and the point on it."""
        if not laid:
            laid = [Placed(board, False, 0, 0) for of, board in self.boards if of == map_][:1]
        sizes = {(one.column, one.row): self._size(map_, one.board) for one in laid}
        for one in laid:
            width, height = sizes[one.column, one.row]
            left = sum(sizes.get((column, one.row), (0, 0))[0] for column in range(min(one.column, len(laid))))
            top = sum(sizes.get((one.column, row), (0, 0))[1] for row in range(min(one.row, len(laid))))
            if x < left or y < top or (width and x >= left + width) or (height and y >= top + height):
                continue
            own_x, own_y = x - left, y - top
            if one.reversed:
                own_x, own_y = width - own_x, height - own_y
            return self.boards.get((map_, one.board), BoardRow(map_, one.board)), own_x, own_y
        return None

    def _size(self, map_: str, board: str) -> tuple[int, int]:
        row = self.boards.get((map_, board))
        return (row.width, row.height) if row else (0, 0)

    def _in_board(self, board: BoardRow, x: int, y: int) -> Place | None:
        size = board.width, board.height
        for zone in self.zones.get((board.map, board.board), ()):
            if zone.holds(x, y):
                left, top, right, bottom = zone.box
                inner = size if zone.parent_grid else (right - left, bottom - top)
                grid = self._in_grid(board, "" if zone.parent_grid else zone.zone, x, y, inner)
                name = filled(zone.format, {"name": zone.zone, "gridLocation": grid or ""})
                return Place(board.map, board.board, zone.zone, name or zone.zone)
        found = self._in_grid(board, "", x, y, size)
        return Place(board.map, board.board, "", found) if found else None

    def _in_grid(self, board: BoardRow, zone: str, x: int, y: int, size: tuple[int, int]) -> str | None:
        key = board.map, board.board, zone
        near = self.regions.get(key)
        if near:
            return min(near, key=lambda row: (row.x - x) ** 2 + (row.y - y) ** 2).region
        grid = self.grids.get(key)
        return grid.name(x, y, *size) if grid else None

    def middle(self, place: Place) -> tuple[int, int] | None:
        """Return the point of a region, or the middle of a zone, on its board; None of other places."""
        for row in self.regions.get((place.map, place.board, place.zone), ()):
            if row.region == place.name:
                return row.x, row.y
        for zone in self.zones.get((place.map, place.board), ()):
            if zone.zone == place.zone:
                left, top, right, bottom = zone.box
                return (left + right) // 2, (top + bottom) // 2
        return None


def filled(form: str, values: Mapping[str, str]) -> str:
    """Return a form of names with its `$names$` filled in."""
    for key, value in values.items():
        form = form.replace(f"${key}$", value)
    return form


def _said(value: int, kind: str, leading: int) -> str:
    sign, value = ("-" if value < 0 else ""), abs(value)
    if kind == "A":
        letters = ""
        while value >= 0 and len(letters) < _MOST_LETTERS:
            letters += _LETTERS[value % 26]
            value -= 26
        return sign + letters
    return sign + str(value).rjust(max(leading, 0) + 1 if leading > 0 else 1, "0")
