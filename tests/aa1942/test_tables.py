"""What is known for certain of the tables of A&A 1942."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

FOLDER = Path(__file__).parents[2] / "engine" / "titles" / "aa1942"
# Industrial Production Credits: each power's beginning national production.
INCOME = {"soviet-union": 24, "germany": 40, "united-kingdom": 30, "japan": 30, "united-states": 42}
# How The War Is Won: the cities each side controls as the game begins.
CITIES = {
    "allies": {"Washington", "London", "Leningrad", "Moscow", "Calcutta", "Los Angeles"},
    "axis": {"Berlin", "Paris", "Rome", "Shanghai", "Manila", "Tokyo"},
}
# Unit Profiles: cost, attack, defense, move, hits to destroy.
PROFILES = {
    "infantry": (3, 1, 2, 1, 1),
    "artillery": (4, 2, 2, 1, 1),
    "tank": (5, 3, 3, 2, 1),
    "anti-aircraft-gun": (6, 0, 1, 1, 1),
    "industrial-complex": (15, 0, 0, 0, 1),
    "fighter": (10, 3, 4, 4, 1),
    "bomber": (12, 4, 1, 6, 1),
    "battleship": (20, 4, 4, 2, 2),
    "aircraft-carrier": (14, 1, 2, 2, 1),
    "cruiser": (12, 3, 3, 2, 1),
    "destroyer": (8, 2, 2, 2, 1),
    "submarine": (6, 2, 1, 2, 1),
    "transport": (7, 0, 0, 2, 1),
}


def rows(table: str) -> list[dict[str, str]]:
    with (FOLDER / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def by(table: str, key: str) -> dict[str, dict[str, str]]:
    return {row[key]: row for row in rows(table)}


AREAS, POWERS, UNITS = by("areas", "area"), by("powers", "power"), by("units", "unit")
LINKS = rows("links")


@pytest.mark.parametrize("table", ["areas", "links", "passages", "powers", "units", "setup", "control", "treasury"])
def test_every_row_names_its_source(table: str) -> None:
    assert [row for row in rows(table) if not row["source"]] == []


@pytest.mark.section("Game Board")
def test_board_has_81_territories_and_64_sea_zones() -> None:
    assert Counter(area["kind"] for area in AREAS.values()) == {"land": 81, "sea": 64}
    assert {a for a in AREAS if a.startswith("sea-zone-")} == {f"sea-zone-{n}" for n in range(1, 65)}
    assert all(AREAS[f"sea-zone-{n}"]["kind"] == "sea" for n in range(1, 65))


def test_triplea_names_are_unique() -> None:
    for table in (AREAS, POWERS, UNITS):
        assert len({row["triplea"] for row in table.values()}) == len(table)
        assert all(row["triplea"] for row in table.values())


@pytest.mark.section("Order of Play / Order of Play")
def test_powers_play_in_the_order_of_the_book() -> None:
    assert sorted(POWERS, key=lambda power: int(POWERS[power]["order"])) == list(INCOME)
    assert all(AREAS[row["capital"]]["original_owner"] == power for power, row in POWERS.items())


@pytest.mark.section(
    "Unit Profiles",
    "Infantry",
    "Artillery",
    "Tanks",
    "Anti-aircraft Guns",
    "Industrial Complexes",
    "Fighters",
    "Bombers",
    "Battleships",
    "Aircraft Carriers",
    "Cruisers",
    "Destroyers",
    "Submarines",
    "Transports",
)
def test_unit_profiles() -> None:
    figures = ("cost", "attack", "defense", "move", "strength")
    assert {unit: tuple(int(row[f]) for f in figures) for unit, row in UNITS.items()} == PROFILES


@pytest.mark.section("Unit Profiles")
def test_abilities_in_use_are_explained() -> None:
    with (FOLDER.parents[1] / "title" / "abilities.csv").open(encoding="utf-8", newline="") as file:
        explained = {row["ability"] for row in csv.DictReader(file)}
    used = {word.partition("=")[0] for row in UNITS.values() for word in row["abilities"].split()}
    assert used <= explained


@pytest.mark.section("Industrial Production Credits")
def test_production_at_the_start_is_each_treasury() -> None:
    income: Counter[str] = Counter()
    for row in rows("control"):
        income[row["power"]] += int(AREAS[row["area"]]["value"])
    assert dict(income) == INCOME
    assert {row["power"]: int(row["amount"]) for row in rows("treasury")} == INCOME


@pytest.mark.section("Setup")
def test_original_owners_are_the_powers_that_control_the_areas_at_the_start() -> None:
    owned = {area: row["original_owner"] for area, row in AREAS.items() if row["original_owner"]}
    assert {row["area"]: row["power"] for row in rows("control")} == owned


@pytest.mark.section("Neutral Territories")
def test_neutral_territories_have_no_owner_income_or_units() -> None:
    neutral = {area for area, row in AREAS.items() if row["terrain"] == "impassable"}
    assert {"turkey", "mongolia", "sahara"} < neutral  # the book's own examples
    assert {area for area, row in AREAS.items() if row["kind"] == "land" and not row["original_owner"]} == neutral
    assert {AREAS[area]["value"] for area in neutral} == {"0"}
    assert neutral.isdisjoint(row["area"] for row in rows("setup"))


@pytest.mark.section("How the War Is Won")
def test_victory_cities_are_split_six_and_six() -> None:
    held: dict[str, set[str]] = {"allies": set(), "axis": set()}
    for area in AREAS.values():
        if area["victory_city"]:
            held[POWERS[area["original_owner"]]["side"]].add(area["victory_city"])
    assert held == CITIES


@pytest.mark.section("Spaces On The Game Board")
def test_values_the_book_mentions() -> None:
    assert AREAS["southern-europe"]["value"] == "6"  # Restrictions on Placement: 6 units there
    assert AREAS["gibraltar"]["value"] == "0"
    assert max(int(area["value"]) for area in AREAS.values()) == 12


@pytest.mark.section("Game Board")
def test_each_pair_is_linked_once_and_every_area_is_linked() -> None:
    pairs = [frozenset((row["area"], row["to"])) for row in LINKS]
    assert len(set(pairs)) == len(pairs) == 350
    assert all(len(pair) == 2 for pair in pairs)
    assert set().union(*pairs) == set(AREAS)


@pytest.mark.section("Islands")
def test_islands_are_linked_to_no_territory_that_can_be_entered() -> None:
    islands = {area for area, row in AREAS.items() if row["terrain"] == "island"}
    ashore = [row for row in LINKS if row["kind"] == "land" and islands & {row["area"], row["to"]}]
    assert [(row["area"], row["to"]) for row in ashore] == [("eire", "united-kingdom")]
    assert AREAS["eire"]["terrain"] == "impassable"


@pytest.mark.section("Canals")
def test_passages_are_the_two_canals_and_the_straits() -> None:
    passing: dict[str, set[tuple[str, ...]]] = {}
    for row in LINKS:
        if row["passage"]:
            passing.setdefault(row["passage"], set()).add((row["area"], row["to"]))
    assert passing == {
        "suez-canal": {("sea-zone-15", "sea-zone-34")},
        "panama-canal": {("sea-zone-19", "sea-zone-20")},
        "turkish-straits": {("sea-zone-14", "sea-zone-16"), ("sea-zone-15", "sea-zone-16")},
    }
    needs = {row["passage"]: row["needs"].split() for row in rows("passages")}
    assert needs["suez-canal"] == ["anglo-egypt-sudan", "trans-jordan"]
    assert needs["panama-canal"] == ["panama"]


@pytest.mark.section("Neutral Territories")
def test_closed_straits_shut_off_sea_zone_16() -> None:
    ways = [row["passage"] for row in LINKS if row["kind"] == "sea" and "sea-zone-16" in (row["area"], row["to"])]
    assert set(ways) == {"turkish-straits"}


@pytest.mark.section("Setup")
def test_setup_stands_on_its_own_ground() -> None:
    owner = {row["area"]: row["power"] for row in rows("control")}
    for row in rows("setup"):
        area, unit = AREAS[row["area"]], UNITS[row["unit"]]
        if area["kind"] == "land":
            assert owner[row["area"]] == row["power"], row
        assert (unit["class"] == "sea") <= (area["kind"] == "sea"), row
        assert (unit["class"] in ("land", "facility")) <= (area["kind"] == "land"), row


@pytest.mark.section("Setup")
def test_fighters_at_sea_have_a_carrier_there() -> None:
    afloat = {(row["area"], row["power"]): row for row in rows("setup") if row["area"].startswith("sea-zone-")}
    counts = {(row["area"], row["power"], row["unit"]): int(row["count"]) for row in rows("setup")}
    for area, power in afloat:
        fighters = counts.get((area, power, "fighter"), 0)
        assert fighters <= 2 * counts.get((area, power, "aircraft-carrier"), 0), (area, power)


@pytest.mark.section("How the War Is Won", "The Combatants")
def test_victory_levels_and_seats() -> None:
    title = tomllib.loads((FOLDER / "title.toml").read_text(encoding="utf-8"))
    assert title["victory"]["levels"] == {"minor": 8, "moderate": 9, "major": 10, "decisive": 11, "total": 12}
    assert [seating["players"] for seating in title["seating"]] == [2, 3, 4, 5]
    for seating in title["seating"]:
        for seat in seating["seats"]:
            assert len({POWERS[power]["side"] for power in seat}) == 1, seat


@pytest.mark.section("Setup", "Game Board", "Spaces On The Game Board")
@pytest.mark.shared
def test_board_equals_the_map_data(shared: Path) -> None:
    root = ElementTree.parse(shared / "maps" / "triplea-ww2v4" / "WW2v4.xml").getroot()
    area, power = ({row["triplea"]: slug for slug, row in table.items()} for table in (AREAS, POWERS))
    unit = {row["triplea"]: slug for slug, row in UNITS.items()}
    connections = {frozenset((area[c.attrib["t1"]], area[c.attrib["t2"]])) for c in root.iter("connection")}
    assert connections == {frozenset((row["area"], row["to"])) for row in LINKS}
    placed = {
        (area[p.attrib["territory"]], power[p.attrib["owner"]], unit[p.attrib["unitType"]]): int(p.attrib["quantity"])
        for p in root.iter("unitPlacement")
    }
    assert {(r["area"], r["power"], r["unit"]): int(r["count"]) for r in rows("setup")} == placed
    owners = {area[o.attrib["territory"]]: power[o.attrib["owner"]] for o in root.iter("territoryOwner")}
    assert {row["area"]: row["power"] for row in rows("control")} == owners
    figures: dict[str, dict[str, str]] = {slug: {} for slug in AREAS}
    for one in root.iter("attachment"):
        if one.attrib["name"] == "territoryAttachment":
            figures[area[one.attrib["attachTo"]]] = {o.attrib["name"]: o.attrib["value"] for o in one.iter("option")}
    values = {slug: row["value"] for slug, row in AREAS.items() if row["kind"] == "land"}
    assert values == {slug: figures[slug].get("production", "0") for slug in values}
    assert {slug for slug, row in AREAS.items() if row["victory_city"]} == {s for s in figures if "victoryCity" in figures[s]}
    assert {row["capital"]: slug for slug, row in POWERS.items()} == {
        slug: power[given["capital"]] for slug, given in figures.items() if "capital" in given
    }
