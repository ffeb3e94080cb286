"""Taking away the record that a game was read from, on its review: for those who may."""

from __future__ import annotations

import streamlit as st

from dashboard.review.keeping import may_download
from dashboard.review.original import original_of
from dashboard.review.reader import Reader
from engine.errors import SitrepError


def offer(of: Reader) -> None:
    """Offer a game's record as a file, below the place where the page offers to remove the game; others see nothing of it."""
    if not may_download():
        return
    found = original_of(of)
    if found is None:
        return

    def content() -> bytes:
        now = original_of(of)
        if now is None:
            raise SitrepError(f"{found.name}: the record has changed since it was ingested, or is gone; open the page again")
        return now.content

    st.download_button(
        "Download the record",
        content,
        file_name=found.name,
        mime="application/octet-stream",
        icon=":material/download:",
        on_click="ignore",
        key=f"record-{of.game['game_id']}",
        help="The file that this game was read from, as it is; of a zip archive the record in it.",
    )
