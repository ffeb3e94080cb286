"""Several writers at once, and writers that are killed: every commit is whole, none is lost."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.slow import slow_after
from tests.warehouse.games import EVENTS, FILLED, game
from tests.warehouse.s3 import BUCKET, server
from warehouse import Lake
from warehouse.log import LOG
from warehouse.schema import TABLES
from warehouse.stores import local
from warehouse.upkeep import compact

SAMPLED = ("games", "powers", "units_moved", "dice_rolled", "title_areas")
"""Tables of every kind, in all of which every game of these tests has rows."""

# A fork of a process that has used polars hangs.
SPAWN = multiprocessing.get_context("spawn")
ROUNDS = 3


def write_some(place: Path | str, writer: str) -> list[int]:
    """Write a game of one's own and one that both writers replace, again and again; return the commits' numbers."""
    lake = Lake.open(place)
    return [lake.write([game(f"{writer}-{n}"), game("both", about=writer)]).version for n in range(ROUNDS)]


def read_all_the_time(place: Path | str) -> list[int]:
    """Look at the lake until all games are there; return the versions seen. Every game must be whole in every look."""
    lake, seen = Lake.open(place), []
    games: set[str] = set()
    while len(games) < 1 + 2 * ROUNDS:
        at = lake.state().version
        pinned = lake.at(at)
        games = set(pinned.games()["game_id"])
        for name in SAMPLED:
            found = pinned.frame(name)
            assert set(found["game_id"]) == games, (at, name)
            assert found.group_by("game_id").len()["len"].n_unique() <= 1, (at, name)
        assert pinned.sql("SELECT count(*) AS n, count(DISTINCT game_id) AS d FROM games").row(0) == (len(games),) * 2
        seen.append(at)
    return seen


@contextmanager
def a_place(kind: str, tmp_path: Path) -> Iterator[Path | str]:
    """Give a folder, or the URL of a store on this machine that new processes reach too."""
    if kind == "folder":
        yield tmp_path / "lake"
        return
    with pytest.MonkeyPatch.context() as patch, server() as environment:
        for name, value in environment.items():
            patch.setenv(name, value)
        yield f"s3://{BUCKET}/lake"


@pytest.mark.parametrize("kind", slow_after(1, ["folder", "s3"]))
def test_writers_a_compactor_and_a_reader_at_once_lose_nothing_and_double_nothing(tmp_path: Path, kind: str) -> None:
    with a_place(kind, tmp_path) as place:
        lake = Lake.create(place)
        with ProcessPoolExecutor(4, mp_context=SPAWN) as pool:
            writers = [pool.submit(write_some, place, writer) for writer in "xy"]
            compactor, reader = pool.submit(compact_some, place), pool.submit(read_all_the_time, place)
            versions = [version for job in writers for version in job.result(timeout=300)]
            compactor.result(timeout=300)
            seen = reader.result(timeout=300)
        assert len(set(versions)) == 2 * ROUNDS
        assert seen == sorted(seen)
        check_all_is_there(lake)


def check_all_is_there(lake: Lake) -> None:
    assert sorted(lake.games()["game_id"]) == sorted(["both", *(f"{w}-{n}" for w in "xy" for n in range(ROUNDS))])
    for name in FILLED:
        per_game = lake.frame(name).group_by("game_id").len()
        assert (per_game.height, per_game["len"].n_unique()) == (1 + 2 * ROUNDS, 1), name
    states = [lake.state(), *(lake.at(version).state() for version in range(1, lake.state().version))]
    named = {key for state in states for name in TABLES for key in state.keys(name)}
    there = {entry.key for entry in lake.store.entries("data")}
    assert there == named, "a writer that tried again left files behind"


def compact_some(place: Path | str) -> int:
    lake = Lake.open(place)
    return [compact(lake) for _ in range(ROUNDS)][-1].version


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
