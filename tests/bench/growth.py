"""What a lake costs as it grows, and what grows how: games by duplication, up to as many as are named.

    python -m tests.bench.growth [--games 1000 10000 100000] [--cache FOLDER]

A lake of 100,000 games takes a quarter of an hour of a processor and 5 GB the first time; it is kept, and made further when that
was cut off.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench.clock import Timing, best, processor
from tests.bench.many_games import lake_of
from warehouse import Lake, ratings

ROOT = Path(__file__).parents[2]
COMPACT = """
import sys, time
from tests.memory import peak
from warehouse import Lake
from warehouse.upkeep import compact
compact(Lake.open(sys.argv[1]))
print(time.process_time(), peak() / (1 << 20))
"""

SIZES = (100, 1_000)
"""Games of the lakes that `make bench` measures."""


def lines(sizes: tuple[int, ...] = SIZES, cache: Path | None = None) -> Iterator[Timing]:
    """Yield lines for lakes of these sizes: bytes, and the time of what people do most."""
    for games in sizes:
        start = time.perf_counter()
        lake = lake_of(games, cache)
        made = time.perf_counter() - start
        files = [file for batch in lake.state().batches.values() for file in batch.files.values()]
        size = sum(file.bytes for file in files)
        name, path = f"lake of {games:,} games", lake.path
        told = f"{size:,} bytes in {len(files):,} files and {lake.state().version:,} commits; made or found in {made:.0f} s"
        yield Timing(f"{name}: bytes of a game", size / games, "bytes", told)
        game = sorted(lake.digests())[games // 2]
        for what, work in _works(path, lake, game):
            seconds = best(work, 2)
            cpu = 1000 * processor(work, 2)
            told = f"{1000 * seconds:,.1f} ms, {cpu:,.1f} ms of processors"
            yield Timing(f"{name}: {what}", 1 / seconds, "a second", told)
        yield _compacted(lake, games)


def _compacted(lake: Lake, games: int) -> Timing:
    """Compact a copy in a process of its own: its peak of memory is its own."""
    with tempfile.TemporaryDirectory(prefix="sitrep-bench-") as folder:
        shutil.copytree(str(lake.path), copy := Path(folder, "lake"))
        done = subprocess.run([sys.executable, "-c", COMPACT, str(copy)], check=True, capture_output=True, text=True, cwd=ROOT)
    seconds, peak = map(float, done.stdout.split())
    told = f"{seconds:.1f} s of processors, peak {peak:,.0f} MiB (aim: 600)"
    return Timing(f"lake of {games:,} games: compact", games / seconds, "games/s", told)


def _works(path: Path | str, lake: Lake, game: str) -> Iterator[tuple[str, Callable[[], object]]]:
    yield "open it", lambda: Lake.open(path)
    yield "list all games", lake.games
    yield "one table of one game", lambda: Lake.open(path).frame("battle_ended", game)
    yield "a measure of one game", lambda: Lake.open(path).measure("income_by_turn", game_id=game)
    yield "win rates by side", lambda: lake.measure("win_rates_by_side")
    yield "ratings of all players", lambda: ratings.standings(lake)


def main() -> None:
    """Print the lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--cache", type=Path)
    asked = parser.parse_args()
    for line in lines(tuple(asked.games), asked.cache):
        print(f"{line.what}: {line.rate:,.1f} {line.unit} ({line.remark})", flush=True)


if __name__ == "__main__":
    main()
