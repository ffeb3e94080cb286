"""`make digests`: prints, for every recorded game, how many events it has and a digest of them all.

A change that only moves or renames code changes no event of any record:

    make digests > before.txt        on the commit before
    make digests > after.txt         on the commit after
    diff before.txt after.txt

The records are the sample games and, where it is found, the saves of the reference material (see CONTRIBUTING.md);
ARGS="a.jsonl b.tsvg" names others.
"""

from __future__ import annotations

import hashlib
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from engine.errors import RecordError
from ingest.read import replay_file
from tests.reference import ROOT, reference_folder

ENDINGS = {".jsonl", ".gz", ".zst", ".tsvg"}


def records(words: Sequence[str]) -> list[Path]:
    """Return the records to read: those named, or all samples and all saves of the reference material."""
    if words:
        return [Path(word) for word in words]
    return [
        *(path for path in sorted((ROOT / "ingest/samples").iterdir()) if path.suffix in ENDINGS),
        *sorted((reference_folder() / "saves").rglob("*.tsvg")),
    ]


def digest(path: Path) -> str:
    """Return the number of a record's events and a digest of them, or why it is refused."""
    try:
        with warnings.catch_warnings(action="ignore"):
            events = replay_file(path).events
    except RecordError as error:
        return f"refused: {type(error).__name__}"
    whole = hashlib.sha256()
    for event in events:
        whole.update(f"{event!r}\n".encode())
    return f"{len(events):>7,} {whole.hexdigest()[:32]}"


def lines(paths: Iterable[Path]) -> Iterator[str]:
    """Yield a line for each record."""
    for path in paths:
        yield f"{path.name:<60} {digest(path)}"


if __name__ == "__main__":
    for line in lines(records(sys.argv[1:])):
        print(line, flush=True)
