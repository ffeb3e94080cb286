"""Exports hold what the lake holds, appear whole or not at all, and replace nothing that is not theirs."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import duckdb
import msgspec
import polars as pl
import pytest

from tests.slow import slow_among
from tests.warehouse.games import game, random_game
from warehouse import Lake, LakeError, views
from warehouse.export import FORMS, Selection, excel, export
from warehouse.export.formulas import column_as_text, rows_as_text
from warehouse.schema import ARROW_LISTS, TABLES
from warehouse.state import data_key


def flat(frame: pl.DataFrame, table: str) -> pl.DataFrame:
    """A frame as a form without lists has it."""
    lists = [column.name for column in TABLES[table].columns if column.type in ARROW_LISTS]
    texts = frame.with_columns(pl.col(name).cast(pl.List(pl.String)).list.join(" ") for name in lists)
    return texts.with_columns(_numbers(name) for name in _reals(table))


def _reals(table: str) -> list[str]:
    return [column.name for column in TABLES[table].columns if column.type == "reals"]


def _numbers(name: str) -> pl.Expr:
    """A list of numbers as text, with each number written in one way, whichever program wrote it."""
    # A list that begins with a minus is guarded as a text that a program could take for a formula.
    every = pl.col(name).str.strip_prefix("'").str.split(" ").list.eval(pl.element().replace("", None).cast(pl.Float64))
    return every.list.drop_nulls().cast(pl.List(pl.String)).list.join(" ").alias(name)


def read(form: str, target: Path, table: str) -> pl.DataFrame:
    """A table of an export, by a reader of its own: polars for CSV, Delta and Excel, DuckDB for its file."""
    schema = {name: pl.String if kind == pl.List else kind for name, kind in TABLES[table].polars.items()}
    if form == "csv":
        frame = pl.read_csv(target / f"{table}.csv", schema=schema).with_columns(pl.col(pl.String).fill_null(""))
        return frame.with_columns(_numbers(name) for name in _reals(table))
    if form == "dataset":
        return pl.read_parquet(target / "data" / f"{table}.parquet")
    if form == "sqlite":
        return of_sqlite(target, table)
    if form == "delta":
        return pl.read_delta(str(target / table))
    if form == "excel":
        frame = pl.read_excel(target, sheet_name=table, infer_schema_length=0, raise_if_empty=False)
        empty = [pl.col(name).fill_null("") for name, kind in schema.items() if kind == pl.String]
        return frame.with_columns(empty) if frame.width else pl.DataFrame(schema=schema)
    if form == "lake":
        return Lake.open(target).frame(table)
    with duckdb.connect(target, read_only=True) as con:
        return con.sql(f"SELECT * FROM {table}").pl()


def of_sqlite(target: Path, table: str) -> pl.DataFrame:
    """A table of an SQLite file, by Python's own module; its lists are JSON."""
    with closing(sqlite3.connect(target)) as con:
        answer = con.execute(f"SELECT * FROM {table}")
        rows, names = answer.fetchall(), [column[0] for column in answer.description]
    values = {name: [row[at] for row in rows] for at, name in enumerate(names)}
    kinds = {column.name: column.type for column in TABLES[table].columns}
    told = {name: [json.loads(cell) for cell in cells] if kinds[name] in ARROW_LISTS else cells for name, cells in values.items()}
    return pl.DataFrame(
        [pl.Series(name, map(bool, cells) if kinds[name] == "bool" else cells, TABLES[table].polars[name]) for name, cells in told.items()]
    )


@pytest.mark.parametrize("form", FORMS)
def test_an_export_holds_every_row_of_every_table(tmp_path: Path, small: Lake, form: str) -> None:
    target = tmp_path / "out" / f"lake-{form}"
    rows = export(small, form, target)
    assert set(rows) == set(TABLES)
    for table in TABLES:
        ours, theirs = small.frame(table), read(form, target, table)
        assert (rows[table], theirs.height) == (ours.height, ours.height), table
        assert theirs.columns == ours.columns
        if form in ("csv", "excel"):
            ours = flat(ours, table)
        if form == "excel":  # every cell as the text that Excel shows
            assert text(theirs) == text(ours), table
        else:
            assert theirs.cast(ours.schema).equals(ours), table


FORMULAS = ["=HYPERLINK(1)", "+A1", "-A1", "@SUM(1)", "\t=1", "\uff1d1", "plain", "-3", "+2.5", "", "'"]
SAFE = ["'=HYPERLINK(1)", "'+A1", "'-A1", "'@SUM(1)", "'\t=1", "'\uff1d1", "plain", "-3", "+2.5", "", "'"]


def test_no_text_of_a_csv_file_is_a_formula_unless_it_is_wanted_raw(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    evil = game("one")
    lake.write([dataclasses.replace(evil, header=msgspec.structs.replace(evil.header, source="=1+1", about="@SUM(A1)"))])
    for raw, source in ((False, "'=1+1"), (True, "=1+1")):
        export(lake, "csv", tmp_path / f"out-{raw}", Selection(raw=raw))
        assert pl.read_csv(tmp_path / f"out-{raw}" / "games.csv", infer_schema=False)["source"].item() == source
    export(lake, "excel", tmp_path / "out.xlsx")
    assert pl.read_excel(tmp_path / "out.xlsx", sheet_name="games")["source"].item() == "=1+1", "text is text there"


def test_formulas_become_text_and_numbers_stay() -> None:
    made = rows_as_text(pl.DataFrame({"=a": FORMULAS, "n": range(len(FORMULAS)), "l": [["=1", "b"]] * len(FORMULAS)}))
    assert made.columns == ["'=a", "n", "l"] and made["'=a"].to_list() == SAFE
    assert made["l"].unique().to_list() == ["'=1 b"] and made["n"].dtype == pl.Int64
    asked = duckdb.sql(f"SELECT {column_as_text('t')} FROM (SELECT unnest($1) AS t)", params=[FORMULAS]).fetchall()
    assert [row[0] for row in asked] == SAFE


def text(frame: pl.DataFrame) -> list[list[str]]:
    """Cells as text, numbers in one form."""
    return [["" if cell is None else plain(cell) for cell in row] for row in frame.iter_rows()]


def plain(cell: object) -> str:
    if isinstance(cell, bool):
        return str(cell).lower()
    try:
        return f"{float(cell):.9g}"  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return str(cell).lower() if cell in ("TRUE", "FALSE") else str(cell)


def test_games_and_tables_are_chosen(tmp_path: Path, small: Lake) -> None:
    chosen = Selection(games=("oth",), tables=("games", "stacks"))
    assert set(export(small, "csv", tmp_path / "csv", chosen)) == {"games", "stacks"}
    assert sorted(path.name for path in (tmp_path / "csv").iterdir()) == ["games.csv", "stacks.csv"]
    assert read("csv", tmp_path / "csv", "stacks").equals(small.frame("stacks", "other"))
    by_title = Selection(titles=("aa1942",), tables=("games",))
    assert export(small, "csv", tmp_path / "titles", by_title) == {"games": 2}


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        (Selection(games=("nobody",)), "no game begins so"),
        (Selection(tables=("nothing",)), "no table 'nothing'"),
        (Selection(titles=("chess",)), "no game of title 'chess'; there are games of aa1942"),
    ],
)
def test_what_is_not_there_is_said(tmp_path: Path, small: Lake, selection: Selection, message: str) -> None:
    with pytest.raises(LakeError, match=message):
        export(small, "csv", tmp_path / "out", selection)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", slow_among({"delta", "excel"}, FORMS))
def test_an_export_replaces_one_of_its_kind(tmp_path: Path, small: Lake, form: str) -> None:
    target = tmp_path / "out"
    export(small, form, target, Selection(games=("small",)))
    export(small, form, target, Selection(games=("other",)))
    assert set(read(form, target, "games")["game_id"]) == {"other"}
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("form", FORMS)
def test_an_export_replaces_nothing_else(tmp_path: Path, small: Lake, form: str) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "letter.txt").write_text("dear Ann")
    with pytest.raises(LakeError, match=r"has 'letter.txt' in it|is a folder; \w+ writes a file"):
        export(small, form, folder)
    if form in ("csv", "delta"):
        with pytest.raises(LakeError, match=r"is a file; .* writes a folder"):
            export(small, form, folder / "letter.txt")
        other = {"csv": "delta", "delta": "csv"}[form]
        export(small, other, tmp_path / "other", Selection(tables=("games",)))
        with pytest.raises(LakeError, match=r"has 'games.*' in it"):
            export(small, form, tmp_path / "other")
    assert (folder / "letter.txt").read_text() == "dear Ann"


@pytest.mark.parametrize("form", slow_among({"delta", "excel"}, FORMS))
def test_an_export_that_fails_leaves_what_was_there(tmp_path: Path, form: str) -> None:
    lake = Lake.create(tmp_path / "lake")
    lake.write([game("a")])
    target = tmp_path / "out"
    export(lake, form, target)
    lake.write([random_game(1)])
    newest = next(reversed(lake.state().batches.values()))
    (lake.path / data_key("stacks", newest.batch)).write_bytes(b"no longer Parquet")
    with pytest.raises(LakeError):
        export(lake, form, target)
    assert set(read(form, target, "games")["game_id"]) == {"a"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lake", "out"]


def test_text_that_looks_like_a_formula_stays_text(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    strange = game("a")
    strange.header.players["germany"] = "=1+1"
    strange.state.players["germany"] = "=1+1"
    lake.write([strange])
    export(lake, "excel", tmp_path / "lake.xlsx", Selection(tables=("games",)))
    frame = pl.read_excel(tmp_path / "lake.xlsx", sheet_name="games")
    assert '"=1+1"' in frame["players"].item()
    meanings = pl.read_excel(tmp_path / "lake.xlsx", sheet_name="what it means")
    assert meanings.height == len(TABLES["games"].columns)


def test_a_table_longer_than_a_sheet_is_refused(tmp_path: Path, small: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excel, "MOST_ROWS", 10)
    with pytest.raises(LakeError, match=r"has \d+ rows, a sheet of Excel holds 10; choose games or tables"):
        export(small, "excel", tmp_path / "out.xlsx")
    assert list(tmp_path.iterdir()) == []


def test_the_duckdb_file_says_what_its_columns_mean(tmp_path: Path, small: Lake) -> None:
    export(small, "duckdb", tmp_path / "lake.duckdb")
    with duckdb.connect(tmp_path / "lake.duckdb", read_only=True) as con:
        said = dict(con.sql("SELECT table_name || '.' || column_name, comment FROM duckdb_columns()").fetchall())
        ends = con.sql("SELECT count(*) FROM round_ends").fetchall()
    for table in TABLES.values():
        assert all(said[f"{table.name}.{column.name}"] == column.meaning for column in table.columns)
    assert ends == small.sql("SELECT count(*) FROM round_ends").rows()


def test_the_duckdb_file_answers_a_measure_with_its_own_views_and_macros(tmp_path: Path, league: Lake) -> None:
    export(league, "duckdb", tmp_path / "league.duckdb")
    text = views.sql_file("players/win_rates_by_player.sql")
    with duckdb.connect(tmp_path / "league.duckdb", read_only=True) as con:
        assert (
            con.sql(text, params={"title": None, "since": None, "until": None, "people": None})
            .pl()
            .equals(league.measure("win_rates_by_player"))
        )
