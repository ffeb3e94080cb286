"""The decisions on a page: those that the lake keeps, and a button that looks for them, with progress and a way to end it."""

from __future__ import annotations

import shlex
import threading

import streamlit as st

from dashboard.review.decisions.search import Search
from dashboard.review.decisions.told import BLIND, QUESTION, SCORE, answer, kept_of, told
from dashboard.review.keeping import may_keep, sees_folders
from dashboard.review.moment_links import Link
from dashboard.review.reader import Reader
from dashboard.review.record import record_of
from dashboard.review.what_if.choices import can
from dashboard.ui import widgets
from ingest.files import shown
from warehouse.file_names import file_name

EVERY = 1.0
"""Seconds after which the page looks how far a search is."""


BUSY = "decisions-busy"
"""Place of the session: whether a search could not begin, as another runs."""


class Searches:
    """The searches of this server: one runs at a time, as it takes all cores."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: Search | None = None

    def of(self, game: str) -> Search | None:
        """Return the last search, if it was of this game."""
        last = self._last
        return last if last is not None and last.game == game else None

    def begin(self, of: Reader, lake: str) -> bool:
        """Begin one, unless another runs."""
        record = record_of(of)
        with self._lock:
            if record is None or (self._last is not None and self._last.runs):
                return False
            self._last = Search(record, lake, of.game_id)
            return True


@st.cache_resource
def searches() -> Searches:
    """Return them."""
    return Searches()


@st.fragment
def offer(of: Reader, lake: str, link: Link) -> None:
    """Tell the decisions that cost or won most, and offer to look for them.

    Args:
        of: the game, of a lake. lake: that lake's folder or URL. link: to a turn of the map.
    """
    if not can(of):
        return  # what stands in the way is told where games are played on
    widgets.question(QUESTION, f"{SCORE} {BLIND}")
    kept, search = kept_of(of), searches().of(of.game_id)
    if kept is not None:
        widgets.answer(answer(kept))
        st.html(told(of, kept, link))
        widgets.meaning("", SCORE)
    if search is not None and search.runs:
        _progress(search)
        return
    if search is not None and not search.is_kept:
        st.warning("The search was ended; nothing was kept of it." if search.cancelled else f"The search failed: {search.message}")
    _ask(of, lake, anew=kept is not None)


def _ask(of: Reader, lake: str, anew: bool) -> None:
    record = record_of(of)
    if record is None:
        if not anew:
            st.caption("The record is not on this machine any more, so this page cannot look for them. Where it is, run:")
            widgets.command(_command(of, shlex.quote(file_name(of.game["name"])), "lake"))
        return
    if not may_keep(asked=True):
        if not anew:
            st.caption("Nobody has looked for them yet. An admin of this lake can, here or by the command `sitrep regret`.")
        return
    label = "Look for them anew" if anew else "Look for them"
    said = f"Some minutes on all cores. {BLIND}"
    key = f"decisions-{of.game_id}"
    st.button(label, icon=":material/manage_search:", key=key, help=said, on_click=_begin, args=(of, lake))
    if st.session_state.pop(BUSY, False):
        st.info("Another search is under way. Try again when it has ended.")
    if sees_folders():
        widgets.command(_command(of, shlex.quote(shown(record)), shlex.quote(lake)))


def _begin(of: Reader, lake: str) -> None:
    st.session_state[BUSY] = not searches().begin(of, lake)


def _command(of: Reader, record: str, lake: str) -> str:
    return f"sitrep regret {record} --keep {lake}"


@st.fragment(run_every=EVERY)
def _progress(search: Search) -> None:
    """Show how far a search is, and a button that ends it."""
    if not search.runs:
        st.rerun()
    part = search.done / search.total if search.total else 0.0
    said = f"Played {search.done} of {search.total} games" if search.total else "Looking for decisions in which a bot differs ..."
    st.progress(part, said)
    if st.button("Cancel", icon=":material/cancel:", key=f"decisions-cancel-{search.game}"):
        search.cancel()
        search.join(5)
        st.rerun()
