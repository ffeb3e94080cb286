"""The board of Black Swan: every fact that the text gives about areas, sea zones and what links them."""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter, deque

import pytest

from engine.families.axis_allies.board import is_open
from engine.rules import Position
from engine.state import GameState
from tests.black_swan.tables import FOLDER, MAJORS, STRATEGIC, TITLE, rows

LAND = {area for area, row in TITLE.areas.items() if row.kind == "land"}
SEA = {area for area, row in TITLE.areas.items() if row.kind == "sea"}
TABLES = (
    "areas",
    "links",
    "borders",
    "passages",
    "powers",
    "nations",
    "regions",
    "units",
    "setup",
    "control",
    "reserves",
    "relations",
    "standings",
    "strategic_results",
)
PASSABLE = {area for area in LAND if TITLE.areas[area].terrain != "impassable"}


def linked(one: str, two: str) -> bool:
    return two in TITLE.neighbours[one]


def zones(area: str) -> set[str]:
    return {other for other in TITLE.neighbours[area] if other in SEA}


def ports(area: str) -> dict[str, str]:
    """Return the zones on which an area has a port, each with the kind."""
    return {row.to: row.border for row in TITLE.borders if row.area == area and row.border.endswith("port")}


def seaway(start: str, end: str, closed: frozenset[str] = frozenset()) -> list[str]:
    """Return the fewest sea zones between two areas, the areas left out, by links without the closed passages."""
    ways, seen = deque([[start]]), {start}
    while ways:
        way = ways.popleft()
        for other, link in TITLE.neighbours[way[-1]].items():
            if other == end and len(way) > 1:
                return way[1:]
            if other in SEA - seen and link.passage not in closed:
                seen.add(other)
                ways.append([*way, other])
    return []


@pytest.mark.parametrize("table", TABLES)
def test_every_row_says_rulebook_or_reconstructed(table: str) -> None:
    assert [row for row in rows(table) if not row["source"].startswith(("rulebook: ", "reconstructed: "))] == []


def test_every_table_of_the_folder_is_checked() -> None:
    assert {path.stem for path in FOLDER.glob("*.csv")} == {*TABLES, "proven"}


def test_every_row_of_title_toml_names_its_section() -> None:
    found = tomllib.loads((FOLDER / "title.toml").read_text(encoding="utf-8"))
    plain = {"side", "resource", "scenario", "dice"}
    parts = [
        part
        for key, value in found.items()
        if key not in plain and isinstance(value, (dict, list))
        for part in (value if isinstance(value, list) else [value])
        if isinstance(part, dict)
    ]
    assert [part for part in parts if not part["source"].startswith("rulebook: ")] == []


@pytest.mark.section("2.0.1")
def test_2_0_1_eight_bodies_of_water_and_21_sea_zones() -> None:
    bodies = {row["slug"]: TITLE.regions[row["slug"]] for row in TITLE.settings["waters"]}
    assert {body: len(found) for body, found in bodies.items()} == {
        "us-coastal-waters": 1, "indian-ocean": 1, "atlantic-ocean": 6, "mediterranean-sea": 7, "baltic-sea": 2,
        "white-sea": 1, "black-sea": 2, "caspian-sea": 1,
    }  # fmt: skip
    assert sorted(zone for found in bodies.values() for zone in found) == sorted(SEA) and len(SEA) == 21


@pytest.mark.section("1.3")
def test_1_3_nineteen_strategic_areas_of_the_strategic_power_lists() -> None:
    assert (
        set(
            "berlin warsaw paris narvik ploesti athens rome london gibraltar cairo mosul abadan moscow murmansk leningrad "
            "gorki stalingrad kiev baku".split()
        )
        == STRATEGIC
    )


@pytest.mark.section("5.3")
def test_5_3_the_cities_that_decide_the_war_are_the_stars() -> None:
    assert set(TITLE.victory_cities) == STRATEGIC
    goals = {(row["contender"], row["measure"]): row["threshold"] for row in TITLE.settings["victory"]["condition"]}
    factions = ("axis", "western-allies", "soviets")
    assert goals == {(side, f"{kind}-power"): least for side in factions for kind, least in (("strategic", 10), ("economic", 100))}
    assert len(STRATEGIC) < 2 * 10  # two factions cannot both have won


def test_absolute_neutrals_are_no_powers() -> None:
    """Introduction: no side can enter them, and nobody can declare war on them (7.0)."""
    assert {TITLE.areas[area].original_owner for area in LAND - PASSABLE} == {""}


@pytest.mark.section("3.2")
def test_3_2_small_areas_and_rough_terrain() -> None:
    small = set("tobruk alexandria malta gibraltar sevastopol murmansk petsamo leningrad narvik".split())
    assert set(TITLE.regions["small"]) == small
    # 7.0: small areas are rough, too, so is Vienna; 1.2: the three areas east of the line. Moscow and Nantes are clear.
    assert small | {"vienna", "molotov", "kazan", "kuybyshev"} <= set(TITLE.regions["rough"])
    assert not {"moscow", "nantes"} & set(TITLE.regions["rough"])


@pytest.mark.section("3.5")
def test_3_5_nine_areas_have_the_sniping_icon() -> None:
    assert len(TITLE.regions["sniping"]) == 9 and set(TITLE.regions["sniping"]) <= PASSABLE


def test_every_passable_area_is_on_one_front_but_the_usa() -> None:
    neutral = {"eire", "portugal", "spain", "sweden", "switzerland", "turkey", "el-qattara-depression"}
    assert neutral == LAND - PASSABLE
    fronts = Counter(area for front in ("west-front", "east-front", "med-front") for area in TITLE.regions[front])
    assert fronts == Counter(PASSABLE - {"usa"})


@pytest.mark.parametrize(
    ("area", "front"),
    [("rome", "med"), ("paris", "west"), ("casablanca", "med"), ("marseille", "med"), ("moscow", "east"),
     ("belgrade", "med"), ("kursk", "east"), ("sofia", "east"), ("thessaloniki", "med"), ("warsaw", "east"),
     ("nantes", "west"), ("crete", "med"), ("gibraltar", "med")],
)  # fmt: skip
def test_fronts_that_tables_and_examples_name(area: str, front: str) -> None:
    """1.3 (table), 5.2 (Belgrade, Kursk), 4.0 (Bulgaria, Thessaloniki), 3.6 and 3.1 (Nantes), 9.0 (Poland in 1939)."""
    assert area in TITLE.regions[f"{front}-front"]


@pytest.mark.section("1.5")
def test_1_5_belfast_is_under_the_blue_umbrella_only() -> None:
    blue, black = (set(TITLE.regions[name]) for name in ("blue-umbrella", "black-umbrella"))
    assert "belfast" in blue - black and black < blue


@pytest.mark.section("1.4")
def test_1_4_garrisons_of_belfast_and_the_trans_caucasus() -> None:
    assert {"belfast", "batumi", "yerevan", "baku"} <= set(TITLE.regions["garrisoned"])


@pytest.mark.section("2.1")
def test_2_1_two_canals_three_straits_and_what_opens_them() -> None:
    kinds = Counter(row.kind for row in TITLE.passages.values())
    assert kinds == {"strait": 3, "canal": 2, "route": 1}
    doors = {slug: {row.needs, row.instead} for slug, row in TITLE.passages.items()}
    assert doors["gibraltar-strait"] == {("gibraltar",), ()}
    assert doors["suez-canal"] == {("cairo", "sinai"), ()}
    assert doors["skagerrak"] == {("copenhagen", "bergen"), ("hamburg", "berlin")}
    assert doors["turkish-straits"] == {("turkey",), ()}
    assert doors["cape-of-good-hope"] == {()}


@pytest.mark.section("2.1")
@pytest.mark.parametrize(
    ("one", "two", "held", "openers"),
    [
        ("norwegian-sea", "southern-baltic", "hamburg berlin", {"germany"}),
        ("norwegian-sea", "southern-baltic", "copenhagen bergen", {"germany"}),
        ("norwegian-sea", "southern-baltic", "hamburg bergen", set()),
        ("central-atlantic", "alboran-sea", "gibraltar", {"germany"}),
        ("eastern-med", "indian-ocean", "cairo", set()),
        ("eastern-med", "indian-ocean", "cairo sinai", {"germany"}),
        ("western-black-sea", "aegean-sea", "athens sofia", set()),
        ("southern-atlantic", "indian-ocean", "", {"germany", "great-britain"}),
    ],
)
def test_2_1_who_may_pass_when_germany_holds_areas(one: str, two: str, held: str, openers: set[str]) -> None:
    """Either door opens the way to the Baltic, but only whole; the Turkish Straits are shut, the Cape is free to all."""
    state = GameState()
    state.turn_control = state.control = dict.fromkeys(held.split(), "germany")
    link = TITLE.neighbours[one][two]
    found = {power for power in ("germany", "great-britain") if is_open(Position(TITLE, state), link, power)}
    assert found == openers


@pytest.mark.section("2.1")
def test_2_1_bodies_of_water_meet_only_in_canals_straits_and_at_sea() -> None:
    body = {zone: row["slug"] for row in TITLE.settings["waters"] for zone in TITLE.regions[row["slug"]]}
    between = {
        frozenset((body[link.area], body[link.to])): link.passage
        for link in TITLE.links
        if link.kind == "sea" and body[link.area] != body[link.to]
    }
    assert between == {
        frozenset(("us-coastal-waters", "atlantic-ocean")): "",
        frozenset(("atlantic-ocean", "mediterranean-sea")): "gibraltar-strait",
        frozenset(("atlantic-ocean", "baltic-sea")): "skagerrak",
        frozenset(("atlantic-ocean", "indian-ocean")): "cape-of-good-hope",
        frozenset(("mediterranean-sea", "indian-ocean")): "suez-canal",
        frozenset(("mediterranean-sea", "black-sea")): "turkish-straits",
    }


@pytest.mark.section("3.4")
def test_3_4_example_from_the_us_to_cyprus_seven_zones_by_gibraltar_six_by_the_cape() -> None:
    closed = frozenset({"cape-of-good-hope"})
    assert seaway("usa", "cyprus", closed) == [
        "us-coastal-waters",
        "northern-atlantic",
        "central-atlantic",
        "alboran-sea",
        "western-med",
        "central-med",
        "eastern-med",
    ]
    assert seaway("usa", "cyprus") == [
        "us-coastal-waters",
        "northern-atlantic",
        "central-atlantic",
        "southern-atlantic",
        "indian-ocean",
        "eastern-med",
    ]


@pytest.mark.section("3.1")
def test_3_1_example_a_landing_from_the_us_in_morocco() -> None:
    assert ports("casablanca") and ports("usa") and "casablanca" in TITLE.regions["med-front"]
    assert seaway("usa", "casablanca")[0] == "us-coastal-waters"


@pytest.mark.section("9.0")
def test_9_0_example_two_ways_to_supply_malta() -> None:
    path = ["the-channel", "central-atlantic", "alboran-sea", "western-med", "central-med"]
    cape = ["the-channel", "central-atlantic", "southern-atlantic", "indian-ocean", "eastern-med", "central-med"]
    for way in (path, cape, ["northern-atlantic", *path[1:]], ["northern-atlantic", *cape[1:]]):
        assert all(linked(one, two) for one, two in itertools.pairwise(way))
    assert linked("london", "the-channel") and linked("malta", "central-med")


@pytest.mark.section("1.2")
def test_1_2_example_units_in_libya_have_the_central_med_only() -> None:
    for area in ("tripoli", "sirte", "benghazi", "gazala", "tobruk"):
        assert zones(area) == {"central-med"}, area


@pytest.mark.section("2.2")
def test_2_2_opposition_discs_of_the_set_ups_leave_these_coasts_out() -> None:
    """No disc of Paris lies in the Channel, none of Athens in the Eastern Med, none of Ploesti anywhere (8.0, 9.0)."""
    assert not linked("paris", "the-channel")
    assert zones("athens") == {"central-med", "aegean-sea"}
    assert zones("ploesti") == zones("kiev") == zones("moscow") == set()


@pytest.mark.section("3.1.1")
def test_3_1_1_example_the_airborne_unit_in_athens() -> None:
    reached = {area for zone in zones("athens") for area in TITLE.neighbours[zone]}
    assert {"crete", "malta"} <= reached and "cyprus" not in reached
    assert all(TITLE.areas[area].terrain == "island" for area in ("crete", "malta", "cyprus"))


@pytest.mark.section("3.1.2")
def test_3_1_2_examples_of_seaborne_operations() -> None:
    assert not ports("sinai")
    assert set(ports("copenhagen")) == {"southern-baltic"} and zones("copenhagen") == {
        "southern-baltic",
        "norwegian-sea",
    }
    assert seaway("sardinia", "gibraltar") == ["western-med", "alboran-sea"]
    assert seaway("rome", "gibraltar") == ["tyrrhenian-sea", "western-med", "alboran-sea"]
    assert all(map(ports, ("sardinia", "rome", "naples", "gibraltar", "crete")))


@pytest.mark.section("3.6")
def test_3_6_example_of_a_retreat_across_the_channel() -> None:
    """British areas on the Channel are Plymouth and London; from there the way goes on to Manchester or Liverpool."""
    coast = {area for area in TITLE.neighbours["the-channel"] if area in TITLE.regions["home-great-britain"]}
    assert coast == {"plymouth", "london"} and ports("nantes").keys() >= {"the-channel"}
    onward = {area for one in coast for area in TITLE.neighbours[one] if area in LAND} - coast
    assert onward == {"manchester", "liverpool"}


@pytest.mark.section("4.0")
def test_4_0_example_crete_and_bulgaria() -> None:
    assert linked("thessaloniki", "sofia") and set(ports("thessaloniki")) == {"aegean-sea"}
    assert all(linked(area, "aegean-sea") for area in ("thessaloniki", "athens", "crete")) and ports("athens")


@pytest.mark.section("3.6")
def test_3_6_example_moscow_has_an_area_to_retreat_to() -> None:
    assert {area for area in TITLE.neighbours["moscow"] if area in LAND} >= {"tula", "gorki"}


@pytest.mark.section("1.6")
def test_1_6_navy_icons() -> None:
    """Germany has two, Italy and Great Britain three, each beside the home nation; ships of 1939 stand in them."""
    assert {power: len(TITLE.regions[f"navy-{power}"]) for power in ("germany", "italy", "great-britain")} == {
        "germany": 2,
        "italy": 3,
        "great-britain": 3,
    }
    for power in MAJORS:
        coast = {zone for area in TITLE.regions[f"home-{power}"] for zone in zones(area)}
        assert set(TITLE.regions[f"navy-{power}"]) <= coast, power
    assert {zone for area in TITLE.regions["home-great-britain"] for zone in zones(area)} == set(TITLE.regions["navy-great-britain"])


@pytest.mark.section("1.6")
def test_1_6_ports_orange_and_red() -> None:
    """Four red ports in the Indian Ocean (7.0); Tunis is orange (3.3), so is Sicily (7.0); orange ports are of the Med."""
    red = {row.area for row in TITLE.borders if row.border == "red-port"}
    orange = {row.area for row in TITLE.borders if row.border == "orange-port"}
    assert len(red) == 4 and all(linked(area, "indian-ocean") for area in red)
    assert {"tunis", "sicily"} <= orange <= set(TITLE.regions["med-front"])


def test_ports_are_on_coasts_and_borders_on_links() -> None:
    apart = {(row.area, row.to) for row in TITLE.borders if not linked(row.area, row.to)}
    assert apart == {("leningrad", "tikhvin")}
    for row in TITLE.borders:
        assert (row.to in SEA) == row.border.endswith("port"), row


@pytest.mark.section("2.0.2")
def test_2_0_2_the_road_of_life_is_no_way_for_units() -> None:
    (road,) = (row for row in TITLE.borders if row.border == "road-of-life")
    assert {road.area, road.to} == {"leningrad", "tikhvin"} and not linked("leningrad", "tikhvin")


@pytest.mark.section("3.2")
def test_3_2_the_line_from_arkhangelsk_to_astrakhan_cuts_siberia_off() -> None:
    siberia = set(TITLE.regions["siberia"])
    across = {frozenset((row.area, row.to)) for row in TITLE.borders if row.border == "arkhangelsk-astrakhan-line"}
    assert across == {frozenset((one, two)) for one in siberia for two in TITLE.neighbours[one] if two not in siberia}
    assert len(siberia) == 3 and {"arkhangelsk", "astrakhan"} <= set(TITLE.regions["west-of-the-line"])


@pytest.mark.section("3.2")
def test_3_2_the_finnish_line_cuts_finland_and_the_murmansk_railway_off() -> None:
    """Between northwest and southeast of the line no land way is left that does not cross it."""
    across = {frozenset((row.area, row.to)) for row in TITLE.borders if row.border == "finnish-line"}
    seen, waiting = {"helsinki"}, ["helsinki"]
    while waiting:
        area = waiting.pop()
        for other in TITLE.neighbours[area].keys() & PASSABLE - seen:
            if frozenset((area, other)) not in across:
                seen.add(other)
                waiting.append(other)
    assert {"oulu", "petsamo", "viipuri"} <= seen
    assert not {"leningrad", "tikhvin", "arkhangelsk", "moscow"} & seen


def test_every_land_area_but_islands_can_be_left_by_land() -> None:
    alone = {area for area in PASSABLE if not TITLE.neighbours[area].keys() & PASSABLE}
    assert alone == {"usa", "malta", "cyprus", "crete", "corsica", "sardinia", "belfast", "gibraltar"}


@pytest.mark.section("5.1")
def test_5_1_areas_whose_loss_makes_nations_surrender() -> None:
    assert set(TITLE.regions["surrender-of-italy"]) == {"sicily", "sardinia", "milan", "naples"}
    assert set(TITLE.regions["surrender-of-france"]) == set("lille strasbourg nantes bordeaux marseille toulouse".split())


def test_regions_that_follow_from_others() -> None:
    """5.1: all red areas west of the line; 8.0: non-Vichy France is the France of the West Front."""
    red = {area for area, row in TITLE.areas.items() if row.original_owner == "soviet-union" and row.kind == "land"}
    french = {area for area, row in TITLE.areas.items() if row.original_owner == "france" and row.kind == "land"}
    assert set(TITLE.regions["home-soviet-union"]) == red
    assert set(TITLE.regions["west-of-the-line"]) == red - set(TITLE.regions["siberia"])
    assert set(TITLE.regions["metropolitan-west"]) == french & set(TITLE.regions["west-front"])
    assert set(TITLE.regions["vichy-france"]) == french - set(TITLE.regions["metropolitan-west"])


def test_islands_and_overseas_areas_have_a_port_on_every_coast() -> None:
    """Else nothing could be supplied or reinforced there by sea (1.6); Cairo and the Sinai have none on the Med."""
    islands = {area for area in PASSABLE if TITLE.areas[area].terrain == "island"} | {"tunis", "gibraltar", "belfast"}
    assert {area: set(ports(area)) for area in islands} == {area: zones(area) for area in islands}


def test_force_pools_are_boxes_of_the_major_nations() -> None:
    boxes = {area: row.original_owner for area, row in TITLE.areas.items() if row.kind == "box"}
    assert boxes == {f"{power}-pool": power for power in MAJORS}
