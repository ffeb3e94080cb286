"""Files of a lake checked against the checksums in its log, once per process, on first use.

A Parquet reader detects damage in a file's structure, not in its values. So the SHA-256 of a file is compared before
its first read; the process remembers good files. A store that keeps checksums itself (S3) is trusted; `sitrep verify`
reads every byte in any case.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from warehouse.errors import FROM_A_COPY, LakeError
from warehouse.state import Batch, File, LakeState, data_key

_SOUND: set[tuple[str, str]] = set()
"""Files found intact on first use: path and checksum."""

_HANDS = ThreadPoolExecutor(4, "sitrep-checksums")


def check(state: LakeState, table: str, batches: Iterable[Batch]) -> None:
    """Check the files of a table against the log, unless this process already has.

    Raises:
        LakeError: one is missing or changed; the message names it and the cure.
    """
    if state.store.checks_itself:
        return
    files = ((state.store.path(data_key(table, one.batch)), one.files[table]) for one in batches if table in one.files)
    unknown = [(path, file) for path, file in files if (str(path), file.sha256) not in _SOUND]
    for trouble in _HANDS.map(_trouble, unknown) if len(unknown) > 1 else map(_trouble, unknown):
        if trouble:
            raise LakeError(trouble)
    _SOUND.update((str(path), file.sha256) for path, file in unknown)


def damage(content: bytes, file: File) -> str:
    """Return what is wrong with the content of a file, in a few words; empty if nothing is."""
    if len(content) != file.bytes:
        return f"damaged: it has {len(content):,} bytes, the log expects {file.bytes:,}"
    if file.sha256 and sha256(content).hexdigest() != file.sha256:
        return f"damaged: its SHA-256 is not {file.sha256}, as the log expects"
    return ""


def _trouble(one: tuple[Path | str, File]) -> str:
    path, file = one
    try:
        found = damage(Path(path).read_bytes(), file)
    except OSError as error:
        found = f"cannot be read: {error.strerror or error}"
    return f"{path}: {found}; {FROM_A_COPY}" if found else ""
