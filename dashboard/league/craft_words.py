"""Who plays well, in words: the question, its answer, the rows of its tables, and what is not known. No Streamlit here.

Cells are text: the dashboard, a site and the terminal show the same.
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from dashboard.review.percentiles import percentile
from dashboard.ui.text import counted, listed
from warehouse.craft import AGREE, FIGURES, GAMES, Craft, Figure

QUESTION = "Who plays well?"
OF_ONE = "How well does this player play?"
NOT_KNOWN = "not known"
HALVES = {"figure": "Figure", "players": "Players", "agree": "Halves agree", "told": "Told"}
"""Columns of `halves`."""
OF_PLAYER = {"title_name": "Title", "figure": "Figure", "games": "Games", "value": "Value", "better": "Better than"}
"""Columns of `of_player`."""
ACCURACY_GAMES = 40
"""Games of a title up to which a site works out the chance lost by decisions: each process that draws pages does so."""


def told(craft: Craft) -> list[Figure]:
    """Return the figures by which players are ranked and that are told."""
    return [one for one in FIGURES if one.ranked and not craft.why(one)]


def answer(craft: Craft, title: str) -> str:
    """Say by which figures the players of a title can be told apart; `title`: its printed name."""
    every = [one for one in FIGURES if one.ranked]
    found = told(craft)
    if not found:
        return f"{title}: {NOT_KNOWN}. No figure tells the players apart."
    best = [f"{one.name.lower()} ({_best(craft, one)} does best)" for one in found]
    return f"{title}: {len(found)} of {counted(len(every), 'figure')} tell players apart: {listed(best)}."


def headings(craft: Craft) -> dict[str, str]:
    """Return the columns of `rows` and what they are called."""
    found = {"player": "Player", "games": "Games"}
    for one in told(craft):
        found[one.slug] = f"{one.name}, {one.unit} {_per(one)}"
        found[f"{one.slug}_better"] = "Better than"
    return found | ({"luck": "Luck, a game"} if craft.halves["luck"].players and not craft.why(_luck()) else {})


def rows(craft: Craft) -> pl.DataFrame:
    """Return a row for each player with a figure that is told, those first who do better than most; columns as in `headings`."""
    columns, found = headings(craft), []
    for (name,), mine in craft.players.group_by("player", maintain_order=True):
        by = {row["figure"]: row for row in mine.iter_rows(named=True)}
        percentiles = [row["percentile"] for row in by.values() if row["percentile"] is not None]
        if not percentiles:
            continue
        cells = {"player": name, "games": max(row["games"] for row in by.values())}
        for one in FIGURES:
            cells[one.slug] = value(one, by[one.slug])
            cells[f"{one.slug}_better"] = better(by[one.slug])
        found.append((-sum(percentiles) / len(percentiles), str(name), {column: cells[column] for column in columns}))
    schema = {column: pl.Int64 if column == "games" else pl.String for column in columns}
    return pl.DataFrame([cells for *_, cells in sorted(found, key=lambda one: one[:2])], schema=schema)


def halves(craft: Craft) -> pl.DataFrame:
    """Return how far two halves of the games agree on each figure, and whether it is told; columns as in HALVES."""
    made = []
    for one in FIGURES:
        found = craft.halves[one.slug]
        agree = NOT_KNOWN if found.r is None else f"{found.r:.2f} ({found.low:.2f} to {found.high:.2f})"
        why = craft.why(one)
        made.append((one.name, found.players, agree, f"{NOT_KNOWN}: {why}" if why else "yes" if one.ranked else "yes, but nobody's merit"))
    return pl.DataFrame(made, schema=dict.fromkeys(HALVES, pl.String) | {"players": pl.Int64}, orient="row")


def of_player(crafts: Mapping[str, Craft], name: str) -> pl.DataFrame:
    """Return the figures of a player by title, those that are not known together; columns as in OF_PLAYER.

    Args:
        crafts: by printed name of their titles. name: of the player.
    """
    made = []
    for title, craft in crafts.items():
        by = {row["figure"]: row for row in craft.players.filter(player=name).iter_rows(named=True)}
        unknown: dict[str, list[Figure]] = {}
        for one in FIGURES if by else ():
            row, why = by[one.slug], craft.why(one)
            if row["value"] is not None:
                made.append((title, f"{one.name}, {one.unit} {_per(one)}", row["games"], value(one, row), better(row)))
                continue
            few = f"{row['games']} of {GAMES} games" if row["games"] < GAMES else "not told"
            unknown.setdefault(f"{NOT_KNOWN}: {why or few}", []).append(one)
        for why, figures in unknown.items():
            names = listed([one.name if one is figures[0] else one.name.lower() for one in figures])
            made.append((title, names, max(by[one.slug]["games"] for one in figures), why, ""))
    return pl.DataFrame(made, schema=dict.fromkeys(OF_PLAYER, pl.String) | {"games": pl.Int64}, orient="row")


def value(figure: Figure, row: Mapping[str, float | None]) -> str:
    """Return a figure with its interval as text; empty where it is not told."""
    if row["value"] is None or row["low"] is None or row["high"] is None:
        return ""
    if figure.unit in ("share", "chance"):
        digits = figure.digits - 2
        return f"{100 * row['value']:.{digits}f}% ({100 * row['low']:.{digits}f} to {100 * row['high']:.{digits}f})"
    return f"{row['value']:.{figure.digits}f} ({row['low']:.{figure.digits}f} to {row['high']:.{figure.digits}f})"


def better(row: Mapping[str, float | None]) -> str:
    """Return the share of the players than whom one does better, as text; empty where it is not told."""
    share = row["percentile"]
    return "" if share is None else f"{percentile(share)} percentile"


def note(craft: Craft) -> str:
    """Say how the figures come about."""
    said = " ".join(f"{one.name}: {one.meaning[0].lower()}{one.meaning[1:]}." for one in FIGURES)
    return (
        f"{said} A figure is told of players with {GAMES} games or more, with the 95% interval of its mean over games and the percentile "
        "among these players; what a power brings whoever plays it is taken off, so that a small value can fall below 0. It is told only "
        f"where the odd and the even games of the players agree on it: a rank correlation of {AGREE} or more that chance would not give."
        f"{' Games with programs are left out.' if craft.people else ''}"
    )


def _best(craft: Craft, figure: Figure) -> str:
    ranked = craft.players.filter(figure=figure.slug).drop_nulls("percentile").sort("percentile", "player", descending=[True, False])
    return str(ranked["player"][0])


def _per(figure: Figure) -> str:
    return f"of {figure.per}" if figure.unit == "share" else figure.per


def _luck() -> Figure:
    return next(one for one in FIGURES if one.slug == "luck")
