"""Damaged saves and logs: each is read or refused in one error, quickly, in little memory, and never by a crash.

Here a few; `.venv/bin/python -m tests.vassal.test_mutants 10000` tries ten thousand, and a second number is their seed.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from pathlib import Path

import pytest

from engine.errors import RecordError
from engine.state import GameState
from ingest.vassal.reader import parse
from tests.attack.mutants import mutant
from tests.vassal.module import whole
from tests.vassal.writer import archive, container, hidden

COUNT = 120
SECONDS = 20.0
"""Of a processor, for one mutant of a small log: hundreds of times what it takes."""
MEMORY = 2 << 30
"""Bytes of address space for a run of many; a mutant that needs more ends it with a MemoryError."""


def tried(content: bytes) -> bool:
    """Whether a content is read; else it was refused in one line. What is read comes to what is seen at its end."""
    start = time.process_time()
    try:
        recording = parse(content, "mutant.vlog")
    except RecordError as error:
        assert str(error)
        return False
    finally:
        assert time.process_time() - start < SECONDS
    assert recording.gap == 0
    GameState().apply_all(entry.event for entry in recording.entries)  # type: ignore[union-attr]
    return True


def run(seed: int, count: int, contents: list[bytes]) -> int:
    """How many of so many mutants were read."""
    read = 0
    for number in range(count):
        dice = random.Random(f"{seed} {number}")
        text = dice.choice(contents)
        data = mutant(text, dice)
        read += tried(data if dice.random() < 0.7 else archive({"savedGame": data}))
    return read


def sources() -> list[bytes]:
    """Texts to damage: plain, so that the damage goes deeper than the archive's checksum, and hidden ones."""
    text = whole().text
    return [text.encode(), text.encode(), hidden(text), container(text), hidden(text, "VOBS"), hidden(text, "!VCSZ")]


def test_a_damaged_log_is_read_or_refused() -> None:
    assert 0 < run(1, COUNT, sources()) < COUNT


@pytest.mark.parametrize("name", ["demo.vlog", "tobruk_meeting.vsav"])
def test_a_damaged_sample_is_read_or_refused(shared: Path, name: str) -> None:
    from tests.vassal.second_reader import text_of

    content = (shared / "vassal" / name).read_bytes()
    assert 0 <= run(2, COUNT // 4, [text_of(content).encode(), content]) < COUNT // 4


def main(wanted: int, seed: int = 7) -> None:
    """Try so many with MEMORY at hand, and print how many were read and the most memory that was used; an error ends it."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    read = run(seed, wanted, sources())
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{read:,} of {wanted:,} mutants (seed {seed}) were read, the others refused; {used:,.0f} MiB of memory at most")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
