"""The owner's exact sheets, cities and oil centres can take the place of the reconstructed ones: an overlay of rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import TitleError
from engine.titles import load_title
from tests.global1939.tables import TITLE

AREA = "area,name,kind,value,victory_city,terrain,original_owner,lon,lat,triplea,source\n"


@pytest.mark.section("Victory Conditions")
def test_a_city_may_be_moved(tmp_path: Path) -> None:
    (tmp_path / "cities.csv").write_text(
        "area,city,points,source,remove\ngreece,Athens,1,owner's map,x\ncrete,Heraklion,1,owner's map,\n",
        encoding="utf-8",
    )
    title = load_title("global-1939", [tmp_path])
    assert title.areas["greece"].victory_city == ""
    assert title.areas["crete"].victory_city == "Heraklion"
    assert len(title.victory_cities) == len(TITLE.victory_cities) == 48
    assert TITLE.areas["greece"].victory_city == "Athens"


@pytest.mark.section("Strategic Centers")
def test_an_oil_center_may_be_moved(tmp_path: Path) -> None:
    (tmp_path / "regions.csv").write_text(
        "region,area,source,remove\noil-centers,iraq,owner's map,x\noil-centers,venezuela,owner's map,\n",
        encoding="utf-8",
    )
    centers = load_title("global-1939", [tmp_path]).regions["oil-centers"]
    assert "iraq" not in centers and "venezuela" in centers
    assert len(centers) == len(TITLE.regions["oil-centers"])


@pytest.mark.section("France, Vichy France and Free French")
def test_set_up_money_and_forces_of_the_fall_of_france_may_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "setup.csv").write_text(
        "scenario,area,power,unit,count,source\n1939,poland,poland,infantry,6,owner's sheet\n"
        "1939,poland,poland,fighter,1,owner's sheet\n1939,sumatra,dutch,infantry,0,owner's sheet\n",
        encoding="utf-8",
    )
    (tmp_path / "treasury.csv").write_text("scenario,power,resource,amount,source\n1939,germany,ipc,27,owner's sheet\n", encoding="utf-8")
    (tmp_path / "reserves.csv").write_text(
        "occasion,area,power,unit,count,source\nfall-of-france,syria,vichy,infantry,3,owner's sheet\n", encoding="utf-8"
    )
    title = load_title("global-1939", [tmp_path])
    placed = {(row.area, row.unit): row.count for row in title.placements}
    assert placed["poland", "infantry"] == 6 and placed["poland", "fighter"] == 1
    assert ("sumatra", "infantry") not in placed
    assert next(row.amount for row in title.treasuries if row.power == "germany") == 27
    assert {row.count for row in title.reserves if row.area == "syria"} == {3}


def test_a_value_may_be_the_printed_one(tmp_path: Path) -> None:
    (tmp_path / "areas.csv").write_text(f"{AREA}borneo,Borneo,land,4,,island,united-kingdom,114.3,1,,owner's map\n", encoding="utf-8")
    title = load_title("global-1939", [tmp_path])
    assert title.areas["borneo"].value == 4 and TITLE.areas["borneo"].value == 1
    assert title.neighbours["borneo"].keys() == TITLE.neighbours["borneo"].keys()


def test_a_city_of_an_overlay_in_no_known_area_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "cities.csv").write_text("area,city,points,source\ngrece,Athens,1,owner's map\n", encoding="utf-8")
    with pytest.raises(TitleError, match=r"found 'grece'.*did you mean 'greece'"):
        load_title("global-1939", [tmp_path])


@pytest.mark.parametrize(
    ("of", "ban", "expected"),
    [
        ("japan", "within", "found 'japan'; expected a region"),
        ("baltic", "mix", "found 'baltic'; expected a power"),
        ("asia", "within", "'asia'"),
    ],
)
def test_a_ban_names_a_power_or_the_region_that_it_keeps_units_in(tmp_path, of, ban, expected):
    head = "power,of,ban,classes,kinds,unless,source\n"
    (tmp_path / "bans.csv").write_text(f"{head}china,{of},{ban},land,land,,reconstructed: tried out\n")
    with pytest.raises(TitleError, match=expected) as caught:
        load_title("global-1939", [tmp_path])
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(tmp_path / "bans.csv"), 2, "of")
