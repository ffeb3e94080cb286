"""A data set's description as a Data Package (Frictionless Data): files, and columns with types and meanings.

It is written so that the validator of its authors, which reads Parquet through pandas, finds what is told. To pandas whole numbers of
which one is not known are no whole numbers, and lists are of no type. It compares bytes and hashes with files of text only: they
stand in SHA256SUMS, and in the description as Croissant.
"""

from __future__ import annotations

from typing import Any

from warehouse.export.dataset.content import Content, DataFile, types
from warehouse.export.dataset.licences import Licence
from warehouse.schema import Column

MEDIA_TYPE = "application/vnd.apache.parquet"


def data_package(content: Content, url: str) -> dict[str, Any]:
    """Return the description; `url`: where the data set is to be found, as its publisher says; none is told where it is empty."""
    return {
        "profile": "data-package",
        "name": content.slug,
        "title": content.name,
        "description": content.about,
        **({"homepage": url} if url else {}),
        "version": content.number,
        "created": content.at,
        **({"contributors": [{"title": content.creator, "role": "author"}]} if content.creator else {}),
        "licenses": [_licence(content.licence)],
        "resources": [_resource(content, file) for file in content.files],
    }


def _licence(licence: Licence) -> dict[str, str]:
    if licence.id:
        return {"name": licence.id, "title": licence.line, "path": licence.url}
    return {"name": "other", "title": licence.line, "path": "LICENCE.txt"}


def _resource(content: Content, file: DataFile) -> dict[str, Any]:
    keys: dict[str, Any] = {"primaryKey": ["game_id"]} if file.table.name == "games" else {}
    if content.refers(file.table):
        keys = {"foreignKeys": [{"fields": ["game_id"], "reference": {"resource": "games", "fields": ["game_id"]}}]}
    return {
        "name": file.table.name,
        "profile": "data-resource",
        "description": file.table.meaning,
        "type": "table",
        "path": file.path,
        "format": "parquet",
        "mediatype": MEDIA_TYPE,
        "schema": {"fields": [_field(file, column) for column in file.table.columns], **keys},
    }


def _field(file: DataFile, column: Column) -> dict[str, Any]:
    called = types()[column.type]
    kind = "number" if called["frictionless"] == "integer" and column.name in file.unknown else called["frictionless"]
    return {
        "name": column.name,
        "type": kind,
        **({"items": called["items"]} if called["items"] else {}),
        "description": column.meaning,
        **({"unit": column.unit} if column.unit else {}),
    }
