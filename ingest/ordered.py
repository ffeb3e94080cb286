"""The orders of a record: those that a log holds, or those that are found behind the changes of a TripleA save."""

from __future__ import annotations

from pathlib import Path

from engine.errors import RecordError, SitrepError
from engine.recording import Fidelity
from engine.replay import Game, replay
from engine.strictness import Strictness
from engine.title.loader import load_title, titles
from ingest.files import shown
from ingest.formats import Record, content_of, read_record

SAVE = "triplea"
"""The format of which orders are looked for."""


def read_orders(path: Path | str) -> Record:
    """Return the record of a file as one of orders.

    A save's orders are those that its history tells, with its dice, as the rules of its title take them; where these make something
    else of them than the program did, the record says what was so.

    Raises:
        RecordError: the file cannot be read, or its record has no orders: it is of another format, or of a map without rules.
    """
    record = read_record(path)
    if record.recording.fidelity is Fidelity.ORDERS:
        return record
    name = shown(path)
    if record.format != SAVE:
        raise RecordError(
            f"a record of {record.recording.fidelity.value} does not say what was ordered when; expected a log of orders or a TripleA save",
            file=name,
        )
    from ingest.triplea.orders.referee import orders_of
    from ingest.triplea.save import parse_save

    try:
        orders = orders_of(parse_save(content_of(path), name), record.title, name)
    except LookupError:
        maps = [name for title in map(load_title, titles()) for name in title.maps]
        raise RecordError(
            f"found a save of {record.title.name!r}, whose rules are not known; expected one of a map whose orders are: {', '.join(maps)}; "
            "`sitrep title check SAVE` lists what stands in the way",
            file=name,
        ) from None
    return Record(orders, record.title, record.format)


def replay_orders(path: Path | str, strictness: Strictness = Strictness.COLLECT) -> Game:
    """Return the game that the orders of a record tell.

    Raises:
        RecordError: as `read_orders`. IllegalOrder: strictness is RAISE and an order does not fit.
    """
    record = read_orders(path)
    try:
        return replay(record.recording, record.title, strictness)
    except SitrepError as error:
        if shown(path) in str(error):
            raise
        raise RecordError(str(error), file=shown(path)) from error
