"""A game as a card: what was played, how it ended, who played, how long, and a small strip of who held how much of the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from dashboard.charts.style import side_colors
from dashboard.ui.game_names import game_name
from dashboard.ui.templates import Template
from dashboard.ui.text import counted, length, listed, mapping, only_result, outcome, teams
from dashboard.ui.title_names import scenario_name

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)
NOBODYS = "#8a8f9855"
"""Colour of what nobody holds in a strip: a grey that the page shines through."""

FEW = 6
"""Sides that a card names: a turn summary may know no alliances, and has as many sides as powers then."""


class Seated(NamedTuple):
    """A side, its colour, and its players as a person lists them; empty where they are unknown."""

    color: str
    side: str
    players: str


def card(game: Mapping[str, Any], seats: pl.DataFrame, sides: Mapping[str, str], shares: pl.DataFrame | None) -> Markup:
    """Return a card as HTML, every text of the record shown as plain text.

    Args:
        game: a row of `games`, with `records` where others tell the same game (see `records.each_once`).
        seats: power, name, side, side_name of the powers of its title, in the order of play.
        sides: printed names by slug. shares: of the game, as `strip` takes them.
    """
    facts = [
        length(game),
        scenario_name(game["title"], game["scenario"]),
        game["played"],
        "" if only_result(game) else game["source"],
    ]
    facts += [counted(game["defects"], "defect")] if game["defects"] else []
    facts += ["only the result is recorded"] if only_result(game) else []
    names = seats["side_name"].unique(maintain_order=True).to_list()
    colors = dict(zip(names, side_colors(names), strict=True))
    names = [game_name(game), *([f"also {game['records']}"] if game.get("records") else [])]
    parts = (strip(shares, colors), HTML.players(_players(game, seats, sides, colors), FEW))
    lines = (" · ".join(fact for fact in facts if fact), "; ".join(names))
    return HTML.card(game["title_name"], outcome(dict(game), dict(sides)), parts, lines)


def strip(shares: pl.DataFrame | None, colors: Mapping[str, str]) -> Markup | str:
    """Return a column for each round, parted by how much of the board's value (or areas) each side held at its end.

    Args:
        shares: round, side_name, area_share, value, value_share; None or no rows where nothing is told. colors: of sides by
            their printed names.
    """
    if shares is None or shares.is_empty():
        return ""
    share = "value_share" if shares["value"].sum() else "area_share"
    columns = [_column(rows, colors, share) for _, rows in shares.group_by("round", maintain_order=True)]
    last = shares.filter(pl.col("round") == pl.col("round").max())
    said = listed([f"{row['side_name']} {row[share] or 0:.0%}" for row in last.iter_rows(named=True)])
    return HTML.strip(said, columns)


def _column(rows: pl.DataFrame, colors: Mapping[str, str], share: str) -> list[tuple[int, str]]:
    """Return the parts of a column: hundredths of the board and colour."""
    parts = [(colors.get(row["side_name"], NOBODYS), row[share] or 0) for row in rows.iter_rows(named=True)]
    parts.append((NOBODYS, max(0, 1 - sum(part for _, part in parts))))
    return [(hundredths, color) for color, part in parts if (hundredths := round(100 * part))]


def _players(game: Mapping[str, Any], seats: pl.DataFrame, sides: Mapping[str, str], colors: Mapping[str, str]) -> list[Seated]:
    """Return each side with its players, under its colour in the strip; sides that nobody played for are left out."""
    if only_result(game):
        return _teams(game, sides, colors)
    seated = mapping(game["players"])
    made = []
    for name, color in colors.items():
        powers = seats.filter(pl.col("side_name") == name)["power"].to_list()
        players = list(dict.fromkeys(seated[power] for power in powers if seated.get(power)))
        if players or not seated:
            made.append(Seated(color, name, listed(players)))
    return made


def _teams(game: Mapping[str, Any], sides: Mapping[str, str], colors: Mapping[str, str]) -> list[Seated]:
    """Return each side of a result with its players, in the order of the record."""
    told = teams(game, sides)
    shades = dict(zip(told, side_colors(list(told)), strict=True)) | dict(colors)
    return [Seated(shades[side], side, listed(names)) for side, names in told.items()]
