"""Ingests, compactions and vacuums killed at any moment: what was in the lake is in it still, and the same command again does the rest."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from tests.attack.part import Row, rounds
from tests.attack.processes import ROOT, sitrep
from tests.attack.records import good
from warehouse import Lake

COMMANDS = ("ingest", "compact", "vacuum", "migrate")


def attack(seed: int, seconds: float) -> Iterator[Row]:
    """Yield a row for each command; see the module."""
    with TemporaryDirectory(prefix="sitrep-attack-") as folder:
        before, records = Path(folder, "before"), Path(folder, "records")
        _prepared(before, records)
        for command in COMMANDS:
            tried, found = 0, []
            for number in rounds(seconds / len(COMMANDS)):
                dice = random.Random(f"{seed} {command} {number}")
                place = Path(copytree(before, Path(folder, "lake")))
                tried += 1
                found += [f"seed {seed}, round {number}: {one}" for one in _killed(command, place, records, dice)]
                subprocess.run(["rm", "-rf", str(place)], check=True)
            yield Row(f"kill -9 of {command}", tried, tuple(found))


def _prepared(before: Path, records: Path) -> None:
    """Make a lake of some commits, and records that are not in it yet."""
    for number in range(4):
        folder = before.parent / f"in-{number}"
        folder.mkdir()
        for path, name in [(folder / f"{name}.jsonl", name) for name in good(folder)]:
            path.write_text(path.read_text().replace(name, f"old-{number}-{name}"))
        sitrep("ingest", folder, "--lake", before)
    records.mkdir()
    good(records, 40)


def _words(command: str, place: Path, records: Path) -> list[str]:
    if command == "ingest":
        return ["ingest", str(records), "--lake", str(place)]
    return ["lake", command, "--lake", str(place), *(["--older-than", "0s"] if command == "vacuum" else [])]


def _killed(command: str, place: Path, records: Path, dice: random.Random) -> list[str]:
    """Kill a command once, look, run it again, and return what is wrong."""
    old = set(Lake.open(place).digests())
    words = [sys.executable, "-m", "tests.ingest.small_batches", *_words(command, place, records)]
    process = subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    time.sleep(dice.uniform(0.5, 4 if command == "ingest" else 2))
    process.send_signal(signal.SIGKILL)
    process.wait()
    wrong = _unsound(place, old, "after the kill")
    again = sitrep(*_words(command, place, records))
    if again.wrong or again.code:
        wrong.append(f"the same command again: {again.wrong or again.err[-300:]}")
    return wrong + _unsound(place, old, "at the end")


def _unsound(place: Path, old: set[str], when: str) -> list[str]:
    try:
        lost = old - set(Lake.open(place).games()["game_id"])
    except Exception as error:
        return [f"{when}: {error}"]
    checked = sitrep("verify", "--lake", place)
    wrong = [f"{when}: games lost: {sorted(lost)}"] if lost else []
    return wrong + ([f"{when}: verify: {checked.wrong or checked.out[-300:]}"] if checked.code else [])
