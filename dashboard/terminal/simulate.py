"""The command `sitrep simulate`."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile

import click

from dashboard.terminal.completion import a_title
from dashboard.terminal.options import option_values, tells
from dashboard.terminal.playing import bots_of, jobs_option, scheduler_option, workers_of
from dashboard.terminal.progress import game_progress
from dashboard.ui.text import counted
from engine.errors import SitrepError
from engine.simulation import BOTS
from engine.titles import load_title
from ingest.series import Series, play_series
from warehouse.whole_files import put_whole


@click.command("simulate")
@click.argument("title", default="aa1942", shell_complete=a_title)
@click.option(
    "--seed",
    default=1,
    show_default=True,
    help="Seed for the dice and bots of the first game; the next game uses seed + 1.",
)
@click.option("--games", default=1, show_default=True, type=click.IntRange(1), help="How many games to play.")
@click.option("--rounds", default=12, show_default=True, type=click.IntRange(1), help="Stop a game after this many rounds.")
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="[WHO=]NAME",
    help=f"A bot ({', '.join(BOTS)}, or your own: FILE.py:CLASS) for everybody, or for one side or power; repeatable. Default: greedy.",
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the title; repeatable.")
@click.option("--scenario", default="", help="Scenario; default: the title's first.")
@click.option("--overlay", "overlays", multiple=True, type=click.Path(path_type=Path), help="Folder of changed tables.")
@click.option("--out", default=Path("games"), show_default=True, type=click.Path(path_type=Path), help="Folder to write to.")
@click.option(
    "--check",
    "checked",
    is_flag=True,
    help="Check after every event that units, money, control and moves add up. Stop at the first game that fails.",
)
@jobs_option
@scheduler_option
@tells
def simulate_command(
    title: str,
    seed: int,
    games: int,
    rounds: int,
    bots: tuple[str, ...],
    options: tuple[str, ...],
    scenario: str,
    overlays: tuple[Path, ...],
    out: Path,
    checked: bool,
    jobs: int | None,
    scheduler: str,
) -> None:
    """Let bots play TITLE and record each game as a log: the same games on any number of processes."""
    loaded = load_title(title, overlays)
    chosen, seated = option_values(options), bots_of(bots, loaded.sides)
    out.mkdir(parents=True, exist_ok=True)
    beside = tuple(_beside(overlay, out) for overlay in overlays)
    series = Series(loaded, seated, scenario, chosen, rounds, beside, checked)
    with workers_of(jobs, scheduler, games) as workers, game_progress(games) as advance:
        for game in play_series(series, range(seed, seed + games), workers):
            path = out / f"{title}-{game.seed}.jsonl"
            put_whole(path, game.log)
            if game.wrong:
                raise SitrepError(f"{path}: {game.wrong[0]} ({counted(len(game.wrong), 'violation')} in all)")
            winner = ", ".join(game.winners) or "nobody"
            advance(f"{path}: {winner} ({game.how}), {counted(game.rounds, 'round')}, {game.events} events")


def _beside(overlay: Path, out: Path) -> str:
    """Put an overlay's tables beside the logs, where their headers can name it, and return its name there."""
    if overlay.resolve().parent != out.resolve():
        for table in (*overlay.glob("*.csv"), *overlay.glob("*.toml")):
            (out / overlay.resolve().name).mkdir(exist_ok=True)
            copyfile(table, out / overlay.resolve().name / table.name)
    return overlay.resolve().name
