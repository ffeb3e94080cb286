"""How fast a community's site is made: all of it, and again after one more game.

python -m tests.bench.site [--games 2000] [--cache FOLDER]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from dashboard.site.build import build
from dashboard.site.settings import Settings
from engine.machine import cores
from ingest.read import replay_file
from ingest.samples import samples
from tests.bench.clock import Timing
from tests.bench.many_games import another, lake_of
from warehouse import Lake
from warehouse.game_rows import pack
from warehouse.upkeep import backup

GAMES = 40


def lines(games: int = GAMES, cache: Path | None = None) -> Iterator[Timing]:
    """Yield a line for the whole site, and one for the site after one more game."""
    settings = Settings("bench")
    with TemporaryDirectory() as folder:
        out = Path(folder, "site")
        lake = lake_of(games, cache)
        yield _line(lake, out, settings, f"site of {games:,} games")
        backup(lake, Path(folder, "lake"))  # the bench's own lake stays as it is
        own = Lake.open(Path(folder, "lake"))
        own.write([another(pack(replay_file(samples()[0])), 2, games)])
        yield _line(own, out, settings, "the same after one more game")


def _line(lake: Lake, out: Path, settings: Settings, what: str) -> Timing:
    start = time.perf_counter()
    done = build(lake, out, settings)
    seconds = time.perf_counter() - start
    first = (out / "index.html").stat().st_size
    told = f"{done.made:,} of {done.pages:,} pages in {seconds:.0f} s on {cores()} cores, {done.bytes:,} bytes; first page {first:,} bytes"
    return Timing(what, done.made / seconds, "pages/s", told)


def main() -> None:
    """Print the lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--cache", type=Path)
    asked = parser.parse_args()
    for line in lines(asked.games, asked.cache):
        print(f"{line.what}: {line.rate:,.1f} {line.unit} ({line.remark})", flush=True)


if __name__ == "__main__":
    main()
