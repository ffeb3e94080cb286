"""The command `sitrep league`: the figures of the ratings, in the words of the pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sitrep
from dashboard.league import words
from tests.warehouse.league import ADA_BO, GAMES, played
from warehouse import Lake, ratings


def run(*told: object) -> Result:
    return CliRunner().invoke(sitrep.main, ["league", *map(str, told)])


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    made = Lake.create(tmp_path / "lake")
    made.write([*GAMES, played("b", {"soviet-union": "Hard (AI)", "germany": "Bo"}, ("axis",))])
    return made


def test_it_says_what_the_pages_say(lake: Lake) -> None:
    done, told = run("--lake", lake.path), ratings.of_lake(lake)
    assert done.exit_code == 0 and told.people
    for row in told.standings.to_dicts():
        cells = next(line.split() for line in done.stdout.splitlines() if f" {row['player']} " in line)
        assert cells[:6] == [
            str(row["place"]),
            row["player"],
            *(f"{row[name]:.0f}" for name in ("rating", "low", "high")),
            str(row["games"]),
        ]
    said = " ".join(done.stdout.split())
    assert words.standings_answer(told.standings) in said and words.people_note(True) in said and "Hard (AI)" not in said
    assert words.worth_answer(told.sides, {"axis": "Axis", "allies": "Allies"}) in said
    assert "A bid of 6 is worth" in said


def test_programs_are_rated_when_asked_for_and_json_has_the_figures(lake: Lake) -> None:
    told = json.loads(run("--lake", lake.path, "--everybody", "--json", "--check").stdout)
    assert not told["people"] and "Hard (AI)" in [row["player"] for row in told["standings"]]
    assert told["standings"] == ratings.standings(lake, people=False).to_dicts() and told["log_loss"] == []


def test_a_title_and_a_season_are_chosen_and_what_is_not_there_is_said(lake: Lake) -> None:
    told = json.loads(run("--lake", lake.path, "--title", "Axis & Allies 1942", "--until", "2026-01-02", "--json").stdout)
    assert [row["games"] for row in told["standings"]] == [2, 2]
    assert "no game of 'chess'; the lake has games of aa1942" in run("--lake", lake.path, "--title", "chess").stderr
    for day in ("May", "2026-13-01", "20260501"):
        assert "expected a day such as 2026-05-01" in run("--lake", lake.path, "--since", day).stderr
    late = run("--lake", lake.path, "--since", "2026-05-02", "--until", "2026-05-01")
    assert late.exit_code and "--since 2026-05-02 is later than --until 2026-05-01" in late.stderr
    assert "No game here since 2999-01-01 counts for ratings." in run("--lake", lake.path, "--since", "2999-01-01").stdout
    assert words.nobody_has(9) in " ".join(run("--lake", lake.path, "--least", 9).stdout.split())


def test_a_lake_without_rated_games_says_what_would_count(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "empty")
    lake.write([played("open", ADA_BO, None)])
    assert "No game here counts for ratings." in run("--lake", lake.path).stdout
