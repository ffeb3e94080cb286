"""A folder of many records into a lake, by one process and by two: games and events a second, bytes an event, memory.

The records are TripleA's saves of the reference material where that is there, else the samples, and copies of them that
differ in one text, so that each is a game of its own.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ingest.files import unpack
from ingest.samples import samples
from tests.bench.clock import Timing
from tests.bench.saves import saves

GAMES = 60
"""Games that are ingested each time."""

_NOTES = re.compile(rb"[\x20-\x7e\n\t]*<br>[\x20-\x7e\n\t]{12,}")
"""What a map says of itself, in HTML, somewhere in a save."""

_LOG_NAME = re.compile(rb'"game":"[^"]*')

ALONE = """
import json, resource, sys, time
from ingest import ingest
from tests.memory import peak
from warehouse import Lake
if __name__ == "__main__":
    folder, lake, jobs = sys.argv[1:]
    start = time.perf_counter()
    report = ingest([folder], Lake.create(lake), jobs=int(jobs))
    seconds = time.perf_counter() - start
    peaks = [peak() / (1 << 20), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024]
    print(json.dumps([report.counts, sum(row.events for row in report.rows), seconds, *peaks]))
"""
"""What is timed, in a process of its own: its peaks of memory are its own and its largest worker's, in MiB."""


def lines(games: int = GAMES) -> Iterator[Timing]:
    """Yield a line for one process that reads, and one for two."""
    with tempfile.TemporaryDirectory(prefix="sitrep-bench-") as folder:
        records, what = Path(folder, "records"), copies(saves(), games, Path(folder, "records"))
        (script := Path(folder, "alone.py")).write_text(ALONE)
        for jobs in (1, 2):
            yield _line(script, records, Path(folder, f"lake-{jobs}"), jobs, what)


def copies(originals: list[Path], games: int, folder: Path) -> str:
    """Write so many records, each a game of its own, and return in words what they are."""
    folder.mkdir()
    contents = [unpack(path.read_bytes(), path.name) for path in originals or samples()]
    contents = [content for content in contents if _named(content, 0) != content]
    for number in range(games):
        content = _named(contents[number % len(contents)], number)
        (folder / f"{number}.gz").write_bytes(gzip.compress(content))
    return f"{games} games, copies of {len(contents)} {'saves of TripleA' if originals else 'samples'}"


def _named(content: bytes, number: int) -> bytes:
    """Return a record as another game: a log by its header, a save by a word of its map's notes; others as they are."""
    mark = b"%08d" % number
    if content.startswith(b"{"):
        return _LOG_NAME.sub(b'"game":"' + mark, content, count=1)
    notes = _NOTES.search(content)
    return content[: notes.end() - 12] + mark + content[notes.end() - 4 :] if notes else content


def _line(script: Path, records: Path, lake: Path, jobs: int, what: str) -> Timing:
    root = str(Path(__file__).parents[2])
    command = [sys.executable, str(script), str(records), str(lake), str(jobs)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env={"PYTHONPATH": root}, cwd=root)
    counts, events, seconds, own, worker = json.loads(done.stdout)
    read = sum(path.stat().st_size for path in records.iterdir())
    size = sum(path.stat().st_size for path in lake.rglob("*.parquet"))
    remark = (
        f"{what}: {counts['new']} new, {counts['refused']} refused; {events / seconds:,.0f} events/s, "
        f"{size / events:.1f} bytes an event ({size / read:.1f} of the packed records); peak {own:.0f} MiB"
        + (f", a worker {worker:.0f}" if jobs > 1 else "")
    )
    return Timing(f"ingest a folder, {jobs} process{'es' * (jobs > 1)}", counts["new"] / seconds, "games/s", remark)


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES):
        print(f"{line.what:34} {line.rate:8.1f} {line.unit:8} {line.remark}", flush=True)
