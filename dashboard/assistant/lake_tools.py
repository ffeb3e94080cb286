"""What is asked of a lake: its games, the summary of one, a measure, a query."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
from rich.table import Table

from dashboard.assistant import arguments as args
from dashboard.assistant.answers import Rows, answer, of_frame
from dashboard.review.reader import Reader
from dashboard.terminal.summary import summary_of
from dashboard.turn_report.names import AREAS, POWERS
from dashboard.ui.text import counted, mapping
from engine.errors import SitrepError
from engine.text import plain
from warehouse import Lake, LakeError, dictionary
from warehouse.sandbox import ROWS, ask_apart
from warehouse.winning.model import load
from warehouse.winning.turns import winning

GAMES = (
    "game_id", "title", "title_name", "scenario", "players", "played", "rounds", "finished_rounds", "turns", "events", "defects", "ended",
    "winner", "how", "fidelity",
)  # fmt: skip
"""Columns of `games_list` that are told: the others are where its file lies on this machine, and when it was read."""
SKIP = "ask again with skip, or more narrowly"


def games(lake: Lake, asked: args.Games) -> str:
    """Return the games of a lake, one a row."""
    frame = lake.measure("games_list").select(GAMES)
    if frame.is_empty():
        return _none_in(lake)
    if asked.title:
        frame = frame.filter((pl.col("title") == asked.title) | (pl.col("title_name") == asked.title))
    if asked.player:
        frame = frame.filter([plain(asked.player) in map(plain, mapping(players).values()) for players in frame["players"]])
    return answer(f"{counted(frame.height, 'game')}.", of_frame(frame, skip=asked.skip, cure=SKIP))


def found_in(lake: Lake, beginning: str) -> str:
    """Return the id of the only game whose id is, or begins with, some characters.

    Raises:
        LakeError: there is none, or several.
    """
    if not lake.state().holder:
        raise LakeError(_none_in(lake))
    return lake.find(beginning)


def _none_in(lake: Lake) -> str:
    return f"No games in {lake.path} yet; add some with `sitrep ingest FOLDER --lake {lake.path}`."


def summary(lake: Lake, asked: args.Summary) -> str:
    """Return the summary of a game, as `sitrep summary` prints it."""
    of, model = Reader.of_lake(lake, found_in(lake, asked.game)), load()
    parts = summary_of(of, winning(lake, of.game_id, model), model)
    return answer(*(part if isinstance(part, str) else printed(*part) for part in parts), f"\n{ids_of(of)}")


def printed(heading: str, table: Table) -> Rows:
    """Return a table of the terminal as one of an answer."""
    columns = [str(column.header) for column in table.columns]
    rows = [[str(cell) for cell in row] for row in zip(*(column.cells for column in table.columns), strict=True)]
    return Rows(columns, rows, heading, cure="the measures of the game have it all")


def ids_of(of: Reader) -> str:
    """Return which id stands for which of those who played: SQL and measures have the ids."""
    told = [f"{slug} = {of.names[slug]}" for slug in of.seated] + [f"{slug} = {name}" for slug, name in of.sides.items()]
    return f"Ids: {', '.join(told)}."


def measure(lake: Lake, asked: args.AskMeasure) -> str:
    """Return the rows of a measure, what it means, and the printed names of what its rows have the ids of."""
    about = dictionary.measure(asked.name)
    known = {one.name for one in about.parameters}
    given: dict[str, Any] = {
        name: value
        for name, value in {
            "title": asked.title,
            "player": asked.player,
            "since": asked.since,
            "until": asked.until,
            "people": asked.people,
        }.items()
        if value not in ("", None)
    }
    if asked.game or "game_id" in known:
        given["game_id"] = _game(lake, asked, "game_id" in known)
    frame = lake.measure(asked.name, **given)
    rows = only(frame, asked.only)
    names = named(lake, str(given["game_id"]), rows) if "game_id" in given else _titled(lake, rows)
    return answer(
        f"{about.question} {about.meaning}. {counted(rows.height, 'row')}.",
        of_frame(rows, skip=asked.skip, cure=f"{SKIP} (only)"),
        f"\n{names}" if names else "",
    )


def _game(lake: Lake, asked: args.AskMeasure, is_of_a_game: bool) -> str:
    if not is_of_a_game:
        raise SitrepError(f"measure {asked.name} is over many games, not of one: leave out game, or take only: a column and its value")
    if not asked.game:
        raise SitrepError(f"measure {asked.name} is of one game: name it by game; the tool games lists them")
    return found_in(lake, asked.game)


def only(frame: pl.DataFrame, wanted: Mapping[str, Any]) -> pl.DataFrame:
    """Return the rows that have some values, by column: numbers as such, text in any case, and a name as good as its slug.

    Raises:
        SitrepError: there is no such column, or it holds numbers and the value is none.
    """
    for column, value in wanted.items():
        if column not in frame.columns:
            raise SitrepError(f"no column {column!r} to choose rows by; expected one of {', '.join(frame.columns)}")
        frame = frame.filter(_has(frame[column], value))
    return frame


def _has(cells: pl.Series, value: Any) -> pl.Series:
    if not cells.dtype.is_numeric():
        return cells.cast(pl.String).str.to_lowercase().str.replace_all(" ", "-") == str(value).lower().replace(" ", "-")
    try:
        return cells.cast(pl.Float64) == float(value)
    except ValueError:
        raise SitrepError(f"column {cells.name} holds numbers; found {value!r}") from None


def named(lake: Lake, game_id: str, rows: pl.DataFrame) -> str:
    """Return the printed names of the powers, sides, areas and units that rows name by their ids alone."""
    of = Reader.of_lake(lake, game_id)
    told: dict[str, str] = {}
    for column in rows.columns:
        kinds = _names(of, column)
        if kinds and rows.schema[column] == pl.String and not {"name", f"{column}_name"} & set(rows.columns):
            told |= {slug: kinds[slug] for slug in rows[column].unique(maintain_order=True).drop_nulls() if slug in kinds}
    return f"Printed names: {', '.join(f'{slug} = {name}' for slug, name in told.items())}." if told else ""


def _titled(lake: Lake, rows: pl.DataFrame) -> str:
    """Return the printed names of the titles that rows over many games name."""
    if "title" not in rows.columns or "title_name" in rows.columns:
        return ""
    names = dict(lake.games().select("title", "title_name").iter_rows())
    told = [f"{slug} = {names[slug]}" for slug in rows["title"].unique(maintain_order=True).drop_nulls() if slug in names]
    return f"Printed names: {', '.join(told)}." if told else ""


def _names(of: Reader, column: str) -> Mapping[str, str]:
    if column in AREAS:
        return dict(of.frame("title_areas").select("area", "name").iter_rows())
    if column == "unit":
        return dict(of.frame("title_units").select("unit", "name").iter_rows())
    return of.sides if column in ("side", "winner") else of.names if column in POWERS else {}


def sql(lake: Lake, asked: args.Sql) -> str:
    """Return the answer to a query, which runs in the same box as one of the page Ask."""
    found = ask_apart(str(lake.path), asked.query, lake.state().version)
    more = f"; there are more rows, but only the first {ROWS:,} are kept" if found.cut else ""
    rows = of_frame(found.frame, cure="let the query count or limit (limit 100 offset 100)")
    return answer(f"{counted(found.frame.height, 'row')} of {counted(found.frame.width, 'column')}{more}.", rows)


def opened(path: Path | str) -> Lake:
    """Return a lake as it is now; see `Lake.open`."""
    return Lake.open(path)
