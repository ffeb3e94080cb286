"""The set-up of 1942 of the Anniversary Edition: what of it is its own, and what it shares with 1941."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from engine.families.axis_allies.economy.objectives import due
from engine.invariants import violations
from engine.simulation import simulate
from engine.title.contenders import needed
from engine.title.loader import load_title
from tests.axisallies.positions import Positions

BOARD = Positions("aa50-1942", "standard")
TITLE, FIRST = BOARD.title, load_title("aa50-1941")


def facts(rows: dict) -> list:
    """Rows without their source."""
    return sorted(str(replace(row, source="")) for row in rows.values())


@pytest.mark.section("1. Territories and sea zones")
def test_the_board_is_that_of_1941() -> None:
    assert facts(TITLE.areas) == facts(FIRST.areas)
    assert {frozenset((link.area, link.to)) for link in TITLE.links} == {frozenset((link.area, link.to)) for link in FIRST.links}


@pytest.mark.section("2. Starting units")
def test_what_powers_hold_is_worth_what_they_begin_with_but_china_begins_with_nothing() -> None:
    held = Counter[str]()
    for row in TITLE.holdings:
        held[row.power] += TITLE.areas[row.area].value
    assert held.pop("china") > 0
    assert held == {"germany": 37, "soviet-union": 24, "japan": 31, "united-kingdom": 31, "italy": 10, "united-states": 38}
    assert held == {row.power: row.amount for row in TITLE.treasuries}


@pytest.mark.section("3. Units")
def test_units_are_those_of_1941() -> None:
    assert facts(TITLE.units) == facts(FIRST.units)


@pytest.mark.section("4. National objectives")
def test_objectives_are_those_of_1941_and_these_are_met_at_the_start() -> None:
    for table in ("objectives", "conditions"):
        assert sorted(str(replace(row, source="")) for row in TITLE.own[table]) == sorted(
            str(replace(row, source="")) for row in FIRST.own[table]
        )
    play = BOARD.play_from({}, "japan")
    assert {power: [one.row.objective for one in due(play.position, power)] for power in TITLE.turns} == {
        "japan": ["1", "2"],
        "soviet-union": ["1"],
        "germany": ["1", "2"],
        "united-kingdom": ["2"],
        "italy": ["2"],
        "united-states": ["3"],
        "china": [],
    }


@pytest.mark.section("5. Order of play")
def test_japan_begins_and_china_ends_a_round() -> None:
    assert TITLE.turns == ("japan", "soviet-union", "germany", "united-kingdom", "italy", "united-states", "china")


@pytest.mark.section("Victory conditions")
def test_cities_win_as_in_1941() -> None:
    levels = TITLE.settings["victory"]["levels"]
    assert {level: needed(TITLE, level, "allies") for level in levels} == {level: needed(FIRST, level, "allies") for level in levels}


@pytest.mark.section("Phases and battles")
def test_a_game_of_bots_adds_up() -> None:
    assert violations(TITLE, simulate(TITLE, 3, "greedy", round_limit=2)[1].events) == []
