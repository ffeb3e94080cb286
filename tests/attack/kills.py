"""Ingests, compactions, vacuums and migrations killed at any moment: what was in the lake is in it still, and the same command again
does the rest."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

import msgspec

from ingest import replay_file
from tests.attack.part import Row, Tally
from tests.attack.processes import ROOT, SECONDS, Done, run
from tests.attack.records import good
from tests.warehouse.older import OLDER, make_older
from warehouse import Lake
from warehouse.log import Log
from warehouse.schema import TABLES
from warehouse.stores import store_of
from warehouse.upkeep import compact
from warehouse.verify import verify

CHANGES = {"ingest": 120, "compact": 38, "vacuum": 90, "migrate": 110}
"""Command to about how many files it makes or takes away; it is killed after as many of them as the dice say."""


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Kill one command a round; see the module."""
    commands = list(CHANGES)
    tally = Tally("kills", seed, [f"kill -9 of {command}" for command in commands])
    with TemporaryDirectory(prefix="sitrep-attack-") as folder:
        befores, records = {command: Path(folder, f"before-{command}") for command in commands}, Path(folder, "records")
        _prepare(befores, records)
        for number in rounds:
            command = commands[number % len(commands)]
            place = Path(copytree(befores[command], Path(folder, f"lake-{number}")))
            found, when = _killed(command, place, records, random.Random(f"{seed} {number}"))
            tally.note(f"kill -9 of {command}", number, found, [when])
            subprocess.run(["rm", "-rf", str(place)], check=True)
    return tally.rows()


def _prepare(befores: dict[str, Path], records: Path) -> None:
    """Make a lake of some commits for each command, such that it has something to do; and records that are in none yet."""
    records.mkdir()
    good(records, 12)
    lake = Lake.create(befores["ingest"])
    game = replay_file(records / "good-0.jsonl")
    for commit in range(3):
        names = [f"old-{commit}-{number}" for number in range(3)]
        lake.write(
            [replace(game, header=msgspec.structs.replace(game.header, game=name), digest=name) for name in names]
        )
    for place in list(befores.values())[1:]:
        copytree(lake.path, place)
    compact(Lake.open(befores["vacuum"]))
    make_older(Lake.open(befores["migrate"]), OLDER[-1])


def _words(command: str, place: Path, records: Path) -> list[object]:
    if command == "ingest":
        return ["ingest", records, "--lake", place]
    return ["lake", command, "--lake", place, *(["--older-than", "0s"] if command == "vacuum" else [])]


def _command(*words: object) -> list[str]:
    return [sys.executable, "-m", "tests.attack.eager", *map(str, words)]


def _sitrep(*words: object) -> Done:
    return run(_command(*words))


def _killed(command: str, place: Path, records: Path, dice: random.Random) -> tuple[list[str], str]:
    """Kill a command once, look, run it again; return what is wrong, and when it was killed."""
    words, old = _words(command, place, records), _games(place)
    wanted, late = dice.randrange(CHANGES[command]), dice.uniform(0, 0.05)
    process = subprocess.Popen(
        _command(*words), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    ended = _waited(process, place, wanted)
    if not ended:
        time.sleep(late)
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    wrong = _unsound(place, old, f"killed after {wanted} files")
    again = _sitrep(*words)
    if again.wrong or again.code:
        wrong.append(f"killed after {wanted} files: the same command again: {again.wrong or again.err[-300:]}")
    new = {f"good-{number}" for number in range(12)} if command == "ingest" else set[str]()
    wrong += _unsound(place, old | new, f"killed after {wanted} files, at the end")
    wrong += [one.text for one in verify(Lake.open(place)) if not one.remark] if not wrong else []
    return wrong, "too late" if ended else "in time"


def _waited(process: subprocess.Popen[bytes], place: Path, wanted: int) -> bool:
    """Wait until a command has made or taken away so many files of a lake; return whether it ended before that."""
    before, end = _files(place), time.monotonic() + SECONDS
    while process.poll() is None and time.monotonic() < end:
        if len(_files(place) ^ before) > wanted:
            return False
        time.sleep(0.002)
    return process.poll() is not None


def _files(place: Path) -> set[str]:
    return {f"{folder}/{name}" for folder, _, names in os.walk(place) for name in names}


def _games(place: Path) -> set[str]:
    return set(Log(store_of(place)).state().holder)


def _unsound(place: Path, old: set[str], when: str) -> list[str]:
    """Return what is wrong with a lake: games that are gone, files that cannot be read."""
    try:
        wrong = [f"{when}: games lost: {sorted(lost)}"] if (lost := old - _games(place)) else []
        if not Log(store_of(place)).state().older:  # of an older schema: that is read once it is migrated
            lake = Lake.open(place)
            for table in TABLES:
                lake.frame(table)
    except Exception as error:
        return [f"{when}: {error}"]
    return wrong
