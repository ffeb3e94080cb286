"""What lies beside the live files of a lake: its cache against them, checkpoints against the log, older commits, lists
of refused files, of places and of decisions, and files that no version names."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256

import duckdb

from warehouse import cache, checkpoints, decisions, places, refusals, secret, views
from warehouse.errors import FROM_A_COPY, LakeError
from warehouse.lake import Lake
from warehouse.log import key_of
from warehouse.schema import TABLES, Table
from warehouse.state import DATA
from warehouse.stores import StoredFile
from warehouse.upkeep.mend import damaged
from warehouse.upkeep.vacuum import GRACE, batch_of, named_since
from warehouse.verify.findings import Finding

_ONLY_TIME = "it only saves time: delete it"
_ANEW = "delete it, then run: sitrep lake cache"
_TOLD = 3
"""Stray files that are named."""


def check_beside(lake: Lake) -> Iterator[Finding]:
    """Yield what is wrong beside the live files, whose own bytes are sound; of a lake opened without a version."""
    yield from _check_cache(lake)
    yield from _check_secret(lake)
    yield from _check_checkpoints(lake)
    unreadable = list(_check_readable(lake))
    yield from unreadable or _check_strays(lake)


def check_older(lake: Lake) -> Iterator[Finding]:
    """Yield the files that only older versions need, as a backup and `--as-of` do, and that are not those that the log names."""
    try:
        older = damaged(lake, newest=False)
    except LakeError:
        return  # a commit of an older version: told below
    for one in older:
        for key in one.keys:
            cure = f"put it back from a backup, or give up the versions before {one.until}: sitrep lake mend --give-up"
            yield Finding(str(lake.store.path(key)), "bytes", "those of its SHA-256 in the log", "others, or no file", cure)


def _check_readable(lake: Lake) -> Iterator[Finding]:
    """Yield the commits that no reader of the newest version needs, and the lists beside them, when one cannot be read."""
    for what, read in (
        ("commits", lambda: sum(1 for _ in lake.history())),
        (refusals.WHAT, lake.refused),
        (places.WHAT, lambda: places.check(lake)),
        (decisions.WHAT, lambda: decisions.check(lake)),
    ):
        try:
            read()
        except LakeError as error:
            yield Finding(str(lake.path), what, "as they were written", str(error))


def _check_secret(lake: Lake) -> Iterator[Finding]:
    """Yield that the key with which public copies are made is damaged, or was exchanged for something else."""
    try:
        secret.check(lake.store)
    except LakeError as error:
        why = str(error).partition("damaged: ")[2] or str(error)
        yield Finding(str(lake.store.path(secret.KEY)), "secret", "a key as it was written", why)


def _check_cache(lake: Lake) -> Iterator[Finding]:
    """Yield what differs between the cache and the files; one of another version is left aside by readers, and here."""
    state = lake.state()
    path = cache.path_of(state)
    if path is None or not path.exists():
        return
    with views.connect(state) as con:
        try:
            con.execute(f"ATTACH {cache.quoted(str(path))} AS cached (READ_ONLY)")
            if con.execute(f"SELECT version, batch FROM cached.{cache.STAMP}").fetchall() != [cache.stamp_of(state)]:
                return
            for table in TABLES.values():
                theirs, ours = _sum(con, f"cached.{table.name}", table), _sum(con, table.name, table)
                if theirs != ours:
                    yield Finding(str(path), f"sum of {table.name}", ours, theirs, _ANEW)
        except duckdb.Error as error:
            yield Finding(str(path), "readable", "a sound DuckDB file", str(error).partition("\n")[0], _ANEW)


def _sum(con: duckdb.DuckDBPyConnection, name: str, table: Table) -> str:
    """Return rows of a table and the sum of their hashes, in whatever order they stand."""
    query = f"SELECT count(*), coalesce(sum(hash({', '.join(table.duckdb)})::HUGEINT), 0) FROM {name}"
    ((rows, total),) = con.execute(query).fetchall()
    return f"{rows} rows of {total}"


def _check_checkpoints(lake: Lake) -> Iterator[Finding]:
    """Yield checkpoints that cannot be read, and those of a commit that is gone or another one."""
    head = lake.state().version
    for version in checkpoints.versions(lake.store):
        where, found = str(lake.store.path(checkpoints.key_of(version))), checkpoints.load(lake.store, version)
        if version > head:
            yield Finding(where, "commit", f"one of the {head} that are there", str(version), FROM_A_COPY)
        elif not found:
            yield Finding(where, "readable", "a checkpoint of this format", "another, or a damaged one", _ONLY_TIME)
        elif (digest := sha256(lake.store.read(key_of(version))).hexdigest()) != found.commit:
            yield Finding(where, f"SHA-256 of commit {version}", found.commit, digest, FROM_A_COPY)


def _check_strays(lake: Lake) -> Iterator[Finding]:
    """Yield that there are files no version names, but those so young that a writer may be about to name them."""
    listed = lake.store.entries(DATA)  # before the log is read: see vacuum
    live, old = named_since(lake.log_to_write(), lake.state().swept), datetime.now(UTC) - GRACE
    unnamed = [entry for entry in listed if batch_of(entry) not in live]
    strange = [entry for entry in unnamed if not batch_of(entry) and not entry.key.endswith(".tmp")]
    left = [entry for entry in unnamed if entry not in strange and entry.made < old.timestamp()]
    for entries, cure in (
        (strange, "delete files that do not belong to the lake"),
        (left, "if the log is intact, a killed writer left them: run sitrep lake vacuum"),
    ):
        if entries:
            yield Finding(str(lake.store.path(DATA)), "files that no version names", "none", _named(entries), cure)


def _named(entries: list[StoredFile]) -> str:
    names = ", ".join(entry.key.removeprefix(f"{DATA}/") for entry in entries[:_TOLD])
    return f"{len(entries)} of {sum(entry.bytes for entry in entries):,} bytes: {names}{', ...' * (len(entries) > _TOLD)}"
