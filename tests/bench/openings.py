"""The explorer of openings over ten thousand games: the measure, asked once for a version of the lake, then each step of a visitor.

    python -m tests.bench.openings

The games are of five powers whose purchases and attacks are chances, so fewer of them are alike than of people; they are written in two
hundred commits, as an ingest does, and kept in the folder for temporary files.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from engine.events import VOCABULARY
from tests.bench.clock import Timing, processor
from tests.bench.many_games import PEOPLE, _multiplied
from tests.warehouse.openings import FIVE, random_opened
from warehouse import Lake
from warehouse.openings import Explorer, Step, of_title
from warehouse.schema import SCHEMA

GAMES, ORIGINALS, A_BATCH, TURNS = 10_000, 500, 50, 16
TITLE = "aa1942"
AIM = 100
"""Milliseconds of processors for an answer."""
BEFORE = """
WITH bought AS (
    SELECT game_id, round, power, string_agg(count || ' ' || unit, ', ' ORDER BY unit) AS bought
    FROM (SELECT game_id, round, power, unit, sum(count) AS count FROM units_purchased
          WHERE round BETWEEN 1 AND 3 AND NOT starts_with(phase, 'bid-') GROUP BY ALL) GROUP BY ALL
),
fought AS (
    SELECT s.game_id, s.round, s.attacker AS power, string_agg(s.area || ' ' || e.winner, ', ' ORDER BY s.seq) AS attacks
    FROM battle_started s JOIN battle_ended e USING (game_id, battle) WHERE s.round BETWEEN 1 AND 3 GROUP BY ALL
)
SELECT s.game_id, s.power, b.round, b.bought, f.attacks, s.player, s.outcome
FROM league_seats s LEFT JOIN bought b USING (game_id, power)
LEFT JOIN fought f ON f.game_id = s.game_id AND f.power = s.power AND f.round = b.round
"""
"""The same question, as it had to be asked of the tables of events."""


def lake_of(games: int = GAMES) -> Lake:
    """Return the lake, made where it is not there yet."""
    folder = Path(tempfile.gettempdir(), f"sitrep-bench-{os.getuid()}")
    few, many = (Lake.create(folder / f"{count}-openings-made-2-schema-{SCHEMA}.{VOCABULARY}") for count in (ORIGINALS, games))
    there = few.digests().keys()
    for first in range(0, ORIGINALS, A_BATCH):
        batch = [random_opened(seed, TURNS, FIVE, PEOPLE) for seed in range(first, first + A_BATCH)]
        few.write([one for one in batch if one.header.game not in there])
    return _multiplied(few, many, games)


def lines(games: int = GAMES) -> Iterator[Timing]:
    """Yield a line for the measure and one for the steps."""
    lake = lake_of(games)
    before, now = 1000 * processor(lambda: lake.sql(BEFORE)), 1000 * processor(lambda: of_title(lake, TITLE))
    yield Timing(f"openings of {games:,} games, from tables of events", 1000 / before, "a second", f"{before:.0f} ms of processors")
    yield Timing(
        f"openings of {games:,} games, from the table openings", 1000 / now, "a second", f"{now:.0f} ms of processors, before {before:.0f}"
    )
    told = of_title(lake, TITLE)
    for path in _paths(told):
        step = 1000 * processor(lambda path=path: told.node(path))  # type: ignore[misc]
        node = told.node(path)
        assert node is not None
        remark = f"{step:.0f} ms of processors (aim: {AIM}) for {node.games:,} games, {len(node.branches):,} purchases"
        yield Timing(f"a step of the explorer, {len(path)} turns from the set-up", 1000 / step, "a second", remark)


def _paths(told: Explorer) -> Iterator[list[Step]]:
    path: list[Step] = []
    while (node := told.node(path)) and node.branches and len(path) < 4:
        yield path
        path = [*path, node.branches[0].step]


if __name__ == "__main__":
    for line in lines():
        print(line)
