"""The model card: what a model of winning learned from, how well it foretells games that it has not seen, and how sure it is."""

from __future__ import annotations

import polars as pl

from engine.errors import SitrepError
from engine.rules import load_rules
from engine.titles import load_title
from warehouse.winning.fitting import DRAWS, PENALTY, POOLING, Scores, held_out, judged
from warehouse.winning.model import Model
from warehouse.winning.positions import FEATURES
from warehouse.winning.second import beside

FEW = 30
"""Decided games below which a card warns that they are few."""


def card(model: Model, rows: pl.DataFrame, names: dict[str, str], played: pl.DataFrame | None = None) -> str:
    """Return the card as Markdown, with a part for all titles together and one for each title.

    Args:
        rows: the positions that the model was fitted on. names: title to printed name.
        played: positions that were played on (`second.load_played`).
    """
    found = held_out(rows)
    lines = [
        "# The chance of winning: model card",
        "",
        "`sitrep model fit` writes this page and the coefficients; `sitrep model show GAME` uses them. The model is a logistic",
        f"regression with a ridge penalty (scikit-learn, C = {PENALTY:g}) over {len(FEATURES)} features of each side against all",
        "others: log ratios of unit values, production and treasuries, differences of the shares of victory cities and capitals",
        "held, who moves next, the log ratio of values times the round, the difference of the bids, and the log ratio of what",
        "victory by points still takes. Each side of a title has an intercept, and each title coefficients of its own, which the",
        f"penalty holds near the shared ones (weight {POOLING:g}). Every game weighs the same. Where the chance is split into dice",
        "and players, the dice move units, areas, cities and capitals; points stay what they became.",
        "",
        "In the tables below, n is games, not positions: each game was foretold by a model fitted on all other games. Smaller",
        "Brier scores and log losses are better.",
        "",
        f"Bands are of {DRAWS} sets of games drawn anew with replacement (5 % to 95 %).",
        "",
        "A second estimate owes nothing to the model: `sitrep model play-on` lets greedy bots play positions of the games on to",
        "the end, many times. The chance beside it is that of a model which has not seen the position's game. Intervals are",
        "Wilson's, of 95 %; games that were stopped undecided do not count.",
        "",
        "## All titles",
        "",
        *_part(found, ""),
    ]
    for title in sorted(model.games):
        lines += [
            "",
            f"## {names.get(title, title)}",
            "",
            f"Learned from {model.basis(title)}.",
            "",
            *_part(found, title, played),
        ]
        lines += ["", *_coefficients(model, title)]
    return "\n".join(lines) + "\n"


def _part(positions: pl.DataFrame, title: str, played: pl.DataFrame | None = None) -> list[str]:
    found = judged(positions, title)
    games = found.model.games
    lines = ["| model | games | Brier | log loss |", "|---|--:|--:|--:|"]
    named = (
        ("this model", found.model),
        ("unit values alone", found.value_only),
        ("how often the side wins", found.base_rate),
    )
    lines += [_line(name, scores) for name, scores in named]
    lines += ["", "| foretold | happened | band | positions | games |", "|--:|--:|--:|--:|--:|"]
    lines += [
        f"| {row['foretold']:.0%} | {row['happened']:.0%} | {row['low']:.0%} to {row['high']:.0%} | {row['positions']} | {row['games']} |"
        for row in found.calibration.iter_rows(named=True)
    ]
    if games < FEW:
        lines += [
            "",
            f"**{counted_games(games)} few.** Neither the scores nor the curve say much about other games, least of all between people.",
        ]
    if title and (always := _only_winner(found.positions)):
        lines += [
            "",
            f"**All of these games were won by {always}.** A good score here says that the side is known, not that the position is read "
            "well.",
        ]
    if title:
        lines += ["", *_second(title, found.positions, played)]
    return lines


def counted_games(games: int) -> str:
    """Say so many games, as the subject of a sentence."""
    return f"{games} game is" if games == 1 else f"{games} games are"


def _only_winner(positions: pl.DataFrame) -> str:
    """Return who won every game; empty if not always the same."""
    winners = (
        positions.filter("won").group_by("game_id").agg(pl.col("side").unique().sort().str.join(", "))["side"].unique()
    )
    return str(winners[0]) if len(winners) == 1 and positions["game_id"].n_unique() > 1 else ""


def _second(title: str, held_out_positions: pl.DataFrame, played: pl.DataFrame | None) -> list[str]:
    """Return the table of positions that were played on, and what it says."""
    if not _has_rules(title):
        return ["No second estimate: this game has no rules here, so that its positions cannot be played on."]
    if played is None or not (both := beside(played.filter(title=title), held_out_positions)).height:
        return ["No second estimate: no position of its games was played on."]
    lines = ["| position | won by | side | this model | played on | interval | games | undecided |"]
    lines += ["|---|---|---|--:|--:|--:|--:|--:|"]
    winners = (
        both.filter("actual").group_by("game_id", "turn").agg(pl.col("side").sort().str.join(", ").alias("winner"))
    )
    shown = both.join(winners, on=["game_id", "turn"], how="left", maintain_order="left")
    first = pl.col("side") == pl.col("side").first().over("game_id", "turn")
    two = pl.len().over("game_id", "turn") == 2
    lines += [_position(row) for row in shown.filter(~two | first).iter_rows(named=True)]
    return [*lines, "", *_agreement(both)]


def _has_rules(title: str) -> bool:
    try:
        load_rules(load_title(title))
    except (SitrepError, LookupError):
        return False
    return True


def _position(row: dict) -> str:
    told = ("–", "–") if row["rate"] is None else (f"{row['rate']:.0%}", f"{row['low']:.0%} to {row['high']:.0%}")
    where = f"{row['game_id']}, round {row['round']}"
    cells = (
        where,
        row["winner"],
        row["side"],
        f"{row['model']:.0%}",
        *told,
        row["games"],
        row["games"] - row["decided"],
    )
    return f"| {' | '.join(map(str, cells))} |"


def _agreement(both: pl.DataFrame) -> list[str]:
    """Say how far the two estimates are apart, and which was nearer to how the games went."""
    some = both.drop_nulls("rate")
    if not some.height:
        return ["Every game that was played on was stopped undecided."]
    p, q, y = pl.col("model"), pl.col("rate"), pl.col("actual").cast(pl.Float64)
    places = some.select("game_id", "turn").n_unique()
    inside = p.is_between(pl.col("low"), pl.col("high")).all().over("game_id", "turn")
    within, apart, mine, theirs = some.select(
        within=inside.mean(), apart=(p - q).abs().mean(), mine=((p - y) ** 2).mean(), theirs=((q - y) ** 2).mean()
    ).row(0)
    games = some["game_id"].n_unique()
    return [
        f"The model's chance lies within the interval at {round(within * places)} of {places} positions; the two are {apart:.0%} apart",
        f"on average. Beside who won these {games} recorded games, the Brier score of the model is {mine:.3f}, that of playing on "
        f"{theirs:.3f}.",
    ]


def _line(name: str, scores: Scores) -> str:
    return f"| {name} | {scores.games} | {scores.brier:.3f} | {scores.log_loss:.3f} |"


def _coefficients(model: Model, title: str) -> list[str]:
    own = model.titles.get(title, (0.0,) * len(FEATURES))
    lines = ["| feature (in standard deviations) | coefficient |", "|---|--:|"]
    lines += [
        f"| {name} | {shared + more:+.2f} |" for name, shared, more in zip(FEATURES, model.shared, own, strict=True)
    ]
    sides = {name.partition("/")[2]: value for name, value in model.sides.items() if name.startswith(f"{title}/")}
    return lines + [f"| intercept of {side} | {value:+.2f} |" for side, value in sides.items()]
