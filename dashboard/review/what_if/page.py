"""What if, on a page: choose a moment, press the button, and bots play the game on from there."""

from __future__ import annotations

import threading
from pathlib import Path

import streamlit as st

from dashboard.review.keeping import sees_folders
from dashboard.review.reader import Reader
from dashboard.review.record import check_of, record_of
from dashboard.review.what_if.changed import changed, examples
from dashboard.review.what_if.choices import GAMES, ROUNDS, Choice, choices, command
from dashboard.review.what_if.continuations import FEW, plan_of, play, told
from dashboard.ui import widgets
from engine.errors import SitrepError
from engine.machine import cores
from ingest.triplea.title.mechanisms import sentence
from ingest.workers import local

QUESTION = "What if?"
BLIND = (
    f"{FEW} games between bots, of at most {ROUNDS} more rounds: they do not know the players' plans, and play both sides equally well. "
    f"The command plays {GAMES}, which is surer."
)
HEIGHT, MOST = 100, 4_000
"""Of the box for changes: its height in pixels, and the characters that it takes."""


@st.cache_resource
def _turn() -> threading.Lock:
    """Return what lets one visitor at a time play on: it takes all cores."""
    return threading.Lock()


@st.fragment
def offer(of: Reader) -> None:
    """Offer to play a game on, where its title's rules are here; where its record is not, the command alone."""
    found = choices(of)
    if not found:
        _say_why_not(of)
        return
    widgets.question(QUESTION, BLIND)
    chosen = st.selectbox("Play on from", found, format_func=lambda choice: choice.said, key=f"what-if-{of.game_id}")
    changes = _changes(of)
    record = record_of(of)
    if record is not None and st.button(f"Play on {FEW} times", icon=":material/fast_forward:", help=BLIND):
        _play(of, chosen, changes, record)
    elif record is None:
        st.caption("The record is not on this machine any more, so this page cannot play it on. Where it is, run:")
    widgets.command(command(of, chosen, changes, record if sees_folders() else None))


def _say_why_not(of: Reader) -> None:
    """Of a save whose map no rules here play, say what the map uses."""
    record = record_of(of) if of.game["fidelity"] == "changes" else None
    check = None if record is None else check_of(record, of.game["digest"])
    if check is None or check.title:
        return
    widgets.question(QUESTION, BLIND)
    st.caption(sentence(check))
    with st.expander("All that it uses"):
        rows = [{"what": use.what, "places": use.places, "named in the save": ", ".join(use.where)} for use in check.lacks]
        st.dataframe(rows, hide_index=True)


def _changes(of: Reader) -> str:
    """Ask what is to be changed first, and return it: lines of a log, or nothing."""
    with st.expander("Change the board first"):
        return (
            st.text_area(
                "Lines of a log: 'set' makes the board so, 'do' gives an order of the phase that begins",
                height=HEIGHT,
                placeholder="\n".join(examples(of)),
                max_chars=MOST,
                key=f"what-if-changes-{of.game_id}",
            )
            or ""
        )


def _play(of: Reader, chosen: Choice, changes: str, record: Path) -> None:
    lock = _turn()
    if not lock.acquire(blocking=False):
        st.info("Somebody else is playing a game on just now. Try again in a minute.")
        return
    try:
        _played(of, chosen, changes, record)
    except SitrepError as error:
        st.warning("This game cannot be played on from there.")
        st.text(str(error))
    finally:
        lock.release()


def _played(of: Reader, chosen: Choice, changes: str, record: Path) -> None:
    progress = st.progress(0.0, "Reading the record ...")
    try:
        plan = plan_of(of, record, chosen, changes)
        otherwise = list(changed(plan))
        with local(cores()) as workers:
            done = play(plan, workers, lambda one: progress.progress(one.number / FEW, f"Played {one.number} of {FEW} games"))
    finally:
        progress.empty()
    for line in otherwise:
        st.caption(line)
    for line in told(of, plan, done):
        widgets.answer(line)
    st.caption(BLIND)
