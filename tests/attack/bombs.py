"""Small records that ask for very much: each is refused or read within its bounds, and keeps no sound record beside it out."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.attack.part import Row
from tests.attack.processes import sitrep
from tests.attack.records import good
from tests.ingest.bombs import BOMBS

PEAK = 3 << 30
"""Bytes that no process of an ingest may hold."""

TIME = 240
"""Seconds that a bomb may keep an ingest busy."""


def attack(seed: int, seconds: float) -> Iterator[Row]:
    """Yield a row for each bomb; they are the same for every seed, and each is tried once."""
    for name, make in BOMBS.items():
        with TemporaryDirectory(prefix="sitrep-attack-") as folder:
            yield _dropped(name, make(), Path(folder))


def _dropped(name: str, content: bytes, folder: Path) -> Row:
    """Ingest a bomb between sound records."""
    (folder / "in").mkdir()
    (folder / "in" / "bomb.gz").write_bytes(gzip.compress(content))
    kept = good(folder / "in")
    done = sitrep("ingest", folder / "in", "--lake", folder / "lake", "--json", seconds=2 * TIME)
    found = [done.wrong] if done.wrong else []
    rows = {Path(row["path"]).name: row for row in json.loads(done.out)["files"]} if not found else {}
    found += [
        f"sound game {game} was kept out" for game in kept if rows.get(f"{game}.jsonl", {}).get("status") != "new"
    ]
    if done.peak > PEAK:
        found.append(f"a process held {done.peak >> 20} MiB")
    if done.seconds > TIME:
        found.append(f"took {done.seconds:.0f} s")
    bomb = rows.get("bomb.gz", {})
    remark = f"{bomb.get('status', '-')}, {done.seconds:.1f} s, {done.peak >> 20} MiB"
    return Row(name, 1, tuple(found), remark)
