"""Reading one record of a stranger in a separate process, limited in time, memory and output.

The process gets the file and an empty folder, replays the record, writes a lake of that one game, and reports on
standard output. If it exceeds a limit, it is killed and the caller continues.

    row = ingest_apart(Path("upload.tsvg"), Path("upload-lake"))
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import msgspec

from engine.decoding import Undecodable, from_json
from engine.machine import bound, end_with_parent
from engine.parts import keep_out
from ingest.files import shown
from ingest.report import REFUSED, Report, Row

SECONDS = 120
"""Wall-clock limit of a record, in seconds, and half of its limit of processor time; the longest known game takes 40."""

MEMORY = 4 * 2**30
"""Limit of the process's address space in bytes: Parquet readers reserve much more than they use."""

WRITTEN = 512 * 2**20
"""Size limit in bytes of any file it writes."""


def ingest_apart(path: Path, lake: Path, name: str = "", seconds: float = SECONDS, memory: int = MEMORY) -> Row:
    """Read one record into a new lake in a process of its own; return its row of the report; a bad record never raises.

    Args:
        path: the record. lake: an empty or a new folder. name: what the record is called, when not by its path.
        seconds: time it may take. memory: bytes of address space it may have.
    """
    name = name or shown(path)
    words = (path.resolve(), lake.resolve(), int(seconds) + 1, memory)
    command = [sys.executable, "-m", "ingest.sandbox", *map(str, words)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return _refused(name, f"was not read within {seconds:g} seconds; `sitrep ingest` reads it without that bound")
    try:
        row = from_json(done.stdout, Row)
    except Undecodable:
        why = f"signal {-done.returncode}" if done.returncode < 0 else f"exit code {done.returncode}"
        return _refused(name, f"the process that read it ended with {why}; it may have {memory >> 20} MiB of memory")
    message = row.message.replace(shown(path.resolve()), name)
    return msgspec.structs.replace(row, path=name, message=message)


def _refused(name: str, why: str) -> Row:
    return Row(name, REFUSED, message=f"{name}: {why}")


def main(path: str, lake: str, seconds: str, memory: str) -> None:
    """Read a record into a lake under limits, and print its row of the report as JSON."""
    end_with_parent()
    keep_out()
    bound(lasting=True, CPU=2 * int(seconds), AS=int(memory), FSIZE=WRITTEN, CORE=0)
    # imported only now, so that imports are limited too
    from ingest.find import walk
    from ingest.limits import OF_STRANGERS
    from ingest.pipeline import ingest
    from warehouse import Lake

    try:
        found = list(islice(walk([Path(path)]), 2))
        if len(found) > 1:
            row = _refused(
                path,
                "a table of several results; expected one recorded game; `sitrep ingest` reads such a table into a lake",
            )
        else:
            report: Report = ingest(found, Lake.create(Path(lake)), limits=replace(OF_STRANGERS, memory=int(memory)))
            row = report.rows[0]
    except MemoryError:
        row = _refused(path, f"needs more than {int(memory) >> 20} MiB of memory")
    sys.stdout.buffer.write(msgspec.json.encode(row))


if __name__ == "__main__":
    main(*sys.argv[1:])
