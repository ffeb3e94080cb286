"""Sections 2.5, 6.1: minor powers begin with the armies of the published chart of neutrals, zone by zone."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from engine.titles.global_war_1936.land.modifiers import works_between
from engine.titles.global_war_1936.politics import alignment
from engine.titles.global_war_1936.sea.coast import guns
from engine.titles.global_war_1936.tables import figure, vichy
from tests.global_war_1936.positions import EARLY, FOLDER, TITLE, begun, rows, standing
from tests.global_war_1936.printed import CHART, chart, lands, table, zones

SOURCE = "published 4.3 chart of neutrals"
UNKNOWN = {
    "albania", "cuba", "ecuador", "hispaniola", "paraguay", "uruguay",
    "hopeh-warlord", "kwangtung-warlord", "sinkiang-warlord", "tibet-warlord", "tsinghai-warlord", "yunnan-warlord",
}  # fmt: skip
"""Minor powers that the chart has not: their armies are reconstructed."""
GONE = {"abyssinia", "austria", "czechoslovakia", "republican-spain", "siam"}
"""Minor powers of the chart that are taken, or have aligned, by 1939."""
NOT_ON_CHART = {"minor-port", "minor-shipyard"}
"""Facilities of minor powers that the chart leaves to the map (2.5)."""


def slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def place_of(row: dict[str, str]) -> str:
    """Our zone of a unit of the chart; of a ship the code of its sea zone."""
    return row["sea_zone"] if TITLE.units[slug(row["unit"])].cls == "sea" else lands()[row["nation_and_zone"]]["zone"]


def printed() -> Counter[tuple[str, str, str]]:
    """Power, place and unit to how many the chart has."""
    found: Counter[tuple[str, str, str]] = Counter()
    for row in chart():
        found[lands()[row["nation_and_zone"]]["power"], place_of(row), slug(row["unit"])] += int(row["count"])
    return found


def codes(power: str) -> dict[str, str]:
    """Sea zone to the code at which the chart has ships of a power there."""
    at_sea = {row["sea_zone"] for row in chart() if lands()[row["nation_and_zone"]]["power"] == power} - {""}
    return {zone: code for code in at_sea for zone in zones(code)}


def placed(scenario: str) -> Counter[tuple[str, str, str]]:
    """Power, place and unit to how many stand on the board at first, of the powers of the chart."""
    found: Counter[tuple[str, str, str]] = Counter()
    powers = {row["power"] for row in lands().values()}
    for key, count in begun(scenario).state.stacks.items():
        if key.power in powers and key.unit not in NOT_ON_CHART:
            place = codes(key.power).get(key.area, key.area)
            found[key.power, place, key.unit] += count
    return found


@pytest.mark.section("2.5")
def test_the_chart_is_whole() -> None:
    totals: Counter[str] = Counter()
    for row in chart():
        if not row["nation_and_zone"].startswith("Spain"):
            totals[row["unit"]] += int(row["count"])
    assert (totals["Militia"], totals["Infantry"]) == (47, 58)  # the sums that stand on the sheet


@pytest.mark.section("2.5")
def test_the_chart_is_the_one_of_the_reference_material(shared: Path) -> None:
    assert table(CHART) == table(shared / "facts" / "data" / "gw_v43_neutrals.csv")
    assert {row["nation_and_zone"] for row in chart()} == set(lands())


@pytest.mark.section("2.5")
def test_every_unit_of_the_chart_stands_in_its_zone_in_1936_and_no_other() -> None:
    assert placed("1936") == printed()


@pytest.mark.section("2.5")
def test_the_board_has_as_many_of_each_unit_as_the_columns_of_the_sheet() -> None:
    totals: Counter[str] = Counter()
    for (power, _, unit), count in placed("1936").items():
        if not power.endswith("-spain"):
            totals[unit] += count
    assert (totals["militia"], totals["infantry"]) == (47, 58)


@pytest.mark.section("2.5", "4.8")
def test_who_is_still_apart_in_1939_has_the_same_army() -> None:
    spain = {"nationalist-spain", "republican-spain"}
    expected = {key: count for key, count in printed().items() if key[0] not in GONE | spain}
    assert {key: count for key, count in placed("1939").items() if key[0] not in spain} == expected
    assert not {key[0] for key in placed("1939")} & GONE


@pytest.mark.section("2.5")
def test_a_row_names_the_printed_zones_that_it_joins_and_what_the_chart_has_not_is_reconstructed() -> None:
    names = defaultdict(list)
    for row in chart():
        name = re.sub(r" \(.*", "", row["nation_and_zone"].rpartition(" - ")[2])
        names[lands()[row["nation_and_zone"]]["power"], place_of(row), slug(row["unit"])].append(name)
    for row in rows("setup") + rows("border_facilities"):
        key = (row["power"], codes(row["power"]).get(row["area"], row["area"]), row["unit"])
        later = "; reconstructed: in 1939 as in 1936" if row["scenario"] == "1939" else ""
        if row["source"] != "reconstructed":
            taken = ("republican-spain", *key[1:])  # by the Nationalists, who hold all of Spain in 1939
            assert row["source"] == f"{SOURCE}: {', '.join(names.get(key) or names[taken])}{later}", row
        else:
            in_spain = (row["scenario"], row["power"]) == ("1939", "nationalist-spain")
            assert key not in names or in_spain, row


@pytest.mark.section("2.5", "4.2")
def test_minor_powers_that_the_chart_has_not_keep_reconstructed_armies() -> None:
    armed = {row["power"] for row in rows("setup") if TITLE.powers[row["power"]].side == "neutral" and row["unit"] not in NOT_ON_CHART}
    assert armed - {row["power"] for row in lands().values()} == UNKNOWN


@pytest.mark.section("2.5", "13.1")
def test_the_islands_and_colonies_of_spain_are_held_by_whose_troops_the_chart_has_there() -> None:
    held = begun("1936").state.control
    for row in lands().values():
        assert held[row["zone"]] == row["power"], row


@pytest.mark.section("14.4.2")
def test_vichys_army_is_that_of_the_chart() -> None:
    army = Counter({slug(row["unit"]): int(row["count"]) for row in table(CHART) if row["nation_and_zone"].startswith("Vichy")})
    assert Counter(vichy(TITLE).army) == army == {"infantry": 3, "artillery": 1, "fighter": 1}
    assert vichy(TITLE).home[0] == "southern-france"


@pytest.mark.section("2.5", "12.7")
@pytest.mark.parametrize(("area", "faced", "not_faced"), [("karjala", "leningrad", "archangel"), ("istanbul", "bulgaria", "")])
def test_fortifications_of_the_chart_stand_on_their_border(area: str, faced: str, not_faced: str) -> None:
    position = begun("1936").position
    assert works_between(position, area, faced) == figure(TITLE, "walls")
    assert not not_faced or works_between(position, area, not_faced) == 0


@pytest.mark.section("2.5", "12.9")
@pytest.mark.parametrize(("area", "power", "zone"), [("norway", "norway", "sea-zone-8"), ("istanbul", "turkey", "sea-zone-57")])
def test_coastal_artillery_of_the_chart_fires_at_its_sea(area: str, power: str, zone: str) -> None:
    stacks = {area: standing(begun("1936"), area)}
    play = EARLY.play_from(stacks, "germany", "combat-move", relations={("germany", power): "war"}, control={area: power})
    assert guns(play.position, area, zone) == 3


@pytest.mark.section("2.5", "12.8")
def test_who_stands_on_a_border_faces_a_neighbour_and_only_where_one_protects_all_it_faces_none() -> None:
    for row in rows("border_facilities"):
        assert TITLE.units[row["unit"]].has("border"), row
        assert row["to"] in TITLE.neighbours[row["area"]] or TITLE.in_region(row["area"], "one-fortification"), row


@pytest.mark.section("4.4", "12.7")
def test_what_stands_on_a_border_stays_there_as_its_nation_aligns() -> None:
    play = begun("1936")
    alignment.align(play, "finland", "germany")
    assert standing(play, "karjala") == "germany: fortification [border:leningrad!], 3 infantry"
    assert works_between(play.position, "karjala", "leningrad") == figure(TITLE, "walls")


@pytest.mark.section("1.2")
def test_the_readme_lists_every_zone_that_is_printed_otherwise() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    parts = defaultdict(list)
    for printed_name, row in lands().items():
        parts[row["zone"]].append(re.sub(r" \(.*", "", printed_name.rpartition(" - ")[2]))
    for zone, names in parts.items():
        ours = TITLE.areas[zone].name
        if names != [ours]:
            line = next((line for line in readme.splitlines() if line.startswith(f"| {ours} |") and line.count("|") == 3), "")
            assert all(name.split(" ")[-1] in line for name in names), (ours, names)
