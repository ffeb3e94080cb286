"""The board and the tables: every figure that the text or a published sheet proves stands in the data."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from engine.titles.global_war_1936.economy import chart
from engine.titles.global_war_1936.settings import convoys, rails, sheets
from tests.global_war_1936.positions import TITLE, begun, rows

SPELT = {"st-pierre-island": "saint-pierre-island"}
ELSEWHERE = {"sudetenland", "belorussia"}
"""Zones that the text has under another name: Bohemia, and the two zones of Belorussia."""
SOURCES = ("rulebook", "sheet", "published 4.3 map", "published 4.3 chart", "reconstructed")
CLASSES = {"Air": "air", "Naval": "sea"}


def value(scenario: str, power: str) -> int:
    held = (row["area"] for row in rows("control") if (row["scenario"], row["power"]) == (scenario, power))
    return sum(TITLE.areas[area].value for area in held)


@pytest.mark.parametrize(
    ("scenario", "power", "expected"),
    [
        ("1939", "germany", 24),
        ("1936", "italy", 10),
        ("1939", "italy", 10),
        ("1936", "japan", 16),
        ("1939", "japan", 24),
        ("1936", "united-states", 63),
        ("1936", "kmt", 6),
        ("1939", "kmt", 7),
        ("1936", "ccp", 2),
        ("1939", "ccp", 2),
    ],
)
@pytest.mark.section("2.4", "5.1", "2.5")
def test_what_nations_hold_is_worth_what_the_text_and_the_sheets_say(scenario: str, power: str, expected: int) -> None:
    assert value(scenario, power) == expected


@pytest.mark.section("2.3")
def test_the_commonwealth_is_worth_25_of_britain_and_7_of_anzac() -> None:
    anzac = sum(TITLE.areas[area].value for area in TITLE.regions["anzac"])
    fec = sum(TITLE.areas[area].value for area in TITLE.regions["fec"])
    assert (value("1936", "great-britain") - anzac - fec, anzac) == (25, 7)


@pytest.mark.section("4.9")
def test_china_is_worth_14_with_all_warlords() -> None:
    warlords = sum(value("1936", power) for power in TITLE.powers if power.endswith("-warlord"))
    assert value("1936", "kmt") + warlords == 14


@pytest.mark.section("2.5")
def test_money_begins_as_the_text_says() -> None:
    found = {(row["scenario"], row["power"]): int(row["amount"]) for row in rows("treasury")}
    assert found["1936", "united-states"] == 6 and found["1939", "united-states"] == 16
    assert found["1936", "great-britain"] == 11 and found["1936", "japan"] == 16 and found["1939", "anzac"] == 4


@pytest.mark.section("13.1")
def test_continental_spain_has_six_zones_and_the_republic_four_of_them() -> None:
    state = begun("1936").state
    held = Counter(state.control[area] for area in TITLE.regions["spain"])
    assert held == {"republican-spain": 4, "nationalist-spain": 2}


@pytest.mark.section("1.1", "1.2")
def test_every_zone_that_the_text_names_is_on_the_board(shared: Path) -> None:
    with (shared / "facts" / "data" / "gw_zones.csv").open(encoding="utf-8", newline="") as file:
        named = [row for row in csv.DictReader(file) if row["kind"] in ("land", "sea")]
    slugs = (re.sub(r"[^a-z0-9]+", "-", row["name"].lower().replace("é", "e").replace(".", "")).strip("-") for row in named)
    assert [slug for slug in slugs if SPELT.get(slug, slug) not in {*TITLE.areas, *ELSEWHERE}] == []


@pytest.mark.section("12.1", "12.2")
def test_every_unit_has_the_figures_of_its_table(shared: Path) -> None:
    with (shared / "facts" / "data" / "gw_units.csv").open(encoding="utf-8", newline="") as file:
        table = {re.sub(r"[^a-z]+", "-", row["unit"].lower()): row for row in csv.DictReader(file)}
    wrong = []
    for slug, row in table.items():
        if slug == "early-war-fighter":
            continue
        unit = TITLE.units[slug]
        costs = [int(part) for part in row["cost"].split("/") if part.isdigit()]
        found = (unit.attack, unit.defense, unit.move, unit.cost, unit.strength)
        attack, defense = (int(m[0]) if (m := re.match(r"\d+(?![\dD])", row[key])) else 0 for key in ("attack", "defense"))
        move = int(re.search(r"\d", row["move"])[0])
        if found != (attack, defense, move, sum(costs), int(row["hits"])):
            wrong.append((slug, found, (attack, defense, move, sum(costs), int(row["hits"]))))
        if costs and chart.stages(begun("1936").position, slug) != len(costs):
            wrong.append((slug, "stages", len(costs)))
        assert unit.cls == CLASSES.get(row["class"], "land")
    assert wrong == []


@pytest.mark.section("12.3", "12.5", "12.6", "9.18", "1.4")
def test_facilities_cost_and_bear_what_their_tables_say(shared: Path) -> None:
    position, wrong = begun("1936").position, []
    with (shared / "facts" / "data" / "gw_facilities.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            slug = row["facility"].lower().replace(" ", "-")
            unit = TITLE.units[slug]
            costs = [int(part) for part in row["cost"].split(" ")[0].split("/")]
            cap = re.match(r"\d+", row["max_damage"])
            if chart.parts(position, slug) != costs or (cap and slug != "railroad" and unit.number("damage-cap") != int(cap[0])):
                wrong.append((slug, chart.parts(position, slug), costs))
    assert wrong == []


@pytest.mark.section("10.4", "10.6")
def test_rails_and_ships_move_as_many_units_as_the_tables_say() -> None:
    assert {slug.removeprefix("rail-"): row.capacity for slug, row in rails(TITLE).items()} == {
        "north-america": 4, "south-america": 1, "europe": 4, "middle-east": 1, "africa": 1, "ussr": 2, "asia": 1,
    }  # fmt: skip
    assert {slug: row.naval for slug, row in sheets(TITLE).items() if row.naval} == {
        "germany": 2, "soviet-union": 2, "japan": 4, "great-britain": 3, "france": 2, "italy": 2, "united-states": 4,
    }  # fmt: skip


@pytest.mark.section("0.7")
def test_every_area_on_land_belongs_to_one_railway_region() -> None:
    for area, row in TITLE.areas.items():
        if row.kind == "land" and row.terrain != "overflown":
            assert sum(TITLE.in_region(area, region) for region in rails(TITLE)) == 1, area


@pytest.mark.section("1.6")
def test_the_lines_that_the_text_names_are_there_and_the_mediterranean_is_worth_six() -> None:
    lines = convoys(TITLE)
    assert lines["mediterranean"].values == {"great-britain": 6}
    assert not lines["soviet-arctic"].values and {"new-york-rio", "east-african", "west-african", "great-lakes"} <= set(lines)


@pytest.mark.section("1.1", "1.2")
def test_everything_can_be_reached_by_somebody() -> None:
    seen, edge = {"berlin"}, ["berlin"]
    while edge:
        edge = [other for area in edge for other in TITLE.neighbours[area] if other not in seen and not seen.add(other)]
    assert set(TITLE.areas) == seen


@pytest.mark.section("2.5")
def test_every_row_says_where_it_comes_from() -> None:
    for table in ("areas", "links", "borders", "units", "control", "setup", "treasury", "regions", "relations"):
        assert all(row["source"].startswith(SOURCES) for row in rows(table)), table
