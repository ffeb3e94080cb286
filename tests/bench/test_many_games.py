"""The lake that the bench asks its questions of: made of real games, each another game, the same every time."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from ingest import pipeline
from ingest.samples import samples
from tests.bench import many_games, questions
from tests.bench.many_games import lake_of
from warehouse import Lake, measures, metrics
from warehouse.schema import TABLES

GAMES = 4
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Lake]:
    cache = tmp_path_factory.mktemp("lakes")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(many_games, "saves", lambda: [])
        return cache, lake_of(GAMES, cache)


def test_the_same_games_are_made_every_time(made: tuple[Path, Lake], tmp_path: Path) -> None:
    _, lake = made
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(many_games, "saves", lambda: [])
        patch.setattr(pipeline, "BATCH_GAMES", 3)
        other = lake_of(GAMES, tmp_path)
        version = other.state().version
        assert lake_of(GAMES, tmp_path).state().version == version
    for name in TABLES:
        # which games share a batch differs between the two, and with it the order of games in tables of rounds
        one, two = (each.frame(name).sort("game_id", maintain_order=True) for each in (lake, other))
        assert one.equals(two), name


def test_each_is_a_game_of_its_own(made: tuple[Path, Lake]) -> None:
    games = made[1].games()
    for column in ("game_id", "digest", "played", "players"):
        assert games[column].n_unique() == GAMES, column
    assert games["events"].n_unique() == min(GAMES, len(samples()))
    assert made[1].sql("FROM retold").is_empty()
    for table in ("dice_rolled", "resource_changed"):
        assert made[1].frame(table)["game_id"].n_unique() == GAMES


def test_the_dice_that_fell_and_the_hits_agree(made: tuple[Path, Lake]) -> None:
    rolls = made[1].frame("dice_rolled").filter(pl.col("target") > 0)
    assert set(rolls["dice"].explode().drop_nulls()) == {1, 2, 3, 4, 5, 6}
    hits = [sum(die <= target for die in dice) for dice, target in rolls.select("dice", "target").iter_rows()]
    assert rolls["hits"].to_list() == hits and sum(hits) > 100


def test_every_measure_is_asked_and_scanned_beside(made: tuple[Path, Lake], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "lake_of", lambda games, cache: made[1])
    monkeypatch.setattr(questions, "SAMPLE", 2)
    monkeypatch.setattr(questions, "RUNS", 1)
    lines = list(questions.lines(GAMES))
    assert {line.what.partition(",")[0] for line in lines[:-1]} >= set(measures.names())
    assert all("raw scan" in line.remark and line.rate > 0 for line in lines[:-1])
    of_all = [line.what for line in lines if line.what.endswith("whole lake")]
    assert {f"{form} of {metric}, whole lake" for form in ("bands", "spread") for metric in metrics.metrics()} < set(of_all)
    assert [line.what for line in lines if line.what.endswith("cached")] == [f"{what}, cached" for what in of_all]


def test_batches_are_copied_to_other_games_until_there_are_enough(made: tuple[Path, Lake], tmp_path: Path) -> None:
    few, lake = made[1], Lake.create(tmp_path / "lake")
    many_games._multiplied(few, lake, 2 * GAMES + 1)
    games, version = lake.games(), lake.state().version
    assert games.height == games["game_id"].n_unique() == games["digest"].n_unique() == 2 * GAMES + 1
    assert set(games["game_id"]).isdisjoint(few.games()["game_id"])
    assert lake.sql("FROM retold").is_empty()
    assert games.filter(pl.col("title") == "aa1942")["players"].n_unique() > 1
    assert lake.frame("dice_rolled")["game_id"].n_unique() == lake.frame("seats")["game_id"].n_unique() == games.height
    many_games._multiplied(few, lake, 2 * GAMES + 1)
    assert lake.state().version == version
