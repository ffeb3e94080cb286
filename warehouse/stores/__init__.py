"""Storage of a lake's files: a local folder or a bucket of an S3-compatible store, with the same interface."""

from __future__ import annotations

import re
from pathlib import Path

from warehouse.errors import LakeError
from warehouse.stores.local import LocalStore
from warehouse.stores.store import Store, StoredFile

__all__ = ["LocalStore", "Store", "StoredFile", "place_of", "store_of"]

_URL = re.compile(r"([a-z][a-z0-9+.-]+):/{1,2}(?=[^/])")  # converting a URL to a Path drops a slash


def place_of(place: Path | str) -> Path | str:
    """Return a place as a folder's Path, or as a URL in one form (`s3://bucket/prefix`).

    Raises:
        LakeError: the URL is of an unknown store.
    """
    text = str(place)
    url = _URL.match(text)
    if not url:
        return Path(place)
    if url[1] != "s3":
        raise LakeError(f"{text}: lakes are in folders and at s3://bucket/prefix; expected one of these")
    return f"s3://{text[url.end() :].rstrip('/')}"


def store_of(place: Path | str) -> Store:
    """Return the store at a folder or `s3://bucket/prefix`.

    Raises:
        LakeError: the URL is of an unknown store, or a package it needs is not installed.
    """
    where = place_of(place)
    if isinstance(where, Path):
        return LocalStore(where)
    try:
        from warehouse.stores.s3 import S3Store  # only here: most lakes are folders, and this needs the extra `s3`
    except ImportError as error:
        raise LakeError(f"{where}: a lake in S3 needs {error.name}; install it: pip install fsspec obstore") from error
    return S3Store(where)
