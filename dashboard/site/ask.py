"""The page Ask of a site: SQL in the reader's own browser, over the site's own Parquet files, by DuckDB's build for browsers.

The programs come from npm packages when the site is made (`npm.py`), and the site then serves all of them itself. DuckDB runs in a
worker. Its package does not hold its reader of Parquet, so another worker (`ask_reader.js`) turns the files into Arrow, which DuckDB
takes as it is. A question's answer is written as CSV in DuckDB's memory and read from there, so that the page needs no library for Arrow.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dashboard.site.context import Context
from dashboard.site.settings import LAKE, SQL
from dashboard.site.shell import page
from dashboard.sql.presets import presets
from dashboard.ui.table import DASH
from dashboard.ui.templates import Template, literal
from warehouse import views
from warehouse.schema import TABLES
from warehouse.state import data_key

if TYPE_CHECKING:
    from markupsafe import Markup

HTML = Template.of(__file__)

READER = f"{SQL}/reader.js"
"""Where the program stands that reads Parquet files."""
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; "
    "worker-src 'self' blob:; connect-src 'self'; img-src data:"
)
"""What a browser may load for the page: from the site itself alone."""
ROWS = 10_000
"""Rows of an answer that are kept."""
FOLDER = Path(__file__).parent


def reader(_: Context) -> str:
    """Return the program that reads Parquet files in a browser."""
    return (FOLDER / "ask_reader.js").read_text(encoding="utf-8")


def ask(of: Context) -> Markup:
    """Return the page Ask."""
    first = next(iter(presets().values()))
    body = [HTML.form(list(presets()), first.sql)]
    script = f"const SITE = {literal(_told(of))};\n{(FOLDER / 'ask.js').read_text(encoding='utf-8')}"
    return page(of.settings, "ask.html", "Ask", body, script, POLICY)


def _told(of: Context) -> dict[str, object]:
    state = of.lake.state()
    return {
        "worker": f"{SQL}/duckdb-browser-eh.worker.js",
        "program": f"{SQL}/duckdb-eh.wasm",
        "reader": READER,
        "rows": ROWS,
        "dash": DASH,
        "presets": {question: preset.sql for question, preset in presets().items()},
        "macros": views.sql_file(views.MACROS),
        "tables": {
            name: {
                "columns": table.duckdb,
                "files": [f"{LAKE}/{data_key(name, batch.batch)}" for batch in state.batches.values() if name in batch.files],
            }
            for name, table in TABLES.items()
        },
        "views": {name: {"sql": views.sql_file(f"{name}.view.sql"), "tables": tables} for name, tables in views.DERIVED.items()},
    }
