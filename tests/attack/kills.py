"""Ingests, compactions, vacuums, migrations, backups, caches and exports killed at any moment: what was in the lake is in it still, and
the same command again does the rest and leaves what it leaves where nothing was killed."""

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

import duckdb
import msgspec
import polars as pl

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
WRITTEN = {
    "export csv": 40,
    "export delta": 75,
    "export duckdb": 1,
    "export excel": 1,
    "export lake": 40,
    "backup": 110,
    "cache": 1,
}
"""The same of what writes elsewhere than into the lake's log."""
TARGETS = {
    "export csv": "out",
    "export delta": "out",
    "export duckdb": "out.duckdb",
    "export excel": "out.xlsx",
    "export lake": "out",
    "backup": "copy",
    "cache": "cache.duckdb",
}
"""What each of these is to leave, and nothing beside it: in a folder of its own, the cache in that of the lake."""


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Kill one command a round; see the module."""
    commands = [*CHANGES, *WRITTEN]
    tally = Tally("kills", seed, [f"kill -9 of {command}" for command in commands])
    with TemporaryDirectory(prefix="sitrep-attack-") as folder:
        befores, records = {command: Path(folder, f"before-{command}") for command in CHANGES}, Path(folder, "records")
        _prepare(befores, records)
        for number in rounds:
            command = commands[number % len(commands)]
            place = Path(copytree(befores[command if command in CHANGES else "compact"], Path(folder, f"lake-{number}")))
            dice = random.Random(f"{seed} {number}")
            if command in CHANGES:
                found, when = _killed(command, place, records, dice)
            else:
                found, when = _killed_writing(command, place, Path(folder, f"written-{number}"), dice)
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
        lake.write([replace(game, header=msgspec.structs.replace(game.header, game=name), digest=name) for name in names])
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
    ended = _kill(words, place, wanted, late)
    wrong = _unsound(place, old, f"killed after {wanted} files")
    again = _sitrep(*words)
    if again.wrong or again.code:
        wrong.append(f"killed after {wanted} files: the same command again: {again.wrong or again.err[-300:]}")
    new = {f"good-{number}" for number in range(12)} if command == "ingest" else set[str]()
    wrong += _unsound(place, old | new, f"killed after {wanted} files, at the end")
    wrong += [one.text for one in verify(Lake.open(place)) if not one.remark] if not wrong else []
    return wrong, "too late" if ended else "in time"


def _kill(words: list[object], place: Path, wanted: int, late: float) -> bool:
    """Kill a command some time after it made or took away so many files of a place; return whether it ended before that."""
    process = subprocess.Popen(_command(*words), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    ended = _waited(process, place, wanted)
    if not ended:
        time.sleep(late)
        ended = process.poll() is not None
        if not ended:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return ended


def _killed_writing(command: str, lake: Path, folder: Path, dice: random.Random) -> tuple[list[str], str]:
    """Kill a command that writes beside the lake, sometimes over an earlier one, and run it again; return as `_killed` does."""
    folder.mkdir()
    what, _, form = command.partition(" ")
    place = lake if what == "cache" else folder
    target, old = place / TARGETS[command], _games(lake)
    before = {path.name for path in place.iterdir()}
    words = ["export", target, "--to", form] if form else ["lake", what, *([target] if what == "backup" else [])]
    words += ["--lake", lake]
    over = what == "export" and dice.random() < 0.5
    if over:
        _sitrep(*words)
    at = f"killed {'over an earlier one ' if over else ''}after {(wanted := dice.randrange(WRITTEN[command]))} files"
    ended = _kill(words, place, wanted, dice.uniform(0, 0.1 if WRITTEN[command] == 1 else 0.3))
    wrong = _unsound(lake, old, at)
    if over and not (target.exists() or any(place.glob(f".{target.name}.*.old"))):
        wrong.append(f"{at}: the earlier one is gone")
    again = _sitrep(*words)
    if again.wrong or again.code:
        wrong.append(f"{at}: the same command again: {again.wrong or again.err[-300:]}")
    elif left := {path.name for path in place.iterdir()} ^ before ^ {target.name}:
        wrong.append(f"{at}: at the end there is, or lacks, {sorted(left)}")
    elif lacking := old - _told(target, form or what):
        wrong.append(f"{at}: at the end it lacks games: {sorted(lacking)}")
    return wrong + _unsound(lake, old, f"{at}, at the end"), "too late" if ended else "in time"


def _told(target: Path, form: str) -> set[str]:
    """Return the games of what was written; none of a lake in which verify finds anything."""
    if form in ("backup", "lake"):
        return _games(target) if all(one.remark for one in verify(Lake.open(target))) else set()
    if form == "excel":
        return set(pl.read_excel(target, sheet_name="games", columns=["game_id"])["game_id"])
    if form == "csv":
        return set(pl.read_csv(target / "games.csv")["game_id"])
    with duckdb.connect() as con:
        if form == "delta":
            return {game for (game,) in con.execute(f"SELECT game_id FROM '{target}/games/*.parquet'").fetchall()}
        con.execute(f"ATTACH '{target}' AS made (READ_ONLY)")
        return {game for (game,) in con.execute("SELECT game_id FROM made.games").fetchall()}


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
