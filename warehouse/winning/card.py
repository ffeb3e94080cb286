"""The model card: what a model of winning learned from, how well it foretells games that it has not seen, and how sure it is."""

from __future__ import annotations

import polars as pl

from warehouse.winning.fitting import DRAWS, PENALTY, POOLING, Scores, decided, held_out
from warehouse.winning.model import Model
from warehouse.winning.positions import FEATURES

FEW = 30
"""Decided games below which a card warns that they are few."""


def card(model: Model, rows: pl.DataFrame, names: dict[str, str]) -> str:
    """Return the card as Markdown, with a part for all titles together and one for each title.

    Args:
        rows: the positions that the model was fitted on. names: title to printed name.
    """
    rows = decided(rows)
    lines = [
        "# The chance of winning: model card",
        "",
        "`sitrep model fit` writes this page and the coefficients; `sitrep model show GAME` uses them. The model is a logistic",
        f"regression with a ridge penalty (scikit-learn, C = {PENALTY:g}) over {len(FEATURES)} features of each side against all",
        "others: log ratios of unit values, production and treasuries, differences of the shares of victory cities and capitals",
        "held, who moves next, the log ratio of values times the round, and the difference of the bids. Each side of a title has an",
        "intercept, and each title coefficients of its own, which the penalty holds near the shared ones",
        f"(weight {POOLING:g}). Every game weighs the same.",
        "",
        "In the tables below, n is games, not positions: each game was foretold by a model fitted on all other games. Smaller",
        "Brier scores and log losses are better.",
        "",
        f"Bands are of {DRAWS} sets of games drawn anew with replacement (5 % to 95 %).",
        "",
        "## All titles",
        "",
        *_part(rows, ""),
    ]
    for title in sorted(model.games):
        lines += [
            "",
            f"## {names.get(title, title)}",
            "",
            f"Learned from {model.basis(title)}.",
            "",
            *_part(rows, title),
        ]
        lines += ["", *_coefficients(model, title)]
    return "\n".join(lines) + "\n"


def _part(rows: pl.DataFrame, title: str) -> list[str]:
    asked = rows.filter(pl.col("title") == title) if title else rows
    games = asked["game_id"].n_unique()
    found = held_out(rows, title)
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
            f"**{games} games are few.** Neither the scores nor the curve say much about other games, least of all between people.",
        ]
    return lines


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
