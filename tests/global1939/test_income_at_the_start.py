"""What powers collect at the start: the figures of the text (United States, Soviet Union, China) and of its earlier version."""

from __future__ import annotations

import re

import pytest

from tests.global1939.tables import HOLDER, TITLE, held_by, rows, value

MINOR_AXIS = ("finland", "romania", "bulgaria", "hungary")
TREASURY = {(row.power, row.resource): row.amount for row in TITLE.treasuries}
# An earlier version of the rules: what each collects in its first turns.
INCOME = {"france": 12, "japan": 17, "italy": 12}


@pytest.mark.parametrize("power", INCOME)
def test_areas_yield_what_the_power_collects(power: str) -> None:
    assert value(held_by(power)) == INCOME[power]
    assert TREASURY[power, "ipc"] == INCOME[power]


@pytest.mark.section("Minor Axis Allies")
def test_germany_collects_21_with_its_minor_axis_allies_and_3_of_neutral_aid() -> None:
    assert value(held_by("germany")) == 14
    assert value(held_by(*MINOR_AXIS)) == 7
    # Neutrals: Spain, Sweden and the Soviet Union contribute 1 IPC each.
    assert TREASURY["germany", "ipc"] == 14 + 7 + 3


@pytest.mark.section("ANZAC and Canada")
def test_united_kingdom_collects_26_anzac_6_and_canada_7_for_themselves() -> None:
    anzac, canada = TITLE.regions["anzac"], TITLE.regions["canada"]
    assert value(anzac) == TREASURY["anzac", "ipc"] == 6
    assert value(canada) == TREASURY["canada", "ipc"] == 7
    home = [area for area in held_by("united-kingdom") if area not in {*anzac, *canada}]
    assert value(home) == TREASURY["united-kingdom", "ipc"] == 26


@pytest.mark.section("Soviet Union")
def test_soviet_union_begins_with_the_20_ipc_of_its_neutral_turns() -> None:
    assert TREASURY["soviet-union", "ipc"] == 20
    assert value(held_by("soviet-union")) == 35  # once at war


@pytest.mark.section("United States", "Summary of Income")
def test_united_states_national_production_is_40_of_which_it_begins_with_none() -> None:
    assert value(held_by("united-states")) == 40
    assert TREASURY["united-states", "ipc"] == 0  # 20 go to lend-lease, 20 are lost to domestic issues


@pytest.mark.section("China", "Burma Road")
def test_china_raises_5_infantry_from_10_territories_and_has_4_ipc_by_the_burma_road() -> None:
    assert len(held_by("china")) == 2 * 5
    assert TREASURY["china", "ipc"] == 4


def test_a_value_that_differs_from_the_map_says_whose_income_asks_for_it() -> None:
    riders = {area: rider for rider in ("anzac", "canada") for area in TITLE.regions[rider]}
    asked = re.compile(r"reconstructed: income, ([A-Za-z ]+?) (\d+)\b")
    found = {match[1]: int(match[2]) for row in rows("areas") if (match := asked.search(row["source"]))}
    assert found == {
        "Germany with Minor Axis": 21, "Italy": 12, "Japan": 17, "France": 12, "United Kingdom": 26, "ANZAC": 6,
        "United States": 40,
    }  # fmt: skip
    for row in rows("areas"):
        if match := asked.search(row["source"]):
            holder = riders.get(row["area"], HOLDER[row["area"]])
            of = {"Germany with Minor Axis": {"germany", *MINOR_AXIS}}.get(match[1], {match[1].lower().replace(" ", "-")})
            assert holder in of, row
