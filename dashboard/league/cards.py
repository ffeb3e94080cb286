"""A game as a card: what was played, how it ended, who played, how long, and a small strip of who held how much of the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from dashboard.charts.style import side_colors
from dashboard.ui.game_names import game_name
from dashboard.ui.text import counted, length, listed, mapping, only_result, outcome, safe, teams
from dashboard.ui.title_names import scenario_name

NOBODYS = "#8a8f9855"
"""Colour of what nobody holds in a strip: a grey that the page shines through."""

FEW = 6
"""Sides that a card names: a turn summary may know no alliances, and has as many sides as powers then."""


def card(game: Mapping[str, Any], seats: pl.DataFrame, sides: Mapping[str, str], shares: pl.DataFrame | None) -> str:
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
    return (
        f'<div class="sitrep-card"><b>{safe(game["title_name"])}</b>'
        f'<p class="sitrep-card-outcome">{safe(outcome(dict(game), dict(sides)))}</p>'
        f"{strip(shares, colors)}{_players(game, seats, sides, colors)}"
        f'<p class="sitrep-card-facts">{safe(" · ".join(fact for fact in facts if fact))}</p>'
        f'<p class="sitrep-card-facts">{safe("; ".join(names))}</p></div>'
    )


def strip(shares: pl.DataFrame | None, colors: Mapping[str, str]) -> str:
    """Return a column for each round, parted by how much of the board's value (or areas) each side held at its end.

    Args:
        shares: round, side_name, area_share, value, value_share; None or no rows where nothing is told. colors: of sides by
            their printed names.
    """
    if shares is None or shares.is_empty():
        return ""
    share = "value_share" if shares["value"].sum() else "area_share"
    columns = "".join(_column(rows, colors, share) for _, rows in shares.group_by("round", maintain_order=True))
    last = shares.filter(pl.col("round") == pl.col("round").max())
    said = listed([f"{row['side_name']} {row[share] or 0:.0%}" for row in last.iter_rows(named=True)])
    return f'<div class="sitrep-strip" role="img" title="Final share of the board: {safe(said)}" aria-label="{safe(said)}">{columns}</div>'


def _column(rows: pl.DataFrame, colors: Mapping[str, str], share: str) -> str:
    parts = [(colors.get(row["side_name"], NOBODYS), row[share] or 0) for row in rows.iter_rows(named=True)]
    parts.append((NOBODYS, max(0, 1 - sum(part for _, part in parts))))
    bars = "".join(
        f'<i style="flex-grow:{round(100 * part)};background:{color}"></i>'
        for color, part in parts
        if round(100 * part)
    )
    return f"<span>{bars}</span>"


def _players(game: Mapping[str, Any], seats: pl.DataFrame, sides: Mapping[str, str], colors: Mapping[str, str]) -> str:
    """Return each side with its players, under its colour in the strip; sides that nobody played for are left out."""
    if only_result(game):
        return _teams(game, sides, colors)
    seated = mapping(game["players"])
    made = []
    for name, color in colors.items():
        powers = seats.filter(pl.col("side_name") == name)["power"].to_list()
        players = list(dict.fromkeys(seated[power] for power in powers if seated.get(power)))
        if players or not seated:
            dot = f'<span class="sitrep-dot" style="background:{color}"></span>'
            made.append(f"<li>{dot}{safe(name)}{f': {safe(listed(players))}' if players else ''}</li>")
    return _items(made)


def _teams(game: Mapping[str, Any], sides: Mapping[str, str], colors: Mapping[str, str]) -> str:
    """Return each side of a result with its players, in the order of the record."""
    told = teams(game, sides)
    shades = dict(zip(told, side_colors(list(told)), strict=True)) | dict(colors)
    return _items([
        f'<li><span class="sitrep-dot" style="background:{shades[side]}"></span>{safe(side)}'
        f"{f': {safe(listed(names))}' if names else ''}</li>"
        for side, names in told.items()
    ])  # fmt: skip


def _items(made: list[str]) -> str:
    rest = [f"<li>and {len(made) - FEW:,} more</li>"] if len(made) > FEW else []
    return f'<ul class="sitrep-facts">{"".join(made[:FEW] + rest)}</ul>'
