"""An overlay needs only the columns that name a row, and those that it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import TitleError
from engine.title.published_figures import judge
from engine.titles import load_title


def overlay(folder: Path, text: str, table: str = "units") -> str:
    (folder / f"{table}.csv").write_text(text)
    return str(folder)


def test_the_one_line_of_the_readme_makes_a_tank_cost_4_and_changes_nothing_else(tmp_path: Path) -> None:
    usual, cheap = load_title("aa1942").units, load_title("aa1942", [overlay(tmp_path, "unit,cost\ntank,4\n")]).units
    assert (usual["tank"].cost, cheap["tank"].cost) == (5, 4)
    assert {unit: row for unit, row in usual.items() if unit != "tank"} == {unit: row for unit, row in cheap.items() if unit != "tank"}
    tank = cheap["tank"]
    assert (tank.attack, tank.defense, tank.move, tank.abilities) == (3, 3, 2, {"blitz": "", "cargo": "heavy"})


def test_a_row_is_removed_by_its_name_alone(tmp_path: Path) -> None:
    usual, fewer = load_title("aa1942"), load_title("aa1942", [overlay(tmp_path, "to,remove,area\nindia,yes,afghanistan\n", "links")])
    gone = {(link.area, link.to) for link in usual.links} - {(link.area, link.to) for link in fewer.links}
    assert gone == {("afghanistan", "india")}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("unit,cost\ntnak,4\n", "tnak is no row of the table, and a new one needs all columns: name,class"),
        ("cost\n4\n", "columns are cost, without unit; expected unit, and those that change"),
        ("unit,price\ntank,4\n", "no column 'price'; expected some of unit,name"),
        ("unit,cost,cost\ntank,4,5\n", "expected each once"),
        ("unit,cost\ntank\n", "1 cells; expected 2"),
        ("unit,cost\ntank,cheap\n", "found 'cheap'"),
    ],
)
def test_what_is_wrong_with_such_a_file_is_told(tmp_path: Path, text: str, found: str) -> None:
    with pytest.raises(TitleError, match=r"units\.csv") as error:
        load_title("aa1942", [overlay(tmp_path, text)])
    assert found in str(error.value)


def test_two_overlays_change_two_cells_of_one_row(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    both = [overlay(tmp_path / "one", "unit,cost\ntank,4\n"), overlay(tmp_path / "two", "attack,unit\n2,tank\n")]
    tank = load_title("aa1942", both).units["tank"]
    assert (tank.cost, tank.attack, tank.defense) == (4, 2, 3)


def test_title_check_names_the_figure_that_the_book_contradicts(tmp_path: Path) -> None:
    wrong = judge("aa1942", overlay(tmp_path, "unit,cost\ntank,4\n")).wrong
    assert [(one.fact.where, one.found, one.fact.value) for one in wrong] == [("units/tank/cost", "4", "5")]
