"""Where a lake is, as people write it: a folder, or the URL of a bucket."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from warehouse.errors import LakeError

if TYPE_CHECKING:
    from warehouse.stores.store import Store

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
        from warehouse.stores.local import LocalStore  # only here: who only names a place needs no library for tables

        return LocalStore(where)
    try:
        from warehouse.stores.s3 import S3Store  # only here: most lakes are folders, and this needs the extra `s3`
    except ImportError as error:
        raise LakeError(f"{where}: a lake in S3 needs {error.name}; install it: pip install fsspec obstore") from error
    return S3Store(where)
