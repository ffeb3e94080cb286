"""Writing games to a lake: rows a second to Parquet, and bytes an event."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from engine.replay import Game
from tests.bench.clock import Timing, best
from warehouse import Lake
from warehouse.rows import rows_of


def lines(games: list[Game], copies: int = 20) -> list[Timing]:
    """Return rows a second made, and made and written as Parquet with one commit, and the size of an event."""
    many = [(f"{game.name}-{copy}", game) for copy in range(copies) for game in games]
    rows = sum(len(table) for name, game in many for table in rows_of(name, game).values())
    made = best(lambda: [rows_of(name, game) for name, game in many], 2)
    folder = Path(tempfile.mkdtemp(prefix="sitrep-bench-"))
    try:
        written, size = _write(many, folder)
    finally:
        shutil.rmtree(folder)
    events = sum(len(game.events) for _, game in many)
    return [
        Timing("make rows", rows / made, "rows/s", f"{rows:,} rows of {len(many)} games: events and snapshots"),
        Timing(
            "rows to Parquet",
            rows / written,
            "rows/s",
            f"one commit; {size / events:.1f} bytes an event with snapshots",
        ),
        Timing("events to Parquet", events / written, "events/s", f"{events:,} events"),
    ]


def _write(many: list[tuple[str, Game]], folder: Path) -> tuple[float, int]:
    """Return the seconds of the quickest of two writes into new lakes, and the bytes of one."""
    named = [_named(name, game) for name, game in many]
    number = iter(range(10))

    def write() -> None:
        Lake.create(folder / f"lake-{next(number)}").write(named)

    seconds = best(write, 2)
    return seconds, sum(path.stat().st_size for path in (folder / "lake-0").rglob("*.parquet"))


def _named(name: str, game: Game) -> Game:
    from dataclasses import replace

    from msgspec.structs import replace as with_fields

    return replace(game, header=with_fields(game.header, game=name), digest="")
