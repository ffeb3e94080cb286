"""The record that a game was read from, to take away: for those who may, and only while it still is that record."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dashboard.review.keeping import may_download
from dashboard.review.reader import Reader
from dashboard.review.record import record_of
from dashboard.ui.text import only_result
from engine.errors import SitrepError
from ingest.read import content_digest


def original_of(of: Reader) -> Path | None:
    """Return the file that a game was read from, if it lies where this machine finds it and its content is still the game's.

    None of a result alone, which has no record of its own, of a game that was read from several files, and of a log with overlays: its
    digest counts these in, so that the file by itself proves nothing.
    """
    record = None if only_result(of.game) else record_of(of)
    return record if record is not None and is_original(record, of.game["digest"]) else None


def is_original(record: Path, digest: str) -> bool:
    """Return whether a file holds the content of which a game has the digest; False when it cannot be read."""
    return content_digest(record) == digest


def offer(of: Reader) -> None:
    """Offer a game's record as a file, below the place where the page offers to remove the game; others see nothing of it."""
    if not may_download(asked=True):
        return
    record = original_of(of)
    if record is None:
        return

    def content() -> bytes:
        told = record.read_bytes()
        if not is_original(record, of.game["digest"]):
            raise SitrepError(f"{record.name}: the record has changed since it was ingested; open the page again")
        return told

    st.download_button(
        "Download the record",
        content,
        file_name=record.name,
        mime="application/octet-stream",
        icon=":material/download:",
        on_click="ignore",
        key=f"record-{of.game['game_id']}",
        help="The file that this game was read from, as it is.",
    )
