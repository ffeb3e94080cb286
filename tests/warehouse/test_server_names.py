"""A stranger's query tells nothing of the server: no folder, no setting."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.warehouse.league import GAMES
from warehouse import Lake, LakeError
from warehouse.sandbox import ask_apart
from warehouse.server_names import expect_lake_only, without_folders

TELLING = (
    "SELECT current_setting('secret_directory')", "SELECT current_setting('allowed_paths')", "FROM duckdb_settings()", "FROM duckdb_views",
    'SELECT sql FROM "sqlite_master"', "FROM information_schema.views", "FROM pg_catalog.pg_views", "FROM pg_settings",
    "FROM duckdb_extensions()", "FROM duckdb_secrets()", "FROM query('FROM duckdb_' || 'settings()')", "FROM QUERY ('FROM games')",
    "EXPLAIN ANALYZE FROM games", "FROM duckdb_external_file_cache()", "SELECT * FROM json_execute_serialized_sql('x')",
)  # fmt: skip
"""Each told a folder of the server, or makes a query of a text that may."""


@pytest.mark.parametrize("query", TELLING)
def test_what_tells_of_the_server_is_refused(query: str) -> None:
    with pytest.raises(LakeError, match="which tells of this server"):
        expect_lake_only(query)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM games",
        "EXPLAIN SELECT * FROM games",
        "FROM information_schema.columns",
        "FROM duckdb_columns()",
        "SHOW TABLES",
        "DESCRIBE games",
    ],
)
def test_what_tells_of_the_lake_is_not(query: str) -> None:
    expect_lake_only(query)


def test_no_answer_apart_has_the_servers_folders_in_it(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "hidden-place")
    lake.write(GAMES[:1])
    for query in (TELLING[1], "SELECT game_id FROM games"):
        try:
            said = str(ask_apart(str(lake.path), query).frame.to_dicts())
        except LakeError as error:
            said = str(error)
        assert "hidden-place" not in said
    for file in (lake.path / "data" / "games").iterdir():
        file.write_bytes(b"x" * file.stat().st_size)
    with pytest.raises(LakeError) as caught:
        ask_apart(str(lake.path), "SELECT * FROM games")
    assert "lake/data/games/" in str(caught.value) and str(tmp_path) not in str(caught.value)


def test_folders_are_left_out_of_messages() -> None:
    assert without_folders(f"/srv/x/lake/a.parquet and {Path.home()}/b", "/srv/x/lake") == "lake/a.parquet and ~/b"
