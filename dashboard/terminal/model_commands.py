"""The commands of `sitrep model`."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click

from dashboard.terminal.completion import a_game
from dashboard.terminal.model import fit_model, lake_of, play_positions_on, print_chances
from dashboard.terminal.options import in_a_folder, json_option, lake_option, tells
from dashboard.terminal.playing import jobs_option, scheduler_option
from warehouse import Lake
from warehouse.winning.model import SHIPPED, load
from warehouse.winning.second import load_played


@click.group("model")
def model_group() -> None:
    """The chance of winning: fit the model on your own games, or show a game's chances by turn."""


@model_group.command("fit")
@click.argument("records", nargs=-1, type=click.Path(path_type=Path, exists=True))
@lake_option
@click.option(
    "--out",
    default="model",
    show_default=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the coefficients and the model card.",
)
@click.option(
    "--card",
    "card_to",
    type=click.Path(path_type=Path, dir_okay=False),
    callback=in_a_folder,
    help="Another file for the card.",
)
@click.option(
    "--played-on",
    "played",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A file of `sitrep model play-on`: the card shows it beside the model.",
)
@click.option("--random", multiple=True, metavar="NAME", help="A player who plays at random, as the card shall say; repeatable.")
@tells
def model_fit_command(
    records: tuple[Path, ...], lake_path: Path | str, out: Path, card_to: Path | None, played: Path | None, random: tuple[str, ...]
) -> None:
    """Fit the model on the decided games of RECORDS, or of a lake.

    Records are read without the luck of their battles, which the model does not need: this is several times as quick as ingest.
    """
    before = load_played(played) if played else None
    with lake_of(records) if records else nullcontext(Lake.open(lake_path)) as lake:
        fit_model(lake, out, card_to, before, random)


@model_group.command("play-on")
@click.argument("records", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option(
    "--out",
    default="played_on.csv",
    show_default=True,
    type=click.Path(path_type=Path, dir_okay=False),
    callback=in_a_folder,
    help="The file to write.",
)
@click.option("--positions", default=6, show_default=True, type=click.IntRange(1), help="How many of each title.")
@click.option("--games", default=20, show_default=True, type=click.IntRange(1), help="How often to play each on.")
@click.option("--rounds", default=15, show_default=True, type=click.IntRange(1), help="Stop a game after so many more rounds.")
@jobs_option
@scheduler_option
@tells
def model_play_on_command(
    records: tuple[Path, ...], out: Path, positions: int, games: int, rounds: int, jobs: int | None, scheduler: str
) -> None:
    """Play positions of decided games on, many times: a second estimate of the chance of winning, for the model card."""
    play_positions_on(records, out, positions=positions, games=games, rounds=rounds, jobs=jobs, scheduler=scheduler)


@model_group.command("show")
@click.argument("game", shell_complete=a_game)
@lake_option
@click.option(
    "--model",
    "path",
    default=SHIPPED,
    type=click.Path(path_type=Path, dir_okay=False),
    help="A model made by `sitrep model fit`; default: the one that ships with Sitrep.",
)
@json_option
@tells
def model_show_command(game: str, lake_path: Path | str, path: Path, as_json: bool) -> None:
    """Show each side's chance of winning in GAME, turn by turn, and the turns that moved it most."""
    lake = Lake.open(lake_path)
    print_chances(lake, lake.find(game), load(path), as_json=as_json)
