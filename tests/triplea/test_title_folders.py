"""The tables of titles that are played as their TripleA maps play them: they are what the script writes from a save of the map."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.title.loader import load_title
from ingest.triplea.title.reading import read_title
from ingest.triplea.title_folder import apart, put_together, tables
from tests.triplea.saves import save_of


@pytest.mark.shared
@pytest.mark.parametrize(
    ("slug", "name"),
    [
        ("aa1942-second-edition", "ai-ww2v5-g1-fast"),
        ("revised", "ai-revised-g1-fast"),
        ("classic", "ai-classic-g1"),
        ("aa50-1941", "newest/h_ww2v3_g6_tech"),
        ("global-1940", "ai-global40-g1-fast"),
    ],
)
def test_the_tables_are_what_the_script_writes(shared: Path, slug: str, name: str) -> None:
    folder = load_title(slug).folder
    assert folder is not None
    like = {"aa50-1941": "aa1942-second-edition", "global-1940": slug}.get(slug, "aa1942")
    for table, made in tables(save_of(shared, name), load_title(like)).items():
        with (folder / f"{table}.csv").open(encoding="utf-8", newline="") as file:
            stands = list(csv.DictReader(file))
        assert put_together(table, made, stands) == stands, table


def test_positions_stay_and_cities_do_where_the_map_has_none() -> None:
    old = [{"area": "a", "lon": "1", "lat": "2", "victory_city": "Rome"}]
    plain = {"area": "a", "lon": "", "lat": "", "victory_city": ""}
    other = {"area": "b", "lon": "", "lat": "", "victory_city": "Oslo"}
    assert put_together("areas", [plain], old) == old
    assert put_together("areas", [plain, other], old) == [{**plain, "lon": "1", "lat": "2"}, other]


def test_a_folder_that_stands_on_another_writes_what_it_changes_of_it() -> None:
    def row(area: str, count: str, source: str = "here", **more: str) -> dict[str, str]:
        return {"area": area, "count": count, "source": source, **more}

    base = [row("rome", "1", "there", strength=""), row("oslo", "2", "there", strength=""), row("kiev", "3", "there", strength="")]
    made = [row("rome", "1"), row("oslo", "4"), row("bern", "5")]
    assert apart(made, base, ("area",)) == [row("oslo", "4", remove=""), row("bern", "5", remove=""), row("kiev", "3", remove="yes")]
    assert apart(made[:2], base[:2], ("area",)) == [row("oslo", "4")]
    assert apart(made[:1], base[:1], ("area",)) == []


@pytest.mark.shared
def test_a_link_that_the_title_or_the_save_has_alone_is_told(shared: Path) -> None:
    save = save_of(shared, "ai-revised-g1-fast")
    assert read_title(save).defects == ()
    other = replace(save, connections=(*save.connections[1:], ("Russia", "Japan")))
    found = read_title(other)
    assert found.title.slug == "revised"
    assert [(one.found, one.expected) for one in found.defects] in ([("1", "0"), ("0", "1")], [("0", "1"), ("1", "0")])
    assert any("a link from japan to russia" in one.message for one in found.defects)
