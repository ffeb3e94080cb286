"""An ingest that is killed, interrupted, or not alone leaves whole games, and the same ingest again does the rest.

`SITREP_KILLS=100 make test ARGS='tests/ingest/test_kills.py -s'` kills a hundred times and tells how far each had come.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile, copytree
from typing import NamedTuple

import polars as pl
import pytest

from ingest.pipeline import ingest
from ingest.samples import samples
from tests.ingest.test_pipeline import TURN, write
from tests.slow import slow_after
from warehouse import Lake
from warehouse.errors import LakeError
from warehouse.game_rows import INGESTED
from warehouse.schema import TABLES

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("SITREP_KILLS", "4"))
GAMES = [f"g{number:02}" for number in range(30)]
OLD = GAMES[::2]
"""The games that the lake has already, as other records told them."""

Tables = dict[str, pl.DataFrame]


def tables(lake: Lake) -> Tables:
    """All tables, each game's rows in the order of play, without the time of ingest."""
    frames = {name: lake.frame(name).sort("game_id", maintain_order=True) for name in TABLES}
    return frames | {"games": frames["games"].drop(INGESTED)}


def of_game(found: Tables, game: str) -> Tables:
    return {name: frame.filter(pl.col("game_id") == game) for name, frame in found.items()}


def differing(one: Tables, other: Tables) -> list[str]:
    return [name for name in TABLES if not one[name].equals(other[name])]


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirty short games and a long one, some in folders."""
    folder = tmp_path_factory.mktemp("records")
    for number, game in enumerate(GAMES):
        write(folder / str(number % 3) / f"{game}.jsonl", *TURN, *['{"do":"end"}'] * (number % 5), game=game)
    copyfile(samples()[0], folder / "1" / samples()[0].name)
    return folder


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake with half of the games, as other records told them."""
    folder = tmp_path_factory.mktemp("before")
    for game in OLD:
        write(folder / f"{game}.jsonl", '{"do":"buy","units":"infantry"}', game=game)
    assert ingest([folder], Lake.create(folder / "lake")).ok
    return folder / "lake"


class Undisturbed(NamedTuple):
    """The tables before an ingest that nothing disturbed and after it, its commits, and the seconds that each took."""

    old: Tables
    whole: Tables
    commits: int
    seconds: float


@pytest.fixture(scope="module")
def undisturbed(records: Path, before: Path, tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    path = copied(before, tmp_path_factory.mktemp("undisturbed"))
    run = start(records, path)
    began = until_commits(path, run, 1)
    assert run.wait() == 0, run.communicate()
    commits = Lake.open(path).state().version - Lake.open(before).state().version
    each = (time.monotonic() - began) / (commits - 1)
    return Undisturbed(tables(Lake.open(before)), tables(Lake.open(path)), commits, each)


@pytest.fixture(scope="module")
def told() -> Iterator[list[int]]:
    """How many games each killed ingest had put in, printed at the end."""
    counts: list[int] = []
    yield counts
    print(f"\n{len(counts)} kills; of {len(GAMES) + 1} games there were after each: {sorted(counts)}")


def copied(lake: Path, folder: Path) -> Path:
    return Path(copytree(lake, folder / "lake"))


def _heeding() -> None:
    """Let a process heed SIGINT: a shell starts what runs in its background with SIGINT ignored, and that is inherited."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(records: Path, lake: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.ingest.small_batches", "ingest", str(records), "--lake", str(lake), *words]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_heeding,
    )


def until_commits(path: Path, run: subprocess.Popen[str], count: int) -> float:
    """Wait until a running ingest has made so many commits, or is over; return the time."""
    lake = Lake.open(path)
    version = lake.state().version + count
    while lake.state().version < version and run.poll() is None:
        time.sleep(0.002)
    return time.monotonic()


def left_of(session: int) -> list[int]:
    """The processes of a session, by /proc; zombies are no more."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, of = stat.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(of) == session and state != "Z":
            found.append(int(stat.parent.name))
    return found


def until_nothing_is_left(session: int) -> None:
    end = time.monotonic() + 300
    while (found := left_of(session)) and time.monotonic() < end:
        time.sleep(0.02)
    assert not found, f"processes {found} outlive the ingest that started them"


@pytest.mark.parametrize("number", slow_after(1, range(KILLS)))
def test_killed_at_any_moment_and_run_again_the_lake_is_as_if_nothing_had_been(
    number: int, records: Path, before: Path, undisturbed: Undisturbed, told: list[int], tmp_path: Path
) -> None:
    old, whole, commits, seconds = undisturbed
    path, chance = copied(before, tmp_path), random.Random(number)
    run = start(records, path, "--jobs", str(1 + number % 2))
    # by what it has done, so that a slow machine is killed in the middle too
    until_commits(path, run, chance.randrange(commits))
    time.sleep(chance.uniform(0, 1.5 * seconds))
    run.kill()
    run.communicate()
    until_nothing_is_left(run.pid)

    lake = Lake.open(path)
    found = tables(lake)
    there = lake.games()["game_id"].to_list()
    assert set(OLD) <= set(there) <= {*GAMES, "axis-takes-moscow"}
    new = [game for game in there if not differing(of_game(found, game), of_game(whole, game))]
    for game in set(there) - set(new):
        assert differing(of_game(found, game), of_game(old, game)) == []
    told.append(len(new))

    report = ingest([records], lake)
    assert report.counts == {
        "new": len(GAMES) + 1 - len(there),
        "replaced": len(there) - len(new),
        "unchanged": len(new),
        "refused": 0,
    }
    assert differing(tables(lake), whole) == []


@pytest.mark.parametrize("jobs", slow_after(1, [2, 1]))
def test_ctrl_c_ends_in_one_line_and_keeps_what_was_read(
    jobs: int, records: Path, before: Path, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    whole = undisturbed.whole
    path = copied(before, tmp_path)
    for _ in range(5):  # until it comes before the end
        run = start(records, path, "--jobs", str(jobs), "--again")
        until_commits(path, run, 1)
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate()
        if run.returncode:
            break
    assert (run.returncode, err) == (
        130,
        "sitrep: interrupted; the new and replaced games above are in the lake; run the same command again to continue\n",
    )
    until_nothing_is_left(run.pid)
    lake = Lake.open(path)
    found = tables(lake)
    named = [line.split()[2] for line in out.splitlines() if line.startswith((str(records), "..")) and len(line.split()) > 2]
    assert 3 <= len(named) <= len(GAMES) + 1 and "0 refused" in out
    assert [game for game in named if differing(of_game(found, game), of_game(whole, game))] == []
    assert ingest([records], lake).ok
    assert differing(tables(lake), whole) == []


@pytest.mark.slow
def test_two_ingests_of_overlapping_folders_and_a_reader_at_once(
    records: Path, before: Path, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    old, whole, *_ = undisturbed
    path = copied(before, tmp_path)
    runs = [start(folder, path) for folder in (records, records / "1")]
    reads = 0
    while any(run.poll() is None for run in runs) or not reads:
        # one version, read whole: nobody's commit may show in part
        lake = Lake.open(path)
        at = lake.at(lake.state().version)
        found = tables(at)
        for game in at.games()["game_id"]:
            one = of_game(found, game)
            assert not differing(one, of_game(whole, game)) or not differing(one, of_game(old, game)), game
        reads += 1
    for run in runs:
        out, err = run.communicate()
        assert (run.returncode, err) == (0, ""), out
    assert differing(tables(Lake.open(path)), whole) == []


def test_the_disturbed_lakes_of_these_tests_can_differ(before: Path, undisturbed: Undisturbed) -> None:
    old, whole, *_ = undisturbed
    assert {"games", "units_placed"} <= set(differing(old, whole))
    with pytest.raises(LakeError):
        Lake.open(before.parent / "none")
