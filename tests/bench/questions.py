"""Every question over ten thousand games: measures of one game, measures and metrics of the whole lake, from its files and from
its cache, beside a raw DuckDB scan of the same files.

    python -m tests.bench.questions [--games 10000] [--cache FOLDER] [--only NAME-PART]

The raw scan reads, of the tables that the question names, the columns that it names, and does no more than look at each value.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from duckdb import DuckDBPyConnection

from tests.bench.clock import Timing
from tests.bench.many_games import lake_of
from warehouse import Lake, dictionary, measures, metrics, views
from warehouse import cache as cached
from warehouse.schema import TABLES
from warehouse.upkeep.cached import make_cache

GAMES = 10_000
SAMPLE = 7
"""Games that each measure of one game is asked of."""

RUNS = 5
"""Times that each question of the whole lake is asked."""

AIMS = {"one game": 30.0, "whole lake": 200.0}
"""Milliseconds of processors that a median should not exceed: a busy machine makes the same answer take several times as long."""

Ask = Callable[[Lake], object]


class Times(NamedTuple):
    """Milliseconds: the median and the least, and the median of what processors worked; a busy machine lengthens only the former."""

    median: float
    least: float
    cpu: float

    @property
    def text(self) -> str:
        """The times in a few words."""
        return f"{self.median:.0f} ms, best {self.least:.0f}, CPU {self.cpu:.0f}"


_COMMENT, _WORD = re.compile(r"--[^\n]*"), re.compile(r"[a-z_]+")


def lines(games: int = GAMES, cache: Path | None = None, only: str = "") -> Iterator[Timing]:
    """Yield a line for each question, of the whole lake again from its cache, and one that names those that miss their aim."""
    lake, db = lake_of(games, cache), views.database()
    ids = sorted(lake.digests())
    missed: list[str] = []
    cached.path_of(lake.state()).unlink(missing_ok=True)
    for name in measures.names():
        wanted = {one.name: one.required for one in dictionary.measure(name).parameters}
        if "game_id" in wanted and only in name:
            yield _of_a_game(lake, db, name, random.Random(name).sample(ids, min(SAMPLE + 1, len(ids))), missed)
    whole = {what: asked for what, asked in _of_all().items() if only in what}
    for what, (words, ask) in whole.items():
        yield _line(f"{what}, whole lake", "whole lake", _times(partial(ask, lake)), _raw(lake, db, words), missed)
    if whole:
        made = make_cache(lake)
        for what, (words, ask) in whole.items():
            raw = _raw(lake, db, words)
            yield _line(f"{what}, whole lake, cached", "whole lake", _times(partial(ask, lake)), raw, missed)
        made.path.unlink()
    yield Timing("questions that miss their aim", len(missed), "of all", ", ".join(missed) or "none")


def _of_all() -> dict[str, tuple[set[str], Ask]]:
    """Return the questions of the whole lake: measures, and each metric in bands and spread; with the words of their SQL."""
    found: dict[str, tuple[set[str], Ask]] = {}
    for name in measures.names():
        if not any(one.name == "game_id" and one.required for one in dictionary.measure(name).parameters):
            found[name] = _words(name), partial(Lake.measure, name=name)
    for metric in metrics.metrics():
        words = _with_views(_words_of(f"../metrics/sql/{metric}.sql"))
        for form in (metrics.bands, metrics.spread):
            found[f"{form.__name__} of {metric}"] = words, partial(form, metric=metric)
    return found


def _of_a_game(lake: Lake, db: DuckDBPyConnection, name: str, ids: list[str], missed: list[str]) -> Timing:
    """Ask of games that were not asked before, and of each once more, when its tables are at hand."""
    words, first, again, raw = _words(name), [], [], []
    for game in ids:
        ask = partial(lake.measure, name, game_id=game)
        first.append(_time(ask))
        again.append(_time(ask))
        raw.append(_time(partial(_scan, lake, db, words, game)))
    # the first game is for what is loaded once: modules, texts
    asked, scanned, more = (_told(times[1:] or times) for times in (first, raw, again))
    line = _line(f"{name}, one game", "one game", asked, scanned, missed)
    return line._replace(remark=f"{line.remark}; asked again {more.text}")


def _line(what: str, scope: str, ours: Times, raw: Times, missed: list[str]) -> Timing:
    aim = AIMS[scope]
    if ours.cpu > aim:
        missed.append(f"{what} ({ours.cpu:.0f} ms)")
    verdict = f"; misses the aim of {aim:.0f} ms of processors" if ours.cpu > aim else ""
    return Timing(what, 1000 / ours.median, "questions/s", f"{ours.text}; raw scan {raw.text}{verdict}")


def _raw(lake: Lake, db: DuckDBPyConnection, words: set[str]) -> Times:
    return _times(partial(_scan, lake, db, words, None))


def _times(work: Callable[[], object]) -> Times:
    """Time some work, after one run that reads the structure of the files."""
    work()
    return _told([_time(work) for _ in range(RUNS)])


def _told(times: list[tuple[float, float]]) -> Times:
    walls, busy = zip(*times, strict=True)
    return Times(statistics.median(walls), min(walls), statistics.median(busy))


def _time(work: Callable[[], object]) -> tuple[float, float]:
    """Return the milliseconds that work takes, and those in which processors were busy with it."""
    start, busy = time.perf_counter(), time.process_time()
    work()
    return (time.perf_counter() - start) * 1000, (time.process_time() - busy) * 1000


def _scan(lake: Lake, db: DuckDBPyConnection, words: set[str], game: str | None) -> None:
    state = lake.state()
    for table in TABLES.values():
        paths = [str(path) for path in state.files(table.name, None if game is None else [game])]
        named = [column for column in table.duckdb if column in words]
        if table.name in words and paths and named:
            only = f"WHERE game_id = '{game}'" if game else ""
            db.execute(f"SELECT bit_xor(hash({', '.join(named)})) FROM read_parquet(?) {only}", [paths]).fetchall()


def _words(name: str) -> set[str]:
    """Return the words of a measure's SQL and of the views that it asks."""
    return _with_views(_words_of(f"{measures.family(name)}/{name}.sql"))


def _with_views(words: set[str]) -> set[str]:
    for view in reversed(views.DERIVED):
        if view in words:
            words = words | _words_of(f"{view}.view.sql")
    return words


def _words_of(file: str) -> set[str]:
    return set(_WORD.findall(_COMMENT.sub("", views.sql_file(file)).lower()))


def main() -> None:
    """Print a line for each question as soon as it is known."""
    options = argparse.ArgumentParser(description="Median times of all measures over a lake of many games.")
    options.add_argument("--games", type=int, default=GAMES)
    options.add_argument("--cache", type=Path, help="folder that keeps such lakes; one in the folder for temporary files")
    options.add_argument("--only", default="", help="only questions whose name has this in it")
    given = options.parse_args()
    for line in lines(given.games, given.cache, given.only):
        print(f"{line.what:44} {line.rate:8.1f} {line.unit:12} {line.remark}", flush=True)


if __name__ == "__main__":
    main()
