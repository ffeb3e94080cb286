"""Checkpoints: the full state after every few commits, so that a long log need not be read from the start.

A checkpoint only saves time. It names its commit by the SHA-256 of the commit's file, and is ignored if that file
differs or a single bit of the checkpoint is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256

import msgspec
import zstandard

from engine.decoding import Undecodable, from_msgpack
from warehouse.errors import LakeError, reading
from warehouse.state import FORMAT, Batch, LakeState
from warehouse.stores import Store

FOLDER = "_checkpoints"

EVERY = 32
"""Commits between two checkpoints: reading 32 commits takes about as long as one query."""

KEPT_LONG = EVERY * EVERY
"""Checkpoints at multiples of this are kept, for time travel, plus two others: all of them would outgrow the data."""


class Checkpoint(msgspec.Struct, frozen=True):
    """A state, and the SHA-256 of the commit that led to it."""

    commit: str
    version: int
    batches: list[Batch]
    at: str
    swept: int
    format: int = FORMAT


def key_of(version: int) -> str:
    """Return the key of the checkpoint after a commit."""
    return f"{FOLDER}/{version:08d}.zst"


def save(state: LakeState, commit: bytes) -> None:
    """Write the checkpoint of the state after `commit`, a file's content; then delete surplus checkpoints.

    A failing store is not an error: the commit is valid, and the next checkpoint will do.
    """
    whole = Checkpoint(sha256(commit).hexdigest(), state.version, list(state.batches.values()), state.at, state.swept)
    packed = zstandard.ZstdCompressor(level=3, write_checksum=True).compress(msgspec.msgpack.encode(whole))
    with suppress(LakeError, OSError):
        state.store.create(key_of(state.version), packed)
        _thin(state.store)


def newest(store: Store, wanted: int | None) -> Iterator[tuple[LakeState, str]]:
    """Yield the states of checkpoints up to version `wanted`, the newest first, each with its commit's SHA-256."""
    for version in sorted(versions(store), reverse=True):
        if wanted is None or version <= wanted:
            found = load(store, version)
            if found:
                yield (
                    LakeState(store, version, {b.batch: b for b in found.batches}, found.at, found.swept),
                    found.commit,
                )


def load(store: Store, version: int) -> Checkpoint | None:
    """Return a checkpoint, None if it is truncated, damaged or of another format."""
    try:
        packed = store.read(key_of(version))
        found = from_msgpack(zstandard.ZstdDecompressor().decompress(packed), Checkpoint)
    except (OSError, zstandard.ZstdError, Undecodable):
        return None
    return found if (found.format, found.version) == (FORMAT, version) else None


def versions(store: Store) -> list[int]:
    """Return the versions that have a checkpoint.

    Raises:
        LakeError: the store refuses.
    """
    with reading(store.path(FOLDER)):
        entries = store.entries(FOLDER)
    names = (entry.key.removeprefix(f"{FOLDER}/").removesuffix(".zst") for entry in entries)
    return [int(name) for name in names if name.isdecimal()]


def _thin(store: Store) -> None:
    store.delete(key_of(version) for version in sorted(versions(store))[:-2] if version % KEPT_LONG)
