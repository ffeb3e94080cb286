"""The question how close everybody is to winning: every contender, every condition."""

from __future__ import annotations

import polars as pl

from dashboard.charts.victory_cities import victory_chart
from dashboard.review.forces import ends
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing, Section, meaning
from dashboard.review.story.wording import sentence, the
from dashboard.ui.text import counted, listed, printed
from warehouse.races import ALL_OF, ONE_OF

TOTALS, DASHED = (
    "Each contender's total at the end of each round.",
    " A dashed line marks the total that wins the game.",
)
AREAS = {ONE_OF: "certain areas (one is enough)", ALL_OF: "certain areas (all are needed)"}
"""Races for areas that a condition names, in words; the others are called by what is counted."""


def races(of: Reader) -> Section | None:
    """Return how far each contender has come to each of its conditions; none where the title has no such race."""
    turns = of.measure("race_progress")
    if turns.is_empty():
        return None
    rounds = turns.group_by("round", "contender", "name", "measure", maintain_order=True).last()
    return Section(
        "How close is each side to winning?",
        meaning("race_progress", "race_standings"),
        _standing(of, rounds),
        ends(of, rounds),
        _note(of, rounds),
        tuple(drawn(of, rounds, measure) for measure in _moving(rounds)),
    )


def _note(of: Reader, rounds: pl.DataFrame) -> str:
    return TOTALS + (DASHED if rounds["threshold"].is_not_null().any() else "") + _holds(of, rounds)


def _moving(rounds: pl.DataFrame) -> list[str]:
    """Return the measures of which anybody ever has something, all where nobody has: lines along nothing tell nothing."""
    some = rounds.filter(pl.col("total") != 0)
    return (some if some.height else rounds)["measure"].unique(maintain_order=True).to_list()


def drawn(of: Reader, rounds: pl.DataFrame, measure: str) -> Drawing:
    """Return the chart of the races for one measure, from `race_progress` at the end of each round."""
    words = measured_in(of, measure)
    rows = rounds.filter(measure=measure)
    some = rows.filter((pl.col("total") != 0).any().over("contender"))  # a line along nothing tells nothing
    rows = some if some.height else rows
    held = rows.select("round", pl.col("name").alias("side_name"), pl.col("total").alias("held"), pl.col("threshold").fill_null(0))
    title = words[:1].upper() + words[1:]
    return Drawing(
        victory_chart(held, held["side_name"].unique(maintain_order=True).to_list(), title),
        f"{title} by contender and round",
        rows,
    )


def _standing(of: Reader, rounds: pl.DataFrame) -> str:
    """Say what each contender has at the end, of how much; and who is nearest, where conditions are several."""
    last = rounds.filter(pl.col("round") == pl.col("round").max())
    parts = []
    for measure, rows in last.group_by("measure", maintain_order=True):
        said = [
            f"{row['name']} {row['total']}" + (f" of {row['threshold']}" if row["threshold"] else "") for row in rows.iter_rows(named=True)
        ]
        parts.append(f"{measured_in(of, str(measure[0]))}: {listed(said)}")
    standings = of.measure("race_standings")
    leader = standings.filter((pl.col("round") == pl.col("round").max()) & (pl.col("place") == 1) & (pl.col("conditions") > 1))
    nearest = (
        f" Nearest to winning: {the(leader['name'][0])}, {leader['progress'][0]:.0%} of the way."
        if leader.height and leader["progress"][0]
        else ""
    )
    none = "" if last["threshold"].is_not_null().any() or last["most"].any() else " This game sets no winning total."
    return f"At the end, {'; '.join(parts)}.{nearest}{_leading(of, last)}{none}"


def _leading(of: Reader, last: pl.DataFrame) -> str:
    """Say who is ahead, and by how much, in a race that is won by having most."""
    rows = last.filter("most").sort(["total", "name"], descending=[True, False])
    if rows.height < 2:
        return ""
    first, second = rows["total"][0], rows["total"][1]
    words = measured_in(of, rows["measure"][0])
    tied = rows.filter(total=first)["name"].to_list()
    who = f"{the(rows['name'][0])} is ahead by {first - second}" if first > second else f"{listed([the(name) for name in tied])} are tied"
    return f" The most {words} win; {who}."


def _holds(of: Reader, rounds: pl.DataFrame) -> str:
    holds = rounds.filter(pl.col("hold") > 0).unique(["name", "measure"], keep="last", maintain_order=True)
    needed: dict[tuple[str, int], list[str]] = {}
    for name, hold, measure, total in holds.select("name", "hold", "measure", "threshold").iter_rows():
        needed.setdefault((name, hold), []).append(_needed(of, measure, total))
    who: dict[tuple[str, int], list[str]] = {}
    for (name, hold), what in needed.items():
        who.setdefault((listed(what), hold), []).append(the(name))
    said = [f"{listed(names)} must hold {what} for {counted(hold, 'whole round')}" for (what, hold), names in who.items()]
    return f" {sentence('; '.join(said))}." if said else ""


def _needed(of: Reader, measure: str, total: int | None) -> str:
    words = measured_in(of, measure)
    return f"{total} {words}" if total and measure not in AREAS else words


def measured_in(of: Reader, measure: str) -> str:
    """Return what a measure counts, in words."""
    return AREAS.get(measure) or of.words.get(measure) or printed(measure)
