"""What many tests need and is slow to make, made once and kept for all processes and runs of the same code."""

from __future__ import annotations

import os
import pickle
import shutil
import sys
import sysconfig
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import TypeVar
from unittest.mock import patch

from engine.machine import locked
from engine.odds.lake_ledger import whole_ledger
from engine.odds.ledger import Entry
from engine.replay import Game
from ingest import replay_file
from warehouse import descriptive_rows, game_rows
from warehouse.game_rows import Packed, pack

T = TypeVar("T")
ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".pytest_cache" / "d" / "kept"
"""Where it lies: pytest's own cache, which git ignores, and `make clean` and `pytest --cache-clear` empty."""
MADE_BY = ("engine", "ingest", "warehouse", "dashboard", "sitrep.py")
"""All code, tables and samples."""
ROWS_MADE_BY = ("engine", "ingest", "warehouse")
"""What makes rows of records: it imports nothing of the rest, so after a change of a page they are still those of the code."""
DIGESTS = 6
"""Of how many versions of the code things are kept, each with and without the dashboard: more are seldom gone back to."""


def files(root: Path = ROOT, made_by: tuple[str, ...] = MADE_BY) -> Iterator[Path]:
    """Yield every file on which what is kept depends, in one order."""
    for name in made_by:
        found = [root / name] if (root / name).is_file() else (root / name).rglob("*")
        yield from sorted(path for path in found if path.is_file() and "__pycache__" not in path.parts)


def digest(root: Path = ROOT, made_by: tuple[str, ...] = MADE_BY) -> str:
    """Return a digest of the code and data of a checkout, of where it stands, of the Python and of the packages beside it."""
    packages = sorted(path.name for path in Path(sysconfig.get_path("purelib")).glob("*.dist-info"))
    told = sha256(repr((str(root), sys.version, packages)).encode())
    for path in files(root, made_by):
        told.update(repr((path.relative_to(root).as_posix(), path.stat().st_size)).encode())
        told.update(path.read_bytes())
    return told.hexdigest()[:20]


@cache
def _place(made_by: tuple[str, ...] = MADE_BY) -> Path:
    """Return the folder of this code, and take away those that were left longest."""
    place = FOLDER / digest(made_by=made_by)
    place.mkdir(parents=True, exist_ok=True)
    os.utime(place)
    others = sorted((one for one in FOLDER.iterdir() if one != place), key=lambda one: one.stat().st_mtime)
    for old in others[: max(len(others) + 1 - DIGESTS, 0)]:
        shutil.rmtree(old, ignore_errors=True)
    return place


def kept(name: str, make: Callable[[], T], made_by: tuple[str, ...] = MADE_BY) -> T:
    """Return what `make` returns; the first process that asks for the name makes it, while others wait for it.

    It is kept pickled: whoever changes what they are given changes nothing for others. It is made anew when a file of `made_by` changes.
    """
    file = _place(made_by) / sha256(name.encode()).hexdigest()[:20]
    file.parent.mkdir(exist_ok=True)  # another run, of newer code, may have taken it away
    with locked(file.with_suffix(".lock"), wait=True):
        try:
            return pickle.loads(file.read_bytes())
        except FileNotFoundError:
            made = make()
            file.with_suffix(".new").write_bytes(pickle.dumps(made))
            file.with_suffix(".new").replace(file)  # whole or not at all
            return made


def rows_of(path: Path) -> Packed:
    """Return the rows of a record, as a lake takes them: those of most samples take seconds to make."""
    content = sha256(path.read_bytes()).hexdigest()
    return kept(f"rows {path} {content}", lambda: _packed(replay_file(path)), ROWS_MADE_BY)


def ledger_of(game: Game) -> list[Entry]:
    """Return the ledger of luck of a record that was replayed: nearly all that its rows take to make, and the same one."""
    return kept(f"ledger {game.name} {game.digest}", lambda: whole_ledger(game), ROWS_MADE_BY)


def _packed(game: Game, most: float = inf) -> Packed:
    def made() -> Packed:
        with patch.object(descriptive_rows, "whole_ledger", ledger_of):
            return pack(game, most)

    return kept(f"packed {game.name} {game.digest}", made, ROWS_MADE_BY)


def keep_rows() -> None:
    """Have this process keep the rows of every record that it reads, of which none is near a limit, and take those that are kept."""
    game_rows.pack = _packed
