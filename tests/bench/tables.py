"""Writing games to a lake: events a second made into rows, with their luck and without, rows a second to Parquet, and bytes an event."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from engine.replay import Game
from tests.bench.clock import Timing, best
from tests.bench.many_games import another
from warehouse import Lake
from warehouse.game_rows import Packed, pack


def lines(games: list[Game], copies: int = 20) -> list[Timing]:
    """Return events a second made into rows, rows a second written as Parquet with one commit, and the size of an event."""
    events = sum(len(game.events) for game in games)
    bare = best(lambda: [pack(game, luck=False) for game in games], 2, time.process_time)
    # Once: what battles are followed for takes longer than all else together.
    begun = time.process_time()
    packed = [pack(game) for game in games]
    whole = time.process_time() - begun
    many = copied(packed, copies)
    rows = sum(len(table) for game in many for table in game.tables.values())
    with tempfile.TemporaryDirectory(prefix="sitrep-bench-") as folder:
        written, size = _write(many, Path(folder))
    return [
        Timing("make rows without luck", events / bare, "events/s", f"{events:,} events of {len(games)} games, a processor's time"),
        Timing("make rows with luck", events / whole, "events/s", f"{whole:.0f} s of a processor (aim: 8,000 events/s)"),
        Timing(
            "rows to Parquet",
            rows / written,
            "rows/s",
            f"one commit of {len(many)} games; {size / (copies * events):.1f} bytes an event with snapshots",
        ),
        Timing("events to Parquet", copies * events / written, "events/s", f"{copies * events:,} events"),
    ]


def copied(games: Sequence[Packed], copies: int) -> list[Packed]:
    """Return so many games like each of some; see `another`."""
    return [another(game, seed, number) for number in range(copies) for seed, game in enumerate(games)]


def _write(games: list[Packed], folder: Path) -> tuple[float, int]:
    """Return the seconds of the quickest of two writes into new lakes, and the bytes of one."""
    number = iter(range(10))

    def write() -> None:
        Lake.create(folder / f"lake-{next(number)}").write(games)

    seconds = best(write, 2)
    return seconds, sum(path.stat().st_size for path in (folder / "lake-0").rglob("*.parquet"))
