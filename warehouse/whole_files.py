"""Files that are replaced whole or not at all; the stores of a lake write theirs once and never replace one."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.machine import MOVES_LOCKED, alone, locked, put_in_place
from warehouse.errors import LakeError


def put_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place, then put it there; whoever opens it finds all of the old or all of the new.

    Of several who write it at once each writes all of it, and that of the last one stays.

    Raises:
        OSError: it cannot be written; what was there stays.
    """
    with _part_of(path) as part:
        part.write_bytes(content)
        put_in_place(part, path)


@contextmanager
def _part_of(path: Path) -> Iterator[Path]:
    """Give the place of a file's draft: the same name each time, so that the next run takes the place of one that was killed.

    The name is another one while somebody else writes there, and where the system has no locks that tell.
    """
    usual = path.with_name(f".{path.name}.part")
    if not MOVES_LOCKED:
        with _gone_where_it_fails(path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}.part")) as part:
            yield part
        return
    with (
        locked(usual) as free,
        _gone_where_it_fails(usual if free else path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}.part")) as part,
    ):
        yield part


@contextmanager
def _gone_where_it_fails(part: Path) -> Iterator[Path]:
    try:
        yield part
    except BaseException:  # else it has gone to its place, and the name may be another's by now
        part.unlink(missing_ok=True)
        raise


@contextmanager
def one_writer(folder: Path, what: str) -> Iterator[None]:
    """Hold a folder that several files of one thing are written into: of two writers at once the second one is told.

    Raises:
        LakeError: another writes there. OSError: the folder cannot be opened.
    """
    with alone(folder) as free:
        if not free:
            raise LakeError(
                f"{folder}: another process writes {what} there at this moment; wait until it has ended, and run the same command again"
            )
        yield
