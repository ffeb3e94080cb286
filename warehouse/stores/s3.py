"""An S3-compatible store, `s3://bucket/prefix`. A commit is a put that the server refuses when the key is taken (If-None-Match).

Credentials, region and endpoint come from the usual environment variables: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
AWS_SESSION_TOKEN, AWS_REGION, AWS_ENDPOINT_URL; plain http endpoints are accepted.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

import duckdb
import obstore
import polars as pl
from obstore import exceptions, store
from obstore.fsspec import FsspecStore

from warehouse.stores.store import Content, Store, StoredFile

# The library's default timeout is three minutes, too long for a mistyped endpoint.
_RETRIES: store.RetryConfig = {"max_retries": 4, "retry_timeout": timedelta(seconds=30)}


LEASES = "_leases"
"""Folder of the lease files of active writers."""

LEASE = timedelta(days=7)
"""How long the lease of a killed writer stays valid."""


class S3Store(Store):
    """Files in a bucket, below a prefix."""

    place: str
    certain = False
    checks_itself = True

    def __init__(self, url: str) -> None:
        self.place = url
        endpoint = os.environ.get("AWS_ENDPOINT_URL", "")
        plain = endpoint.startswith("http://") or os.environ.get("AWS_ALLOW_HTTP", "").lower() in ("1", "true")
        self._client: store.ClientConfig = {"allow_http": True} if plain else {}
        # polars remembers stores by bucket and options: without its endpoint one could be taken for another
        self._polars = {"aws_endpoint_url": endpoint} if endpoint else {}
        self._polars |= {"aws_allow_http": "true"} if plain else {}
        with _told(url):
            self._store = store.S3Store.from_url(url, client_options=self._client, retry_config=_RETRIES)

    def path(self, key: str) -> str:
        """Return the file's URL."""
        return f"{self.place}/{key}"

    def read(self, key: str) -> bytes:
        """Return the content of a file."""
        with _told(self.path(key)):
            return bytes(obstore.get(self._store, key).bytes())

    def write(self, key: str, content: Content) -> None:
        """Write a new file of a key that nobody else writes."""
        with _told(self.path(key)):
            obstore.put(self._store, key, content)

    def create(self, key: str, content: Content) -> None:
        """Write a new file, in one request that fails when the key is taken."""
        with _told(self.path(key)):
            obstore.put(self._store, key, content, mode="create", use_multipart=False)

    def delete(self, keys: Iterable[str]) -> None:
        """Take files away."""
        with _told(str(self.place)):
            obstore.delete(self._store, list(keys))

    def entries(self, folder: str, after: str = "") -> list[StoredFile]:
        """Return the files below a folder."""
        with _told(self.path(folder)):
            found = [meta for page in obstore.list(self._store, folder, offset=after or None) for meta in page]
        files = [StoredFile(m["path"], m["size"], m["last_modified"].timestamp(), m["e_tag"] or "") for m in found]
        return sorted(files)

    def missing(self, keys: Iterable[str]) -> list[str]:
        """Return those of some keys under which there is no file."""
        return [key for key in keys if not self._is_there(key)]

    def _is_there(self, key: str) -> bool:
        with _told(self.path(key)):
            try:
                obstore.head(self._store, key)
            except FileNotFoundError:
                return False
        return True

    @contextmanager
    def lease(self) -> Iterator[None]:
        """Keep a small file while writing; that of a killed writer counts for LEASE."""
        key = f"{LEASES}/{uuid.uuid4().hex}"
        self.write(key, b"somebody writes")
        try:
            yield
        finally:
            with suppress(OSError):
                self.delete([key])

    @contextmanager
    def nobody_writes(self) -> Iterator[bool]:
        """Give whether there is no lease but such as are older than LEASE, by the store's own clock."""
        with self.lease():
            made = [entry.made for entry in self.entries(LEASES)]
        yield sum(one > max(made) - LEASE.total_seconds() for one in made) == 1

    def holds_more_than(self, *folders: str) -> bool:
        """Return whether any key below the prefix is outside some folders."""
        with _told(self.place):
            pages = obstore.list(self._store)
            own = tuple(f"{folder}/" for folder in folders)
            return any(not meta["path"].startswith(own) for page in pages for meta in page)

    def scan(self, keys: Sequence[str]) -> pl.LazyFrame:
        """Return Parquet files as a lazy frame; polars reads them from the store itself."""
        return pl.scan_parquet([self.path(key) for key in keys], glob=False, storage_options=self._polars or None)

    def teach(self, con: duckdb.DuckDBPyConnection) -> None:
        """Let a connection read `s3://`: the extension that DuckDB has for it would have to be downloaded."""
        own: dict[str, Any] = {"skip_instance_cache": True}  # taken by the class of fsspec's classes
        made = FsspecStore("s3", client_options=self._client, retry_config=_RETRIES, **own)
        con.register_filesystem(made)


@contextmanager
def _told(path: str) -> Iterator[None]:
    """Turn what the store says into OSErrors: the first line of it, the place as file name."""
    try:
        yield
    except FileNotFoundError as error:
        raise FileNotFoundError(2, "no such file", path) from error
    except exceptions.AlreadyExistsError as error:
        raise FileExistsError(17, "there is one already", path) from error
    except exceptions.BaseError as error:
        raise OSError(5, str(error).partition("\n")[0], path) from error
