"""The page Ask of a site: SQL in the reader's own browser, over the site's own Parquet files, by DuckDB's build for browsers.

DuckDB comes from the npm package `@duckdb/duckdb-wasm` when the site is made, and the site then serves all of it itself. Two of the
package's files are needed, the worker and the program. The page talks to the worker directly: a question's answer is written as CSV
in the worker's memory and read from there, so that no library for Arrow is needed.
"""

from __future__ import annotations

import json
import shutil
from html import escape
from pathlib import Path

from dashboard.site.context import Context
from dashboard.site.settings import LAKE, SQL
from dashboard.site.shell import page
from dashboard.sql.presets import presets
from dashboard.ui.text import safe
from warehouse import views
from warehouse.errors import LakeError
from warehouse.schema import TABLES
from warehouse.state import data_key

WORKER, PROGRAM = "duckdb-browser-eh.worker.js", "duckdb-eh.wasm"
"""The files of the npm package that are needed."""
EXTENSION = "parquet.duckdb_extension.wasm"
"""DuckDB's reader of Parquet, which the npm package does not hold: a file of DuckDB's own, of the same version."""
CURES = {
    WORKER: "expected the npm package @duckdb/duckdb-wasm: npm install @duckdb/duckdb-wasm, then --with-sql node_modules",
    PROGRAM: "expected the npm package @duckdb/duckdb-wasm: npm install @duckdb/duckdb-wasm, then --with-sql node_modules",
    EXTENSION: "the npm package does not hold DuckDB's reader of Parquet; put that of the same version there (docs/site.md)",
}
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self' 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'; "
    "worker-src 'self'; connect-src 'self'; img-src data:"
)
"""What a browser may load for the page: from the site itself alone."""
ROWS = 10_000
"""Rows of an answer that are kept."""
SCRIPT = Path(__file__).with_name("ask.js")


def files_in(folder: Path) -> list[Path]:
    """Return DuckDB's files below a folder, such as node_modules: the worker, the program, and the reader of Parquet.

    Raises:
        LakeError: one of them is not there.
    """
    found = []
    for name in (WORKER, PROGRAM, EXTENSION):
        path = next(iter(sorted(folder.rglob(name))), None)
        if path is None:
            raise LakeError(f"{folder}: no {name} in it; {CURES[name]}")
        found.append(path)
    return found


def copy_files(folder: Path, out: Path) -> None:
    """Copy DuckDB's files into a site, unless they are there."""
    wanted = files_in(folder)
    (out / SQL).mkdir(parents=True, exist_ok=True)
    for path in (out / SQL).iterdir():
        if path.name not in {one.name for one in wanted}:
            path.unlink()
    for path in wanted:
        to = out / SQL / path.name
        if not to.is_file() or to.read_bytes() != path.read_bytes():
            shutil.copyfile(path, to)


def ask(of: Context) -> str:
    """Return the page Ask."""
    options = "".join(f"<option>{safe(question)}</option>" for question in presets())
    first = next(iter(presets().values()))
    body = (
        '<h1>Ask</h1><p class="sitrep-answer">Ask the site\'s tables in SQL. Everything happens in your browser: the tables that a '
        "question "
        'names are fetched from this site, and nothing is sent anywhere. The <a href="dictionary.html">dictionary</a> explains them.</p>'
        '<noscript><p>This page needs scripts.</p></noscript><form class="ask" hidden>'
        f'<label>Example questions <select name="preset"><option value="">Choose one</option>{options}</select></label>'
        f'<p><label>Your question in SQL<textarea name="sql" rows="9" spellcheck="false">{escape(first.sql)}</textarea></label></p>'
        '<button type="submit">Ask</button></form><p id="said" role="status"></p>'
        '<div class="rows" tabindex="0" role="region" aria-label="The answer" id="answer"></div>'
    )
    script = f"const SITE = {_literal(_told(of))};\n{SCRIPT.read_text(encoding='utf-8')}"
    return page(of.settings, "ask.html", "Ask", body, script, POLICY)


def _told(of: Context) -> dict[str, object]:
    state = of.lake.state()
    return {
        "worker": f"{SQL}/{WORKER}", "program": f"{SQL}/{PROGRAM}", "extension": f"{SQL}/{EXTENSION}", "rows": ROWS,
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
    }  # fmt: skip


def _literal(value: object) -> str:
    """Return a value for a script: `<` could end it."""
    return json.dumps(value).replace("<", "\\u003c")
