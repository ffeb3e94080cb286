"""A data set to publish: the tables as Parquet, a card, descriptions as Croissant and as a Data Package, the licence, checksums."""

from __future__ import annotations

import json
import re
from hashlib import file_digest
from pathlib import Path

import duckdb
import msgspec

from engine.decoding import Undecodable, from_json
from warehouse import views
from warehouse.errors import LakeError
from warehouse.export.dataset.card import card
from warehouse.export.dataset.content import DATA, Content, DataFile, Title
from warehouse.export.dataset.croissant import croissant
from warehouse.export.dataset.data_package import data_package
from warehouse.export.dataset.licences import licence_of
from warehouse.export.form import Form
from warehouse.export.selection import Selection
from warehouse.lake import Lake
from warehouse.parquet import write_batches
from warehouse.schema import TABLES, Table

CARD, CROISSANT, PACKAGE, LICENCE, SUMS = "README.md", "croissant.json", "datapackage.json", "LICENCE.txt", "SHA256SUMS"
_FILES = {CARD, CROISSANT, PACKAGE, LICENCE, SUMS}

_TITLES = """
    SELECT title_name, count(*), count(*) FILTER (ended), count(*) FILTER (fidelity <> 'result'),
        coalesce(sum(events) FILTER (fidelity <> 'result'), 0)
    FROM games GROUP BY title_name ORDER BY count(*) DESC, title_name
"""


def write_dataset(lake: Lake, selection: Selection, place: Path) -> dict[str, int]:
    """Write the chosen tables as `data/<table>.parquet` into a new folder, and what describes them; return table to rows.

    Raises:
        LakeError: the selection's `url` is none.
    """
    if selection.url and not re.fullmatch(r"https?://[!-~]+", selection.url):
        raise LakeError(f"--url {selection.url!r} is no address of a page; expected one such as https://example.org/games")
    (place / DATA).mkdir(parents=True)
    state = lake.state()
    with views.connect(state, selection.only) as con:
        files = tuple(_written(con, name, place / DATA / f"{name}.parquet") for name in selection.tables)
        titles = tuple(Title(*row) for row in con.execute(_TITLES).fetchall())
    name = _line(selection.name) or "Recorded board games"
    content = Content(name, licence_of(_line(selection.licence)), _line(selection.creator), files, titles, state.at, state.version)
    _describe(content, selection.url, place)
    return {file.table.name: file.rows for file in files}


def _line(text: str) -> str:
    """Return text as one line without characters that nobody sees: it stands in YAML, Markdown and JSON."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())


def _written(con: duckdb.DuckDBPyConnection, name: str, path: Path) -> DataFile:
    table = TABLES[name]
    reader = con.sql(f"SELECT {', '.join(table.duckdb)} FROM {name}").arrow()
    rows = write_batches(reader, path)
    return DataFile(table, rows, path.stat().st_size, _digest(path), _unknown(con, table))


def _unknown(con: duckdb.DuckDBPyConnection, table: Table) -> frozenset[str]:
    """Return the columns in which a value is null."""
    counts = ", ".join(f"count(*) > count({name})" for name in table.duckdb)
    (row,) = con.execute(f"SELECT {counts} FROM {table.name}").fetchall()
    return frozenset(name for name, some in zip(table.duckdb, row, strict=True) if some)


def _describe(content: Content, url: str, place: Path) -> None:
    (place / CARD).write_text(card(content), encoding="utf-8", newline="\n")
    (place / LICENCE).write_text(content.licence.text(), encoding="utf-8", newline="\n")
    for name, told in ((CROISSANT, croissant(content, url)), (PACKAGE, data_package(content, url))):
        (place / name).write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
    sums = {file.path: file.sha256 for file in content.files} | {name: _digest(place / name) for name in sorted(_FILES - {SUMS})}
    (place / SUMS).write_text("".join(f"{digest}  {name}\n" for name, digest in sums.items()), encoding="utf-8", newline="\n")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _is_own(entry: Path) -> bool:
    """Whether an entry of a folder is of such a data set: a card alone, which any folder may have, is not."""
    if entry.name == DATA and entry.is_dir():
        return _is_made(entry.parent) and all(one.suffix == ".parquet" and one.stem in TABLES for one in entry.iterdir())
    return entry.name in _FILES and entry.is_file() and _is_made(entry.parent)


def _is_made(folder: Path) -> bool:
    """Whether a folder has both descriptions, and each resource of its Data Package is one of our tables."""
    try:
        told = from_json((folder / PACKAGE).read_bytes(), _Package)
    except (OSError, Undecodable):
        return False
    return (folder / CROISSANT).is_file() and all(resource.name in TABLES for resource in told.resources)


class _Resource(msgspec.Struct):
    name: str


class _Package(msgspec.Struct):
    resources: list[_Resource]


FORM = Form("a data set to publish", (), write_dataset, _is_own)
