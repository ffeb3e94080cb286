"""The cache of a lake gives the same answers as its files, is left aside when the lake has gone on, and is never needed."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from shutil import copyfile, copytree
from typing import NamedTuple, cast

import pytest

from tests.warehouse.games import game, random_game
from warehouse import Lake, LakeError, cache
from warehouse.export.whole import drafts_of
from warehouse.measures import names, parameters
from warehouse.metrics import bands
from warehouse.schema import TABLES
from warehouse.state import LakeState
from warehouse.upkeep import compact, make_cache, vacuum
from warehouse.verify import verify


def whole_lake(lake: Lake) -> dict[str, list]:
    """The answers to all questions about the whole lake."""
    asked = [name for name in names() if "game_id" not in parameters(name)]
    return {name: lake.measure(name).rows() for name in asked} | {"tuv": bands(lake, "tuv", "side").rows()}


def test_answers_are_the_same_and_come_from_the_cache(lake: Lake) -> None:
    lake.write([game("a"), random_game(1)])
    lake.write([game("a"), random_game(2)])
    before = whole_lake(lake)
    made = make_cache(lake)
    assert (made.version, made.made, made.path) == (3, True, lake.path / cache.NAME)
    assert made.rows == sum(lake.frame(name).height for name in TABLES)
    assert not make_cache(lake).made
    for path in (lake.path / "data").rglob("*.parquet"):
        path.rename(path.with_suffix(".away"))
    assert whole_lake(Lake.open(lake.path)) == before


def test_a_cache_of_another_version_is_left_aside_until_it_is_made_anew(lake: Lake) -> None:
    lake.write([game("a")])
    make_cache(lake)
    lake.write([game("b")])
    assert lake.games().height == lake.sql("SELECT count(*) AS n FROM games").item() == 2
    assert lake.at(2).sql("SELECT count(*) AS n FROM games").item() == 1
    assert make_cache(lake).made
    assert lake.sql("SELECT count(*) AS n FROM games").item() == 2


def test_the_cache_of_a_copy_that_went_another_way_is_left_aside(lake: Lake, tmp_path: Path) -> None:
    for name in "abc":
        lake.write([game(name)])
    copy = Lake.open(Path(copytree(lake.path, tmp_path / "copy")))
    lake.remove(["a"])
    copy.remove(["b"])
    make_cache(copy)
    copyfile(copy.path / cache.NAME, lake.path / cache.NAME)
    assert lake.state().version == copy.state().version
    assert Lake.open(lake.path).sql("SELECT game_id FROM games ORDER BY 1").rows() == [("b",), ("c",)]
    assert make_cache(lake).made


def test_a_damaged_cache_is_left_aside_and_made_anew(lake: Lake) -> None:
    lake.write([game("a")])
    (lake.path / cache.NAME).write_bytes(b"no database")
    assert lake.sql("SELECT count(*) AS n FROM games").item() == 1
    assert make_cache(lake).made
    assert Lake.open(lake.path).sql("SELECT count(*) AS n FROM games").item() == 1


def test_a_cache_damaged_in_any_part_gives_no_wrong_answer_and_verifying_names_it(lake: Lake) -> None:
    lake.write([game("a"), random_game(1)])
    path = make_cache(lake).path
    whole, before = path.read_bytes(), {name: lake.frame(name).rows() for name in TABLES}
    found = set()
    for at in range(100, len(whole), len(whole) // 3):
        path.unlink()
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        again = Lake.open(lake.path)
        assert {name: again.sql(f"SELECT * FROM {name}").rows() for name in TABLES} == before, at
        found |= {(finding.where, finding.cure) for finding in verify(again)}
    assert found == {(str(path), "delete it, then run: sitrep lake cache")}


def test_a_cache_of_a_lake_that_stood_there_before_is_left_aside(tmp_path: Path) -> None:
    first, second = Lake.create(tmp_path / "first"), Lake.create(tmp_path / "second")
    first.write([game("a")])
    second.write([game("b")])
    make_cache(first)
    (first.path / cache.NAME).rename(second.path / cache.NAME)
    assert second.sql("SELECT game_id FROM games").item() == "b"


def test_a_dashboard_that_reads_the_cache_keeps_no_ingest_and_no_new_cache_waiting(lake: Lake) -> None:
    lake.write([game("a")])
    make_cache(lake)
    reader = Lake.open(lake.path)
    assert reader.sql("SELECT count(*) AS n FROM games").item() == 1
    code = (
        "import sys; from warehouse import Lake; from warehouse.upkeep import make_cache; from tests.warehouse.games import game; "
        "lake = Lake.open(sys.argv[1]); lake.write([game('b')]); print(make_cache(lake).made)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(lake.path)], capture_output=True, text=True, check=False)
    assert done.stdout == "True\n", done.stderr
    assert reader.sql("SELECT count(*) AS n FROM games").item() == 2


KILLED = """
import os, signal, sys
from warehouse import Lake
from warehouse.upkeep import cached
cached._stamp = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
cached.make_cache(Lake.open(sys.argv[1]))
"""


def test_what_a_killed_maker_left_is_taken_away_by_the_next(lake: Lake) -> None:
    lake.write([game("a")])
    done = subprocess.run([sys.executable, "-c", KILLED, str(lake.path)], check=False)
    assert done.returncode == -signal.SIGKILL
    (draft,) = drafts_of(lake.path / cache.NAME)
    draft.with_name(f"{draft.name}.wal").write_bytes(b"")
    folder = os.open(lake.path, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_SH)
    assert make_cache(lake).made and draft.exists(), "somebody else is making one: its draft is not ours to take away"
    os.close(folder)
    lake.write([game("b")])
    assert make_cache(lake).made and drafts_of(lake.path / cache.NAME) == []


@pytest.mark.slow
def test_upkeep_leaves_the_cache_alone(lake: Lake) -> None:
    lake.write([game("a")])
    lake.write([game("b")])
    made = make_cache(lake)
    compact(lake)
    vacuum(lake, timedelta(0))
    assert made.path.is_file() and make_cache(lake).made


def test_a_lake_that_is_no_folder_has_no_cache() -> None:
    class Elsewhere(NamedTuple):
        root: str = "s3://bucket/lake"

    with pytest.raises(LakeError, match="s3://bucket/lake: only a lake in a folder has a cache; `sitrep export"):
        cache.check(cast("LakeState", Elsewhere()))
