"""The model card: what a model of winning learned from, how well it foretells games that it has not seen, and how sure it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

import polars as pl

from engine.errors import SitrepError
from engine.rules import load_rules
from engine.titles import load_title
from warehouse.winning.fitting import DRAWS, ERRORS, PENALTY, POOLING, Paired, Scores, Tested, held_out, judged, paired
from warehouse.winning.model import SHOWN_FROM, Model, weights_of
from warehouse.winning.phases import CHANCE, EQUAL, RANDOM, UNEQUAL, parts, who_played
from warehouse.winning.positions import FEATURES
from warehouse.winning.second import beside

FEW = 30
"""Decided games below which a card warns that they are few."""
ROUNDED = 0.005
"""A chance that lies outside a band by less is within it as both are printed."""


def card(
    model: Model,
    rows: pl.DataFrame,
    names: dict[str, str],
    played: pl.DataFrame | None = None,
    found: pl.DataFrame | None = None,
    random: Collection[str] = RANDOM,
) -> str:
    """Return the card as Markdown, with a part for all titles together and one for each title.

    Args:
        rows: the positions that the model was fitted on. names: title to printed name.
        played: positions that were played on (`second.load_played`). found: of `held_out`, if it was made already.
        random: names of players who play at random.
    """
    found = held_out(rows) if found is None else found
    lines = [
        "# The chance of winning: model card",
        "",
        "`sitrep model fit` writes this page and the coefficients (`make model` from the games named in the Makefile); `sitrep model",
        "show GAME` uses them. There are two models, both logistic regressions with a ridge penalty (scikit-learn,",
        f"C = {PENALTY:g}). **All features**: {len(FEATURES)} of each side against all",
        "others: log ratios of unit values, production and treasuries, differences of the shares of victory cities and capitals",
        "held, who moves next, the log ratio of values times the round, the difference of the bids, and the log ratio of what",
        "victory by points still takes. Each side of a title has an intercept, and each title coefficients of its own, which the",
        f"penalty holds near the shared ones (weight {POOLING:g}). **Unit values alone**: the first of these features and the",
        "intercepts, fitted on the games of the title and no others. Every game weighs the same. Where the chance is split into dice",
        "and players, the dice move units, areas, cities and capitals; points stay what they became.",
        "",
        "What is shown of a title follows from games that were not seen. All features are shown where their Brier score is lower",
        f"than that of unit values alone by more than {ERRORS:g} standard errors of the difference (paired by game), and unit values",
        "alone where theirs is so much lower than that of how often each side wins. Otherwise, and for titles and maps of which",
        f"fewer than {SHOWN_FROM} decided games were there, **the chance of winning is not known**, and pages show the share of strength.",
        "",
        "In the tables below, games are counted, not positions: each game was foretold by a model fitted on all other games. Smaller",
        f"Brier scores and log losses are better. Differences are means over games ± {ERRORS:g} standard errors. Games of bots say",
        "little about games between people, whoever is foretold well here.",
        "",
        f"Bands are of {DRAWS} sets of games drawn anew with replacement (5 % to 95 %).",
        "",
        "A second estimate owes nothing to the model: `sitrep model play-on` lets greedy bots play positions of the games on to",
        "the end, many times. The chance beside it is that of a model which has not seen the position's game. Intervals are",
        "Wilson's, of 95 %; games that were stopped undecided do not count.",
        "",
        "## All titles",
        "",
        *_scores_and_curve(judged(found)),
    ]
    for title in sorted(model.games):
        lines += [
            "",
            f"## {names.get(title, title)}",
            "",
            *_learned(model, title, rows, random),
            "",
            *_shown(model, title, found.filter(title=title)),
            "",
            *_part(found, title, played, random),
        ]
        lines += ["", *_coefficients(model, title)]
    return "\n".join(lines) + "\n"


def _learned(model: Model, title: str, rows: pl.DataFrame, random: Collection[str]) -> list[str]:
    """Say which games there were to learn from, and who played them."""
    games = rows.filter(title=title).unique("game_id")
    known = games.filter(pl.col("won").is_not_null())
    kinds = Counter(who_played(match, random) for match in known["match"])
    said = f"Decided games: {', '.join(f'{n} of {kind}' for kind, n in sorted(model.games[title].items()))}."
    left = games.height - known.height
    who = "; ".join(f"{kinds[kind]} with {kind}" for kind in (EQUAL, UNEQUAL, CHANCE) if kinds[kind])
    return [f"{said} {f'{left} more were stopped undecided, and teach nothing. ' * bool(left)}Of the decided ones {who}."]


def _shown(model: Model, title: str, found: pl.DataFrame) -> list[str]:
    """Say what is shown of a title, and why."""
    more, value = paired(found, "value_only", "model"), paired(found, "base_rate", "value_only")
    compared = (
        f"Against unit values alone, fitted on the same games, all features foretell with a Brier score lower by {difference(more)}; unit "
        f"values alone foretell with one lower by {difference(value)} than how often each side wins."
    )
    if why := model.unknown(title):
        return [f"**The chance of winning is not known: {why}.** Pages show the share of strength. {compared}"]
    return [f"**Shown: {model.shown[title]}.** {compared}"]


def difference(of: Paired) -> str:
    """Say a mean difference with its standard errors."""
    return f"{of.mean:+.3f} ± {ERRORS * of.error:.3f}" if of.games > 1 else f"{of.mean:+.3f} (one game)"


def _scores_and_curve(found: Tested) -> list[str]:
    lines = ["| model | games | Brier | log loss |", "|---|--:|--:|--:|"]
    named = (
        ("all features", found.model),
        ("unit values alone", found.value_only),
        ("how often the side wins", found.base_rate),
    )
    lines += [_line(name, scores) for name, scores in named]
    lines += ["", "| foretold | happened | band | positions | games |", "|--:|--:|--:|--:|--:|"]
    lines += [
        f"| {row['foretold']:.0%} | {row['happened']:.0%} | {row['low']:.0%} to {row['high']:.0%} | {row['positions']} | {row['games']} |"
        for row in found.calibration.iter_rows(named=True)
    ]
    return [*lines, "", calibration_told(found.calibration)]


def calibration_told(curve: pl.DataFrame) -> str:
    """Say whether the chances that were foretold lie within the bands of what happened.

    Args:
        curve: of `Tested.calibration`.
    """
    outside = curve.filter((pl.col("foretold") < pl.col("low") - ROUNDED) | (pl.col("foretold") > pl.col("high") + ROUNDED))
    if outside.is_empty():
        return "The foretold chances lie within the bands of what happened."
    told = [
        f"{row['foretold']:.0%} was foretold where {row['happened']:.0%} happened ({row['low']:.0%} to {row['high']:.0%})"
        for row in outside.iter_rows(named=True)
    ]
    return f"**Not calibrated**: {'; '.join(told)}."


def _phases(found: pl.DataFrame, random: Collection[str]) -> list[str]:
    """Return the table of the phases of the game and of who played, and where what is shown is no better than an even chance."""
    lines = ["| games with | phase | games | all features | unit values alone | how often | even chance | all features lower by |"]
    lines += ["|---|---|--:|--:|--:|--:|--:|--:|"]
    blind = []
    for part in parts(found, random):
        scores = (part.model.brier, part.value_only.brier, part.base_rate.brier, part.coin)
        cells = (part.who, part.when, part.model.games, *(f"{score:.3f}" for score in scores), difference(part.more))
        lines.append(f"| {' | '.join(map(str, cells))} |")
        if not part.over_coin.better:
            blind.append(f"{part.who}, {part.when} ({difference(part.over_coin)}, {part.model.games} games)")
    if blind:
        lines += ["", f"**Not shown to be better than an even chance for every side**: {'; '.join(blind)}."]
    return lines


def _part(positions: pl.DataFrame, title: str, played: pl.DataFrame | None, random: Collection[str]) -> list[str]:
    found = judged(positions, title)
    games = found.model.games
    lines = [*_scores_and_curve(found), "", *_phases(found.positions, random)]
    if games < FEW:
        lines += [
            "",
            f"**{counted_games(games)} few.** Neither the scores nor the curve say much about other games, least of all between people.",
        ]
    if always := _only_winner(found.positions):
        lines += [
            "",
            f"**All of these games were won by {always}.** A good score here says that the side is known, not that the position is read "
            "well.",
        ]
    return [*lines, "", *_second(title, found.positions, played)]


def counted_games(games: int) -> str:
    """Say so many games, as the subject of a sentence."""
    return f"{games} game is" if games == 1 else f"{games} games are"


def _only_winner(positions: pl.DataFrame) -> str:
    """Return who won every game; empty if not always the same."""
    winners = positions.filter("won").group_by("game_id").agg(pl.col("side").unique().sort().str.join(", "))["side"].unique()
    return str(winners[0]) if len(winners) == 1 and positions["game_id"].n_unique() > 1 else ""


def _second(title: str, held_out_positions: pl.DataFrame, played: pl.DataFrame | None) -> list[str]:
    """Return the table of positions that were played on, and what it says."""
    if not _has_rules(title):
        return ["No second estimate: this game has no rules here, so that its positions cannot be played on."]
    if played is None or not (both := beside(played.filter(title=title), held_out_positions)).height:
        return ["No second estimate: no position of its games was played on."]
    lines = ["| position | won by | side | shown | played on | interval | games | undecided |"]
    lines += ["|---|---|---|--:|--:|--:|--:|--:|"]
    winners = both.filter("actual").group_by("game_id", "turn").agg(pl.col("side").sort().str.join(", ").alias("winner"))
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


def _position(row: dict[str, Any]) -> str:
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
        f"The chance shown lies within the interval at {round(within * places)} of {places} positions; the two are {apart:.0%} apart",
        f"on average. Beside who won these {games} recorded games, the Brier score of what is shown is {mine:.3f}, that of playing on "
        f"{theirs:.3f}.",
    ]


def _line(name: str, scores: Scores) -> str:
    return f"| {name} | {scores.games} | {scores.brier:.3f} | {scores.log_loss:.3f} |"


def _coefficients(model: Model, title: str) -> list[str]:
    lines = ["| feature (in standard deviations) | coefficient |", "|---|--:|"]
    weights = zip(FEATURES, weights_of(model, title), strict=True)
    lines += [f"| {name} | {weight:+.2f} |" for name, weight in weights if weight or title not in model.alone]
    sides = {name.partition("/")[2]: value for name, value in model.sides.items() if name.startswith(f"{title}/")}
    return lines + [f"| intercept of {side} | {value:+.2f} |" for side, value in sides.items()]
