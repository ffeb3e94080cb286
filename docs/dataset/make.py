"""Makes the data set of Sitrep's own games: `make dataset` lets bots play what `plan.csv` lists and exports it with the samples.

    python -m docs.dataset.make --games 1000 --out out/dataset

Interrupted, it goes on where it was: with the next row of the plan, then with the records that are not in the lake.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PLAN = Path(__file__).with_name("plan.csv")
SAMPLES = Path(__file__).parents[2] / "ingest" / "samples"
NAME = "Sitrep: games of bots, and the samples"
LICENCE = "MIT"
CREATOR = "Sitrep contributors"


def main() -> None:
    """Play, ingest and export; the exit code is that of the command that failed."""
    given = _arguments()
    rows = list(_scaled(given.games))
    place = given.work / f"games-{sum(games for _, games in rows)}"
    for row, games in rows:
        _play(row, games, place, given.jobs)
    lake = str(given.work / f"{place.name}-lake")
    _sitrep("ingest", str(SAMPLES), str(place), "--lake", lake, *(["--jobs", given.jobs] if given.jobs else []))
    _sitrep("export", str(given.out), "--to", "dataset", "--lake", lake, "--name", NAME, "--licence", LICENCE, "--creator", CREATOR)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, help="about how many games bots play; default: as many as the plan has")
    parser.add_argument("--out", type=Path, default=Path("out/dataset"), help="the data set (default: %(default)s)")
    parser.add_argument("--work", type=Path, default=Path("out/dataset-work"), help="records and lake are kept here (default: %(default)s)")
    parser.add_argument("--jobs", help="processes; default: one per core")
    return parser.parse_args()


def _scaled(wanted: int | None) -> Iterator[tuple[dict[str, str], int]]:
    """Yield the rows of the plan, each with how many games of it are played: at least one."""
    with PLAN.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    total = sum(int(row["games"]) for row in rows)
    for row in rows:
        yield row, max(1, int(row["games"]) * (wanted or total) // total)


def _play(row: dict[str, str], games: int, place: Path, jobs: str | None) -> None:
    done = place / f"{row['title']}-{row['scenario']}"
    if done.is_dir():
        return
    words = [row["title"], "--scenario", row["scenario"], "--bot", row["bots"], "--rounds", row["rounds"], "--seed", row["seed"]]
    draft = done.with_name(f"{done.name}.part")
    _sitrep("simulate", *words, "--games", str(games), "--out", str(draft), *(["--jobs", jobs] if jobs else []))
    draft.rename(done)


def _sitrep(*words: str) -> None:
    done = subprocess.run([sys.executable, "-m", "sitrep", *words], check=False)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
