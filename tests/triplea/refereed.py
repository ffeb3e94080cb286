"""What the referee finds in saves of the reference material, as tables: `SITREP_SHARED=... python -m tests.triplea.refereed`.

It writes `referee/turns.csv` (how much of each save was put to the rules: a referee that asks less would find less),
`referee/differences.csv` (each place where engine and rules differ; rules.toml beside them says why, rule by rule) and
`referee/seen.csv` (which mechanisms of its map each shows).
"""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from ingest.triplea.orders.outcome import Refereed
from ingest.triplea.orders.referee import referee
from ingest.triplea.title.reading import title_of
from tests.triplea.mechanisms_seen import SEEN, Seen, events_of, seen
from tests.triplea.saves import save_of

HERE = Path(__file__).parent / "referee"
TURNS, DIFFERENCES = HERE / "turns.csv", HERE / "differences.csv"
NUMBERS = ("turns", "equal", "clean", "steps", "even", "orders", "battles", "dice")
"""Columns of turns.csv beside the save's name and title: fields of a Tally."""

SAVES = (
    "ai-ww2v4-g2-mix",
    "ai-ww2v4-g1-fast",
    "newest/h2_ww2v4_retreat",
    "newest/h_ww2v4_g2_tech",
    "newest/t25_ww2v4_g3_weak",
    "ai-ww2v5-g1-fast",
    "ai-ww2v5-g3-mix",
    "ai-ww2v5-g4-tech",
    "ai-ww2v5-g5-midbattle",
    "newest/cut_ww2v5_g1",
    "newest/h2_ww2v5_resumed",
    "newest/h2_ww2v5_undo",
    "newest/h3_ww2v5_bid",
    "newest/h_ww2v5_g4_midbattle",
    "newest/t26_ww2v5_g4_midbattle",
    "ai-revised-g1-fast",
    "v2-revised_during_bombing_raid_after_aa_roll",
    "v2-revised_during_land_to_land_combat",
    "newest/h4_v2-revised_during_land_to_land_combat_resumed",
    "ai-classic-g1",
    "newest/h_classic_g7",
    "newest/h_ww2v3_g6_tech",
    "newest/h_global40_g3",
    "ai-global40-g1-fast",
    "newest/t26_global40_g2_tech",
    "newest/h2_global40_edit",
    "newest/h4_v2-wwii_global_2nd_edition_during_g1_politics_resumed",
    "ai-global40-g2-tech",
)


def rows_of(out: Refereed) -> list[tuple[str, ...]]:
    """Return the differences as rows of the table, without the save's name."""
    return [(str(one.round), one.power, one.phase, one.rule, one.what) for one in out.differences]


@lru_cache(maxsize=1)
def table() -> dict[str, dict[str, str]]:
    """Return save -> its row of turns.csv."""
    with TURNS.open(encoding="utf-8", newline="") as file:
        return {row["save"]: row for row in csv.DictReader(file)}


def asked(name: str) -> dict[str, str]:
    """Return a save's row of turns.csv."""
    return table()[name]


def write(shared: Path) -> None:
    """Write the tables."""
    turns: list[tuple[object, ...]] = []
    shown: list[Seen] = []
    differences: list[tuple[str, ...]] = []
    for name in SAVES:
        save = save_of(shared, name)
        out = referee(save)
        turns.append((name, title_of(save).slug, save.game, *(getattr(out.tally, key) for key in NUMBERS), len(out.differences)))
        differences += [(name, *row) for row in rows_of(out)]
        shown += seen(name, events_of(shared, name))
        print(*turns[-1])
    _write(TURNS, ("save", "title", "map", *NUMBERS, "differences"), turns)
    _write(SEEN, Seen._fields, shown)
    _write(DIFFERENCES, ("save", "round", "power", "phase", "rule", "what"), differences)


def _write(path: Path, head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)


if __name__ == "__main__":
    if not (folder := os.environ.get("SITREP_SHARED")):
        sys.exit(
            "SITREP_SHARED names no folder with the reference material; expected SITREP_SHARED=FOLDER python -m tests.triplea.refereed"
        )
    write(Path(folder))
