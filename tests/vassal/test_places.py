"""Names of places: boards side by side and turned around, zones of any shape, hexes, squares, regions; and the draft of tables."""

from __future__ import annotations

import csv
import zlib
from pathlib import Path

import pytest

from engine.errors import SitrepError
from engine.events import DefectFound, UnitsMoved
from ingest.vassal.adapter import read_folder
from ingest.vassal.commands import Placed
from ingest.vassal.draft import dice_pattern, write_draft
from ingest.vassal.errors import VassalError
from ingest.vassal.geometry import GridRow, ZoneRow
from ingest.vassal.module import read_module, size_of
from tests.vassal.module import MiniGame, build_file
from tests.vassal.samples import BUILDS
from tests.vassal.telling import events, stacks, told, with_module
from tests.vassal.writer import archive, element, move

LAID = {"World": (Placed("West", False, 0, 0), Placed("East", False, 1, 0))}
TURNED = {"World": (Placed("West", True, 0, 0), Placed("East", False, 1, 0))}

POINTS = [
    ((60, 70), LAID, ("Front", "Aland")), ((160, 70), LAID, ("Front", "Berg")), ((60, 165), LAID, ("Front", "North Sea")),
    ((110, 200), LAID, ("", "04.04")),  # in the notch of the zone: the board's own hexes
    ((235, 45), LAID, ("Box", "Box A5")), ((285, 95), LAID, ("Box", "Box B6")), ((50, 250), LAID, ("Reserve", "Reserve")),
    ((250, 250), LAID, ("Hexes", "hex 07.06")), ((410, 43), LAID, ("", "01.01")), ((450, 66), LAID, ("", "02.01")),
    ((400, 300), TURNED, ("Front", "Aland")), ((5, 5), LAID, None), ((900, 100), LAID, None),
]  # fmt: skip
"""Points of the map World (its margin is 10 by 20), the boards laid, and (zone, place), computed on paper."""


@pytest.fixture
def geometry(tmp_path: Path):
    return read_module(with_module(tmp_path) / "mini.vmod").geometry


@pytest.mark.parametrize(("point", "laid", "expected"), POINTS)
def test_a_point_is_its_place(geometry, point, laid, expected) -> None:
    found = geometry.place("World", *point, laid)
    assert (found and (found.zone, found.name)) == expected


@pytest.mark.parametrize("way", [1, -1])
def test_a_zone_holds_what_lies_in_it_whichever_way_it_is_drawn(way: int) -> None:
    corners = ["0,0", "200,0", "200,200", "100,120", "0,200"][::way]
    zone = ZoneRow("m", "b", "z", ";".join(corners))
    inside = {(x, y) for x in range(0, 201, 10) for y in range(0, 201, 10) if zone.holds(x, y)}
    assert (100, 110) in inside
    assert (100, 130) not in inside
    assert (199, 190) not in inside
    assert (0, 0) in inside
    assert len(inside) == 20 * 12 + sum(1 for y in range(120, 200, 10) for x in range(0, 200, 10) if _below(x, y))


def _below(x: int, y: int) -> bool:
    """Whether a point below the notch's top lies in the left or right horn of the zone (edges count on the left)."""
    half = (y - 120) * 100 / 80
    return x < 100 - half or x >= 100 + half


HEX = GridRow(
    "m",
    "b",
    "",
    "hex",
    40.0,
    46.0,
    0,
    23,
    numbered=True,
    h_off=0,
    v_off=0,
    h_leading=0,
    v_leading=0,
    sep=",",
    stagger=False,
)

CELLS = [
    ({}, (0, 23), "0,0"), ({}, (40, 46), "1,0"), ({}, (40, 92), "1,1"), ({}, (80, 69), "2,1"), ({"stagger": True}, (40, 46), "1,1"),
    ({"h_descend": True}, (0, 23), "9,0"), ({"v_descend": True}, (0, 23), "0,8"), ({"sideways": True}, (23, 0), "0,0"),
    ({"v_descend": True, "stagger": True}, (40, 46), "1,7"), ({"h_leading": 2, "v_leading": 1}, (80, 69), "002,01"),
    ({"h_type": "A", "h_off": 25}, (80, 69), "BB,1"), ({"first": "V"}, (80, 69), "1,2"), ({"x0": 80}, (40, 46), "-1,0"),
    ({"format": "($column$/$row$)"}, (80, 69), "(2/1)"),
]  # fmt: skip


@pytest.mark.parametrize(("how", "point", "name"), CELLS)
def test_hexes_are_named_as_vassal_numbers_them(how: dict, point: tuple[int, int], name: str) -> None:
    import msgspec

    assert msgspec.structs.replace(HEX, **how).name(*point, 400, 322) == name


def test_squares_are_named_as_vassal_numbers_them() -> None:
    grid = GridRow("m", "b", "", "square", 50.0, 50.0, 25, 25, numbered=True, sep="-", v_descend=True, h_leading=0, v_leading=0)
    assert grid.name(25, 25, 400, 300) == "1-7"
    assert grid.name(130, 80, 400, 300) == "3-6"


def test_moves_are_told_by_the_modules_places_where_it_lies_beside_the_log(tmp_path: Path) -> None:
    game = MiniGame.begun().do(move("3", ("World", 60, 70), "2", ("World", 160, 70), "bob"))
    beside, alone = told(game, with_module(tmp_path)), told(game)
    assert [(event.origin, event.destination) for event in events(beside, UnitsMoved)] == [("berg", "aland")]
    assert beside.title is not None
    assert beside.title.areas["berg"].lon is not None
    assert [(event.origin, event.destination) for event in events(alone, UnitsMoved)] == [("world-01-00", "world-00-00")]
    rules = [event.rule for event in events(alone, DefectFound)]
    assert "observed/places" in rules
    assert "observed/places" not in [event.rule for event in events(beside, DefectFound)]


def test_reports_of_moves_name_the_places_of_a_log_without_its_module() -> None:
    game = MiniGame.begun().do(move("3", ("World", 60, 70), "2", ("World", 160, 70), "bob"), "CHAT* Infantry moves Berg -> Aland *")
    assert [(event.origin, event.destination) for event in events(told(game), UnitsMoved)] == [("berg", "aland")]


def test_a_board_that_is_laid_anew_moves_all_that_stands_on_it(tmp_path: Path) -> None:
    game = MiniGame.begun().do("WorldBoardPicker\tWest/rev\t0\t0\tEast\t1\t0")
    recording = told(game, with_module(tmp_path))
    assert {key[0] for key in stacks(recording)} != {key[0] for key in stacks(told(MiniGame.begun(), tmp_path))}


def test_the_draft_of_a_module_reads_its_games(tmp_path: Path) -> None:
    (tmp_path / "buildFile.xml").write_text(build_file(), encoding="utf-8")
    module = read_module(tmp_path / "buildFile.xml")
    assert (module.name, module.sides) == ("Mini", ("Red", "Blue"))
    assert [row.kind for row in module.maps] == ["board", "hand", "box"]
    assert module.trackers[0].levels == (("Turn", ()), ("Side", ("Red", "Blue")))
    written = write_draft(module, tmp_path / "mini")
    assert {path.name for path in written} == {
        "module.toml", "maps.csv", "boards.csv", "zones.csv", "grids.csv", "regions.csv", "areas.csv", "pieces.csv", "units.csv",
        "powers.csv",
    }  # fmt: skip
    adapter = read_folder(tmp_path / "mini")
    assert {(row.area, row.kind) for row in adapter.areas} >= {
        ("aland", "land"),
        ("north-sea", "sea"),
        ("reserve", "land"),
    }
    assert [(row.gpid, row.role, row.unit, row.power, row.layer) for row in adapter.pieces] == [
        ("1", "unit", "tank", "red", "Steps"),
        ("2", "unit", "infantry", "red", "Steps"),
        ("3", "none", "", "", ""),
    ]
    assert adapter.powers["red"].seats == "Red"
    assert adapter.geometry.place("World", 60, 70, LAID) == module.geometry.place("World", 60, 70, LAID)
    assert adapter.patterns()[0]["pattern"].startswith("^")
    with pytest.raises(SitrepError, match="something is there already"):
        write_draft(module, tmp_path / "mini")


@pytest.mark.parametrize("name", BUILDS)
def test_the_draft_of_a_real_module_holds_all_its_places(shared: Path, tmp_path: Path, name: str) -> None:
    module = read_module(shared / "vassal" / name)
    write_draft(module, tmp_path / "draft")
    text = (shared / "vassal" / name).read_text(encoding="utf-8")
    assert len(module.regions) == text.count("board.Region ") > 40
    assert len(module.slots) >= text.count("<VASSAL.build.widget.PieceSlot") > 700
    adapter = read_folder(tmp_path / "draft")
    assert {(row.map, row.place) for row in adapter.areas} >= {(row.map, row.region) for row in module.regions}
    with (tmp_path / "draft" / "pieces.csv").open(encoding="utf-8") as table:
        assert len(list(csv.DictReader(table))) > 700


def test_paths_of_glory_stands_as_its_counters_lie(shared: Path) -> None:
    """Two Serbian armies, in Belgrade and Valjevo; a Belgian one in Antwerp; corps in the reserve boxes; reduced ones show their backs."""
    from ingest import replay_file

    state = replay_file(shared / "vassal" / "PoG_Classic10-8.vsav").state
    held = {(key.area, key.unit): count for key, count in state.stacks.items() if key.power in ("serbia", "belgium")}
    assert held == {
        ("belgrade", "army"): 1,
        ("valjevo", "army"): 1,
        ("antwerp", "army"): 1,
        ("ap-reserve-box-rb-sb", "corps"): 2,
        ("ap-reserve-box-rb-be", "corps"): 1,
    }
    reduced = {(key.area, key.power) for key in state.stacks if key.strength == 1 and key.power in ("united-kingdom", "italy")}
    british, italian = ("cairo", "port-said", "basra"), ("verona", "udine", "asiago", "maggiore")
    assert reduced == {*((area, "united-kingdom") for area in british), *((area, "italy") for area in italian)}


def test_the_report_of_a_dice_button_becomes_a_pattern() -> None:
    import re

    pattern = dice_pattern("2d6", "** $name$ = $result$ *** &lt;$PlayerName$&gt;")
    found = re.match(pattern, "** 2d6 = 3,5 *** <Ann>")
    assert found is not None
    assert found.groupdict() == {"name": "2d6", "dice": "3,5", "player": "Ann"}
    assert dice_pattern("Quiet", "$name$ was rolled") == ""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"no module", "no XML"),
        (archive({"moduledata": b"<data/>"}), "no 'buildFile.xml'"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "declarations"),
        (b"PK\x03\x04 cut", "cannot be unpacked"),
    ],
)
def test_what_is_no_module_is_refused_and_said(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "x.vmod").write_bytes(content)
    with pytest.raises(VassalError, match=message):
        read_module(tmp_path / "x.vmod")


def test_a_cell_that_is_wrong_is_named_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "module.toml").write_text("modules = []\nboards = []\n")
    (tmp_path / "maps.csv").write_text("map,edge_x\nWorld,wide\n")
    with pytest.raises(SitrepError, match=r"maps.csv:2: edge_x is 'wide'"):
        read_folder(tmp_path)


def test_the_size_of_a_picture_is_read_from_its_first_bytes(tmp_path: Path) -> None:
    png = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (640).to_bytes(4, "big") + (480).to_bytes(4, "big") + zlib.compress(b"")
    gif = b"GIF89a" + (320).to_bytes(2, "little") + (200).to_bytes(2, "little")
    jpeg = b"\xff\xd8\xff\xe0\x00\x10" + bytes(14) + b"\xff\xc0\x00\x11\x08" + (30).to_bytes(2, "big") + (40).to_bytes(2, "big")
    assert [size_of(one) for one in (png, gif, jpeg, b"RIFF", b"\xff\xd8\xff")] == [
        (640, 480),
        (320, 200),
        (40, 30),
        None,
        None,
    ]
    board = element("VASSAL.build.module.map.boardPicker.Board", name="West", image="west.png")
    build = element("VASSAL.build.GameModule", element("VASSAL.build.module.Map", board, mapName="World"), name="Mini")
    (tmp_path / "mini.vmod").write_bytes(archive({"buildFile.xml": build.encode(), "images/west.png": png}))
    assert [(row.width, row.height) for row in read_module(tmp_path / "mini.vmod").boards] == [(640, 480)]
