"""Small records that ask for very much: each is refused or read within its bounds, and keeps no sound record beside it out."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.attack.part import Row, Tally
from tests.attack.processes import sitrep
from tests.attack.records import good
from tests.ingest.bombs import BOMBS

PEAK = 3 << 30
"""Bytes that no process of an ingest may hold."""

TIME = 240
"""Seconds of a processor that a bomb may keep an ingest busy."""
HANGS = 1_200
"""Seconds after which an ingest counts as hanging, be the machine as busy as it may."""


RESULTS = 20_000
RESULTS_TIME = 20
"""Rows of a table of results, and the seconds of a processor that reading it may take: a third of them is usual."""


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Try each bomb once, one a round; they are the same for every seed."""
    tally = Tally("bombs", seed, EVERY)
    for number, (name, make) in _chosen(rounds):
        with TemporaryDirectory(prefix="sitrep-attack-") as folder:
            drop = _table if name == TABLE else _dropped
            tally.note(name, number, *drop(make(), Path(folder)))
    return tally.rows()


def _chosen(rounds: Iterable[int]) -> Iterator[tuple[int, tuple[str, Callable[[], bytes]]]]:
    """Yield rounds with their bombs, until all have been tried."""
    every = list(EVERY.items())
    for number in rounds:
        if number >= len(every):
            return
        yield number, every[number]


def _results() -> bytes:
    """Return a table of results, each row with other players, every second row of a map of its own."""
    rows = (
        f"2024-{at % 12 + 1:02}-{at % 28 + 1:02},{'aa1942' if at % 2 else f'Map {at}'},Axis; Allies,A{at}; B{at},Axis,,8"
        for at in range(RESULTS)
    )
    return "\n".join(["date,title,sides,players,winner,bid,rounds", *rows, ""]).encode()


TABLE = f"a table of {RESULTS:,} results"
EVERY: dict[str, Callable[[], bytes]] = BOMBS | {TABLE: _results}


def _table(content: bytes, folder: Path) -> tuple[list[str], list[str]]:
    """Ingest a long table of results; return what went wrong, and what came of it."""
    (folder / "results.csv").write_bytes(content)
    done = sitrep("ingest", folder / "results.csv", "--lake", folder / "lake", "--json", seconds=HANGS)
    if done.wrong:
        return [done.wrong], []
    counts = json.loads(done.out)["counts"]
    found = [] if counts["new"] == RESULTS else [f"of {RESULTS:,} results {counts}"]
    if done.work > RESULTS_TIME:
        found.append(f"took {done.work:.0f} s of a processor")
    return found, [f"{counts['new']} new, {done.work:.1f} s of a processor, {done.peak >> 20} MiB"]


def _dropped(content: bytes, folder: Path) -> tuple[list[str], list[str]]:
    """Ingest a bomb between sound records; return what went wrong, and what came of it."""
    (folder / "in").mkdir()
    (folder / "in" / "bomb.gz").write_bytes(gzip.compress(content))
    kept = good(folder / "in")
    done = sitrep("ingest", folder / "in", "--lake", folder / "lake", "--json", seconds=HANGS)
    if done.wrong:
        return [done.wrong], []
    rows = {Path(row["path"]).name: row for row in json.loads(done.out)["files"]}
    found = [f"sound game {game} was kept out" for game in kept if rows[f"{game}.jsonl"]["status"] != "new"]
    if done.peak > PEAK:
        found.append(f"a process held {done.peak >> 20} MiB")
    if done.work > TIME:
        found.append(f"took {done.work:.0f} s of a processor")
    return found, [f"{rows['bomb.gz']['status']}, {done.work:.1f} s of a processor, {done.peak >> 20} MiB"]
