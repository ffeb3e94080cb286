"""Figures of the rules and what scenarios say of powers and countries stand in tables: overlays change them, wrong names are errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import TitleError
from engine.play import Play
from engine.rules import load_rules
from engine.strictness import Strictness
from engine.titles import load_title
from engine.titles.blitz import board, phases
from engine.titles.blitz.settings import appearances
from engine.titles.blitz.tables import figure
from tests.blitz.table import TITLE, Dice


def overlay(folder: Path, table: str, rows: str) -> Path:
    """Return a folder with rows of one table."""
    head = (TITLE.folder / table).read_text(encoding="utf-8").splitlines()[0]
    (folder / table).write_text(f"{head}\n{rows}\n", encoding="utf-8")
    return folder


@pytest.mark.section("2.2")
def test_an_overlay_changes_how_much_a_free_blitz_moves(tmp_path: Path) -> None:
    title = load_title("blitz", [overlay(tmp_path, "figures.csv", "free-blitz-sizes,6,house rule")])
    left = []
    for one in (TITLE, title):
        play = Play(load_rules(one), Dice([]), strictness=Strictness.RAISE)
        play.start("campaign", {}, {})
        left.append(phases.free_left(play.position, "germany"))
    assert left == [4, 6]


@pytest.mark.section("Scenario D. Barbarossa")
def test_an_overlay_changes_whose_ally_a_country_is_in_a_scenario(tmp_path: Path) -> None:
    title = load_title("blitz", [overlay(tmp_path, "scenario_allies.csv", "barbarossa,balkans,germany,house rule")])
    allies = []
    for one in (TITLE, title):
        play = Play(load_rules(one), Dice([]), strictness=Strictness.RAISE)
        play.start("barbarossa", {}, {})
        allies.append(board.ally_of(play.position, "balkans"))
    assert allies == ["afa", "germany"]


@pytest.mark.section("Scenario B. The Longest Day")
def test_an_overlay_changes_where_units_appear(tmp_path: Path) -> None:
    title = load_title("blitz", [overlay(tmp_path, "appearances.csv", "longest-day,usa,france,house rule")])
    assert (appearances(TITLE, "longest-day")["usa"], appearances(title, "longest-day")["usa"]) == (
        "great-britain",
        "france",
    )


@pytest.mark.parametrize(
    ("table", "row", "column"),
    [
        ("appearances.csv", "longest-day,usa,london,an area is no country", "country"),
        ("appearances.csv", "longest-dai,usa,france,no such scenario", "scenario"),
        ("mergers.csv", "longest-day,us,afa,no such power", "power"),
        ("scenario_allies.csv", "barbarossa,balkan,afa,no such country", "country"),
        ("scenario_allies.csv", "barbarossa,balkans,alf,no such power", "power"),
        ("figures.csv", "goal,many,no number", "value"),
    ],
)
def test_a_wrong_name_is_an_error_with_its_file_line_and_column(
    tmp_path: Path, table: str, row: str, column: str
) -> None:
    with pytest.raises(TitleError) as caught:
        load_title("blitz", [overlay(tmp_path, table, row)])
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(tmp_path / table), 2, column)


def test_a_figure_that_is_not_there_names_its_table() -> None:
    with pytest.raises(TitleError, match=r"figures\.csv.*no figure 'gaol'"):
        figure(TITLE, "gaol")
