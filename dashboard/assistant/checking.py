"""A log that is given as text: read as an upload is, apart from everything else, and its defects."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from threading import BoundedSemaphore

import polars as pl

from dashboard.assistant.answers import answer, of_frame
from dashboard.assistant.arguments import Validate
from dashboard.ui.text import counted
from engine.errors import SitrepError
from ingest.files import MAX_BYTES, shown
from ingest.report import REFUSED
from ingest.sandbox import ingest_apart
from warehouse import Lake

NAME = "log"
"""What the text is called in messages: `log:12` is its twelfth line."""
DEFECTS = ("place", "severity", "rule", "message", "found", "expected")
_TURNS = BoundedSemaphore(2)
"""As many are read at a time as of uploads."""


def validate(asked: Validate) -> str:
    """Return every defect of a log."""
    data = _bytes(asked.log)
    with TemporaryDirectory(prefix="sitrep-validate-", ignore_cleanup_errors=True) as folder:
        path = Path(folder) / NAME
        path.write_bytes(data)
        with _TURNS:
            row = ingest_apart(path, Path(folder) / "lake", name=NAME)
        if row.status == REFUSED:
            raise SitrepError(f"this log cannot be read: {row.message}")
        return _told(Lake.open(Path(folder) / "lake"), row.game_id, shown(path.resolve()))


def _bytes(text: str) -> bytes:
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        raise SitrepError(f"the text has no Unicode at character {error.start + 1}; send it as UTF-8") from None
    if len(data) > MAX_BYTES:
        raise SitrepError(f"the log has {len(data):,} bytes; expected at most {MAX_BYTES:,}; `sitrep validate FILE` reads a file")
    return data


def _told(lake: Lake, game_id: str, path: str) -> str:
    game = lake.frame("games", game_id).row(0, named=True)
    defects = lake.frame("defect_found", game_id).select(DEFECTS)
    defects = defects.with_columns(pl.col("place").str.replace(path, NAME, literal=True))
    count = counted(defects.height, "defect") if defects.height else "no defects"
    head = f"{game['title_name']}: {count} in {counted(game['events'], 'event')}. {_stands(lake, game_id, game['ended'])}"
    if defects.is_empty():
        return head
    return answer(head, of_frame(defects, "Defects, in the order of play", cure="mend the first ones, and send the log again"))


def _stands(lake: Lake, game_id: str, ended: bool) -> str:
    phases = lake.frame("phase_started", game_id).sort("seq").tail(1)
    if ended or phases.is_empty():
        return "The game has ended." if ended else "It has not begun."
    names = dict(lake.frame("title_powers", game_id).select("power", "name").iter_rows())
    last = phases.row(0, named=True)
    return f"It stands in round {last['round']}, {names.get(last['power'], last['power'])}, {last['phase']}."
