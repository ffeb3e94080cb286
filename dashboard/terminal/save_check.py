"""What `sitrep title check SAVE` prints: whether the games of a save's map can be played on, and what stands in the way."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from dashboard.terminal.output import print_json, say
from dashboard.terminal.printed_tables import print_table
from dashboard.terminal.rows import frame_table
from engine.titles import load_title
from ingest.files import shown
from ingest.formats import content_of
from ingest.triplea.save import parse_save
from ingest.triplea.title.mechanisms import SaveCheck, check_save, sentence


def print_save_check(path: Path, *, as_json: bool = False) -> bool:
    """Print what of a save's map no rules here play; return whether its games can be played on.

    Raises:
        RecordError: the file cannot be read, or is no save.
    """
    found = check_save(parse_save(content_of(path), shown(path)))
    if as_json:
        print_json({"map": found.game, "title": found.title, "lacks": [use._asdict() for use in found.lacks]})
    else:
        _say(found)
    return bool(found.title)


def _say(found: SaveCheck) -> None:
    say(f"{found.game}{f' is the map of {load_title(found.title).name} ({found.title})' if found.title else ''}")
    say(sentence(found))
    if found.lacks:
        rows = [{"what": use.what, "places": use.places, "named in the save": ", ".join(use.where)} for use in found.lacks]
        print_table("", frame_table(pl.DataFrame(rows)))
