"""Compaction: many small batches become few of a bounded size, with the same rows. What was there stays until a vacuum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warehouse.batch import BatchWriter
from warehouse.errors import LakeError
from warehouse.lake import Lake
from warehouse.state import Batch, Commit, LakeState
from warehouse.times import now

BATCH_BYTES = 32 << 20
"""Bytes of all files of a batch, at most: some hundreds of games, of whose rows few are in memory at a time (see `merging`)."""


class Compacted(NamedTuple):
    """What compaction did: the lake's version after it, its numbers of batches and files before and after, and whether any were merged."""

    version: int
    batches_before: int
    batches: int
    files_before: int
    files: int
    made: bool


def compact(lake: Lake, batch_bytes: int = BATCH_BYTES) -> Compacted:
    """Merge the small batches of a lake, in one commit.

    A game that another writer replaces meanwhile keeps what that writer wrote.

    Args:
        lake: opened without a version. batch_bytes: bytes of a merged batch's files, at most.

    Raises:
        LakeError: the lake is pinned, a file is damaged, or the disk refuses. The lake is then unchanged.
    """
    log, writer, before = lake.log_to_write(), BatchWriter(lake.store), lake.state()
    with log.undoing(writer):
        merged = [(group, _merged(writer, group)) for group in _groups(before, batch_bytes)]
        made = log.commit(lambda state, version: _change(writer, merged, state, version)) if merged else None
    writer.discard(made.added if made else ())
    after = lake.state()
    return Compacted(after.version, len(before.batches), len(after.batches), _files(before), _files(after), made is not None)


def _groups(state: LakeState, limit: int) -> list[list[Batch]]:
    """Return the batches to merge with one another: as many as fit, in the order of their commits."""
    groups: list[list[Batch]] = []
    room = -1
    for batch in state.batches.values():
        size = _bytes(batch)
        if size > limit // 2:
            continue  # large enough: to write it again would cost more than it saves
        if size > room:
            groups.append([])
            room = limit
        groups[-1].append(batch)
        room -= size
    return [group for group in groups if len(group) > 1]


def _merged(writer: BatchWriter, group: Sequence[Batch]) -> Batch:
    """Return the batch of a group's games, its rows counted."""
    batch = writer.together(group)
    for table, file in batch.files.items():
        rows = sum(one.files[table].rows for one in group if table in one.files)
        if rows != file.rows:
            raise LakeError(f"{table}: {rows} rows were to be merged, but {file.rows} were written; nothing was changed")
    return batch


def _change(writer: BatchWriter, merged: Sequence[tuple[list[Batch], Batch]], state: LakeState, version: int) -> Commit | None:
    """Return the commit; of batches that another writer took away meanwhile, the merged ones are written without."""
    added: list[Batch] = []
    removed: list[str] = []
    for group, batch in merged:
        live = [one for one in group if one.batch in state.batches]
        gone = {game for one in group if one.batch not in state.batches for game in one.games}
        rest = writer.without(batch, gone) if gone else batch
        if rest and len(live) > 1:
            added.append(rest)
            removed += [one.batch for one in live]
    return Commit(version, now(), added, removed, kind="compact") if added else None


def _bytes(batch: Batch) -> int:
    return sum(file.bytes for file in batch.files.values())


def _files(state: LakeState) -> int:
    return sum(len(batch.files) for batch in state.batches.values())
