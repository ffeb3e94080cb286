"""The data dictionary of a site, and the downloads of its tables with their checksums."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from dashboard.site.context import Context
from dashboard.site.settings import LAKE
from dashboard.site.shell import answer, folded, heading, page, question
from dashboard.sql.dictionary_panel import DictionaryEntry, entry, names
from dashboard.ui.table import table
from dashboard.ui.templates import Template
from dashboard.ui.text import counted
from warehouse.schema import TABLES
from warehouse.state import data_key

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)

FILES = {"file": "File", "games": "Games", "rows": "Rows", "bytes": "Bytes", "sha256": "SHA-256"}
KINDS = {"table": "Tables", "view": "Views", "measure": "Measures"}
SUMS = "SHA256SUMS"
"""File with the checksums of all data files, as `sha256sum --check` reads them."""


def dictionary(of: Context) -> Markup:
    """Return the data dictionary."""
    entries = [entry(name) for name in names()]
    parts = [heading("Dictionary"), answer("The meaning of every table, view and measure, and of their columns.")]
    for kind, called in KINDS.items():
        parts += [question(called), *(_entry(one) for one in entries if one.kind == kind)]
    return page(of.settings, "dictionary.html", "Dictionary", parts)


def _entry(of: DictionaryEntry) -> Markup:
    told = of.columns[[column.name for column in of.columns if (column != "").any()]]
    listed = table(told, {name: name for name in told.columns}, f"Columns of {of.name}")
    return HTML.entry(of.name, folded(f"{of.name}: {of.meaning}", listed))


def downloads(of: Context) -> Markup:
    """Return the list of data files."""
    state = of.lake.state()
    parts = [
        heading("Downloads"),
        answer(of.settings.licence),
        HTML.how_to(SUMS, LAKE),
    ]
    for name, one in TABLES.items():
        rows = [
            (f"{LAKE}/{data_key(name, batch.batch)}", len(batch.games), file.rows, file.bytes, file.sha256)
            for batch in state.batches.values()
            if (file := batch.files.get(name))
        ]
        if rows:
            parts.append(_files(name, one.meaning, rows))
    return page(of.settings, "downloads.html", "Downloads", parts)


def _files(name: str, told: str, rows: list[tuple[str, int, int, int, str]]) -> Markup:
    schema = {"path": pl.String, "games": pl.Int64, "rows": pl.Int64, "bytes": pl.Int64, "sha256": pl.String}
    frame = pl.DataFrame(rows, schema=schema, orient="row").with_columns(file=pl.col("path").str.split("/").list.last())
    listed = table(frame, FILES, f"Files of {name}", {"file": lambda row: row["path"]})
    summary = f"{name}: {told} ({counted(int(frame['rows'].sum()), 'row')})"
    return folded(summary, listed)


def sums(of: Context) -> str:
    """Return the checksums of all data files, a line each."""
    lines = [
        f"{file.sha256}  {LAKE}/{data_key(table_, batch.batch)}\n"
        for batch in of.lake.state().batches.values()
        for table_, file in batch.files.items()
    ]
    return "".join(sorted(lines))
