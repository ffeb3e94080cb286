"""The questions of the page Quality, each with its chart and rows: one function a question, thin over the measures."""

from __future__ import annotations

from urllib.parse import urlencode

import polars as pl
import streamlit as st

from dashboard.charts.coverage import FIDELITY, WHAT, coverage_chart, in_words
from dashboard.charts.defects import defects_chart, most_broken
from dashboard.ui import data, widgets
from dashboard.ui.asked import title_names
from dashboard.ui.text import counted

DASH = "–"
MOST = 25
"""Games that the worst are looked for in."""


def sources(at: data.Source, games: pl.DataFrame) -> None:
    """Show what the lake was read from."""
    widgets.question("Where do the games come from?")
    rows = games.group_by("source", "fidelity").agg(
        pl.len().alias("games"), pl.col("title").n_unique().alias("titles"), pl.col("events").sum(),
        (~pl.col("ended")).sum().alias("unfinished"), _minute(pl.col("ingested_at").max()).alias("last"),
    ).sort("games", "source", descending=[True, False])  # fmt: skip
    top = rows.row(0, named=True)
    widgets.answer(
        f"{counted(games.height, 'game')} of {counted(rows['source'].n_unique(), 'source')}; most, {top['games']:,}, from "
        f"{top['source'] or 'an unnamed source'}."
    )
    st.dataframe(_with_words(rows), hide_index=True, width="stretch", alt="Sources of the lake", column_config=_COLUMNS)
    widgets.downloads("sources", rows)
    widgets.meaning(
        counted(games.height, "game"),
        "Orders and dice: the title's rules work out the outcomes. Every change: the record itself states all outcomes. Visible events "
        "only: anything that the record does not mention is missing here too.",
    )


def refused(at: data.Source) -> None:
    """Show the files that are not in the lake."""
    widgets.question("Which files were refused?")
    rows = data.refused(at)
    if rows.is_empty():
        widgets.answer("No file: every file ever ingested into this lake is in it.")
        return
    widgets.answer(f"{counted(rows.height, 'file')}, most recently on {rows['at'].max()[:10]}.")
    shown = rows.with_columns(_minute(pl.col("at")))
    st.dataframe(shown, hide_index=True, width="stretch", alt="Refused files", column_config=_COLUMNS)
    widgets.downloads("refused files", rows)
    widgets.meaning(
        counted(rows.height, "file"),
        "Files that could not be ingested, and why. Nothing from them is in any chart. A file leaves this list once it is "
        "ingested.",
    )


def reconciliation(at: data.Source, title: str | None, names: dict[str, str]) -> None:
    """Show whether replays end where records say that the games ended."""
    widgets.question("Do replays end in the recorded final state?")
    rows = data.of_lake(at, "reconciliation", title)
    told, exact = int(rows["told"].sum()), int(rows["exact"].sum())
    if told:
        apart = int(rows["differences"].sum())
        more = f"; the others differ by {counted(apart, 'value')} in total" if told > exact else ""
        widgets.answer(
            f"{exact:,} of {counted(told, 'game')} with a recorded final state {'ends' if exact == 1 else 'end'} in exactly that "
            f"state{more}."
        )
    else:
        widgets.answer("No record here contains its final state, so there is nothing to compare.")
    shown = _with_words(rows.with_columns(pl.col("title").replace(names), share=pl.col("share") * 100))
    st.dataframe(
        shown, hide_index=True, width="stretch", placeholder=DASH, alt="Reconciliation", column_config=_COLUMNS
    )
    widgets.downloads("reconciliation", rows)
    widgets.meaning(
        f"{told:,} of {counted(rows['games'].sum(), 'game')}",
        "With end: records that contain their final state, as saves do. A difference is a value, such as the number of units in a stack or "
        "the money in a treasury, that is not the same at the end of the replay. A dash means that no record contains its final state.",
    )


def _once(rows: pl.DataFrame) -> int:
    """Return how many rolls, raids and games stand behind the measure `coverage`, each once however much is asked of it."""
    kinds = rows.with_columns(kind=pl.col("what").str.extract("^([a-z]+)"))
    return int(kinds.group_by("source", "fidelity", "kind").agg(pl.col("rows").max())["rows"].sum())


def coverage(at: data.Source) -> None:
    """Draw what records of each source tell and what not."""
    widgets.question("What do the sources record?")
    rows = data.of_lake(at, "coverage")
    widgets.draw(coverage_chart(in_words(rows), list(WHAT.values())), "What sources record", rows)
    widgets.meaning(
        f"{_once(rows):,} rolls, raids and games",
        "The share of rolls that record which units fired and which rolls hit; of convoy raids that record the raider and the limit; and "
        "of games that record the rest. A dash means that there are none, such as in a source without raids.",
    )


def defects(at: data.Source, title: str | None, names: dict[str, str]) -> None:
    """Draw which rules records break and what they could not tell."""
    widgets.question("What is wrong with the records?")
    rows = data.of_lake(at, "defects_by_rule", title)
    if rows.is_empty():
        widgets.answer("Nothing. No record breaks a rule, contradicts itself or has gaps.")
        return
    total = dict(rows.group_by("severity").agg(pl.col("defects").sum()).iter_rows())
    widgets.answer(
        f"{counted(total.get('error', 0), 'error')}, {counted(total.get('gap', 0), 'gap')} and {counted(total.get('info', 0), 'remark')}."
    )
    drawn, kept = most_broken(rows)
    widgets.draw(defects_chart(drawn, kept), "Defects by rule", rows)
    rules = rows["rule"].n_unique()
    left = rules - len(kept)
    widgets.meaning(
        f"{rows['defects'].sum():,} defects under {counted(rules, 'rule')}",
        "Error: the record breaks a rule of the title or contradicts itself. Gap: the source does not say. Remark: good to know."
        + (f" {counted(left, 'rule')} more in the rows to download." if left else ""),
    )
    with st.expander("By title, source and rule"):
        shown = _with_words(rows.with_columns(pl.col("title").replace(names), share=pl.col("share") * 100))
        st.dataframe(
            shown, hide_index=True, width="stretch", alt="Defects by title, source and rule", column_config=_COLUMNS
        )


def worst_games(at: data.Source, title: str | None, games: pl.DataFrame) -> None:
    """Show the games whose records are worst, each with a link to its review."""
    widgets.question("Which records have the most problems?")
    rows = data.of_lake(at, "game_quality", title)
    bad = rows.filter((pl.col("errors") > 0) | (pl.col("difference") > 0) | (pl.col("gaps") > 0))
    if bad.is_empty():
        widgets.answer("No game here has a defect, and every replay ends in the recorded final state.")
        return
    widgets.answer(
        f"{counted(bad.height, 'game')} of {rows.height:,} with an error, a gap or a different end from the record."
    )
    named = bad.head(MOST).with_columns(
        pl.col("title").replace(title_names(games)), dice=pl.col("told") * 100,
        review=pl.col("game_id").map_elements(_address, return_dtype=pl.String),
    ).select("review", "game_id", "title", "source", "errors", "difference", "gaps", "remarks", "events", "dice", "name")  # fmt: skip
    st.dataframe(
        named,
        hide_index=True,
        width="stretch",
        placeholder=DASH,
        alt="Records with the most problems",
        column_config=_COLUMNS,
    )
    widgets.downloads("worst records", rows)
    widgets.meaning(
        counted(rows.height, "game"),
        f"The table shows the {MOST} worst; the download has all. The order is by errors, then by values that differ at the end of the "
        "replay, then by gaps. Known dice is the share of dice for which the record says who fired and what hit.",
    )


def _address(game_id: str) -> str:
    """Return the address of a game's review, below the dashboard's own."""
    return "/?" + urlencode({"game": game_id})


def _minute(time: pl.Expr) -> pl.Expr:
    """Return times such as `2026-05-01T20:15:08Z` to the minute, as a person writes them."""
    return time.str.slice(0, 16).str.replace("T", " ")


def _with_words(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(pl.col("fidelity").replace(FIDELITY), pl.col("source").replace({"": "not named"}))


_SHARE = {"format": "%.0f%%", "width": "small"}
_COLUMNS = {
    "review": st.column_config.LinkColumn("Review", display_text="open", width="small"),
    "share": st.column_config.NumberColumn("Share", **_SHARE),
    "dice": st.column_config.NumberColumn("Known dice", **_SHARE),
    "told": st.column_config.NumberColumn("With end", width="small"),
    "game_id": st.column_config.TextColumn("Game"),
    "fidelity": st.column_config.TextColumn("Contains"),
    "ingested_at": st.column_config.TextColumn("Ingested"),
    "last": st.column_config.TextColumn("Last ingest (UTC)"),
    "at": st.column_config.TextColumn("Last tried (UTC)", width="small"),
    "path": st.column_config.TextColumn("File"),
    "message": st.column_config.TextColumn("Why", width="large"),
    "difference": st.column_config.NumberColumn("Differences at the end", help="Values that differ at the end of the replay"),
    **{
        name: st.column_config.Column(name.capitalize())
        for name in ("source", "title", "severity", "rule", "name")
    },
    **{
        name: st.column_config.NumberColumn(name.capitalize(), format="localized")
        for name in ("titles", "games", "events", "unfinished", "exact", "apart", "differences", "most", "defects", "errors",
                     "gaps", "remarks")
    },
}  # fmt: skip
