"""A lake as an older Sitrep left it: files that have the older columns only, and before schema 3 a log of format 1."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from pathlib import Path

import polars as pl

from tests.warehouse.commits import unchain
from warehouse import Lake
from warehouse.schema import SCHEMA, TABLES
from warehouse.state import data_key

NEW_IN_2 = {("games", "gap")}
"""Columns that schema 1 had not."""

OLDER = [version for version in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17) if version < SCHEMA]
"""The older schemas."""


def columns_of(schema: int) -> dict[str, list[str]]:
    """Return table to its columns in an older schema, as `schemas/` holds them (`*` is the key)."""
    found: dict[str, list[str]] = defaultdict(list)
    with (Path(__file__).parent / "schemas" / f"{max(schema, 2)}.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if schema > 1 or (row["table"], row["column"]) not in NEW_IN_2:
                found[row["table"]].append(row["column"])
    return found


def make_older(lake: Lake, schema: int) -> None:
    """Make a lake's files and log what they would have been in an older schema."""
    columns = columns_of(schema)
    for path in (lake.path / "data").rglob("*.parquet"):
        table = path.parent.name
        if _is_newer(table, columns):
            path.unlink()
            continue
        wanted = columns[table] + (columns["*"] if TABLES[table].kind in ("event", "snapshot") else [])
        frame = pl.read_parquet(path, glob=False)
        frame.select(name for name in frame.columns if name in wanted).write_parquet(path)
    for path in (lake.path / "_log").glob("*.json"):
        commit = json.loads(path.read_text())
        for batch in commit["added"]:
            batch["schema"] = schema
            batch["files"] = {
                t: {"rows": f["rows"], "bytes": (lake.path / data_key(t, batch["batch"])).stat().st_size}
                for t, f in batch["files"].items()
                if not _is_newer(t, columns)
            }
            if schema < 3:
                del batch["schema"], batch["vocabulary"]
        if schema < 3:
            del commit["kind"], commit["swept"]
            commit["format"] = 1
        path.write_text(json.dumps(commit | {"schema": schema}))
    unchain(lake.path)


def _is_newer(table: str, columns: dict[str, list[str]]) -> bool:
    """Return whether a table is newer than these columns; one of events may have no columns but the key's."""
    return table not in columns and TABLES[table].kind != "event"
