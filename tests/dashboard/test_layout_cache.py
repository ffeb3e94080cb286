"""A layout that took long is kept in the lake's folder: made once, passed over where it does not fit, never in the way."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from dashboard.layouts import choose, layout_cache
from dashboard.layouts.choose import layout_of
from dashboard.layouts.layout import LINKS, Layout
from dashboard.player.prepared_game import played
from tests.dashboard.conftest import hand_made, without_map

AREAS = pl.DataFrame({"area": ["a", "b", "c"], "kind": ["land"] * 3})
LINKED = pl.DataFrame({"area": ["a", "b"], "other": ["b", "c"]})


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many areas each layout had that was made, not taken from a folder."""
    found: list[int] = []
    make = choose._made

    def counting(areas: pl.DataFrame, links: pl.DataFrame) -> Layout:
        found.append(areas.height)
        return make(areas, links)

    monkeypatch.setattr(choose, "_made", counting)
    choose._once.cache_clear()
    return found


def anew(lake: Path | None, areas: pl.DataFrame = AREAS, links: pl.DataFrame = LINKED) -> Layout:
    """Return a layout as a process does that has none in its memory."""
    choose._once.cache_clear()
    return layout_of("no-board", areas, links, lake=lake)


def files(lake: Path) -> list[Path]:
    return sorted((lake / layout_cache.FOLDER).glob("*"))


def test_a_layout_is_made_once_for_a_lake(tmp_path: Path, made: list[int]) -> None:
    first = anew(tmp_path)
    assert first.source == LINKS and len(files(tmp_path)) == 1
    assert anew(tmp_path) == first and made == [3]
    assert anew(None) == first and made == [3, 3], "without a folder nothing is kept"


def test_other_areas_or_links_have_a_layout_of_their_own(tmp_path: Path, made: list[int]) -> None:
    anew(tmp_path)
    anew(tmp_path, AREAS.head(2), LINKED.head(1))
    anew(tmp_path, AREAS, LINKED.head(1))
    anew(tmp_path, AREAS.with_columns(kind=pl.lit("sea")))
    assert made == [3, 2, 3, 3] and len(files(tmp_path)) == 4


def test_other_code_makes_it_again(tmp_path: Path, made: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    anew(tmp_path)
    monkeypatch.setattr(layout_cache, "_version", lambda: b"another")
    anew(tmp_path)
    assert made == [3, 3]


def test_the_version_is_of_the_code_and_of_the_titles_areas() -> None:
    names = {f"{path.parent.name}/{path.name}" for path in layout_cache._sources()}
    assert {"layouts/stress.py", "layouts/gazetteer.csv", "maps/land.geojson", "aa1942/areas.csv"} <= names


def test_a_damaged_one_is_made_again(tmp_path: Path, made: list[int]) -> None:
    first = anew(tmp_path)
    (path,) = files(tmp_path)
    for damage in (b"", b"{}", path.read_bytes()[:-9]):
        path.write_bytes(damage)
        assert anew(tmp_path) == first
    assert made == [3] * 4


def test_where_nothing_can_be_written_it_is_made_each_time(tmp_path: Path, made: list[int]) -> None:
    (tmp_path / layout_cache.FOLDER).write_text("a file where the folder would be")
    assert anew(tmp_path) == anew(tmp_path) and made == [3, 3]


def test_the_oldest_go_first(tmp_path: Path, made: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout_cache, "MOST", 2)
    for count in (1, 2, 3):
        anew(tmp_path, AREAS.head(count), LINKED.head(0))
        for at, path in enumerate(files(tmp_path)):
            os.utime(path, (at, at))  # all older than the next one
    assert len(files(tmp_path)) == 2
    anew(tmp_path, AREAS, LINKED.head(0))
    assert made == [1, 2, 3], "the newest is there"


def test_a_review_keeps_the_map_in_its_lake(make_lake: Any, made: list[int]) -> None:
    lake = make_lake(hand_made("elsewhere", title=without_map()))
    first = played(lake, "elsewhere", [])
    assert len(files(Path(lake.path))) == 1 and len(made) == 1
    choose._once.cache_clear()
    assert played(lake, "elsewhere", []) == first and len(made) == 1
