"""`sitrep lake`, `sitrep query --as-of`, and every command over a lake in an S3-compatible store."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sitrep
from dashboard import serve
from dashboard.ui import data
from tests.warehouse.games import EVENTS, game
from tests.warehouse.older import make_older
from tests.warehouse.s3 import BUCKET, server
from warehouse.verify import verify


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    """A lake of three commits: empty, two games, one of them replaced and a third."""
    made = sitrep.Lake.create(tmp_path / "lake")
    made.write([game("a"), game("b")])
    made.write([game("b", EVENTS[:20]), game("c")])
    return made.path


def run(*words: object, code: int = 0) -> Result:
    result = CliRunner().invoke(sitrep.main, [str(word) for word in words])
    assert result.exit_code == code, result.output
    return result


def count(lake: object, *as_of: str) -> int:
    return json.loads(run("query", "select count(*) as n from games", "--lake", lake, "--format", "json", *as_of).stdout)[0]["n"]


@pytest.mark.parametrize("command", ["history", "remove", "compact", "vacuum", "migrate", "backup", "mend"])
def test_every_command_explains_itself(command: str) -> None:
    assert run("lake", command, "-h").stdout.startswith(f"Usage: main lake {command}")
    assert command in run("lake", "-h").stdout


def test_history_says_what_each_commit_did(lake: Path) -> None:
    rows = json.loads(run("lake", "history", "--lake", lake, "--json").stdout)
    assert [(r["version"], r["what"], r["new"], r["replaced"], r["batches"]) for r in rows] == [
        (3, "write", 1, 1, "+2 -1"),
        (2, "write", 2, 0, "+1 -0"),
        (1, "write", 0, 0, "+0 -0"),
    ]
    assert not any(row["swept"] for row in rows)
    told = run("lake", "history", "--lake", lake, "--limit", 1).stdout
    assert "1 of 3 commits" in told and "+2 -1" in told


def test_a_query_asks_the_lake_as_it_was(lake: Path) -> None:
    assert [count(lake, *as_of) for as_of in ((), ("--as-of", "1"), ("--as-of", "2"), ("--as-of", "2199-01-01"))] == [
        3,
        0,
        2,
        3,
    ]
    for as_of, message in {"9": "no version 9; expected 0 to 3", "soon": "neither a version nor a time"}.items():
        assert message in run("query", "from games", "--lake", lake, "--as-of", as_of, code=1).stderr


def test_compact_and_vacuum_tell_what_they_did(lake: Path) -> None:
    done = json.loads(run("lake", "compact", "--lake", lake, "--json").stdout)
    assert (done["version"], done["batches_before"], done["batches"]) == (4, 2, 1)
    assert "version 4: nothing to compact (batches: 1, " in run("lake", "compact", "--lake", lake).stdout
    told = run("lake", "vacuum", "--older-than", "0s", "--lake", lake).stdout
    assert "0 files deleted, 0 bytes; versions from 1 on remain readable" in told
    assert count(lake) == 3
    wrong = run("lake", "vacuum", "--older-than", "a month", "--lake", lake, code=1)
    assert "'a month' is no span of time" in wrong.stderr


def test_a_game_is_removed_and_earlier_versions_keep_it(lake: Path) -> None:
    games = sitrep.open_lake(lake).games()["game_id"].to_list()
    told = run("lake", "remove", games[0], "--lake", lake).stdout
    assert f"version 4: {games[0]} removed" in told and "sitrep lake vacuum" in told
    assert sitrep.open_lake(lake).games()["game_id"].to_list() == games[1:]
    assert count(lake, "--as-of", "3") == 3 and count(lake) == 2
    wrong = run("lake", "remove", games[1], games[0], "--lake", lake, code=1)
    assert games[0] in wrong.stderr and count(lake) == 2
    rows = json.loads(run("lake", "history", "--lake", lake, "--json").stdout)
    assert (rows[0]["what"], rows[0]["new"], rows[0]["replaced"]) == ("remove", 0, 0)
    assert verify(sitrep.open_lake(lake)) == []


def test_an_older_lake_is_migrated(lake: Path) -> None:
    make_older(sitrep.open_lake(lake), 1)
    refused = run("summary", "--lake", lake, code=1)
    assert f"migrate it: sitrep lake migrate --lake {lake}" in refused.stderr
    done = json.loads(run("lake", "migrate", "--lake", lake, "--json").stdout)
    assert done["games"] == 3
    assert "nothing to migrate" in run("lake", "migrate", "--lake", lake).stdout
    assert count(lake) == 3
    assert run("lake", "migrate", "--lake", lake / "nowhere", code=1).stderr.startswith("sitrep: ")


def test_a_record_is_known_by_its_content_and_replaced_in_one_commit(record: Path, tmp_path: Path) -> None:
    lake, copy = tmp_path / "lake", tmp_path / "another name.jsonl"
    copy.write_bytes(record.read_bytes())
    assert "1 new" in run("ingest", record, "--lake", lake).stdout
    assert "1 unchanged" in run("ingest", copy, "--lake", lake).stdout
    copy.write_bytes(record.read_bytes().replace(b'"game":"short"', b'"game":"short","about":"again"', 1))
    assert "1 replaced" in run("ingest", copy, "--lake", lake).stdout
    rows = json.loads(run("lake", "history", "--lake", lake, "--json").stdout)
    assert [(row["version"], row["new"], row["replaced"]) for row in rows] == [(3, 0, 1), (2, 1, 0), (1, 0, 0)]
    assert sitrep.open_lake(lake).games()["about"].to_list() == ["again"]


def test_a_url_of_another_kind_is_a_wrong_command_line() -> None:
    assert "expected one of these" in run("summary", "--lake", "gs://bucket/lake", code=2).output


@pytest.mark.slow
def test_every_command_over_a_lake_in_s3(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as environment:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        url = f"s3://{BUCKET}/front"
        assert "1 new" in run("ingest", record, "--lake", url).stdout
        assert "1 unchanged" in run("ingest", record, "--lake", url).stdout
        assert "short" in run("summary", "--lake", url).stdout
        assert "Income collected by round" in run("summary", "short", "--lake", url).stdout
        assert [count(url), count(url, "--as-of", "1")] == [1, 0]
        assert run("ingest", record, "--again", "--lake", url).exit_code == 0
        sitrep.open_lake(url).write([game("b")])
        done = json.loads(run("lake", "compact", "--lake", url, "--json").stdout)
        assert (done["batches_before"], done["batches"]) == (2, 1)
        assert json.loads(run("lake", "vacuum", "--lake", url, "--json").stdout)["files"] == 0
        monkeypatch.setenv(serve.LAKE, url)
        assert sorted(data.games(data.source())["game_id"]) == ["b", "short"]


def test_the_dashboard_is_told_the_url_as_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    told = [serve._environment(serve.place_of(place), (), {serve.KEEP: serve.ADMINS}) for place in ("s3://bucket/lake", Path("lake"))]
    assert [(env[serve.LAKE], env[serve.KEEP]) for env in told] == [
        ("s3://bucket/lake", serve.ADMINS),
        (str(tmp_path / "lake"), serve.ADMINS),
    ]
