"""The board of global-1939: the areas, links and passages of the Global 1940 map, and the sections that name places."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.global1939.tables import FOLDER, HOLDER, NEUTRALS, TITLE, rows

TABLES = [
    "areas",
    "bans",
    "cities",
    "control",
    "links",
    "nations",
    "passages",
    "powers",
    "regions",
    "reserves",
    "setup",
    "technologies",
    "treasury",
    "units",
]
WORDS = ("rulebook: ", "map: Global 1940", "reconstructed: ")


@pytest.mark.parametrize("table", TABLES)
def test_every_row_names_its_source(table: str) -> None:
    unsaid = [row for row in rows(table) if not any(word in row["source"] for word in WORDS)]
    assert unsaid == []


NAMED = {
    "finland", "romania", "bulgaria", "hungary", "dutch", "vichy", "argentina", "venezuela", "brazil", "saudi-arabia",
    "spain", "sweden", "norway", "denmark", "turkey",
}  # fmt: skip
"""The neutral nations that the text names (Minor Axis Allies, Neutrals, Straights; France, Vichy France and Free French)."""


@pytest.mark.section("Neutrals")
@pytest.mark.parametrize("table", ["powers", "nations"])
def test_nations_that_the_text_does_not_name_are_marked_as_the_map_s_or_reconstructed(table: str) -> None:
    source = {row["power"]: row["source"] for row in rows(table) if row["power"] in NEUTRALS}
    assert {nation for nation, said in source.items() if said.startswith("rulebook: ")} == NAMED
    assert {nation for nation, said in source.items() if said.startswith("reconstructed: ")} == {
        "poland",
        "baltic-states",
    }
    others = set(source) - NAMED - {"poland", "baltic-states", "mongolia"}
    assert all(source[nation].endswith("; reconstructed: a nation of its own") for nation in others)


def test_the_colors_are_marked_as_reconstructed() -> None:
    assert TITLE.settings["color_source"].startswith("reconstructed")


def test_the_board_has_204_territories_and_128_sea_zones() -> None:
    assert Counter(area.kind for area in TITLE.areas.values()) == {"land": 204, "sea": 128}
    assert all(TITLE.areas[f"sea-zone-{number}"].kind == "sea" for number in range(1, 129))


def test_every_area_is_linked_but_the_pripet_marshes_which_nothing_enters() -> None:
    assert len(TITLE.links) == 829
    assert {area for area, near in TITLE.neighbours.items() if not near} == {"pripet-marshes"}
    assert {area for area, row in TITLE.areas.items() if row.terrain == "impassable"} == {"himalayas", "pripet-marshes"}


def test_places_that_every_player_knows() -> None:
    near = {area: set(found) for area, found in TITLE.neighbours.items()}
    assert near["japan"] == {"sea-zone-6"}
    assert near["gibraltar"] == {"sea-zone-91", "sea-zone-92", "spain"}
    assert near["malta"] == {"sea-zone-96"}
    assert {"western-germany", "holland-belgium", "southern-france"} <= near["france"]
    assert "germany" not in near["france"]
    assert {"poland", "sea-zone-113", "sea-zone-114"} <= near["germany"]
    assert near["sea-zone-100"] >= {"sea-zone-99", "turkey", "caucasus", "romania"}
    assert {area for area in near["sea-zone-128"]} >= {"caucasus", "kazakhstan"}
    assert not any(TITLE.areas[area].kind == "sea" for area in near["sea-zone-128"])  # the Caspian


def test_islands_have_no_neighbour_but_the_sea() -> None:
    alone = {
        area
        for area, near in TITLE.neighbours.items()
        if near and TITLE.areas[area].kind == "land" and all(TITLE.areas[other].kind == "sea" for other in near)
    }
    assert {area for area, row in TITLE.areas.items() if row.terrain == "island"} == alone
    assert {"japan", "malta", "java", "hawaiian-islands", "new-zealand"} <= alone


def test_land_that_can_be_entered_has_one_holder_at_the_start() -> None:
    land = {area for area, row in TITLE.areas.items() if row.kind == "land" and row.terrain != "impassable"}
    assert set(HOLDER) == land


def test_original_owners_hold_their_areas_but_in_occupied_china() -> None:
    occupied = {area for area, holder in HOLDER.items() if TITLE.areas[area].original_owner != holder}
    assert {TITLE.areas[area].original_owner for area in occupied} == {"china"}
    assert {HOLDER[area] for area in occupied} == {"japan"}
    assert {"manchuria", "kiangsu", "shantung"} <= occupied


@pytest.mark.section("Straights")
def test_straights_the_five_passages_and_their_banks() -> None:
    between = {link.passage: {link.area, link.to} for link in TITLE.links if link.passage}
    assert between == {
        "danish-straits": {"sea-zone-112", "sea-zone-113"},
        "bosporus": {"sea-zone-99", "sea-zone-100"},
        "strait-of-gibraltar": {"sea-zone-91", "sea-zone-92"},
        "suez-canal": {"sea-zone-81", "sea-zone-98"},
        "panama-canal": {"sea-zone-64", "sea-zone-89"},
    }
    assert TITLE.passages["danish-straits"].needs == ("denmark", "norway")
    assert TITLE.passages["danish-straits"].neutral == ("axis",)
    assert TITLE.passages["bosporus"].needs == ("turkey",)
    assert TITLE.passages["strait-of-gibraltar"].needs == ("gibraltar",)
    assert TITLE.passages["suez-canal"].needs == ("egypt", "trans-jordan")
    assert TITLE.passages["panama-canal"].needs == ("central-america",)


@pytest.mark.section("Straights")
def test_straights_the_baltic_lies_behind_the_danish_straits() -> None:
    baltic = set(TITLE.regions["baltic"])
    ways = {link.passage for link in TITLE.links if link.kind == "sea" and len({link.area, link.to} & baltic) == 1}
    assert ways == {"danish-straits"}


@pytest.mark.section("Lend Lease")
def test_lend_lease_oceans_are_sea_zones_of_one_piece_each() -> None:
    for region in ("atlantic", "indian-ocean"):
        zones = set(TITLE.regions[region])
        assert {TITLE.areas[zone].kind for zone in zones} == {"sea"}
        assert connected(zones), region
    assert not set(TITLE.regions["atlantic"]) & set(TITLE.regions["indian-ocean"])
    assert not {"sea-zone-100", "sea-zone-95", "sea-zone-115"} & set(TITLE.regions["atlantic"])


def connected(areas: set[str]) -> bool:
    found, todo = set(), [min(areas)]
    while todo:
        area = todo.pop()
        if area not in found:
            found.add(area)
            todo += [near for near in TITLE.neighbours[area] if near in areas]
    return found == areas


@pytest.mark.section("Neutrals")
def test_neutrals_which_lean_and_which_do_not() -> None:
    leaning = {power: row.leans for power, row in TITLE.nations.items() if row.leans}
    allied = {"dutch", "venezuela", "brazil", "saudi-arabia"}
    axis = {"finland", "romania", "bulgaria", "hungary", "argentina", "vichy"}
    assert leaning == dict.fromkeys(allied, "allies") | dict.fromkeys(axis, "axis")
    assert {"spain", "sweden", "turkey", "poland", "norway", "denmark"} <= NEUTRALS - set(leaning)


@pytest.mark.section("Minor Axis Allies")
def test_minor_axis_allies_are_four_nations_that_germany_will_lead() -> None:
    minor = {power for power, row in TITLE.nations.items() if row.leader == "germany"}
    assert minor == {"finland", "romania", "bulgaria", "hungary"}
    assert all(any(holder == power for holder in HOLDER.values()) for power in minor)


@pytest.mark.section("ANZAC and Canada")
def test_anzac_and_canada_are_british_areas_with_homes_of_their_own() -> None:
    for rider in ("anzac", "canada"):
        assert TITLE.nations[rider].kind == "rider" and TITLE.nations[rider].leader == "united-kingdom"
        assert {HOLDER[area] for area in TITLE.regions[rider]} == {"united-kingdom"}
    assert {"new-south-wales", "new-zealand"} <= set(TITLE.regions["anzac"])
    assert {"ontario", "quebec"} <= set(TITLE.regions["canada"])


@pytest.mark.section("Burma Road")
def test_burma_road_runs_from_burma_to_the_chinese_capital() -> None:
    road = set(TITLE.regions["burma-road"])
    assert road == {"burma", "shan-state", "yunnan", "szechwan"} and connected(road)
    assert sum(TITLE.areas[area].value for area in road) == 4  # Burma Road: up to 4 IPC


@pytest.mark.section("France, Vichy France and Free French")
def test_free_french_and_vichy_divide_all_french_areas_but_paris() -> None:
    vichy, free = set(TITLE.regions["vichy"]), set(TITLE.regions["free-french"])
    assert not vichy & free
    assert vichy | free == {area for area, holder in HOLDER.items() if holder == "france"} - {"france"}


@pytest.mark.section("Strategic Centers")
def test_strategic_centers_are_land_that_can_be_held() -> None:
    centers = set(TITLE.regions["oil-centers"])
    assert centers == {"caucasus", "romania", "persia", "iraq", "borneo", "sumatra", "java", "central-united-states"}
    assert centers <= set(HOLDER)


@pytest.mark.shared
def test_board_equals_the_map_data(shared: Path) -> None:
    root = ElementTree.parse(shared / "maps" / "triplea-global-1940" / "ww2global40_2nd_edition.xml").getroot()
    water = {one.attrib["name"]: one.attrib.get("water") == "true" for one in root.iter("territory")}
    slug_of = {ours(name): area for area, name in ((area, row.name) for area, row in TITLE.areas.items())}
    assert {ours(name) for name in water} == set(slug_of)
    assert all((TITLE.areas[slug_of[ours(name)]].kind == "sea") == wet for name, wet in water.items())
    links = {frozenset(slug_of[ours(one.attrib[end])] for end in ("t1", "t2")) for one in root.iter("connection")}
    assert links == {frozenset((link.area, link.to)) for link in TITLE.links}


def ours(name: str) -> str:
    """`33 Sea Zone` is our Sea Zone 33; every other name is the map's."""
    number, _, rest = name.partition(" ")
    return f"{rest} {number}" if number.isdigit() else name


@pytest.mark.shared
def test_values_are_the_map_data_s_unless_a_row_says_otherwise(shared: Path) -> None:
    root = ElementTree.parse(shared / "maps" / "triplea-global-1940" / "ww2global40_2nd_edition.xml").getroot()
    printed = {}
    for one in root.iter("attachment"):
        if one.attrib["name"] == "territoryAttachment":
            option = {found.attrib["name"]: found.attrib["value"] for found in one.iter("option")}
            printed[ours(one.attrib["attachTo"])] = int(option.get("production", 0))
    changed = {area for area, row in TITLE.areas.items() if row.value != printed.get(row.name, 0)}
    assert changed == {area for area, row in TITLE.areas.items() if "reconstructed: income" in row.source}


def test_the_folder_holds_no_table_that_nobody_reads() -> None:
    assert {path.stem for path in FOLDER.glob("*.csv")} <= {
        *TABLES,
        "revisions",
        "relations",
        "vocabulary",
        "proven",
        "tables",
    }
