"""Verifying finds what is wrong: damaged files by checksum and by an independent reader, wrong states by a second fold."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import duckdb
import msgspec
import polars as pl
import pytest
from click.testing import CliRunner

import sitrep
from ingest.samples import samples
from ingest.workers import local
from tests.kept import rows_of
from tests.one_of_each import one_of_each_title
from tests.slow import slow_after
from tests.warehouse.commits import unchain
from tests.warehouse.games import game, random_game
from tests.warehouse.two_resources import told_game
from warehouse import Lake, LakeError, checkpoints
from warehouse import verify as verifying
from warehouse.log import Commit
from warehouse.state import data_key
from warehouse.stores.local import LocalStore
from warehouse.upkeep import make_cache, vacuum
from warehouse.verify import files as verify_files
from warehouse.verify import verify


def _one(lake: Lake) -> None:
    lake.write([game("a")])


@pytest.fixture
def one(copied: Callable[..., Lake]) -> Lake:
    """A lake of one game."""
    return copied(_one)


def test_a_lake_of_games_new_and_replaced_is_whole(lake: Lake) -> None:
    lake.write([game("a"), random_game(1)])
    lake.write([game("a"), random_game(2)])
    steps: list[tuple[int, int]] = []
    assert verify(lake, on_progress=lambda done, of: steps.append((done, of))) == []
    games, batches = lake.games().height, len(lake.state().batches)
    assert steps == [(n, games + batches) for n in range(1, games + batches + 1)]


@pytest.mark.parametrize("which", slow_after(1, [one_of_each_title, samples]), ids=lambda which: which.__name__)
def test_the_sample_games_are_whole(tmp_path: Path, which: Callable[[], tuple[Path, ...]]) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([rows_of(path) for path in which()])
    assert verify(lake) == []


def file_of(lake: Lake, table: str) -> Path:
    (path,) = lake.state().files(table)
    return path


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        (Path.unlink, "readable"),
        (flip, "sha256"),
        (lambda path: path.write_bytes(path.read_bytes()[:-9]), "bytes"),
    ],
)
def test_a_damaged_file_is_found(one: Lake, damage: Callable[[Path], None], what: str) -> None:
    path = file_of(one, "stacks")
    damage(path)
    (found,) = verify(one)
    assert (found.where, found.what) == (str(path), what)
    assert found.expected != found.found and found.text.startswith(f"{path}: {what}: expected ")
    assert found.text.endswith("put it back from a copy, or ingest the records again into a new lake")


def test_a_cache_with_other_rows_than_the_lake_is_found(one: Lake) -> None:
    path = make_cache(one).path
    assert verify(one) == []
    with duckdb.connect(path) as con:
        con.execute("UPDATE powers SET treasury = treasury + 1")
    (found,) = verify(Lake.open(one.path))
    assert (found.where, found.what) == (str(path), "sum of powers") and "sitrep lake cache" in found.text
    one.write([game("b")])
    assert verify(Lake.open(one.path)) == [], "one of another version is asked by nobody"


def test_a_damaged_checkpoint_and_commits_lost_after_one_are_found(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 2)
    lake.write([game("a")])
    lake.write([game("b")])
    lake.write([game("c")])
    assert verify(lake) == [] and len(checkpoints.versions(lake.store)) == 2
    second, fourth = (lake.path / checkpoints.key_of(version) for version in (2, 4))
    flip(second)
    (lake.path / "_log" / "00000004.json").unlink()
    for head in (lake.path / "_head").iterdir():  # else the lake is not opened at all
        head.unlink()
    lost, damaged = sorted(verify(Lake.open(lake.path)), key=lambda finding: finding.what)
    assert (lost.where, lost.what, lost.found) == (str(fourth), "commit", "4") and "from a copy" in lost.cure
    assert (damaged.where, damaged.what) == (
        str(second),
        "readable",
    ) and damaged.cure == "it only saves time: delete it"


def test_what_only_the_history_and_the_list_of_refused_files_read_is_verified(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 4)
    for _ in range(4):
        lake.write([game("a")])
    lake.keep_refused({"bad.txt": "not a record"}, [])
    vacuum(lake, timedelta(0), timedelta(0))
    assert verify(lake) == []
    (refused,) = (lake.path / "_refused").iterdir()
    for path in (lake.path / "_log" / "00000002.json", refused):
        content = path.read_bytes()
        path.write_bytes(content.replace(b'"2', b'"3'))
        (found,) = verify(Lake.open(lake.path))
        assert path.name in found.text and "damaged: its SHA-256" in found.text
        path.write_bytes(content)
    assert verify(Lake.open(lake.path)) == []


def test_files_that_no_version_names_are_found(one: Lake) -> None:
    foreign, left = (
        one.path / "data" / "stacks" / "copy.parquet",
        one.path / "data" / "stacks" / f"{'a' * 32}.parquet",
    )
    foreign.write_bytes(b"mine")
    left.write_bytes(b"PAR1")
    (found,) = verify(one)
    assert found.text.endswith("found 1 of 4 bytes: stacks/copy.parquet; delete files that do not belong to the lake")
    os.utime(left, (0, 0))
    assert "a killed writer left them: run sitrep lake vacuum" in verify(one)[1].text
    vacuum(one, timedelta(days=1))
    foreign.unlink()
    assert verify(one) == []


def test_a_wrong_number_is_cured_by_the_record_again(lake: Lake) -> None:
    lake.write([game("a"), game("b")])
    rewrite(lake, "powers", lambda frame: frame.with_columns(pl.col("treasury") + 1))
    found = verify(Lake.open(lake.path))
    assert {finding.cure for finding in found} == {"ingest its record again, with --again"}
    Lake.open(lake.path).write([game("a"), game("b")])
    assert verify(Lake.open(lake.path)) == []


def test_a_table_that_is_gone_is_told_in_one_line_with_the_cure(one: Lake) -> None:
    file_of(one, "stacks").unlink()
    for ask in (lambda: one.sql("SELECT count(*) FROM stacks"), lambda: one.frame("stacks")):
        with pytest.raises(LakeError, match=r"\A[^\n]*stacks[^\n]*cannot be read: [^\n]*into a new lake\Z"):
            ask()


def rewrite(lake: Lake, table: str, change: Callable[[pl.DataFrame], pl.DataFrame], *, rows: int = 0, path: Path | None = None) -> None:
    """Change a file behind the lake's back, and the log with it, so that no checksum tells."""
    path = path or file_of(lake, table)
    change(pl.read_parquet(path, glob=False)).write_parquet(path, compression="zstd")
    log = sorted((lake.path / "_log").glob("*.json"))[-1]
    commit = msgspec.json.decode(log.read_bytes(), type=Commit)
    (batch,) = commit.added
    file = batch.files[table]
    content = path.read_bytes()
    batch.files[table] = msgspec.structs.replace(file, rows=rows or file.rows, bytes=len(content), sha256=sha256(content).hexdigest())
    log.unlink()
    log.write_bytes(msgspec.json.encode(commit))
    unchain(lake.path)


def one_more(column: str) -> Callable[[pl.DataFrame], pl.DataFrame]:
    def change(frame: pl.DataFrame) -> pl.DataFrame:
        last = pl.int_range(pl.len()) == pl.len() - 1
        return frame.with_columns(pl.when(last).then(pl.col(column) + 1).otherwise(pl.col(column)).alias(column))

    return change


@pytest.mark.parametrize(
    ("table", "column", "said"),
    slow_after(
        3,
        [
            ("stacks", "count", "stacks"),
            ("areas", "damage", "damage: "),
            ("races", "total", "races: "),
            ("units_placed", "count", "soviet-union places 3 infantry but has 2 bought and waiting"),
            ("games", "defects", "its row of games"),
            ("powers", "treasury", "powers"),
            ("powers", "production", "powers"),
            ("powers", "tuv", "powers"),
            ("powers", "units", "powers"),
            ("powers", "areas", "powers"),
            ("treasuries", "amount", "treasuries: "),
            ("treasuries", "income", "treasuries: "),
            ("forces", "units", "forces: "),
            ("forces", "tuv", "forces: "),
            ("races", "held_since", "races: "),
        ],
    ),
)
def test_a_wrong_number_is_found_by_folding_the_events_again(one: Lake, table: str, column: str, said: str) -> None:
    rewrite(one, table, one_more(column))
    found = verify(Lake.open(one.path))
    assert found and all(finding.where.startswith("game a") for finding in found)
    assert any(said in finding.text for finding in found), found


def test_a_wrong_owner_is_found(one: Lake) -> None:
    rewrite(one, "areas", lambda frame: frame.with_columns(controller=pl.lit("japan")))
    found = verify(Lake.open(one.path))
    owners = [finding for finding in found if finding.what != "more of the kind"]
    assert owners and all(", owners" in finding.where and finding.found == "'japan'" for finding in owners)


@pytest.mark.parametrize("table", slow_after(2, ["powers", "areas", "treasuries", "forces", "stacks", "races"]))
def test_a_lost_row_of_a_snapshot_is_found(lake: Lake, table: str) -> None:
    lake.write([told_game("a")])
    at = {"treasuries": pl.col("amount") > 0, "areas": pl.col("controller") != ""}.get(table, pl.lit(True))
    frame = lake.frame(table)
    lost = frame.with_row_index("at").filter(at & (pl.col("turn") > 0))["at"][0]
    rewrite(lake, table, lambda rows: rows.filter(pl.int_range(pl.len()) != lost), rows=frame.height - 1)
    found = [finding for finding in verify(Lake.open(lake.path)) if "after event" in finding.where]
    assert found and all(one.found == "no row" for one in found if one.what != "more of the kind"), found


def test_the_game_of_two_resources_is_whole(lake: Lake) -> None:
    lake.write([told_game("two")])
    assert verify(lake) == []


def test_lost_rows_and_another_game_are_found(one: Lake) -> None:
    rewrite(one, "units_moved", lambda frame: frame.head(frame.height - 1))
    assert "rows" in {finding.what for finding in verify(Lake.open(one.path))}


def test_a_game_of_another_batch_is_found(one: Lake) -> None:
    rewrite(one, "units_moved", lambda frame: frame.with_columns(game_id=pl.lit("b")))
    found = {finding.what: finding.found for finding in verify(Lake.open(one.path))}
    assert found["games"] == "b"


def test_cells_that_an_independent_reader_reads_otherwise_are_found(one: Lake) -> None:
    # polars writes text in lists in an encoding that fastparquet reads as nothing: just what the second reader is for
    rewrite(one, "units_moved", lambda frame: frame)
    assert [(one.what, one.found, one.remark) for one in verify(Lake.open(one.path))] == [("column path", "others from fastparquet", True)]


def test_one_column_of_a_file_at_a_time_becomes_a_list_and_is_let_go(one: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fastparquet")
    read, kinds, kept = verify_files._by_fastparquet, set(), []

    def watched(content: bytes) -> dict[str, object]:
        kept.append(columns := read(content))
        kinds.update(map(type, columns.values()))
        return columns

    monkeypatch.setattr(verify_files, "_by_fastparquet", watched)
    assert verify(one) == []
    assert kept and list not in kinds and not any(kept)


def test_a_reader_that_fails_is_a_finding_and_fastparquet_a_remark(one: Lake, monkeypatch: pytest.MonkeyPatch) -> None:

    def broken(*_: object) -> None:
        raise NotImplementedError("retired")

    monkeypatch.setattr(verify_files, "_by_fastparquet", broken)
    found = verify(one)
    assert {(one.what, one.found, one.remark) for one in found} == {("readable by fastparquet", "NotImplementedError: retired", True)}
    told = CliRunner().invoke(sitrep.main, ["verify", "--lake", str(one.path)])
    assert told.exit_code == 0 and "remark: " in told.output and "everything matches the log and the events" in told.output
    monkeypatch.setattr(verify_files.DuckDB, "read", broken)
    assert ("readable by DuckDB", False) in {(one.what, one.remark) for one in verify(one)}
    assert CliRunner().invoke(sitrep.main, ["verify", "--lake", str(one.path)]).exit_code == 1


def test_where_duckdb_fails_once_the_other_files_are_read_over_a_new_connection(one: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    (batch,) = one.state().batches.values()
    taught: list[object] = []

    def teach(_: object, con: object) -> None:
        taught.append(con)
        if len(taught) == 1:
            raise RuntimeError("no way to the store")

    monkeypatch.setattr(LocalStore, "teach", teach)
    duck = verify_files.DuckDB(one)
    found = [finding for table in batch.files for finding in verify_files.check_file(one, duck, batch, table)]
    assert [(one.what, one.found) for one in found] == [("readable by DuckDB", "RuntimeError: no way to the store")]
    assert len(taught) == 2 and taught[0] is not taught[1]


def test_without_fastparquet_a_lake_is_verified_with_one_remark(one: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastparquet", None)
    monkeypatch.setattr(verifying, "find_spec", lambda _: None)
    (only,) = verify(one)
    assert only.remark and "pip install fastparquet" in only.text


def test_one_game_is_verified_with_its_files_only(one: Lake) -> None:
    one.write([game("b")])
    flip(one.path / data_key("stacks", one.state().holder["b"].batch))
    assert verify(one, ["a"]) == []
    assert [finding.what for finding in verify(one, ["b"])] == ["sha256"]
    with pytest.raises(LakeError, match="no game begins so"):
        verify(one, ["c"])


@pytest.mark.parametrize(
    ("table", "column"),
    slow_after(2, [
        ("power_rounds", "treasury"), ("round_ends", "seq"), ("side_rounds", "tuv"), ("contender_rounds", "progress"),
        ("power_rounds", "income"), ("power_rounds", "spent"), ("power_rounds", "lost"), ("power_rounds", "destroyed"),
        ("power_rounds", "taken"), ("power_rounds", "hits"), ("power_rounds", "expected"), ("power_rounds", "income_lost"),
        ("power_rounds", "raided"), ("side_rounds", "all_areas"),
    ]),
)  # fmt: skip
def test_a_wrong_sum_of_a_round_is_found_by_counting_again(one: Lake, table: str, column: str) -> None:
    rewrite(one, table, one_more(column))
    (found,) = verify(Lake.open(one.path))
    assert found.where.startswith(f"game a, {table}, ") and found.what == column
    assert float(found.found) == pytest.approx(float(found.expected) + 1)


def test_a_round_that_is_missing_is_found(one: Lake) -> None:
    less = one.frame("round_ends").height - 1
    rewrite(one, "round_ends", lambda frame: frame.head(less), rows=less)
    (found,) = verify(Lake.open(one.path))
    assert (found.what, found.found) == ("seq", "no row")


def test_many_processes_find_what_one_finds_in_the_same_order(lake: Lake) -> None:
    lake.write([game(name) for name in "abc"])
    flip(file_of(lake, "stacks"))
    first = set(lake.state().files("powers"))
    lake.write([game(name) for name in "de"])
    (second,) = set(lake.state().files("powers")) - first
    rewrite(lake, "powers", one_more("treasury"), path=second)
    alone = verify(Lake.open(lake.path))
    steps: list[tuple[int, int]] = []
    with local(2) as hands:
        together = verify(Lake.open(lake.path), on_progress=lambda done, of: steps.append((done, of)), hands=hands)
    assert together == alone and len(alone) > 1
    assert steps == [(done, 7) for done in range(1, 8)]
