"""How good the records of a site are: sources, files refused, replays that end elsewhere, defects, the worst records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from dashboard.charts.coverage import FIDELITY, WHAT, coverage_chart, in_words
from dashboard.charts.defects import defects_chart, most_broken
from dashboard.metrics import quality_words as words
from dashboard.review.section import Drawing
from dashboard.site.context import Context, to_game
from dashboard.site.shell import answer, figure, heading, meaning, page, question
from dashboard.ui.game_names import names_of
from dashboard.ui.table import table
from dashboard.ui.text import counted

if TYPE_CHECKING:
    from markupsafe import Markup

SOURCES = {
    "source": "Source",
    "fidelity": "Contains",
    "games": "Games",
    "titles": "Titles",
    "events": "Events",
    "unfinished": "Unfinished",
    "last": "Last ingest (UTC)",
}
REFUSED = {"path": "File", "message": "Why", "at": "Last tried (UTC)"}
RECONCILED = {
    "title": "Title",
    "source": "Source",
    "games": "Games",
    "told": "With end",
    "exact": "Exact",
    "share": "Share",
    "differences": "Differences",
    "most": "Most",
}
WORST = {
    "game": "Game",
    "title": "Title",
    "source": "Source",
    "errors": "Errors",
    "difference": "Differences at the end",
    "gaps": "Gaps",
    "remarks": "Remarks",
    "events": "Events",
    "dice": "Known dice",
}


def quality(of: Context) -> Markup:
    """Return the page of quality."""
    parts = [heading("Quality"), *refused(of)]
    if of.games.height:
        parts += [*_sources(of), *_reconciled(of), *_wrong(of), *_worst(of), *_recorded(of)]
    return page(of.settings, "quality.html", "Quality", parts)


def refused(of: Context) -> list[Markup]:
    """Return the files that are not in the lake, and why."""
    schema = dict.fromkeys(REFUSED, pl.String)
    rows = pl.DataFrame(of.told.refused, schema=schema, orient="row")
    if rows.is_empty():
        return [question(words.REFUSED), answer(words.NONE_REFUSED)]
    shown = words.refused_rows(rows)
    return [
        question(words.REFUSED),
        answer(words.refused_answer(rows)),
        table(shown, REFUSED, "Refused files"),
        meaning(counted(rows.height, "file"), words.REFUSED_NOTE),
    ]


def _sources(of: Context) -> list[Markup]:
    rows = words.sources_rows(of.games)
    return [
        question(words.SOURCES),
        answer(words.sources_answer(rows)),
        table(_named(rows), SOURCES, "Sources of the lake"),
        meaning(counted(of.games.height, "game"), words.SOURCES_NOTE),
    ]


def _reconciled(of: Context) -> list[Markup]:
    rows = of.lake.measure("reconciliation")
    shown = _named(words.reconciled_rows(rows).with_columns(pl.col("title").replace(of.titles)))
    columns = {name: heading for name, heading in RECONCILED.items() if name in shown.columns}
    return [
        question(words.RECONCILED),
        answer(words.reconciled_answer(rows)),
        table(shown, columns, "Reconciliation"),
        meaning(f"{int(rows['told'].sum()):,} of {counted(int(rows['games'].sum()), 'game')}", words.RECONCILED_NOTE),
    ]


def _wrong(of: Context) -> list[Markup]:
    rows = of.lake.measure("defects_by_rule")
    if rows.is_empty():
        return [question(words.WRONG), answer(words.NOTHING_WRONG)]
    drawn, kept = most_broken(rows)
    drawing = Drawing(defects_chart(drawn, kept), "Defects by rule", rows)
    return [
        question(words.WRONG),
        answer(words.wrong_answer(rows)),
        figure(drawing),
        meaning(words.wrong_count(rows), words.wrong_note(rows, len(kept))),
    ]


def _worst(of: Context) -> list[Markup]:
    rows = of.lake.measure("game_quality")
    bad = words.worst_rows(rows)
    if bad.is_empty():
        return [question(words.WORST), answer(words.NONE_WORST)]
    named = bad.head(words.MOST).with_columns(pl.col("title").replace(of.titles), dice=pl.col("told"), game=names_of(bad.head(words.MOST)))
    listed = table(named, WORST, "Records with the most problems", {"game": to_game("quality.html")})
    return [
        question(words.WORST),
        answer(words.worst_answer(rows, bad)),
        listed,
        meaning(counted(rows.height, "game"), words.WORST_NOTE.replace("; the download has all", "")),
    ]


def _recorded(of: Context) -> list[Markup]:
    rows = of.lake.measure("coverage")
    drawing = Drawing(coverage_chart(in_words(rows), list(WHAT.values())), "What sources record", rows)
    return [
        question(words.RECORDED),
        figure(drawing),
        meaning(words.recorded_count(rows), words.RECORDED_NOTE),
    ]


def _named(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(pl.col("fidelity").replace(FIDELITY), pl.col("source").replace({"": "not named"}))
