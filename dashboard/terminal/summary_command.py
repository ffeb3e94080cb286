"""`sitrep summary`: of a game of a lake, of a record's file, or of a lake."""

from __future__ import annotations

from pathlib import Path

import click

from dashboard.terminal.completion import a_game_or_file
from dashboard.terminal.options import json_option, lake_option, tells
from dashboard.terminal.record_argument import pasted


@click.command()
@click.argument("game", required=False, default="", shell_complete=a_game_or_file)
@lake_option
@json_option
@click.pass_context
@tells
def summary(context: click.Context, game: str, lake_path: Path | str, as_json: bool) -> None:
    """Summarise GAME: the file of a save or another record, or a game id (or the start of one) in the lake. Without GAME, list all games.

    Of a file it tells in short how the game stands where the record ends: players, powers, victory; a lake knows more of a game. `-` reads
    standard input.
    """
    if Path(game).is_file():
        _record(Path(game), as_json)
    elif game == "-":
        _record(pasted(context, None, Path(game)), as_json)
    else:
        _of_lake(game, lake_path, as_json)


def _record(path: Path, as_json: bool) -> None:
    from dashboard.terminal.record_summary import print_record

    print_record(path, as_json)


def _of_lake(game: str, lake_path: Path | str, as_json: bool) -> None:
    from dashboard.terminal.summary import print_games, print_summary  # only here: a record needs no library for tables
    from warehouse import Lake

    lake = Lake.open(lake_path)
    if game:
        print_summary(lake, lake.find(game), as_json=as_json)
    else:
        print_games(lake, as_json=as_json)
