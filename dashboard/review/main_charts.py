"""The five charts of a review: economy, units, the race to victory, ground, and what the title lives by; each headed by its finding."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from dashboard.charts.side_lines import side_lines
from dashboard.review import findings
from dashboard.review.control import ground
from dashboard.review.economy import stores
from dashboard.review.forces import units_value
from dashboard.review.occasional import bombing, convoys, lend_lease, luck, objectives
from dashboard.review.races import drawn, measured_in, races
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing, Section, meaning
from dashboard.ui.text import counted
from engine.rules import NEUTRAL
from warehouse.races import ALL_OF, ONE_OF

MOST = 5
A_HIT = 1.0
"""Hits above or below expectation from which on luck is a finding."""

Ask = Callable[[Reader], Section | None]


def side_income(of: Reader) -> Section | None:
    """Return what each side collected round by round; none where fewer than two rounds were played to their end."""
    frame = of.by_side("income_by_turn").filter(pl.col("round") > 0, pl.col("round") <= of.game["finished_rounds"])
    sums = frame.group_by("round", "side_name", maintain_order=True).agg(pl.col("income").sum())
    earning = sums.filter((pl.col("income") != 0).any().over("side_name")).sort("round", maintain_order=True)
    if earning["round"].n_unique() < 2:
        return None
    more = "collected more" if earning["side_name"].n_unique() == 2 else "collected most"
    chart = side_lines(earning, of.side_names, "income", f"Income of all powers, {of.unit} per round", "d")
    return Section(
        "Economy",
        meaning("income_by_turn"),
        "",
        counted(earning["round"].n_unique(), "round"),
        f"What the powers of a side collected in a round together, in {of.unit}.",
        (Drawing(chart, "Income by side and round", earning),),
        finding=findings.lead(of, earning, "income", more, of.unit),
    )


def side_units(of: Reader) -> Section | None:
    """Return what each side's units were worth round by round."""
    section = units_value(of)
    if section is None:
        return None
    frame = of.by_side("strength_by_round").filter((pl.col("tuv") > 0).any().over("side_name"), pl.col("side") != NEUTRAL)
    if not of.game["ended"] and still(frame, "side", "tuv"):
        return None
    stronger = "stronger" if frame["side_name"].n_unique() == 2 else "strongest"
    finding = findings.lead(of, frame, "tuv", f"had the {stronger} forces", of.unit)
    return section._replace(question="Units", answer="", finding=finding)


def race(of: Reader) -> Section | None:
    """Return the race that was won, or that somebody came nearest to winning."""
    section = races(of)
    if section is None:
        return None
    turns = of.measure("race_progress")
    ends = turns.group_by("round", "contender", "name", "measure", maintain_order=True).last()
    last = ends.filter(pl.col("round") == pl.col("round").max(), pl.col("total") > 0)
    won = of.races_won
    progress = pl.when(pl.col("threshold") > 0).then(pl.col("total") / pl.col("threshold")).otherwise(0.0).fill_null(0)
    ranked = last.sort(
        pl.col("measure").is_in(won),
        ~pl.col("measure").is_in([ONE_OF, ALL_OF]),
        progress,
        "total",
        descending=True,
        maintain_order=True,
    )
    if ranked.is_empty():
        return None
    measure = str(ranked["measure"][0])
    if not of.game["ended"] and still(ends.filter(measure=measure), "contender", "total"):
        return None
    its = ends.filter(measure=measure)
    finding = findings.nearest(of, its, measured_in(of, measure))
    return section._replace(question="Victory", answer="", drawings=(drawn(of, its, measure),), finding=finding)


def still(rows: pl.DataFrame, line: str, column: str) -> bool:
    """Return whether none of the lines of a chart ever moves: a record that stops in its first round has such."""
    return rows.group_by(line).agg(pl.col(column).n_unique())[column].max() == 1


def board_share(of: Reader) -> Section | None:
    """Return each side's share of the board round by round; of two sides only one, for the other one's mirrors it."""
    section = ground(of)
    if section is None:
        return None
    shares = section.drawings[0].rows
    if _stands_still(of, shares) or _fragment(of):
        return None
    worth = "value_share" if shares["value"].sum() else "area_share"
    what = "the value of the board" if worth == "value_share" else "the board"
    return section._replace(
        question="Ground",
        answer="",
        note=f"The share is of the {worth.partition('_')[0].replace('area', 'number')} of all areas that can be held.",
        drawings=section.drawings[:1],
        finding=findings.moved(of.unmirrored(shares).filter(pl.col("side") != NEUTRAL), worth, what),
    )


def _fragment(of: Reader) -> bool:
    """Return whether a record of a later round tells of no other one: what was held before is then not known, not nothing."""
    told = of.frame("side_rounds").filter(pl.col("played"), pl.col("round") > 0)["round"].n_unique()
    return of.game["rounds"] > 1 and told < 2


def _stands_still(of: Reader, shares: pl.DataFrame) -> bool:
    """Return whether no side's share of the board ever changed, or no round was played to its end."""
    held = shares.group_by("side").agg(pl.col("area_share", "value_share").n_unique())
    return not of.game["finished_rounds"] or held.select(pl.max_horizontal("area_share", "value_share").max()).item() < 2


def lives_by(of: Reader) -> Section | None:
    """Return what beside all this the game lived by: the first of these that it has any of."""
    for topic, ask, finding in _LIFE:
        section = ask(of)
        if section is not None and section.drawings:
            told = finding(of, section.drawings[0].rows, section)
            if told:
                return section._replace(question=topic, answer="", drawings=section.drawings[:1], finding=told)
    return None


def _convoys(of: Reader, rows: pl.DataFrame, _: Section) -> str:
    lost = rows.filter(pl.col("loss") > 0)
    head = "Convoy raids took {sum}, most from {name} ({most})"
    return findings.most(lost, "name", "loss", head, of.unit) if lost.height else ""


def _objectives(of: Reader, rows: pl.DataFrame, _: Section) -> str:
    paid = rows.filter(pl.col("amount") > 0)
    return findings.most(paid, "name", "amount", "Objectives paid {sum}, most to {name} ({most})", of.unit) if paid.height else ""


def _aid(_of: Reader, rows: pl.DataFrame, section: Section) -> str:
    return section.answer.split(";")[0].split(". ")[0].rstrip(".") if rows.height else ""


def _bombing(_of: Reader, rows: pl.DataFrame, _: Section) -> str:
    done = rows.filter(pl.col("raids") > 0, pl.col("damage") > 0)
    return findings.most(done, "name", "damage", "Bombers did {sum}, most to {name} ({most})", "points of damage") if done.height else ""


def _stored(_of: Reader, rows: pl.DataFrame, section: Section) -> str:
    unit = section.drawings[0].name.partition(" collected")[0]
    return findings.most(rows, "name", "income", "{sum} came in, most to {name} ({most})", unit) if rows.height else ""


def _lucky(of: Reader, rows: pl.DataFrame, _: Section) -> str:
    fighting = rows.filter(pl.col("side_name") != of.sides.get(NEUTRAL, ""))
    if fighting.is_empty():
        return ""
    sums = fighting.group_by("side_name", maintain_order=True).agg(pl.col("luck").sum())
    side, hits = sums.sort(pl.col("luck").abs(), descending=True, maintain_order=True).row(0)
    return findings.hits(side, hits) if abs(hits) >= A_HIT else ""


_LIFE: tuple[tuple[str, Ask, Callable[[Reader, pl.DataFrame, Section], str]], ...] = (
    ("Convoys", convoys, _convoys),
    ("Objectives", objectives, _objectives),
    ("Lend-lease", lend_lease, _aid),
    ("Stores", stores, _stored),
    ("Bombing", bombing, _bombing),
    ("Luck", luck, _lucky),
)

MAIN: tuple[Ask, ...] = (side_income, side_units, race, board_share, lives_by)
