"""A record that somebody drops on a page: read in a process of its own into a lake that only the session has.

Nothing of it is kept unless the user says so; the folder goes with the next record, or with the session.
"""

from __future__ import annotations

import re
import shutil
import threading
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any, NamedTuple

import streamlit as st

from dashboard.review import keeping, page
from dashboard.ui import data
from ingest.files import MAX_BYTES
from ingest.report import REFUSED, Row
from ingest.sandbox import ingest_apart
from warehouse import Lake
from warehouse.file_names import file_name

AT_ONCE = 2
"""Records of all visitors together that are read at the same time; the others wait."""

KEY, PREFIX = "dropped", "sitrep-dropped-"
DAY = 24 * 60 * 60.0
"""Seconds after which a folder that a killed server left behind is taken away."""


class Dropped(NamedTuple):
    """A record that was dropped: which upload it is, its folder (removed when nobody holds it), its path, what became of it."""

    upload: str
    folder: TemporaryDirectory[str]
    path: Path
    row: Row

    @property
    def lake(self) -> Path:
        """Return the little lake that holds the game."""
        return Path(self.folder.name) / "lake"


def offer() -> bool:
    """Offer a place to drop a record; show its review when there is one, and return whether something was dropped."""
    file = st.file_uploader(
        "Drop a save or a log here for its review",
        max_upload_size=MAX_BYTES >> 20,
        key="record",
        help="A TripleA save, a turn summary as text, or a Sitrep log. It is not added to the lake unless you choose to keep it.",
    )
    if file is None:
        _forget()
        return False
    dropped = _read(file)
    if dropped.row.status == REFUSED:
        st.error("This file could not be read.")
        st.text(dropped.row.message)
        return True
    keeping.offer(dropped.path, dropped.row, Lake.open(dropped.lake))
    _review(dropped)
    return True


def _forget() -> None:
    dropped = st.session_state.pop(KEY, None)
    if dropped:
        dropped.folder.cleanup()


def _read(file: Any) -> Dropped:
    """Return what became of an upload; a page that runs again does not read it again."""
    known: Dropped | None = st.session_state.get(KEY)
    if known and known.upload == file.file_id:
        return known
    _forget()
    remove_old(Path(gettempdir()), time.time() - DAY)
    folder = TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True)
    path = Path(folder.name) / plain_name(file.name)
    path.write_bytes(file.getbuffer())
    with st.spinner("Reading the record ..."), _turn():
        row = ingest_apart(path, Path(folder.name) / "lake", name=path.name)
    if row.status == REFUSED:
        folder.cleanup()
    dropped = Dropped(file.file_id, folder, path, row)
    st.session_state[KEY] = dropped
    return dropped


def remove_old(place: Path, before: float) -> None:
    """Take away folders of dropped records that were last written before a time, in seconds since 1970."""
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if folder.stat().st_mtime < before:
                shutil.rmtree(folder, ignore_errors=True)


@st.cache_resource
def _turn() -> threading.BoundedSemaphore:
    return threading.BoundedSemaphore(AT_ONCE)


def plain_name(name: str) -> str:
    """Return a file's name as one that is safe in any folder: letters, digits, dots and dashes, not long, never `lake`."""
    kept = re.sub(r"[^A-Za-z0-9._-]+", "-", file_name(name)).strip(".-")[-100:]
    return kept if kept and kept != "lake" else "record"


def _review(dropped: Dropped) -> None:
    state = Lake.open(dropped.lake).state()
    at = data.Source(str(dropped.lake), state.version, next(reversed(state.batches), ""))
    page.show(at, data.games(at).row(0, named=True), linked=False)
