"""Hostile text in every field of every format, and what comes of it in the lake, the review, pictures, files and the terminal.

(The pages, in a browser: `tests/dashboard/test_hostile_pages.py`.)
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
from click.testing import CliRunner

import sitrep
from dashboard.review.export import page_of
from dashboard.review.reader import Reader
from ingest import ingest
from ingest.report import REFUSED
from tests.attack.part import Row, rounds
from tests.hostile import FORMATS, PLACE, TEXTS, UNSEEN
from warehouse import Lake
from warehouse.export import Selection, export
from warehouse.schema import TABLES

_TAG = re.compile(rf"""<img|<script>alert|(?:src|href)=["']?{re.escape(PLACE)}|cannot be drawn""")
_FORMULA = re.compile(r"^[=@]")
COMMANDS = (
    "summary {}",
    "summary {} --json",
    "query|SELECT * FROM games",
    "query|SELECT * FROM games|--format|csv",
    "verify",
)


def attack(seed: int, seconds: float) -> Iterator[Row]:
    """Try texts of random parts, one record of each format a round."""
    dice = random.Random(seed)
    tried: dict[str, int] = dict.fromkeys(("lake", "review", "CSV", "terminal"), 0)
    found: dict[str, list[str]] = {where: [] for where in tried}
    refused = 0
    for _ in rounds(seconds):
        text = mixed(dice)
        with TemporaryDirectory() as folder:
            lake, kept = _lake(Path(folder), text)
            refused += len(FORMATS) - kept
            for where, why in _wrong(lake, Path(folder)):
                tried[where] += 1
                if why:
                    found[where].append(f"seed {seed}: {text!r}: {why}")
    for where in tried:
        yield Row(f"hostile text: {where}", tried[where], tuple(found[where]), f"{refused} records refused")


def mixed(dice: random.Random) -> str:
    """Return a text of parts of hostile ones and of characters from anywhere."""
    parts = [dice.choice(list(TEXTS.values())) for _ in range(dice.randrange(1, 4))]
    parts += [chr(dice.choice((dice.randrange(0xD800), dice.randrange(0xE000, 0x110000)))) for _ in range(8)]
    dice.shuffle(parts)
    return "".join(parts).replace("\x00", "")


def _lake(folder: Path, text: str) -> tuple[Lake, int]:
    (folder / "records").mkdir()
    for name, make in FORMATS.items():
        (folder / "records" / name).write_bytes(make(text))
    lake = Lake.create(folder / "lake")
    report = ingest([folder / "records"], lake)
    return lake, sum(row.status != REFUSED for row in report.rows)


def _wrong(lake: Lake, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield where was looked, and what was wrong there, empty when nothing was."""
    for table in TABLES:
        told = "".join(lake.sql(f"SELECT CAST(t AS VARCHAR) AS row FROM {table} t")["row"].to_list())
        yield "lake", f"{table}: {sorted(UNSEEN & set(told))}" if UNSEEN & set(told) else ""
    for game in lake.games()["game_id"]:
        page = page_of(Reader.of_lake(lake, game))
        bad = _TAG.search(page) or (UNSEEN & set(page) and "characters that cannot be seen")
        yield "review", str(bad or "")
    export(lake, "csv", folder / "csv", Selection())
    for path in (folder / "csv").glob("*.csv"):
        cells = pl.read_csv(path, infer_schema=False).rows()
        yield (
            "CSV",
            next((f"{path.name}: {cell}" for row in cells for cell in row if cell and _FORMULA.match(cell)), ""),
        )
    for command in COMMANDS:
        for game in lake.games()["game_id"] if "{}" in command else [""]:
            words = command.replace("{}", game).split("|") if "|" in command else [*command.split(" {}", 1)[:1], game]
            words = [word for word in (*words, *(["--json"] if command.endswith("--json") else [])) if word]
            out = CliRunner().invoke(sitrep.main, [*words, "--lake", str(lake.path)]).output
            yield "terminal", f"{command}: {out[:200]!r}" if (UNSEEN | {"\r"}) & set(out) else ""
