"""Every kind of file of a lake flipped in one bit, taken away, or exchanged for another of its kind: readers say what they said
before, or name the file."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from shutil import copyfile, copytree, rmtree
from tempfile import TemporaryDirectory

from ingest import ingest, replay_file
from tests.attack.part import Row, Tally
from tests.attack.processes import run
from tests.attack.records import good
from tests.attack.records import records as small
from warehouse import Lake, checkpoints
from warehouse.upkeep import make_cache, vacuum

KINDS = {
    "tables": "data/*/*.parquet",
    "commits": "_log/*.json",
    "checkpoints": "_checkpoints/*.zst",
    "the cache": "cache.duckdb",
    "lists of refused files": "_refused/*",
    "what says which commit is the newest": "_head/*",
}


DAMAGE = ("flipped", "taken away", "exchanged")
MISSED = {("lists of refused files", "taken away"): {"refused"}}
"""Damage to the readers that may say something else after it without an error: nothing tells that such a list was there."""


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Damage one file of a lake a round; see the module."""
    cases = [(kind, damage) for kind in KINDS for damage in DAMAGE]
    tally = Tally("flips", seed, [f"{kind} {damage}" for kind, damage in cases])
    with TemporaryDirectory(prefix="sitrep-attack-") as folder:
        sound = _lake(Path(folder))
        said = _answers(sound, 0)
        for number in rounds:
            kind, damage = cases[number % len(cases)]
            dice = random.Random(f"{seed} {number}")
            place = Path(copytree(sound, Path(folder, f"lake-{number}")))
            every = sorted(path for path in place.glob(KINDS[kind]) if path.is_file())
            chosen = dice.choice(every)
            others = [path for path in every if path.parent == chosen.parent and path != chosen]
            before = chosen.read_bytes()
            where = _exchanged(chosen, others, dice) if damage == "exchanged" else _damaged(chosen, damage, dice)
            now = _answers(place, number)
            seen, wrong = _compared(said, now, chosen.name, MISSED.get((kind, damage), set()))
            changed = not chosen.exists() or chosen.read_bytes() != before
            if kind == "tables" and changed and now.get("verify") == said["verify"]:
                wrong.append("verify finds nothing in a table that a version has")
            tally.note(f"{kind} {damage}", number, [f"{where}: {one}" for one in wrong], seen)
            rmtree(place)
    return tally.rows()


def _lake(folder: Path) -> Path:
    """Make a lake that has every kind of file: in few batches, for each file is read again in each round."""
    place, records = folder / "sound", folder / "records"
    records.mkdir()
    lake = Lake.create(place)
    good(records, 3)
    game = replay_file(next(records.iterdir()))
    for _ in range(checkpoints.EVERY):
        lake.write([game])
    for name in ("save.tsvg", "summary.txt"):
        (records / name).write_bytes(small()[name])
    (records / "bad.jsonl").write_text("not a record\n")
    ingest([records], lake)
    vacuum(lake, timedelta(0), timedelta(0))
    for _ in range(2):  # the first of them is a table that only an older version has
        lake.write([game])
    make_cache(lake)
    return place


def _exchanged(path: Path, others: list[Path], dice: random.Random) -> str:
    """Copy another file of the kind over a file, as a hand that slips does; return how. Without another nothing is done."""
    if not others:
        return f"{path.parent.name}/{path.name} alone"
    copyfile(other := dice.choice(others), path)
    return f"{path.parent.name}/{other.name} copied over {path.name}"


def _damaged(path: Path, damage: str, dice: random.Random) -> str:
    """Damage a file; return how."""
    where = f"{path.parent.name}/{path.name} {damage}"
    if damage == "taken away":
        path.unlink()
        return where
    data = bytearray(path.read_bytes())
    at, bit = dice.randrange(len(data)), dice.randrange(8)
    data[at] ^= 1 << bit
    path.write_bytes(data)
    return f"{where} at byte {at}, bit {bit}"


def _answers(place: Path, number: int) -> dict[str, str]:
    done = run([sys.executable, "-m", "tests.attack.answers", str(place), str(number)])
    if done.wrong or done.code:
        return {"all readers": f"died: {done.wrong or done.err[-300:]}"}
    return json.loads(done.out)


def _compared(said: dict[str, str], now: dict[str, str], name: str, missed: set[str]) -> tuple[list[str], list[str]]:
    """Return for each reader that it said what it said before, or refused; and what none may say."""
    seen, wrong = [], []
    for reader, answer in now.items():
        if answer == said.get(reader):
            seen.append("as before")
        elif reader in missed:
            seen.append("not noticed")
        elif name in answer and (answer.startswith("error: ") or reader == "verify"):
            seen.append("refused")
            if now["verify"] == said["verify"]:
                wrong.append(f"verify finds nothing where {reader} does")
        else:
            wrong.append(f"{reader}: {answer[:400]} instead of {said.get(reader)}")
    return seen, wrong
