"""What a unit is for a power now: revisions.csv of an overlay over aa1942, and what is said of wrong cells."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import TitleError
from engine.events import TechAdvanced
from engine.mechanics.profile import changed, profile
from engine.rules import Position
from engine.state import GameState
from engine.titles import load_title

HEAD = "power,tech,unit,when,cost,attack,defense,move,strength,abilities,source\n"
JETS = "tech,name,category,tier,needs,first_round,effects,source\njets,Jets,air,1,,1,,rulebook: a house rule\n"
ROWS = """germany,,tank,,4,+1,,,,,rulebook: a house rule
,jets,fighter,,,,5,+2,,,rulebook: a house rule
japan,jets,fighter,,,,6,,,bombards,rulebook: a house rule
,,cruiser,turkish-straits=closed,,,-9,,2,destroyer,rulebook: a house rule
"""


def position(folder: Path, rows: str = ROWS, **options: str) -> Position:
    (folder / "revisions.csv").write_text(HEAD + rows, encoding="utf-8")
    (folder / "technologies.csv").write_text(JETS, encoding="utf-8")
    state = GameState()
    state.options = options
    return Position(load_title("aa1942", [folder]), state)


def values(at: Position, power: str, unit: str) -> tuple[int, ...]:
    row = profile(at, power, unit)
    return row.cost, row.attack, row.defense, row.move, row.strength


def test_a_nation_s_values_are_its_own(tmp_path: Path) -> None:
    at = position(tmp_path)
    assert values(at, "germany", "tank") == (4, 4, 3, 2, 1)
    assert values(at, "japan", "tank") == (5, 3, 3, 2, 1)
    assert profile(at, "japan", "tank") is at.title.units["tank"]


def test_a_technology_changes_units_of_who_has_it_and_later_rows_change_what_earlier_ones_made(tmp_path: Path) -> None:
    at = position(tmp_path)
    assert values(at, "japan", "fighter") == (10, 3, 4, 4, 1)
    at.state.apply(TechAdvanced("japan", "jets", 1))
    assert values(at, "japan", "fighter") == (10, 3, 6, 6, 1)
    assert profile(at, "japan", "fighter").has("bombards")
    assert values(at, "germany", "fighter") == (10, 3, 4, 4, 1)
    at.state.apply(TechAdvanced("germany", "jets", 1))
    assert values(at, "germany", "fighter") == (10, 3, 5, 6, 1)


def test_an_option_changes_units_and_no_number_falls_below_nothing(tmp_path: Path) -> None:
    assert values(position(tmp_path), "japan", "cruiser") == (12, 3, 3, 2, 1)
    closed = position(tmp_path, **{"turkish-straits": "closed"})
    assert values(closed, "japan", "cruiser") == (12, 3, 0, 2, 2)
    assert profile(closed, "japan", "cruiser").has("destroyer")


@pytest.mark.parametrize(("cell", "after"), [("", 3), ("5", 5), ("0", 0), ("+2", 5), ("-1", 2), ("-9", 0)])
def test_how_a_cell_changes_a_number(cell: str, after: int) -> None:
    assert changed(3, cell) == after


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("germany,,tank,,4.5,,,,,,x", "cost"),
        ("atlantis,,tank,,4,,,,,,x", "power"),
        ("germany,,tonk,,4,,,,,,x", "unit"),
        ("germany,,tank,weather=fair,4,,,,,,x", "when"),
        ("germany,,tank,,4,,,,,swims,x", "abilities"),
        ("germany,,tank,,4,,,,,,", "source"),
    ],
)
def test_a_wrong_cell_is_an_error_with_its_place(tmp_path: Path, row: str, column: str) -> None:
    with pytest.raises(TitleError, match=f"revisions.csv.*{column}"):
        position(tmp_path, row + "\n")
