"""Hostile text in every field of every format, and what comes of it in the lake, the review, pictures, files and the terminal.

(The pages, in a browser: `tests/dashboard/test_hostile_pages.py`.)
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
from click.testing import CliRunner

import sitrep
from dashboard.review.export import page_of
from dashboard.review.reader import Reader
from ingest import ingest
from tests.attack.part import Row, Tally
from tests.hostile import FORMATS, PLACE, TEXTS, UNSEEN
from warehouse import Lake
from warehouse.export import Selection, export
from warehouse.schema import TABLES

_FORMULA = re.compile(r"^[=@]")
LEADS = ("src", "href", "xlink:href", "srcset", "style", "action")
COMMANDS = (
    "summary {}",
    "summary {} --json",
    "query|SELECT * FROM games",
    "query|SELECT * FROM games|--format|csv",
    "verify",
)


def attack(seed: int, rounds: Iterable[int]) -> list[Row]:
    """Try a text of random parts a round, in one record of each format."""
    tally = Tally("hostile", seed, [f"hostile text: {where}" for where in ("records", "lake", "review", "CSV", "terminal")])
    for number in rounds:
        text = mixed(random.Random(f"{seed} {number}"))
        with TemporaryDirectory(prefix="sitrep-attack-") as folder:
            lake, statuses = _lake(Path(folder), text)
            tally.note("hostile text: records", number, [], statuses, tried=len(statuses))
            for where, why in _wrong(lake, Path(folder)):
                tally.note(f"hostile text: {where}", number, [f"{text!r}: {why}"] if why else [])
    return tally.rows()


def mixed(dice: random.Random) -> str:
    """Return a text of parts of hostile ones and of characters from anywhere."""
    parts = [dice.choice(list(TEXTS.values())) for _ in range(dice.randrange(1, 4))]
    parts += [chr(dice.choice((dice.randrange(0xD800), dice.randrange(0xE000, 0x110000)))) for _ in range(8)]
    dice.shuffle(parts)
    return "".join(parts).replace("\x00", "")


def _lake(folder: Path, text: str) -> tuple[Lake, list[str]]:
    (folder / "records").mkdir()
    for name, make in FORMATS.items():
        (folder / "records" / name).write_bytes(make(text))
    lake = Lake.create(folder / "lake")
    report = ingest([folder / "records"], lake)
    return lake, [row.status for row in report.rows]


class _Look(HTMLParser):
    """What a browser would make of the texts in a page, were they more than text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a tag that no page of ours has, or one that leads to what a text names."""
        led = [name for name, value in attrs if name.startswith("on") or (name in LEADS and PLACE in (value or ""))]
        if led or tag == "img":
            self.found.append(f"<{tag} {attrs}>")


def _wrong(lake: Lake, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield where was looked, and what was wrong there, empty when nothing was."""
    for table in TABLES:
        told = "".join(lake.sql(f"SELECT CAST(t AS VARCHAR) AS row FROM {table} t")["row"].to_list())
        yield "lake", f"{table}: {sorted(UNSEEN & set(told))}" if UNSEEN & set(told) else ""
    for game in lake.games()["game_id"]:
        page = page_of(Reader.of_lake(lake, game))
        looked = _Look()
        looked.feed(page)
        bad = [*looked.found, *sorted(UNSEEN & set(page)), *re.findall("cannot be drawn.{,200}", page)]
        yield "review", "; ".join(bad)
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
