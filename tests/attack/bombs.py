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
"""Seconds that a bomb may keep an ingest busy."""


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Try each bomb once, one a round; they are the same for every seed."""
    tally = Tally("bombs", seed, BOMBS)
    for number, (name, make) in _chosen(rounds):
        with TemporaryDirectory(prefix="sitrep-attack-") as folder:
            tally.note(name, number, *_dropped(make(), Path(folder)))
    return tally.rows()


def _chosen(rounds: Iterable[int]) -> Iterator[tuple[int, tuple[str, Callable[[], bytes]]]]:
    """Yield rounds with their bombs, until all have been tried."""
    every = list(BOMBS.items())
    for number in rounds:
        if number >= len(every):
            return
        yield number, every[number]


def _dropped(content: bytes, folder: Path) -> tuple[list[str], list[str]]:
    """Ingest a bomb between sound records; return what went wrong, and what came of it."""
    (folder / "in").mkdir()
    (folder / "in" / "bomb.gz").write_bytes(gzip.compress(content))
    kept = good(folder / "in")
    done = sitrep("ingest", folder / "in", "--lake", folder / "lake", "--json", seconds=2 * TIME)
    if done.wrong:
        return [done.wrong], []
    rows = {Path(row["path"]).name: row for row in json.loads(done.out)["files"]}
    found = [f"sound game {game} was kept out" for game in kept if rows[f"{game}.jsonl"]["status"] != "new"]
    if done.peak > PEAK:
        found.append(f"a process held {done.peak >> 20} MiB")
    if done.seconds > TIME:
        found.append(f"took {done.seconds:.0f} s")
    return found, [f"{rows['bomb.gz']['status']}, {done.seconds:.1f} s, {done.peak >> 20} MiB"]
