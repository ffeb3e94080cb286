"""What it costs to hold the files of a lake against the checksums in its log, once in a process."""

from __future__ import annotations

import tempfile

from engine.replay import Game
from tests.bench.clock import Timing, best
from tests.bench.tables import copied
from warehouse import Lake, checksums
from warehouse.game_rows import pack
from warehouse.schema import TABLES


def lines(games: list[Game], copies: int = 20) -> list[Timing]:
    """Return MiB a second checked, beside the time that the same files take to be read, and what it costs when remembered."""
    with tempfile.TemporaryDirectory(prefix="sitrep-bench-") as folder:
        lake = Lake.create(f"{folder}/lake")
        # Of luck there is as much in a lake as there are battles: what it takes to find it is measured elsewhere.
        lake.write(copied([pack(game, luck=False) for game in games], copies))
        state = lake.state()
        size = sum(file.bytes for batch in state.batches.values() for file in batch.files.values())

        def check() -> None:
            for table in TABLES:
                checksums.check(state, table, state.holding())

        def first() -> None:
            checksums._SOUND.clear()
            check()

        took, again = best(first), best(check)
        read = best(lambda: [lake.frame(table) for table in TABLES])
    remark = (
        f"{size / 2**20:.1f} MiB: {took * 1000:.0f} ms once in a process, {again * 1000:.2f} ms when remembered; "
        f"to read them all {read * 1000:.0f} ms"
    )
    return [Timing("check files by checksum", size / 2**20 / took, "MiB/s", remark)]
