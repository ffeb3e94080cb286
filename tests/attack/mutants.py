"""Records of every format, damaged by chance, ingested by the hundred: each ends in rows or in one clear line, and none harms another."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.attack.part import Row, Tally
from tests.attack.processes import sitrep
from tests.attack.records import good, records

EACH = 24
"""Mutants of a record in one ingest."""

_PACKED = b"\x1f\x8b"
_ID = re.compile(rb'"game": ?"[^"]*"')
_NUMBER = re.compile(rb"\d+")
_WORD = re.compile(rb"[A-Za-z][A-Za-z-]+|\d+")
_SMALL = (b"0", b"1", b"2", b"3", b"6", b"12", b"99")
_LARGE = (b"-1", b"0", b"99", b"3000000", b"2147483648", b"16777215", b"9" * 30, b"1e400", b"\x1b[2J", b"\\u001b[2J")


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Damage one record in many ways and ingest them all, a record a round; see the module."""
    kinds = records()
    tally = Tally("mutants", seed, [f"mutants of {name}" for name in kinds])
    for number in rounds:
        name = list(kinds)[number % len(kinds)]
        dice = random.Random(f"{seed} {number}")
        with TemporaryDirectory(prefix="sitrep-attack-") as folder:
            damaged = [_damaged(_named(kinds[name], one), dice) for one in range(EACH)]
            tally.note(f"mutants of {name}", number, *_ingested(Path(folder), name, damaged), tried=EACH)
    return tally.rows()


def _named(content: bytes, number: int) -> bytes:
    """Return a record with a game's id of its own, where it says one: of two records of one game the lake takes but one."""
    if content.startswith(_PACKED):
        return gzip.compress(_named(gzip.decompress(content), number), mtime=0)
    return _ID.sub(rb'"game":"mutant-%d"' % number, content, count=1)


def _damaged(content: bytes, dice: random.Random) -> bytes:
    """Return a mutant; what is packed is mostly damaged before it is packed, for a packing's own checksum finds nearly all else."""
    if content.startswith(_PACKED) and dice.random() < 0.75:
        return gzip.compress(mutant(gzip.decompress(content), dice), mtime=0)
    return mutant(content, dice)


def mutant(content: bytes, dice: random.Random) -> bytes:
    """Return a content with a few things changed; of text mostly such that it can still be read, so that what it says is tried too."""
    is_text = not content.startswith(b"\xac\xed") and b"\n" in content
    for _ in range(dice.choice((1, 1, 2, 5))):
        content = _restated(content, dice) if is_text and dice.random() < 0.75 else _broken(content, dice)
    return content


def _restated(content: bytes, dice: random.Random) -> bytes:
    """Return lines of text of which some stand elsewhere, or twice, or not at all, or say what others say; the first stays."""
    first, *lines = content.splitlines()
    if len(lines) < 2:
        return content
    one, two, what = dice.randrange(len(lines)), dice.randrange(len(lines)), dice.randrange(6)
    if what == 0:
        del lines[one : one + dice.choice((1, 1, 4, 20))]
    elif what == 1:
        lines[one:one] = lines[two : two + dice.choice((1, 1, 4, 20))]
    elif what == 2:
        lines[one], lines[two] = lines[two], lines[one]
    elif what == 3 and (numbers := list(_NUMBER.finditer(lines[one]))):
        at = dice.choice(numbers)
        lines[one] = lines[one][: at.start()] + dice.choice(_SMALL) + lines[one][at.end() :]
    elif (ours := list(_WORD.finditer(lines[one]))) and (theirs := list(_WORD.finditer(lines[two]))):
        at, other = dice.choice(ours), dice.choice(theirs)
        lines[one] = lines[one][: at.start()] + other[0] + lines[one][at.end() :]
    return b"\n".join([first, *lines, b""])


def _broken(content: bytes, dice: random.Random) -> bytes:
    """Return a content in which some bytes are changed, gone or too many."""
    data, at, what = bytearray(content), dice.randrange(len(content) or 1), dice.randrange(8)
    if what < 3 and data:
        data[at] ^= 1 << dice.randrange(8)
    elif what == 3:
        del data[at : at + dice.choice((1, 4, 200, len(data)))]
    elif what == 4:
        start = dice.randrange(len(content) or 1)
        data[at:at] = content[start : start + dice.randrange(1, 400)]
    elif what == 5:
        data[at : at + 4] = dice.choice((b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", bytes(4), b"\x1b[2J"))
    elif what == 6:
        data[at : at + 1] = bytes([dice.randrange(4)])  # a count, a kind or a flag of a save
    elif numbers := list(_NUMBER.finditer(content)):
        one = dice.choice(numbers)
        data[one.start() : one.end()] = dice.choice(_LARGE)
    return bytes(data)


def _ingested(folder: Path, name: str, mutants: list[bytes]) -> tuple[list[str], list[str]]:
    """Return what went wrong, and the status of each mutant."""
    (folder / "in").mkdir()
    for number, content in enumerate(mutants):
        (folder / "in" / f"{number:03}-{name}").write_bytes(content)
    kept = good(folder / "in")
    done = sitrep("ingest", folder / "in", "--lake", folder / "lake", "--json")
    if done.wrong:
        return [done.wrong], []
    rows = json.loads(done.out)["files"]
    wrong = [] if len(rows) == len(mutants) + len(kept) else [f"{len(rows)} rows of {len(mutants) + len(kept)} files"]
    told = {row["game_id"] for row in rows if row["status"] != "refused"}
    wrong += [f"sound game {game} was kept out" for game in kept if game not in told]
    checked = sitrep("verify", "--lake", folder / "lake")
    if checked.wrong or checked.code:
        wrong.append(f"verify: {checked.wrong or checked.out[-500:]}")
    return wrong, [row["status"] for row in rows if Path(row["path"]).stem not in kept]
