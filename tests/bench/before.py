"""Speed of the rules and the bots now, beside that of another commit, by turns on the same machine.

    make bench ARGS='--before COMMIT --turns 4'

The other commit is checked out into a folder for the time of the run, and both work with the libraries that are installed now. Games of
bots are other games wherever a bot has learnt something since, so orders a second are told; the orders of the samples are the same.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.errors import SitrepError
from ingest.samples import samples
from tests.bench.clock import Timing
from tests.bench.simulation import GAMES

ROOT = Path(__file__).parents[2]
TURNS = 2
"""How often each of the two does its work unless told otherwise, one after the other; the least time counts."""

PLAY = """
import json, sys, time
from hashlib import sha256
from engine.simulation import simulate
from engine.titles import load_title
slug, games, rounds, scenario = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
title, seconds, orders, seen = load_title(slug), 0.0, 0, sha256()
simulate(title, 99, "greedy", round_limit=1, scenario=scenario)
for seed in range(1, games + 1):
    start = time.process_time()
    recording, game = simulate(title, seed, "greedy", round_limit=rounds, scenario=scenario)
    seconds += time.process_time() - start
    orders += sum(type(entry).__name__ == "OrderEntry" for entry in recording.entries)
    seen.update(repr(game.events).encode())
print(json.dumps([seconds, orders, seen.hexdigest()]))
"""
REPLAY = """
import json, sys, time
from hashlib import sha256
from pathlib import Path
from engine.replay import replay
from engine.strictness import Strictness
from engine.titles import load_title
from ingest import read_recording
record = read_recording(Path(sys.argv[1]))
title = load_title(record.header.title)
game = replay(record, title, Strictness.COLLECT)
seconds = []
for _ in range(3):
    start = time.process_time()
    game = replay(record, title, Strictness.COLLECT)
    seconds.append(time.process_time() - start)
orders = sum(type(entry).__name__ == "OrderEntry" for entry in record.entries)
print(json.dumps([min(seconds), orders, sha256(repr(game.events).encode()).hexdigest()]))
"""


def lines(commit: str, turns: int = TURNS) -> Iterator[Timing]:
    """Yield a line for the bot's games of each title and for the orders of each sample: now, then, and how many times as fast.

    Args:
        turns: how often each of the two does its work; on a machine with other work, more make the figures steadier.

    Raises:
        SitrepError: there is no such commit here.
    """
    with _checked_out(commit) as before:
        for game in GAMES:
            yield _compared(f"simulate {game.title}, {game.rounds} rounds", turns, before, PLAY, *map(str, game))
        for path in samples():
            if ".jsonl" in path.name:
                yield _compared(f"replay {path.name.partition('.')[0]}", turns, before, REPLAY, str(path.resolve()))


@contextmanager
def _checked_out(commit: str) -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        place = Path(folder, "before")
        made = subprocess.run(["git", "worktree", "add", "--detach", place, commit], cwd=ROOT, capture_output=True, text=True, check=False)
        if made.returncode:
            raise SitrepError(f"{commit}: {made.stderr.strip()}; name a commit of this repository")
        try:
            yield place
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", place], cwd=ROOT, check=False)


def _compared(what: str, turns: int, before: Path, script: str, *args: str) -> Timing:
    then, now = [], []
    for _ in range(turns):
        then.append(_done(before, script, *args))
        now.append(_done(ROOT, script, *args))
    if not all(then):
        return Timing(what, 0, "orders/s", "not measured: the other commit cannot do it")
    (old, old_orders, old_seen), (new, orders, seen) = min(then), min(now)
    speeds = orders / new, old_orders / old
    same = "the same game" if seen == old_seen else f"another game: {orders:,} orders, then {old_orders:,}"
    return Timing(what, speeds[0], "orders/s", f"then {speeds[1]:,.0f}: {speeds[0] / speeds[1]:.2f} times; {same}")


def _done(root: Path, script: str, *args: str) -> list[Any]:
    """Return the seconds, orders and digest of a script that runs with the modules of a folder; nothing if it fails there."""
    done = subprocess.run([sys.executable, "-c", script, *args], cwd=root, capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else []
