"""The tasks of a verification: one file, one game. Each is told by names alone, so that any process can do it."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from warehouse.errors import FROM_A_COPY
from warehouse.lake import Lake
from warehouse.verify.files import DuckDB, check_file
from warehouse.verify.findings import Finding, cured
from warehouse.verify.rounds import check_rounds
from warehouse.verify.states import check_game


class Hands(Protocol):
    """Processes that work on tasks."""

    def in_order(self, work: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """Yield the results of tasks (their arguments) in their order."""


class Opened(NamedTuple):
    """What a process needs: the lake, and one connection of DuckDB."""

    lake: Lake
    duck: DuckDB


Work = Callable[..., list[Finding]]
Each = Callable[[Work, Iterable[tuple[Any, ...]]], Iterator[list[Finding]]]
"""Does some work for each of many arguments, and yields the findings in their order."""


def of_file(opened: Opened, batch: str, table: str) -> list[Finding]:
    """Return what is wrong with a batch's file of a table."""
    found = check_file(opened.lake, opened.duck, opened.lake.state().batches[batch], table)
    return cured(found, FROM_A_COPY)


def of_game(opened: Opened, game: str) -> list[Finding]:
    """Return in what a game's stored states differ from its events."""
    found = check_game(opened.lake, game) or check_rounds(opened.lake, game)
    return cured(found, "ingest its record again, with --again")


@contextmanager
def spread(lake: Lake, hands: Hands | None) -> Iterator[Each]:
    """Give what does the tasks of a lake: by processes, or with None by this one."""
    if hands is None:
        with closing(DuckDB(lake)) as duck:
            opened = Opened(lake, duck)
            yield lambda work, tasks: (work(opened, *task) for task in tasks)
        return
    place, version, once = lake.path, lake.state().version, uuid.uuid4().hex
    yield lambda work, tasks: hands.in_order(_elsewhere, ((work, place, version, once, task) for task in tasks))


def _elsewhere(work: Work, place: Path | str, version: int, once: str, task: tuple[Any, ...]) -> list[Finding]:
    return work(_opened(place, version, once), *task)


@lru_cache(maxsize=1)
def _opened(place: Path | str, version: int, _once: str) -> Opened:
    """Open a lake once for all tasks of one verification, and for no other: its files may be others by then."""
    lake = Lake.open(place, version)
    return Opened(lake, DuckDB(lake))
