"""Progress bars for long work: shown on a terminal, never written into a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dashboard.terminal.output import say
from engine.text import visible
from ingest.files import shown


def _bar(show: bool) -> Progress:
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True, markup=False, emoji=False)
    return Progress(*columns, console=console, transient=True, disable=not (show and sys.stderr.isatty()))


@contextmanager
def ingest_progress(show: bool = True) -> Iterator[Callable[[int, int, Path], None] | None]:
    """Give a callback (files done, files in all, file) that moves a bar on standard error; None when none is shown."""
    with _bar(show) as bar:
        if bar.disable:
            yield None
            return
        task = bar.add_task("reading", total=None)
        yield lambda done, total, path: bar.update(task, completed=done, total=total, description=f"reading {shown(path.name)}")


@contextmanager
def game_progress(total: int) -> Iterator[Callable[[str], None]]:
    """Give a callback that prints a line about a finished game and moves a bar."""
    with _bar(total > 1) as bar:
        task = bar.add_task("playing", total=total)

        def advance(line: str) -> None:
            bar.advance(task)
            (bar.console.print if not bar.disable else say)(visible(line))

        yield advance


@contextmanager
def steps_progress(what: str, show: bool = True) -> Iterator[Callable[[int, int], None]]:
    """Give a callback (steps done, steps in all) that moves a bar on standard error."""
    with _bar(show) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
