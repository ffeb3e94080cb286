"""What the questions of quality say, wherever they are shown: rows and sentences from measures. No Streamlit here."""

from __future__ import annotations

import re

import polars as pl

from dashboard.ui.text import counted, listed
from warehouse.file_names import file_name

_FOLDERS = re.compile(r"(?<![\w.:/\\])(?:[A-Za-z]:\\|/)(?:[^\s'\"/\\:]+[/\\])+")
"""Folders of an absolute path in a text."""
MOST = 25
"""Games that the worst are looked for in."""
SOURCES, REFUSED, RECONCILED, RECORDED, WRONG, WORST = (
    "Where do the games come from?",
    "Which files were refused?",
    "Do replays end in the recorded final state?",
    "What do the sources record?",
    "What is wrong with the records?",
    "Which records have the most problems?",
)
"""The questions."""
NONE_REFUSED = "None: every file that was ingested is in this lake."
NOTHING_WRONG = "Nothing. No record breaks a rule, contradicts itself or has gaps."
NONE_WORST = "No game here has a defect, and every replay ends in the recorded final state."
SOURCES_NOTE = (
    "Orders and dice: the title's rules work out the outcomes. Every change: the record itself states all outcomes. Visible events "
    "only: anything that the record does not mention is missing here too. Only the result: who played, and how it ended."
)
REFUSED_NOTE = "Files that could not be ingested, and why. Nothing from them is in any chart. A file leaves this list once it is ingested."
RECONCILED_NOTE = (
    "With end: records that contain their final state, as saves do. A difference is a value, such as the number of units in a stack or "
    "the money in a treasury, that is not the same at the end of the replay. A dash means that no record contains its final state."
)
RECORDED_NOTE = (
    "The share of rolls that record which units fired and which rolls hit; of convoy raids that record the raider and the limit; and "
    "of games that record the rest. A dash means that there are none, such as in a source without raids."
)
WORST_NOTE = (
    f"The table shows the {MOST} worst; the download has all. The order is by errors, then by values that differ at the end of the "
    "replay, then by gaps. Known dice is the share of dice for which the record says who fired and what hit."
)


def sources_rows(games: pl.DataFrame) -> pl.DataFrame:
    """Return source, fidelity, games, titles, events, unfinished, last (time of ingest) of each source, most games first."""
    return (
        games.group_by("source", "fidelity")
        .agg(
            pl.len().alias("games"),
            pl.col("title").n_unique().alias("titles"),
            pl.col("events").sum(),
            (~pl.col("ended")).sum().alias("unfinished"),
            minute(pl.col("ingested_at").max()).alias("last"),
        )
        .sort("games", "source", "fidelity", descending=[True, False, False])
    )


def sources_answer(rows: pl.DataFrame) -> str:
    """Say how many games are of which sources; `rows` as `sources_rows` gives them."""
    top = rows.row(0, named=True)
    return f"{counted(int(rows['games'].sum()), 'game')} from {counted(rows['source'].n_unique(), 'source')}" + (
        f", {top['games']:,} of them from {top['source'] or 'an unnamed source'}." if rows["source"].n_unique() > 1 else "."
    )


def refused_answer(rows: pl.DataFrame) -> str:
    """Say how many files were refused; rows: path, message, at."""
    return f"{counted(rows.height, 'file')}, most recently on {max(rows['at'])[:10]}."


def without_folders(rows: pl.DataFrame) -> pl.DataFrame:
    """Return refused files (path, message, at) by their names alone, also where a message names other files of the server."""
    names = [file_name(path) for path in rows["path"].to_list()]
    told = zip(rows["path"].to_list(), names, rows["message"].to_list(), strict=True)
    messages = [_FOLDERS.sub("", message.replace(path, name)) for path, name, message in told]
    return rows.with_columns(path=pl.Series(names, dtype=pl.String), message=pl.Series(messages, dtype=pl.String))


def refused_rows(rows: pl.DataFrame) -> pl.DataFrame:
    """Return refused files (path, message, at) as a table shows them: the message without the path that stands beside it."""
    return rows.with_columns(
        pl.col("message")
        .str.strip_prefix(pl.col("path"))
        .str.strip_prefix(":")
        .str.strip_chars_start()
        .str.replace(r"^(\d+): ", "line $1: "),
        minute(pl.col("at")),
    )


def reconciled_answer(rows: pl.DataFrame) -> str:
    """Say how many replays end where their records do; rows: the measure `reconciliation`."""
    told, exact = int(rows["told"].sum()), int(rows["exact"].sum())
    if not told:
        return "No record here contains its final state, so there is nothing to compare."
    more = f"; the others differ by {counted(int(rows['differences'].sum()), 'value')} in total" if told > exact else ""
    return (
        f"{exact:,} of {counted(told, 'game')} with a recorded final state {'ends' if exact == 1 else 'end'} in exactly that state{more}."
    )


def reconciled_rows(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the measure `reconciliation` with nulls (a dash) where no record contains its final state."""
    figures = ("exact", "apart", "differences", "most")
    return rows.with_columns(pl.when(pl.col("told") > 0).then(pl.col(name)).alias(name) for name in figures)


def recorded_count(rows: pl.DataFrame) -> str:
    """Say how many rolls, raids and games stand behind the measure `coverage`, each once however much is asked of it."""
    kinds = rows.with_columns(kind=pl.col("what").str.extract("^([a-z]+)"))
    once = kinds.group_by("source", "fidelity", "kind").agg(pl.col("rows").max())
    sums = dict(once.group_by("kind").agg(pl.col("rows").sum()).iter_rows())
    nouns = {"dice": "roll", "convoy": "convoy raid", "game": "game"}
    return listed([counted(sums[kind], noun) for kind, noun in nouns.items() if sums.get(kind)])


def wrong_answer(rows: pl.DataFrame) -> str:
    """Say how many defects there are; rows: the measure `defects_by_rule`, not empty."""
    total = dict(rows.group_by("severity").agg(pl.col("defects").sum()).iter_rows())
    errors, gaps, remarks = (total.get(severity, 0) for severity in ("error", "gap", "info"))
    told = ((errors, "error"), (gaps, "gap"), (remarks, "remark"))
    return f"{listed([counted(n, noun) for n, noun in told if n])}."


def wrong_count(rows: pl.DataFrame) -> str:
    """Say how much the chart of defects rests on."""
    return f"{rows['defects'].sum():,} defects under {counted(rows['rule'].n_unique(), 'rule')}"


def wrong_note(rows: pl.DataFrame, drawn: int) -> str:
    """Say what severities are; `drawn` is the number of rules in the chart."""
    left = rows["rule"].n_unique() - drawn
    return "Error: the record breaks a rule of the title or contradicts itself. Gap: the source does not say. Remark: good to know." + (
        f" {counted(left, 'rule')} more in the rows to download." if left else ""
    )


def worst_rows(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the games of the measure `game_quality` that have a problem."""
    return rows.filter((pl.col("errors") > 0) | (pl.col("difference") > 0) | (pl.col("gaps") > 0))


def worst_answer(rows: pl.DataFrame, bad: pl.DataFrame) -> str:
    """Say how many games have a problem."""
    have = "has" if bad.height == 1 else "have"
    return f"{bad.height:,} of {counted(rows.height, 'game')} {have} an error, a gap or an end that differs from the record's."


def minute(time: pl.Expr) -> pl.Expr:
    """Return times such as `2026-05-01T20:15:08Z` to the minute, as a person writes them."""
    return time.str.slice(0, 16).str.replace("T", " ")
