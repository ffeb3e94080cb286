"""Damaged saves, by the hundred: each ends in rows or in the reader's one error, soon and in little memory.

SITREP_MUTATIONS=20 tries twenty times as many.
"""

from __future__ import annotations

import gzip
import os
import random
import resource
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.triplea.errors import TripleaSaveError
from ingest.triplea.replay import Replay
from ingest.triplea.save import parse_save, read_save
from ingest.triplea.summary import summary
from tests.slow import slow_after, slow_among
from tests.triplea.javabytes import listed, written
from tests.triplea.minigame import MiniGame
from tests.triplea.reconcile import reconcile
from tests.triplea.saves import NEWER, PLAYED, path_of
from tests.triplea.test_changes import CASES, save_with

TIMES = int(os.environ.get("SITREP_MUTATIONS", "1"))
SECONDS = 5.0
MEBIBYTES = 256
"""What one damaged save may take, and all of them together on top of what the process had."""


def flipped(data: bytearray, dice: random.Random) -> None:
    for _ in range(dice.choice((1, 1, 1, 2, 8))):
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def cut(data: bytearray, dice: random.Random) -> None:
    del data[dice.randrange(len(data)) :]


def holed(data: bytearray, dice: random.Random) -> None:
    at = dice.randrange(len(data))
    del data[at : at + dice.randrange(1, 300)]


def spliced(data: bytearray, dice: random.Random) -> None:
    at, start = dice.randrange(len(data)), dice.randrange(len(data))
    data[at:at] = data[start : start + dice.randrange(1, 500)]


def lying(data: bytearray, dice: random.Random) -> None:
    """A length or a number becomes another one."""
    at = dice.randrange(len(data) - 4)
    data[at : at + 4] = dice.choice((b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", bytes(4), b"\x00\x00\xff\xff"))


def misled(data: bytearray, dice: random.Random) -> None:
    """A reference leads elsewhere: cycles, and objects of the wrong class in the right place."""
    at = data.find(b"\x71\x00\x7e", dice.randrange(len(data)))
    if at >= 0:
        data[at + 3 : at + 5] = dice.randrange(len(data) // 20).to_bytes(2, "big", signed=False)


MUTATIONS: tuple[Callable[[bytearray, random.Random], None], ...] = (flipped, cut, holed, spliced, lying, misled)


def outcome(data: bytes) -> str:
    """Read, replay, summarize and reconcile; only the reader's own error may come out."""
    try:
        save = parse_save(data, "damaged.tsvg")
    except TripleaSaveError as error:
        assert str(error).startswith("damaged.tsvg: ") and len(str(error)) < 2_000
        return "refused"
    replay = Replay(save)
    summary(replay.finish())
    reconcile(save)
    return "read"


def try_all(whole: bytes, mutation: Callable[[bytearray, random.Random], None], count: int) -> None:
    seen: dict[str, int] = {}
    had = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for seed in range(count * TIMES):
        data = bytearray(whole)
        mutation(data, random.Random(f"{mutation.__name__} {seed}"))
        start = time.process_time()
        kind = outcome(bytes(data))
        assert time.process_time() - start < SECONDS, f"{mutation.__name__} {seed} took too long"
        seen[kind] = seen.get(kind, 0) + 1
    assert seen.get("refused", 0) > count // 5, f"{mutation.__name__} damages nothing: {seen}"
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - had) // 1024
    assert grown < MEBIBYTES, f"{mutation.__name__} made the process grow by {grown} MiB"


@pytest.mark.parametrize("mutation", slow_after(3, MUTATIONS))
def test_a_game_with_every_kind_of_change(mutation: Callable[[bytearray, random.Random], None]) -> None:
    game = MiniGame()
    game.round(1)
    game.step("all", game.reds)
    for name, (made, _) in CASES.items():
        game.event(name, game.dice([(5, 3, 0)], 1, 0.5, "Reds"))
        game.change(made(game))
    assert outcome(game.stream()) == "read"
    try_all(game.stream(), mutation, 300)


@pytest.mark.shared
@pytest.mark.parametrize("name, count", [(NEWER[2], 100), (NEWER[0], 30), (PLAYED[-1], 12)])
@pytest.mark.parametrize("mutation", slow_after(1, MUTATIONS))
def test_recorded_games(shared: Path, name: str, count: int, mutation: Callable[[bytearray, random.Random], None]) -> None:
    try_all(gzip.decompress(path_of(shared, name).read_bytes()), mutation, count)


@pytest.mark.parametrize("mutation", (flipped, cut, holed, spliced))
def test_the_packed_file(tmp_path: Path, mutation: Callable[[bytearray, random.Random], None]) -> None:
    packed = gzip.compress(MiniGame().stream())
    path = tmp_path / "damaged.tsvg"
    for seed in range(40 * TIMES):
        data = bytearray(packed)
        mutation(data, random.Random(seed))
        path.write_bytes(data)
        try:
            read_save(path)
        except TripleaSaveError as error:
            assert str(path) in str(error)


OPEN_LIST = written(listed())[4:-1]


def hollow(start: bytes, fill: bytes, size: int) -> bytes:
    """A gzip file that grows to about `size` bytes: a small game, then `start`, then `fill` over and over."""
    pack = zlib.compressobj(9, zlib.DEFLATED, 31)
    parts = [pack.compress(MiniGame().stream() + start)]
    parts += [pack.compress(fill * (65536 // len(fill))) for _ in range(size // 65536)]
    return b"".join(parts) + pack.flush()


BOMBS = {
    "nulls behind the game": (b"", b"\x70", 8),
    "nulls in a list": (OPEN_LIST, b"\x70", 47),
    "empty strings": (OPEN_LIST, b"\x74\x00\x00", 12),
    "blocks": (OPEN_LIST, b"\x77\x00", 12),
    "references": (OPEN_LIST, b"\x71\x00\x7e\x00\x00", 12),
    "zeros": (OPEN_LIST, b"\x00", 12),
    "more than the reader takes": (OPEN_LIST, b"\x70", 63),
    "more than any file may hold": (OPEN_LIST, b"\x70", 65),
}
"""How it begins, what it is full of, MiB."""


@pytest.mark.parametrize("bomb", slow_among({"nulls in a list", "empty strings", "references"}, BOMBS))
def test_gzip_bombs(tmp_path: Path, bomb: str) -> None:
    """The reader's own error within the bounds that Limits states, in a process of its own that can't take the machine."""
    start, fill, mebibytes = BOMBS[bomb]
    size = mebibytes << 20
    path = tmp_path / "bomb.tsvg"
    path.write_bytes(hollow(start, fill, size))
    assert path.stat().st_size < size // 100
    done = subprocess.run([sys.executable, "-c", BOMBED, str(path)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2_000:]
    seconds, kibibytes = map(float, done.stdout.split())
    assert seconds < 20
    assert kibibytes < (1 << 20) + 200_000, "one GiB, and the program itself"


BOMBED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
from ingest.triplea.errors import TripleaSaveError
from ingest.triplea.save import read_save
from tests.memory import peak
try:
    read_save(sys.argv[1])
except TripleaSaveError:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_utime, peak() >> 10)
"""


def test_every_cut_of_a_small_game() -> None:
    whole = save_with(CASES["hits"][0])
    game = MiniGame()
    game.event("all")
    game.change(CASES["hits"][0](game))
    data = game.stream()
    assert parse_save(data) == whole
    for end in range(0, len(data), 3):
        assert outcome(data[:end]) == "refused" or end > len(data) - 400  # the delegates come last
