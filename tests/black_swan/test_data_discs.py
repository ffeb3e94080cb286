"""Opposition and Control Discs: what the set-ups print (discs.csv) follows from areas, links, control and ships."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from tests.black_swan.tables import OWN_SET_UPS, STRATEGIC, TITLE, active, holders, placed, standings

WATERS = {row["slug"]: row for row in TITLE.settings["waters"]}
ENTRANTS = {zone: frozenset(row.get("except", {}).get(zone, row["powers"])) for body, row in WATERS.items() for zone in TITLE.regions[body]}
BODY = {zone: body for body in WATERS for zone in TITLE.regions[body]}
# A submarine and Sardinia's disc against one ship are two to one, yet the list of 1942 has no Control Disc for Italy.
NOT_PRINTED = {"1942": {("axis", "western-med")}}
LATER = [scenario for scenario in OWN_SET_UPS if scenario != "1939"]


def printed(scenario: str, column: str) -> Counter[tuple[str, str]]:
    """Return (side, zone) to the discs of a kind that a set-up lists (sections 8.0 and 9.0)."""
    found: Counter[tuple[str, str]] = Counter()
    with (Path(__file__).parent / "discs.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["scenario"] == scenario:
                found[TITLE.side_of[row["power"]], row["zone"]] += int(row[column])
    return +found


def sides_of(zone: str) -> set[str]:
    """Return the sides whose nations may enter a zone (section 2.0.1)."""
    return {TITLE.side_of[power] for power in ENTRANTS[zone]}


def may_enter(scenario: str, side: str, zone: str) -> bool:
    """Return whether a nation of a side that is at war may enter an active zone that is open to two sides."""
    status = standings(scenario)
    if BODY[zone] not in active(scenario):
        return False
    at_war = {TITLE.side_of[power] for power in ENTRANTS[zone] if status[power] == "at-war"}
    return side in at_war and len(sides_of(zone)) == 2


def opposition(scenario: str) -> Counter[tuple[str, str]]:
    """Return (side, zone) to the discs of section 2.2: islands and stars beside zones that both sides may enter."""
    status, found = standings(scenario), Counter()
    for area, power in holders(scenario).items():
        if (area not in STRATEGIC and TITLE.areas[area].terrain != "island") or status.get(power) != "at-war":
            continue
        for zone in TITLE.neighbours[area]:
            if TITLE.areas[zone].kind == "sea" and may_enter(scenario, TITLE.side_of[power], zone):
                found[TITLE.side_of[power], zone] += 1
    return found


def ships(scenario: str) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for row in placed(scenario, "sea"):
        found[TITLE.side_of[row.power], row.area] += row.count
    return found


def control(scenario: str) -> set[tuple[str, str]]:
    """Return the (side, zone) that has at least twice as much as the other (section 1.2), in zones both may enter."""
    strength = ships(scenario) + opposition(scenario)
    found = set()
    for zone in ENTRANTS:
        for one in filter(lambda side: may_enter(scenario, side, zone), sides_of(zone)):
            (other,) = sides_of(zone) - {one}
            if strength[one, zone] and strength[one, zone] >= 2 * strength[other, zone]:
                found.add((one, zone))
    return found


@pytest.mark.section("2.2")
@pytest.mark.parametrize("scenario", LATER)
def test_2_2_opposition_discs_are_those_the_set_up_prints(scenario: str) -> None:
    assert opposition(scenario) == printed(scenario, "opposition")


@pytest.mark.section("1.2")
@pytest.mark.parametrize("scenario", LATER)
def test_1_2_control_discs_are_those_the_set_up_prints(scenario: str) -> None:
    assert control(scenario) == set(printed(scenario, "control")) | NOT_PRINTED.get(scenario, set())


def test_no_discs_lie_in_1939_while_all_waters_are_inactive() -> None:
    """9.0 Campaigns (1939): all bodies of water are inactive."""
    assert printed("1939", "opposition") == printed("1939", "control") == Counter()
    assert opposition("1939") == Counter()


@pytest.mark.section("1.2")
def test_1_2_example_of_the_baltic_sea() -> None:
    """Two black discs in the Southern Baltic (Berlin and Warsaw), one red in the Northern (Leningrad)."""
    discs = opposition("1941")
    assert discs["axis", "southern-baltic"] == 2 and discs["soviets", "northern-baltic"] == 1
    assert discs["soviets", "southern-baltic"] == discs["axis", "northern-baltic"] == 0


@pytest.mark.section("2.2")
def test_2_2_central_med_has_four_places() -> None:
    stars_and_islands = {area for area in TITLE.neighbours["central-med"] if area in STRATEGIC or TITLE.areas[area].terrain == "island"}
    assert stars_and_islands == {"crete", "sicily", "malta", "athens"}
