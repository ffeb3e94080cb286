"""Convoy lines over many games: what each costs, under the questions of the page about convoys."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from dashboard.charts.convoy_losses import MOST, lines_of_games_chart, with_lines
from dashboard.metrics import selection
from dashboard.metrics.page import Asked
from dashboard.ui import data, widgets
from dashboard.ui.text import counted
from dashboard.ui.title_names import words_of

QUESTION = "On which lines are convoys lost?"
MEANING = (
    "Mean loss to raids per game, games without a raid there included, by convoy line or sea area and by the power that loses it; "
    "only raids whose record names a place count."
)


def show(at: data.Source, asked: Sequence[Asked]) -> None:
    """Show what each line costs in each selection of games that has raids on any."""
    games = widgets.games_once(at)
    for one in asked:
        chosen = games.filter(title=one.title)
        units = sorted(set(chosen["resource_name"]) - {""})
        rows = _rows(at, one, chosen)
        if rows.is_empty() or len(units) != 1:
            continue
        question = f"{QUESTION[:-1]}: {one.label.partition(':')[0]}?" if len(asked) > 1 else QUESTION
        widgets.question(question)
        widgets.answer(lines_answer(rows, units[0]))
        powers = data.powers_of_titles(at).filter(title=one.title)
        widgets.draw(lines_of_games_chart(rows, powers, units[0]), question, rows)
        widgets.meaning(selection.said(one.choice, chosen.height), _meaning(rows))


def _rows(at: data.Source, one: Asked, games: pl.DataFrame) -> pl.DataFrame:
    wanted = games if one.choice.games is None else games.filter(pl.col("game_id").is_in(one.choice.games))
    rows = data.lines(at, one.title, tuple(wanted["game_id"])).filter(pl.col("loss") > 0)
    for column, some in (("side", one.choice.sides), ("victim", one.choice.powers)):
        rows = rows.filter(pl.col(column).is_in(some)) if some else rows
    return with_lines(rows, words_of(one.title))


def lines_answer(rows: pl.DataFrame, unit: str) -> str:
    """Say which line is the costliest, what it costs and what share of all losses that is.

    Args:
        rows: measure `convoy_losses_by_line`, of one title, with printed names, not empty. unit: printed name of the resource.
    """
    sums = rows.group_by("area_name", maintain_order=True).agg(pl.col("mean", "loss").sum())
    name, mean, loss = sums.sort("loss", descending=True, maintain_order=True).row(0)
    share = f" ({100 * loss / sums['loss'].sum():.0f}% of all these losses)" if sums.height > 1 else ""
    return f"Costliest: {name}, {mean:,.1f} {unit} per game{share}."


def _meaning(rows: pl.DataFrame) -> str:
    more = rows["area_name"].n_unique() - MOST
    if more <= 0:
        return MEANING
    rest = f"{counted(more, 'other')} {'stands' if more == 1 else 'stand'} in the rows to download"
    return f"{MEANING} The {MOST} costliest are drawn; {rest}."
