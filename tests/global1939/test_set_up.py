"""The set-up of 1939: reconstructed, but it must be possible, fit the sections that tell of it, and be playable."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from engine.odds.battle import Forces, odds
from tests.global1939.tables import HOLDER, NEUTRALS, TITLE

COUNTS = {(row.area, row.power, row.unit): row.count for row in TITLE.placements}
AREAS, UNITS = TITLE.areas, TITLE.units
MINOR_AXIS = {"finland", "romania", "bulgaria", "hungary"}


def of(area: str, power: str) -> dict[str, int]:
    return {unit: n for (where, who, unit), n in COUNTS.items() if (where, who) == (area, power)}


def test_units_stand_on_their_own_ground_and_in_their_element() -> None:
    for area, power, unit in COUNTS:
        kind, cls = AREAS[area].kind, UNITS[unit].cls
        assert kind == "sea" or HOLDER[area] == power, (area, power, unit)
        assert (cls == "sea") <= (kind == "sea"), (area, unit)
        assert (cls in ("land", "facility")) <= (kind == "land"), (area, unit)


def test_aircraft_at_sea_have_a_carrier_there() -> None:
    for area, power in {(area, power) for area, power, _ in COUNTS if AREAS[area].kind == "sea"}:
        units = of(area, power)
        flying = sum(n for unit, n in units.items() if UNITS[unit].cls == "air")
        room = sum(n * UNITS[unit].number("carries-aircraft") for unit, n in units.items())
        assert all(UNITS[unit].has("lands-on-carriers") for unit in units if UNITS[unit].cls == "air"), area
        assert flying <= room, (area, power)


def test_no_area_holds_more_of_a_facility_than_it_may() -> None:
    for (area, _, unit), n in COUNTS.items():
        assert n <= (UNITS[unit].number("max-per-area") or n), (area, unit)


@pytest.mark.section("Unit Changes / Major Factories", "Unit Changes / Minor Factories")
def test_minor_and_major_factories_stand_where_they_may_be_built() -> None:
    for area, _, unit in COUNTS:
        if unit in ("major-factory", "minor-factory"):
            assert AREAS[area].value >= {"major-factory": 3, "minor-factory": 1}[unit], (area, unit)
    both = [area for area, _, unit in COUNTS if unit == "major-factory" and (area, HOLDER[area], "minor-factory") in COUNTS]
    assert both == []


def test_every_power_that_builds_has_a_factory_and_china_has_none() -> None:
    with_factory = {power for _, power, unit in COUNTS if unit in ("major-factory", "minor-factory")}
    assert with_factory == set(TITLE.turns) - {"china"}
    for rider in ("anzac", "canada"):
        assert any((area, "united-kingdom", "minor-factory") in COUNTS for area in TITLE.regions[rider]), rider


def test_nothing_is_in_play_that_must_be_researched_or_built_first() -> None:
    begun = {unit for _, _, unit in COUNTS}
    assert not begun & {"self-propelled-artillery", "heavy-tank", "fortification", "factory-upgrade"}


def test_riders_have_money_and_homes_but_no_units_and_vichy_nothing_yet() -> None:
    assert not {"anzac", "canada", "vichy"} & ({power for _, power, _ in COUNTS} | set(HOLDER.values()))


def test_no_two_sides_share_a_sea_zone() -> None:
    sides: dict[str, set[str]] = {}
    for area, power, _ in COUNTS:
        if AREAS[area].kind == "sea":
            sides.setdefault(area, set()).add(TITLE.powers[power].side)
    assert {area for area, found in sides.items() if len(found) > 1} == set()


@pytest.mark.section("Straights")
def test_no_ship_lies_where_it_would_be_shut_in_by_a_neutral_bosporus_but_the_soviet_ones() -> None:
    black_sea = {power for area, power, _ in COUNTS if area == "sea-zone-100"}
    assert black_sea == {"soviet-union"}


@pytest.mark.section("Neutrals")
def test_neutrals_have_nothing_but_infantry() -> None:
    assert {unit for _, power, unit in COUNTS if power in NEUTRALS} == {"infantry"}


@pytest.mark.section("Minor Axis Allies")
def test_minor_axis_allies_have_forces_for_germany_to_use_on_turn_3() -> None:
    forces = Counter({power: 0 for power in MINOR_AXIS})
    for (_, power, _), n in COUNTS.items():
        if power in MINOR_AXIS:
            forces[power] += n
    assert min(forces.values()) >= 4


@pytest.mark.section("Special Army Groups")
def test_germany_and_soviet_union_can_form_their_first_army_group() -> None:
    for power in ("germany", "soviet-union"):
        pairs = [area for area in HOLDER if sum(of(area, power).get(u, 0) for u in ("tank", "mechanized-infantry")) >= 2]
        assert pairs, power


# France, Vichy France and Free French


@pytest.mark.section("France, Vichy France and Free French")
def test_vichy_and_free_french_forces_stand_where_they_will_belong() -> None:
    homes = {"vichy": set(TITLE.regions["vichy"]), "united-kingdom": {*TITLE.regions["free-french"], "united-kingdom"}}
    assert {row.occasion for row in TITLE.reserves} == {row["slug"] for row in TITLE.settings["fall"]}
    for row in TITLE.reserves:
        assert AREAS[row.area].kind == "sea" or row.area in homes[row.power], row
        assert (UNITS[row.unit].cls == "sea") == (AREAS[row.area].kind == "sea"), row
    assert {row.power for row in TITLE.reserves} == {"vichy", "united-kingdom"}


# The first turns


def take(attack: dict[str, int], defense: dict[str, int]) -> float:
    """Return the chance that an attack takes an area when both sides lose the cheapest first, and anti-aircraft guns before all."""
    sides = ({(unit, power): n for unit, n in units.items()} for units, power in ((attack, "germany"), (defense, "france")))
    return odds(TITLE, Forces(*sides, defend_order=("anti-aircraft-gun",), keep_land=False)).take


def together(*groups: dict[str, int]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for group in groups:
        total.update(group)
    return dict(total)


def only(units: dict[str, int], *wanted: str) -> dict[str, int]:
    return {unit: n for unit, n in units.items() if unit in wanted or UNITS[unit].cls in wanted}


def test_paris_can_stand_all_that_germany_can_throw_at_it_in_its_first_turn() -> None:
    fast = ("tank", "mechanized-infantry", "air")
    attack = together(
        only(of("western-germany", "germany"), "infantry", "artillery", *fast),
        only(of("germany", "germany"), *fast),
        only(of("greater-southern-germany", "germany"), *fast),
    )
    assert attack["tank"] == 6 and attack["fighter"] == 7
    assert take(attack, of("france", "france")) < 0.4


def test_london_can_stand_what_one_transport_and_the_whole_air_force_bring() -> None:
    afloat = {area: of(area, "germany").get("transport", 0) for area, power, _ in COUNTS if power == "germany"}
    assert afloat["sea-zone-113"] == 1  # the only one in reach of British shores
    planes = together(only(of("western-germany", "germany"), "air"), only(of("germany", "germany"), "air"))
    attack = together(planes, {"infantry": 1, "tank": 1})
    assert take(attack, of("united-kingdom", "united-kingdom")) < 0.1


def test_poland_falls_to_the_german_first_turn_if_germany_wants_it() -> None:
    attack = only(of("germany", "germany"), "land", "air")
    attack.pop("anti-aircraft-gun")
    assert take(attack, of("poland", "poland")) > 0.95


@pytest.mark.shared
def test_neutral_armies_are_those_of_the_map(shared: Path) -> None:
    """The map of 1940 has these neutrals; those that were free in 1939 alone are reconstructed."""
    with (shared / "facts" / "data" / "g40_2e_setup.csv").open(encoding="utf-8", newline="") as file:
        listed = [row for row in csv.DictReader(file) if row["owner"].startswith("Neutral") or row["owner"] == "Mongolians"]
    slug_of = {row.name: area for area, row in AREAS.items()}
    printed = {slug_of[row["territory"]]: int(row["quantity"]) for row in listed}
    ours = {area: n for (area, power, unit), n in COUNTS.items() if power in NEUTRALS and unit == "infantry"}
    assert printed.items() <= ours.items()
    assert set(ours) - set(printed) == {
        "poland", "eastern-poland", "denmark", "norway", "baltic-states", "vyborg", "romania", "slovakia-hungary",
        "holland-belgium", "belgian-congo", "sumatra",
    }  # fmt: skip


@pytest.mark.shared
def test_rows_after_another_set_up_are_its_rows(shared: Path) -> None:
    """Units named otherwise there (American infantry) are ours; what was changed says so in its source."""
    names = {"armour": "tank", "aaGun": "anti-aircraft-gun", "mech_infantry": "mechanized-infantry", "carrier": "aircraft-carrier",
             "tactical_bomber": "tactical-bomber", "factory_major": "major-factory", "factory_minor": "minor-factory",
             "airfield": "air-base", "harbour": "naval-base"}  # fmt: skip
    slug_of = {f"{n} Sea Zone": f"sea-zone-{n}" for n in range(1, 129)} | {row.name: area for area, row in AREAS.items()}
    listed: Counter[tuple[str, str]] = Counter()
    with (shared / "facts" / "data" / "oztea1939_setup.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            unit = row["unit"].removeprefix("American_")
            listed[slug_of[row["territory"]], names.get(unit, unit)] += int(row["quantity"])
    ours: Counter[tuple[str, str]] = Counter()
    changed = set()
    for row in TITLE.placements:
        ours[row.area, row.unit] += row.count
        if row.source != "reconstructed: after a 1939 set-up for the same map":
            changed.add((row.area, row.unit))
    assert {key for key, count in ours.items() if key not in changed and listed[key] != count} == set()
    assert len(changed) < len(ours) / 4
