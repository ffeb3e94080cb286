"""Several writers at once, and writers that are killed: every commit is whole, none is lost."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from tests.warehouse.games import EVENTS, game
from warehouse import Lake
from warehouse.log import LOG
from warehouse.schema import TABLES
from warehouse.stores import local

# A fork of a process that has used polars hangs.
SPAWN = multiprocessing.get_context("spawn")
ROUNDS = 4


def write_some(path: Path, writer: str) -> list[int]:
    """Write a game of one's own and one that both writers replace, again and again; return the commits' numbers."""
    lake = Lake.open(path)
    return [lake.write([game(f"{writer}-{n}"), game("both", about=writer)]).version for n in range(ROUNDS)]


def test_two_writers_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    with ProcessPoolExecutor(2, mp_context=SPAWN) as pool:
        jobs = [pool.submit(write_some, lake.path, writer) for writer in "xy"]
        versions = [version for job in jobs for version in job.result(timeout=120)]
    assert sorted(versions) == list(range(2, 2 + 2 * ROUNDS))
    assert sorted(lake.games()["game_id"]) == sorted(["both", *(f"{w}-{n}" for w in "xy" for n in range(ROUNDS))])
    for name in TABLES:
        per_game = lake.frame(name).group_by("game_id").len()
        assert (per_game.height, per_game["len"].n_unique()) == (1 + 2 * ROUNDS, 1), name
    live = {Path(path) for name in TABLES for path in lake.state().files(name)}
    past = {
        Path(path) for v in range(1, lake.state().version) for name in TABLES for path in lake.at(v).state().files(name)
    }
    assert set((lake.path / "data").rglob("*.parquet")) == live | past, "a writer that tried again left files behind"


def write_and_die(path: Path, at: str) -> None:
    """Write, and end the process at once at a point of the write."""
    lake = Lake.open(path)
    if at == "file":
        count, write_whole = [], local.write_whole

        def dying(path, content):
            count.append(path)
            return os._exit(9) if len(count) == 9 else write_whole(path, content)

        local.write_whole = dying
    elif at == "before-link":
        os.link = lambda draft, name: os._exit(9)
    else:
        sync = local.sync_folder
        local.sync_folder = lambda folder: os._exit(9) if folder.name == LOG else sync(folder)
    lake.write([game("a", EVENTS[:20]), game("b")])


@pytest.mark.parametrize(("at", "committed"), [("file", False), ("before-link", False), ("after-link", True)])
def test_a_killed_writer_has_committed_all_or_nothing(tmp_path: Path, at: str, committed: bool) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([game("a")])
    process = SPAWN.Process(target=write_and_die, args=(lake.path, at))
    process.start()
    process.join(60)
    assert process.exitcode == 9
    expected = {"a": EVENTS[:20], "b": EVENTS} if committed else {"a": EVENTS}
    assert {name: lake.events(name) for name in lake.games()["game_id"]} == expected
    lake.write([game("a", EVENTS[:20]), game("b")])
    assert {name: lake.events(name) for name in lake.games()["game_id"]} == {"a": EVENTS[:20], "b": EVENTS}
    assert lake.frame("games").height == 2
