"""The commands for a community: players' names in exports and sites, and what is refused before any work."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sitrep
from tests.warehouse.league import GAMES
from warehouse import Lake


def run(*words: object) -> Result:
    return CliRunner().invoke(sitrep.main, [str(word) for word in words])


@pytest.fixture
def league(tmp_path: Path) -> Lake:
    lake = Lake.create(tmp_path / "lake")
    lake.write(GAMES[:2])
    return lake


def test_an_export_without_names_has_numbers_in_their_place(league: Lake, tmp_path: Path) -> None:
    told = run("export", tmp_path / "out", "--lake", league.path, "--anonymous", "--table", "seats", "--table", "games")
    assert told.exit_code == 0 and "2 tables" in told.stdout, told.output
    text = "".join(path.read_text() for path in (tmp_path / "out").iterdir())
    assert "Player 1" in text and "Player 2" in text and "Ada" not in text and "Bo" not in text and "g1" not in text


def test_an_export_with_a_table_of_players_shows_the_names_that_it_says(league: Lake, tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("name,aliases,hide\nAdalbertine,Ada,\nBogumil,Bo,The Pole\n")
    told = run("export", tmp_path / "public", "--to", "lake", "--lake", league.path, "--players", tmp_path / "players.csv")
    assert told.exit_code == 0, told.output
    assert set(Lake.open(tmp_path / "public").frame("seats")["player"]) == {"Adalbertine", "The Pole"}


def test_a_wrong_table_of_players_is_one_line(league: Lake, tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("player\nAda\n")
    for command in (("site", "--out", tmp_path / "site"), ("export", tmp_path / "out")):
        told = run(*command, "--lake", league.path, "--players", tmp_path / "players.csv")
        assert told.exit_code == 1 and "players.csv:1: no column 'name'" in told.output
    assert not (tmp_path / "site").exists()


def test_a_site_in_the_watched_folder_is_refused(tmp_path: Path) -> None:
    told = run("watch", tmp_path, "--lake", tmp_path.parent / "lake", "--out", tmp_path / "site")
    assert told.exit_code == 2 and "lies in the watched folder" in told.output.replace("\n", " ")
