"""A watched folder: which of its files are whole, and not read yet.

A file is whole when neither its size nor its time has changed for a while. Programs that upload under another name first (rsync,
most FTP servers, browsers) use hidden names or the endings below; such files are waited for.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from ingest.find import walk
from ingest.results.places import file_of

UNFINISHED = (".part", ".partial", ".filepart", ".crdownload", ".download", ".tmp", ".upload")
"""Endings of the names of files that are still on their way."""

Stamp = tuple[int, int, int]
"""Size, time of the last change in nanoseconds, and number of a file on its disk."""


class WatchedFolder:
    """A folder that is looked at again and again.

    Args:
        folder: it. settle: seconds for which a file must have stayed the same. clock: the time of now in seconds.
    """

    def __init__(self, folder: Path, settle: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.folder, self.settle, self.clock = folder, settle, clock
        self._seen: dict[Path, tuple[Stamp, float]] = {}
        self._taken: dict[Path, Stamp] = {}

    def whole(self) -> list[Path]:
        """Look at the folder; return the files that are whole and that were not taken as they are now."""
        now, found, seen = self.clock(), [], {}
        for path in walk([self.folder]):
            file = file_of(path)  # a row of a table of results is whole when its table is
            stamp = _stamp(file)
            if stamp is None or file.name.lower().endswith(UNFINISHED) or self._taken.get(path) == stamp:
                continue
            before, since = self._seen.get(path, (None, now))
            seen[path] = (stamp, since if before == stamp else now)
            if now - seen[path][1] >= self.settle:
                found.append(path)
        self._seen = seen
        return found

    def waiting(self) -> int:
        """Return how many files were seen that are not whole yet, or not taken."""
        return len(self._seen)

    def take(self, paths: Iterable[Path]) -> None:
        """Count files as read, as they were when they were found whole: one that changed meanwhile is found again."""
        for path in paths:
            if path in self._seen:
                self._taken[path] = self._seen.pop(path)[0]


def _stamp(path: Path) -> Stamp | None:
    """Return what changes when a file does; None of what is gone or no file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_size, found.st_mtime_ns, found.st_ino) if not os.path.isdir(path) else None
