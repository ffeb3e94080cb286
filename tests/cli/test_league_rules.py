"""`sitrep league` with a league's own rules: printed with the rule of each figure, as JSON, and as tables of three forms."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner, Result

import sitrep
from ingest import ingest
from tests.league.test_worked_leagues import DOCS
from warehouse import Lake
from warehouse.league import NAME


def run(*told: object) -> Result:
    return CliRunner().invoke(sitrep.main, ["league", *map(str, told)])


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    made = Lake.create(tmp_path / "lake")
    assert ingest([DOCS / "elo.csv"], made).ok
    return made


def test_the_file_beside_the_lake_is_used_and_each_figure_has_its_rule(lake: Lake, tmp_path: Path) -> None:
    assert "Who leads by" not in run("--lake", lake.path).stdout
    shutil.copy(DOCS / "elo.toml", tmp_path / NAME)
    told = " ".join(run("--lake", lake.path).stdout.split())
    assert "Who leads by the rules of Elo? Ada leads 2 players in the season Summer." in told
    assert "K is 40; 20 once a player has 2 games that moved it" in told and "A new season keeps 50% of the distance from 1500." in told
    assert "games.rounds 2 3 rounds or more" in told and "A game that a limit stopped without a winner is a draw." in told
    spring = " ".join(run("--lake", lake.path, "--season", "spring").stdout.split())
    assert "1 Ada 3 3 0 0 3 1.000 1525.5" in spring
    assert "expected one of Spring, Summer" in run("--lake", lake.path, "--season", "Winter").stderr


def test_json_and_tables_have_all_of_it(lake: Lake, tmp_path: Path) -> None:
    rules = DOCS / "elo.toml"
    told = json.loads(run("--lake", lake.path, "--rules", rules, "--json").stdout)["league"]
    assert told["name"] == "Elo" and "everybody begins with 1500" in told["rules"]["Elo"] and len(told["standings"]) == 6
    for form in ("csv", "parquet", "json"):
        folder = tmp_path / form
        assert run("--lake", lake.path, "--rules", rules, "--out", folder, "--form", form).exit_code == 0
        assert {path.stem for path in folder.iterdir()} == {"standings", "games", "matches", "playoffs", "left_out", "rules"}
        path = folder / f"standings.{form}"
        if form == "csv":
            rows = list(csv.DictReader(path.open(encoding="utf-8")))
        else:
            rows = pl.read_parquet(path).to_dicts() if form == "parquet" else json.loads(path.read_text(encoding="utf-8"))
        assert [(row["season"], row["player"]) for row in rows][:2] == [("Spring", "Ada"), ("Spring", "Bo")]
        assert round(float(rows[0]["elo"]), 6) == 1525.450675
    again = run("--lake", lake.path, "--rules", rules, "--out", tmp_path / "csv")
    assert again.exit_code == 1 and "is there and not empty; expected a new folder" in again.stderr


def test_a_wrong_file_is_told_in_one_line_and_names_are_no_formulas(lake: Lake, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('name = "L"\n[matches]\nbest_of = 4\n', encoding="utf-8")
    told = run("--lake", lake.path, "--rules", wrong)
    assert told.exit_code == 1
    assert told.stderr == f"sitrep: {wrong}: key 'matches.best_of': found 4; expected an odd number, so that somebody wins; write 3 or 5\n"
    assert "no rules: expected --rules FILE, or league.toml beside the lake" in run("--lake", lake.path, "--out", tmp_path / "x").stderr
    evil = tmp_path / "evil.csv"
    evil.write_text("date,title,sides,players,winner\n2026-01-01,x,a; b,=1; Bo,a\n", encoding="utf-8")
    assert ingest([evil], lake).ok
    rules = tmp_path / "all.toml"
    rules.write_text('name = "L"\n', encoding="utf-8")
    run("--lake", lake.path, "--rules", rules, "--out", tmp_path / "out")
    assert "'=1" in (tmp_path / "out" / "standings.csv").read_text(encoding="utf-8")


def test_players_of_the_rules_who_are_none_of_the_lake_are_warned_of_and_tiers_to_begin_with_are_told(lake: Lake, tmp_path: Path) -> None:
    rules, tiers = tmp_path / NAME, '[points.players]\n"Nobody Here" = "A"\nada = "A"\nBo = "B"\nCy = "A"\n'
    rules.write_text(f'name = "L"\n[points]\ntiers = ["A", "B"]\nwin = [2, 1]\nloss = [0, 0]\n{tiers}', encoding="utf-8")
    told = run("--lake", lake.path)
    assert told.exit_code == 0
    assert [line for line in told.stderr.splitlines() if line.startswith("warning: ")] == [
        f"warning: {rules}: key 'points.players.Nobody Here' fits no player of the lake, so nobody begins in tier 'A' by it; "
        "write it as the records do"
    ]
    assert "Tier: to begin with A: Ada and Cy; B: Bo." in " ".join(told.stdout.split()) and "Nobody Here" not in told.stdout
    site = CliRunner().invoke(sitrep.main, ["site", "--lake", str(lake.path), "--out", str(tmp_path / "site"), "--jobs", "1"])
    assert site.exit_code == 0 and site.stderr.count("'points.players.Nobody Here' fits no player") == 1
