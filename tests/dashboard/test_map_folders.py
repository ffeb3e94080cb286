"""Maps of TripleA as layouts: folders that are read, broken ones, and long lines."""

from __future__ import annotations

import os
import time
import tracemalloc
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from dashboard.layouts import polygons
from dashboard.layouts import simplify as simplified
from dashboard.layouts.choose import layout_of
from dashboard.layouts.layout import LINKS, ORDER, POLYGONS
from dashboard.layouts.linked import from_links
from dashboard.layouts.map_folders import read_maps
from dashboard.layouts.polygons import MapError, from_polygons, read_folder
from dashboard.layouts.simplify import simplify
from engine.titles import load_title
from ingest import read_recording
from tests.dashboard.test_layouts import near_and_far, points, tables
from tests.slow import slow_after

AWAY = simplified._away


# ---- TripleA's maps


def map_folder(at: Path, polygons: str, centers: str = "") -> Path:
    at.mkdir(parents=True, exist_ok=True)
    for name, text in (("polygons.txt", polygons), ("centers.txt", centers)):
        if text:
            (at / name).write_text(text)
    return at


POLYGONS_TXT = """\
Karelia S.S.R.  <  (0,0) (10,0) (10,10) (0,10) >
5 Sea Zone  <  (10,0) (100,0) (100,40) (10,40) >  <  (0,20) (5,20) (5,40) (0,40) >

Somewhere Else  <  (0,10) (10,10) (10,20) >
"""
MINI = pl.DataFrame({"area": ["karelia-ssr", "sea-zone-5"], "kind": ["land", "sea"], "triplea": ["Karelia S.S.R.", "5 Sea Zone"]})


def test_a_map_folder_is_read(tmp_path: Path) -> None:
    read = read_folder(map_folder(tmp_path, POLYGONS_TXT, "Karelia S.S.R. (5,5)\n5 Sea Zone  (50,20)\n"))
    assert set(read.polygons) == {"Karelia S.S.R.", "5 Sea Zone", "Somewhere Else"}
    assert read.share(MINI) == 1.0
    layout = from_polygons(read, MINI)
    assert layout.source == POLYGONS and (layout.width, layout.height) == (4000, 1600)
    assert points(layout) == {"karelia-ssr": (200, 200), "sea-zone-5": (2000, 800)}
    assert sorted(layout.places["karelia-ssr"].rings[0]) == [(0, 0), (0, 400), (400, 0), (400, 400)]
    assert layout.places["karelia-ssr"].room == 200
    assert len(layout.places["sea-zone-5"].rings) == 2, "at both edges of a map that scrolls around"
    assert layout.ground == (((0, 400), (400, 400), (400, 800)),), "land of the map that is no area"


def test_a_territory_without_a_centre_has_its_label_in_its_largest_polygon(tmp_path: Path) -> None:
    layout = from_polygons(read_folder(map_folder(tmp_path, POLYGONS_TXT)), MINI)
    assert points(layout)["sea-zone-5"] == (2200, 800)


@pytest.mark.parametrize(
    ("polygons", "centers", "said"),
    [
        ("", "", "polygons.txt: No such file"),
        ("\n", "", "polygons.txt: empty"),
        ("Egypt (1,2) (3,4)\n", "", "polygons.txt:1: not a territory with polygons; found 'Egypt (1,2) (3,4)'"),
        ("Egypt < (1,2) (3,4) >\n", "", "polygons.txt:1"),
        ("Egypt < (1,2) (3,4) (5,1) >\n", "Egypt 5,5\n", "centers.txt:1: not a territory with a centre; found 'Egypt 5,5'"),
    ],
)
def test_what_is_no_map_folder_is_said(tmp_path: Path, polygons: str, centers: str, said: str) -> None:
    with pytest.raises(MapError) as error:
        read_folder(map_folder(tmp_path, polygons, centers))
    assert said in str(error.value) and str(tmp_path) in str(error.value) and "TripleA" in str(error.value)


BROKEN = {
    "a width that is no number": ("map.properties", "map.width=²\n", "map.width=²; expected pixels"),
    "a width of 400 digits": ("map.properties", f"map.width={'9' * 400}\n", "expected pixels"),
    "a corner of 400 digits": (
        "polygons.txt",
        f"Egypt < (0,0) (9,{'9' * 400}) (9,9) (0,9) >\n",
        "polygons.txt:1: not a territory",
    ),
    "a centre of 400 digits": (
        "centers.txt",
        f"Egypt ({'9' * 400},1)\n",
        "centers.txt:1: not a territory with a centre",
    ),
    "digits of another script": ("centers.txt", "Egypt (٣,١)\n", "centers.txt:1: not a territory with a centre"),
    "a line of blanks": ("centers.txt", f"Egypt{' ' * 3_000_000}x\n", "centers.txt:1: not a territory with a centre"),
    "a line of blanks and brackets": (
        "centers.txt",
        f"Egypt{' (' * 1_000_000}x\n",
        "centers.txt:1: not a territory with a centre",
    ),
    "a corner of blanks": (
        "polygons.txt",
        f"Egypt < ({' ' * 3_000_000}x\n",
        "polygons.txt:1: not a territory with polygons",
    ),
    "too many corners": (
        "polygons.txt",
        f"Egypt < {'(1,2) ' * 30_000}>\n",
        "polygons.txt:1: not a territory with polygons",
    ),
    "a huge file": ("centers.txt", " " * (17 << 20), "centers.txt: more than 16 MiB"),
}


@pytest.mark.parametrize(("name", "content", "said"), BROKEN.values(), ids=BROKEN)
def test_one_broken_map_is_told_and_takes_no_other(tmp_path: Path, name: str, content: str, said: str) -> None:
    map_folder(tmp_path / "right", POLYGONS_TXT)
    broken = map_folder(tmp_path / "torn", POLYGONS_TXT, "Egypt (1,2)\n")
    (broken / name).write_text(content, encoding="utf-8")
    with pytest.raises(MapError) as error:
        read_folder(broken)
    assert said in str(error.value) and len(str(error.value)) < 400
    maps, wrong = read_maps([tmp_path])
    assert [folder.path.name for folder in maps] == ["right"] and len(wrong) == 1


def test_a_pipe_in_a_map_folder_is_not_waited_for(tmp_path: Path) -> None:
    for name in ("polygons.txt", "centers.txt", "map.properties"):
        broken = map_folder(tmp_path / name, POLYGONS_TXT, "Egypt (1,2)\n")
        (broken / name).unlink(missing_ok=True)
        os.mkfifo(broken / name)
        if name == "polygons.txt":
            with pytest.raises(MapError, match="not a file"):
                read_folder(broken)
        else:
            assert read_folder(broken).polygons, "left aside"


def test_the_map_that_fits_is_taken_from_a_folder_of_maps(tmp_path: Path) -> None:
    map_folder(tmp_path / "other" / "map", "Somewhere < (0,0) (9,0) (9,9) >\n")
    map_folder(tmp_path / "right" / "map", POLYGONS_TXT)
    map_folder(tmp_path / "torn", "no map\n")
    maps, wrong = read_maps([tmp_path, tmp_path / "nowhere"])
    assert [folder.path.parent.name for folder in maps] == ["other", "right"]
    assert len(wrong) == 2 and "torn" in wrong[0] and "nowhere: no TripleA map" in wrong[1]
    links = pl.DataFrame({"area": ["karelia-ssr"], "other": ["sea-zone-5"]})
    assert layout_of("somebodys-map", MINI, links, maps).source == POLYGONS
    assert layout_of("somebodys-map", MINI, links, maps[:1]).source == LINKS, "a map of another board does not fit"


@pytest.mark.shared
@pytest.mark.parametrize(
    ("folder", "save", "drawn"),
    slow_after(
        1,
        [
            ("triplea-global-1940", "ai-global40-g1-fast", 332),
            ("triplea-ww2v5-1942", "ai-ww2v5-g1-fast", 161),
            ("triplea-ww2v4", "", 145),
        ],
    ),
)
def test_the_maps_of_real_saves(shared: Path, folder: str, save: str, drawn: int) -> None:
    title = read_recording(shared / "saves" / f"{save}.tsvg").title if save else load_title("aa1942")
    assert title
    areas, links = tables(title)
    maps, _ = read_maps([shared / "maps"])
    read = read_folder(shared / "maps" / folder)
    assert read.share(areas) == 1.0
    layout = from_polygons(read, areas)
    assert len(layout.places) == drawn == areas.height
    near, far = near_and_far(layout, links)
    assert near < far / 2
    if save:
        assert layout_of(title.slug, areas, links, maps) == layout, "of all the maps this one"


def test_thousands_of_areas_cost_next_to_nothing() -> None:
    """By their links 3,000 areas took two minutes and 2 GiB; the limit of time is a hundred times what squares take."""
    names = [f"area-{at}" for at in range(3_000)]
    links = pl.DataFrame({"area": names[:-1], "other": names[1:]})
    tracemalloc.start()
    start = time.process_time()
    made = from_links(pl.DataFrame({"area": names, "kind": "land"}), links)
    took, (_, most) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert list(made.places) == names and made.source == ORDER and len({(p.x, p.y) for p in made.places.values()}) == 3_000
    assert took < 30 and most < 50 << 20, (took, most >> 20)


def test_the_longest_ring_costs_what_its_points_cost() -> None:
    looks = []
    for count in (5_000, 20_000):  # of a saw whose teeth grow each point stays, and is looked at for every one after it
        at = np.arange(count)
        ring = np.stack([at, (at % 2) * (1_000 + at)], axis=1).astype(float)
        with pytest.MonkeyPatch.context() as patch:
            looked: list[int] = []
            patch.setattr(simplified, "_away", lambda piece, seen=looked: (seen.append(len(piece)), AWAY(piece))[1])
            assert len(simplify(ring, 0.5)) > count * 0.9
        looks.append(sum(looked))
    assert looks[1] < 6 * looks[0], "four times the points, four times the work"


def test_a_map_of_too_many_points_is_told(tmp_path: Path) -> None:
    ring = " ".join(f"({x},{x % 7})" for x in range(15_000))
    told = "".join(f"Land {number} < {ring} >\n" for number in range(40))
    with pytest.raises(MapError, match=r"polygons\.txt:34: more than 500,000 points in one map"):
        read_folder(map_folder(tmp_path, told))


def test_the_first_territory_of_a_file_with_a_byte_order_mark_keeps_its_name(tmp_path: Path) -> None:
    folder = map_folder(tmp_path, f"\ufeff{POLYGONS_TXT}")
    assert [*read_folder(folder).polygons] == [*read_folder(map_folder(tmp_path / "plain", POLYGONS_TXT)).polygons]


@pytest.mark.parametrize("line", ["<" * 50_000, "<" * 15_000, "< (1,1) (2,1) (2,2) >" * 50_000, "< (1,1)" * 50_000])
def test_a_line_of_many_polygons_is_not_read_to_its_end(tmp_path: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a minute went into 16 MiB of `<`; what is looked at is counted, not timed."""
    looked: list[str] = []

    class Counting:
        def findall(self, text: str) -> list[tuple[str, str]]:
            looked.append(text)
            return POINTS.findall(text)

    monkeypatch.setattr(polygons, "_POINT", Counting())
    (tmp_path / "polygons.txt").write_text(f"Egypt {line}\n")
    (tmp_path / "centers.txt").write_text("Egypt (1,1)\n")
    with pytest.raises(polygons.MapError, match=r"polygons\.txt:1: not a territory with polygons"):
        polygons.read_folder(tmp_path)
    assert len(looked) <= 1


POINTS = polygons._POINT
