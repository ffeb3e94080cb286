"""Commands run as a person runs them, in processes with limits; what they took is measured."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
MEMORY = 8 << 30
"""Bytes of address space that an attacked process may have: the machine itself must come to no harm."""

SECONDS = 240


class Done(NamedTuple):
    """What a command did: its exit code (None when it was ended for time), its output, the seconds, the largest process's bytes, and the
    seconds of a processor that it took with those it started: however busy the machine is, they are about the same."""

    code: int | None
    out: str
    err: str
    seconds: float
    peak: int
    work: float

    @property
    def wrong(self) -> str:
        """What no command may do, empty when it did none of it: die, hang, or show a traceback."""
        if self.code is None:
            return f"hung for {self.seconds:.0f} s"
        if self.code not in (0, 1, 2):
            return f"exit code {self.code}: {self.err[-300:]}"
        for sign in ("Traceback", "internal error", "panicked", "Segmentation"):
            if sign in self.out + self.err:
                return f"{sign}: {_around(self.out + self.err, sign)}"
        return ""


def sitrep(*words: object, seconds: float = SECONDS) -> Done:
    """Run the `sitrep` command."""
    return run([sys.executable, "-m", "sitrep", *map(str, words)], seconds)


def run(command: list[str], seconds: float = SECONDS) -> Done:
    """Run a command with limits; its own children count too."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=err, preexec_fn=_limited)
        code, peak, work = _waited(process, start + seconds)
        took = time.monotonic() - start
        out.seek(0)
        err.seek(0)
        return Done(code, out.read().decode(errors="replace"), err.read().decode(errors="replace"), took, peak, work)


def _limited() -> None:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _waited(process: subprocess.Popen[bytes], end: float) -> tuple[int | None, int, float]:
    while time.monotonic() < end:
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, used.ru_maxrss << 10, used.ru_utime + used.ru_stime
        time.sleep(0.02)
    os.killpg(process.pid, 9)
    process.wait()
    return None, 0, 0.0


def _around(text: str, sign: str) -> str:
    at = text.index(sign)
    return " ".join(text[max(0, at - 100) : at + 300].split())
