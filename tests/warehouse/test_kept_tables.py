"""A game's tables lie at hand after the first question: read once, the same answers, and no more games than a few."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from polars.testing import assert_frame_equal

from tests.warehouse.games import EVENTS, game, random_game
from tests.warehouse.league import GAMES
from tests.warehouse.test_results import MET, SAVE, result
from warehouse import Lake, LakeError, measures
from warehouse.kept_tables import KEPT
from warehouse.views import answer

INCOME = "SELECT count(*) AS n, sum(income) AS income FROM powers"


def at_hand(lake: Lake) -> list[str]:
    return [name for _, name in lake._kept_tables.games.keys]


def test_a_table_that_was_asked_once_is_not_read_again(lake: Lake) -> None:
    lake.write([game("a"), game("b")])
    first = lake.sql(INCOME, games=["a"])
    for path in (lake.path / "data" / "powers").iterdir():
        path.unlink()
    assert lake.sql(INCOME, games=["a"]).equals(first)
    with pytest.raises(LakeError, match="powers cannot be read"):
        lake.sql(INCOME, games=["b"])


def test_columns_of_one_name_are_told_apart_as_in_questions_about_many_games(lake: Lake) -> None:
    lake.write([game("a"), game("b")])
    query = "SELECT count(*) AS n, any_value(rounds) AS N, 7 AS n FROM games"
    assert lake.sql(query, games=["a"]).columns == lake.sql(query, games=["a", "b"]).columns == ["n", "N_1", "n_2"]


def test_a_game_that_was_replaced_is_read_anew(lake: Lake) -> None:
    lake.write([game("a")])
    before = lake.sql("SELECT count(*) AS n FROM phase_started", games=["a"])
    old = lake.at(lake.state().version)
    lake.write([game("a", EVENTS[:20])])
    assert lake.sql("SELECT count(*) AS n FROM phase_started", games=["a"]).item() < before.item()
    assert old.sql("SELECT count(*) AS n FROM phase_started", games=["a"]).equals(before)


def test_every_measure_of_a_game_is_the_same_over_the_files(lake: Lake) -> None:
    lake.write([random_game(seed) for seed in range(3)])
    asked = [name for name in measures.names() if "game_id" in measures.parameters(name)]
    with lake.connect() as files:
        for name in asked:
            text, params = measures._text(name), measures.arguments(name, {"game_id": "random-1"})
            over_files = answer(files, text, params)
            assert_frame_equal(lake.measure(name, game_id="random-1"), over_files, rel_tol=1e-9, abs_tol=1e-9)
    assert at_hand(lake) == ["random-1"] and len(asked) > 30


def test_every_measure_of_many_games_is_the_same_over_the_files_of_each_version(lake: Lake) -> None:
    """Which games count in leagues is kept for a version: a result gives way to the save of its game, and counts again without it."""
    asked = [name for name in measures.names() if "league_seats" in measures.asks(name) and "game_id" not in measures.parameters(name)]
    counted = []
    for change in (lambda: lake.write([*GAMES, result(MET)]), lambda: lake.write([SAVE]), lambda: lake.remove(["save"])):
        change()
        with lake.connect() as files:
            for name in asked:
                over_files = answer(files, measures._text(name), measures.arguments(name, {}) or None)
                assert_frame_equal(lake.measure(name), over_files, rel_tol=1e-9, abs_tol=1e-9)
        seen = set(lake.sql("SELECT game_id FROM league_seats")["game_id"])
        counted.append((MET in seen, "save" in seen))
    assert counted == [(True, False), (False, True), (True, False)]
    assert len(asked) > 8 and len(lake._kept_tables.versions.keys) == 2


def test_only_the_games_asked_of_last_are_kept(lake: Lake) -> None:
    lake._kept_tables.games.most = 2
    lake.write([game(name) for name in "abc"])
    for name in "abac":
        lake.sql(INCOME, games=[name])
    assert at_hand(lake) == ["a", "c"]
    found = lake._kept_tables.games.db.sql("SELECT count(*) FROM duckdb_schemas() WHERE schema_name LIKE 'game_%'").fetchall()
    assert found == [(2,)]


def test_threads_that_ask_of_more_games_than_are_kept_get_their_own_answers(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([game(f"g{n}", EVENTS[: 12 + n]) for n in range(KEPT + 4)])

    def asked(n: int) -> tuple[str, tuple[str, int]]:
        of = f"g{n % (KEPT + 4)}"
        return of, lake.sql("SELECT any_value(game_id) AS game, any_value(events) AS n FROM games", games=[of]).row(0)

    with ThreadPoolExecutor(4) as pool:
        for of, (name, events) in pool.map(asked, range(60)):
            assert (name, events) == (of, 12 + int(of[1:]))
    assert len(at_hand(lake)) == KEPT
