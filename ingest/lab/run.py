"""Running an experiment: what is missing is played, written down, and read into a lake. Cut short anywhere, it goes on from there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
import polars as pl

from engine.decoding import from_json
from engine.simulation import simulate
from engine.title.model import Title
from engine.titles import load_title
from ingest.lab.experiment import Experiment
from ingest.log.writer import write_log
from ingest.pipeline import ingest
from ingest.workers import Workers
from warehouse.errors import LakeError
from warehouse.lab.design import SOURCE, Seat, about
from warehouse.lab.verdict import GAMES, Verdict, complete, games_of, judged, stopped
from warehouse.lake import Lake
from warehouse.whole_files import put_whole

BATCH = 64
"""Games after which those played are read into the lake."""

AHEAD = 2
"""Games begun for each worker, so that none waits."""

SUFFIX = ".jsonl.zst"


class Task(NamedTuple):
    """A game to be played."""

    arm: str
    pair: int


def run(
    experiment: Experiment,
    lake: Lake,
    folder: Path,
    workers: Workers,
    on_pair: Callable[[int, int], None] = lambda *_: None,
) -> Verdict:
    """Play what is missing of an experiment, and return its verdict: the same on any number of workers, after any interruption.

    Args:
        folder: where the games' logs are kept; the lake reads them from there. on_pair: called with pairs played, and pairs planned.

    Raises:
        SitrepError: a game cannot be played or read.
    """
    design, place = experiment.design, folder / experiment.design.key
    _lay_out(experiment, place)
    _take_in(place, lake)
    games = games_of(lake, design)
    if not stopped(design, complete(design, games)).over:
        for fresh, (task, won, undecided, log) in enumerate(_played(experiment, games, workers), 1):
            put_whole(place / _name(experiment, task), log)
            row = pl.DataFrame([("", task.arm, task.pair, won, undecided)], schema=GAMES, orient="row")
            games = games.vstack(row)
            pairs = complete(design, games)
            on_pair(pairs.height, design.pairs)
            if fresh % BATCH == 0:
                _take_in(place, lake)
            if stopped(design, pairs).over:
                break
        _take_in(place, lake)
    return judged(design, games_of(lake, design), lake)


def _lay_out(experiment: Experiment, place: Path) -> None:
    """Put the overlays beside the logs, whose headers name them."""
    place.mkdir(parents=True, exist_ok=True)
    for name, tables in experiment.tables.items():
        (place / name).mkdir(exist_ok=True)
        for file, text in tables.items():
            put_whole(place / name / file, text.encode())


def _take_in(place: Path, lake: Lake) -> None:
    report = ingest([place], lake)
    if report.refused:
        row = report.refused[0]
        raise LakeError(f"{row.path}: {row.message}; delete the file, and it is played again")


def _name(experiment: Experiment, task: Task) -> str:
    """Return the file name of a game's log: its place among the arms, and its pair."""
    at = [arm.name for arm in experiment.design.arms].index(task.arm)
    words = re.sub(r"[^a-z0-9]+", "-", task.arm.lower()).strip("-")
    return f"{task.pair:05}-{at}-{words}{SUFFIX}"


def _played(experiment: Experiment, games: pl.DataFrame, workers: Workers) -> Iterator[tuple[Task, bool, bool, bytes]]:
    """Play the games that are missing, pair after pair, and yield each as it is done."""
    there = set(games.select("arm", "pair").iter_rows())
    design = experiment.design
    due = (Task(arm.name, pair) for pair in range(1, design.pairs + 1) for arm in design.arms if (arm.name, pair) not in there)
    packed, running = msgspec.json.encode(experiment), dict[Future[tuple[bool, bool, bytes]], Task]()
    while True:
        while len(running) < max(1, AHEAD * workers.hands) and (task := next(due, None)):
            running[workers.submit(play, packed, task.arm, task.pair)] = task
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in sorted(done, key=lambda one: running[one].pair):
            yield running.pop(future), *future.result()


def play(packed: bytes, arm: str, pair: int) -> tuple[bool, bool, bytes]:
    """Play one game of a packed experiment; return whether the side won, whether nobody did, and the game's log."""
    experiment = _unpacked(packed)
    design, settings = experiment.design, experiment.settings[arm]
    title = _title(packed, arm)
    recording, game = simulate(
        title,
        f"{experiment.seed}/{pair}",
        settings.bots,
        scenario=settings.scenario,
        options=settings.options,
        round_limit=settings.rounds,
        overlays=settings.overlays,
        source=SOURCE,
        paired=True,
        game=f"{design.key}-{pair}-{[one.name for one in design.arms].index(arm)}",
        about=about(Seat(design, arm, pair)),
    )
    return design.side in game.state.winners, not game.state.winners, write_log(recording, "zstd")


@lru_cache(maxsize=2)
def _unpacked(packed: bytes) -> Experiment:
    return from_json(packed, Experiment)


@lru_cache(maxsize=16)
def _title(packed: bytes, arm: str) -> Title:
    """Return an arm's title; its overlays are laid out for as long as they are read, for a cluster does not see the folder."""
    experiment = _unpacked(packed)
    with TemporaryDirectory() as folder:
        place = Path(folder)
        for name in experiment.settings[arm].overlays:
            (place / name).mkdir()
            for file, text in experiment.tables[name].items():
                (place / name / file).write_text(text, encoding="utf-8", newline="\n")
        return load_title(experiment.design.title, [place / name for name in experiment.settings[arm].overlays])
