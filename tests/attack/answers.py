"""What every reader of a lake says, each as a digest or as the error it ends in: python -m tests.attack.answers LAKE SEED [VERSION]"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

from engine.errors import SitrepError
from warehouse import Lake, measures, metrics
from warehouse.dictionary import measure
from warehouse.export import Selection, export
from warehouse.sandbox import ask_apart
from warehouse.schema import TABLES
from warehouse.verify import verify


def readers(place: str) -> dict[str, Callable[[Lake], str]]:
    """Return every way to read a lake."""
    return {
        "frames (polars)": lambda lake: _digest(*(lake.frame(table) for table in TABLES)),
        "SQL (DuckDB)": lambda lake: _digest(*(lake.sql(f"FROM {table}") for table in TABLES)),
        "SQL apart": lambda lake: _digest(ask_apart(place, "FROM dice_rolled").frame),
        "events": lambda lake: _digest(*(pl.Series([str(lake.events(game))]).to_frame() for game in lake.state().holder)),
        "measures of a game": _measures,
        "metrics": lambda lake: _digest(*(metrics.bands(lake, metric=name) for name in sorted(metrics.metrics()))),
        "refused": lambda lake: _digest(lake.refused()),
        "history": lambda lake: str(len(list(lake.history()))),
        "export (CSV)": _exported,
        "verify": lambda lake: "; ".join(one.text for one in verify(lake) if not one.remark) or "sound",
    }


def _digest(*frames: pl.DataFrame) -> str:
    found = sha256()
    for frame in frames:
        rows = sorted(repr([_told(cell) for cell in row]) for row in frame.select(sorted(frame.columns)).rows())
        found.update(repr(rows).encode())
    return found.hexdigest()[:16]


def _told(cell: object) -> object:
    """Return a cell as it is compared: the last digits of a sum depend on which thread was first."""
    return f"{cell:.9g}" if isinstance(cell, float) else cell


def _measures(lake: Lake) -> str:
    of_game = [name for name in measures.names() if {one.name for one in measure(name).parameters} == {"game_id"}]
    return _digest(*(lake.measure(name, game_id=game) for game in sorted(lake.state().holder)[:1] for name in of_game))


def _exported(lake: Lake) -> str:
    with TemporaryDirectory(prefix="sitrep-attack-") as folder:
        export(lake, "csv", Path(folder, "csv"), Selection())
        files = sorted(Path(folder, "csv").rglob("*.csv"))
        return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


def main(place: str, seed: str) -> None:
    """Print a JSON object: reader to what it says; the readers come in an order of chance, for they share what they know."""
    said: dict[str, str] = {}
    asked = list(readers(place).items())
    random.Random(seed).shuffle(asked)
    for name, ask in asked:
        try:
            said[name] = ask(Lake.open(place))
        except SitrepError as error:
            said[name] = f"error: {error}"
    json.dump(said, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
