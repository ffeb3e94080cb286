"""Every measure over ten thousand games: of one game, and of the whole lake, beside a raw DuckDB scan of the same files.

    python -m tests.bench.questions [--games 10000] [--cache FOLDER] [--only NAME-PART]

The raw scan reads, of the tables that the measure names, the columns that it names, and does no more than look at each value.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from duckdb import DuckDBPyConnection

from tests.bench.clock import Line
from tests.bench.many_games import lake_of
from warehouse import Lake, dictionary, measures, views
from warehouse.schema import TABLES

GAMES = 10_000
SAMPLE = 7
"""Games that each measure of one game is asked of."""

RUNS = 5
"""Times that each measure of the whole lake is asked."""

AIMS = {"one game": 30.0, "whole lake": 200.0}
"""Milliseconds that a median should not exceed."""

_COMMENT, _WORD = re.compile(r"--[^\n]*"), re.compile(r"[a-z_]+")


def lines(games: int = GAMES, cache: Path | None = None, only: str = "") -> Iterator[Line]:
    """Yield a line for each measure, and one that names those that miss their aim."""
    lake, db = lake_of(games, cache), views.database()
    ids = random.Random(1).sample(sorted(lake.digests()), SAMPLE)
    missed: list[str] = []
    for name in measures.names():
        for scope, asked in _ways(name, ids) if only in name else ():
            yield _line(lake, db, name, scope, asked, missed)
    yield Line("measures that miss their aim", len(missed), "of all", ", ".join(missed) or "none")


def _ways(name: str, ids: list[str]) -> Iterator[tuple[str, list[str | None]]]:
    """Yield how a measure can be asked: of each of these games, of the whole lake a few times, or both."""
    wanted = {one.name: one.required for one in dictionary.measure(name).parameters}
    if "game_id" in wanted:
        yield "one game", list(ids)
    if not wanted.get("game_id"):
        yield "whole lake", [None] * RUNS


def _line(
    lake: Lake, db: DuckDBPyConnection, name: str, scope: str, asked: list[str | None], missed: list[str]
) -> Line:
    ours, best = _times(asked, lambda game: lake.measure(name, **({"game_id": game} if game else {})))
    raw, _ = _times(asked, lambda game: _scan(lake, db, name, game))
    aim = AIMS[scope]
    if ours > aim:
        missed.append(f"{name} of {'a game' if scope == 'one game' else 'all'} ({ours:.0f} ms)")
    verdict = f"; misses the aim of {aim:.0f} ms" if ours > aim else ""
    return Line(
        f"{name}, {scope}",
        1000 / ours,
        "questions/s",
        f"{ours:.0f} ms, best {best:.0f}; raw scan {raw:.0f} ms{verdict}",
    )


def _times(asked: list[str | None], work: Callable[[str | None], object]) -> tuple[float, float]:
    """Return the median and the least of the milliseconds, after one run that reads the structure of the files."""
    work(asked[0])
    times = []
    for game in asked:
        start = time.perf_counter()
        work(game)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times), min(times)


def _scan(lake: Lake, db: DuckDBPyConnection, name: str, game: str | None) -> None:
    words, state = _words(name), lake.state()
    for table in TABLES.values():
        paths = [str(path) for path in state.files(table.name, None if game is None else [game])]
        named = [column for column in table.duckdb if column in words]
        if table.name in words and paths and named:
            only = f"WHERE game_id = '{game}'" if game else ""
            db.execute(f"SELECT bit_xor(hash({', '.join(named)})) FROM read_parquet(?) {only}", [paths]).fetchall()


def _words(name: str) -> set[str]:
    """Return the words of a measure's SQL and of the views that it asks."""
    words = _words_of(f"{measures.family(name)}/{name}.sql")
    for view in reversed(views.DERIVED):
        if view in words:
            words |= _words_of(f"{view}.view.sql")
    return words


def _words_of(file: str) -> set[str]:
    return set(_WORD.findall(_COMMENT.sub("", views.sql_file(file)).lower()))


def main() -> None:
    """Print a line for each measure as soon as it is known."""
    options = argparse.ArgumentParser(description="Median times of all measures over a lake of many games.")
    options.add_argument("--games", type=int, default=GAMES)
    options.add_argument(
        "--cache", type=Path, help="folder that keeps such lakes; one in the folder for temporary files"
    )
    options.add_argument("--only", default="", help="only measures whose name has this in it")
    given = options.parse_args()
    for line in lines(given.games, given.cache, given.only):
        print(f"{line.what:44} {line.rate:8.1f} {line.unit:12} {line.remark}", flush=True)


if __name__ == "__main__":
    main()
