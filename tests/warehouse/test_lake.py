"""A lake replaces and never doubles, holds a game in all tables or in none, and lets a reader keep its version."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

import polars as pl
import pytest

from tests.warehouse.commits import unchain
from tests.warehouse.games import EVENTS, FILLED, game, random_game
from warehouse import Lake, LakeError, batch, game_id, parquet
from warehouse import log as commit_log
from warehouse.schema import SCHEMA, TABLES
from warehouse.state import data_key
from warehouse.stores import local


def heights(lake: Lake) -> dict[str, int]:
    return {name: lake.frame(name).height for name in TABLES}


def ids(lake: Lake) -> dict[str, set[str]]:
    return {name: set(lake.frame(name)["game_id"]) for name in TABLES if lake.frame(name).height}


def files_of(lake: Lake) -> set[Path]:
    return {path for path in lake.path.rglob("*") if path.is_file()}


def test_a_new_lake_is_empty_and_every_table_has_its_columns(lake: Lake) -> None:
    assert lake.state().version == 1
    for name, table in TABLES.items():
        assert dict(lake.frame(name).schema) == table.polars
        with pytest.raises(LakeError, match="game 'nobody': no game begins so; there are: none"):
            lake.frame(name, "nobody")


def test_frames_have_the_declared_types(small: Lake) -> None:
    for name, table in TABLES.items():
        assert dict(small.frame(name).schema) == table.polars, name


def test_no_games_make_no_commit(lake: Lake) -> None:
    assert lake.write([]).version == lake.state().version == 1


def test_one_commit_has_all_tables_of_all_its_games(lake: Lake) -> None:
    commit = lake.write([game("a"), game("b")])
    assert commit.version == 2
    (one,) = commit.added
    assert set(one.files) == FILLED
    assert {name: file.rows for name, file in one.files.items()} == {t: n for t, n in heights(lake).items() if n}
    assert set(map(frozenset, ids(lake).values())) == {frozenset({"a", "b"})}


def test_the_log_knows_the_checksum_of_every_file(lake: Lake) -> None:
    (one,) = lake.write([game("a")]).added
    for table, file in one.files.items():
        content = (lake.path / data_key(table, one.batch)).read_bytes()
        assert (file.bytes, file.sha256) == (len(content), sha256(content).hexdigest()), table


def test_a_log_of_format_1_is_read_and_gone_on_with(lake: Lake) -> None:
    lake.write([game("a")])
    for path in (lake.path / "_log").glob("*.json"):
        commit = json.loads(path.read_text()) | {"format": 1}
        for one in commit["added"]:
            for file in one["files"].values():
                del file["sha256"]
        path.write_text(json.dumps(commit))
    unchain(lake.path)
    older = Lake.open(lake.path)
    assert older.events("a") == EVENTS
    assert {file.sha256 for one in older.state().batches.values() for file in one.files.values()} == {""}
    older.write([game("b")])
    assert [len(file.sha256) for file in older.state().holder["b"].files.values()] == [64] * len(FILLED)


def test_a_game_written_again_replaces_itself_and_no_other(lake: Lake) -> None:
    lake.write([game("a"), game("b"), game("c")])
    before, others = heights(lake), lake.frame("units_moved", "c")
    commit = lake.write([game("b")])
    assert commit.replaced == ["b"]
    assert heights(lake) == before
    assert lake.frame("units_moved", "c").equals(others)
    lake.write([game("b", EVENTS[:20]), game("d")])
    assert lake.events("b") == EVENTS[:20]
    assert lake.events("a") == lake.events("c") == lake.events("d") == EVENTS
    assert lake.games()["game_id"].to_list() == ["a", "b", "c", "d"]


def test_a_replaced_game_is_gone_from_tables_it_has_no_rows_in_any_more(lake: Lake) -> None:
    lake.write([game("a")])
    assert lake.frame("dice_rolled").height == 4
    lake.write([game("a", EVENTS[:12])])
    assert lake.frame("dice_rolled").height == 0
    assert lake.sql("SELECT count(*) AS n FROM dice_rolled").item() == 0


def test_of_two_games_with_one_id_in_one_write_the_later_stays(lake: Lake) -> None:
    lake.write([game("a"), game("b"), game("a", EVENTS[:20])])
    assert lake.events("a") == EVENTS[:20]
    assert lake.games().height == 2


def test_a_game_is_known_by_header_then_digest_then_events() -> None:
    assert game_id(game("named", digest="0123456789abcdef0123")) == "named"
    assert game_id(game("", digest="0123456789abcdef0123")) == "0123456789abcdef"
    by_events = game_id(game(""))
    assert len(by_events) == 16
    assert by_events == game_id(game(""))
    assert by_events != game_id(game("", EVENTS[:-1]))


def test_digests_and_the_beginning_of_an_id(lake: Lake) -> None:
    lake.write([game("ab", digest="11"), game("abc", digest="22"), game("b", digest="33")])
    assert lake.digests() == {"ab": "11", "abc": "22", "b": "33"}
    assert [lake.find(text) for text in ("ab", "abc", "b")] == ["ab", "abc", "b"]
    with pytest.raises(LakeError, match=r"'a': 2 games begin so: ab, abc"):
        lake.find("a")
    with pytest.raises(LakeError, match=r"'x': no game begins so; there are: ab, abc, b"):
        lake.find("x")


def test_a_reader_keeps_its_version(lake: Lake) -> None:
    lake.write([game("a"), game("b")])
    pinned = lake.at(2)
    con = pinned.connect()
    lake.write([game("a", EVENTS[:12]), game("c")])
    assert pinned.games()["game_id"].to_list() == ["a", "b"]
    assert pinned.events("a") == EVENTS
    assert con.sql("SELECT count(*) FROM games").fetchall() == [(2,)]
    assert lake.games()["game_id"].to_list() == ["a", "b", "c"]
    assert Lake.open(lake.path, 1).games().is_empty()
    with pytest.raises(LakeError, match="pinned to version 2"):
        pinned.write([game("d")])
    with pytest.raises(LakeError, match="no version 9; expected 0 to 3"):
        lake.at(9)


def test_a_long_lived_lake_sees_what_others_write_and_a_lake_made_anew(tmp_path: Path) -> None:
    mine = Lake.create(tmp_path / "lake")
    Lake.open(tmp_path / "lake").write([game("a")])
    assert mine.games()["game_id"].to_list() == ["a"]
    (tmp_path / "lake").rename(tmp_path / "old")
    Lake.create(tmp_path / "lake").write([game("b")])
    assert mine.games()["game_id"].to_list() == ["b"]


def test_the_same_games_give_the_same_bytes(tmp_path: Path) -> None:
    contents = []
    for name in ("one", "two"):
        lake = Lake.create(tmp_path / name)
        lake.write([random_game(1), game("a")], at="2026-01-01T00:00:00Z")
        contents.append({path.parent.name: path.read_bytes() for path in (lake.path / "data").rglob("*.parquet")})
    assert contents[0] == contents[1]


def test_a_folder_whose_name_has_pattern_characters_is_a_lake_too(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "it's [a] la*ke?" if hasattr(os, "O_DIRECTORY") else "it's [a] lake")
    lake.write([game("a")])
    lake.write([game("b")])
    assert lake.sql("SELECT count(*) AS n FROM games").item() == lake.games().height == 2
    assert lake.events("a") == EVENTS


class Stop(Exception):
    """What a test throws into the middle of a write."""


@pytest.mark.parametrize("after", [0, 1, 13, 26])
def test_a_write_that_fails_between_files_changes_nothing_and_leaves_nothing(lake, monkeypatch, after: int) -> None:
    lake.write([game("a")])
    before, there = heights(lake), files_of(lake)
    written = []

    def failing(frame: pl.DataFrame) -> bytes:
        if len(written) == after:
            raise Stop
        written.append(frame)
        return parquet.encoded(frame)

    monkeypatch.setattr(batch, "encoded", failing)
    with pytest.raises(Stop):
        lake.write([game("a", EVENTS[:20]), game("b")])
    assert heights(lake) == before
    assert lake.events("a") == EVENTS
    assert files_of(lake) == there


def test_a_write_that_fails_before_its_commit_changes_nothing(lake, monkeypatch) -> None:
    lake.write([game("a"), game("b")])
    before, there = heights(lake), files_of(lake)

    def failing(draft, path) -> None:
        raise Stop

    monkeypatch.setattr(os, "link", failing)
    with pytest.raises(Stop):
        lake.write([game("a", EVENTS[:20]), game("c")])
    assert heights(lake) == before
    assert files_of(lake) == there


def test_a_game_that_fails_keeps_the_others_of_its_write_out(lake: Lake) -> None:
    def games():
        yield game("a")
        raise Stop

    with pytest.raises(Stop):
        lake.write(games())
    assert lake.games().is_empty()


def test_a_disk_that_refuses_is_one_clear_error(lake, monkeypatch) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(local, "write_whole", full)
    with pytest.raises(LakeError, match=r"parquet: cannot be written: No space left on device; the lake is unchanged"):
        lake.write([game("a")])
    assert lake.state().version == 1


def test_a_disk_that_refuses_the_commit_is_one_clear_error(lake, monkeypatch) -> None:
    def broken(draft, path) -> None:
        raise OSError(5, "Input/output error", str(path))

    there = files_of(lake)
    monkeypatch.setattr(os, "link", broken)
    with pytest.raises(LakeError, match=r"00000002.json: cannot be written: Input/output error"):
        lake.write([game("a")])
    assert files_of(lake) == there


def test_a_folder_that_cannot_be_made_is_one_clear_error(tmp_path: Path, monkeypatch) -> None:
    def refused(path, *args, **kwargs) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "mkdir", refused)
    with pytest.raises(LakeError, match=r"_log: cannot be written: Permission denied"):
        Lake.create(tmp_path / "lake")


def test_trouble_in_reading_the_games_is_not_blamed_on_the_lake(lake: Lake) -> None:
    def games():
        yield game("a")
        (lake.path / "no.jsonl").read_bytes()

    with pytest.raises(FileNotFoundError):
        lake.write(games())


def test_orphans_are_not_read(lake: Lake) -> None:
    lake.write([game("a")])
    for path in list((lake.path / "data").rglob("*.parquet")):
        (path.parent / "orphan.parquet").write_bytes(path.read_bytes())
    (lake.path / "_log" / ".dead.tmp").write_bytes(b"{")
    assert lake.games().height == 1
    assert lake.events("a") == EVENTS
    assert lake.sql("SELECT count(*) AS n FROM units_moved").item() == 2


def rewrite_commit(lake: Lake, **fields: object) -> None:
    path = lake.path / "_log" / "00000001.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"format": 3}, "format 3 of the lake, but this Sitrep reads 2; use a newer Sitrep"),
        ({"format": 0}, "format 0 of the lake, but this Sitrep reads 2; ingest its records again"),
        ({"schema": 99}, f"schema 99 of the lake, but this Sitrep reads {SCHEMA}; use a newer Sitrep"),
        ({"vocabulary": 99}, "event vocabulary 99 of the lake, but this Sitrep reads 1; use a newer Sitrep"),
    ],
)
def test_another_version_of_lake_is_refused(lake: Lake, fields: dict, message: str) -> None:
    rewrite_commit(lake, **fields)
    with pytest.raises(LakeError, match=message) as caught:
        Lake.open(lake.path)
    assert "00000001.json" in str(caught.value)


def test_a_newer_commit_is_refused_whatever_its_shape(lake: Lake) -> None:
    (lake.path / "_log" / "00000002.json").write_text('{"format": 7, "version": "two", "added": 3}')
    with pytest.raises(LakeError, match=r"00000002.json: format 7"):
        lake.games()


def test_a_garbled_or_missing_commit_is_named(lake: Lake) -> None:
    lake.write([game("a")])
    first = lake.path / "_log" / "00000001.json"
    text = first.read_text()
    first.write_text(text[:20])
    with pytest.raises(LakeError, match=r"00000001.json: not a commit of a Sitrep lake"):
        Lake.open(lake.path)
    first.unlink()
    with pytest.raises(LakeError, match=r"00000001.json: this commit is missing, 00000002.json is there"):
        Lake.open(lake.path)


def test_what_is_no_lake_is_said(tmp_path: Path) -> None:
    with pytest.raises(LakeError, match="no lake is here"):
        Lake.open(tmp_path / "nowhere")
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.jpg").write_bytes(b"cat")
    with pytest.raises(LakeError, match="photos: not a lake, and not empty"):
        Lake.create(tmp_path / "photos")
    with pytest.raises(LakeError, match=r"cat.jpg: not a lake"):
        Lake.create(tmp_path / "photos" / "cat.jpg")
    (tmp_path / "empty").mkdir()
    assert Lake.create(tmp_path / "empty").games().is_empty()
    assert Lake.create(tmp_path / "empty").state().version == 1


def test_an_unknown_table_is_named(small: Lake) -> None:
    with pytest.raises(LakeError, match=r"no table 'unit_moved'; did you mean 'units_moved'\?"):
        small.frame("unit_moved")


@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_bytes(b"PAR1 and no more")])
def test_a_file_that_is_gone_or_damaged_is_said(lake: Lake, harm) -> None:
    lake.write([game("a")])
    harm(*map(Path, lake.state().files("powers")))
    with pytest.raises(LakeError, match=r"powers.*(cannot be read|damaged: it has)"):
        lake.frame("powers")
    with pytest.raises(LakeError, match=r"powers.*(cannot be read|damaged: it has)"):
        lake.measure("income_by_turn", game_id="a")


def test_the_log_keeps_what_it_has_read(lake: Lake, monkeypatch) -> None:
    for name in "abc":
        lake.write([game(name)])
    read = []
    whole = commit_log.Log._read
    monkeypatch.setattr(commit_log.Log, "_read", lambda log, version: read.append(version) or whole(log, version))
    lake.games()
    Lake.open(lake.path).write([game("d")])
    read.clear()
    assert lake.games().height == 4
    assert read == [5]
