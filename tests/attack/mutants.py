"""Records of every format, damaged by chance, ingested by the hundred: each ends in rows or in one clear line, and none harms another."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.attack.part import Row, rounds
from tests.attack.processes import sitrep
from tests.attack.records import good, records

EACH = 24
"""Mutants of a record in one ingest."""

_NUMBER = re.compile(rb"\d+")
_LARGE = (b"-1", b"0", b"99", b"3000000", b"2147483648", b"16777215", b"9" * 30, b"1e400", b"\x1b[2J", b"\\u001b[2J")


def attack(seed: int, seconds: float) -> Iterator[Row]:
    """Yield a row for each record; see the module."""
    kinds = records()
    for name, content in kinds.items():
        tried, found, seen = 0, [], Counter[str]()
        for number in rounds(seconds / len(kinds)):
            with TemporaryDirectory(prefix="sitrep-attack-") as folder:
                dice = random.Random(f"{seed} {name} {number}")
                statuses, wrong = _ingested(Path(folder), name, [mutant(content, dice) for _ in range(EACH)])
            tried += EACH
            seen += statuses
            found += [f"seed {seed}, round {number}: {one}" for one in wrong]
        yield Row(
            f"mutants of {name}", tried, tuple(found), ", ".join(f"{n} {what}" for what, n in sorted(seen.items()))
        )


def mutant(content: bytes, dice: random.Random) -> bytes:
    """Return a content with a few things changed: bits, bytes, lines, numbers."""
    data = bytearray(content)
    for _ in range(dice.choice((1, 1, 2, 5))):
        at = dice.randrange(len(data)) if data else 0
        what = dice.randrange(7)
        if what == 0 and data:
            data[at] ^= 1 << dice.randrange(8)
        elif what == 1:
            del data[at:]
        elif what == 2:
            del data[at : at + dice.randrange(1, 200)]
        elif what == 3:
            start = dice.randrange(len(content))
            data[at:at] = content[start : start + dice.randrange(1, 400)]
        elif what == 4:
            data[at : at + 4] = dice.choice((b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", bytes(4), b"\x1b[2J"))
        elif what == 5:
            lines = data.split(b"\n")
            dice.shuffle(lines)
            data = bytearray(b"\n".join(lines))
        elif numbers := list(_NUMBER.finditer(bytes(data))):
            one = dice.choice(numbers)
            data[one.start() : one.end()] = dice.choice(_LARGE)
    return bytes(data)


def _ingested(folder: Path, name: str, mutants: list[bytes]) -> tuple[Counter[str], list[str]]:
    """Return how many mutants had which status, and what went wrong."""
    (folder / "in").mkdir()
    for number, content in enumerate(mutants):
        (folder / "in" / f"{number:03}-{name}").write_bytes(content)
    kept = good(folder / "in")
    done = sitrep("ingest", folder / "in", "--lake", folder / "lake", "--json")
    if done.wrong:
        return Counter(), [done.wrong]
    rows = json.loads(done.out)["files"]
    wrong = [] if len(rows) == len(mutants) + len(kept) else [f"{len(rows)} rows of {len(mutants) + len(kept)} files"]
    told = {row["game_id"] for row in rows if row["status"] != "refused"}
    wrong += [f"sound game {game} was kept out" for game in kept if game not in told]
    checked = sitrep("verify", "--lake", folder / "lake")
    if checked.wrong or checked.code:
        wrong.append(f"verify: {checked.wrong or checked.out[-500:]}")
    return Counter(row["status"] for row in rows if Path(row["path"]).stem not in kept), wrong
