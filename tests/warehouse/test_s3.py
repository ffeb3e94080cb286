"""A lake in an S3-compatible store does what a lake in a folder does; the store is moto's server on this machine."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import obstore
import polars as pl
import pytest

from tests.warehouse.games import EVENTS, game
from tests.warehouse.s3 import BUCKET, server
from warehouse import Commit, Lake, LakeError, connect, stores
from warehouse.batch import BatchWriter
from warehouse.log import key_of
from warehouse.schema import TABLES
from warehouse.stores import StoredFile, place_of
from warehouse.stores.s3 import LEASES, S3Store
from warehouse.upkeep import backup, vacuum
from warehouse.verify import verify

AT, LATER = "2026-01-01T00:00:00Z", datetime(2100, 1, 1, tzinfo=UTC)

_number = itertools.count()


@pytest.fixture(scope="module")
def environment() -> Iterator[dict[str, str]]:
    with server() as found:
        yield found


@pytest.fixture
def url(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> str:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return f"s3://{BUCKET}/lakes/number-{next(_number)}"


def test_written_replaced_asked_and_gone_back_in_time(url: str) -> None:
    lake = Lake.create(url)
    assert lake.path == url
    assert lake.games().is_empty()
    lake.write([game("a"), game("b")])
    assert lake.sql("SELECT count(*) AS n FROM games").item() == 2
    commit = lake.write([game("b", EVENTS[:20]), game("c")])
    assert (commit.version, commit.replaced) == (3, ["b"])
    assert lake.sql("SELECT count(*) AS n FROM games").item() == 3  # of files that came after the first question
    assert {name: lake.events(name) for name in "abc"} == {"a": EVENTS, "b": EVENTS[:20], "c": EVENTS}
    assert lake.measure("strength_by_round", game_id="a").height == 6
    assert lake.at(2).events("b") == EVENTS
    assert Lake.open(url).games()["game_id"].to_list() == ["a", "b", "c"]


def test_a_folder_and_a_store_hold_the_same(url: str, tmp_path: Path) -> None:
    lakes = [Lake.create(place) for place in (url, tmp_path / "lake")]
    for lake in lakes:
        lake.write([game("a"), game("b", EVENTS[:30])], at="2026-01-01T00:00:00Z")
    stored, folder = lakes
    for name in TABLES:
        assert stored.frame(name).equals(folder.frame(name)), name
        assert stored.scan(name, "b").collect().equals(folder.frame(name, "b")), name
    con = connect(stored.state())
    placed = folder.frame("units_placed")["count"].sum()
    assert con.sql("SELECT sum(count)::int FROM units_placed").fetchall() == [(placed,)]


def test_the_second_of_two_commits_of_one_number_is_refused_and_made_again(url: str) -> None:
    lake, other = Lake.create(url), Lake.open(url)
    asked = []

    def change(state, version):
        asked.append(version)
        if len(asked) == 1:
            other.write([game("b")])
        return Commit(version, "2026-01-01T00:00:00Z")

    assert lake._log.commit(change).version == 3
    assert asked == [2, 3]
    assert lake.games()["game_id"].to_list() == ["b"]


def test_a_commit_whose_answer_was_lost_is_not_made_twice(url: str, monkeypatch) -> None:
    lake = Lake.create(url)
    put = obstore.put

    def again(store, key, content, **how):
        done = put(store, key, content, **how)
        if how.get("mode") == "create":
            put(store, key, content, **how)  # as the library does when no answer came to the first
        return done

    monkeypatch.setattr(obstore, "put", again)
    assert lake.write([game("a")]).version == 2
    assert lake.state().version == 2
    assert lake.games().height == 1


def test_a_store_that_fails_in_the_commit_leaves_the_files_for_a_vacuum(url: str, monkeypatch) -> None:
    lake = Lake.create(url)
    put = obstore.put

    def silent(store, key, content, **how):
        done = put(store, key, content, **how)
        if key == key_of(2):
            raise obstore.exceptions.GenericError("no answer\n\nDebug source: much")
        return done

    monkeypatch.setattr(obstore, "put", silent)
    with pytest.raises(LakeError, match=r"00000002.json: cannot be written: no answer; `sitrep lake history` shows whether"):
        lake.write([game("a")])
    assert Lake.open(url).events("a") == EVENTS, "the commit had landed, and its files are there"


def test_a_write_that_fails_before_its_commit_leaves_nothing(url: str, monkeypatch) -> None:
    lake = Lake.create(url)
    put, count = obstore.put, itertools.count()

    def failing(store, key, content, **how):
        if next(count) == 9:
            raise obstore.exceptions.PermissionDeniedError("denied")
        return put(store, key, content, **how)

    monkeypatch.setattr(obstore, "put", failing)
    with pytest.raises(LakeError, match=r"s3://games/lakes/.*parquet: cannot be written: denied; the lake is unchanged"):
        lake.write([game("a")])
    assert lake.store.entries("data") == []
    assert lake.games().is_empty()


def test_a_sweep_leaves_what_a_writer_is_about_to_commit_however_late_its_clock_is(url: str) -> None:
    lake = Lake.create(url)
    log, writer = lake.log_to_write(), BatchWriter(lake.store)
    with log.undoing(writer):
        batch = writer.write([game("late")], AT)
        assert batch and lake.store.entries(LEASES)
        assert vacuum(Lake.open(url), timedelta(0), at=LATER).files == 0
        log.commit(lambda state, version: Commit(version, AT, [batch]))
    assert not lake.store.entries(LEASES), "a lease ends with its writer"
    assert Lake.open(url).events("late") == EVENTS


def test_a_lease_whose_writer_was_killed_keeps_a_sweep_away_for_a_week(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = Lake.create(url)
    batch = BatchWriter(lake.store).write([game("late")], AT)
    assert batch
    lake.store.write(f"{LEASES}/killed", b"somebody writes")
    entries, days = S3Store.entries, 6

    def older(store: S3Store, folder: str, after: str = "") -> list[StoredFile]:
        ago = days * 24 * 3600
        return [one._replace(made=one.made - ago) if "killed" in one.key else one for one in entries(store, folder, after)]

    monkeypatch.setattr(S3Store, "entries", older)
    assert vacuum(lake, timedelta(0), at=LATER).files == 0
    days = 8
    assert vacuum(lake, timedelta(0), at=LATER).files == len(batch.keys()), "nobody comes back after so long"


def test_a_commit_never_names_a_file_that_is_not_in_the_store(url: str) -> None:
    lake = Lake.create(url)
    log, batch = lake.log_to_write(), BatchWriter(lake.store).write([game("late")], AT)
    assert batch
    gone = batch.keys()[3]
    lake.store.delete([gone])
    with pytest.raises(LakeError, match=f"{gone}: was deleted before it was committed .* do it again"):
        log.commit(lambda state, version: Commit(version, AT, [batch]))
    assert Lake.open(url).state().version == 1


def test_what_is_no_lake_is_said(url: str) -> None:
    with pytest.raises(LakeError, match="no lake is here"):
        Lake.open(url)
    with pytest.raises(LakeError, match=r"s3://no-such-bucket/x.*cannot be "):
        Lake.create("s3://no-such-bucket/x")
    with pytest.raises(LakeError, match="gs://b/lake: lakes are in folders and at s3://bucket/prefix"):
        Lake.open("gs://b/lake")


def test_a_place_that_holds_something_else_is_no_lake(url: str) -> None:
    store = stores.store_of(url)
    store.write("cat.jpg", b"cat")
    with pytest.raises(LakeError, match="not a lake, and not empty"):
        Lake.create(url)


@pytest.mark.parametrize("given", ["s3://b/some/lake", "s3://b/some/lake/", Path("s3://b/some/lake")])
def test_a_url_stays_one_even_as_a_path(given: str | Path) -> None:
    assert place_of(given) == "s3://b/some/lake"


def test_a_file_that_is_gone_is_said(url: str) -> None:
    lake = Lake.create(url)
    lake.write([game("a")])
    lake.store.delete(lake.state().keys("powers"))
    with pytest.raises(LakeError, match="powers cannot be read"):
        lake.frame("powers")
    with pytest.raises(LakeError, match="powers cannot be read"):
        lake.sql("SELECT count(*) FROM powers")


def test_without_the_extra_a_lake_in_s3_says_what_to_install(url: str, monkeypatch) -> None:
    monkeypatch.delitem(sys.modules, "warehouse.stores.s3", raising=False)
    monkeypatch.setitem(sys.modules, "obstore", None)
    with pytest.raises(LakeError, match=r"needs obstore; install it: pip install fsspec obstore"):
        Lake.open(url)


def test_a_lake_in_a_folder_needs_no_obstore(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['obstore'] = sys.modules['fsspec'] = None\n"
        "from warehouse import Lake\n"
        "print(Lake.create(sys.argv[1]).sql('select count(*) as n from games').item())"
    )
    told = subprocess.run([sys.executable, "-c", code, str(tmp_path / "lake")], capture_output=True, text=True)
    assert (told.stdout, told.stderr) == ("0\n", "")


@pytest.mark.slow
def test_frames_have_the_declared_types(url: str) -> None:
    lake = Lake.create(url)
    lake.write([game("a")])
    for name, table in TABLES.items():
        assert dict(lake.frame(name).schema) == table.polars
        assert isinstance(lake.scan(name), pl.LazyFrame)


@pytest.mark.slow
def test_two_stores_one_after_the_other_are_not_taken_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "ab":
        with server() as environment:
            for variable, value in environment.items():
                monkeypatch.setenv(variable, value)
            lake = Lake.create(f"s3://{BUCKET}/{name}")  # moto's servers hold the same files, at other ports
            lake.write([game(name)])
            assert lake.games()["game_id"].to_list() == [name]
            assert lake.sql("SELECT game_id FROM games")["game_id"].to_list() == [name]


def test_two_backups_to_one_bucket_at_once_are_one(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one is always a little quicker: each file is there already when this one comes to write it."""
    lake = Lake.create(tmp_path / "lake")
    for name in "abc":
        lake.write([game(name)])
    create, write, delete = S3Store.create, S3Store.write, S3Store.delete
    deleted: list[str] = []

    def other_first(self: S3Store, key: str, content: bytes) -> None:
        create(self, key, content)
        create(self, key, content)

    def other_too(self: S3Store, key: str, content: bytes) -> None:
        write(self, key, content)
        write(self, key, content)

    def noted(self: S3Store, keys: Iterator[str]) -> None:
        named = list(keys)
        deleted.extend(named)
        delete(self, named)

    monkeypatch.setattr(S3Store, "create", other_first)
    monkeypatch.setattr(S3Store, "write", other_too)
    monkeypatch.setattr(S3Store, "delete", noted)
    done = backup(lake, url)
    assert (done.version, Lake.open(url).digests()) == (lake.state().version, lake.digests())
    assert not [key for key in deleted if key.startswith(("data/", "_log/"))], "the other one has just written it"
    assert verify(Lake.open(url)) == []
