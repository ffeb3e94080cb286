"""The commands `sitrep lab run` and `sitrep lab show`."""

from __future__ import annotations

from pathlib import Path

import click
import polars as pl

from dashboard.lab import verdict_text
from dashboard.terminal.options import json_option, lake_option, tells
from dashboard.terminal.output import print_json, say
from dashboard.terminal.playing import admit_all, files_option, jobs_option, scheduler_option, workers_of
from dashboard.terminal.printed_tables import print_table
from dashboard.terminal.progress import steps_progress
from dashboard.terminal.rows import frame_table
from ingest.lab import read_experiment
from ingest.lab.run import run
from warehouse import Lake
from warehouse.lab.verdict import Verdict, experiments, planned, verdict


@click.group("lab")
def lab_group() -> None:
    """Experiments: do other rules change who wins?"""


@lab_group.command("run")
@click.argument("experiment", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@lake_option
@click.option(
    "--logs",
    default=Path("lab"),
    show_default=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the logs of the games.",
)
@files_option
@jobs_option
@scheduler_option
@click.option("--dry-run", is_flag=True, help="Only check the file, and say what it could show.")
@json_option
@tells
def lab_run_command(
    experiment: Path,
    lake_path: Path | str,
    logs: Path,
    files: tuple[str, ...],
    jobs: int | None,
    scheduler: str,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Play the games of EXPERIMENT (a TOML file; docs/lab.md), keep them in the lake, and print the verdict.

    An interrupted run goes on where it stopped; a finished one is not played again.
    """
    admit_all(files)
    read = read_experiment(experiment)
    if not as_json:
        say("\n".join(verdict_text.plan(read.design, planned(read.design))) + "\n")
    if dry_run:
        if as_json:
            print_json(
                {
                    "arms": [arm.name for arm in read.design.arms],
                    "pairs": read.design.pairs,
                    "power": planned(read.design),
                }
            )
        return
    with (
        workers_of(jobs, scheduler) as workers,
        steps_progress("pairs", not as_json) as advance,
    ):
        found = run(read, Lake.create(lake_path), logs, workers, advance)
    print_verdict(found, as_json)


@lab_group.command("show")
@click.argument("name", default="")
@lake_option
@json_option
@tells
def lab_show_command(name: str, lake_path: Path | str, as_json: bool) -> None:
    """Print the verdict of an experiment of the lake; without NAME, list the experiments."""
    lake = Lake.open(lake_path)
    if name:
        print_verdict(verdict(lake, name), as_json)
        return
    rows = [{"experiment": key, "question": one.question, "pairs": one.pairs} for key, one in experiments(lake).items()]
    if as_json:
        print_json(rows)
    elif rows:
        print_table("Experiments", frame_table(pl.DataFrame(rows)))
    else:
        say(f"No experiments in {lake_path}. To run one: sitrep lab run EXPERIMENT.toml (docs/lab.md explains the file).")


def print_verdict(found: Verdict, as_json: bool = False) -> None:
    """Print a verdict."""
    if as_json:
        print_json({
            "experiment": found.design.key, "question": found.design.question, "side": found.design.side, "pairs": found.pairs,
            "games": found.played, "stopped": found.reason, "rates": found.rates, "differences": found.differences,
            "effects": found.effects, "bid": found.bid._asdict() if found.bid else None,
        })  # fmt: skip
        return
    for line in verdict_text.verdict(found):
        say(line)
    say()
    print_table("Win rates", frame_table(verdict_text.rates(found)))
    print_table(
        "Paired differences, in points, and the pairs that a difference of 2, 3 or 5 points needs",
        frame_table(verdict_text.differences(found)),
    )
    if found.effects.height:
        print_table("What else moved", frame_table(verdict_text.effects(found)))
        say(verdict_text.EFFECTS_NOTE)
    say(verdict_text.LIMITS)
