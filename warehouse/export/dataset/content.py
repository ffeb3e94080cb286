"""What a data set has in it, as its descriptions tell it."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.shipped import csv_rows
from warehouse.export.dataset.licences import Licence
from warehouse.schema import SCHEMA, Table

DATA = "data"
"""Its folder of tables."""


class DataFile(NamedTuple):
    """A file of a table.

    Attributes:
        rows, bytes: how many. sha256: of the bytes, in hexadecimal. unknown: columns in which a value is null.
    """

    table: Table
    rows: int
    bytes: int
    sha256: str
    unknown: frozenset[str]

    @property
    def path(self) -> str:
        """Where it is in the data set."""
        return f"{DATA}/{self.table.name}.parquet"


class Title(NamedTuple):
    """The games of a title: its printed name, how many there are, how many of them tell how they ended, how many have more than their
    result, and the events of those."""

    name: str
    games: int
    ended: int
    played: int
    events: int


class Content(NamedTuple):
    """A data set.

    Attributes:
        name: what it is called. licence: of it. creator: who made it, empty where nobody has said so. files: one a table.
        titles: what was played. at: when its lake was last changed, ISO, UTC.
        version: of that lake.
    """

    name: str
    licence: Licence
    creator: str
    files: tuple[DataFile, ...]
    titles: tuple[Title, ...]
    at: str
    version: int

    @property
    def slug(self) -> str:
        """Its name for programs."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-") or "sitrep"

    @property
    def number(self) -> str:
        """Its version, of three numbers: of the tables, of the lake, and 0."""
        return f"{SCHEMA}.{self.version}.0"

    @property
    def cited(self) -> str:
        """Who made it, where that is known, and what it is called."""
        return f"{self.creator}: {self.name}" if self.creator else self.name

    @property
    def about(self) -> str:
        """What it is, in two sentences."""
        games = sum(title.games for title in self.titles)
        return (
            f"{games:,} recorded board games of {len(self.titles)} titles about the Second World War as tables: every event, the state "
            f"at the end of every turn, battles with their dice and odds, and who won. {len(self.files)} tables, "
            f"{sum(file.rows for file in self.files):,} rows, made by Sitrep."
        )

    def refers(self, table: Table) -> bool:
        """Whether each row of a table belongs to a row of `games` that is in the data set, too."""
        there = any(file.table.name == "games" for file in self.files)
        return there and table.name != "games" and any(column.name == "game_id" for column in table.columns)


def types() -> dict[str, dict[str, str]]:
    """Return type of a column to what the two descriptions call it, and the type of an item of a list (`types.csv`)."""
    return {row["type"]: row for row in csv_rows(__package__, "types.csv")}
