"""Looking for the decisions of a game in a process of its own, which a page follows and may end; what it finds is kept in the lake."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from ingest.decisions import KEPT


class Search:
    """A search that runs, or has ended.

    Attributes:
        game: of the lake. done, total: games played, and in all; 0 in all until the decisions are known. message: how it ended, empty
            while it runs.
    """

    def __init__(self, record: Path, lake: str, game: str) -> None:
        self.game = game
        self.done = self.total = 0
        self.message = ""
        self.cancelled = False
        self._process: subprocess.Popen[str] | None = None
        self._command = [sys.executable, "-m", "ingest.decisions", str(record), lake, game]
        # The process ends with the thread that starts it: one that waits for it.
        self._thread = threading.Thread(target=self._follow, name="sitrep-decisions", daemon=True)
        self._thread.start()

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._thread.is_alive()

    def cancel(self) -> None:
        """End it; nothing is kept."""
        self.cancelled = True
        if self._process is not None:
            self._process.kill()

    def join(self, seconds: float | None = None) -> None:
        """Wait for its end."""
        self._thread.join(seconds)

    def _follow(self) -> None:
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        with subprocess.Popen(self._command, stdin=nothing, stdout=pipe, stderr=nothing, text=True, encoding="utf-8") as process:
            self._process = process
            if self.cancelled:
                process.kill()
            assert process.stdout is not None
            last = ""
            for line in process.stdout:
                if not self._hear(line.strip()):
                    last = line.strip()
        self.message = "cancelled" if self.cancelled else last if process.returncode in (0, 1) and last else "the process was stopped"

    def _hear(self, line: str) -> bool:
        """Return whether a line tells how many games are played, and take it."""
        done, _, total = line.partition(" ")
        if told := done.isdigit() and total.isdigit():
            self.done, self.total = int(done), int(total)
        return told

    @property
    def is_kept(self) -> bool:
        """Whether it has ended well."""
        return self.message == KEPT
