"""Who owns the game can put the printed map, table and additions over the reconstructed ones: an overlay of rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import TitleError
from engine.titles import load_title
from tests.black_swan.tables import TITLE

pytestmark = pytest.mark.section("7.0")


def overlaid(folder: Path, **tables: str):
    for table, text in tables.items():
        (folder / f"{table}.csv").write_text(text, encoding="utf-8")
    return load_title("black-swan", [folder])


def test_a_link_may_be_taken_away_and_another_put_in(tmp_path: Path) -> None:
    title = overlaid(
        tmp_path,
        links="area,to,kind,passage,source,remove\nlublin,vilnius,land,,owner's map,x\nwarsaw,pinsk,land,,owner's map,\n",
    )
    assert "vilnius" not in title.neighbours["lublin"] and "vilnius" in TITLE.neighbours["lublin"]
    assert title.neighbours["warsaw"]["pinsk"].kind == "land" and "pinsk" not in TITLE.neighbours["warsaw"]


def test_rivers_ports_and_double_arrows_may_be_the_printed_ones(tmp_path: Path) -> None:
    title = overlaid(
        tmp_path,
        borders="area,to,border,source,remove\nkiev,kursk,river,owner's map,x\nriga,northern-baltic,port,owner's map,x\n"
        "smolensk,moscow,river,owner's map,\n",
    )
    between = {pair: {row.border for row in rows} for pair, rows in title.borders_between.items()}
    assert frozenset(("kiev", "kursk")) not in between and between[frozenset(("smolensk", "moscow"))] == {"river"}
    assert frozenset(("riga", "northern-baltic")) not in between
    assert frozenset(("kiev", "kursk")) in TITLE.borders_between


def test_flags_of_an_area_and_its_production_may_be_the_printed_ones(tmp_path: Path) -> None:
    title = overlaid(
        tmp_path,
        regions="region,area,source,remove\nproduction,manchester,owner's map,x\nproduction,glasgow,owner's map,\n",
        areas="area,name,kind,value,victory_city,terrain,original_owner,lon,lat,triplea,source\n"
        "manchester,Manchester,land,0,,,great-britain,-1.2,53.7,,owner's map\n"
        "glasgow,Glasgow,land,10,,,great-britain,-4.2,56.6,,owner's map\n",
    )
    assert title.areas["glasgow"].value == 10 and title.areas["manchester"].value == 0
    assert title.in_region("glasgow", "production") and not title.in_region("manchester", "production")


def test_cells_of_the_strategic_table_may_be_the_printed_ones(tmp_path: Path) -> None:
    head = "raiders,interceptors,raider_losses,production_losses,interceptor_losses,source\n"
    title = overlaid(tmp_path, strategic_results=f"{head}16,0,0,10,0,owner's chart\n")
    cells = {(row.raiders, row.interceptors): row.production_losses for row in title.strategic_results}
    assert cells[16, 0] == 10 and cells[15, 0] == 7
    assert len(title.strategic_results) == len(TITLE.strategic_results)


def test_additions_of_a_year_may_be_the_printed_ones(tmp_path: Path) -> None:
    title = overlaid(
        tmp_path,
        reserves="occasion,area,power,unit,count,strength,source,remove\n"
        "winter-1941,germany-pool,germany,fort-3,4,,owner's table,x\n"
        "winter-1942,germany-pool,germany,fort-3,5,,owner's table,\n",
    )
    forts = {row.occasion: row.count for row in title.reserves if row.unit == "fort-3" and row.power == "germany"}
    assert forts == {"winter-1942": 5, "winter-1943": 2}


def test_a_block_of_a_set_up_may_have_another_strength(tmp_path: Path) -> None:
    """The strength names a row, too: the old one is removed, the new one put in; the campaign has it with its scenario."""
    title = overlaid(
        tmp_path,
        setup="scenario,area,power,unit,count,strength,source,remove\n"
        "1939,paris,france,tank-3,1,1,owner's book,x\n1939,paris,france,tank-3,1,2,owner's book,\n",
    )
    for scenario in ("1939", "campaign-1939"):
        (tank,) = (row for row in title.placements if row.scenario == scenario and row.area == "paris" and row.count)
        assert (tank.unit, tank.strength) == ("tank-3", 2)


def test_a_campaign_may_differ_from_the_scenario_it_starts_like(tmp_path: Path) -> None:
    title = overlaid(
        tmp_path,
        control="scenario,area,power,source\ncampaign-1941,crete,great-britain,owner's book\n",
    )
    held = {(row.scenario, row.area): row.power for row in title.holdings}
    assert held["campaign-1941", "crete"] == "great-britain" and held["1941", "crete"] == "greece"


@pytest.mark.parametrize(
    ("table", "text", "expected"),
    [
        ("borders", "area,to,border,source\nkiew,kursk,river,x\n", r"found 'kiew'.*did you mean 'kiev'"),
        (
            "standings",
            "scenario,power,standing,surprised,source\n1941,italy,peace,,x\n",
            r"found 'peace'; expected at-war",
        ),
        (
            "standings",
            "scenario,power,standing,surprised,source\n1941,italy,neutral,no,x\n",
            r"found 'no'; expected yes",
        ),
        (
            "strategic_results",
            "raiders,interceptors,raider_losses,production_losses,interceptor_losses,source\n1,x,0,0,0,x\n",
            r"found 'x'; expected a whole number",
        ),
        ("links", "area,to,kind,passage,source\nberlin,germany-pool,land,,x\n", r"a box is not on the map"),
        ("setup", "scenario,area,power,unit,count,strength,source\n1941,rome,italy,tank-3,1,0,x\n", r"from 1 to 20"),
    ],
)
def test_a_wrong_cell_is_told(tmp_path: Path, table: str, text: str, expected: str) -> None:
    with pytest.raises(TitleError, match=expected):
        overlaid(tmp_path, **{table: text})


def test_a_scenario_shares_the_set_up_of_a_real_one_only(tmp_path: Path) -> None:
    (tmp_path / "title.toml").write_text('[[scenario]]\nslug = "x"\nname = "X"\nset_up_of = "campaign-1941"\n', encoding="utf-8")
    with pytest.raises(TitleError, match="set-up of 'campaign-1941'; expected another scenario"):
        load_title("black-swan", [tmp_path])
