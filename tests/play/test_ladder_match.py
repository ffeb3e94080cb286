"""Games of bots against another program's players: the table, how each went, and the section of the ladder's page."""

from __future__ import annotations

from pathlib import Path

import pytest

from dashboard.terminal.ladder_match import section
from engine.errors import SitrepError
from engine.titles import load_title
from ingest.match import COLUMNS, UNDECIDED, MatchGame, read_games

TABLE = Path(__file__).parents[2] / "docs" / "ladder-match.csv"


def game(victor: str, ours: str = "axis", tuv: tuple[int, int] = (0, 0), cities: tuple[int, int] = (0, 0), seed: int = 1) -> MatchGame:
    return MatchGame("revised", seed, ours, "greedy", "fast", 12, 12, victor, *tuv, 0, 0, *cities)


@pytest.mark.parametrize(
    ("found", "result"),
    [
        (game("axis"), "won"),
        (game("axis", ours="allies"), "lost"),
        (game(UNDECIDED, tuv=(9, 8), cities=(7, 5)), "ahead"),
        (game(UNDECIDED, tuv=(9, 8), cities=(6, 6)), "ahead"),
        (game(UNDECIDED, tuv=(8, 9), cities=(5, 7)), "behind"),
        (game(UNDECIDED, tuv=(8, 9), cities=(7, 5)), "mixed"),
        (game(UNDECIDED), "mixed"),
    ],
)
def test_a_stopped_game_is_no_draw_but_told_by_value_and_cities(found: MatchGame, result: str) -> None:
    assert found.result == result


def test_the_section_counts_each_side_and_both() -> None:
    games = [game("axis"), game("allies", seed=2), game(UNDECIDED, "allies", (30, 10), (7, 5)), game("allies", "allies", (50, 50), seed=2)]
    rows = [line.strip("| ").split(" | ") for line in section(games, "table.csv") if line.startswith("| Axis & Allies Revised")]
    assert [row[3:10] for row in rows] == [
        ["Allies", "2", "1", "0", "1", "0", "0"],
        ["Axis", "2", "1", "1", "0", "0", "0"],
        ["both", "4", "2", "1", "1", "0", "0"],
    ]
    assert rows[2][10:12] == ["2 of 3: 21% to 94%", "3 of 4: 30% to 95%"] and rows[0][12].startswith("62%")
    assert section([], "table.csv") == []


def test_the_table_has_each_game_once_of_titles_and_sides_that_there_are() -> None:
    games = read_games(TABLE)
    assert len({one.key for one in games}) == len(games) > 0
    for one in games:
        sides = load_title(one.title).sides
        assert one.ours in sides and one.victor in {*sides, UNDECIDED} and 1 <= one.rounds <= one.limit, one
        assert one.victor != UNDECIDED or one.rounds == one.limit, one


def test_what_is_no_such_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    assert read_games(path) == []
    path.write_text(",".join(COLUMNS) + "\nrevised,one,axis,greedy,fast,12,12,axis,1,2,3,4,5,6\n")
    with pytest.raises(SitrepError, match="line 2: Expected `int`"):
        read_games(path)
