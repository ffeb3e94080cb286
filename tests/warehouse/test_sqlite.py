"""An SQLite file has keys, links to games, JSON lists and meanings, as Datasette shows them; a failed one leaves nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from warehouse import Lake
from warehouse.export import Selection, export
from warehouse.schema import TABLES


def test_rows_lead_to_their_game_and_lists_are_json(small: Lake, tmp_path: Path) -> None:
    export(small, "sqlite", tmp_path / "lake.sqlite")
    with closing(sqlite3.connect(tmp_path / "lake.sqlite")) as con:
        assert con.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert con.execute("PRAGMA foreign_key_check").fetchall() == []
        links = {row[2:5] for row in con.execute("PRAGMA foreign_key_list(dice_rolled)")}
        assert links == {("games", "game_id", "game_id")}
        faces = con.execute("SELECT sum(face.value) FROM dice_rolled, json_each(dice_rolled.dice) AS face").fetchone()
        plan = con.execute("EXPLAIN QUERY PLAN SELECT * FROM stacks WHERE game_id = 'small'").fetchall()
    assert faces == (small.frame("dice_rolled")["dice"].explode().sum(),)
    assert "stacks_by_game" in plan[0][3]


def test_it_says_what_every_column_means(small: Lake, tmp_path: Path) -> None:
    export(small, "sqlite", tmp_path / "lake.sqlite", Selection(tables=("seats", "games")))
    with closing(sqlite3.connect(tmp_path / "lake.sqlite")) as con:
        said = con.execute('SELECT "table", "column", meaning FROM what_it_means').fetchall()
        tables = {name for (name,) in con.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables == {"games", "seats", "what_it_means"}
    assert ("games", "winner", next(c.meaning for c in TABLES["games"].columns if c.name == "winner")) in said
    assert len(said) == sum(1 + len(TABLES[name].columns) for name in ("games", "seats"))


def test_without_games_no_link_leads_nowhere(small: Lake, tmp_path: Path) -> None:
    export(small, "sqlite", tmp_path / "lake.sqlite", Selection(tables=("seats",)))
    with closing(sqlite3.connect(tmp_path / "lake.sqlite")) as con:
        assert con.execute("PRAGMA foreign_key_list(seats)").fetchall() == []
