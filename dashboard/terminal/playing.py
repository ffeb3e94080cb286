"""What the commands that play games share: which bots play, and on which workers."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager

import click

from engine.errors import SitrepError
from engine.machine import cores
from engine.simulation import check_bot
from engine.simulation.foreign_bots import admit
from ingest.limits import DEFAULT
from ingest.workers import Workers, cluster, local

MANY = 2
"""Games from which on processes are started for them: one alone is played in this one."""

jobs_option = click.option("--jobs", type=click.IntRange(0), help="Number of processes; default: one per core. 0: this one.")
scheduler_option = click.option("--scheduler", default="", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://host:8786.")

files_option = click.option(
    "--bot", "files", multiple=True, metavar="FILE.py:CLASS", help="Let a bot of a file run that the file of settings names; repeatable."
)


def workers_of(jobs: int | None, scheduler: str, games: int = MANY) -> AbstractContextManager[Workers]:
    """Return the workers that play so many games: those of a Dask cluster, or processes of this machine, one per core unless told."""
    if scheduler:
        return cluster(scheduler)
    usual = cores() if games >= MANY else 0
    return local(usual if jobs is None else jobs, DEFAULT)


def bots_of(words: tuple[str, ...], sides: Iterable[str]) -> dict[str, str]:
    """Return who is played by which bot: a side or power its own, all others the one that is named for nobody, or greedy.

    Args:
        words: NAME, or WHO=NAME for a side or power.

    Raises:
        click.BadParameter: there is no such bot, or somebody has two.
    """
    found: dict[str, str] = {}
    for word in words:
        who, _, name = word.rpartition("=")
        if not name:
            raise click.BadParameter(f"{word!r}; expected NAME, or WHO=NAME", param_hint="--bot")
        if who in found:
            raise click.BadParameter(f"{who or 'everybody'} has two bots; expected one", param_hint="--bot")
        try:
            found[who] = admit(name)
            check_bot(found[who])
        except (LookupError, SitrepError) as error:
            raise click.BadParameter(str(error.args[0]), param_hint="--bot") from None
    everybody = found.pop("", "greedy")
    return {**dict.fromkeys(sides, everybody), **found}


def admit_all(files: Iterable[str]) -> None:
    """Let the bots of files run that the user has named.

    Raises:
        click.BadParameter: one of them is no bot.
    """
    bots_of(tuple(f"{number}={file}" for number, file in enumerate(files)), ())
