"""A data set's description as Croissant 1.0 (MLCommons): JSON-LD that search engines and loaders of data sets read."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from engine.decoding import from_json
from warehouse.export.dataset.content import Content, DataFile, types
from warehouse.schema import Column

CONFORMS_TO = "http://mlcommons.org/croissant/1.0"
PARQUET = "application/x-parquet"


def croissant(content: Content, url: str) -> dict[str, Any]:
    """Return the description; `url`: where it is to be found, as its publisher says."""
    licence = content.licence
    return {
        "@context": from_json(files(__package__).joinpath("context.json").read_bytes(), dict),
        "@type": "sc:Dataset",
        "name": content.slug,
        "alternateName": content.name,
        "description": content.about,
        "conformsTo": CONFORMS_TO,
        "license": licence.url or licence.line,
        **({"url": url} if url else {}),
        "version": content.number,
        "datePublished": content.at,
        **({"creator": {"@type": "sc:Organization", "name": content.creator}} if content.creator else {}),
        "citeAs": f"{content.cited}, version {content.number}, {content.at[:10]}. {url}".strip(),
        "distribution": [_file(file) for file in content.files],
        "recordSet": [_records(content, file) for file in content.files],
    }


def _file(file: DataFile) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": file.path,
        "name": file.path,
        "description": file.table.meaning,
        "contentUrl": file.path,
        "contentSize": f"{file.bytes} B",
        "encodingFormat": PARQUET,
        "sha256": file.sha256,
    }


def _records(content: Content, file: DataFile) -> dict[str, Any]:
    key = {"key": {"@id": "games/game_id"}} if file.table.name == "games" else {}
    return {
        "@type": "cr:RecordSet",
        "@id": file.table.name,
        "name": file.table.name,
        "description": file.table.meaning,
        **key,
        "field": [_field(content, file, column) for column in file.table.columns],
    }


def _field(content: Content, file: DataFile, column: Column) -> dict[str, Any]:
    called = types()[column.type]
    of_games = column.name == "game_id" and content.refers(file.table)
    return {
        "@type": "cr:Field",
        "@id": f"{file.table.name}/{column.name}",
        "name": column.name,
        "description": column.meaning,
        "dataType": called["croissant"],
        **({"repeated": True} if called["items"] else {}),
        **({"references": {"field": {"@id": "games/game_id"}}} if of_games else {}),
        "source": {"fileObject": {"@id": file.path}, "extract": {"column": column.name}},
    }
