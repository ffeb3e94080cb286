"""One question, asked twice: the SQL of a measure and its twin in polars, over the lake and over its Delta export."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from engine import events as ev
from tests.kept import rows_of
from tests.one_of_each import one_of_each_title
from tests.slow import slow_after
from tests.warehouse import polars_measures
from tests.warehouse.blocks import block_game
from tests.warehouse.games import EVENTS, SETUP, game, random_game
from tests.warehouse.league import GAMES
from warehouse import Lake, LakeError, dictionary, measures, views
from warehouse.export import export
from warehouse.schema import TABLES

Ask = Callable[..., pl.DataFrame]
"""A measure's name and parameters to its rows."""

UNTOLD = [
    ev.BattleStarted(3, "land", "russia", "germany", "soviet-union", "2 tank", "", 10, 0),
    ev.DiceRolled(3, "russia", "germany", "attacker", "attack", 1, "", 0, (0, 0), 1, 0.0),
    ev.DiceRolled(3, "russia", "germany", "attacker", "attack", 2, "", 2, (2,), 3, 7 / 3),
    ev.DiceRolled(3, "russia", "soviet-union", "defender", "defence", 2, "", 0, (), 1, 1.0),
    ev.DiceRolled(3, "russia", "soviet-union", "defender", "anti-air", 0, "", 1, (1, 2), 1, 2 / 6),
    ev.ConvoyRaided("sea-zone-5", "", "soviet-union", "ipc", 2, 0),
    ev.ResourceChanged("germany", "ipc", -5, 73, "convoy", "united-kingdom", "sea-zone-6"),
    ev.ResourceChanged("germany", "ipc", 5, 78, "objective"),
    ev.ResourceChanged("united-states", "ipc", -6, -6, "lend-lease", "united-kingdom"),
    ev.ResourceChanged("united-kingdom", "ipc", 4, 4, "lend-lease", "united-states"),
    ev.ConvoyRaided("lend-lease", "germany", "united-kingdom", "ipc", 2, 6),
    ev.DiceRolled(3, "russia", "germany", "attacker", "bombardment", 0, "battleship", 4, (4, 5), 1, 4 / 3),
    ev.DefectFound("observed/dice", "gap", "", "", "no faces", ""),
]


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake of a sample of each title, the games of a league, and games of every kind of event; not to be written to."""
    lake = Lake.create(tmp_path_factory.mktemp("full") / "lake")
    lake.write(
        [
            *map(rows_of, one_of_each_title()),
            *GAMES,
            block_game(),
            game("untold", [*EVENTS[:-1], *UNTOLD]),
            game("setup", SETUP),
            random_game(3, name="random"),
        ]
    )
    return lake


@pytest.fixture(scope="module")
def delta(full: Lake, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lake as a folder of Delta tables."""
    pytest.importorskip("deltalake")
    place = tmp_path_factory.mktemp("delta") / "set"
    export(full, "delta", place)
    return place


@pytest.fixture(scope="module")
def sql_over_delta(delta: Path) -> Iterator[Ask]:
    """DuckDB over the Delta tables: the text of a measure, and the views it asks, over tables of the same names."""
    from deltalake import DeltaTable

    with views.database() as con:
        for name in TABLES:
            con.register(name, DeltaTable(str(delta / name)).to_pyarrow_table())
        for view in views.DERIVED:
            con.execute(f"CREATE VIEW {view} AS {views.sql_file(f'{view}.view.sql')}")

        def ask(name: str, **params: Any) -> pl.DataFrame:
            text = views.sql_file(f"{measures.family(name)}/{name}.sql")
            return con.sql(text, params=measures.arguments(name, params) or None).pl()

        yield ask


def lazy_over_lake(full: Lake) -> Ask:
    return lambda name, **params: polars_measures.measure(full.scan, name, **params).collect()


def lazy_over_delta(delta: Path) -> Ask:
    return lambda name, **params: polars_measures.measure(lambda table: pl.scan_delta(str(delta / table)), name, **params).collect()


def assert_same(lake: Lake, ask: Ask, name: str) -> None:
    """Hold every answer of a door (of each game, of each title, of all) against that of DuckDB over the lake."""
    asked = answered = 0
    for params, expected in expected_of(lake, name):
        assert_frame_equal(ask(name, **params), expected, rel_tol=1e-9, abs_tol=1e-9, check_dtypes=False)
        asked, answered = asked + 1, answered + expected.height
    assert asked and answered, f"{name}: no row was compared"


@cache
def expected_of(lake: Lake, name: str) -> list[tuple[dict[str, Any], pl.DataFrame]]:
    return [(params, lake.measure(name, **params)) for params in asked_of(lake, name)]


def asked_of(lake: Lake, name: str) -> list[dict[str, Any]]:
    wanted = measures.parameters(name)
    if "game_id" in wanted:
        alike = {one.header.game for one in GAMES[2:]}
        return [{"game_id": one} for one in lake.games()["game_id"] if one not in alike]
    given: list[dict[str, Any]] = [{}]
    given += [{"title": "aa1942"}, {"title": "chess"}] if "title" in wanted else []
    return given + ([{"title": "aa1942", "player": "Bo"}] if "player" in wanted else [])


@pytest.mark.parametrize("name", polars_measures.names())
def test_polars_over_the_lake_says_what_duckdb_says(full: Lake, name: str) -> None:
    assert_same(full, lazy_over_lake(full), name)


@pytest.mark.parametrize("name", slow_after(3, polars_measures.names()))
def test_polars_over_the_delta_set_says_what_duckdb_says_over_the_lake(full: Lake, delta: Path, name: str) -> None:
    assert_same(full, lazy_over_delta(delta), name)


@pytest.mark.parametrize("quarter", slow_after(1, range(4)))
def test_duckdb_over_the_delta_set_says_what_it_says_over_the_lake(full: Lake, sql_over_delta: Ask, quarter: int) -> None:
    for name in measures.names()[quarter::4]:
        try:
            assert_same(full, sql_over_delta, name)
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from error


def test_types_are_those_of_the_sql(full: Lake) -> None:
    for name in polars_measures.names():
        params = asked_of(full, name)[0]
        assert polars_measures.measure(full.scan, name, **params).collect_schema() == full.measure(name, **params).schema, name


def test_every_family_has_a_form_in_polars() -> None:
    assert {measures.family(name) for name in polars_measures.names()} == set(dictionary.families())
    assert set(polars_measures.names()) <= set(measures.names())


def test_what_cannot_be_asked_is_said(full: Lake) -> None:
    with pytest.raises(LakeError, match="'dice_luck' with parameters none; expected game_id"):
        full.measure("dice_luck")
    with pytest.raises(LakeError, match="game 'nil': no game begins so"):
        full.measure("dice_luck", game_id="nil")
    with pytest.raises(LakeError, match="no measure 'incomes'"):
        full.measure("incomes")
