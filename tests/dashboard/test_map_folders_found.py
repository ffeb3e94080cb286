"""TripleA's own folders are found on the machine, and only the maps that draw the game are read from them."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

import sitrep
from dashboard.layouts import map_folders
from dashboard.layouts.choose import layout_of
from dashboard.layouts.layout import POLYGONS
from dashboard.layouts.map_folders import kept_folders, maps_for, named_folders
from dashboard.layouts.polygons import from_polygons, read_folder

AREAS = pl.DataFrame({"area": ["alpha", "beta"], "kind": ["land", "sea"], "triplea": ["Alpha", "Beta"]})
LINKS = pl.DataFrame({"area": ["alpha"], "other": ["beta"]})
POLYGONS_TXT = "Alpha < (0,0) (90,0) (90,90) >\nBeta < (100,0) (190,0) (190,90) >\n"
CENTERS_TXT = "Alpha (60,30)\nBeta (160,30)\n"


def keep(folder: Path, polygons: str = POLYGONS_TXT, centers: str = CENTERS_TXT) -> Path:
    folder.mkdir(parents=True)
    (folder / "polygons.txt").write_text(polygons)
    (folder / "centers.txt").write_text(centers)
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of somebody who has TripleA, and says nothing of maps."""
    monkeypatch.delenv("SITREP_MAPS")
    monkeypatch.setattr(map_folders.Path, "home", classmethod(lambda _: tmp_path))
    return tmp_path


@pytest.mark.parametrize("place", ["triplea/downloadedMaps", "Documents/triplea/downloadedMaps", "triplea/maps"])
def test_maps_that_triplea_keeps_are_found(home: Path, place: str) -> None:
    assert kept_folders() == [] and maps_for(AREAS) == ([], [])
    mine = keep(home / place / "a-game-master" / "map")
    assert kept_folders() == [home / place]
    maps, wrong = maps_for(AREAS)
    assert [one.path for one in maps] == [mine] and wrong == []
    assert layout_of("a-game", AREAS, LINKS, maps).source == POLYGONS


def test_only_maps_of_the_game_are_read_and_nobody_is_told_of_the_others(home: Path) -> None:
    maps = home / "triplea" / "downloadedMaps"
    keep(maps / "other", "Gamma < (0,0) (9,0) (9,9) >\n", "Gamma (1,1)\n")
    keep(maps / "torn", "no outlines at all", CENTERS_TXT)
    keep(maps / "no-centers", POLYGONS_TXT, "no centre at all")
    mine = keep(maps / "mine")
    assert maps_for(AREAS) == ([read_folder(mine)], [])


def test_the_switch_turns_it_off_and_names_point_elsewhere(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(home / "triplea" / "downloadedMaps" / "mine")
    elsewhere = keep(home / "elsewhere" / "map")
    assert named_folders() is None and len(maps_for(AREAS)[0]) == 1
    assert maps_for(AREAS, published=True) == ([], []), "a site shows no maps but those named for it"
    monkeypatch.setenv("SITREP_MAPS", "")
    assert named_folders() == [] and maps_for(AREAS) == ([], [])
    monkeypatch.setenv("SITREP_MAPS", str(elsewhere))
    assert [one.path for one in maps_for(AREAS)[0]] == [elsewhere] == [one.path for one in maps_for(AREAS, True)[0]]
    monkeypatch.setenv("SITREP_MAPS", str(home / "nowhere"))
    assert "nowhere: no TripleA map" in maps_for(AREAS)[1][0], "of what was named one is told"


def test_the_switch_reaches_the_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[dict[str, str]] = []

    def start(*_: object, env: dict[str, str], **__: object) -> None:
        started.append(env)
        raise OSError("enough")

    monkeypatch.setattr("dashboard.serve.subprocess.Popen", start)
    monkeypatch.setattr("dashboard.serve._free", lambda *_: True)
    monkeypatch.delenv("SITREP_MAPS")
    for more in ([], ["--no-map-folders"]):
        assert CliRunner().invoke(sitrep.main, ["dashboard", "--lake", str(tmp_path), *more]).exit_code == 1
    assert [env.get("SITREP_MAPS") for env in started] == [None, ""]


@pytest.mark.parametrize(
    ("said", "around"),
    [
        ("map.width=200\nmap.height=90\nmap.scrollWrapX=true\n", 200.0),
        ("map.width=200\n", 200.0),
        ("map.width=200\nmap.scrollWrapX=false\n", 0.0),
        ("map.scrollWrapX=true\n", 0.0),
    ],
)
def test_a_map_that_scrolls_around_goes_around_the_world(tmp_path: Path, said: str, around: float) -> None:
    folder = keep(tmp_path / "map")
    (folder / "map.properties").write_text(said)
    read = read_folder(folder)
    assert read.around == around
    layout = from_polygons(read, AREAS)
    assert layout.around == round(around * layout.width / 190)


@pytest.mark.shared
def test_a_real_map_has_theatres_where_its_areas_are(shared: Path) -> None:
    recording = sitrep.replay(shared / "saves" / "ai-global40-g1-fast.tsvg")
    areas = pl.DataFrame(
        [(a.area, a.kind, a.triplea) for a in recording.title.areas.values()], schema=["area", "kind", "triplea"], orient="row"
    )
    layout = from_polygons(read_folder(shared / "maps" / "triplea-global-1940"), areas)
    boxes = dict(layout.theatres)
    assert list(boxes) == ["Europe", "Pacific"] and layout.around > 0.9 * layout.width

    def inside(area: str, name: str) -> bool:
        x, y, wide, high = boxes[name]
        place = layout.places[area]
        return y <= place.y <= y + high and any(x <= place.x + turn <= x + wide for turn in (0, layout.around))

    assert inside("germany", "Europe") and not inside("japan", "Europe")
    assert inside("japan", "Pacific") and inside("hawaiian-islands", "Pacific") and not inside("germany", "Pacific")
