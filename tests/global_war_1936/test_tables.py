"""The figures of the title stand in its tables: an overlay changes them, and a wrong slug in one is an error that says where."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.dice import SeededDice
from engine.errors import TitleError
from engine.play import Play
from engine.rules import load_rules
from engine.titles import load_title
from engine.titles.global_war_1936 import fall, objectives
from tests.global_war_1936.positions import FOLDER, SLUG, begun


def header(table: str) -> str:
    """The first line of a table of the title."""
    return (FOLDER / f"{table}.csv").read_text(encoding="utf-8").splitlines()[0]


def overlay(folder: Path, table: str, *rows: str, remove: bool = False) -> Path:
    """A folder that changes rows of a table, or takes them away."""
    lines = [header(table) + ",remove" * remove, *(row + ",yes" * remove for row in rows)]
    (folder / f"{table}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "title.toml").write_text(f'slug = "{SLUG}"\n', encoding="utf-8")
    return folder


def begun_with(scenario: str, folder: Path) -> Play:
    """A game of a scenario, with an overlay."""
    play = Play(load_rules(load_title(SLUG, [folder])), SeededDice(1))
    play.start(scenario)
    return play


@pytest.mark.section("3.1")
def test_an_overlay_changes_the_areas_of_an_objective(tmp_path: Path) -> None:
    plain = begun("1939")
    changed = begun_with(
        "1939",
        overlay(tmp_path, "objective_terms", "germany,lebensraum,balkans,all,,germany,,bulgaria,,,,,,,house rule"),
    )
    for play in (plain, changed):
        fall.give(play, "bulgaria", "germany", "captured")
    assert [objectives.scores(play.position, "germany")["lebensraum"] for play in (plain, changed)] == [0, 1]


@pytest.mark.section("3.1")
def test_an_overlay_adds_an_objective_and_says_what_it_is_worth(tmp_path: Path) -> None:
    overlay(tmp_path, "objectives", "italy,blue-sea,1,2,,house rule")
    overlay(tmp_path, "objective_terms", "italy,blue-sea,zones,held,,italy,,tunisia malta,,,1,,,,house rule")
    play = begun_with("1939", tmp_path)
    before = objectives.points(play.position, "italy")
    assert objectives.scores(play.position, "italy")["blue-sea"] == 0
    fall.give(play, "malta", "italy", "captured")
    assert objectives.scores(play.position, "italy")["blue-sea"] == 2
    # A new zone scores for the empire as well; four points are the most that Italy's objectives give.
    assert objectives.points(play.position, "italy") == min(4, before + 3)


@pytest.mark.parametrize(
    ("table", "row", "column", "found"),
    [
        ("objectives", "germany,lebensraum,many,1,,test", "most", "many"),
        ("objectives", "prussia,lebensraum,5,1,,test", "nation", "prussia"),
        ("objective_terms", "germany,lebensraum,a,all,,germany,,warsaw west-polnad,,,,,,,test", "where", "west-polnad"),
        ("objective_terms", "germany,lebensraum,a,holds,,germany,,warsaw,,,,,,,test", "test", "holds"),
        ("objective_terms", "germany,lebensraum,a,all,,axes,,warsaw,,,,,,,test", "who", "axes"),
        ("objective_terms", "germany,lebenraum,a,all,,germany,,warsaw,,,,,,,test", "objective", "lebenraum"),
        ("objective_terms", "germany,lebensraum,a,technologies,,germany,,,,jets,,,,,test", "techs", "jets"),
        ("objective_terms", "germany,lebensraum,a,ports,,germany,,,major-prot,,,,,,test", "what", "major-prot"),
        ("objective_terms", "germany,lebensraum,a,all,1937,germany,,warsaw,,,,,,,test", "scenario", "1937"),
    ],
)  # fmt: skip
def test_a_wrong_cell_is_an_error_with_file_line_and_column(
    table: str, row: str, column: str, found: str, tmp_path: Path
) -> None:
    with pytest.raises(TitleError) as error:
        load_title(SLUG, [overlay(tmp_path, table, row)])
    text = str(error.value)
    assert f"{tmp_path / table}.csv:2" in text and f"[{column}]" in text and repr(found) in text, text
