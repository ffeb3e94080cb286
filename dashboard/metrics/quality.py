"""The questions of the page Quality, each with its chart and rows: one function a question, thin over the measures."""

from __future__ import annotations

from urllib.parse import urlencode

import polars as pl
import streamlit as st

from dashboard.charts.coverage import FIDELITY, WHAT, coverage_chart, in_words
from dashboard.charts.defects import defects_chart, most_broken
from dashboard.league.questions import percent_column
from dashboard.metrics import quality_words as words
from dashboard.review.keeping import sees_folders
from dashboard.ui import data, widgets
from dashboard.ui.asked import title_names
from dashboard.ui.downloads import downloads
from dashboard.ui.game_names import names_of
from dashboard.ui.table import DASH
from dashboard.ui.text import counted


def sources(at: data.Source, games: pl.DataFrame) -> None:
    """Show what the lake was read from."""
    widgets.question(words.SOURCES)
    rows = words.sources_rows(games)
    widgets.answer(words.sources_answer(rows))
    st.dataframe(_with_words(rows), hide_index=True, width="stretch", alt="Sources of the lake", column_config=_COLUMNS)
    downloads("sources", rows)
    widgets.meaning(counted(games.height, "game"), words.SOURCES_NOTE)


def refused(at: data.Source) -> None:
    """Show the files that are not in the lake."""
    widgets.question(words.REFUSED)
    rows = data.refused(at)
    if not sees_folders():
        rows = words.without_folders(rows)
    if rows.is_empty():
        widgets.answer(words.NONE_REFUSED)
        return
    widgets.answer(words.refused_answer(rows))
    shown = words.refused_rows(rows)
    st.dataframe(shown, hide_index=True, width="stretch", alt="Refused files", column_config=_COLUMNS)
    downloads("refused files", rows)
    widgets.meaning(counted(rows.height, "file"), words.REFUSED_NOTE)


def reconciliation(at: data.Source, title: str | None, names: dict[str, str]) -> None:
    """Show whether replays end where records say that the games ended."""
    widgets.question(words.RECONCILED)
    rows = data.of_lake(at, "reconciliation", title)
    widgets.answer(words.reconciled_answer(rows))
    shown = words.reconciled_rows(rows).with_columns(pl.col("title").replace(names), share=pl.col("share") * 100)
    st.dataframe(
        _with_words(shown),
        hide_index=True,
        width="stretch",
        placeholder=DASH,
        alt="Reconciliation",
        column_config=_COLUMNS,
    )
    downloads("reconciliation", rows)
    widgets.meaning(f"{int(rows['told'].sum()):,} of {counted(int(rows['games'].sum()), 'game')}", words.RECONCILED_NOTE)


def coverage(at: data.Source) -> None:
    """Draw what records of each source tell and what not."""
    widgets.question(words.RECORDED)
    rows = data.of_lake(at, "coverage")
    widgets.draw(coverage_chart(in_words(rows), list(WHAT.values())), "What sources record", rows)
    widgets.meaning(words.recorded_count(rows), words.RECORDED_NOTE)


def defects(at: data.Source, title: str | None, names: dict[str, str]) -> None:
    """Draw which rules records break and what they could not tell."""
    widgets.question(words.WRONG)
    rows = data.of_lake(at, "defects_by_rule", title)
    if rows.is_empty():
        widgets.answer(words.NOTHING_WRONG)
        return
    widgets.answer(words.wrong_answer(rows))
    drawn, kept = most_broken(rows)
    widgets.draw(defects_chart(drawn, kept), "Defects by rule", rows)
    widgets.meaning(words.wrong_count(rows), words.wrong_note(rows, len(kept)))
    with st.expander("By title, source and rule"):
        shown = _with_words(rows.with_columns(pl.col("title").replace(names), share=pl.col("share") * 100))
        st.dataframe(shown, hide_index=True, width="stretch", alt="Defects by title, source and rule", column_config=_COLUMNS)


def worst_games(at: data.Source, title: str | None, games: pl.DataFrame) -> None:
    """Show the games whose records are worst, each with a link to its review."""
    widgets.question(words.WORST)
    rows = data.of_lake(at, "game_quality", title)
    bad = words.worst_rows(rows)
    if bad.is_empty():
        widgets.answer(words.NONE_WORST)
        return
    widgets.answer(words.worst_answer(rows, bad))
    most = bad.head(words.MOST)
    named = most.with_columns(
        pl.col("title").replace(title_names(games)),
        dice=pl.col("told") * 100,
        review=pl.Series([_address(one) for one in most["game_id"].to_list()], dtype=pl.String),
        game=names_of(most),
    ).select("review", "game", "title", "source", "errors", "difference", "gaps", "remarks", "events", "dice")
    st.dataframe(
        named,
        hide_index=True,
        width="stretch",
        placeholder=DASH,
        alt="Records with the most problems",
        column_config=_COLUMNS,
    )
    downloads("worst records", rows)
    widgets.meaning(counted(rows.height, "game"), words.WORST_NOTE)


def _address(game_id: str) -> str:
    """Return the address of a game's review, below the dashboard's own."""
    return "/review?" + urlencode({"game": game_id})


def _with_words(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(pl.col("fidelity").replace(FIDELITY), pl.col("source").replace({"": "not named"}))


_COLUMNS = {
    "review": st.column_config.LinkColumn("Review", display_text="open", width="small"),
    "share": percent_column("Share"),
    "dice": percent_column("Known dice"),
    "told": st.column_config.NumberColumn("With end", width="small"),
    "game": st.column_config.TextColumn("Game"),
    "fidelity": st.column_config.TextColumn("Contains"),
    "ingested_at": st.column_config.TextColumn("Ingested"),
    "last": st.column_config.TextColumn("Last ingest (UTC)"),
    "at": st.column_config.TextColumn("Last tried (UTC)", width="small"),
    "path": st.column_config.TextColumn("File"),
    "message": st.column_config.TextColumn("Why", width="large"),
    "apart": st.column_config.NumberColumn("Not exact", width="small"),
    "most": st.column_config.NumberColumn("Worst", width="small", help="Values that differ in the worst game"),
    "difference": st.column_config.NumberColumn("Differences at the end", help="Values that differ at the end of the replay"),
    **{name: st.column_config.Column(name.capitalize()) for name in ("source", "title", "severity", "rule", "name")},
    **{
        name: st.column_config.NumberColumn(name.capitalize(), format="localized")
        for name in ("titles", "games", "events", "unfinished", "exact", "differences", "defects", "errors", "gaps", "remarks")
    },
}
