"""What a game is called on pages: its record's file, not its id. Ids are for addresses and commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import polars as pl

from dashboard.ui.text import length, listed, mapping
from warehouse.file_names import file_name

FEW = 4
"""Players that a label names; a game of more says how many others there are."""


def game_name(game: Mapping[str, Any]) -> str:
    """Return the name of a game's file, without its folders; its id where no file is told, as after a hidden player's game.

    Args:
        game: a row of the lake's `games`, or its game_id and name.
    """
    file = file_name(game["name"])
    return file if file.partition(".")[0] else str(game["game_id"])


def names_of(games: pl.DataFrame) -> pl.Series:
    """Return the name of each game.

    Args:
        games: game_id, name.
    """
    return pl.Series([game_name(row) for row in games.iter_rows(named=True)], dtype=pl.String)


def who_played(players: str) -> list[str]:
    """Return the names of those who played, each once, in the order of their seats.

    Args:
        players: the column of `games`: JSON, power to player.
    """
    return list(dict.fromkeys(name for name in mapping(players).values() if name))


def labels(games: pl.DataFrame) -> dict[str, str]:
    """Return game id to what a picker shows: file, title, players, day of play, rounds; the id too where that is the same for two."""
    told = {row["game_id"]: _label(row) for row in games.iter_rows(named=True)}
    often = Counter(told.values())
    return {game: words if often[words] == 1 else f"{words} · {game}" for game, words in told.items()}


def _label(game: Mapping[str, Any]) -> str:
    names = who_played(game["players"])
    if len(names) > FEW:
        names = [*names[: FEW - 1], f"{len(names) - FEW + 1} others"]
    return " · ".join(part for part in (game_name(game), game["title_name"], listed(names), game["played"], length(game)) if part)
