"""The powers of a game as tables: how each stood at the end of each round, and what the whole game came to for each player."""

from __future__ import annotations

import polars as pl
from polars.selectors import numeric

from dashboard.review.reader import Reader
from dashboard.review.section import Section, Table, meaning
from dashboard.review.story.wording import sentence, the
from dashboard.ui.text import amount, counted, listed

COLUMNS = {
    "tuv": "TUV",
    "units": "Units",
    "income": "Income",
    "treasury": "In hand",
    "production": "Production",
    "areas": "Areas",
    "victory_cities": "Cities",
    "points": "Points",
    "income_lost": "Convoy losses",
    "destroyed": "Destroyed",
    "lost": "Lost",
}
"""Columns of `powers_by_round`, as their headings."""

FIRST = ("TUV", "Income", "Production", "Cities", "Points", "Convoy losses")
"""Headings that are shown before anybody chooses."""

NOTE = (
    "All amounts are in {unit}. TUV is the cost of a power's units; production is what its areas are worth. Units, areas, cities and "
    "points are those at the end of the round. Income is collected in it; in hand is what was left at the end of the power's own turn. "
    "Destroyed and lost are the cost of units in battles. {luck}What the record does not tell of anybody has no column, and what it does "
    "not tell of one power is left blank."
)
LUCK = (
    "Swing is the cost of the units that a player's battles destroyed less that of those they cost, luck what fair dice did to it; both "
    "only of battles whose odds are known. "
)


def powers(of: Reader) -> Section | None:
    """Return the powers by round and the players' whole game; none where the record tells of no round."""
    told = of.measure("powers_by_round").filter(pl.col("power").is_in(of.playing["power"].to_list()))
    known = [column for column in COLUMNS if (told[column] != 0).any()]
    if not known or told["round"].n_unique() < 2:
        return None
    last = of.game["finished_rounds"]
    when = {round_: f"{name} (unfinished)" if round_ > last else name for round_, name in of.dates.items()}
    by_round = told.select(
        pl.col("round").replace_strict(when, default="Set-up", return_dtype=pl.String).alias("Round"),
        pl.col("name").alias("Power"),
        *(pl.col(column).alias(COLUMNS[column]) for column in known),
    )
    players = _players(of, told)
    return Section(
        "How did each power stand, round by round?",
        meaning("powers_by_round", "luck_in_value"),
        _answer(told.filter(pl.col("round") == last), of),
        f"{counted(told['power'].n_unique(), 'power')} in {counted(told['round'].n_unique() - 1, 'round')}",
        NOTE.format(unit=of.unit, luck=LUCK if "Luck" in players.columns else ""),
        tables=(Table("Powers by round", by_round, tuple(name for name in FIRST if name in by_round.columns)), Table("Players", players)),
    )


def _answer(rows: pl.DataFrame, of: Reader) -> str:
    """Say who had the most units by worth, the highest income and the most areas by worth in the last finished round, `rows`."""
    said: dict[str, list[str]] = {}
    for column, what in (("tuv", "the most valuable units"), ("income", "the highest income"), ("production", "the most valuable areas")):
        most = rows[column].drop_nulls().to_list()
        if any(most):
            names = rows.filter(pl.col(column) == max(most))["name"].to_list()
            who = f"{listed([the(name) for name in names])} {'has' if len(names) == 1 else 'have'}"
            said.setdefault(who, []).append(f"{what} ({amount(max(most), of.unit)})")
    told = "; ".join(f"{who} {listed(what)}" for who, what in said.items())
    return f"{sentence(of.when(of.game['finished_rounds']))}: {told}." if told else ""


def _players(of: Reader, told: pl.DataFrame) -> pl.DataFrame:
    """Return a row a player, or a power that nobody is told to have played: its powers and the sums of the whole game."""
    fought = (
        of.measure("luck_in_value")
        .group_by("power")
        .agg(pl.col("battles", "swing", "luck").sum(), known=pl.col("luck").is_not_null().any())
    )
    seated = of.frame("seats").filter(pl.col("power") != "").select("power", "player").unique("power")
    summed = told.group_by("power", "name", maintain_order=True).agg(pl.col("income", "income_lost", "destroyed", "lost").sum())
    rows = summed.join(fought, on="power", how="left", maintain_order="left").join(seated, on="power", how="left", maintain_order="left")
    who = pl.when(pl.col("player").fill_null("") == "").then(pl.col("name")).otherwise(pl.col("player")).alias("Player")
    found = rows.group_by(who, maintain_order=True).agg(
        pl.col("name").str.join(", ").alias("Powers"),
        *(pl.col(column).sum().alias(heading) for column, heading in COLUMNS.items() if column in summed.columns),
        pl.col("battles").sum().alias("Battles"),
        *(pl.col(column).filter("known").sum().round(1).alias(column.title()) for column in ("swing", "luck")),
        pl.col("known").fill_null(False).any(),
    )
    found = found.with_columns(pl.when("known").then(pl.col(name)) for name in ("Swing", "Luck")).drop("known")
    found = found.filter(pl.any_horizontal(numeric().fill_null(0) != 0))
    if found["Player"].to_list() == found["Powers"].to_list():
        found = found.drop("Player").rename({"Powers": "Power"})
    return found.select(column.name for column in found if column.dtype == pl.String or (column != 0).any())
