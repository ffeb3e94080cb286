"""An older lake is not read as it is; migrated, it says all that it said, in today's tables."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec
import polars as pl
import pytest

from engine.replay import Game
from engine.state import GameState
from ingest import replay_file
from ingest.samples import samples
from tests.kept import rows_of
from tests.slow import slow_after
from tests.warehouse.commits import unchain
from tests.warehouse.games import EVENTS, TITLE, game, random_game
from tests.warehouse.older import OLDER, columns_of, make_older
from warehouse import Lake, LakeError
from warehouse.game_rows import all_rows
from warehouse.log import Log
from warehouse.schema import SCHEMA, TABLES
from warehouse.stores import store_of
from warehouse.upkeep import migrate
from warehouse.upkeep.migrate import _by_game, _older, _rows
from warehouse.upkeep.restore import completed, game_of


def of_its_own(name: str, settings: dict) -> Game:
    """Return a game of a title that no folder holds, with settings of its own."""
    title = msgspec.structs.replace(TITLE, slug="home-made", settings=settings)
    return dataclasses.replace(game(name, digest="77"), title=title)


SEVEN = {"victory": {"measure": "victory-cities", "levels": {"minor": 7}}}


def _today(lake: Lake) -> None:
    lake.write([game("a"), of_its_own("own", SEVEN), of_its_own("plain", {})], at="2026-01-01T00:00:00Z")
    lake.write([random_game(1), game("b", EVENTS[:20])], at="2026-02-01T00:00:00Z")


@pytest.fixture(params=slow_after(1, OLDER))
def older(request: pytest.FixtureRequest, copied: Callable[..., Lake]) -> tuple[Lake, dict[str, pl.DataFrame]]:
    """Return a lake of two batches made older, and what its tables said before."""
    lake = copied(_today)
    rows = {name: lake.frame(name) for name in TABLES}
    make_older(lake, request.param)
    return lake, rows


def test_older_files_really_lack_the_newer_columns(older) -> None:
    lake, _ = older
    schema = json.loads((lake.path / "_log" / "00000002.json").read_text())["schema"]
    for path in (lake.path / "data").rglob("*.parquet"):
        known = {*columns_of(schema)[path.parent.name], *columns_of(schema)["*"]}
        assert set(pl.read_parquet_schema(path)) <= known, path


def test_an_older_lake_is_refused_with_the_cure(older) -> None:
    lake, _ = older
    cure = rf"this Sitrep reads {SCHEMA}; migrate it: sitrep lake migrate --lake {lake.path}"
    for ask in (Lake.open, Lake.create):
        with pytest.raises(LakeError, match=cure):
            ask(lake.path)


def test_a_migrated_lake_says_what_it_said(older) -> None:
    lake, rows = older
    steps = []
    done = migrate(lake.path, lambda *step: steps.append(step))
    assert (done.games, done.batches, done.schema, steps) == (5, 2, SCHEMA, [(3, 5), (5, 5)])
    migrated = Lake.open(lake.path)
    for name, before in rows.items():
        after = migrated.frame(name)
        if name == "games":  # the gap of a lake of schema 1 is not known
            assert (after["gap"] == -1).all()
        assert after.equals(before), name
    assert migrated.events("a") == EVENTS
    assert migrated.digests() == {"a": "", "own": "77", "plain": "77", "random-1": "", "b": ""}
    assert set(migrated.games()["ingested_at"]) == {"2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"}
    assert [commit.kind for commit in migrated.history()] == ["migrate", "migrate", "write", "write", "write"]


def test_a_migrated_lake_is_written_to_and_not_migrated_again(older) -> None:
    lake, _ = older
    version = migrate(lake.path).version
    assert migrate(lake.path) == (version, 0, 0, SCHEMA)
    migrated = Lake.create(lake.path)
    migrated.write([game("a", EVENTS[:20])])
    assert migrated.events("a") == EVENTS[:20]
    with pytest.raises(LakeError, match="ask a version since its migration"):
        migrated.at(2)


def test_a_migration_that_was_stopped_goes_on(older, monkeypatch) -> None:
    lake, rows = older

    class Stop(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        migrate(lake.path, stop)
    with pytest.raises(LakeError, match="migrate it"):
        Lake.open(lake.path)
    assert migrate(lake.path).games == 2
    assert Lake.open(lake.path).frame("powers").equals(rows["powers"])


def test_a_batch_that_another_migrates_meanwhile_is_migrated_once(older, monkeypatch) -> None:
    lake, rows = older
    commit, raced = Log.commit, []

    def late(log: Log, change):
        if not raced:
            raced.append(True)
            migrate(lake.path)
        return commit(log, change)

    monkeypatch.setattr(Log, "commit", late)
    assert migrate(lake.path).batches == 0
    migrated = Lake.open(lake.path)
    assert migrated.frame("stacks").equals(rows["stacks"])
    named = {key for v in (2, 3, 4, 5) for name in TABLES for key in Log(lake.store).state(v).keys(name)}
    assert {entry.key for entry in lake.store.entries("data")} == named


def test_what_cannot_be_made_again_is_said_and_left(older) -> None:
    lake, _ = older
    path = next((lake.path / "data" / "units_placed").glob("*.parquet"))
    frame = pl.read_parquet(path, glob=False)
    frame.with_columns(pl.lit(0, pl.Int32).alias("count")).write_parquet(path)
    _vouch_for(lake, path)
    with pytest.raises(LakeError, match=r"games .* of schema \d+ cannot be migrated: .*; this batch is unchanged"):
        migrate(lake.path)


def _vouch_for(lake: Lake, path: Path) -> None:
    """Let the log say of a changed file what it is now, so that no checksum tells."""
    content = path.read_bytes()
    for log in (lake.path / "_log").glob("*.json"):
        commit = json.loads(log.read_text())
        for batch in commit["added"]:
            if batch["batch"] == path.stem:
                file = batch["files"][path.parent.name]
                file |= {"bytes": len(content)} | ({"sha256": sha256(content).hexdigest()} if "sha256" in file else {})
        log.unlink()
        log.write_text(json.dumps(commit))
    unchain(lake.path)


def test_contenders_that_must_hold_areas_still_race_for_them(tmp_path: Path) -> None:
    told = replay_file(next(path for path in samples() if path.name.startswith("arsenal-of-democracy")))
    lake = Lake.create(tmp_path / "lake")
    lake.write([dataclasses.replace(told, events=told.events[:600], state=GameState().apply_all(told.events[:600]))])
    rows = {name: lake.frame(name) for name in ("races", "games")}
    assert set(rows["races"].filter(contender="germany-italy")["measure"]) == {"points", "one-of"}
    make_older(lake, OLDER[-1])
    migrate(lake.path)
    for name, before in rows.items():
        assert Lake.open(lake.path).frame(name).equals(before), name


def test_there_must_be_a_lake(tmp_path: Path) -> None:
    with pytest.raises(LakeError, match="no lake is here"):
        migrate(tmp_path / "nowhere")


def test_odds_of_battles_that_were_fought_again_are_kept(tmp_path: Path) -> None:
    """They take the orders of the record, which no table has: a migrated game keeps what its ingest found out."""
    lake = Lake.create(tmp_path / "lake")
    lake.write([rows_of(next(path for path in samples() if path.name.startswith("convoys-of")))])
    log = Log(store_of(lake.path))
    (batch,) = log.state().batches.values()
    ((name, of_game),) = _by_game({table: completed(table, _older(log, table, batch)) for table in TABLES}, batch)
    assert not all_rows(name, *game_of(of_game))["battle_luck"], "events alone do not tell them"
    kept = _rows(name, of_game)["battle_luck"]
    assert kept == list(of_game["battle_luck"].iter_rows()) != []
