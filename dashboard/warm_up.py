"""Makes one review before anybody asks for one: what the first visitor would wait for otherwise, up to a second."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

import polars as pl

from dashboard.review.export import page_of
from dashboard.review.reader import Reader
from dashboard.review.section import Drawing
from dashboard.ui.downloads import spec_of
from dashboard.ui.templates import joined
from warehouse import Lake

if TYPE_CHECKING:
    from markupsafe import Markup


def begin(lake_path: str) -> threading.Thread:
    """Start to make the review of a game of a lake beside everything else, and return the thread that does it.

    What it makes is thrown away. It stays that modules and rules are imported, the SQL parser is loaded, and the libraries have set
    themselves up. A lake that is not there or cannot be read is none of its business: the pages say so.
    """
    thread = threading.Thread(target=_review, args=(lake_path,), name="sitrep-warm-up", daemon=True)
    thread.start()
    return thread


def _review(lake_path: str) -> None:
    with suppress(Exception):
        lake = Lake.open(lake_path)
        short = lake.games().filter(pl.col("fidelity") != "result").sort("events", "game_id")["game_id"].head(1)
        for game in short:  # the shortest does it, and does not keep the first visitor from the processor for long
            page_of(Reader.of_lake(lake, game), draw=_specified)


def _specified(drawing: Drawing, _prefix: str, width: int) -> Markup:
    """Make what a browser is sent of a chart; drawing it is the browser's work."""
    spec_of(drawing.chart, width)
    return joined([])
