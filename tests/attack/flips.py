"""One bit of every kind of file of a lake flipped, or the file taken away: readers say what they said before, or name the file."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory

from ingest import ingest
from tests.attack.part import Row, rounds
from tests.attack.processes import run, sitrep
from tests.attack.records import good
from tests.attack.records import records as small
from warehouse import Lake
from warehouse.upkeep import make_cache

KINDS = {
    "tables": "data/*/*.parquet",
    "commits": "_log/*.json",
    "checkpoints": "_checkpoints/*.zst",
    "the cache": "cache.duckdb",
    "lists of refused files": "_refused/*",
    "what says which commit is the newest": "_head/*",
}


def attack(seed: int, seconds: float) -> Iterator[Row]:
    """Yield a row for each kind of file and of damage; see the module."""
    with TemporaryDirectory(prefix="sitrep-attack-") as folder:
        sound = _lake(Path(folder))
        said = _answers(sound, 0)
        for kind, pattern in KINDS.items():
            for damage in ("flipped", "taken away"):
                tried, found, seen = 0, [], Counter[str]()
                for number in rounds(seconds / len(KINDS) / 2):
                    dice = random.Random(f"{seed} {kind} {damage} {number}")
                    files = sorted(path for path in sound.glob(pattern) if path.is_file())
                    if not files:
                        break
                    place = Path(copytree(sound, Path(folder, "lake")))
                    where, name = _damaged(place / dice.choice(files).relative_to(sound), damage, dice)
                    outcomes = _compared(said, _answers(place, number), name, place)
                    tried += 1
                    seen.update(what for _, what in outcomes)
                    found += [
                        f"seed {seed}, {where}: {reader}: {what}" for reader, what in outcomes if what[:3] == "!!!"
                    ]
                    rmtree(place)
                told = ", ".join(f"{n} {what}" for what, n in sorted(seen.items()) if what[:3] != "!!!")
                yield Row(f"{kind} {damage}", tried, tuple(found), told)


def _lake(folder: Path) -> Path:
    """Make a lake that has every kind of file."""
    place, records = folder / "sound", folder / "records"
    records.mkdir()
    good(records, 33)
    lake = Lake.create(place)
    for path in sorted(records.iterdir()):
        ingest([path], lake)
    for name, content in small().items():
        (records / name).write_bytes(content)
    (records / "bad.jsonl").write_text("not a record\n")
    ingest([records], lake)
    make_cache(lake)
    return place


def _damaged(path: Path, damage: str, dice: random.Random) -> tuple[str, str]:
    """Damage a file; return how, and its name."""
    where = f"{path.parent.name}/{path.name} {damage}"
    if damage == "taken away":
        path.unlink()
        return where, path.name
    data = bytearray(path.read_bytes())
    at, bit = dice.randrange(len(data)), dice.randrange(8)
    data[at] ^= 1 << bit
    path.write_bytes(data)
    return f"{where} at byte {at}, bit {bit}", path.name


def _answers(place: Path, number: int) -> dict[str, str]:
    done = run([sys.executable, "-m", "tests.attack.answers", str(place), str(number)])
    if done.wrong or done.code:
        return {"all": f"died: {done.wrong or done.err[-300:]}"}
    checked = sitrep("verify", "--lake", place)
    verdict = (
        f"died: {checked.wrong}"
        if checked.wrong
        else "sound"
        if not checked.code
        else f"error: {checked.out}{checked.err}"
    )
    return json.loads(done.out) | {"verify": verdict}


def _compared(said: dict[str, str], now: dict[str, str], name: str, place: Path) -> list[tuple[str, str]]:
    """Return what came of each reader; what begins with !!! may not be."""
    found = []
    for reader, answer in now.items():
        if answer == said.get(reader):
            found.append((reader, "as before"))
        elif answer.startswith("error: "):
            found.append((reader, "refused" if name in answer else f"!!! does not name the file: {answer[:300]}"))
        else:
            found.append((reader, f"!!! {answer[:400]} instead of {said.get(reader)}"))
    if "data" in name or now.get("verify") == "sound":
        wrong = [reader for reader, answer in now.items() if answer != said.get(reader)]
        found += [("verify", f"!!! finds nothing where {reader} does") for reader in wrong]
    return found
