"""The tables of rounds are computed by one connection of a thread, which keeps nothing of the games before."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import duckdb
import polars as pl
import pytest

from engine.replay import Game
from tests.warehouse.games import game, random_game
from warehouse import rounds
from warehouse.game_rows import frames_of
from warehouse.rounds import NAMES, rounds_of


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[duckdb.DuckDBPyConnection]:
    """The connections that were opened, none of them before the test."""
    rounds._views()  # kept from now on: a test that patches what they are made of would keep what it made
    rounds._KEPT.__dict__.clear()
    found: list[duckdb.DuckDBPyConnection] = []
    connect = duckdb.connect
    monkeypatch.setattr(duckdb, "connect", lambda *of, **how: found.append(connect(*of, **how)) or found[-1])
    return found


def frames(*games: Game) -> dict[str, pl.DataFrame]:
    told = frames_of({game.name: game for game in games}, "2026-05-01T00:00:00Z")
    return {name: frame for name, frame in told.items() if frame.height}


def test_games_are_counted_as_if_none_were_before_them(opened: list[duckdb.DuckDBPyConnection]) -> None:
    some = [frames(game("a")), frames(random_game(1), random_game(2)), {}, frames(game("a"))]
    kept = [rounds_of(one) for one in some]
    assert len(opened) == 1 and [one["power_rounds"].height > 0 for one in kept] == [True, True, False, True]
    tables = opened[0].sql("SELECT table_name FROM duckdb_tables() UNION ALL SELECT view_name FROM duckdb_views() WHERE NOT internal")
    assert {name for (name,) in tables.fetchall()} == set(rounds._views()), "no rows are held"
    for one, before in zip(some, kept, strict=True):
        rounds._KEPT.__dict__.clear()
        anew = rounds_of(one)
        assert all(anew[name].equals(before[name]) for name in NAMES)
    assert len(opened) == 5


def test_what_went_wrong_is_not_kept(opened: list[duckdb.DuckDBPyConnection], monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch, pytest.raises(duckdb.Error):
        patch.setattr(rounds, "_text", lambda name: "SELECT nothing FROM games" if name == NAMES[-1] else "FROM round_ends")
        rounds_of(frames(game("a")))
    assert rounds_of(frames(game("a")))["power_rounds"].height and len(opened) == 2


def test_threads_do_not_share_one(opened: list[duckdb.DuckDBPyConnection]) -> None:
    some = [frames(random_game(seed)) for seed in range(6)]
    alone = [rounds_of(one) for one in some]
    with ThreadPoolExecutor(3) as threads:
        together = list(threads.map(rounds_of, some))
    assert 1 < len(opened) <= 4
    assert all(one[name].equals(two[name]) for one, two in zip(alone, together, strict=True) for name in NAMES)
