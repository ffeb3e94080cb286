"""Files that are replaced whole or not at all; the stores of a lake write theirs once and never replace one."""

from __future__ import annotations

from pathlib import Path


def put_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place, then put it there; whoever opens it finds all of the old or all of the new.

    Raises:
        OSError: it cannot be written; what was there stays.
    """
    part = path.with_name(f".{path.name}.part")  # one name, so that the next run takes the place of one that was killed
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
