"""A lake as an older Sitrep left it: files that have the older columns only, a log of format 1."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from pathlib import Path

import polars as pl

from warehouse import Lake
from warehouse.schema import SCHEMA, TABLES

NEW_IN_2 = {("games", "gap")}
"""Columns that schema 1 had not."""

OLDER = [version for version in (1, 2) if version < SCHEMA]
"""The older schemas."""


def columns_of(schema: int) -> dict[str, list[str]]:
    """Return table to its columns in an older schema; `schemas/2.csv` holds those of schema 2 (`*` is the key)."""
    found: dict[str, list[str]] = defaultdict(list)
    with (Path(__file__).parent / "schemas" / "2.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if schema > 1 or (row["table"], row["column"]) not in NEW_IN_2:
                found[row["table"]].append(row["column"])
    return found


def make_older(lake: Lake, schema: int) -> None:
    """Make a lake's files and log what they would have been in an older schema."""
    columns = columns_of(schema)
    for path in (lake.path / "data").rglob("*.parquet"):
        table = path.parent.name
        wanted = columns[table] + (columns["*"] if TABLES[table].kind in ("event", "snapshot") else [])
        if table not in columns and TABLES[table].kind == "snapshot":
            path.unlink()  # a table that is newer
            continue
        frame = pl.read_parquet(path, glob=False)
        frame.select(name for name in frame.columns if name in wanted).write_parquet(path)
    for path in (lake.path / "_log").glob("*.json"):
        commit = json.loads(path.read_text())
        for batch in commit["added"]:
            del batch["schema"], batch["vocabulary"]
            batch["files"] = {t: {"rows": f["rows"], "bytes": f["bytes"]} for t, f in batch["files"].items()
                              if t in columns or TABLES[t].kind != "snapshot"}  # fmt: skip
        del commit["kind"], commit["swept"]
        path.write_text(json.dumps(commit | {"format": 1, "schema": schema}))
